"""What the properties read of a job's state, and how a mutation changes it: the one place that knows its fields."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from msgspec.structs import replace

from ghosthands.domain import job
from ghosthands.domain.engine import EngineName
from ghosthands.domain.human import BlockerGone, HumanResolved, HumanTimedOut
from ghosthands.domain.job.state import OnwardPress
from ghosthands.domain.page import PageSummary
from ghosthands.domain.plan import PlannedAction


class Awaited(NamedTuple):
    """The command whose answer the job waits for."""

    step: job.StepKind
    command_id: str
    actions: frozenset[str]


class Open(NamedTuple):
    """A browser session the job knows of."""

    id: str
    host: str
    epoch: int


def answered_by(state: job.Job, gone: BlockerGone) -> job.Job:
    """Whatever a human is asked counts as answered by that, where nobody has answered."""
    is_open = state.human.ask is not None and state.human.answer is None
    return replace(state, human=replace(state.human, answer=gone)) if is_open else state


def awaited(state: job.Job) -> Awaited | None:
    """The command that was sent and is not answered."""
    one = state.attempt.awaiting
    return Awaited(one.step, one.command_id, one.actions) if one else None


def session_of(state: job.Job) -> Open | None:
    """The session the job works in."""
    one = state.browser.session
    return Open(one.id, one.host, one.epoch) if one else None


def abandoned_by(state: job.Job) -> Open | None:
    """The session an earlier attempt left, which is to be closed."""
    one = state.browser.abandoned
    return Open(one.id, one.host, one.epoch) if one else None


def closing(state: job.Job) -> Open | None:
    """The session that a close command is for."""
    return abandoned_by(state) or session_of(state)


def page_of(state: job.Job) -> PageSummary | None:
    """The page as the job last read it."""
    return state.page


def pending_of(state: job.Job) -> tuple[PlannedAction, ...]:
    """What is planned and not settled."""
    return state.work.pending


def engine_of(state: job.Job) -> EngineName:
    """Who works the page."""
    return state.browser.engine


def intent_of(state: job.Job) -> str | None:
    """The open intent, by id."""
    return state.effects.intent.id if state.effects.intent else None


def intended_button(state: job.Job) -> str:
    """The button of the open intent."""
    return state.effects.intent.button_id if state.effects.intent else ""


def released_by(state: job.Job) -> str:
    """The held press that the open intent is for."""
    return state.effects.intent.releases if state.effects.intent else ""


def submission_of(state: job.Job) -> job.SubmissionState:
    """What is known of the application's being sent."""
    return state.effects.submission


def ask_of(state: job.Job) -> job.HumanRequested | None:
    """What a human was asked and the job has not resumed from."""
    return state.human.ask


def answer_of(state: job.Job) -> HumanResolved | HumanTimedOut | None:
    """The answer that came in."""
    return state.human.answer


def is_held(state: job.Job) -> bool:
    """Whether a human has control of the job's page."""
    return state.is_held


def epoch_of(state: job.Job) -> int:
    """The sequence of the newest claim."""
    return state.attempt.epoch


# What mutations change


def without_cancel(state: job.Job) -> job.Job:
    """As if nobody had cancelled."""
    return replace(state, cancel_requested=False)


def without_clock(state: job.Job) -> job.Job:
    """As if its time had not begun."""
    return replace(state, clock=replace(state.clock, started_at=None))


def without_intent(state: job.Job) -> job.Job:
    """As if nothing were intended."""
    return replace(state, effects=replace(state.effects, intent=None, submission=job.SubmissionState.NONE))


def with_open_end(state: job.Job) -> job.Job:
    """As if the job had not ended."""
    return replace(state, phase=job.Phase.RUNNING) if state.ended else state


def without_dry_run(state: job.Job) -> job.Job:
    """As if the request were for a real application."""
    return replace(state, request=replace(state.request, dry_run=False)) if state.request else state


def with_proven_step(state: job.Job) -> job.Job:
    """As if whatever is held were provably a step."""
    held = state.effects.held_press
    return replace(state, effects=replace(state.effects, held_press=replace(held, is_proven=True))) if held else state


def with_held_press(state: job.Job) -> job.Job:
    """As if what was announced were held still."""
    intent = state.effects.intent
    if intent is None or not intent.releases:
        return state
    held = OnwardPress(
        action_id=intent.releases,
        button_id=intent.button_id,
        role=intent.button_role,
        fingerprint=intent.fingerprint,
    )
    return replace(state, effects=replace(state.effects, held_press=held))


def with_every_draft_read(state: job.Job) -> job.Job:
    """As if a human had approved whatever a model wrote."""
    planned = {one.question_key for one in state.work.pending}
    human = replace(state.human, approved=state.human.approved | planned)
    return replace(state, human=human, passage=replace(state.passage, unread=False))


def without_sessions(state: job.Job) -> job.Job:
    """As if no browser were open."""
    return replace(state, browser=replace(state.browser, session=None, abandoned=None))


def without_abandoned(state: job.Job) -> job.Job:
    """As if no earlier browser were open."""
    return replace(state, browser=replace(state.browser, abandoned=None))


def without_awaiting(state: job.Job) -> job.Job:
    """As if nothing had been commanded."""
    return replace(state, attempt=replace(state.attempt, awaiting=None))


def with_newest_fence(state: job.Job) -> job.Job:
    """As if the session obeyed the newest claim."""
    if state.browser.session is None:
        return state
    fenced = replace(state.browser.session, epoch=state.attempt.epoch)
    return replace(state, browser=replace(state.browser, session=fenced))


def without_humans_press(state: job.Job) -> job.Job:
    """As if the human had sent nothing."""
    submission = job.SubmissionState.NONE if state.effects.untold else state.effects.submission
    return replace(state, effects=replace(state.effects, untold=False, submission=submission))


def without_humans_hold(state: job.Job) -> job.Job:
    """As if the human's own time went on while they have control."""
    return replace(state, human=replace(state.human, held=timedelta()), hands=replace(state.hands, held_session=""))


def with_clock_from_request(state: job.Job) -> job.Job:
    """As if its time had begun when it was requested, where it has not begun and a session is open."""
    if state.clock.started_at is not None or state.browser.session is None or state.request is None:
        return state
    return replace(state, clock=replace(state.clock, started_at=state.request.at))


def with_clock_of(state: job.Job, before: job.Job) -> job.Job:
    """As if its time stood as it did before."""
    return replace(state, clock=before.clock)
