"""What is kept no longer is taken away, and nothing else is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ghosthands.domain import job, services
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.retention import Kept
from ghosthands.job_intake import sweep_lease
from ghosthands.job_intake.job_ends import JobEnds
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Outgoing, Stored
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.testkit import unreadable
from ghosthands.vault.errors import NotInVault
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.vault import DEAD_LETTER_LIFE

from .conftest import ADA, DAYS, TENANT, House, job_id

pytestmark = pytest.mark.integration


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


async def test_a_job_whose_request_is_gone_is_never_tried_anew(house: House) -> None:
    await house.begin(job_id(1))
    await house.end(job_id(1))
    house.ahead = timedelta(days=DAYS + 1)
    assert await (await house.sweeper(requests=DAYS)).sweep()
    history = await JetStreamEventLog(await house.bus(services.JOB_INTAKE)).load(subjects.job(job_id(1)))
    for wish in (job.RetryJob(house.now()), job.ContinueJob(house.now(), ("a" * 16,))):
        with pytest.raises(CommandRejected, match="what it was requested with is gone"):
            job.decide(wish, job_of(history))


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
