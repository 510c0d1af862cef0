"""What holds of every job at every moment: one function an invariant, each told whatever happens and free to object.

An invariant reads the log and the public decider; the state's fields it asks of `job_view`. It remembers what it needs
itself, so that a state which forgets something does not make it forget too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

import job_view

from ghosthands.domain import job, session
from ghosthands.domain.human import AskKind, BlockerGone, HumanResolved, HumanTimedOut
from ghosthands.domain.job import StepKind
from ghosthands.domain.job.attempt import HOLD
from ghosthands.domain.message import Event

if TYPE_CHECKING:
    from job_world import World

#: what closes an intent
SETTLES = (job.EffectNotDone, job.StepTaken, job.SubmitConfirmed, job.AccountCreated, job.AccountUnclear)
#: what ends a job
ENDS = (job.JobCompleted, job.JobFailed, job.JobCancelled, job.JobTimedOut)
#: commands to a session that only its newest claim may send
OBEYED = frozenset(StepKind) - {
    StepKind.OPEN_SESSION,
    StepKind.CLOSE_SESSION,
    StepKind.FENCE,
    StepKind.FIND_RECIPE,
    StepKind.PLAN_PAGE,
}
#: commands that press a button, or let go what a press set off
PRESSING = frozenset(
    {StepKind.ADVANCE, StepKind.SIGN_IN, StepKind.SUBMIT, StepKind.CREATE_ACCOUNT, StepKind.RELEASE_STEP}
    | {StepKind.MAKE_MOVE}
)
#: answers that say nothing to who does not wait for them
ANSWERS = (session.PageObserved, session.CommandRefused, HumanResolved, HumanTimedOut)


class Broken(AssertionError):
    """The invariant of this name does not hold."""

    def __init__(self, name: str, what: str, world: World) -> None:
        super().__init__(f"{name}: {what}\n{world}")
        self.name = name


class Happened(NamedTuple):
    """An event that was appended, with the job before and after it."""

    event: Event
    before: job.Job
    after: job.Job
    at: datetime
    #: executor or job-intake decided it, others reported it
    decided: bool
    #: it was told before
    again: bool = False


#: told everything that is appended, in order; says what is wrong with it
Invariant = Callable[["World", list[Happened]], Iterator[str]]


def no_intent_after_a_cancel(world: World, log: list[Happened]) -> Iterator[str]:
    """Once the cancel is on the log, nothing is intended any more."""
    if isinstance(log[-1].event, job.EffectIntended) and world.past.cancelled:
        yield "intended, though cancelled before"


def no_intent_after_the_deadline(world: World, log: list[Happened]) -> Iterator[str]:
    """Once the job's time is up, nothing is intended any more."""
    due = world.clock_of_job
    if isinstance(log[-1].event, job.EffectIntended) and due is not None and due <= log[-1].at:
        yield f"intended at {log[-1].at}, due {due}"


def one_open_intent(world: World, log: list[Happened]) -> Iterator[str]:
    """An intent is settled before the next one."""
    if isinstance(log[-1].event, job.EffectIntended) and world.past.open_intent is not None:
        yield f"{world.past.open_intent} is open"


def no_intent_after_the_submission(world: World, log: list[Happened]) -> Iterator[str]:
    """What was confirmed is never intended again; what is unclear not before the page proves it did not happen."""
    if isinstance(log[-1].event, job.EffectIntended) and world.past.sent in ("confirmed", "unclear"):
        yield f"the submission is {world.past.sent}"


def a_press_that_began_is_never_repeated(world: World, log: list[Happened]) -> Iterator[str]:
    """No button is commanded to be pressed for an intent whose press began."""
    event = log[-1].event
    if isinstance(event, job.StepChosen) and event.step in PRESSING and set(event.actions) & world.past.begun:
        yield f"{event.step} for {event.actions}, which began"


def only_what_is_intended_is_pressed(world: World, log: list[Happened]) -> Iterator[str]:
    """What cannot be taken back is commanded for the open intent and nothing else."""
    event = log[-1].event
    irreversible = (StepKind.SUBMIT, StepKind.CREATE_ACCOUNT)
    if isinstance(event, job.StepChosen) and event.step in irreversible and event.actions != (world.past.open_intent,):
        yield f"pressed for {event.actions}, open is {world.past.open_intent}"


