"""What is kept no longer is taken away on a real server, by a clock that is set: told, whole, once, one at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ghosthands.chassis.keeping import Keeping
from ghosthands.domain import ids, job, services
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.retention import Kept, Swept
from ghosthands.domain.session import PageObserved
from ghosthands.job_intake import sweep_lease
from ghosthands.job_intake.job_ends import JobEnds
from ghosthands.job_intake.sweep_lease import LeaseLost
from ghosthands.job_intake.sweeping import RetentionSweeper
from ghosthands.messaging import fault
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.log.sweep_log import SweepLog
from ghosthands.messaging.server import direct_get, migrating, permissions, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing, Stored, connect
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.stack import passwords, ports
from ghosthands.stack.nats import NatsServer
from ghosthands.stack.processes import BackOff
from ghosthands.stack.state import StateDir
from ghosthands.testkit import unreadable
from ghosthands.testkit.story import form, requested
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import NotInVault
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import DEAD_LETTER_LIFE, Vault

pytestmark = pytest.mark.integration

TENANT = "valet"
ADA = Applicant(TENANT, ids.applicant_id(TENANT, "ada"))
DAYS = 10


class Killed(BaseException):
    """As SIGKILL would: nothing of ours catches it."""


class House:
    """A server, the services that write to it, and the moment it is for the sweeper."""

    def __init__(self, server: NatsServer, secrets: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._server, self._secrets = server, secrets
        self.monkeypatch = monkeypatch
        self.ahead = timedelta()
        self.masters = MasterKeys.generate()
        self.buses: dict[str, Bus] = {}

    async def bus(self, user: str) -> Bus:
        if user not in self.buses:
            self.buses[user] = await connect(self._server.url, user=user, password=self._secrets[user], timeout=30)
        return self.buses[user]

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    async def vault(self, service: str = services.JOB_INTAKE) -> Vault:
        return Vault(JetStreamStore(await self.bus(service)), self.masters)

    async def sweeper(self, **days: int) -> RetentionSweeper:
        """One that keeps each kind for so many days."""
        for kind in Kept:
            kept_days = days.get(kind.replace("-", "_"), 30 if kind is Kept.DEAD_LETTERS else 0)
            self.monkeypatch.setenv(f"GHOSTHANDS_KEEP_{kind.replace('-', '_').upper()}_DAYS", str(kept_days))
        bus = await self.bus(services.JOB_INTAKE)
        store, shared = JetStreamStore(bus), JetStreamStore(bus, streams.GATEWAYS)
        log = JetStreamEventLog(bus)
        return RetentionSweeper(bus, log, await self.vault(), store, shared, Keeping(), self.now)

    async def write(self, service: str, job_id: str, *events: Any) -> None:
        log = JetStreamEventLog(await self.bus(service))
        for event in events:
            history = await log.load(subjects.job(job_id))
            cause = Cause(command_id=ids.derived(job_id, str(history.last_sequence)), tenant=TENANT, correlation=job_id)
            await log.append_facts(history, [event], cause=cause)

    async def begin(self, job_id: str, *, page: str = "", resume: bytes = b"", picture: bytes = b"") -> None:
        """A job of Ada's, with what it keeps."""
        vault = await self.vault()
        await vault.put_request(ADA, job_id, {"target_url": "https://jobs.example.com/1", "profile": {}})
        await vault.put_answer(ADA, job_id, "a" * 16, "yes")
        await vault.put_draft(ADA, job_id, "b" * 16, "a draft")
        if resume:
            await vault.put_job_file(ADA, job_id, "resume", resume, name="cv.pdf", media_type="application/pdf")
        now = datetime.now(UTC)
        await self.write(services.JOB_INTAKE, job_id, requested(at=now, tenant=TENANT, applicant=ADA.id))
        if page:
            seen = PageObserved(cause="c", page=form(model_ref=page), session_id="s", took_ms=1)
            await self.write(services.BROWSER_HOST, job_id, seen)

    async def end(self, job_id: str) -> None:
        await self.write(services.EXECUTOR, job_id, job.JobCancelled(at=datetime.now(UTC)))

    async def told(self) -> dict[Kept, list[str]]:
        """All that the log says was taken away; each as often as it says so."""
        log, found = JetStreamEventLog(await self.bus(services.JOB_INTAKE)), dict[Kept, list[str]]()
        named = subjects.events_named("Swept", kind=Kind.RETENTION)
        async for stored in direct_get.each(await self.bus(services.JOB_INTAKE), streams.EVENTS, named):
            recorded = log.find_event(stored)
            assert recorded is not None
            assert isinstance(recorded.event, Swept)
            found.setdefault(recorded.event.kept, []).extend(recorded.event.references)
        return found

    async def objects(self) -> set[str]:
        """Every object that can be had."""
        store = JetStreamStore(await self.bus(services.JOB_INTAKE))
        return {kept.name async for kept in store.each_object() if await store.get_object(kept.name) is not None}

    async def messages(self) -> int:
        """How many messages the bucket of objects holds."""
        info = await (await self.bus(services.JOB_INTAKE)).api(f"STREAM.INFO.OBJ_{streams.ARTIFACTS}")
        return int(info["state"]["messages"])


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    state = StateDir(tmp_path / "nats")
    state.prepare()
    secrets = passwords.load_or_make(state, permissions.USERS, {})
    (port,) = ports.free_ports(1)
    server = NatsServer(state, secrets, port=port)
    process = server.process(BackOff(), lambda: None)
    await process.start(90)
    house = House(server, secrets.nats_passwords, monkeypatch)
    await migrating.migrate(await house.bus(permissions.MIGRATION))
    keyring = (await house.vault()).keyring
    await keyring.ensure_common()
    await keyring.ensure(ADA)
    yield house
    for bus in house.buses.values():
        await bus.close()
    await process.stop(20)


