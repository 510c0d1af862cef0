"""The human's part: requests to them, their replies, and their own work on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from ghosthands.domain import ids
from ghosthands.domain.codes import BlockerType, Stuck
from ghosthands.domain.human import AskKind, BlockerGone, HumanCame, HumanResolved, HumanTimedOut, Resolution
from ghosthands.domain.job import attempt, effects, escalation, review
from ghosthands.domain.job.events import HumanRequested, JobResumed
from ghosthands.domain.job.page_work import PageWork
from ghosthands.domain.job.state import Job, LoginState, Phase, SubmissionState
from ghosthands.domain.job.steps import Ask
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.recipe import RecipeFound
from ghosthands.domain.session import ControlReleased, ControlTaken, HumanSubmitted

#: the walls that are still there because the credentials or the code were refused
_WALL_OF: Mapping[str, BlockerType] = {
    Stuck.CREDENTIALS_REFUSED: BlockerType.LOGIN,
    Stuck.CODE_REFUSED: BlockerType.TWO_FACTOR,
}

# Requests and replies


def open_request(job: Job) -> HumanRequested | None:
    """Return the request that the job waits for a human to answer; None if it waits for nobody."""
    return job.human.ask if job.phase is Phase.WAITING and job.human.answer is None else None


def find_doubt(job: Job) -> HumanRequested | None:
    """Return the question whether it was sent, which a job that ended in doubt still takes an answer to; else None.

    It has an id of its own unless it was asked last and not answered: what was said of anything else says nothing of
    this.
    """
    has_ended = job.phase in (Phase.FAILED, Phase.CANCELLED, Phase.TIMED_OUT)
    in_doubt = job.effects.submission in (SubmissionState.INTENDED, SubmissionState.UNCLEAR)
    if job.request is None or not has_ended or not in_doubt or job.human.late is not None:
        return None
    ask, is_asking = job.human.ask, job.human.answer is None or isinstance(job.human.answer, HumanTimedOut)
    if ask is not None and is_asking and ask.kind is AskKind.SUBMIT_UNCLEAR:
        return ask
    asked = request_help(job, Ask(AskKind.SUBMIT_UNCLEAR), ask.at if ask is not None else job.request.at)
    return replace(asked, request_id=ids.derived(job.id, "doubt", job.human.asks))


def request_help(job: Job, ask: Ask, at: datetime) -> HumanRequested:
    """Return the request to send to the human; whoever is asked whether it was sent is told what there is to know."""
    in_doubt = ask.kind is AskKind.SUBMIT_UNCLEAR
    return HumanRequested(
        request_id=ids.derived(job.id, "ask", job.human.asks),
        kind=ask.kind,
        at=at,
        timeout_seconds=job.request.human_timeout_seconds if job.request else attempt.HUMAN_SECONDS,
        fields=effects.list_refused(job) if in_doubt else ask.fields,
        drafted=ask.drafted,
        not_entered=escalation.list_not_entered(job.work, ask.fields),
        model_ref=job.page.model_ref if job.page else None,
        code=effects.find_sign(job) if in_doubt else ask.code,
        status=job.page.answered if in_doubt and job.page else 0,
        request=effects.describe_held(job) if ask.code == Stuck.REQUEST_HELD else None,
    )


def fold_request(job: Job, event: HumanRequested) -> Job:
    """Put the job in waiting and pause its clock."""
    return replace(
        attempt.stop_awaiting(job),
        phase=Phase.WAITING,
        human=replace(job.human, asks=job.human.asks + 1, ask=event, answer=None, came=False, held=timedelta()),
        clock=replace(job.clock, paused_since=event.at),
    )


def fold_coming(job: Job, event: HumanCame) -> Job:
    """Record that the human who was asked is there; ignore news of an earlier request."""
    ask = job.human.ask
    is_open = job.phase is Phase.WAITING and ask is not None and ask.request_id == event.request_id
    return replace(job, human=replace(job.human, came=True)) if is_open else job


def fold_reply(job: Job, event: HumanResolved | HumanTimedOut) -> Job:
    """Take the first reply to the request; "not sent" covers only what was sent until then."""
    doubt = find_doubt(job)
    if doubt is not None and doubt.request_id == event.request_id and isinstance(event, HumanResolved):
        is_told = event.resolution in (Resolution.DONE, Resolution.SKIP)
        return effects.fold_late_word(job, event.resolution) if is_told else job
    ask = job.human.ask
    if ask is None or ask.request_id != event.request_id or job.human.answer is not None:
        return job
    job = replace(job, human=replace(job.human, answer=event))
    denies = isinstance(event, HumanResolved) and event.resolution is Resolution.SKIP
    return effects.fold_denial(job) if denies and ask.kind is AskKind.SUBMIT_UNCLEAR else job


def find_lost_keys(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the keys of the fields about which a human was asked last because the page does not keep them."""
    actions = [one for event in events if isinstance(event, PlanProposed | RecipeFound) for one in event.actions]
    keys = {action.field_id: action.key for action in actions}
    asked = [event.fields for event in events if isinstance(event, HumanRequested) and event.code == Stuck.FIELDS_LOST]
    return tuple(keys.get(field.field_id) or f"question {field.question_key}" for field in asked[-1]) if asked else ()


