"""Retries and messages: an ended job is tried anew, and a paused one continues.

A retry repeats the same request, so a job that did what was asked is not retried. A message says something new: it
answers a paused job's question, or starts another attempt of an ended job, even of one that completed without having to
send anything, but not of one that was cancelled. Neither is possible once an application was sent, or may have been.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from ghosthands.domain import services
from ghosthands.domain.codes import JobFailure, Refusal
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import attempt, effects, human
from ghosthands.domain.job.commands import ContinueJob, RetryJob, Standing
from ghosthands.domain.job.events import (
    ENDED_BY,
    ENDS,
    EventsGivenUp,
    Hearing,
    HumanRequested,
    JobContinued,
    JobEnd,
    JobRequested,
    JobRetried,
    ResumeAwaited,
)
from ghosthands.domain.job.state import (
    AttemptState,
    BrowserState,
    Effects,
    Human,
    HumanHands,
    Job,
    LoginState,
    Phase,
    SubmissionState,
)
from ghosthands.domain.kinds import JobType
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlannedAction, PlanProposed, Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.domain.recipe import RecipeFound

#: the job types whose task is given to an engine in words
_TOLD_IN_WORDS = (JobType.CUSTOM, JobType.SCRAPE)

#: how long a message has the job to itself; if it has changed nothing by then, the next message may be heeded
HEEDING = timedelta(minutes=2)


# The fold


def fold_anew(job: Job) -> Job:
    """Reset an ended, unsent job to its request; only the parts of its ids and its irrevocable effects remain."""
    if not has_ended_unsent(job):
        return job
    kept = job.attempt
    return Job(
        id=job.id,
        phase=Phase.PENDING,
        request=job.request,
        attempt=AttemptState(epoch=kept.epoch, steps=kept.steps, stepped_at=kept.stepped_at),
        browser=BrowserState(abandoned=attempt.leftover_session(job)),
        login=LoginState(account_intended=job.login.account_intended),
        effects=Effects(intents=job.effects.intents, unpressed=job.effects.unpressed, led_on=job.effects.led_on),
        human=Human(asks=job.human.asks),
        budget=job.budget,
    )


#: the services whose events can tell that the application was sent
_TELL_OF_SENDING = frozenset({services.EXECUTOR, services.BROWSER_HOST, services.HITL_GATEWAY})


def fold_given_up(job: Job, event: EventsGivenUp) -> Job:
    """Reduce the job to its end: nothing more is done for it than to ask whether it was sent, if that is in doubt.

    It is in doubt if the job's readable events leave it open, or the unreadable ones may tell of it. What is counted
    to derive ids goes on beyond whatever the unreadable events may have counted.
    """
    in_doubt = job.request is None or _may_have_been_sent(job) or not _TELL_OF_SENDING.isdisjoint(event.writers)
    if job.ended:
        return _doubt_end(job, event) if in_doubt and job.phase is not Phase.COMPLETED else job
    kept, is_confirmed = job.attempt, job.effects.submission is SubmissionState.CONFIRMED
    end = Job(
        id=job.id,
        phase=Phase.RUNNING if job.request is not None else Phase.FAILED,
        failure=None if job.request is not None else JobFailure.EVENTS_UNREADABLE,
        request=job.request,
        is_swept=job.is_swept,
        is_given_up=True,
        attempt=AttemptState(epoch=kept.epoch, steps=kept.steps + event.count, stepped_at=kept.stepped_at),
        browser=BrowserState(abandoned=attempt.leftover_session(job)),
        login=LoginState(account_intended=job.login.account_intended),
        effects=Effects(
            intents=job.effects.intents + event.count,
            submission=SubmissionState.CONFIRMED if is_confirmed else SubmissionState.NONE,
        ),
        human=Human(asks=job.human.asks + event.count),
        hands=HumanHands(confirmed=job.hands.confirmed),
        budget=job.budget,
    )
    return effects.fold_sending(end) if in_doubt else end


def _doubt_end(job: Job, event: EventsGivenUp) -> Job:
    """Put the ended job in doubt; what was asked before says nothing of the unreadable events."""
    asked = replace(job.human, asks=job.human.asks + event.count, ask=None, answer=None)
    return effects.fold_sending(replace(job, human=asked))


# Predicates


def can_be_tried_anew(job: Job) -> bool:
    """Whether the same request can be tried again: the job ended without fulfilling it, and nothing was sent."""
    return job.phase is not Phase.COMPLETED and can_be_begun_again(job)


def can_be_continued(job: Job) -> bool:
    """Whether a message can make the job continue; one that was cancelled is begun again by a retry alone."""
    is_asking = human.open_request(job) is not None and not job.is_cancelling
    return _can_be_attempted_for_message(job) or (is_asking and not _may_have_been_sent(job))


def _can_be_attempted_for_message(job: Job) -> bool:
    return can_be_begun_again(job) and job.phase is not Phase.CANCELLED


def can_be_begun_again(job: Job) -> bool:
    """Whether another attempt is possible: the job ended unsent, and its request's data still exist."""
    return has_ended_unsent(job) and not job.is_swept


