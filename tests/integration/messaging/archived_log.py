"""A log of six jobs, half of them ended, whose beginning is archived: what tests of the archive begin with."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from ghosthands.domain import services
from ghosthands.domain.job import JobClaimed, JobRequested
from ghosthands.domain.message import Event
from ghosthands.domain.session import SessionLost
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.files import ArchiveFiles
from ghosthands.messaging.archive.sealed import Archive, find_files
from ghosthands.messaging.archive.segments import SUFFIX
from ghosthands.messaging.log import whole
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, permissions, streams, turn
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.testkit.cluster import Cluster

from .conftest import ACK_WAIT, Server

JOBS = [subjects.job(f"job-{number}") for number in range(6)]
ENDED, OPEN = JOBS[:3], JOBS[3:]
#: places the tests' log has, and the one up to which all was heard
EVENTS, HEARD = 120, 70
PLACES = 16

#: a test of both places in which an archive may lie
in_either = pytest.mark.parametrize("archive_named", ["folder", "bucket"], indirect=True)

Told = list[tuple[int, str, dict[str, str], bytes, datetime | None]]
Lose = Callable[[ArchiveFiles, str], None]


@asynccontextmanager
async def user(server: Server | Cluster, name: str, archive: Archive | None = None) -> AsyncIterator[Bus]:
    bus = await server.connect(name)
    bus.archive = archive
    try:
        yield bus
    finally:
        await bus.close()


def sealed_in(archive: Archive) -> list[str]:
    """The names of its segments' files, in their order."""
    return sorted(name for name in find_files(archive.where).names() if name.endswith(SUFFIX))


def change(archive: Archive, name: str, changed: bytes) -> None:
    """Have one of its files hold something else, whoever did that."""
    find_files(archive.where).write(name, changed)


def cause() -> Cause:
    return Cause(command_id=str(uuid.uuid4()), tenant="acme", correlation="c")


def claimed(worker: str = "w") -> JobClaimed:
    return JobClaimed(at=datetime(2026, 1, 1, tzinfo=UTC), worker=worker)


async def fill(server: Server | Cluster) -> None:
    """Jobs side by side, the first three of them early, the others from half-way on; written by three services."""
    async with (
        user(server, services.JOB_INTAKE) as intake,
        user(server, services.EXECUTOR) as executor,
        user(server, services.BROWSER_HOST) as host,
    ):
        logs = [JetStreamEventLog(bus) for bus in (intake, executor, host)]
        now = datetime.now(UTC)
        for number in range(EVENTS):
            job = (ENDED if number < HEARD else OPEN)[number % 3]
            events: list[Event] = [
                JobRequested(at=now, tenant="acme", applicant="a", task="t", site="s", posting="p"),
                claimed(f"w{number}"),
                SessionLost(session_id=f"s{number}", reason="crashed"),
            ]
            kind = 0 if number in (0, 1, 2, HEARD, HEARD + 1, HEARD + 2) else 1 + number // 3 % 2
            await logs[kind].append_facts(await logs[kind].load(job), [events[kind]], cause=cause())


async def hear(server: Server | Cluster, up_to: int, *, but: str = "") -> None:
    """Have every durable, but for one, acknowledge what there is up to that place."""
    async with user(server, permissions.MIGRATION) as bus:
        for consumer in consumers.CONSUMERS:
            if consumer.stream == streams.EVENTS and consumer.name != but:
                await bus.api(f"CONSUMER.RESET.{consumer.stream}.{consumer.name}", {"seq": up_to + 1})


async def read_whole(bus: Bus) -> Told:
    found = [turn.bare(message) async for message in whole.each(bus)]
    return [(one.sequence, one.subject, dict(one.headers), one.data, one.stored_at) for one in found]


async def describe(server: Server | Cluster, archive: Archive | None = None) -> tuple[Told, list[History]]:
    """The log message by message, and each job's history."""
    async with user(server, services.EXECUTOR, archive) as bus:
        log = JetStreamEventLog(bus)
        return await read_whole(bus), [await log.load(job) for job in JOBS]


async def take(bus: Bus, archive: Archive) -> archiving.LogArchived:
    soon = datetime.now(UTC) + timedelta(hours=1)
    return await archiving.archive(bus, archive, older_than=soon, ack_wait=ACK_WAIT, segment_places=PLACES)


async def archived(server: Server | Cluster, archive: Archive) -> archiving.LogArchived:
    async with user(server, permissions.MIGRATION) as bus:
        return await take(bus, archive)


@asynccontextmanager
async def gone_on(server: Server, archive: Archive) -> AsyncIterator[tuple[Bus, JetStreamEventLog, JetStreamEventLog]]:
    """Executor's bus and log, and browser-host's log, over one whose beginning was archived."""
    await fill(server)
    await hear(server, HEARD)
    await archived(server, archive)
    async with (
        user(server, services.EXECUTOR, archive) as bus,
        user(server, services.BROWSER_HOST, archive) as hosts,
    ):
        yield bus, JetStreamEventLog(bus), JetStreamEventLog(hosts)


async def first_of(bus: Bus) -> int:
    return int((await bus.api(f"STREAM.INFO.{streams.EVENTS}"))["state"]["first_seq"])