def find_awaited_wall(job: Job) -> BlockerType | None:
    """Return the wall that a human is asked to get past; None if they are asked something else or have answered."""
    ask = open_request(job)
    if ask is None or ask.kind is not AskKind.BLOCKER or ask.code is None:
        return None
    return _WALL_OF.get(ask.code) or next((wall for wall in BlockerType if wall == ask.code), None)


def fold_gone(job: Job, event: BlockerGone) -> Job:
    """Take it as a reply that the wall is gone, if there is no reply yet."""
    ask = job.human.ask
    if find_awaited_wall(job) is None or ask is None or ask.request_id != event.request_id:
        return job
    return replace(job, human=replace(job.human, answer=event))


def fold_resumption(job: Job, event: JobResumed) -> Job:
    """Restart the clock and apply the human's reply."""
    ask, answer, since = job.human.ask, job.human.answer, job.clock.paused_since
    if since is not None:
        pause = event.at - since
        hands = replace(job.hands, asked_while_held=job.hands.asked_while_held + pause)
        job = replace(attempt.add_pause(job, pause), hands=hands)
    cascading = PageWork(escalation=job.work.escalation)
    job = attempt.note_progress(attempt.forget_page(job))
    job = replace(job, phase=Phase.RUNNING, human=replace(job.human, ask=None, answer=None), work=cascading)
    if isinstance(answer, BlockerGone) and job.effects.intent is not None:
        return effects.fold_gone_wall(job, job.effects.intent)
    if ask is None or not isinstance(answer, HumanResolved):
        return job
    job = replace(job, work=escalation.reopen_answered(job.work, ask, answer))
    if ask.kind is AskKind.SUBMIT_UNCLEAR and answer.resolution is Resolution.SKIP:
        job = replace(job, work=replace(job.work, refused=ask.fields))
    if ask.kind is AskKind.REVIEW:
        job = review.fold_review(job, ask, answer)
    return _heed_reply(job, ask, answer.resolution)


def _heed_reply(job: Job, ask: HumanRequested, resolution: Resolution) -> Job:
    """Apply the reply to the open effect, their own submission, credentials, or whatever else was asked."""
    if job.effects.intent is not None:
        return effects.fold_resolution(job, job.effects.intent, ask, resolution)
    if ask.kind is AskKind.SUBMIT_UNCLEAR:  # about the human's own submission
        return replace(job, hands=replace(job.hands, confirmed=resolution is Resolution.DONE))
    if resolution in (Resolution.CREDENTIALS, Resolution.CODE):
        return replace(job, login=LoginState())
    if ask.code == Stuck.REQUEST_HELD and resolution is not Resolution.SKIP:
        job = effects.settle_held(job)
    if resolution is not Resolution.SKIP:
        acted = job.hands.acted or resolution is Resolution.DONE
        return replace(job, hands=replace(job.hands, acted=acted))
    if ask.kind is AskKind.REVIEW:
        return job
    if ask.kind is AskKind.FIELDS:
        skipped = job.human.skipped | {field.question_key for field in ask.fields}
        return replace(job, human=replace(job.human, skipped=skipped))
    return replace(job, human=replace(job.human, gave_up=ask.code or ask.kind.value))


# The human's work on the page


def fold_control_taken(job: Job, event: ControlTaken) -> Job:
    """Record that the human has control of the page."""
    held = {"held_session": event.session_id, "submitted": False, "asked_while_held": timedelta()}
    return replace(job, hands=replace(job.hands, **held))


def fold_submission(job: Job, event: HumanSubmitted) -> Job:
    """Record that a human sent something, which may be the application, from any page."""
    is_held = job.hands.held_session == event.session_id
    hands = replace(job.hands, acted=True, submitted=job.hands.submitted or is_held)
    return effects.fold_sending(replace(job, hands=hands))


def fold_control_released(job: Job, event: ControlReleased) -> Job:
    """Record that a human gave control back; that time counts neither for the job nor for their own deadline."""
    if job.is_held:
        job = _add_hold(job, min(timedelta(milliseconds=event.held_ms), attempt.HOLD))
    is_news = event.submitted and not job.hands.submitted
    job = replace(job, hands=replace(job.hands, held_session="", submitted=False))
    if not is_news:
        return job
    acted = replace(job, hands=replace(job.hands, acted=True))
    return effects.fold_sending(acted)


def _add_hold(job: Job, held: timedelta) -> Job:
    """Exclude the time a human had control from the clock that ran meanwhile."""
    if job.phase is Phase.WAITING:
        return replace(job, human=replace(job.human, held=min(job.human.held + held, attempt.HOLD)))
    if job.phase is not Phase.RUNNING:
        return job
    return attempt.add_pause(job, max(held - job.hands.asked_while_held, timedelta()))
