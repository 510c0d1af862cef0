"""Another application to a posting that somebody applied to, and another attempt of a job."""

from __future__ import annotations

import pytest

from ghosthands.domain import applicant, ids, job, services
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.errors import Permanent
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.job import Phase
from ghosthands.domain.message import Event
from ghosthands.domain.session import HumanSubmitted
from ghosthands.job_intake import intake, reserving
from ghosthands.job_intake.resume import Fetcher
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.platforms.posting_ids import former_posting_ids
from ghosthands.testkit.story import NOON
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault
from tests.unit.services.job_intake.conftest import GOOD, JOB, World, codes, intended


async def test_of_several_applications_the_one_that_goes_on_is_named(world: World) -> None:
    await world.request()
    await world.end_sent()
    await world.request(idempotency_key="key-2", allow_duplicate=True)
    await world.request(idempotency_key="key-3")
    (told,) = world.told("rejected")
    assert f"{ids.job_id('valet', 'key-2')} is this person's application" in told["reasons"][0]["message"]
    assert "and goes on; cancel it" in told["reasons"][0]["message"]


async def test_a_second_application_to_the_posting_is_refused_unless_it_is_allowed(world: World) -> None:
    await world.request()
    await world.end_sent()
    await world.request(idempotency_key="key-2", target_url=f"{GOOD['target_url']}/?utm_source=x")
    (told,) = world.told("rejected")
    assert codes(told) == {"target_url": "duplicate_application"}
    assert "send allow_duplicate to apply again" in told["reasons"][0]["message"]
    await world.request(idempotency_key="key-3", allow_duplicate=True)
    assert (await world.job(ids.job_id("valet", "key-3"))).phase is Phase.PENDING


async def test_beside_an_application_that_goes_on_none_is_allowed(world: World) -> None:
    await world.request()
    await world.request(idempotency_key="key-2", allow_duplicate=True)
    (told,) = world.told("rejected")
    assert codes(told) == {"target_url": "duplicate_application"}
    assert f"{JOB} is this person's application to the posting and goes on; cancel it" in told["reasons"][0]["message"]
    await world.say(services.EXECUTOR, job.JobFailed(at=NOON, code="network_error"))
    await world.request(idempotency_key="key-3", allow_duplicate=True)
    assert (await world.job(ids.job_id("valet", "key-3"))).phase is Phase.PENDING