def job_id(number: int) -> str:
    return ids.job_id(TENANT, f"key-{number}")


async def test_page_models_and_pictures_go_once_their_time_is_over_but_not_what_a_job_needs(house: House) -> None:
    vault = await house.vault(services.BROWSER_HOST)
    old, needed = await vault.put_page_model(b"old"), await vault.put_page_model(b"needed")
    picture = await vault.seal_screenshot(ADA, b"png")
    await house.begin(job_id(1), page=old)
    await house.begin(job_id(2), page=needed)
    await house.end(job_id(1))
    house.ahead = timedelta(days=DAYS - 1)
    assert await (await house.sweeper(page_models=DAYS, screenshots=DAYS)).sweep()
    assert await house.told() == {}
    house.ahead = timedelta(days=DAYS + 1)
    assert await (await house.sweeper(page_models=DAYS, screenshots=DAYS)).sweep()
    assert await house.objects() == {f"page-models/{needed}"}
    assert await house.told() == {
        Kept.PAGE_MODELS: [f"page-models/{old}"],
        Kept.SCREENSHOTS: [f"{ADA.id}/screenshots/{picture}"],
    }
    assert await house.messages() == 2  # of what is left: a chunk, and what tells of it
    assert await vault.find_page(old) is None
    assert await vault.put_page_model(b"old") == old  # and it can be seen again
    assert await vault.get_page_model(old) == b"old"


async def test_what_has_no_time_is_kept_for_ever(house: House) -> None:
    vault = await house.vault(services.BROWSER_HOST)
    await vault.put_page_model(b"a page")
    await house.begin(job_id(1), resume=b"cv")
    await house.end(job_id(1))
    before = await house.objects()
    house.ahead = timedelta(days=30_000)
    assert await (await house.sweeper()).sweep()
    assert (await house.objects(), await house.told()) == (before, {})


