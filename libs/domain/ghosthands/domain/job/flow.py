"""The job's state machine: how each event changes the job, which events a command causes, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from ghosthands.domain import ids
from ghosthands.domain.budget import BudgetExceeded
from ghosthands.domain.cascade import NO_GUIDANCE, Guidance
from ghosthands.domain.codes import Evidence, JobFailure, Refusal, Stuck
from ghosthands.domain.data import DataExtracted, DataMissed
from ghosthands.domain.engine import EngineName
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, BlockerGone, HumanCame, HumanResolved, HumanTimedOut
from ghosthands.domain.job import anew, attempt, effects, escalation, filling, human, leaving, login, tasks, versions
from ghosthands.domain.job.commands import (
    CancelJob,
    ClaimJob,
    ContinueJob,
    ExpireJob,
    JobCommand,
    Proceed,
    RejectJob,
    RequestJob,
    RetryJob,
)
from ghosthands.domain.job.events import (
    AccountCreated,
    AccountUnclear,
    EffectIntended,
    EffectKind,
    EffectNotDone,
    EventsGivenUp,
    HumanRequested,
    JobCancelled,
    JobCancelRequested,
    JobClaimed,
    JobCompleted,
    JobFailed,
    JobRejected,
    JobRequested,
    JobResumed,
    JobRetried,
    JobTimedOut,
    ModeChosen,
    Outcome,
    PressUnmoved,
    RequestSwept,
    ResumeAwaited,
    RetryScheduled,
    StepChosen,
    StepKind,
    StepTaken,
    SubmitConfirmed,
    SubmitUnclear,
    TierEscalated,
)
from ghosthands.domain.job.state import Job, Phase, SubmissionState
from ghosthands.domain.job.steps import Append, Ask, Await, Fail, Rest, Send, Step
from ghosthands.domain.manual import ManualFound, ManualMissed
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.recipe import RecipeFound, RecipeMissed
from ghosthands.domain.requests import PressHeld, RequestHeld
from ghosthands.domain.session import (
    ActionFailed,
    ActionStarted,
    ActionSucceeded,
    ActionVerified,
    BlockerDetected,
    CommandRefused,
    ControlReleased,
    ControlTaken,
    EngineRecovered,
    EngineSwitched,
    EngineSwitchFailed,
    HumanSubmitted,
    PageObserved,
    QuestionsRead,
    SessionClosed,
    SessionFenced,
    SessionLost,
    SessionOpened,
)
from ghosthands.domain.task import TaskDone, TaskFailed

#: seconds after which a command that an open intent awaits counts as unanswered: its host is gone for good
SILENCE_SECONDS = 300


# The fold


def fold(job_id: str, events: list[tuple[Event, int]]) -> Job:
    """Return the job that results from these events, each given with its sequence."""
    job = Job(id=job_id)
    for event, sequence in events:
        job = evolve(job, event, sequence)
    return job


def evolve(job: Job, event: Event, sequence: int = 0) -> Job:
    """Return the job after `event`, which has the sequence `sequence`; total: other events change nothing."""
    if isinstance(event, JobClaimed):
        return attempt.fold_claim(job, event, sequence)  # the only fold that needs the sequence: it is the job's epoch
    apply = FOLDS.get(type(event))
    return apply(job, event) if apply is not None else job


def _fold_awaited_resume(job: Job, event: ResumeAwaited) -> Job:
    """Note that a request's resume is being fetched; a job that has begun stays as it is."""
    return Job(id=job.id, awaited=event) if job.phase in (Phase.NEW, Phase.REJECTED) else job


def _fold_request(job: Job, event: JobRequested) -> Job:
    """Begin the job; a cancel that came while its resume was fetched still holds."""
    is_cancelled = job.awaited is not None and job.cancel_requested
    return Job(id=job.id, phase=Phase.PENDING, request=event, cancel_requested=is_cancelled)


def _fold_rejection(job: Job, event: JobRejected) -> Job:
    """End a job whose request cannot be carried out."""
    return replace(job, phase=Phase.REJECTED, reasons=event.reasons, awaited=None)


def _fold_choice(job: Job, event: StepChosen) -> Job:
    """Await the answer to the chosen step's command."""
    return versions.fold_choice(leaving.fold_choice(attempt.fold_step(job, event), event), event)


def _fold_fence(job: Job, event: SessionFenced) -> Job:
    """Record the epoch that the session obeys; a press that was open before is in doubt."""
    fenced = attempt.fold_fence(job, event)
    return leaving.doubt_press(fenced) if job.awaits(event.cause) else fenced