def nothing_held_goes_without_its_intent(world: World, log: list[Happened]) -> Iterator[str]:
    """What the network holds is let go for the open intent that was announced for it, and for nothing else."""
    event = log[-1].event
    if isinstance(event, job.EffectIntended) and event.kind is job.EffectKind.STEP and world.past.held is None:
        yield "a step is announced, and nothing is held"
    is_release = isinstance(event, job.StepChosen) and event.step is StepKind.RELEASE_STEP
    if is_release and (event.actions != (world.past.open_intent,) or not world.past.is_step):
        yield f"let go for {event.actions}, open is {world.past.open_intent}"


def a_step_is_never_repeated(world: World, log: list[Happened]) -> Iterator[str]:
    """What a press set off is announced once, and let go once."""
    event = log[-1].event
    is_step = isinstance(event, job.EffectIntended) and event.kind is job.EffectKind.STEP
    if is_step and event.intent_id in world.past.announced:
        yield f"{event.intent_id} is announced again"
    is_release = isinstance(event, job.StepChosen) and event.step is StepKind.RELEASE_STEP
    if is_release and set(event.actions) & world.past.begun:
        yield f"{event.actions} is let go again"


def a_dry_run_lets_go_proven_steps_alone(world: World, log: list[Happened]) -> Iterator[str]:
    """And those only where it may: the page asks something, and proves that more follows."""
    event = log[-1].event
    is_step = isinstance(event, job.EffectIntended) and event.kind is job.EffectKind.STEP
    if world.past.is_dry and is_step and not (world.past.may_step and world.past.held in world.past.proven):
        yield f"{world.past.held} is let go in a dry run"


def a_draft_is_read_before_it_is_filled_in(world: World, log: list[Happened]) -> Iterator[str]:
    """Where a review is asked for, what a model wrote is put on no page before a human approved it."""
    event = log[-1].event
    fills = isinstance(event, job.StepChosen) and event.step is StepKind.RUN_ACTIONS
    if fills and world.past.is_reviewed and not world.past.is_dry and (unread := world.past.unread_in(event.actions)):
        yield f"the drafts for {sorted(unread)} are filled in, and nobody has read them"


def no_intent_while_a_draft_is_unread(world: World, log: list[Happened]) -> Iterator[str]:
    """Where a review is asked for, nothing is sent, not even a dry run's step, with a draft that nobody approved."""
    if isinstance(log[-1].event, job.EffectIntended) and world.past.is_reviewed and world.past.unread:
        yield f"intended with the drafts for {sorted(world.past.unread)}, which nobody has read"


def the_end_is_final(world: World, log: list[Happened]) -> Iterator[str]:
    """After its end a job's phase stays, and all it still does is close its browsers.

    Unless it is tried anew, or ended in doubt and a human says later whether it was sent.
    """
    last = log[-1]
    if not last.before.ended or isinstance(last.event, job.JobRequested | job.JobContinued | job.JobRetried):
        return
    if world.past.told_late and isinstance(last.event, job.SubmitConfirmed | job.JobCompleted | job.JobFailed):
        return
    if last.after.phase is not last.before.phase:
        yield f"{last.before.phase} became {last.after.phase}"
    is_rejected = last.before.phase is job.Phase.REJECTED
    closes = isinstance(last.event, job.StepChosen) and last.event.step is StepKind.CLOSE_SESSION
    if last.decided and not closes and not is_rejected and not isinstance(last.event, job.JobClaimed):
        yield f"{type(last.event).__name__} after the end"


def what_may_have_been_sent_is_not_tried_anew(world: World, log: list[Happened]) -> Iterator[str]:
    """Another attempt begins where the one before ended with nothing sent, and nobody in doubt of it."""
    if not isinstance(log[-1].event, job.JobRetried):
        return
    if (
        not log[-1].before.ended
        or world.past.open_intent is not None
        or world.past.sent != "nothing"
        or world.past.sent_by_human
    ):
        yield f"tried anew after {log[-1].before.phase}, with {world.past.sent} sent"


def what_may_have_been_sent_does_not_end_as_unsent(world: World, log: list[Happened]) -> Iterator[str]:
    """A job ends as unsent where nothing was sent, or a human said so of the very intent that was in doubt."""
    last = log[-1]
    if not isinstance(last.event, ENDS) or job_view.submission_of(last.after) is not job.SubmissionState.NONE:
        return
    is_denied = world.past.open_intent is not None and world.past.denied == world.past.open_intent
    if world.past.sent_by_human or (world.past.sent != "nothing" and not is_denied):
        yield f"it ended as unsent, with {world.past.sent} sent"


