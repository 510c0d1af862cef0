"""A job's request to a human: which one is open, and why one is not."""

from __future__ import annotations

from datetime import datetime

from ghosthands.domain.codes import Refusal
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import HumanTimedOut
from ghosthands.domain.job import HumanRequested, Job, SubmissionState, deadlines, find_doubt, open_request
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History


def can_be_taken_over(state: Job) -> bool:
    """Whether the job waits for a human with its browser open."""
    return open_request(state) is not None and state.browser.session is not None


def may_be_cancelled(state: Job) -> bool:
    """Whether the job goes on and nothing of it was sent, or may have been."""
    return not state.ended and state.effects.submission is SubmissionState.NONE


def due(state: Job) -> datetime | None:
    """Return when the human's time ends, as known while they hold the page; None where no human is asked."""
    return deadlines(state).get("human")


def answerable(history: History, request_id: str | None, *, given_at: datetime | None = None) -> HumanRequested:
    """Return the request that an answer is taken to: the open one, or the question a job that ended in doubt leaves.

    It must be the one of `request_id` if given. Raises CommandRejected.

    Without an id, an answer is to what was asked last, so the question of an ended job must be that. One that the
    server stored before the request is an earlier one's, delivered again.
    """
    state = job_of(history)
    doubt = find_doubt(state)
    ask = open_request(state) or doubt
    if request_id is None and doubt is not None and doubt != state.human.ask:
        message = f"cannot answer job {state.id}: it is {state.phase}"
        how = f"only an answer that names request {doubt.request_id} can say whether it was submitted"
        raise CommandRejected(f"{message}; {how}", code=_code_refusal(state))
    if ask is None:
        raise CommandRejected(f"cannot answer job {state.id}: {_explain_refusal(state)}", code=_code_refusal(state))
    if request_id not in (None, ask.request_id):
        message = f"cannot answer that request of job {state.id}: request {ask.request_id} is the one that is open"
        raise CommandRejected(message, code=Refusal.NOT_OPEN)
    if request_id is None and given_at is not None and given_at < _find_asked_at(history, ask):
        message = f"cannot answer request {ask.request_id} of job {state.id}: it was made after the answer was given"
        raise CommandRejected(message, code=Refusal.NOT_OPEN)
    return ask


def _find_asked_at(history: History, ask: HumanRequested) -> datetime:
    """Return when the server stored the request: its writer's clock may be ahead of the one that dates answers."""
    asked = next(one for one in reversed(history.recorded) if one.event == ask)
    return asked.stored_at or ask.at


def _explain_refusal(state: Job) -> str:
    if state.ended:
        return f"it is {state.phase}"
    if isinstance(state.human.answer, HumanTimedOut):
        return "the time to answer is over"
    return "its request was answered already" if state.human.answer is not None else "it asks for nothing"


def _code_refusal(state: Job) -> Refusal:
    if state.ended:
        return Refusal(f"already_{state.phase}")
    if isinstance(state.human.answer, HumanTimedOut):
        return Refusal.TIMED_OUT
    return Refusal.ALREADY_ANSWERED if state.human.answer is not None else Refusal.NOT_OPEN
