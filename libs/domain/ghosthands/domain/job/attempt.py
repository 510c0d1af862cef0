"""An attempt at the job: its claims and steps, its browser session, its retries and its deadlines."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from ghosthands.domain import services
from ghosthands.domain.codes import JobFailure, SessionLoss, is_retryable, today_of
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job.events import (
    PRESSES,
    JobClaimed,
    JobFailed,
    JobTimedOut,
    RetryScheduled,
    StepChosen,
    StepKind,
)
from ghosthands.domain.job.page_work import PageWork
from ghosthands.domain.job.state import (
    Awaiting,
    BrowserState,
    Job,
    JobSession,
    Phase,
    SignInAttempt,
    SubmissionState,
)
from ghosthands.domain.job.steps import Await, Fail, Send, Step
from ghosthands.domain.kinds import Affinity
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageType
from ghosthands.domain.session import (
    ActionFailed,
    ActionVerified,
    CommandRefused,
    SessionClosed,
    SessionFenced,
    SessionLost,
    SessionOpened,
)

#: seconds between the attempts of a job that failed for a passing reason
BACKOFF_SECONDS = (5, 10, 20, 40, 60)
MAX_RETRIES = 3
#: claims in a row that moved nothing before the job is taken for the cause
MAX_IDLE_CLAIMS = 5
#: browsers lost in one attempt
MAX_LOSSES = 3
#: seconds a human has to answer, unless the request says otherwise
HUMAN_SECONDS = 300
#: seconds that the job's preferred host has to take it before any host may
PREFERRED_SECONDS = 5
#: for how long a human who has control of the page may stop the job's clock: as long as any wait for a human
HOLD = timedelta(seconds=HUMAN_SECONDS)

#: the service that handles each deadline when it fires
DEADLINE_OWNERS = {
    "job": services.EXECUTOR,
    "retry": services.EXECUTOR,
    "start": services.EXECUTOR,
    "host": services.EXECUTOR,
    "human": services.HITL_GATEWAY,
}


# Claims and steps


def fold_claim(job: Job, event: JobClaimed, sequence: int) -> Job:
    """Begin a new claim: forget the page, and do not count time in a queue as the job's own."""
    job = _leave_queue(job, event.at)
    attempt = replace(job.attempt, epoch=sequence, awaiting=None)
    if job.ended:
        return replace(job, attempt=attempt)
    running = Phase.RUNNING if job.phase in (Phase.PENDING, Phase.BACKING_OFF) else job.phase
    attempt = replace(attempt, idle_claims=attempt.idle_claims + 1, retry_due=None)
    return forget_page(replace(job, phase=running, attempt=attempt))


def _leave_queue(job: Job, at: datetime) -> Job:
    """Restart the clock of a running job that was paused in a queue."""
    since = job.clock.paused_since
    return add_pause(job, at - since) if job.phase is Phase.RUNNING and since is not None else job


def forget_page(job: Job) -> Job:
    """Forget the page, so that it is read and planned again and its answers are looked up again."""
    kept = job.work
    work = PageWork(
        rescans=kept.rescans,
        repairs=kept.repairs,
        complaints=kept.complaints,
        unmoved=kept.unmoved,
        unmoved_told=kept.unmoved_told,
        escalation=kept.escalation,
    )
    passage = replace(job.passage, departed=False)
    return replace(stop_awaiting(job), page=None, blocker=None, passage=passage, work=work)


