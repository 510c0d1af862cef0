"""Rebuilding: folds the log from zero into a shadow schema, then compares it with the live one or replaces that.

Projector may run meanwhile. A comparison uses one moment of the live tables. Replacing locks the checkpoint while it
folds the last events and renames two schemas; projector's transaction waits, and goes on in the new tables.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import msgspec

from ghosthands.domain.codes import ProjectionFault
from ghosthands.domain.errors import Permanent
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.projector import database, follow, migrations, shadow
from ghosthands.projector.compare import Comparison, compare
from ghosthands.projector.months import find_dropped_until
from ghosthands.projector.projection import CHECKPOINT
from ghosthands.projector.shadow import Progress, Shadow
from ghosthands.projector.write import Connection

_CHECKPOINT_OF_LIVE = f"select sequence from {migrations.LIVE}.checkpoints where name = $1"  # noqa: S608 - our own name


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a rebuild, in numbers."""

    #: the sequence of the last folded event
    sequence: int
    seconds: float
    #: whether the rebuilt tables are the live ones now
    replaced: bool
    #: empty unless compared
    tables: tuple[Comparison, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether no table differs."""
        return all(table.equal for table in self.tables)


class LogIncomplete(Permanent):
    """The log no longer holds everything the live tables were folded from."""


async def rebuild(bus: Bus, url: str, files: Path, *, only_compare: bool, progress: Progress) -> Report:
    """Fold from zero into a shadow schema; compare it, or put it in the live schema's place.

    Raises LogBehind, LogIncomplete, RebuildRuns, CannotMigrate, Transient, or one of `database.AWAY`.
    """
    started = time.monotonic()
    live = await database.open_schema(url, migrations.LIVE, files)
    try:
        async with shadow.shadowing(url, files, bus) as rebuilt:
            if only_compare:
                sequence, tables = await _compare_only(live, rebuilt, bus, progress)
            else:
                sequence, tables = await _replace(live, rebuilt, bus, progress), []
    finally:
        with suppress(*database.AWAY):
            await live.close(timeout=5)
    seconds = round(time.monotonic() - started, 3)
    return Report(sequence=sequence, seconds=seconds, replaced=not only_compare, tables=tuple(tables))


async def _compare_only(
    live: Connection, rebuilt: Shadow, bus: Bus, progress: Progress
) -> tuple[int, list[Comparison]]:
    """Compare the rebuilt tables with one moment of the live ones."""
    sequence = await _read_checkpoint(live)
    await follow.check_log(bus, sequence)
    await rebuilt.fold_to(sequence, progress)
    async with live.transaction(isolation="repeatable_read", readonly=True):
        sequence = await _read_checkpoint(live)
        await rebuilt.fold_to(sequence, progress)
        await rebuilt.leave_away(await find_dropped_until(live))
        return sequence, await compare(live, migrations.LIVE, rebuilt.connection, rebuilt.schema)


async def _replace(live: Connection, rebuilt: Shadow, bus: Bus, progress: Progress) -> int:
    """Replace the live tables by the rebuilt ones, at the live checkpoint, or at the log's end if that comes before."""
    await rebuilt.fold_to(await _read_target(live, bus), progress)
    async with live.transaction():
        await migrations.lock(live)  # first: who migrates waits for tables while holding it
        # from here on projector waits with its compare-and-set
        await live.execute("lock table checkpoints in access exclusive mode")
        sequence = await _read_target(live, bus)
        await rebuilt.fold_to(sequence, progress)
        await rebuilt.leave_away(await find_dropped_until(live))
        await _check_whole(live, rebuilt)
        old = f"gh_replaced_{live.get_server_pid()}"
        await live.execute(
            f'alter schema {migrations.LIVE} rename to "{old}";'
            f' alter schema "{rebuilt.schema}" rename to {migrations.LIVE}'
        )
    return sequence


async def _read_target(live: Connection, bus: Bus) -> int:
    info = await bus.api(f"STREAM.INFO.{streams.EVENTS}")
    return min(await _read_checkpoint(live), int(info["state"]["last_seq"]))


async def _read_checkpoint(live: Connection) -> int:
    return int(await live.fetchval(_CHECKPOINT_OF_LIVE, CHECKPOINT) or 0)


async def _check_whole(live: Connection, rebuilt: Shadow) -> None:
    """Refuse to replace the only copy of events that the log has lost since."""
    lost = await rebuilt.connection.fetch("select sequence, reason from parked_events where code = 'missing'")
    for record in lost:
        if await live.fetchval("select 1 from events where sequence = $1", record["sequence"]):
            raise LogIncomplete(
                f"{record['reason']}, but the live tables hold them: they were left as they are."
                " Restore the log from its backup first",
                code=ProjectionFault.LOG_INCOMPLETE,
            )