async def test_requests_go_with_answers_and_drafts_and_resumes_with_their_last_job(house: House) -> None:
    vault = await house.vault()
    for number in (1, 2):
        await house.begin(job_id(number), resume=b"the same cv")
    await house.begin(job_id(3), resume=b"an old cv")
    for number in (1, 3):
        await house.end(job_id(number))
    house.ahead = timedelta(days=DAYS + 1)
    await (await house.sweeper(requests=DAYS, resumes=DAYS)).sweep()
    gone = sorted([job_id(1), job_id(3)])
    assert (await house.told())[Kept.REQUESTS] == gone
    assert len((await house.told())[Kept.RESUMES]) == 1
    store = JetStreamStore(await house.bus(services.JOB_INTAKE))
    for number in (1, 3):
        with pytest.raises(NotInVault):
            await vault.get_request(ADA, job_id(number))
        left = [key for key, _ in await store.list(f"val/{ADA.id}") if job_id(number) in key]
        assert left == []
    assert (await vault.get_applicant_data(ADA, job_id(2))).file("files.resume").data == b"the same cv"


async def test_a_job_whose_resume_went_keeps_its_request_for_as_long_after_its_end_as_requests_are(
    house: House,
) -> None:
    vault = await house.vault()
    await house.begin(job_id(1), resume=b"cv")
    between = datetime.now(UTC)
    await house.end(job_id(1))
    days = {"requests": 3 * DAYS, "resumes": DAYS}
    house.ahead = timedelta(days=DAYS + 1)
    assert await (await house.sweeper(**days)).sweep()
    with house.monkeypatch.context() as clock:  # so long after it was requested, and not so long after it ended
        clock.setattr(house, "now", lambda: between + timedelta(days=3 * DAYS))
        assert await (await house.sweeper(**days)).sweep()
    assert set(await house.told()) == {Kept.RESUMES}
    assert (await vault.get_request(ADA, job_id(1)))["target_url"] == "https://jobs.example.com/1"
    house.ahead = timedelta(days=3 * DAYS + 1)
    assert await (await house.sweeper(**days)).sweep()
    assert (await house.told())[Kept.REQUESTS] == [job_id(1)]


async def test_of_jobs_with_one_resume_none_is_closed_after_one_that_goes_on(house: House) -> None:
    for number in range(3):
        await house.begin(job_id(number), resume=b"the same cv")
        await house.end(job_id(number))
    house.ahead = timedelta(days=DAYS + 1)
    asked = list[str]()

    async def go_on(_: JobEnds, each: str, *__: Any) -> bool:
        asked.append(each)
        return False

    house.monkeypatch.setattr(JobEnds, "close_for_good", go_on)
    assert await (await house.sweeper(resumes=DAYS)).sweep()
    assert len(asked) == 1
    assert len(await house.objects()) == 1


async def test_dead_letters_go_with_their_bodies(house: House) -> None:
    vault, intake = await house.vault(), await house.bus(services.JOB_INTAKE)
    body = await vault.seal_dead_letter(b"{ broken")
    letter = await intake.publish(Outgoing(subjects.dead(services.JOB_INTAKE, streams.INTAKE), b"{}"))
    house.ahead = timedelta(days=4)
    await (await house.sweeper(dead_letters=3)).sweep()
    told = await house.told()
    assert set(told[Kept.DEAD_LETTERS]) == {f"{streams.DEAD}/{letter.sequence}", f"dead-letters/{body}"}
    assert await intake.at(streams.DEAD, letter.sequence) is None
    assert await intake.read_back(streams.LETTERS, ">", after=0) == []


async def test_a_body_is_overwritten_once_nobody_can_read_it_any_more_however_long_its_letter_is_kept(
    house: House,
) -> None:
    vault, intake = await house.vault(), await house.bus(services.JOB_INTAKE)
    body = await vault.seal_dead_letter(b"{ broken")
    [sealed] = await intake.read_back(streams.LETTERS, ">", after=0)
    assert "Nats-TTL" not in sealed.headers  # what NATS lets go of is not overwritten
    letter = await intake.publish(Outgoing(subjects.dead(services.JOB_INTAKE, streams.INTAKE), b"{}"))
    house.ahead = DEAD_LETTER_LIFE - timedelta(hours=1)
    await (await house.sweeper()).sweep()
    assert await house.told() == {}
    house.ahead = DEAD_LETTER_LIFE + timedelta(hours=sweep_lease.EVERY / timedelta(hours=1))
    await (await house.sweeper()).sweep()
    assert await house.told() == {Kept.DEAD_LETTERS: [f"dead-letters/{body}"]}
    assert await intake.read_back(streams.LETTERS, ">", after=0) == []
    assert await intake.at(streams.DEAD, letter.sequence) is not None


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