def fold_step(job: Job, event: StepChosen) -> Job:
    """Wait for the answer to the step's command, and remember if the step may lead to another page.

    The clock is paused while the job waits in the queue for another browser, until an executor claims it or goes on
    with it.
    """
    if event.step is not StepKind.OPEN_SESSION:
        job = _leave_queue(job, event.at)
    login = job.login
    if event.step is StepKind.SIGN_IN and event.actions:
        login = replace(login, sign_in=SignInAttempt(event.actions[0]))
    if event.step is StepKind.ADVANCE and job.page is not None and job.page.account is not None:
        login = replace(login, flips=login.flips + 1)
        job = replace(job, work=PageWork())  # another form comes, with fields of the same names
    closes = job.phase is Phase.RUNNING and job.browser.abandoned is not None  # its host may never answer
    starts = job.clock.started_at is None and (job.browser.session is not None or closes)
    clock = replace(job.clock, started_at=event.at) if starts else job.clock
    if event.step is StepKind.OPEN_SESSION and job.phase is Phase.RUNNING and had_browser(job):
        clock = replace(clock, paused_since=event.at)
    passage = replace(job.passage, departed=job.passage.departed or event.step in PRESSES)
    if job.page is not None:
        is_posting = job.page.page_type is PageType.POSTING
        passage = replace(passage, left=job.page.known_by, left_posting=is_posting)
    return replace(
        job,
        login=login,
        clock=clock,
        passage=passage,
        attempt=replace(
            job.attempt,
            steps=job.attempt.steps + 1,
            stepped_at=event.at,
            awaiting=Awaiting(event.step, event.command_id, frozenset(event.actions)),
        ),
    )


def fold_answer(job: Job, cause: str) -> Job:
    """Stop waiting if `cause` is the awaited command."""
    return stop_awaiting(job) if job.awaits(cause) else job


def stop_awaiting(job: Job) -> Job:
    """Stop waiting for any command."""
    return replace(job, attempt=replace(job.attempt, awaiting=None))


def note_progress(job: Job) -> Job:
    """Reset the count of idle claims, since the job made progress."""
    return replace(job, attempt=replace(job.attempt, idle_claims=0))


def keep_refusal(job: Job, event: CommandRefused) -> Job:
    """Keep the refused command as the reason for which the attempt ends."""
    return replace(job, attempt=replace(job.attempt, refused=event))


# The browser session


def fold_opening(job: Job, event: SessionOpened) -> Job:
    """Use the session that just opened; one that was open before becomes the abandoned one, to be closed."""
    browser, session = job.browser, JobSession(event.session_id, event.host, event.epoch, event.engines)
    is_other = browser.session is not None and browser.session.id != session.id
    earlier = browser.session if is_other else browser.abandoned
    browser = replace(browser, session=session, engine=EngineName.NONE, abandoned=earlier)
    return fold_answer(note_progress(replace(job, browser=browser, page=None)), event.cause)


def fold_fence(job: Job, event: SessionFenced) -> Job:
    """Record that the session obeys the epoch of this claim."""
    session = job.browser.session
    if session is None or session.id != event.session_id:
        return job
    fenced = replace(job, browser=replace(job.browser, session=replace(session, epoch=event.epoch)))
    return fold_answer(fenced, event.cause)


def fold_session_end(job: Job, event: SessionLost | SessionClosed) -> Job:
    """Forget a session that was lost or closed: the job's own, or the abandoned one."""
    browser = job.browser
    if browser.abandoned is not None and browser.abandoned.id == event.session_id:
        job = replace(job, browser=replace(browser, abandoned=None))
        return stop_awaiting(job) if job.awaits_step(StepKind.CLOSE_SESSION) else job
    if browser.session is None or browser.session.id != event.session_id:
        return job
    ended = lose_session(job)
    if not isinstance(event, SessionLost) or event.reason != SessionLoss.PUT_AWAY:
        return ended
    return replace(ended, browser=replace(ended.browser, losses=browser.losses), human=replace(job.human, came=False))


def lose_session(job: Job) -> Job:
    """Drop the job's session; if an effect may have begun there, its page can no longer be observed."""
    intent, browser = job.effects.intent, job.browser
    may_have_gone = intent is not None and (intent.started or (job.is_stepping and job.is_guests))
    if intent is not None and may_have_gone and not intent.unpressed:
        intent = replace(intent, out_of_sight=True)
    return replace(
        forget_page(job),
        browser=replace(browser, session=None, engine=EngineName.NONE, losses=browser.losses + 1),
        effects=replace(job.effects, intent=intent),
    )


# Retries and time