async def test_what_an_applicant_applied_to_is_read_once_and_then_only_what_is_new(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_out_by = intake.Intake(
        world.events, Commands(world.bus), Outbox(world.bus), world.bus, world.vault, Fetcher(None, {"127.0.0.1"})
    )
    refresh, read_after = world.events.refresh, []

    async def note(history: History) -> History:
        if history.aggregate.kind is Kind.APPLICANT:
            read_after.append(history.last_sequence)
        return await refresh(history)

    monkeypatch.setattr(world.events, "refresh", note)
    for number in range(4):
        await world.request(
            by=carried_out_by, idempotency_key=f"key-{number}", target_url=f"https://93.184.215.14/acme/jobs/{number}"
        )
    assert read_after[:2] == [0, 0]  # there was nothing before the first
    assert 0 < read_after[2] < read_after[3]


async def test_an_application_that_ended_unsent_frees_the_posting(world: World) -> None:
    await world.request()
    await world.say(services.EXECUTOR, job.JobFailed(at=NOON, code="network_error"))
    await world.request(idempotency_key="key-2")
    second = ids.job_id("valet", "key-2")
    assert (await world.job(second)).phase is Phase.PENDING
    person = ids.applicant_id("valet", GOOD["valet_user_id"])
    reserved = (await world.events.load(subjects.applicant(person))).events
    assert [one.job_id for one in reserved if isinstance(one, applicant.ApplicationReserved)] == [JOB, second]


async def end_denied(world: World) -> None:
    """The job ends after an unclear submission of which a human says that it was not sent."""
    ask = job.HumanRequested(request_id="r", kind=AskKind.SUBMIT_UNCLEAR, at=NOON, timeout_seconds=300)
    for event in (intended(), job.SubmitUnclear(intent_id="i", at=NOON), ask):
        await world.say(services.EXECUTOR, event)
    await world.say(services.HITL_GATEWAY, HumanResolved(request_id="r", resolution=Resolution.SKIP, at=NOON))
    await world.say(services.EXECUTOR, job.JobResumed(request_id="r", at=NOON))
    await world.say(services.EXECUTOR, job.JobFailed(at=NOON, code="not_submitted"))


async def test_an_application_that_a_human_says_was_not_sent_frees_the_posting(world: World) -> None:
    await world.request()
    await end_denied(world)
    await world.request(idempotency_key="key-2")
    assert (await world.job(ids.job_id("valet", "key-2"))).phase is Phase.PENDING


async def test_an_application_that_a_human_says_was_not_sent_is_tried_anew(world: World) -> None:
    await world.request()
    await end_denied(world)
    await world.hear("job.retry", {"job_id": JOB})
    assert [told["accepted"] for told in world.told("retry")] == [True]


FORMER = "https://93.184.215.14/board?opening="


@pytest.fixture
async def upgraded(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """Two applications of an older version, to two postings that it took for one."""
    with monkeypatch.context() as patch:
        patch.setattr(reserving, "posting_id", lambda url: former_posting_ids(url)[-1])
        for number in (1, 2):
            await world.request(
                idempotency_key=f"former-{number}", target_url=f"{FORMER}{number}", allow_duplicate=True
            )
            await world.end_sent(ids.job_id("valet", f"former-{number}"))
    return world


async def test_a_reservation_from_when_a_source_still_named_a_posting_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = "https://93.184.215.14/jobs/7?source=mail"
    with monkeypatch.context() as patch:
        patch.setattr(reserving, "posting_id", lambda url: former_posting_ids(url)[0])
        await world.request(idempotency_key="former", target_url=named)
        await world.end_sent(ids.job_id("valet", "former"))
    await world.request(target_url=named)
    assert [codes(told) for told in world.told("rejected")] == [{"target_url": "duplicate_application"}]


@pytest.mark.parametrize("number", [1, 2])
async def test_an_older_versions_reservation_still_counts(upgraded: World, number: int) -> None:
    await upgraded.request(target_url=f"{FORMER}{number}&utm_source=x")
    (told,) = upgraded.told("rejected")
    assert codes(told) == {"target_url": "duplicate_application"}
    assert ids.job_id("valet", f"former-{number}") in told["reasons"][0]["message"]


async def test_a_posting_an_older_version_took_for_another_can_be_applied_to(upgraded: World) -> None:
    await upgraded.request(target_url=f"{FORMER}3")
    assert (await upgraded.job()).phase is Phase.PENDING


async def test_an_older_reservation_whose_address_is_forgotten_counts(upgraded: World) -> None:
    upgraded.vault = Vault(MemoryStore(), MasterKeys.generate())
    await upgraded.request(target_url=f"{FORMER}3")
    assert [codes(told) for told in upgraded.told("rejected")] == [{"target_url": "duplicate_application"}]


async def test_an_application_stands_though_a_later_one_to_its_posting_ended_unsent(world: World) -> None:
    await world.request(idempotency_key="key-0")
    await world.end_sent(ids.job_id("valet", "key-0"))
    await world.request(allow_duplicate=True)
    await world.say(services.EXECUTOR, job.JobFailed(at=NOON, code="network_error"))
    await world.request(idempotency_key="key-2")
    assert [codes(told) for told in world.told("rejected")] == [{"target_url": "duplicate_application"}]


async def test_a_posting_that_a_human_may_have_sent_the_application_to_is_not_free_when_the_job_failed(
    world: World,
) -> None:
    await world.request()
    await world.end_sent()
    await world.request(idempotency_key="key-2")
    (told,) = world.told("rejected")
    assert codes(told) == {"target_url": "duplicate_application"}


@pytest.mark.parametrize(
    "end", [job.JobFailed(at=NOON, code="x"), job.JobCancelled(at=NOON), job.JobTimedOut(at=NOON, timeout_seconds=300)]
)
async def test_a_job_that_ended_unsent_is_tried_anew_under_the_same_id(world: World, end: Event) -> None:
    await world.request()
    await world.say(services.EXECUTOR, end)
    for delivered in (1, 2):
        await world.hear("job.retry", {"job_id": JOB}, delivered=delivered)
    assert [(told["accepted"], told["retry_count"]) for told in world.told("retry")] == [(True, 1)]
    assert (await world.job()).phase is Phase.PENDING
    names = [one.name for one in (await world.events.load(subjects.job(JOB))).recorded]
    assert names.count("JobRetried") == 1
    assert len(world.woken()) == 2
    person = ids.applicant_id("valet", GOOD["valet_user_id"])
    assert [one.job_id for one in (await world.events.load(subjects.applicant(person))).events] == [JOB, JOB]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "after",
    [
        (),
        (intended(), job.SubmitUnclear(intent_id="i", at=NOON), job.JobFailed(at=NOON, code="submit_unclear")),
        (intended(job.EffectKind.CREATE_ACCOUNT), job.JobTimedOut(at=NOON, timeout_seconds=300)),
        (HumanSubmitted(session_id="s", viewer_id="v"), job.JobFailed(at=NOON, code="hitl_timeout")),
        (job.JobCompleted(at=NOON, outcome=job.Outcome.SUBMITTED),),
    ],
    ids=["pending", "unclear", "an account half made", "sent by hand", "completed"],
)
async def test_what_goes_on_or_may_have_been_sent_is_not_tried_anew(world: World, after: tuple[Event, ...]) -> None:
    await world.request()
    for event in after:
        await world.say(services.BROWSER_HOST if isinstance(event, HumanSubmitted) else services.EXECUTOR, event)
    await world.hear("job.retry", {"idempotency_key": "key-1"})
    (told,) = world.told("retry")
    assert (told["accepted"], told["code"]) == (False, "job_not_retryable")


async def test_a_posting_that_was_applied_to_since_is_not_tried_anew(world: World) -> None:
    await world.request()
    await world.say(services.EXECUTOR, job.JobFailed(at=NOON, code="x"))
    await world.request(idempotency_key="key-2")
    await world.hear("job.retry", {"job_id": JOB})
    (told,) = world.told("retry")
    assert (told["accepted"], told["code"]) == (False, "duplicate_application")


async def test_nobody_tries_another_tenants_job_anew(world: World) -> None:
    await world.request()
    await world.say(services.EXECUTOR, job.JobFailed(at=NOON, code="x"))
    await world.hear("job.retry", {"job_id": JOB, "tenant": "other"})
    assert (await world.job()).phase is Phase.FAILED


async def test_a_wish_for_another_attempt_that_names_no_job_is_a_dead_letter(world: World) -> None:
    with pytest.raises(Permanent) as dead:
        await world.hear("job.retry", {})
    assert dead.value.code == "invalid_retry"


async def test_each_cancel_of_a_job_that_was_tried_anew_in_between_wakes_it(world: World) -> None:
    await world.request()
    await world.hear("job.cancel", {"job_id": JOB})
    await world.say(services.EXECUTOR, job.JobCancelled(at=NOON))
    await world.hear("job.retry", {"job_id": JOB}, sequence=2)
    await world.hear("job.cancel", {"job_id": JOB}, sequence=3)
    assert (await world.job()).cancel_requested
    assert len(world.woken()) == 4