def a_message_brings_on_only_what_was_not_sent(world: World, log: list[Happened]) -> Iterator[str]:
    """What somebody says later counts for a job that asks, or has ended, while nothing may have been sent."""
    last = log[-1]
    if not isinstance(last.event, job.JobContinued):
        return
    if world.past.open_intent is not None or world.past.sent != "nothing" or world.past.sent_by_human:
        yield f"it goes on by a message, with {world.past.sent} sent"
    if not last.before.ended and job.open_request(last.before) is None:
        yield f"a message counts for a job that is {last.before.phase}"


def a_dry_run_sends_nothing(world: World, log: list[Happened]) -> Iterator[str]:
    """Whoever only tries an application intends nothing that cannot be taken back, but a step where that may go."""
    event = log[-1].event
    if isinstance(event, job.EffectIntended) and world.past.is_dry and event.kind is not job.EffectKind.STEP:
        yield "intended in a dry run"


def deadlines_stand_before_what_needs_them(world: World, log: list[Happened]) -> Iterator[str]:
    """Every deadline that stands was set before the event it comes from was appended."""
    for name, at in world.rules.deadlines(log[-1].after).items():
        known = world.timers_before.get(name)
        if known is None or (log[-1].decided and known > at):
            yield f"{name} at {at}, set: {known}"


def who_waits_has_a_deadline_or_an_answer(world: World, log: list[Happened]) -> Iterator[str]:
    """A job that waits for a human has the answer, or a moment at which it stops waiting."""
    state = log[-1].after
    if state.phase is job.Phase.WAITING and job_view.answer_of(state) is None and "human" not in world.timers:
        yield "waits for ever"


def only_a_wall_is_answered_by_itself(world: World, log: list[Happened]) -> Iterator[str]:
    """What is no wall waits for a human's word, whatever is said of the page."""
    last = log[-1]
    ask, answer = job_view.ask_of(last.before), job_view.answer_of(last.before)
    is_gone = isinstance(last.event, job.JobResumed) and isinstance(answer, BlockerGone)
    if is_gone and ask is not None and ask.kind is not AskKind.BLOCKER:
        yield f"{ask.kind} was taken for answered, as a wall was gone"


def nobody_unfenced_is_commanded(world: World, log: list[Happened]) -> Iterator[str]:
    """After a claim no session is commanded anything before it was opened or fenced for that claim."""
    event = log[-1].event
    if not isinstance(event, job.StepChosen) or event.step not in OBEYED:
        return
    open_session = job_view.session_of(log[-1].before)
    if open_session is None or world.past.fenced.get(open_session.id, -1) < world.past.epoch:
        yield f"{event.step} at epoch {world.past.epoch}, fenced: {world.past.fenced}"


def an_old_answer_changes_nothing(world: World, log: list[Happened]) -> Iterator[str]:
    """An answer nobody waits for leaves the job as it is."""
    last = log[-1]
    if last.decided or not isinstance(last.event, ANSWERS):
        return
    waited_for = job_view.awaited(last.before)
    cause = getattr(last.event, "cause", None)
    if cause is not None and waited_for is not None and waited_for.command_id == cause:
        return
    ask, request_id = job_view.ask_of(last.before), getattr(last.event, "request_id", None)
    if ask is not None and ask.request_id == request_id and job_view.answer_of(last.before) is None:
        return
    doubt = job.find_doubt(last.before)
    if last.after != last.before and (doubt is None or doubt.request_id != request_id):
        yield f"{type(last.event).__name__} changed the job"


def a_fact_told_again_moves_nothing(world: World, log: list[Happened]) -> Iterator[str]:
    """A fact that comes twice neither ends nor resumes a job, nor opens or settles what was intended."""
    last = log[-1]
    if last.again and _landmarks(last.before) != _landmarks(last.after):
        yield f"{type(last.event).__name__} again: {_landmarks(last.before)} became {_landmarks(last.after)}"


def _landmarks(state: job.Job) -> tuple[object, ...]:
    return state.phase, job_view.submission_of(state), job_view.intent_of(state), job_view.epoch_of(state)