def _fold_session_end(job: Job, event: SessionLost | SessionClosed) -> Job:
    """Forget the session and its presses; whoever closed a browser also dropped what was held in it."""
    ended = attempt.fold_session_end(job, event)
    if job.browser.session is None or ended.browser.session is not None:
        return ended
    return leaving.close_press(ended) if isinstance(event, SessionClosed) else leaving.lose_press(ended)


def _fold_observation(job: Job, event: PageObserved) -> Job:
    """Take the page as just observed; ignore an observation that an earlier claim asked for."""
    if not job.awaits(event.cause):
        return job
    page, is_old_wall = event.page, job.blocker is not None and job.blocker.cause != event.cause
    job = replace(
        job,
        blocker=None if is_old_wall else job.blocker,
        work=filling.keep_work(job.work, page),
        login=login.fold_look(job.login, page),
    )
    if job.effects.intent is None and not job.passage.departed:
        job = replace(job, work=filling.note_lost(job.work, page))
    if job.effects.intent is not None:
        job = effects.fold_look(job, job.effects.intent, page)
    elif job.passage.departed:
        job = filling.arrive(job, page)
    return attempt.fold_answer(replace(job, page=page), event.cause)


def _fold_start(job: Job, event: ActionStarted) -> Job:
    """Record that a button is about to be pressed; the start of a fill changes nothing, since it can be repeated."""
    if login.is_sign_in(job.login, event.action_id):
        return login.fold_start(job)
    job = leaving.fold_start(job, event.action_id)
    return effects.fold_start(job, job.effects.intent, event) if job.effects.intent else job


def _fold_press(job: Job, event: ActionSucceeded) -> Job:
    """Record that a button was pressed, so that the page must be read again."""
    job = leaving.settle_press(job, event.action_id)
    if job.effects.intent is not None:
        job = effects.fold_press(job, job.effects.intent, event)
    settled = versions.fold_move(filling.settle_action(job, event.cause, event.action_id), event.action_id)
    return replace(settled, page=None)


def _fold_failure(job: Job, event: ActionFailed) -> Job:
    """Record the failure of a sign-in, an effect, a manual's move or a field."""
    job, intent = attempt.pause_for_hands(job, event), job.effects.intent
    job = leaving.settle_press(job, event.action_id, event.code)
    if login.is_sign_in(job.login, event.action_id):
        return login.fold_failed_press(job, event)
    if intent is not None and intent.id == event.action_id:
        return effects.fold_failed_press(job, intent, event)
    return filling.fold_failure(versions.fold_failed_move(job, event.action_id), event)


def _fold_refusal(job: Job, event: CommandRefused) -> Job:
    """Record that the awaited command was refused."""
    awaiting, intent = job.attempt.awaiting, job.effects.intent
    if awaiting is None or not job.awaits(event.cause):
        return job
    job = attempt.stop_awaiting(job)
    if event.code == Refusal.ENGINE_NOT_ATTACHED:
        return replace(job, browser=replace(job.browser, engine=EngineName.NONE))
    if event.code == Refusal.SESSION_GONE:
        return leaving.lose_press(attempt.lose_session(job))
    if intent is not None:
        return effects.fold_refusal(job, intent, awaiting.step, event)
    return attempt.keep_refusal(job, event)


def _fold_retry(job: Job, event: RetryScheduled) -> Job:
    """Start over: the next attempt knows nothing of the manual, the task and the presses of this one."""
    fresh = versions.forget_manual(tasks.forget(attempt.fold_retry(job, event)))
    return leaving.close_press(fresh)


def _fold_switch(job: Job, event: EngineSwitched) -> Job:
    """Record the engine that is attached now."""
    switched = replace(job, browser=replace(job.browser, engine=event.target))
    return attempt.fold_answer(switched, event.cause)


def _fold_failed_switch(job: Job, event: EngineSwitchFailed) -> Job:
    """Record that the engine could not be attached, for the fields or the task that it was wanted for."""
    failed = tasks.fold_failed_switch(escalation.fold_failed_switch(job, event), event)
    return attempt.fold_answer(failed, event.cause)


def _fold_recovery(job: Job, event: EngineRecovered) -> Job:
    """Have the page read again, unless the engine came back to the same form."""
    return job if event.same_form else replace(job, page=None)


def _fold_failed_end(job: Job, event: JobFailed) -> Job:
    """End the job without a confirmed submission."""
    ended = effects.fold_failure(job, event)
    return replace(ended, phase=Phase.FAILED, failure=event.code, human=replace(ended.human, late=None))


def _fold_completion(job: Job, _event: JobCompleted) -> Job:
    """End the job as done, also if it had failed in doubt before and a human settled that."""
    return replace(job, phase=Phase.COMPLETED, failure=None, human=replace(job.human, late=None))


