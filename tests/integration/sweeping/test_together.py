"""A sweep among kills, other sweepers, retries and late writers is done once, whole, and told once."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ghosthands.domain import job, services
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.retention import Kept
from ghosthands.job_intake import sweep_lease
from ghosthands.job_intake.job_ends import JobEnds
from ghosthands.job_intake.sweep_lease import LeaseLost
from ghosthands.messaging import fault
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.log.sweep_log import SweepLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.vault.errors import NotInVault
from ghosthands.vault.jetstream import JetStreamStore

from .conftest import ADA, DAYS, TENANT, House, job_id

pytestmark = pytest.mark.integration


class Killed(BaseException):
    """As SIGKILL would: nothing of ours catches it."""


POINTS = ("swept-beside", "swept-requests", "condemned", "overwritten", "tell", "told")


@pytest.mark.parametrize("place", POINTS)
async def test_whoever_is_killed_is_gone_on_with_and_nothing_is_told_twice(place: str, house: House) -> None:
    vault = await house.vault(services.BROWSER_HOST)
    for number in range(2):
        await house.begin(job_id(number), page=await vault.put_page_model(b"page %d" % number), resume=b"cv")
        await house.end(job_id(number))
    house.ahead = timedelta(days=DAYS + 1)
    days = {"requests": DAYS, "page_models": DAYS, "resumes": DAYS}
    sweeper = await house.sweeper(**days)
    with house.monkeypatch.context() as killing:
        _kill_at(place, killing)
        with pytest.raises(Killed):
            await sweeper.sweep()
    assert not await (await house.sweeper(**days)).sweep()  # the lease of the killed one holds still
    house.ahead += sweep_lease.LAPSES + timedelta(seconds=1)
    assert await (await house.sweeper(**days)).sweep()
    assert (await house.objects(), await house.messages()) == (set(), 0)
    told = await house.told()
    assert {kind: len(names) for kind, names in told.items()} == {
        Kept.REQUESTS: 2,
        Kept.PAGE_MODELS: 2,
        Kept.RESUMES: 1,
    }
    assert all(len(names) == len(set(names)) for names in told.values())
    house.ahead += sweep_lease.EVERY
    assert await (await house.sweeper(**days)).sweep()
    assert await house.told() == told


def _kill_at(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def reach(_service: str, _point: str, name: str) -> None:
        if name == place:
            raise Killed

    async def before(*_: object) -> None:
        raise Killed

    tell = SweepLog.tell

    async def after(self: Any, *rest: Any) -> None:
        await tell(self, *rest)
        raise Killed

    match place:
        case "tell":
            monkeypatch.setattr(SweepLog, "tell", before)
        case "told":
            monkeypatch.setattr(SweepLog, "tell", after)
        case _:
            monkeypatch.setattr(fault, "point", reach)


async def test_of_two_sweepers_one_sweeps_and_who_was_stopped_past_its_lease_gives_up(house: House) -> None:
    vault = await house.vault(services.BROWSER_HOST)
    await vault.put_page_model(b"a page")
    house.ahead = timedelta(days=DAYS + 1)
    one, other = await house.sweeper(page_models=DAYS), await house.sweeper(page_models=DAYS)
    renew, overtaken = sweep_lease.SweepLease.renew, False

    async def be_overtaken(lease: Any) -> None:
        nonlocal overtaken
        if not overtaken:
            overtaken = True
            assert not await other.sweep()  # while the lease holds
            house.ahead += sweep_lease.LAPSES + timedelta(seconds=1)
            assert await other.sweep()
        await renew(lease)

    house.monkeypatch.setattr(sweep_lease.SweepLease, "renew", be_overtaken)
    with pytest.raises(LeaseLost):
        await one.sweep()
    assert await house.objects() == set()
    assert [len(names) for names in (await house.told()).values()] == [1]


async def test_who_looks_through_many_jobs_before_there_is_a_batch_keeps_its_turn(house: House) -> None:
    for number in range(4):
        await house.begin(job_id(number))
    house.ahead = timedelta(days=DAYS + 1)
    sweeper = await house.sweeper(requests=DAYS)
    shared = JetStreamStore(await house.bus(services.JOB_INTAKE), streams.GATEWAYS)
    close_for_good, looked_at = JobEnds.close_for_good, list[str]()

    async def take_long(jobs: JobEnds, each: str, *rest: Any) -> bool:
        looked_at.append(each)
        house.ahead += sweep_lease.LAPSES * 0.75
        assert await sweep_lease.take(shared, house.now, "another") is None
        return await close_for_good(jobs, each, *rest)

    house.monkeypatch.setattr(JobEnds, "close_for_good", take_long)
    assert await sweeper.sweep()
    assert len(looked_at) == 4


@pytest.mark.parametrize("moment", ["before it is told", "once the job was looked at"])
@pytest.mark.parametrize("kept", ["requests", "resumes"])
async def test_of_a_retry_and_a_sweep_in_one_moment_one_wins(kept: str, moment: str, house: House) -> None:
    """Either the job is tried anew and has all that it came with, or it is refused and that is gone."""
    await house.begin(job_id(1), resume=b"cv")
    await house.end(job_id(1))
    house.ahead = timedelta(days=DAYS + 1)
    mine = JetStreamEventLog(await house.bus(services.JOB_INTAKE))
    tried: list[bool] = []

    def decide(history: History) -> Any:
        return job.decide(job.RetryJob(house.now()), job_of(history))

    async def retry() -> None:
        if tried:
            return
        tried.append(False)
        cause = Cause(command_id="retry", tenant=TENANT, correlation=job_id(1))
        with suppress(CommandRejected):
            await mine.transact(subjects.job(job_id(1)), decide, cause=cause)
            tried[0] = True

    sweeper = await house.sweeper(**{kept: DAYS})
    load, tell = EventLog.load_readable, SweepLog.tell

    async def retry_after_loading(log: EventLog, aggregate: Aggregate) -> tuple[History, list[Stored]]:
        read = await load(log, aggregate)
        if log is not mine and aggregate == subjects.job(job_id(1)):
            await retry()
        return read

    async def retry_before_telling(log: SweepLog, *rest: Any) -> None:
        await retry()
        await tell(log, *rest)

    if moment == "before it is told":
        house.monkeypatch.setattr(SweepLog, "tell", retry_before_telling)
    else:
        house.monkeypatch.setattr(EventLog, "load_readable", retry_after_loading)
    assert await sweeper.sweep()
    vault = await house.vault()
    try:
        left = (await vault.get_applicant_data(ADA, job_id(1))).file("files.resume").data
    except NotInVault:
        left = b""
    assert (tried, left) in (([True], b"cv"), ([False], b""))


async def test_a_request_that_was_made_again_meanwhile_stays(house: House) -> None:
    """As a rejected one may be, which left its request behind."""
    await house.begin(job_id(1))
    await house.end(job_id(1))
    house.ahead = timedelta(days=DAYS + 1)
    vault, tell = await house.vault(), SweepLog.tell

    async def put_again(log: SweepLog, *rest: Any) -> None:
        await vault.put_request(ADA, job_id(1), {"target_url": "https://jobs.example.com/2"})
        await tell(log, *rest)

    house.monkeypatch.setattr(SweepLog, "tell", put_again)
    assert await (await house.sweeper(requests=DAYS)).sweep()
    assert (await vault.get_request(ADA, job_id(1)))["target_url"] == "https://jobs.example.com/2"


async def test_a_page_that_is_seen_again_meanwhile_stays(house: House) -> None:
    """As its browser host puts it again between the look at it and its end."""
    vault = await house.vault(services.BROWSER_HOST)
    seen = await vault.put_page_model(b"a page")
    house.ahead = timedelta(days=DAYS + 1)
    store = JetStreamStore(await house.bus(services.JOB_INTAKE))
    [kept] = [each async for each in store.each_object()]
    house.monkeypatch.setattr("ghosthands.vault.jetstream.utc_now", lambda: datetime.now(UTC) + timedelta(days=1))
    await vault.put_page_model(b"a page")
    assert await store.condemn(kept) is None
    assert await vault.get_page_model(seen) == b"a page"
