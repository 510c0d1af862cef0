"""A job.requested becomes one verified, submitted application: real services, a real browser, a real form."""

from __future__ import annotations

import hashlib

import pytest

from ghosthands.domain import job
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase, SubmissionState
from ghosthands.practice import profiles
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    ("family", "applicant"),
    [
        ("greenhouse", profiles.JORDAN),
        ("stepwise", profiles.ASA),
        pytest.param("greenhouse", profiles.ASA, marks=pytest.mark.heavy),
        pytest.param("stepwise", profiles.JORDAN, marks=pytest.mark.heavy),
    ],
    ids=lambda value: getattr(value, "name", value),
)
async def test_an_application_is_sent_once_with_what_the_applicant_said(
    lab: Lab, family: str, applicant: profiles.SampleApplicant
) -> None:
    posting = a_posting(family)
    seen = await lab.finished(await lab.apply(posting, applicant))
    assert seen.phase is Phase.COMPLETED, seen
    assert seen.job.effects.submission is SubmissionState.CONFIRMED
    (submission,) = lab.site.ledger.of(posting.key)
    assert submission.received.first("email") == applicant.profile["email"]
    assert submission.received.uploads["resume"].sha256 == hashlib.sha256(applicant.resume()).hexdigest()


async def test_a_dry_run_fills_and_sends_nothing(lab: Lab) -> None:
    posting = a_posting()
    seen = await lab.finished(await lab.apply(posting, dry_run=True))
    assert seen.phase is Phase.COMPLETED, seen
    assert seen.named("ActionVerified")
    assert lab.submissions(posting) == 0


async def test_a_question_only_the_person_can_answer_is_asked_and_its_answer_sent(lab: Lab) -> None:
    posting = a_posting()
    body = lab.request(posting, query="?unknown=1")
    await lab.publish("job.requested", body)
    job_id = job_id_of(body)
    asked = (await lab.asking(job_id)).ask
    (question,) = asked.fields
    await lab.answer(job_id, values={question.question_key: "Norwegian blue"}, request_id=asked.request_id)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    (submission,) = lab.site.ledger.of(posting.key)
    assert ["Norwegian blue"] in submission.received.values.values()


async def test_a_captcha_pauses_the_job_until_it_is_cancelled(lab: Lab) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?captcha=1")
    asked = (await lab.asking(job_id)).ask
    assert (asked.kind, asked.code) == ("blocker", "captcha")
    await lab.cancel(job_id)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.CANCELLED, seen
    assert lab.submissions(posting) == 0


@pytest.mark.heavy
async def test_an_application_that_was_stored_and_answered_with_an_error_is_not_sent_again(lab: Lab) -> None:
    posting = a_posting()
    seen = await lab.asking(await lab.apply(posting, query="?garbled=1"))
    asked = seen.ask
    assert (asked.kind, lab.submissions(posting)) == (AskKind.SUBMIT_UNCLEAR, 1)
    await lab.answer(seen.job.id, Resolution.DONE)
    assert (await lab.finished(seen.job.id)).job.effects.submission is SubmissionState.CONFIRMED
    assert lab.submissions(posting) == 1


@pytest.mark.parametrize("habit", [pytest.param("thanks_inline", marks=pytest.mark.heavy), "nonsense_error"])
async def test_a_complaint_that_a_form_which_was_taken_can_show_is_a_humans_to_judge(lab: Lab, habit: str) -> None:
    posting = a_posting()
    seen = await lab.asking(await lab.apply(posting, query=f"?{habit}=1"))
    asked = seen.ask
    assert (asked.kind, lab.submissions(posting)) == (AskKind.SUBMIT_UNCLEAR, 1)
    assert seen.job.effects.submission is SubmissionState.UNCLEAR
    await lab.answer(seen.job.id, Resolution.DONE)
    assert (await lab.finished(seen.job.id)).job.effects.submission is SubmissionState.CONFIRMED
    assert lab.submissions(posting) == 1