def fold_retry(job: Job, event: RetryScheduled) -> Job:
    """Put the job in back-off, to start over later in another browser."""
    fresh = forget_page(job)
    return replace(
        fresh,
        phase=Phase.BACKING_OFF,
        attempt=replace(fresh.attempt, retries=event.attempt, retry_due=event.due, idle_claims=0, refused=None),
        browser=BrowserState(abandoned=job.browser.session),
        passage=replace(fresh.passage, pages=0, kept_on=-1),
        work=PageWork(),
    )


def pause_for_hands(job: Job, event: ActionVerified | ActionFailed) -> Job:
    """Do not count the time that a human at the browser took for the action as the job's own."""
    return add_pause(job, timedelta(milliseconds=event.took_ms)) if event.engine == EngineName.HUMAN else job


def add_pause(job: Job, pause: timedelta) -> Job:
    """Exclude the pause from the job's clock and from the cascade's."""
    kept = job.work.escalation
    work = replace(job.work, escalation=replace(kept, since=kept.since + pause)) if kept else job.work
    return replace(job, work=work, clock=replace(job.clock, paused=job.clock.paused + pause, paused_since=None))


def deadlines(job: Job) -> dict[str, datetime]:
    """Return the job's deadlines by name; none once the job has ended, nor while our submission is open."""
    if job.ended or job.request is None:
        return {}
    ask, due = job.human.ask, job.attempt.retry_due
    if job.phase is Phase.PENDING:
        return {} if job.request.scheduled_at is None else {"start": job.request.scheduled_at}
    if job.phase is Phase.BACKING_OFF and due is not None:
        return {"retry": due}
    if job.phase is Phase.WAITING and ask is not None:
        pause = HOLD if job.is_held else job.human.held
        return {} if job.human.answer else {"human": ask.at + timedelta(seconds=ask.timeout_seconds) + pause}
    waits = _deadline_of_host(job)
    if job.clock.started_at is None or job.clock.paused_since is not None or _is_submission_ours(job):
        return waits
    allowed = timedelta(seconds=job.request.timeout_seconds) + job.clock.paused
    if job.is_held or _is_asking_at_browser(job):
        allowed += HOLD
    return {**waits, "job": job.clock.started_at + allowed}


def _deadline_of_host(job: Job) -> dict[str, datetime]:
    """Return the deadline until which only the preferred host is asked for a browser."""
    chosen_at, request = job.attempt.stepped_at, job.request
    is_preferred = request is not None and request.affinity is Affinity.PREFERRED
    if not is_preferred or chosen_at is None or not is_for_one_host(job):
        return {}
    return {"host": chosen_at + timedelta(seconds=PREFERRED_SECONDS)}


def _is_submission_ours(job: Job) -> bool:
    """Whether we announced or made the submission, or a step that may turn out to be it.

    A submission that a human may have made does not stop the job's clock.
    """
    if job.is_stepping:
        return True
    submission, untold = job.effects.submission, job.effects.untold and job.effects.intent is None
    return submission is not SubmissionState.NONE and not untold


def _is_asking_at_browser(job: Job) -> bool:
    """Whether a human at the browser is being asked to fill a field."""
    return job.awaits_step(StepKind.RUN_ACTIONS) and job.work.engine is EngineName.HUMAN


def is_out_of_time(job: Job, at: datetime) -> bool:
    """Whether the job's own time limit has passed."""
    due = deadlines(job).get("job")
    return due is not None and due <= at


def time_out(job: Job, at: datetime) -> JobTimedOut:
    """Return the event that ends a job whose time limit has passed."""
    seconds = job.request.timeout_seconds if job.request else 0
    return JobTimedOut(at=at, timeout_seconds=seconds, message=f"Timeout after {seconds / 60:.3g} minutes")


def end_attempt(job: Job, fail: Fail, at: datetime) -> Event:
    """Return a retry for a temporary failure, unless an effect was announced; otherwise the job's failure."""
    retries = job.attempt.retries
    passing = is_retryable(fail.code) if fail.passing is None else fail.passing
    allowed = job.request.max_retries if job.request else MAX_RETRIES
    if not passing or retries >= allowed or job.effects.submission is not SubmissionState.NONE:
        return JobFailed(at=at, code=today_of(fail.code))
    delay = BACKOFF_SECONDS[min(retries, len(BACKOFF_SECONDS) - 1)]
    return RetryScheduled(attempt=retries + 1, code=fail.code, due=at + timedelta(seconds=delay))