def what_the_human_sent_is_not_sent_again(world: World, log: list[Happened]) -> Iterator[str]:
    """What a human may have sent is never followed by an intent of ours, or a press for one, before somebody tells."""
    event = log[-1].event
    pressed = isinstance(event, job.StepChosen) and event.step in (StepKind.SUBMIT, StepKind.RELEASE_STEP)
    if world.past.sent_by_human and (pressed or isinstance(event, job.EffectIntended)):
        yield "the human may have sent it"


def what_was_taken_is_not_told_refused(world: World, log: list[Happened]) -> Iterator[str]:
    """That a page thanks, empties its fields and marks them proves nothing against it."""
    event, page = log[-1].event, job_view.page_of(log[-1].before)
    is_refusal = isinstance(event, job.EffectNotDone) and event.evidence in ("validation", "refused_value")
    if is_refusal and world.site.has_taken and page == world.site.shown:
        yield "it was taken"


def what_the_human_sent_is_not_cancelled(world: World, log: list[Happened]) -> Iterator[str]:
    """Once a human may have sent the application, it is too late to ask for its end."""
    if isinstance(log[-1].event, job.JobCancelRequested) and world.past.sent_by_human:
        yield "a cancel is accepted, though the human may have sent it"


def nobody_who_holds_the_page_runs_out_of_time(world: World, log: list[Happened]) -> Iterator[str]:
    """A human's own time does not end while they have control, for as long as a hold may last."""
    last = log[-1]
    if last.again or not isinstance(last.event, HumanTimedOut) or world.past.held_since is None:
        return
    ask = job_view.ask_of(last.before)
    if ask is None or ask.request_id != last.event.request_id or not job_view.is_held(last.before):
        return
    if last.at < ask.at + timedelta(seconds=ask.timeout_seconds) + HOLD:
        yield f"it ended at {last.at}, and they took control at {world.past.held_since}"


def decided_once(world: World, log: list[Happened]) -> Iterator[str]:
    """What was decided is not decided again at once."""
    last = log[-1]
    if not last.decided or isinstance(last.event, job.JobClaimed | job.JobRequested | job.JobRejected):
        return
    again = world.rules.decide(job.Proceed(last.at), last.after)
    if again and _said(again[0]) == _said(last.event):
        yield f"{type(last.event).__name__} is said again"


def _said(event: Event) -> tuple[object, ...]:
    """What a decision says, but for its moment and its number."""
    return type(event), *(
        getattr(event, name, None) for name in ("step", "intent_id", "kind", "evidence", "fields", "failed", "target")
    )


INVARIANTS: dict[str, Invariant] = {
    one.__name__: one
    for one in (
        no_intent_after_a_cancel,
        what_may_have_been_sent_is_not_tried_anew,
        what_may_have_been_sent_does_not_end_as_unsent,
        a_message_brings_on_only_what_was_not_sent,
        no_intent_after_the_deadline,
        one_open_intent,
        no_intent_after_the_submission,
        a_press_that_began_is_never_repeated,
        only_what_is_intended_is_pressed,
        nothing_held_goes_without_its_intent,
        a_step_is_never_repeated,
        a_dry_run_lets_go_proven_steps_alone,
        a_draft_is_read_before_it_is_filled_in,
        no_intent_while_a_draft_is_unread,
        the_end_is_final,
        a_dry_run_sends_nothing,
        deadlines_stand_before_what_needs_them,
        who_waits_has_a_deadline_or_an_answer,
        only_a_wall_is_answered_by_itself,
        nobody_unfenced_is_commanded,
        an_old_answer_changes_nothing,
        a_fact_told_again_moves_nothing,
        what_the_human_sent_is_not_sent_again,
        what_was_taken_is_not_told_refused,
        what_the_human_sent_is_not_cancelled,
        nobody_who_holds_the_page_runs_out_of_time,
        decided_once,
    )
}
#: those that are no event's, and asked by the world itself
FOLDING = "every_event_folds_and_every_state_decides"
COMMANDED_AGAIN = "a_command_given_twice_says_nothing_new"
RESTING = "who_rests_or_waits_will_be_woken"
ENDING = "every_job_ends"
CLOSING = "no_browser_is_left_open"
NAMES = (*INVARIANTS, FOLDING, COMMANDED_AGAIN, RESTING, ENDING, CLOSING)