def has_ended_unsent(job: Job) -> bool:
    """Whether the job ended for good and no application was sent or may have been sent."""
    has_failed = job.phase in (Phase.FAILED, Phase.CANCELLED, Phase.TIMED_OUT)
    return (has_failed or (job.phase is Phase.COMPLETED and job.is_dry)) and not _may_have_been_sent(job)


def _may_have_been_sent(job: Job) -> bool:
    effects = job.effects
    is_open = effects.submission is not SubmissionState.NONE or effects.intent is not None or effects.untold
    return is_open or job.hands.confirmed


def is_standing_by(job: Job, event: Event) -> bool:
    """Whether the event is the one the job stands at: its open question, or its end."""
    ask = human.open_request(job)
    return event == ask if ask is not None else isinstance(event, ENDS)


def find_end(events: Sequence[Event]) -> JobEnd | None:
    """Return the event that the job has ended with; None if it has not ended, or has begun anew.

    None also for a job without a readable request, which ended as its events were given up, by none of its own.
    """
    return next((event for event in reversed(list_since_begun(events)) if isinstance(event, ENDED_BY)), None)


def list_since_begun(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events since the job was requested, or was last tried anew: what was before, it knows no more.

    While a refused job's new request waits for its resume, since that began; after the request it changes nothing.
    """
    turns = _find_turns(events, JobRequested, JobRetried) or _find_turns(events, ResumeAwaited)
    return events[turns[-1] :] if turns else events


def _find_turns(events: Sequence[Event], *kinds: type[Event]) -> Sequence[int]:
    return [at for at, event in enumerate(events) if isinstance(event, kinds)]


# The names in a message


def find_question_keys(names: Iterable[str], events: Iterable[Event]) -> dict[str, str]:
    """Return the question key of each name.

    A name may be the id or the question key of a field that the job has asked about or planned; any other is taken as
    the text of a question. Raises ValueError for a text that asks nothing.
    """
    known: dict[str, str] = {}
    for event in events:
        for field in _list_fields(event):
            known |= {field.field_id: field.question_key, field.question_key: field.question_key}
    return {name: known.get(name) or question_key(name) for name in names}


def _list_fields(event: Event) -> Iterable[PlannedAction | Unanswered]:
    match event:
        case HumanRequested():
            return event.fields
        case PlanProposed():
            return (*event.actions, *event.unanswered, *event.unclear)
        case RecipeFound():
            return event.actions
        case _:
            return ()


# Deciding


def decide_retry(job: Job, wish: RetryJob) -> list[Event]:
    """Return the events that begin another attempt. Raises CommandRejected."""
    if job.phase is Phase.NEW:
        raise CommandRejected(f"cannot retry job {job.id}: there is no such job", code=Refusal.UNKNOWN_JOB)
    if job.is_swept:
        raise refuse_forgotten(job)
    if not can_be_tried_anew(job):
        raise CommandRejected(f"cannot retry job {job.id}: {_explain_no_retry(job)}", code=Refusal.JOB_NOT_RETRYABLE)
    if untimely := _find_untimeliness(job, wish.standing):
        raise CommandRejected(f"cannot retry job {job.id}: {untimely}", code=Refusal.JOB_NOT_RETRYABLE)
    return [JobRetried(at=wish.at)]


def _explain_no_retry(job: Job) -> str:
    """Return why the job is not tried again, and what would be possible instead."""
    if not job.ended:
        return "it has not ended"
    if job.phase is Phase.REJECTED:
        return "it was refused: request it again, mended"
    if human.find_doubt(job) is not None:
        return "it may have been sent: answer first whether it was"
    if job.effects.submission is not SubmissionState.NONE or job.effects.intent is not None:
        return "it was sent, or may have been, and is never sent twice"
    return "it did what was asked"


def decide_continuation(job: Job, said: ContinueJob) -> list[Event]:
    """Return the events a message causes: an answer to the open request, or another attempt. Raises CommandRejected."""
    if not can_be_continued(job):
        raise _refuse(job)
    if why := _find_untimeliness(job, said.standing):
        raise CommandRejected(f"cannot continue job {job.id}: {why}", code=Refusal.JOB_NOT_CONTINUABLE)
    ask = human.open_request(job)
    if ask is not None and (why := _find_misfit(ask, said)):
        raise CommandRejected(f"cannot continue job {job.id}: {why}", code=Refusal.ANSWERS_NOTHING)
    request_id = ask.request_id if ask is not None else ""
    words = (
        (Hearing.WITH_TASK if job.job_type in _TOLD_IN_WORDS else Hearing.UNREAD) if said.has_words else Hearing.NONE
    )
    continued = JobContinued(at=said.at, request_id=request_id, answered=said.answered, words=words)
    return [continued] if ask is not None else [continued, JobRetried(at=said.at)]


def begin_attempt(job: Job, at: datetime) -> list[Event]:
    """Begin another attempt once a message's content is stored. Raises CommandRejected if none is possible any more."""
    if not _can_be_attempted_for_message(job):
        raise _refuse(job)
    return [JobRetried(at=at)]


def _find_untimeliness(job: Job, standing: Standing | None) -> str | None:
    """Return why the message or retry is out of date for the job's current state; None if it is not."""
    if standing is None:
        return None
    if standing.said_at <= standing.since:
        came = "asked that" if not job.ended else "was cancelled" if job.phase is Phase.CANCELLED else "ended"
        return f"it {came} after this was said: say it again if it still holds"
    if standing.heeding_since is not None and standing.said_at < standing.heeding_since + HEEDING:
        return "another message is being heeded: see what comes of that"
    return None


def _find_misfit(ask: HumanRequested, said: ContinueJob) -> str | None:
    """Return why the message does not answer the open question; None if it does.

    A message that answers any other kind of ask counts: after it, the job looks at the page again.
    """
    if ask.kind is AskKind.REVIEW and said.has_words:
        return "nobody reads words about drafts: change or reject each that is not to be used"
    asks_for_answers = ask.kind in (AskKind.FIELDS, AskKind.REVIEW)
    if asks_for_answers and not any(field.question_key in said.answered for field in ask.fields):
        return (
            "it answers none of what is asked, and nobody reads words here: say `Field overrides:` and `field: value`"
        )
    return None


def refuse_forgotten(job: Job) -> CommandRejected:
    """Refuse a retry or a message because the job's stored data are gone."""
    message = f"cannot go on with job {job.id}: what it was requested with is gone"
    return CommandRejected(message, code=Refusal.NO_APPLICANT_DATA)


def _refuse(job: Job) -> CommandRejected:
    """Refuse a message, and say what would be possible instead."""
    if job.is_swept and has_ended_unsent(job):
        return refuse_forgotten(job)
    if job.phase is Phase.NEW:
        why, code = "there is no such job", Refusal.UNKNOWN_JOB
    elif job.phase is Phase.REJECTED:
        why, code = "it was refused: request it again, mended", Refusal.ALREADY_REJECTED
    elif job.phase is Phase.COMPLETED or _may_have_been_sent(job):
        why, code = "it was sent, or may have been, and is never sent twice", Refusal.TOO_LATE
    elif job.phase is Phase.CANCELLED or job.is_cancelling:
        why = "it was cancelled: if it is to be tried again after all, retry it, and say this when it asks"
        code = Refusal.JOB_NOT_CONTINUABLE
    else:
        why = "it goes on by itself: say it once it asks or has ended"
        code = Refusal.JOB_NOT_CONTINUABLE
    return CommandRejected(f"cannot continue job {job.id}: {why}", code=code)