# The needs of an attempt


def leftover_session(job: Job) -> JobSession | None:
    """Return a session that an ended job or an earlier attempt left open."""
    return job.browser.abandoned or job.browser.session


def is_over(job: Job) -> bool:
    """Whether the job ended and none of its browsers is open or being opened."""
    return job.ended and leftover_session(job) is None and not job.awaits_step(StepKind.OPEN_SESSION)


def is_queued(job: Job) -> bool:
    """Whether the job waits in the queue for a browser; no executor waits with it, since that may take long."""
    return not job.ended and job.awaits_step(StepKind.OPEN_SESSION)


def had_browser(job: Job) -> bool:
    """Whether the job has already begun work; in every queue such jobs go before those that have not."""
    return job.clock.started_at is not None


def is_in_hand(job: Job) -> bool:
    """Whether an executor has the job or gets it next: it runs, and awaits nothing but an answer to a command."""
    return job.phase is Phase.RUNNING and not is_queued(job)


def is_for_one_host(job: Job) -> bool:
    """Whether the job waits for a browser of the one host that its request names."""
    request = job.request
    return is_queued(job) and request is not None and bool(request.worker) and request.affinity is not Affinity.ANY


def is_runnable(job: Job, at: datetime) -> bool:
    """Whether an executor has anything to do for the job at the time `at`."""
    if job.phase in (Phase.NEW, Phase.REJECTED):
        return False
    if job.ended:
        return leftover_session(job) is not None or job.human.late is not None
    if job.phase is Phase.WAITING:
        return job.human.answer is not None or job.is_cancelling or wants_page(job)
    if job.phase is Phase.PENDING and job.request is not None and job.request.scheduled_at is not None:
        return job.is_cancelling or job.request.scheduled_at <= at
    if job.phase is Phase.BACKING_OFF:
        due = job.attempt.retry_due
        return job.is_cancelling or due is None or due <= at
    return job.is_cancelling or not is_queued(job)


def wants_page(job: Job) -> bool:
    """Whether the human who was asked has come but has no page to look at yet."""
    is_asked = job.phase is Phase.WAITING and job.human.answer is None
    return is_asked and job.human.came and job.browser.session is None and not job.awaits_step(StepKind.OPEN_SESSION)


def find_obstacle(job: Job) -> Step | None:
    """Return the step that ends the attempt because of an earlier failure, if there was one."""
    attempt = job.attempt
    if attempt.idle_claims > MAX_IDLE_CLAIMS:
        return Fail(JobFailure.CRASH_LOOP)
    if job.browser.losses > MAX_LOSSES:
        return Fail(JobFailure.BROWSER_CRASHED)
    if attempt.refused is not None:
        return Fail(attempt.refused.code, passing=attempt.refused.retryable)
    if job.human.gave_up is not None:
        return Fail(job.human.gave_up)
    return None


def reach_session(job: Job) -> Step | None:
    """Return the step that leads to a session which obeys this claim, if one is needed."""
    if job.browser.abandoned is not None:
        return Send(StepKind.CLOSE_SESSION)
    if job.browser.session is None:
        return Send(StepKind.OPEN_SESSION)
    return Send(StepKind.FENCE) if job.browser.session.epoch < job.attempt.epoch else None


def read_page(job: Job) -> Step | None:
    """Return the step that reads the page, if the job has not read it."""
    return Send(StepKind.OBSERVE) if job.page is None else None


def look_after_pause(job: Job, seconds: float, at: datetime) -> Step:
    """Observe the page again, `seconds` after the last step."""
    due = (job.attempt.stepped_at or at) + timedelta(seconds=seconds)
    return Send(StepKind.OBSERVE) if due <= at else Await(until=due)