#: what each event does to the job; JobClaimed, whose fold needs its sequence, is applied by `evolve` itself
FOLDS: Mapping[type[Event], Callable[[Job, Any], Job]] = {
    # its request
    ResumeAwaited: _fold_awaited_resume,
    JobRequested: _fold_request,
    JobRejected: _fold_rejection,
    JobCancelRequested: lambda job, _: replace(job, cancel_requested=True),
    JobRetried: lambda job, _: anew.fold_anew(job),
    RequestSwept: lambda job, _: replace(job, is_swept=True),
    EventsGivenUp: anew.fold_given_up,
    # its attempt and its steps
    ModeChosen: versions.fold_mode,
    StepChosen: _fold_choice,
    RetryScheduled: _fold_retry,
    CommandRefused: _fold_refusal,
    BudgetExceeded: lambda job, event: replace(job, budget=job.budget or event),
    # its browser and its page
    SessionOpened: attempt.fold_opening,
    SessionFenced: _fold_fence,
    SessionLost: _fold_session_end,
    SessionClosed: _fold_session_end,
    PageObserved: _fold_observation,
    BlockerDetected: lambda job, event: replace(job, blocker=event),
    # plans and actions
    ManualFound: versions.fold_manual,
    ManualMissed: versions.fold_no_manual,
    RecipeFound: filling.fold_recipe,
    RecipeMissed: filling.fold_recipe_miss,
    PlanProposed: filling.fold_plan,
    QuestionsRead: filling.fold_questions,
    ActionStarted: _fold_start,
    ActionVerified: filling.fold_verification,
    ActionFailed: _fold_failure,
    ActionSucceeded: _fold_press,
    PressHeld: leaving.fold_held_press,
    PressUnmoved: lambda job, _: leaving.fold_unmoved(job),
    # engines and tasks
    TierEscalated: escalation.fold_escalation,
    EngineSwitched: _fold_switch,
    EngineSwitchFailed: _fold_failed_switch,
    EngineRecovered: _fold_recovery,
    DataExtracted: tasks.fold_extracted,
    DataMissed: tasks.fold_missed,
    TaskFailed: tasks.fold_failed,
    TaskDone: tasks.fold_done,
    # its effects
    EffectIntended: effects.fold_intent,
    EffectNotDone: effects.fold_not_done,
    RequestHeld: effects.fold_held,
    StepTaken: lambda job, _: effects.fold_step_taken(job),
    SubmitConfirmed: lambda job, _: effects.fold_confirmation(job),
    SubmitUnclear: lambda job, _: effects.fold_doubt(job),
    AccountCreated: lambda job, _: effects.drop_intent(job),
    AccountUnclear: lambda job, _: effects.drop_intent(job),
    # its humans
    HumanRequested: human.fold_request,
    HumanCame: human.fold_coming,
    HumanResolved: human.fold_reply,
    HumanTimedOut: human.fold_reply,
    BlockerGone: human.fold_gone,
    JobResumed: human.fold_resumption,
    ControlTaken: human.fold_control_taken,
    HumanSubmitted: human.fold_submission,
    ControlReleased: human.fold_control_released,
    # its end
    JobCompleted: _fold_completion,
    JobFailed: _fold_failed_end,
    JobCancelled: lambda job, _: replace(job, phase=Phase.CANCELLED),
    JobTimedOut: lambda job, _: replace(job, phase=Phase.TIMED_OUT, failure=JobFailure.TIMEOUT),
}


# Deciding


def decide(command: JobCommand, job: Job) -> list[Event]:
    """Return the events `command` causes; none if there is nothing to change. Raises CommandRejected."""
    match command:
        case RequestJob(requested):
            return [requested] if job.phase in (Phase.NEW, Phase.REJECTED) else []
        case RejectJob(rejected):
            said = job.phase is Phase.REJECTED and job.reasons == rejected.reasons
            return [rejected] if job.phase in (Phase.NEW, Phase.REJECTED) and not said else []
        case CancelJob(at, reason):
            return _decide_cancel(job, at, reason)
        case RetryJob() as wish:
            return anew.decide_retry(job, wish)
        case ContinueJob() as said:
            return anew.decide_continuation(job, said)
        case ClaimJob(worker, at):
            return [JobClaimed(at=at, worker=worker)] if attempt.is_runnable(job, at) else []
        case ExpireJob(at):
            is_over = not job.ended and attempt.is_out_of_time(job, at)
            return [attempt.time_out(job, at)] if is_over and not job.effects.untold else []  # its executor asks
        case Proceed(at, guidance, stopped):
            return _decide_proceed(job, at, guidance, stopped)


