"""Writing a folded batch: one transaction, opened by the compare-and-set of the checkpoint.

The compare-and-set is the fence: of two projectors folding the same events the second waits for the first's row lock,
finds the checkpoint moved and writes nothing at all. It also makes the additive tables exact: a batch is added once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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

_ADVANCE = "update checkpoints set sequence = $1 where name = $2 and sequence = $3"
_NOTIFY = "select pg_notify($1, job_id) from unnest($2::text[]) as job_id"


class Fenced(Conflict):
    """Another projector moved the checkpoint first; nothing of this batch was written."""


async def write(connection: Connection, folded: Folded, *, name: str, after: int, announce: bool = True) -> None:
    """Store the batch and move the checkpoint `name` from `after` to the batch's end. Raises Fenced.

    `announce` tells whoever waits for one of these jobs.
    """
    async with connection.transaction():
        await _advance(connection, name, after, folded.sequence)
        await _copy(connection, tables.EVENTS, folded.events)
        for table, rows in folded.upserts():
            await connection.execute(table.upsert, *tables.by_column(table, rows))
        if announce and folded.views:
            await connection.execute(_NOTIFY, CHANNEL, list(folded.views))
        await fault.point(services.PROJECTOR, fault.BEFORE_APPEND, *_types(folded))


async def park(connection: Connection, parked: Sequence[ParkedRow], *, name: str, after: int) -> None:
    """Set these events aside, with the reason, and move the checkpoint past them. Raises Fenced."""
    async with connection.transaction():
        await _advance(connection, name, after, parked[-1].sequence)
        await connection.execute(tables.PARKED.upsert, *tables.by_column(tables.PARKED, parked))


async def _advance(connection: Connection, name: str, after: int, to: int) -> None:
    if await connection.execute(_ADVANCE, to, name, after) != "UPDATE 1":
        raise Fenced(f"the checkpoint {name} is no longer at {after}: another projector is at work", delay=0.1)


async def _copy(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    await connection.copy_records_to_table(table.name, records=tables.records(rows), columns=table.columns)


def _types(folded: Folded) -> Iterable[str]:
    return {event.type for event in folded.events}
