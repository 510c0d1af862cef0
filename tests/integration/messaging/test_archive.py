"""The log's beginning leaves the server for the archive, and nobody who reads or appends notices."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import Conflict, StreamUnavailable
from ghosthands.domain.job import JobCancelled, JobClaimed, JobRequested
from ghosthands.domain.message import Event
from ghosthands.domain.session import SessionLost
from ghosthands.messaging import fault
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.__main__ import read_days, word_holder
from ghosthands.messaging.archive.archiving import NotArchived
from ghosthands.messaging.archive.files import KEY_VARIABLE, VARIABLE, ArchiveFiles
from ghosthands.messaging.archive.key import ArchiveKey, ArchiveUnreadable
from ghosthands.messaging.archive.sealed import MANIFEST, Archive, find_files
from ghosthands.messaging.archive.segments import SUFFIX
from ghosthands.messaging.log import reading, whole
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import beginning, differences, permissions, server_lock, streams, turn
from ghosthands.messaging.server.connection import ROUND_TRIP
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.testkit.cluster import SIZE, Cluster

from .conftest import ACK_WAIT, Server
from .test_forged_trails import forge

pytestmark = [pytest.mark.integration, pytest.mark.slow]

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


@pytest.fixture
def archive(archive_named: str) -> Archive:
    return Archive(find_files(archive_named), ArchiveKey.generate())


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
        for consumer in streams.CONSUMERS:
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


async def test_a_log_that_lost_the_place_at_which_the_server_would_begin_is_archived_up_to_the_next(
    own_server: Server, archive: Archive
) -> None:
    async with user(own_server, permissions.MIGRATION) as bus:
        declared = (await bus.api(f"STREAM.INFO.{streams.EVENTS}"))["config"]
        await bus.api(f"STREAM.DELETE.{streams.EVENTS}")
        await bus.api(f"STREAM.CREATE.{streams.EVENTS}", {**declared, "deny_delete": False})
        await fill(own_server)
        await bus.api(f"STREAM.MSG.DELETE.{streams.EVENTS}", {"seq": HEARD + 1})
        await streams.migrate(bus, ack_wait=ACK_WAIT)
    before = await describe(own_server)
    await hear(own_server, HEARD)
    done = await archived(own_server, archive)
    assert await describe(own_server, archive) == before
    assert done.end == HEARD + 1


@in_either
async def test_what_everybody_has_heard_leaves_the_server_and_is_read_as_before(
    own_server: Server, archive: Archive
) -> None:
    await fill(own_server)
    before = await describe(own_server)
    await hear(own_server, HEARD)
    done = await archived(own_server, archive)
    assert (done.end, done.left, done.stayed) == (HEARD, HEARD, EVENTS - HEARD)
    async with user(own_server, permissions.MIGRATION) as bus:
        assert await first_of(bus) == HEARD + 1
        assert await differences.find(bus, ack_wait=ACK_WAIT) == []
        assert (await bus.api("STREAM.NAMES"))["streams"].count(turn.COPY) == 0
        with pytest.raises(StreamUnavailable, match="GHOSTHANDS_ARCHIVE and"):
            await JetStreamEventLog(bus).load(ENDED[0])
    assert await describe(own_server, archive) == before
    own_server.restart()
    assert await describe(own_server, archive) == before


@pytest.mark.faults
async def test_a_log_that_three_servers_hold_is_archived_and_held_by_three_again(
    tmp_path: Path, archive: Archive
) -> None:
    folder = tmp_path / "cluster"
    folder.mkdir()
    async with Cluster(folder).running() as cluster:
        await fill(cluster)
        before = await describe(cluster)
        await hear(cluster, HEARD)
        done = await archived(cluster, archive)
        assert (done.end, done.left, done.stayed) == (HEARD, HEARD, EVENTS - HEARD)
        async with user(cluster, permissions.MIGRATION) as bus:
            told = await cluster.look(streams.EVENTS, bus)
            assert (told["config"]["num_replicas"], told["state"]["first_seq"]) == (SIZE, HEARD + 1)
            assert turn.COPY not in (await bus.api("STREAM.NAMES"))["streams"]
            leader = await cluster.find_leader(streams.EVENTS, bus)
        assert await describe(cluster, archive) == before
        leader.kill()
        assert await describe(cluster, archive) == before


@in_either
async def test_a_job_that_ended_is_gone_on_with_and_one_that_is_open_too(own_server: Server, archive: Archive) -> None:
    async with gone_on(own_server, archive) as (bus, log, hosts):
        for number, job in enumerate((ENDED[0], OPEN[0])):
            before = await log.load(job)
            cold = await hosts.load(job)
            [decided] = await log.append_decision(before, [claimed()], cause=cause())
            assert decided.sequence == EVENTS + 1 + 2 * number
            with pytest.raises(Conflict):
                await log.append_decision(before, [claimed("another")], cause=cause())
            [seen] = await hosts.append_facts(cold, [SessionLost(session_id="s", reason="crashed")], cause=cause())
            after = await JetStreamEventLog(bus).load(job)
            assert after.recorded == (*before.recorded, decided, seen)
            assert await log.refresh(before) == after
            async with log.follow(job) as feed:
                assert tuple(await feed.next(5)) == after.recorded
        new = subjects.job("new")
        assert (await log.load(new)).recorded == ()
        await log.append_decision(await log.load(new), [claimed()], cause=cause())


async def test_what_one_service_says_of_where_a_job_begins_hides_nothing_that_left_the_server(
    own_server: Server, archive: Archive
) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    await archived(own_server, archive)
    async with user(own_server, services.EXECUTOR, archive) as bus, user(own_server, services.COOKBOOK) as liar:
        log = JetStreamEventLog(bus)
        before = [await log.load(job) for job in JOBS]
        for job in JOBS:
            await forge(liar, job, "0,0")
        after = [await log.load(job) for job in JOBS]
        assert [history.recorded[:-1] for history in after] == [history.recorded for history in before]
        [decided] = await log.append_decision(after[0], [claimed()], cause=cause())
        bus.archive = None
        with pytest.raises(ArchiveUnreadable):
            await log.load(ENDED[0])
        async with user(own_server, services.JOB_INTAKE, archive) as intake, user(own_server, services.EXECUTOR) as one:
            new = subjects.job("new")
            requested = JobRequested(at=decided.at, tenant="acme", applicant="a", task="t", site="s", posting="p")
            intakes, without = JetStreamEventLog(intake), JetStreamEventLog(one)
            await intakes.append_decision(await intakes.load(new), [requested], cause=cause())
            with pytest.raises(ArchiveUnreadable):
                await without.load(new)
            bus.archive = archive
            await log.append_decision(await log.load(new), [claimed()], cause=cause())
            assert len((await without.load(new)).recorded) == 2, "what two services say needs no look into the archive"


async def test_what_lies_on_both_sides_of_the_archives_end_is_found_without_a_search(
    own_server: Server, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with gone_on(own_server, archive) as (bus, log, hosts):
        for number in range(3):
            await log.append_decision(await log.load(ENDED[0]), [claimed(str(number))], cause=cause())
            lost = SessionLost(session_id=f"again {number}", reason="crashed")
            await hosts.append_facts(await hosts.load(ENDED[0]), [lost], cause=cause())
        before = await log.load(ENDED[0])
        monkeypatch.setattr(reading, "NEAR", 0)
        monkeypatch.setattr(reading, "CLOSE", 0)
        monkeypatch.setattr(reading, "_look_through", None)
        assert await JetStreamEventLog(bus).load(ENDED[0]) == before


@in_either
async def test_the_log_is_archived_again_and_again(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    before = await describe(own_server)
    for heard in (20, 20, 57, EVENTS):
        await hear(own_server, heard)
        done = await archived(own_server, archive)
        assert done.end == min(heard, EVENTS - 1)
        assert await describe(own_server, archive) == before


async def test_traces_that_nobody_wants_keep_nothing_from_leaving_again(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    async with user(own_server, services.EXECUTOR) as bus:
        log = JetStreamEventLog(bus)
        ended = JobCancelled(at=datetime.now(UTC))
        await log.append_facts(await log.load(OPEN[0]), [ended], cause=cause())
    for heard in (20, EVENTS):
        await hear(own_server, heard, but=f"{services.PROJECTOR}-{streams.TRACES}")
        assert (await archived(own_server, archive)).end == heard


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "1e12", "abc"])
def test_what_is_no_age_is_refused_in_words(text: str) -> None:
    with pytest.raises(NotArchived, match="a number of days from 0 to"):
        read_days(text)


async def test_a_durable_goes_on_after_what_it_had_heard(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, EVENTS)
    async with user(own_server, permissions.MIGRATION) as bus:
        watch = f"CONSUMER.INFO.{streams.EVENTS}.{services.EXECUTOR}-{streams.WATCH}"
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{services.EXECUTOR}-{streams.WATCH}", {"seq": HEARD + 1})
        await take(bus, archive)
        assert await first_of(bus) == HEARD + 1
        assert (await bus.api(watch))["num_pending"] == len(OPEN)
        assert (await bus.api(f"CONSUMER.INFO.{streams.EVENTS}.{services.PROJECTOR}"))["num_pending"] == 0


async def test_what_a_service_has_still_to_hear_stays(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, EVENTS)
    async with user(own_server, permissions.MIGRATION) as bus:
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{services.HITL_GATEWAY}", {"seq": 1})
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{services.PROJECTOR}", {"seq": 31})
        done = await take(bus, archive)
        assert (done.end, done.holders) == (30, (services.PROJECTOR,))
        [told] = [word_holder(name) for name in done.holders]
        assert told.startswith("projector has not heard what comes next")


async def test_who_keeps_all_from_leaving_is_named_and_nobody_where_it_is_merely_young(
    own_server: Server, archive: Archive
) -> None:
    await fill(own_server)
    await hear(own_server, EVENTS)
    async with user(own_server, permissions.MIGRATION) as bus:
        young = await archiving.archive(bus, archive, older_than=datetime.now(UTC) - timedelta(hours=1))
        assert (young.left, young.holders) == (0, ())
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{archiving.WATCH}", {"seq": 1})
        held = await take(bus, archive)
        assert (held.left, held.holders) == (0, (archiving.WATCH,))
        assert "has a job in hand" in word_holder(archiving.WATCH)


@in_either
async def test_nothing_is_archived_beside_a_segment_that_is_damaged(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, 20)
    await archived(own_server, archive)
    await hear(own_server, HEARD)
    damaged = sealed_in(archive)[0]
    change(archive, damaged, find_files(archive.where).read(damaged)[:-1] + b"?")
    async with user(own_server, permissions.MIGRATION) as bus:
        with pytest.raises(ArchiveUnreadable, match=f"{damaged} is not what was written: put back"):
            await take(bus, archive)
        assert await first_of(bus) == 21


@in_either
async def test_damage_is_told_also_where_nothing_is_to_leave(
    own_server: Server, archive: Archive, lose_file: Lose
) -> None:
    await fill(own_server)
    await hear(own_server, 20)
    await archived(own_server, archive)
    lose_file(find_files(archive.where), sealed_in(archive)[0])
    with pytest.raises(ArchiveUnreadable, match="is lost: put back"):
        await archived(own_server, archive)


async def test_what_was_written_in_batches_is_copied_too(own_server: Server, archive: Archive) -> None:
    async with user(own_server, services.EXECUTOR) as bus:
        log = JetStreamEventLog(bus)
        for job in JOBS:
            await log.append_decision(await log.load(job), [claimed("one"), claimed("two")], cause=cause())
    before = await describe(own_server)
    await hear(own_server, 6)
    assert (await archived(own_server, archive)).end == 6
    assert await describe(own_server, archive) == before


async def test_a_copy_that_is_not_what_the_log_is_replaces_nothing(
    own_server: Server, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(own_server)
    before = await describe(own_server)
    await hear(own_server, HEARD)
    read = turn.direct_get.each

    async def as_if_one_was_lost(bus: Bus, stream: str, on: str, **more: Any) -> AsyncIterator[Stored]:
        async for message in read(bus, stream, on, **more):
            if stream != turn.COPY or message.sequence != HEARD + 5:
                yield message

    monkeypatch.setattr(turn.direct_get, "each", as_if_one_was_lost)
    with pytest.raises(turn.TurnImpossible, match=f"at {HEARD + 5}: nothing was deleted"):
        await archived(own_server, archive)
    monkeypatch.undo()
    async with user(own_server, permissions.MIGRATION) as bus:
        assert await first_of(bus) == 1
        assert await differences.find(bus, ack_wait=ACK_WAIT) == []
    assert await describe(own_server) == before
    assert (await archived(own_server, archive)).end == HEARD


async def test_what_is_younger_than_wanted_stays(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, EVENTS)
    async with user(own_server, permissions.MIGRATION) as bus:
        place = await bus.at(streams.EVENTS, 41)
        assert place is not None
        assert place.stored_at is not None
        done = await archiving.archive(bus, archive, older_than=place.stored_at, ack_wait=ACK_WAIT)
        assert done.end == 40


async def test_nothing_leaves_while_a_service_runs(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    async with user(own_server, services.PLANNER) as planner, user(own_server, permissions.MIGRATION) as bus:
        asked = f"gh.js.CONSUMER.MSG.NEXT.{streams.COMMANDS}.{services.PLANNER}"
        inbox = planner.new_inbox()
        await planner.subscribe(inbox, lambda _: None)
        await planner.send(asked, b'{"batch": 1, "expires": 60000000000}', reply=inbox)
        await planner.request(ROUND_TRIP)
        with pytest.raises(NotArchived, match="planner runs"):
            await take(bus, archive)
        assert await first_of(bus) == 1


async def test_who_was_connected_all_the_while_ends_once_it_finds_nothing(
    own_server: Server, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    async with user(own_server, services.EXECUTOR, archive) as bus:
        log = JetStreamEventLog(bus)
        await log.load(OPEN[0])
        await archived(own_server, archive)
        monkeypatch.setattr(beginning, "FRESH_SECONDS", 0.0)
        with pytest.raises(StreamUnavailable, match="while this process was connected"):
            await log.load(subjects.job("nobody's"))
        await bus.wait_closed()


class Held:
    """One process of two that is held at a step of the turn, until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
        self.arrived, self.may_go_on = asyncio.Event(), asyncio.Event()
        self._step = step
        monkeypatch.setattr(turn.fault, "point", self._point)

    async def _point(self, service: str, when: str, what: str) -> None:
        if what == self._step and not self.arrived.is_set():
            self.arrived.set()
            await self.may_go_on.wait()


