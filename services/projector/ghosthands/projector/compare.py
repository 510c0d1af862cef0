"""Compares the tables of two schemas by a hash of each table, and names the keys of rows that differ.

The keys are ids; the rows' contents are not shown. A copied event keeps the version at which it was copied, and a
rebuild copies it at today's: both are the same if they are read as the same event.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal

import msgspec

from ghosthands.domain.errors import NewerMessage, SchemaMismatch
from ghosthands.projector.memory import as_recorded
from ghosthands.projector.tables import EVENTS, TABLES, Table
from ghosthands.projector.write import Connection
from ghosthands.readmodel.rows import EventRow

#: Differences named for each table; further ones are only counted.
MOST_NAMED = 20

What = Literal["differs", "only_live", "only_rebuilt"]


class Difference(msgspec.Struct, frozen=True):
    """A row that is not the same in both schemas."""

    key: str
    what: What


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A table's result: live beside rebuilt."""

    table: str
    rows_live: int
    rows_rebuilt: int
    equal: bool
    #: how many rows are not the same
    differing: int = 0
    #: the first of them
    differences: tuple[Difference, ...] = ()


async def compare(live: Connection, live_schema: str, rebuilt: Connection, rebuilt_schema: str) -> list[Comparison]:
    """Compare every table of the read model, as each connection sees it now."""
    return [await _compare(table, live, live_schema, rebuilt, rebuilt_schema) for table in TABLES]


async def _compare(
    table: Table, live: Connection, live_schema: str, rebuilt: Connection, rebuilt_schema: str
) -> Comparison:
    rows_live, hash_live = await live.fetchrow(_HASH.format(schema=live_schema, table=table.name))
    rows_rebuilt, hash_rebuilt = await rebuilt.fetchrow(_HASH.format(schema=rebuilt_schema, table=table.name))
    found: list[Difference] = []
    differing = 0
    if (rows_live, hash_live) != (rows_rebuilt, hash_rebuilt):
        async for difference in _find_differences(
            _read_rows(live, live_schema, table), _read_rows(rebuilt, rebuilt_schema, table)
        ):
            if table is EVENTS and difference.what == "differs":
                copied = await _find_copy(live, live_schema, difference)
                if _is_same_event(copied, await _find_copy(rebuilt, rebuilt_schema, difference)):
                    continue
            differing += 1
            if len(found) < MOST_NAMED:
                found.append(difference)
    return Comparison(
        table=table.name,
        rows_live=rows_live,
        rows_rebuilt=rows_rebuilt,
        equal=not differing,
        differing=differing,
        differences=tuple(found),
    )


async def _find_copy(connection: Connection, schema: str, difference: Difference) -> EventRow | None:
    record = await connection.fetchrow(_COPY.format(schema=schema), int(difference.key))
    return EventRow(*record) if record is not None else None


def _is_same_event(live: EventRow | None, rebuilt: EventRow | None) -> bool:
    """Whether both are copies of the same event at different versions."""
    if live is None or rebuilt is None or live.version == rebuilt.version:
        return False
    try:
        return as_recorded(live) == as_recorded(rebuilt)
    except (NewerMessage, SchemaMismatch):
        return False


_COPY = f"""select {", ".join(EVENTS.columns)} from "{{schema}}".events where sequence = $1"""  # noqa: S608 - our own names

#: A sum of row hashes: the same for the same rows in any order, in one pass and without sorting.
_HASH = """
select count(*) as rows, coalesce(sum(hashtextextended(row::text, 0)::numeric), 0) as hash
from "{schema}".{table} as row
"""

_ROWS = """
select concat_ws(' ', {key}) as key, hashtextextended(row::text, 0) as hash
from "{schema}".{table} as row
order by concat_ws(' ', {key}) collate "C"
"""

#: a row's key and hash; None after the last
Keyed = tuple[str, int]


async def _read_rows(connection: Connection, schema: str, table: Table) -> AsyncIterator[Keyed]:
    """Yield each row's key and hash, ordered by key."""
    query = _ROWS.format(schema=schema, table=table.name, key=", ".join(table.key))
    async with connection.transaction():
        async for record in connection.cursor(query, prefetch=1000):
            yield record["key"], record["hash"]


async def _find_differences(live: AsyncIterator[Keyed], rebuilt: AsyncIterator[Keyed]) -> AsyncIterator[Difference]:
    """Merge two streams that are in the same order, and yield the rows that differ."""
    mine, other = await anext(live, None), await anext(rebuilt, None)
    while mine is not None or other is not None:
        if other is None or (mine is not None and _is_before(mine, other)):
            assert mine is not None  # noqa: S101 - one of both is there
            yield Difference(mine[0], "only_live")
            mine = await anext(live, None)
        elif mine is None or _is_before(other, mine):
            yield Difference(other[0], "only_rebuilt")
            other = await anext(rebuilt, None)
        else:
            if mine[1] != other[1]:
                yield Difference(mine[0], "differs")
            mine, other = await anext(live, None), await anext(rebuilt, None)


def _is_before(one: Keyed, another: Keyed) -> bool:
    """Whether one key precedes the other in the C collation, which orders by bytes."""
    return one[0].encode() < another[0].encode()
