"""A shadow schema: the log folded again from zero, beside the live tables and without touching them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path

from ghosthands.domain.codes import ProjectionFault
from ghosthands.domain.errors import Permanent
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.work.batch_puller import BatchPuller
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.projector import database, handlers
from ghosthands.projector.months import EventMonths
from ghosthands.projector.projection import Projection
from ghosthands.projector.write import Connection

PREFIX = "gh_shadow_"

#: Events folded and written at once: more than live, as nobody waits for the first of them. What costs the same for
#: few as for many, such as looking for a job that is new, comes the more seldom.
CHUNK = 2000

#: The advisory lock of all rebuilds of a database.
_LOCK = 0x6768_7368_6100

#: called with (folded, wanted), both sequences of the log, after every batch
Progress = Callable[[int, int], None]


class RebuildRuns(Permanent):
    """Another rebuild of the tables is running."""


class Shadow:
    """A shadow schema and the connection that writes it."""

    def __init__(self, schema: str, connection: Connection, bus: Bus) -> None:
        self.schema = schema
        self.connection = connection
        self._bus = bus
        self._months = EventMonths(connection)
        self._projection = Projection(connection, log=JetStreamEventLog(bus), announce=False, chunk=CHUNK)

    async def fold_to(self, sequence: int, progress: Progress) -> None:
        """Fold the log up to and including that sequence, which it must have reached. Raises Transient, AWAY errors."""
        checkpoint = await self._projection.resume()
        if checkpoint >= sequence:
            return

        def on_archived() -> None:
            progress(self._projection.checkpoint, sequence)

        await handlers.fold_archived(self._bus, self._projection, up_to=sequence, folded=on_archived)
        if self._projection.checkpoint >= sequence:
            return

        async def on_batch(batch: Sequence[Delivery]) -> None:
            wanted = [delivery for delivery in batch if delivery.sequence <= sequence]
            with handlers.pause_collecting():
                await self._projection.apply(handlers.entries(wanted, self._projection.checkpoint))
            progress(self._projection.checkpoint, sequence)
            if batch[-1].sequence >= sequence:
                await puller.stop()

        after = self._projection.checkpoint
        puller = BatchPuller(self._bus, consumers.REBUILD, on_batch, after=after, batch=handlers.BATCH)
        await puller.run()

    async def leave_away(self, until: datetime | None) -> None:
        """Drop the copied events that the live tables have dropped; nothing where they have all."""
        if until is not None:
            await self._months.drop_old(until)


@asynccontextmanager
async def shadowing(url: str, files: Path, bus: Bus) -> AsyncIterator[Shadow]:
    """Open a new, empty shadow schema for the block, and drop it and older leftovers at the end.

    To keep the schema, rename it within the block.
    """
    admin = await database.open_as_writer(url)
    try:
        await _assert_only_one(admin)
        await drop_all(admin)
        schema = f"{PREFIX}{admin.get_server_pid()}"
        connection = await database.open_schema(url, schema, files)
        try:
            # a crash loses only a shadow, which would be folded again anyway
            await connection.execute("set synchronous_commit = off")
            yield Shadow(schema, connection, bus)
        finally:
            with suppress(*database.AWAY):
                await connection.close(timeout=5)
            await drop_all(admin)
    finally:
        with suppress(*database.AWAY):
            await admin.close(timeout=5)


async def _assert_only_one(connection: Connection) -> None:
    """Hold the rebuild's lock until the connection closes. Raises RebuildRuns."""
    if not await connection.fetchval("select pg_try_advisory_lock($1)", _LOCK):
        raise RebuildRuns(
            "another rebuild is at work on this database: wait for it to end", code=ProjectionFault.REBUILD_RUNS
        )


async def drop_all(connection: Connection) -> None:
    """Drop every shadow and every replaced schema."""
    for schema in await _find_leftovers(connection):
        await connection.execute(f'drop schema if exists "{schema}" cascade')


async def _find_leftovers(connection: Connection) -> list[str]:
    found = await connection.fetch(
        "select nspname from pg_namespace where nspname ~ '^gh_(shadow|replaced)_[0-9]+$' order by nspname"
    )
    return [record["nspname"] for record in found]