@pytest.fixture
async def turned(own_server: Server) -> Told:
    """What is to stay of a log whose turn was cut off as it had been closed."""
    await fill(own_server)
    told, _ = await describe(own_server)
    async with user(own_server, permissions.MIGRATION) as bus:
        await turn.begin(bus, HEARD + 1, {})
    return told[HEARD:]


async def read_hot(bus: Bus) -> Told:
    """What the server has of the log."""
    hot = turn.direct_get.each(bus, streams.EVENTS, subjects.ALL_EVENTS, after=0)
    found = [turn.bare(message) async for message in hot]
    return [(one.sequence, one.subject, dict(one.headers), one.data, one.stored_at) for one in found]


async def test_of_two_that_end_a_turn_the_second_waits_and_is_refused_after_a_while(
    own_server: Server, turned: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, "compared")
    monkeypatch.setattr(server_lock, "PATIENCE_SECONDS", 3 * server_lock.KEPT_SECONDS)
    async with user(own_server, permissions.MIGRATION) as one, user(own_server, permissions.MIGRATION) as other:
        first = asyncio.create_task(streams.migrate(one, ack_wait=ACK_WAIT))
        await held.arrived.wait()
        with pytest.raises(server_lock.Locked, match="another process"):
            await streams.migrate(other, ack_wait=ACK_WAIT)
        second = asyncio.create_task(streams.migrate(other, ack_wait=ACK_WAIT))
        held.may_go_on.set()
        await asyncio.gather(first, second)
        assert await read_hot(one) == turned