async def test_whether_it_was_sent_is_said_after_the_job_has_ended_for_want_of_an_answer(lab: Lab) -> None:
    posting = a_posting()
    job_id = await lab.apply(posting, query="?nonsense_error=1", human_timeout_seconds=1)
    ended = await lab.finished(job_id)
    assert (ended.job.failure, ended.job.effects.submission) == ("hitl_timeout", SubmissionState.UNCLEAR), ended
    await lab.answer(job_id, Resolution.DONE)
    told = await lab.until(job_id, lambda seen: seen.phase is Phase.COMPLETED)
    assert (told.job.effects.submission, lab.submissions(posting)) == (SubmissionState.CONFIRMED, 1)


async def test_a_page_that_asks_and_thanks_in_dialogs_alone_is_answered_and_believed(lab: Lab) -> None:
    posting = a_posting()
    done = await lab.finished(await lab.apply(posting, query="?dialogs=1"))
    assert done.job.effects.submission is SubmissionState.CONFIRMED, done
    assert (lab.submissions(posting), len(done.named("HumanRequested"))) == (1, 0)


@pytest.mark.parametrize("thanks", ["toast", "modal"])
async def test_thanks_in_a_note_or_a_dialog_over_a_form_that_stays_are_believed(lab: Lab, thanks: str) -> None:
    posting = a_posting()
    done = await lab.finished(await lab.apply(posting, query=f"?{thanks}=1"))
    assert done.job.effects.submission is SubmissionState.CONFIRMED, done
    assert (lab.submissions(posting), len(done.named("HumanRequested"))) == (1, 0)


async def test_a_form_that_misses_an_answer_is_mended_and_sent_again(lab: Lab) -> None:
    posting = a_posting()
    seen = await lab.asking(await lab.apply(posting, query="?unmarked=1"))
    asked = seen.ask
    assert (asked.kind, lab.submissions(posting)) == (AskKind.FIELDS, 0)
    (question,) = asked.fields
    values = {question.question_key: "Norwegian blue"}
    await lab.answer(seen.job.id, values=values, request_id=asked.request_id)
    done = await lab.finished(seen.job.id)
    assert done.job.effects.submission is SubmissionState.CONFIRMED
    assert len(done.named("HumanRequested")) == 1
    assert (lab.submissions(posting), len(lab.site.ledger.attempts_of(posting.key))) == (1, 1)


@pytest.mark.parametrize("jobs", [3, pytest.param(10, marks=pytest.mark.heavy)])
async def test_many_jobs_at_once_are_all_sent_once(lab: Lab, jobs: int) -> None:
    postings = [a_posting("greenhouse" if number % 2 else "stepwise") for number in range(jobs)]
    running = [await lab.apply(posting) for posting in postings]
    for job_id, posting in zip(running, postings, strict=True):
        seen = await lab.finished(job_id, timeout=200)
        assert seen.phase is Phase.COMPLETED, seen
        assert lab.submissions(posting) == 1


async def test_two_requests_with_one_key_are_one_job(lab: Lab) -> None:
    posting = a_posting()
    body = lab.request(posting)
    await lab.publish("job.requested", body)
    await lab.publish("job.requested", body)
    seen = await lab.finished(job_id_of(body))
    assert len(seen.named("JobRequested")) == 1
    assert lab.submissions(posting) == 1


async def test_a_second_application_to_the_posting_is_refused_whatever_its_key(lab: Lab) -> None:
    posting = a_posting()
    await lab.finished(await lab.apply(posting))
    second = await lab.until(await lab.apply(posting), lambda seen: seen.job.ended)
    assert second.phase is Phase.REJECTED
    (rejected,) = second.named("JobRejected")
    assert isinstance(rejected, job.JobRejected)
    assert [reason.code for reason in rejected.reasons] == ["duplicate_application"]
    assert lab.submissions(posting) == 1