def _decide_cancel(job: Job, at: datetime, reason: str) -> list[Event]:
    if job.phase is Phase.NEW and job.awaited is None:
        raise CommandRejected(f"cannot cancel job {job.id}: there is no such job", code=Refusal.UNKNOWN_JOB)
    if job.ended:
        raise CommandRejected(f"cannot cancel job {job.id}: it is {job.phase}", code=Refusal(f"already_{job.phase}"))
    if job.effects.submission is not SubmissionState.NONE:
        raise CommandRejected(f"cannot cancel job {job.id}: its submission has begun", code=Refusal.TOO_LATE)
    return [] if job.cancel_requested else [JobCancelRequested(at=at, reason=reason)]


def _decide_proceed(job: Job, at: datetime, guidance: Guidance, stopped: bool) -> list[Event]:
    match next_step(job, at, guidance):
        case Send(step, actions):
            command_id = ids.derived(job.id, "step", job.attempt.steps)
            return [StepChosen(at=at, step=step, command_id=command_id, actions=actions)]
        case Append(EffectIntended(kind=EffectKind.SUBMIT | EffectKind.STEP)) if stopped:
            return [human.request_help(job, Ask(AskKind.STUCK, code=Stuck.SUBMISSIONS_STOPPED), at)]
        case Append(event):
            return [event]
        case Fail() as fail:
            return [attempt.end_attempt(job, fail, at)]
        case Ask() as ask:
            return [human.request_help(job, ask, at)]
        case Await() | Rest():
            return []


# The next step


def next_step(job: Job, at: datetime, guidance: Guidance = NO_GUIDANCE) -> Step:
    """Return what the job needs at the time `at`: the first thing missing on its way to a verified application."""
    if job.ended or job.phase in (Phase.NEW, Phase.BACKING_OFF, Phase.WAITING):
        return _stand_still(job, at)
    if job.phase is Phase.PENDING:  # a retried job: another claim begins the attempt and its clock
        return Rest()
    if job.is_cancelling:
        return Append(JobCancelled(at=at))
    if job.effects.submission is SubmissionState.CONFIRMED:
        return Append(JobCompleted(at=at, outcome=Outcome.SUBMITTED))
    if job.hands.confirmed:
        return Append(SubmitConfirmed(intent_id=ids.derived(job.id, "human"), evidence=Evidence.HUMAN, at=at))
    if job.is_given_up:
        return effects.ask_before(job, Fail(JobFailure.EVENTS_UNREADABLE))
    if attempt.is_out_of_time(job, at):
        return effects.ask_before(job, Append(attempt.time_out(job, at)))
    if attempt.is_queued(job):
        return Rest()
    if job.attempt.awaiting is not None:
        return _await_fact(job, at)
    if job.effects.intent is not None:
        return effects.settle_intent(job, job.effects.intent, at)
    step = _find_step(job, at, guidance)
    return effects.ask_before(job, step) if isinstance(step, Fail) else step


def _find_step(job: Job, at: datetime, guidance: Guidance) -> Step:
    """Return the first step that is needed while no effect is open."""
    return (
        attempt.find_obstacle(job)
        or effects.ask_about_held(job)
        or attempt.reach_session(job)
        or leaving.release_held(job, at)
        or attempt.read_page(job)
        or versions.settle_mode(job, at)
        or login.pass_wall(job, at)
        or filling.look_twice(job, at)
        or tasks.do_task(job, at)
        or filling.find_unfit(job, at)
        or versions.work_by_manual(job, at)
        or filling.fill_page(job, at, guidance)
        or filling.hand_back(job)
        or leaving.leave_page(job, at)
    )


def _stand_still(job: Job, at: datetime) -> Step:
    """Return the step of a job that is not running: what ends its wait, or closes a session that is still open."""
    if job.is_cancelling and not job.ended and job.phase is not Phase.NEW:
        return Append(JobCancelled(at=at))
    answer = job.human.answer
    if job.phase is Phase.WAITING and isinstance(answer, HumanTimedOut):
        return Fail(JobFailure.HITL_TIMEOUT)
    if job.phase is Phase.WAITING and answer is not None:
        return Append(JobResumed(request_id=answer.request_id, at=at))
    if attempt.wants_page(job):
        return Send(StepKind.OPEN_SESSION)
    if (end := effects.end_by_late_word(job, at)) is not None:
        return end
    is_open = attempt.leftover_session(job) is not None and not job.awaits_step(StepKind.CLOSE_SESSION)
    return Send(StepKind.CLOSE_SESSION) if is_open and job.phase is not Phase.WAITING else Rest()


def _await_fact(job: Job, at: datetime) -> Step:
    """Wait for the command's answer; once an intent is open, SILENCE_SECONDS limit the wait, not the job's deadline."""
    intent, stepped_at = job.effects.intent, job.attempt.stepped_at
    if intent is None or stepped_at is None:
        return Await()
    silent_until = stepped_at + timedelta(seconds=SILENCE_SECONDS)
    return Await(until=silent_until) if at < silent_until else effects.doubt(job, intent, at)