async def test_who_lost_the_lock_of_the_turn_deletes_nothing_any_more(
    own_server: Server, turned: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, "compared")
    async with user(own_server, permissions.MIGRATION) as one, user(own_server, permissions.MIGRATION) as other:
        first = asyncio.create_task(streams.migrate(one, ack_wait=ACK_WAIT))
        await held.arrived.wait()
        await other.api(f"CONSUMER.DELETE.{streams.DEAD}.{turn.NAME}")
        await streams.migrate(other, ack_wait=ACK_WAIT)
        held.may_go_on.set()
        with pytest.raises(server_lock.LockLost):
            await first
        assert await read_hot(other) == turned


async def test_who_lost_the_lock_leaves_it_to_whoever_has_it_now(own_server: Server) -> None:
    lock = (streams.DEAD, turn.NAME)
    async with (
        user(own_server, permissions.MIGRATION) as one,
        user(own_server, permissions.MIGRATION) as other,
        AsyncExitStack() as of_second,
    ):
        async with server_lock.hold(one, *lock):
            await other.api(f"CONSUMER.DELETE.{streams.DEAD}.{turn.NAME}")
            second = await of_second.enter_async_context(server_lock.hold(other, *lock))
        await second.require()


WRITING = ["archive:stored", "archive:segment", "archive:stored:2", "archive:segment:2", "archive:proven"]
TURNING = [f"turn:{step}" for step in turn.STEPS]


