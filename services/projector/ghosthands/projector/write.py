"""Writes a folded batch in one statement and one transaction, on the condition that the checkpoint has not moved.

This compare-and-set is the fence: if two projectors fold the same events, the second waits for the first's row lock,
finds the checkpoint moved and writes nothing. It also makes the additive tables exact: a batch is added once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import asyncpg

from ghosthands.domain import services
from ghosthands.domain.errors import Conflict
from ghosthands.messaging import fault
from ghosthands.projector import tables
from ghosthands.projector.folded import Folded
from ghosthands.projector.tables import Table
from ghosthands.readmodel.changes import CHANNEL
from ghosthands.readmodel.rows import ParkedRow, Row

Connection: TypeAlias = asyncpg.Connection


class Fenced(Conflict):
    """Another projector moved the checkpoint first; nothing of this batch was written."""


async def write(
    connection: Connection, folded: Folded, *, name: str, after: int, to: int, announce: bool = True
) -> None:
    """Store the batch and move the checkpoint `name` from `after` to `to`. Raises Fenced.

    `announce` notifies those that wait for one of these jobs.
    """
    await fault.point(services.PROJECTOR, fault.BEFORE_APPEND, *{event.type for event in folded.events})
    jobs = list(folded.views) if announce else []
    await _store(connection, folded.rows(), jobs, name=name, after=after, to=to)


async def park(connection: Connection, parked: ParkedRow, *, name: str, after: int, to: int) -> None:
    """Set the event aside, with the reason, and move the checkpoint to `to`. Raises Fenced."""
    await _store(connection, {tables.PARKED: [parked]}, [], name=name, after=after, to=to)


async def _store(
    connection: Connection, rows: Mapping[Table, Sequence[Row]], jobs: Sequence[str], *, name: str, after: int, to: int
) -> None:
    documents = [table.document(rows.get(table, ())) for table in tables.TABLES]
    if not await connection.fetchval(_STATEMENT, to, name, after, CHANNEL, jobs, *documents):
        raise Fenced(f"the checkpoint {name} is no longer at {after}: another projector is at work", delay=0.1)


def _build_statement() -> str:
    """Return the statement that moves the checkpoint and, only if that succeeds, writes every table and notifies.

    The other parts read the outcome of the checkpoint's update, so PostgreSQL carries that out first. Rows travel as
    one JSON document a table: parsing costs PostgreSQL about as much as arrays would, and this process a quarter.
    """
    if_moved = "where exists (select from moved)"
    parts = {
        "moved": "update checkpoints set sequence = $1 where name = $2 and sequence = $3 returning sequence",
        "told": f"select pg_notify($4, job_id) from unnest($5::text[]) as job_id {if_moved}",  # noqa: S608 - our names
    }
    for at, table in enumerate(tables.TABLES, start=6):
        source = f"json_populate_recordset(null::{table.name}, ${at}) {if_moved}"
        parts[f"wrote_{table.name}"] = table.insert(source)
    steps = ",\n".join(f"{name} as ({sql})" for name, sql in parts.items())
    # PostgreSQL carries out a select in a `with` only if the main query reads it
    return f"with {steps}\nselect (select count(*) from moved) + 0 * (select count(*) from told)"  # noqa: S608 - our names


_STATEMENT = _build_statement()