async def test_a_job_whose_request_is_gone_is_never_tried_anew(house: House) -> None:
    await house.begin(job_id(1))
    await house.end(job_id(1))
    house.ahead = timedelta(days=DAYS + 1)
    assert await (await house.sweeper(requests=DAYS)).sweep()
    history = await JetStreamEventLog(await house.bus(services.JOB_INTAKE)).load(subjects.job(job_id(1)))
    for wish in (job.RetryJob(house.now()), job.ContinueJob(house.now(), ("a" * 16,))):
        with pytest.raises(CommandRejected, match="what it was requested with is gone"):
            job.decide(wish, job_of(history))


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


async def test_no_job_is_looked_at_that_cannot_be_due(house: House) -> None:
    for number in range(3):
        await house.begin(job_id(number), resume=b"cv")
        await house.end(job_id(number))
    house.ahead = timedelta(days=DAYS - 1)
    sweeper, load, looked_at = await house.sweeper(requests=DAYS, resumes=DAYS), EventLog.load_readable, list[str]()

    async def note(log: EventLog, aggregate: Aggregate) -> tuple[History, list[Stored]]:
        looked_at.append(aggregate.id)
        return await load(log, aggregate)

    house.monkeypatch.setattr(EventLog, "load_readable", note)
    assert await sweeper.sweep()
    assert looked_at == []


@pytest.mark.parametrize(
    "days", [{"resumes": DAYS}, {"requests": DAYS, "resumes": DAYS}], ids=lambda days: " ".join(days)
)
async def test_each_job_that_is_due_is_read_once_in_a_sweep(days: dict[str, int], house: House) -> None:
    jobs = sorted(job_id(number) for number in range(2))
    for each in jobs:
        await house.begin(each, resume=b"the same cv")
        await house.end(each)
    house.ahead = timedelta(days=DAYS + 1)
    sweeper, load, looked_at = await house.sweeper(**days), EventLog.load_readable, list[str]()

    async def note(log: EventLog, aggregate: Aggregate) -> tuple[History, list[Stored]]:
        looked_at.append(aggregate.id)
        return await load(log, aggregate)

    house.monkeypatch.setattr(EventLog, "load_readable", note)
    assert await sweeper.sweep()
    assert sorted(each for each in looked_at if each in jobs) == jobs
    assert await house.objects() == set()


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


async def test_a_job_that_only_a_newer_release_can_read_is_kept_and_keeps_nobody_else_waiting(house: House) -> None:
    vault = await house.vault(services.BROWSER_HOST)
    pages = [await vault.put_page_model(f"page {number}".encode()) for number in (1, 2)]
    for number in (1, 2):
        await house.begin(job_id(number), page=pages[number - 1], resume=f"cv {number}".encode())
    await house.end(job_id(2))
    await unreadable.write(await house.bus(services.BROWSER_HOST), job_id(1), tenant=TENANT)
    house.ahead = timedelta(days=DAYS + 1)
    sweeper = await house.sweeper(requests=DAYS, resumes=DAYS, page_models=DAYS)
    assert await sweeper.sweep()
    told = await house.told()
    assert told[Kept.REQUESTS] == [job_id(2)]
    assert told[Kept.PAGE_MODELS] == [f"page-models/{pages[1]}"]
    assert len(told[Kept.RESUMES]) == 1
    assert f"page-models/{pages[0]}" in await house.objects()
    assert (await (await house.vault()).get_file(ADA, f"jobs/{job_id(1)}/files/resume")).data == b"cv 1"
