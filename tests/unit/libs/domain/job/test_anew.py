"""What somebody says of a job later: another attempt of one that ended, an answer to one that asks, nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ghosthands.domain import human, job, session
from ghosthands.domain.codes import BlockerType, Stuck
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Hearing, Phase
from ghosthands.domain.kinds import JobType
from ghosthands.domain.plan import PlanProposed, Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.testkit.story import NOON, Story, fill, requested

PARROT = Unanswered("f-1", question_key("Which parrot?"))


def saying(*answered: str, words: bool = False) -> job.ContinueJob:
    return job.ContinueJob(NOON, answered, has_words=words)


def asking(kind: AskKind, *, code: str | None = None, drafted: tuple[str, ...] = (), **changes: object) -> Story:
    story = Story().begun(**changes)
    fields = (PARROT,) if kind in (AskKind.FIELDS, AskKind.REVIEW) else ()
    asked = job.HumanRequested(
        request_id="r-1", kind=kind, at=NOON, timeout_seconds=300, fields=fields, code=code, drafted=drafted
    )
    return story.tell(asked)


def ended(*last: object, **changes: object) -> Story:
    return Story().begun(**changes).tell(*last)  # type: ignore[arg-type]


FAILED = job.JobFailed(at=NOON, code="hitl_timeout")
DONE = job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN)


@pytest.mark.parametrize(
    "story",
    [
        lambda: ended(FAILED),
        lambda: ended(job.JobTimedOut(at=NOON, timeout_seconds=300)),
        lambda: ended(DONE, dry_run=True),
        lambda: ended(job.JobCompleted(at=NOON, outcome=job.Outcome.FILLED), job_type=JobType.FILL_FORM),
        lambda: ended(job.JobCompleted(at=NOON, outcome=job.Outcome.SCRAPED), job_type=JobType.SCRAPE),
    ],
    ids=["failed", "timed out", "a dry run", "a filled form", "a scrape"],
)
def test_a_message_begins_another_attempt_of_what_ended_and_sent_nothing(story: Callable[[], Story]) -> None:
    told = story()
    continued, retried = told.decide(saying("k"))
    assert continued == job.JobContinued(at=NOON, answered=("k",))
    assert isinstance(retried, job.JobRetried)
    assert (told.job.phase, told.job.browser.session) == (Phase.PENDING, None)
    assert told.job.browser.abandoned is not None


def test_what_did_as_it_was_asked_is_not_retried_without_a_word() -> None:
    with pytest.raises(CommandRejected) as refusal:
        ended(DONE, dry_run=True).decide(job.RetryJob(NOON))
    assert refusal.value.code == "job_not_retryable"


@pytest.mark.parametrize(
    ("story", "code"),
    [
        (lambda: Story(), "unknown_job"),
        (lambda: Story().begun(), "job_not_continuable"),
        (lambda: asking(AskKind.FIELDS).resolved(Resolution.SKIP), "job_not_continuable"),
        (lambda: asking(AskKind.FIELDS).tell(job.JobCancelRequested(at=NOON)), "job_not_continuable"),
        (lambda: ended(job.JobCancelRequested(at=NOON), job.JobCancelled(at=NOON)), "job_not_continuable"),
        (lambda: Story().filled().intended(), "too_late"),
        (lambda: ended(job.JobCompleted(at=NOON, outcome=job.Outcome.SUBMITTED)), "too_late"),
        (lambda: ended(session.HumanSubmitted(session_id="s1", viewer_id="v"), FAILED), "too_late"),
        (lambda: asking(AskKind.BLOCKER).tell(session.HumanSubmitted(session_id="s1", viewer_id="v")), "too_late"),
        (lambda: Story().filled().intended().tell(job.SubmitUnclear(intent_id="i", at=NOON)), "too_late"),
        (lambda: Story().tell(job.JobRejected(at=NOON, tenant="valet", task="t", reasons=())), "already_rejected"),
    ],
)
def test_what_goes_on_or_may_have_been_sent_is_left_as_it_is(story: Callable[[], Story], code: str) -> None:
    told = story()
    before = told.job
    with pytest.raises(CommandRejected) as refusal:
        told.decide(saying(PARROT.question_key))
    assert (refusal.value.code, told.job) == (code, before)


def test_a_message_does_not_bring_back_what_was_cancelled_and_names_the_retry_that_does() -> None:
    told = ended(job.JobCancelRequested(at=NOON), job.JobCancelled(at=NOON))
    with pytest.raises(CommandRejected, match="it was cancelled: if it is to be tried again after all, retry it"):
        told.decide(saying("k"))
    assert told.decide(job.RetryJob(NOON)) == [job.JobRetried(at=NOON)]


@pytest.mark.parametrize(
    ("kind", "code", "said", "is_answer"),
    [
        (AskKind.FIELDS, None, saying(PARROT.question_key), True),
        (AskKind.FIELDS, None, saying(PARROT.question_key, "another", words=True), True),
        (AskKind.FIELDS, None, saying("another"), False),
        (AskKind.FIELDS, None, saying(words=True), False),
        (AskKind.REVIEW, None, saying(PARROT.question_key), True),
        (AskKind.REVIEW, None, saying(PARROT.question_key, words=True), False),
        (AskKind.REVIEW, None, saying("another"), False),
        (AskKind.BLOCKER, BlockerType.CAPTCHA, saying(words=True), True),
        (AskKind.STUCK, Stuck.NO_WAY_ON, saying("another"), True),
    ],
)
def test_what_answers_nothing_of_what_is_asked_is_no_answer(
    kind: AskKind, code: str | None, said: job.ContinueJob, *, is_answer: bool
) -> None:
    """That somebody did what was asked by their own hand, or likes every draft, is not read out of other words."""
    told = asking(kind, code=code, drafted=(PARROT.question_key,) if kind is AskKind.REVIEW else ())
    if is_answer:
        (continued,) = told.decide(said)
        assert isinstance(continued, job.JobContinued)
        assert (continued.request_id, told.job.phase) == ("r-1", Phase.WAITING)
        return
    with pytest.raises(CommandRejected) as refusal:
        told.decide(said)
    assert refusal.value.code == "answers_nothing"


@pytest.mark.parametrize(
    ("job_type", "words"),
    [
        (JobType.APPLY, Hearing.UNREAD),
        (JobType.FILL_FORM, Hearing.UNREAD),
        (JobType.CUSTOM, Hearing.WITH_TASK),
        (JobType.SCRAPE, Hearing.WITH_TASK),
    ],
)
def test_words_go_with_a_task_in_words_and_are_read_by_nobody_else(job_type: JobType, words: Hearing) -> None:
    continued, _ = ended(FAILED, job_type=job_type).decide(saying(words=True))
    assert isinstance(continued, job.JobContinued)
    assert continued.words is words


def test_a_name_is_that_of_a_field_that_was_asked_about_or_planned_or_else_a_question() -> None:
    planned = PlanProposed(cause="c", model_ref="m", actions=(fill("email"),))
    asked = job.HumanRequested(request_id="r", kind=AskKind.FIELDS, at=NOON, timeout_seconds=300, fields=(PARROT,))
    found = job.find_question_keys(["f-1", PARROT.question_key, "email", "Which Parrot? *"], [planned, asked])
    assert found == {
        "f-1": PARROT.question_key,
        PARROT.question_key: PARROT.question_key,
        "email": fill("email").question_key,
        "Which Parrot? *": PARROT.question_key,
    }


def test_an_answer_that_a_message_was_given_on_as_brings_the_job_on_in_its_own_browser() -> None:
    told = asking(AskKind.FIELDS)
    told.decide(saying(PARROT.question_key))
    told.tell(human.HumanResolved(request_id="r-1", resolution=Resolution.VALUE, at=NOON))
    kept = told.job.browser.session
    told.proceed_to(job.JobResumed)
    assert (told.job.phase, told.job.browser.session) == (Phase.RUNNING, kept)
    assert kept is not None


#: the events by which a job failed while nobody knew whether it was sent
DOUBTED = (job.SubmitUnclear(intent_id="i", at=NOON), FAILED)
REJECTED = job.JobRejected(at=NOON, tenant="valet", task="t", reasons=())
AWAITED = job.ResumeAwaited(at=NOON, tenant="valet", applicant="a", task="t")
RECEIVED = job.RequestReceived(at=NOON, tenant="valet", applicant="a", task="t")
SENT = job.JobCompleted(at=NOON, outcome=job.Outcome.SUBMITTED)
RETRIED = job.JobRetried(at=NOON)


@pytest.mark.parametrize(
    "story",
    [
        lambda: Story().tell(RECEIVED, REJECTED, RECEIVED, requested()),
        lambda: Story().tell(REJECTED, AWAITED, REJECTED, AWAITED, requested()),
        lambda: Story().tell(AWAITED, requested(), AWAITED, FAILED, AWAITED, RETRIED, FAILED),
        lambda: ended(DONE, RETRIED, DONE, dry_run=True),
        lambda: ended(RETRIED, FAILED, RETRIED, job.JobTimedOut(at=NOON, timeout_seconds=300)),
        lambda: ended(job.JobCancelRequested(at=NOON), job.JobCancelled(at=NOON), RETRIED),
        lambda: ended(*DOUBTED, job.SubmitConfirmed(intent_id="i", at=NOON, evidence="human"), SENT),
        lambda: ended(*DOUBTED, job.EffectNotDone(intent_id="i", evidence="human"), FAILED, RETRIED, FAILED),
    ],
    ids=["received", "fetched", "fetched late", "a dry run", "failed", "cancelled", "sent after all", "not sent"],
)
def test_the_end_that_is_told_is_there_for_just_as_long_as_the_job_has_ended(story: Callable[[], Story]) -> None:
    told = story().log
    for length in range(len(told) + 1):
        state = job.fold("j", [(event, at) for at, event in enumerate(told[:length])])
        assert (job.find_end(told[:length]) is not None) == state.ended, told[:length][-1:]