ARCHIVE_NOW, MIGRATE = "tests.integration.messaging.archive_now", "ghosthands.messaging.server.migrate"


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("archive_named", "steps", "ended_by"),
    [
        ("folder", [*WRITING, *TURNING], ARCHIVE_NOW),
        ("folder", [WRITING[1], *TURNING], MIGRATE),
        ("bucket", WRITING, ARCHIVE_NOW),
    ],
    indirect=["archive_named"],
    ids=["folder", "ended by migrate", "bucket"],
)
async def test_killed_at_any_step_no_event_is_lost_or_doubled(
    own_server: Server, archive: Archive, tmp_path: Path, steps: list[str], ended_by: str
) -> None:
    await fill(own_server)
    before = await describe(own_server)
    key = tmp_path / "key"
    key.write_text(archive.key.text())
    environment = {
        **os.environ,
        VARIABLE: archive.where,
        KEY_VARIABLE: str(key),
        "GHOSTHANDS_NATS_URL": own_server.url,
        "GHOSTHANDS_NATS_PASSWORD": own_server.passwords[permissions.MIGRATION],
        "GHOSTHANDS_ACK_WAIT_SECONDS": str(ACK_WAIT),
    }

    def run(module: str, **more: str) -> subprocess.CompletedProcess[str]:
        command, more = [sys.executable, "-m", module], environment | more
        return subprocess.run(command, env=more, capture_output=True, text=True, timeout=300, check=False)

    for number, step in enumerate(steps):
        await hear(own_server, 20 + 8 * number)
        name, point, *nth = step.split(":")
        plan = ":".join((name, fault.AFTER_EFFECT, point, *nth))
        dead = await asyncio.to_thread(run, ARCHIVE_NOW, GHOSTHANDS_FAULT=plan)
        assert dead.returncode == -signal.SIGKILL, (step, dead.stdout, dead.stderr)
        done = await asyncio.to_thread(run, ended_by)
        assert done.returncode == 0, (step, done.stderr)
        assert await describe(own_server, archive) == before, step
        async with user(own_server, permissions.MIGRATION) as bus:
            assert await differences.find(bus, ack_wait=ACK_WAIT) == []
            assert turn.COPY not in (await bus.api("STREAM.NAMES"))["streams"]
            pending = (await bus.api(f"CONSUMER.INFO.{streams.EVENTS}.{services.PROJECTOR}"))["num_pending"]
            assert pending == EVENTS - 20 - 8 * number


