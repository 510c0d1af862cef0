"""The retry table on three servers: they answer repeats differently, and lose their leader."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest
from nats.aio.msg import Msg

from ghosthands.contract.request import parse
from ghosthands.domain import ids, services
from ghosthands.domain.errors import Conflict, StreamUnavailable
from ghosthands.domain.job import JobClaimed
from ghosthands.domain.session import SessionLost
from ghosthands.job_intake.intake import Intake
from ghosthands.job_intake.resume import Fetcher
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.testkit.cluster import Cluster
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

pytestmark = [pytest.mark.faults, pytest.mark.timeout(400)]

REQUEST = {
    "valet_task_id": "task-1",
    "target_url": "https://93.184.215.14/acme/jobs/1001",
    "profile": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"},
    "engine_version": 2,
}


@pytest.fixture(scope="module")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    async with Cluster(tmp_path_factory.mktemp("cluster")).running() as running:
        yield running


@pytest.fixture(scope="module")
async def admin(cluster: Cluster) -> AsyncIterator[Bus]:
    bus = await cluster.connect(permissions.MIGRATION)
    yield bus
    await bus.close()


@pytest.fixture
async def log(cluster: Cluster, admin: Bus) -> AsyncIterator[JetStreamEventLog]:
    bus = await cluster.connect(services.EXECUTOR)
    yield JetStreamEventLog(bus)
    await bus.close()


def lose_answers(bus: Bus, count: int) -> None:
    """Lose the next answers to publishes that stored something."""
    request, left = bus.request, count

    async def lossy(subject: str, *args: Any, **options: Any) -> Msg:
        nonlocal left
        answer = await request(subject, *args, **options)
        if left and subject.startswith("gh.evt.") and answer.data:
            left -= 1
            raise StreamUnavailable("the answer was lost")
        return answer

    bus.request = lossy  # type: ignore[method-assign]


@pytest.mark.parametrize("count", [1, 3])
async def test_an_append_whose_answer_was_lost_is_stored_once(
    log: JetStreamEventLog, job: subjects.Aggregate, cause: Cause, claimed: JobClaimed, count: int
) -> None:
    lose_answers(log._bus, 2)
    appended = await log.append_decision(await log.load(job), [claimed] * count, cause=cause)
    assert len(appended) == count
    assert list((await log.refresh(History(job))).recorded) == appended


async def test_of_eight_writers_racing_one_wins(
    log: JetStreamEventLog, job: subjects.Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    async def append(number: int) -> bool:
        try:
            await log.append_decision(History(job), [claimed], cause=cause.at_stage(number))
        except Conflict:
            return False
        return True

    assert sum(await asyncio.gather(*map(append, range(8)))) == 1
    assert len((await log.refresh(History(job))).recorded) == 1


async def test_nothing_is_lost_or_stored_twice_when_the_leader_is_killed(
    cluster: Cluster, admin: Bus, log: JetStreamEventLog, lost: SessionLost, claimed: JobClaimed
) -> None:
    stop = asyncio.Event()
    done: dict[subjects.Aggregate, int] = {}

    async def write(number: int) -> None:
        job = subjects.job(str(uuid.uuid4()))
        cause = Cause(command_id=job.id, tenant="acme", correlation=job.id)
        done[job] = 0
        while not stop.is_set():
            count = 1 if done[job] % 5 else 3
            events = [JobClaimed(at=claimed.at, worker=f"{done[job]}.{place}") for place in range(count)]
            history = await log.transact(job, lambda history, events=events: events, cause=cause)
            done[job] = len(history.recorded)

    writers = [asyncio.create_task(write(number)) for number in range(8)]
    for _ in range(3):
        await until(lambda: all(done.values()) and len(done) == len(writers))
        node = await cluster.find_leader(streams.EVENTS, admin)
        node.kill()
        before = dict(done)
        await until(lambda before=before: all(done[job] > count for job, count in before.items()))
        node.start()
    stop.set()
    await asyncio.gather(*writers)
    for job, count in done.items():
        recorded = (await log.refresh(History(job))).recorded
        assert len(recorded) == len({one.id for one in recorded}) == count


async def count_messages(admin: Bus, stream: str) -> int:
    return int((await admin.api(f"STREAM.INFO.{stream}"))["state"]["messages"])


async def until(holds: Any) -> None:
    async with asyncio.timeout(120):
        while not holds():  # noqa: ASYNC110 - what the writers have done is announced by nobody
            await asyncio.sleep(0.05)


async def test_who_reads_what_it_just_appended_finds_it_whichever_replica_answers(
    log: JetStreamEventLog, cause: Cause, claimed: JobClaimed
) -> None:
    for number in range(200):
        job = subjects.job(str(uuid.uuid4()))
        appended = await log.append_decision(History(job), [claimed], cause=cause.at_stage(number))
        assert list((await log.load(job)).recorded) == appended


async def test_every_accepted_job_is_woken_whichever_replica_answers(cluster: Cluster, admin: Bus) -> None:
    bus = await cluster.connect(services.JOB_INTAKE)
    vault = Vault(MemoryStore(), MasterKeys.generate())
    intake = Intake(JetStreamEventLog(bus), Commands(bus), Outbox(bus), bus, vault, Fetcher(None, ()))
    before, jobs = await count_messages(admin, streams.COMMANDS), 100
    for number in range(jobs):
        wanted = {**REQUEST, "idempotency_key": str(number), "valet_user_id": str(uuid.uuid4())}
        await intake.accept(parse(wanted, size=1), ids.job_id("valet", str(number)))
    assert await count_messages(admin, streams.COMMANDS) - before == jobs
    await bus.close()
