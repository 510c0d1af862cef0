"""Deciders that are wrong in one thing each, and the invariant that must notice.

A mutation stands between the world and the decider's public functions: it changes the job that is decided on, what an
event leaves of it, or what is said. None reaches into the aggregate itself.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import job_invariants as must
import job_view
from job_world import Rules
from msgspec.structs import replace

from ghosthands.domain import job, session
from ghosthands.domain.human import BlockerGone, HumanResolved
from ghosthands.domain.job import Job, StepKind
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.recipe import RecipeFound

Kinds = type[Event] | tuple[type[Event], ...]
Decide = Callable[[job.JobCommand, Job], list[Event]]
Evolve = Callable[[Job, Event, int], Job]


class Mutation(NamedTuple):
    """A decider with one thing wrong, and the name of the invariant it breaks."""

    what: str
    breaks: str
    rules: Rules


# Ways to be wrong


def deciding_on(change: Callable[[Job], Job]) -> Rules:
    """Whatever is decided is decided of the changed job."""
    return Rules(
        decide=lambda command, state: job.decide(command, change(state)),
        next_step=lambda state, at: job.next_step(change(state), at),
    )


def leaving(kinds: Kinds, change: Callable[[Job], Job]) -> Rules:
    """What an event of those kinds leaves is changed."""

    def evolve(state: Job, event: Event, sequence: int) -> Job:
        after = job.evolve(state, event, sequence)
        return change(after) if isinstance(event, kinds) else after

    return Rules(evolve=evolve)


def ignoring(*kinds: type[Event]) -> Rules:
    """Events of those kinds change nothing."""
    return Rules(evolve=lambda state, event, n: state if isinstance(event, kinds) else job.evolve(state, event, n))


def without_deadline(missing: str) -> Rules:
    """One of the deadlines is never set."""
    return Rules(deadlines=lambda state: {name: at for name, at in job.deadlines(state).items() if name != missing})


def never_saying(*kinds: type[Event]) -> Rules:
    """Those are never decided."""
    return Rules(decide=lambda *about: [event for event in job.decide(*about) if not isinstance(event, kinds)])


def in_place_of(step: StepKind, done: job.Step) -> Rules:
    """Where that step should be taken, something else is."""

    def next_step(state: Job, at: datetime) -> job.Step:
        wanted = job.next_step(state, at)
        return done if isinstance(wanted, job.Send) and wanted.step is step else wanted

    return Rules(next_step=next_step)


# Those that need more words


def _starts_the_clock_at_the_answer(state: Job, event: Event, sequence: int) -> Job:
    after = job.evolve(state, event, sequence)
    if isinstance(event, job.StepChosen):
        return job_view.with_clock_of(after, state)
    return job_view.with_clock_from_request(after) if isinstance(event, session.PageObserved) else after


def _takes_any_page(state: Job, event: Event, sequence: int) -> Job:
    waited_for = job_view.awaited(state)
    is_page = isinstance(event, session.PageObserved) and waited_for is not None
    return job.evolve(state, replace(event, cause=waited_for.command_id) if is_page and waited_for else event, sequence)


def _takes_any_answer(state: Job, event: Event, sequence: int) -> Job:
    ask = job_view.ask_of(state)
    is_answer = isinstance(event, HumanResolved) and ask is not None
    return job.evolve(state, replace(event, request_id=ask.request_id) if is_answer and ask else event, sequence)


def _takes_any_word_for_a_wall(state: Job, event: Event, sequence: int) -> Job:
    after = job.evolve(state, event, sequence)
    return job_view.answered_by(after, event) if isinstance(event, BlockerGone) else after


def _knows_every_action(state: Job, event: Event, sequence: int) -> Job:
    if isinstance(event, session.ActionVerified):
        _ = {one.id: one for one in job_view.pending_of(state)}[event.action_id]
    return job.evolve(state, event, sequence)


def _submits_again_when_told_again(state: Job, event: Event, sequence: int) -> Job:
    after = job.evolve(state, event, sequence)
    return job_view.without_intent(after) if isinstance(event, session.ActionSucceeded) else after


def _writes_down_each_cancel(command: job.JobCommand, state: Job) -> list[Event]:
    decided = job.decide(command, state)
    return [job.JobCancelRequested(at=command.at)] if isinstance(command, job.CancelJob) else decided


def _tries_whatever_ended_anew(command: job.JobCommand, state: Job) -> list[Event]:
    if isinstance(command, job.RetryJob) and state.ended:
        return [job.JobRetried(at=command.at)]
    return job.decide(command, state)


def _goes_on_by_any_message(command: job.JobCommand, state: Job) -> list[Event]:
    if isinstance(command, job.ContinueJob):
        return [job.JobContinued(at=command.at)]
    return job.decide(command, state)


def _presses_another(command: job.JobCommand, state: Job) -> list[Event]:
    decided = job.decide(command, state)
    chosen = decided[0] if decided else None
    is_submit = isinstance(chosen, job.StepChosen) and chosen.step is StepKind.SUBMIT
    return [replace(chosen, actions=("another",))] if is_submit and chosen else decided


def _lets_go_for_another(command: job.JobCommand, state: Job) -> list[Event]:
    decided = job.decide(command, state)
    chosen = decided[0] if decided else None
    is_release = isinstance(chosen, job.StepChosen) and chosen.step is StepKind.RELEASE_STEP
    return [replace(chosen, actions=("another",))] if is_release and chosen else decided


def _takes_any_complaint(command: job.JobCommand, state: Job) -> list[Event]:
    decided, page, intent = job.decide(command, state), job_view.page_of(state), job_view.intent_of(state)
    looks = bool(decided) and isinstance(decided[0], job.StepChosen) and decided[0].step is StepKind.OBSERVE
    if looks and page is not None and page.refused_fields and intent and job_view.submission_of(state) != "none":
        return [job.EffectNotDone(intent_id=intent, evidence="validation")]
    return decided


MUTATIONS = (
    Mutation(
        "it does not know of the cancel",
        must.no_intent_after_a_cancel.__name__,
        deciding_on(job_view.without_cancel),
    ),
    Mutation(
        "it tries whatever ended anew",
        must.what_may_have_been_sent_is_not_tried_anew.__name__,
        Rules(decide=_tries_whatever_ended_anew),
    ),
    Mutation(
        "it takes what it failed at for unsent",
        must.what_may_have_been_sent_does_not_end_as_unsent.__name__,
        leaving(job.JobFailed, job_view.without_intent),
    ),
    Mutation(
        "it goes on by any message",
        must.a_message_brings_on_only_what_was_not_sent.__name__,
        Rules(decide=_goes_on_by_any_message),
    ),
    Mutation(
        "it takes a message to what may have been sent",
        must.a_message_brings_on_only_what_was_not_sent.__name__,
        deciding_on(job_view.without_intent),
    ),
    Mutation(
        "it does not look at the clock",
        must.no_intent_after_the_deadline.__name__,
        deciding_on(job_view.without_clock),
    ),
    Mutation(
        "it does not know of the open intent",
        must.one_open_intent.__name__,
        deciding_on(job_view.without_intent),
    ),
    Mutation(
        "it forgets what is unclear",
        must.no_intent_after_the_submission.__name__,
        leaving(job.SubmitUnclear, job_view.without_intent),
    ),
    Mutation(
        "it forgets what was confirmed",
        must.no_intent_after_the_submission.__name__,
        leaving(job.SubmitConfirmed, job_view.without_intent),
    ),
    Mutation(
        "it does not see that a press began",
        must.a_press_that_began_is_never_repeated.__name__,
        ignoring(session.ActionStarted),
    ),
    Mutation(
        "it presses for another intent",
        must.only_what_is_intended_is_pressed.__name__,
        Rules(decide=_presses_another),
    ),
    Mutation(
        "it lets go for another intent",
        must.nothing_held_goes_without_its_intent.__name__,
        Rules(decide=_lets_go_for_another),
    ),
    Mutation(
        "it takes what it announced for held still",
        must.a_step_is_never_repeated.__name__,
        leaving(job.EffectIntended, job_view.with_held_press),
    ),
    Mutation(
        "it does not see that a release began",
        must.a_step_is_never_repeated.__name__,
        ignoring(session.ActionStarted),
    ),
    Mutation(
        "it takes whatever is held for a proven step",
        must.a_dry_run_lets_go_proven_steps_alone.__name__,
        deciding_on(job_view.with_proven_step),
    ),
    Mutation(
        "it takes every draft for read",
        must.a_draft_is_read_before_it_is_filled_in.__name__,
        deciding_on(job_view.with_every_draft_read),
    ),
    Mutation(
        "it takes what it planned for read",
        must.no_intent_while_a_draft_is_unread.__name__,
        leaving((PlanProposed, RecipeFound), job_view.with_every_draft_read),
    ),
    Mutation(
        "it runs an ended job again",
        must.the_end_is_final.__name__,
        leaving(job.JobClaimed, job_view.with_open_end),
    ),
    Mutation(
        "it takes a dry run for a real one",
        must.a_dry_run_sends_nothing.__name__,
        deciding_on(job_view.without_dry_run),
    ),
    Mutation(
        "its clock starts with an answer",
        must.deadlines_stand_before_what_needs_them.__name__,
        Rules(evolve=_starts_the_clock_at_the_answer),
    ),
    Mutation(
        "it sets a human no deadline",
        must.who_waits_has_a_deadline_or_an_answer.__name__,
        without_deadline("human"),
    ),
    Mutation("it sets a retry no deadline", must.RESTING, without_deadline("retry")),
    Mutation("it sets itself no deadline", must.RESTING, without_deadline("job")),
    Mutation("it rests where it should look", must.RESTING, in_place_of(StepKind.OBSERVE, job.Rest())),
    Mutation("it waits where it should ask", must.RESTING, in_place_of(StepKind.PLAN_PAGE, job.Await())),
    Mutation(
        "it takes each session for one of its own claim",
        must.nobody_unfenced_is_commanded.__name__,
        deciding_on(job_view.with_newest_fence),
    ),
    Mutation(
        "it takes any page for the one it asked for",
        must.an_old_answer_changes_nothing.__name__,
        Rules(evolve=_takes_any_page),
    ),
    Mutation(
        "it takes any human's answer for the one it asked for",
        must.an_old_answer_changes_nothing.__name__,
        Rules(evolve=_takes_any_answer),
    ),
    Mutation(
        "it settles an intent whenever a press is told",
        must.a_fact_told_again_moves_nothing.__name__,
        Rules(evolve=_submits_again_when_told_again),
    ),
    Mutation(
        "it does not mind what the human sent",
        must.what_the_human_sent_is_not_sent_again.__name__,
        leaving(session.HumanSubmitted, job_view.without_humans_press),
    ),
    Mutation(
        "it minds what the human sent only until it reads another page",
        must.what_the_human_sent_is_not_sent_again.__name__,
        leaving(session.PageObserved, job_view.without_humans_press),
    ),
    Mutation(
        "it takes any complaint for a refusal",
        must.what_was_taken_is_not_told_refused.__name__,
        Rules(decide=_takes_any_complaint),
    ),
    Mutation(
        "it takes a cancel after the human's submission",
        must.what_the_human_sent_is_not_cancelled.__name__,
        leaving(session.HumanSubmitted, job_view.without_humans_press),
    ),
    Mutation(
        "it lets the human's time run while they have control",
        must.nobody_who_holds_the_page_runs_out_of_time.__name__,
        Rules(deadlines=lambda state: job.deadlines(job_view.without_humans_hold(state))),
    ),
    Mutation(
        "it forgets what it commanded",
        must.decided_once.__name__,
        leaving(job.StepChosen, job_view.without_awaiting),
    ),
    Mutation(
        "it takes whatever is asked for a wall that is gone",
        must.only_a_wall_is_answered_by_itself.__name__,
        Rules(evolve=_takes_any_word_for_a_wall),
    ),
    Mutation("it writes down each cancel", must.COMMANDED_AGAIN, Rules(decide=_writes_down_each_cancel)),
    Mutation("it fails on an action it does not know", must.FOLDING, Rules(evolve=_knows_every_action)),
    Mutation("it never ends by the clock", must.ENDING, never_saying(job.JobTimedOut, job.SubmitUnclear)),
    Mutation(
        "it forgets its browser when it ends",
        must.CLOSING,
        leaving((job.JobCompleted, job.JobFailed), job_view.without_sessions),
    ),
    Mutation(
        "it forgets the browser of an attempt that failed",
        must.CLOSING,
        leaving(job.RetryScheduled, job_view.without_abandoned),
    ),
)