@in_either
async def test_an_archive_that_was_changed_or_is_anothers_is_refused(
    own_server: Server, archive: Archive, lose_file: Lose
) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    await archived(own_server, archive)
    files = find_files(archive.where)
    with pytest.raises(ArchiveUnreadable):
        await describe(own_server, Archive(files, ArchiveKey.generate()))
    [*_, last] = sealed_in(archive)
    whole_file = files.read(last)
    for changed in (whole_file[:-1], bytes([whole_file[0] ^ 1]) + whole_file[1:]):
        change(archive, last, changed)
        with pytest.raises(ArchiveUnreadable):
            await describe(own_server, Archive(files, archive.key))
    change(archive, last, whole_file)
    manifest = files.read(MANIFEST)
    change(archive, MANIFEST, manifest.replace(b'"messages":16', b'"messages":15', 1))
    with pytest.raises(ArchiveUnreadable, match="was changed"):
        await describe(own_server, Archive(files, archive.key))
    lose_file(files, MANIFEST)
    with pytest.raises(ArchiveUnreadable, match="ends at 0"):
        await describe(own_server, Archive(files, archive.key))
    with pytest.raises(ArchiveUnreadable, match=f"{MANIFEST} is lost: put back"):
        Archive(files, archive.key).check()
    change(archive, MANIFEST, manifest)
    lose_file(files, last)
    with pytest.raises(ArchiveUnreadable, match=f"{last} is lost: put back"):
        Archive(files, archive.key).check()
    with pytest.raises(ArchiveUnreadable, match=f"{last} is lost: put back"):
        await describe(own_server, Archive(files, archive.key))


@in_either
async def test_what_lies_in_the_archive_says_nothing_to_who_has_no_key(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    await archived(own_server, archive)
    files = find_files(archive.where)
    assert {MANIFEST, *sealed_in(archive)} == set(files.names())
    for name in files.names():
        said = files.read(name)
        assert not [word for word in (b"job-0", b"acme", b"JobClaimed", b"crashed") if word in said], name
