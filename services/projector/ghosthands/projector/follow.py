"""The follower of the log: it connects, finds the checkpoint, folds from there, and starts over when anything breaks.

A broken round leaves nothing behind, because everything it held is in the database: the follower closes the
connection and makes the consumer anew from the checkpoint. While rounds keep breaking, it waits longer before each.

One projector folds at a time, the one whose connection holds the database's lock; any other stands by, connected and
migrated, and touches neither the log's consumer nor the tables. PostgreSQL releases the lock when its holder's
connection ends, however it ends, and then the next projector goes on from the checkpoint.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import asyncpg

from ghosthands.chassis import logging
from ghosthands.chassis.backoff import delays
from ghosthands.chassis.health import Readiness
from ghosthands.domain.codes import ProjectionFault
from ghosthands.domain.errors import Permanent, Transient
from ghosthands.messaging.log import whole
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.work.batch_puller import BatchPuller
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.projector import database, handlers
from ghosthands.projector.months import EventMonths
from ghosthands.projector.old_copies import OldCopies
from ghosthands.projector.projection import Projection
from ghosthands.projector.write import Connection

#: Seconds a connection may take to close.
CLOSE_SECONDS = 5.0
#: Seconds between two tries of a standby projector to take the lock.
STANDBY_SECONDS = 0.25

#: Seconds until a round ends and the next one begins.
ROUND_SECONDS = 24 * 3600.0

#: The advisory lock of the projector that folds.
_LOCK = 0x6768_666F_6C00

log = logging.get(__name__)


class LogBehind(Permanent):
    """The log ends before the checkpoint: these tables were not folded from this log."""


class Follower:
    """Keeps the live tables in step with the log; `connect` opens the schema, migrated."""

    def __init__(
        self,
        bus: Bus,
        connect: Callable[[], Awaitable[Connection]],
        readiness: Readiness,
        old_copies: OldCopies | None = None,
    ) -> None:
        self._bus = bus
        self._old_copies = old_copies
        self._connect = connect
        self._readiness = readiness
        self._connection: Connection | None = None
        #: whether PostgreSQL refused the last write, for example because its disk is full
        self._is_refused = False
        self._waits = delays()
        self._stopping = asyncio.Event()

    async def is_writing(self) -> bool:
        """Whether the database is there and accepts writes, for `/readyz`."""
        return not self._is_refused and self._connection is not None and not self._connection.is_closed()

    async def run(self) -> None:
        """Follow the stream until `stop`.

        It also waits for what only a person can fix (another log, a missing right): `/readyz` names the fault, and a
        log line the remedy.
        """
        while not self._stopping.is_set():
            try:
                await self._run_once()
            except Permanent as error:
                log.error("projection_impossible", code=error.code, mend=str(error))
                with self._readiness.waiting(error.code):
                    await self._pause()
            except (Transient, *database.AWAY) as error:
                log.warning("projection_interrupted", mend=_advise(error), exc_info=error)
                await self._pause()

    def stop(self) -> None:
        """End `run` after the batch in hand."""
        self._stopping.set()

    async def _pause(self) -> None:
        await _wait_for_first(self._stopping, seconds=next(self._waits))

    async def _run_once(self) -> None:
        """Follow from the checkpoint until `stop`, or for a day; expired copies are dropped between two rounds.

        Raises Transient, Permanent or one of AWAY when anything breaks.
        """
        self._connection = connection = await self._connect()
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            await self._wait_until_alone(connection)
            if not self._stopping.is_set():
                await self._keep_months(connection)
                await self._follow(Projection(connection, log=JetStreamEventLog(self._bus)), lost)
        finally:
            with suppress(*database.AWAY):
                await connection.close(timeout=CLOSE_SECONDS)

    async def _wait_until_alone(self, connection: Connection) -> None:
        """Stand by while another projector folds into this database."""
        while not (self._stopping.is_set() or await connection.fetchval("select pg_try_advisory_lock($1)", _LOCK)):
            await _wait_for_first(self._stopping, seconds=STANDBY_SECONDS)

    async def _keep_months(self, connection: Connection) -> None:
        """Make the partitions of the coming months, and drop those whose retention has ended."""
        months = EventMonths(connection)
        await months.make_ahead()
        if self._old_copies is not None:
            await self._old_copies.drop(months)

    async def _follow(self, projection: Projection, lost: asyncio.Event) -> None:
        checkpoint = await projection.resume()
        last = await check_log(self._bus, checkpoint)
        await take_up_parked(self._bus, projection)
        log.info("projection_resumed", checkpoint=checkpoint)
        await handlers.fold_archived(self._bus, projection, up_to=last)

        given_up = asyncio.Event()

        async def on_batch(batch: Sequence[Delivery]) -> None:
            try:
                await handlers.on_events(batch, projection)
            except database.AWAY:  # the batch comes again, until it is written
                self._is_refused = True
                raise
            self._is_refused = False
            self._waits = delays()
            if projection.wants_to_take_up:
                given_up.set()

        puller = BatchPuller(self._bus, consumers.PROJECTION, on_batch, after=projection.checkpoint)
        pulling = asyncio.create_task(puller.run())
        try:
            await _wait_for_first(self._stopping, lost, given_up, task=pulling, seconds=ROUND_SECONDS)
        finally:
            await puller.stop()
            await pulling
        if lost.is_set():
            raise Transient("the connection to PostgreSQL was lost")


def _advise(error: Exception) -> str:
    if isinstance(error, asyncpg.DiskFullError):
        return "free space on the disk of PostgreSQL; it goes on by itself then"
    if isinstance(error, database.AWAY):
        return "see that PostgreSQL runs, and that GHOSTHANDS_DATABASE_URL names it and a user it lets in"
    return str(error)


async def _wait_for_first(
    *events: asyncio.Event, task: asyncio.Task[None] | None = None, seconds: float | None = None
) -> None:
    """Return once one of the events is set, the task is done or the time is over."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait([*waiting, *([task] if task else [])], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()


async def take_up_parked(bus: Bus, projection: Projection) -> None:
    """Fold what was parked as a newer release's, as far as this release can read it. Raises Transient, Fenced."""
    parked = await projection.list_parked()
    if not parked:
        return
    stored = [await whole.at(bus, sequence) for sequence in parked]
    entries = [handlers.read(one) for one in stored if one]
    taken = await projection.take_up(entries)
    log.info("parked_events_taken_up", taken=taken, left=len(parked) - taken)


async def check_log(bus: Bus, checkpoint: int) -> int:
    """Return the log's last sequence. Raises LogBehind where the checkpoint is beyond it."""
    info = await bus.api(f"STREAM.INFO.{streams.EVENTS}")
    last = int(info["state"]["last_seq"])
    if last < checkpoint:
        raise LogBehind(
            f"the tables tell of event {checkpoint}, the log ends at {last}: it is another log, or it lost its end."
            " Point GHOSTHANDS_NATS_URL at the right one, or fold this one anew: ghosthands rebuild",
            code=ProjectionFault.LOG_BEHIND,
        )
    return last
