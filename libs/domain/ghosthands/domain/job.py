"""The job: one application, from the request to a verified submission or an honest end.

Everything executor does is decided here. `next_step` says what a job needs now; `decide(Proceed(at))` turns that into
the event that says so; executor appends it and only then sends the command. Facts of the other services come back as
events and the question is asked again. An intent (`EffectIntended`) is the point of no return: a cancel or a deadline
before it wins, after it the job ends completed or unclear, and it is never repeated once its effect has begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from ghosthands.domain import cascade, ids, keys, services
from ghosthands.domain.cascade import Experience
from ghosthands.domain.engine import CASCADED, TIERS, EngineName, SwitchReason
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, HumanResolved, HumanTimedOut, Resolution
from ghosthands.domain.message import Command, Event
from ghosthands.domain.page import (
    AccountForm,
    AccountPurpose,
    BlockerType,
    ButtonRole,
    KnownCredentials,
    PageSummary,
    PageType,
)
from ghosthands.domain.plan import ActionKind, LeftAlone, PlannedAction, PlanProposed, Unanswered
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.recipe import RecipeMissed
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
    PageObserved,
    SessionClosed,
    SessionFenced,
    SessionLost,
    SessionOpened,
)

#: seconds between the attempts of a job that failed for a passing reason
BACKOFF_SECONDS = (5, 10, 20, 40, 60)
MAX_RETRIES = 3
#: seconds a human has to answer
HUMAN_SECONDS = 300
#: for how long a human's hands on the page may stop the job's clock: as long as any wait for one
HOLD = timedelta(seconds=HUMAN_SECONDS)
#: claims in a row that moved nothing before the job is taken for the cause
MAX_IDLE_CLAIMS = 5
#: how often the same page may refuse us before a human is asked
MAX_REPAIRS = 3
#: how often it may without saying which field is wrong
MAX_COMPLAINTS = 1
#: how often fields may appear after filling before the page is taken as it is
MAX_RESCANS = 4
#: pages of one application
MAX_PAGES = 25
#: browsers lost in one attempt
MAX_LOSSES = 3
#: seconds before each look at a page whose submit button was pressed: the site may still be at it
LOOK_PAUSES = (0, 1, 2, 4, 8)
#: after so many the outcome counts as unclear
MAX_LOOKS = len(LOOK_PAUSES)
#: looks at a wall that came up after the press, before a human is asked: some go by themselves
LOOKS_AT_WALL = 3
MAX_INTENTS = 5
#: how often one turns from a login page's one form to its other
MAX_TURNS = 3
#: looks at a page to sign in at that stays the same, before its credentials count as refused
LOOKS_AT_LOGIN = 3
#: how often the onward buttons of a page are tried that lead nowhere, each
MAX_UNMOVED = 2
#: looks at a page with what may be a wall, and the seconds between them, before it is taken for none
MAX_SECOND_LOOKS = 2
SECOND_LOOK_PAUSE = 2
#: seconds after which a command that answers to an open intent is answered no more: its host is gone for good
SILENCE_SECONDS = 300

#: code of a failed press after which provably nothing was clicked
NOT_PRESSED = "not_pressed"

#: how an action ended that was cut off for no fault of the engine's: it has not had its turn
CUT_OFF = "cancelled"

#: code of a command for an engine that is not at work on the page
NOT_ATTACHED = "engine_not_attached"

#: how a switch failed before anything came near the page
UNTOUCHED = frozenset({"engine_unavailable", "held_by_human", "slot_busy"})

#: how an action failed that another engine may do; what has no value or no place in the field, none can
ESCALATES = frozenset(
    {
        CUT_OFF,
        "inactive",
        "no_such_option",
        "element_not_found",
        "not_found",
        "not_kept",
        *(reason.value for reason in SwitchReason),
    }
)

#: why a human is asked whose credentials did not open the page
CREDENTIALS_REFUSED = "credentials_refused"

#: what another attempt may get past, beside what a service's own refusal says so of
RETRYABLE = frozenset({"browser_crashed", "element_not_found", "internal_error", "network_error"})


class Band(StrEnum):
    """Which queue a job waits in."""

    HIGH = "high"
    NORMAL = "normal"
    LOW = "low"


class StepKind(StrEnum):
    """What executor commands another service to do."""

    OPEN_SESSION = "open_session"
    FENCE = "fence"
    OBSERVE = "observe"
    FIND_RECIPE = "find_recipe"
    PLAN_PAGE = "plan_page"
    SWITCH_ENGINE = "switch_engine"
    RUN_ACTIONS = "run_actions"
    ADVANCE = "advance"
    SIGN_IN = "sign_in"
    SUBMIT = "submit"
    CREATE_ACCOUNT = "create_account"
    CLOSE_SESSION = "close_session"


#: those that press a button which leads on
PRESSES = frozenset({StepKind.ADVANCE, StepKind.SIGN_IN, StepKind.SUBMIT, StepKind.CREATE_ACCOUNT})


class EffectKind(StrEnum):
    """What cannot be taken back."""

    SUBMIT = "submit"
    CREATE_ACCOUNT = "create_account"


class Outcome(StrEnum):
    """How a completed job ended."""

    SUBMITTED = "submitted"
    DRY_RUN = "dry_run"


# Events of job-intake


class Reason(msgspec.Struct, frozen=True):
    """One thing wrong with a request: where, a stable code and what to do; never the value itself."""

    field: str
    code: str
    message: str


class JobRequested(Event, frozen=True, kw_only=True):
    """VALET asked for an application; the request's body lies in the vault."""

    at: datetime
    tenant: str
    applicant: str
    #: VALET's task, as a subject token
    task: str
    #: the posting's host
    site: str
    #: hash of the canonical posting address
    posting: str
    platform: str | None = None
    band: Band = Band.NORMAL
    timeout_seconds: int = 300
    engine_version: int = 2
    dry_run: bool = False
    headed: bool = False
    provider: ProviderName = ProviderName.LOCAL
    #: `provider/model` to ask on the job's behalf, and one for pictures; the installation's own where nothing is said
    model: str | None = None
    image_model: str | None = None


class JobRejected(Event, frozen=True, kw_only=True):
    """The request cannot be carried out as it stands."""

    at: datetime
    tenant: str
    task: str
    reasons: tuple[Reason, ...]


class JobCancelRequested(Event, frozen=True, kw_only=True):
    """VALET no longer wants the application."""

    at: datetime


# Events of executor


class JobClaimed(Event, frozen=True, kw_only=True):
    """An executor has the job; the event's sequence is the job's epoch."""

    at: datetime
    worker: str


class StepChosen(Event, frozen=True, kw_only=True):
    """What the job needs now; the command of id `command_id` follows."""

    at: datetime
    step: StepKind
    command_id: str
    #: the actions of a run, the action of an advance
    actions: tuple[str, ...] = ()


class TierEscalated(Event, frozen=True, kw_only=True):
    """What the tier before could not do is the next engine's to try."""

    at: datetime
    #: ids of the actions that failed, and of those that take their place
    failed: tuple[str, ...]
    actions: tuple[str, ...]
    source: EngineName
    target: EngineName
    reason: SwitchReason
    platform: str
    #: the order the engines are tried in on this page, and where it comes from
    order: tuple[EngineName, ...]
    why: cascade.Why
    #: what was known of them
    seen: tuple[cascade.Seen, ...] = ()


class EffectIntended(Event, frozen=True, kw_only=True):
    """The next press of this button cannot be taken back; opens the submit guard once."""

    at: datetime
    intent_id: str
    kind: EffectKind
    button_id: str
    #: a "Next" that is not provably a mere step counts as a submit
    button_role: ButtonRole
    #: of the page it is pressed on
    fingerprint: str


class EffectNotDone(Event, frozen=True, kw_only=True):
    """The page proves that the intent had no lasting effect (`validation`, `moved_on`, `not_pressed`)."""

    intent_id: str
    evidence: str


class SubmitConfirmed(Event, frozen=True, kw_only=True):
    """The application was received: the page, or a human, says so."""

    intent_id: str
    evidence: str
    at: datetime


class SubmitUnclear(Event, frozen=True, kw_only=True):
    """The button was pressed and nothing tells what came of it; it is never pressed again."""

    intent_id: str
    at: datetime


class AccountCreated(Event, frozen=True, kw_only=True):
    """The form for a new account was sent, and the page has gone on from it."""

    intent_id: str
    at: datetime


class AccountUnclear(Event, frozen=True, kw_only=True):
    """The form for a new account was sent and nothing tells what came of it; whether one can sign in will."""

    intent_id: str
    at: datetime


class HumanRequested(Event, frozen=True, kw_only=True):
    """Only a human can help; the browser stays as it is."""

    request_id: str
    kind: AskKind
    at: datetime
    timeout_seconds: int
    fields: tuple[Unanswered, ...] = ()
    #: the page asked about, for who may open it
    model_ref: str | None = None
    #: the blocker's type, the stuck reason
    code: str | None = None


class JobResumed(Event, frozen=True, kw_only=True):
    """The human's answer is in; the job goes on."""

    request_id: str
    at: datetime


class RetryScheduled(Event, frozen=True, kw_only=True):
    """A passing failure: the job starts over at `due`."""

    attempt: int
    code: str
    due: datetime


class JobCompleted(Event, frozen=True, kw_only=True):
    """The job did what was asked."""

    at: datetime
    outcome: Outcome


class JobFailed(Event, frozen=True, kw_only=True):
    """The job ended without a submission it can vouch for."""

    at: datetime
    code: str


class JobCancelled(Event, frozen=True, kw_only=True):
    """The job ended because VALET wished so, before anything was sent."""

    at: datetime


class JobTimedOut(Event, frozen=True, kw_only=True):
    """The job's own clock ran out, before anything was sent."""

    at: datetime
    #: the job's limit
    timeout_seconds: int
    #: the same for people, in minutes
    message: str = ""


# State


class Phase(StrEnum):
    """Where a job stands."""

    NEW = "new"
    REJECTED = "rejected"
    PENDING = "pending"
    RUNNING = "running"
    WAITING = "waiting"
    BACKING_OFF = "backing_off"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"


#: what is seen only by who needs no login (any more)
_BEHIND_LOGIN = frozenset({PageType.FORM, PageType.POSTING, PageType.CONFIRMATION, PageType.CLOSED})

ENDED = frozenset({Phase.REJECTED, Phase.COMPLETED, Phase.FAILED, Phase.CANCELLED, Phase.TIMED_OUT})


class Submission(StrEnum):
    """What is known of the application's being sent."""

    NONE = "none"
    INTENDED = "intended"
    CONFIRMED = "confirmed"
    UNCLEAR = "unclear"


class Session(msgspec.Struct, frozen=True):
    """The job's browser session and the epoch it is fenced for."""

    id: str
    host: str
    epoch: int = 0
    #: the engines its host has
    engines: tuple[EngineName, ...] = ()


class Awaiting(msgspec.Struct, frozen=True):
    """A command that was sent and whose answering fact is not in yet."""

    step: StepKind
    command_id: str
    #: actions whose outcome is not in yet
    actions: frozenset[str] = frozenset()


class Intent(msgspec.Struct, frozen=True, kw_only=True):
    """An effect announced and not settled."""

    id: str
    kind: EffectKind = EffectKind.SUBMIT
    button_id: str
    button_role: ButtonRole
    fingerprint: str
    #: fields that the page refused before the press already
    errors: frozenset[str] = frozenset()
    #: the press brought a document from the server: whatever it refuses, it refuses of this press
    renewed: bool = False
    #: browser-host wrote that the effect comes next: it may have happened
    started: bool = False
    #: observations since it started, and those that came to nothing
    looks: int = 0
    #: it ended before anything was pressed, and browser-host says so
    unpressed: bool = False
    #: its page is gone and can no longer be asked
    out_of_sight: bool = False
    #: what the human said of it
    answer: Resolution | None = None


class SignIn(msgspec.Struct, frozen=True):
    """A sign-in that was chosen and has not led past its page."""

    action_id: str
    #: browser-host wrote that the press comes next: these credentials were tried
    started: bool = False
    #: observations since
    looks: int = 0


class Escalation(msgspec.Struct, frozen=True):
    """How far the cascade is down on the page."""

    ranking: cascade.Ranking
    #: by field, the engines it was given to
    tried: dict[str, tuple[EngineName, ...]]
    #: when it began; later by as long as a human was waited for
    since: datetime
    reason: SwitchReason


class PageWork(msgspec.Struct, frozen=True, kw_only=True):
    """What was done on the page of the form the job stands on."""

    #: fields that a plan covers
    handled: frozenset[str] = frozenset()
    #: planned and not settled
    pending: tuple[PlannedAction, ...] = ()
    #: whose turn those are
    engine: EngineName = EngineName.PLAYWRIGHT
    #: planned, tried and not right
    failed: tuple[PlannedAction, ...] = ()
    #: of those, by id, how they failed
    codes: dict[str, str] = {}
    escalation: Escalation | None = None
    unanswered: tuple[Unanswered, ...] = ()
    #: fingerprint that cookbook was asked for
    recipe_asked: str | None = None
    rescans: int = 0
    repairs: int = 0
    #: presses of an onward button that the page as a whole complained of
    complaints: int = 0
    #: those that changed nothing
    unmoved: int = 0
    #: looks at a page that may show a wall
    second_looks: int = 0
    #: keys of credentials that were filled in and read back
    entered: frozenset[str] = frozenset()


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The job's own time; it stands still while a human is waited for."""

    started_at: datetime | None = None
    paused_since: datetime | None = None
    paused: timedelta = timedelta()


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """All that a decision reads, and no more."""

    id: str
    phase: Phase = Phase.NEW
    request: JobRequested | None = None
    #: why it was rejected
    reasons: tuple[Reason, ...] = ()
    epoch: int = 0
    idle_claims: int = 0
    steps: int = 0
    #: when the last step was chosen
    stepped_at: datetime | None = None
    retries: int = 0
    retry_due: datetime | None = None
    clock: Clock = Clock()
    session: Session | None = None
    sessions: int = 0
    losses: int = 0
    #: who works its page
    engine: EngineName = EngineName.NONE
    #: a session that an earlier attempt left open
    abandoned: Session | None = None
    awaiting: Awaiting | None = None
    #: the page as last read; None when it must be read again
    page: PageSummary | None = None
    blocker: BlockerDetected | None = None
    work: PageWork = PageWork()
    #: an onward button was pressed and its page is not read yet
    departed: bool = False
    #: the content of the page it was pressed on
    left: str = ""
    pages: int = 0
    #: why the command that was awaited was not carried out
    refused: CommandRefused | None = None
    sign_in: SignIn | None = None
    #: presses of what leads to a login page's other form
    turns: int = 0
    #: an account was to be made with the credentials at hand: it is not tried again
    account_intended: bool = False
    intents: int = 0
    intent: Intent | None = None
    submission: Submission = Submission.NONE
    asks: int = 0
    ask: HumanRequested | None = None
    answer: HumanResolved | HumanTimedOut | None = None
    #: questions the human leaves open
    skipped: frozenset[str] = frozenset()
    #: the human was at work in the browser and may have sent the application there
    human_acted: bool = False
    #: the session whose page a human has control of
    held_in: str = ""
    #: how long they had an ask open meanwhile, which stops the clock by itself
    asked_while_held: timedelta = timedelta()
    #: the page a human took control of, by its fingerprint
    held: str = ""
    #: the page from which they sent something that may have been the application
    human_sent: str = ""
    #: they say it was
    human_confirmed: bool = False
    #: the human would not help past a wall
    gave_up: str | None = None
    cancel_requested: bool = False
    failure: str | None = None

    @property
    def ended(self) -> bool:
        """Nothing more will be decided."""
        return self.phase in ENDED


def evolve(job: Job, event: Event, sequence: int = 0) -> Job:
    """The job after `event`, which stands at `sequence` of the log; total: unknown events change nothing."""
    match event:
        case JobRequested():
            return Job(id=job.id, phase=Phase.PENDING, request=event)
        case JobRejected():
            return replace(job, phase=Phase.REJECTED, reasons=event.reasons)
        case JobCancelRequested():
            return replace(job, cancel_requested=True)
        case JobClaimed():
            return _claimed(job, sequence)
        case StepChosen():
            return _step_chosen(job, event)
        case SessionOpened():
            return _opened(job, event)
        case SessionFenced():
            return _fenced(job, event)
        case SessionLost() | SessionClosed():
            return _session_gone(job, event)
        case EngineSwitched():
            return _answered(replace(job, engine=event.target), event.cause)
        case EngineSwitchFailed():
            return _answered(_not_switched(job, event), event.cause)
        case EngineRecovered():
            return job if event.same_form else replace(job, page=None)
        case TierEscalated():
            return _escalated(job, event)
        case PageObserved():
            return _observed(job, event)
        case BlockerDetected():
            return replace(job, blocker=event)
        case RecipeMissed():
            return _answered(replace(job, work=replace(job.work, recipe_asked=event.fingerprint)), event.cause)
        case PlanProposed():
            return _planned(job, event)
        case ActionStarted():
            return _action_started(job, event)
        case ActionVerified():
            return _verified(job, event)
        case ActionFailed():
            return _action_failed(job, event)
        case ActionSucceeded():
            return _pressed(job, event)
        case CommandRefused():
            return _refused(job, event)
        case EffectIntended():
            return _intended(job, event)
        case EffectNotDone():
            return _not_done(job, event)
        case SubmitConfirmed():
            return replace(job, intent=None, submission=Submission.CONFIRMED, idle_claims=0)
        case SubmitUnclear():
            return replace(job, submission=Submission.UNCLEAR)
        case AccountCreated() | AccountUnclear():
            return _settled(job)
        case HumanRequested():
            return _asked(job, event)
        case HumanResolved() | HumanTimedOut():
            fits = job.ask is not None and job.ask.request_id == event.request_id and job.answer is None
            return replace(job, answer=event) if fits else job
        case JobResumed():
            return _resumed(job, event)
        case ControlTaken():
            held = job.page.fingerprint if job.page else ""
            return replace(job, held_in=event.session_id, held=held, asked_while_held=timedelta())
        case ControlReleased():
            return _let_go(job, event)
        case RetryScheduled():
            return _backing_off(job, event)
        case JobCompleted():
            return replace(job, phase=Phase.COMPLETED)
        case JobFailed():
            return replace(job, phase=Phase.FAILED, failure=event.code)
        case JobCancelled():
            return replace(job, phase=Phase.CANCELLED)
        case JobTimedOut():
            return replace(job, phase=Phase.TIMED_OUT, failure="timeout")
        case _:
            return job


def _claimed(job: Job, sequence: int) -> Job:
    """Whatever the last claim waited for is looked at anew."""
    if job.ended:
        return replace(job, epoch=sequence, awaiting=None)
    running = Phase.RUNNING if job.phase in (Phase.PENDING, Phase.BACKING_OFF) else job.phase
    fresh = replace(job, phase=running, epoch=sequence, idle_claims=job.idle_claims + 1, retry_due=None)
    return _afresh(fresh)


def _afresh(job: Job) -> Job:
    """Nothing is awaited and the page must be read and planned again, its answers found again."""
    kept = job.work
    work = PageWork(
        rescans=kept.rescans,
        repairs=kept.repairs,
        complaints=kept.complaints,
        unmoved=kept.unmoved,
        escalation=kept.escalation,
    )
    return replace(job, awaiting=None, page=None, blocker=None, departed=False, work=work)


def _step_chosen(job: Job, event: StepChosen) -> Job:
    starts = job.clock.started_at is None and job.session is not None
    if event.step is StepKind.SIGN_IN and event.actions:
        job = replace(job, sign_in=SignIn(event.actions[0]))
    if event.step is StepKind.ADVANCE and job.page is not None and job.page.account is not None:
        job = replace(job, turns=job.turns + 1, work=PageWork())  # another form comes, with fields of the same names
    return replace(
        job,
        steps=job.steps + 1,
        stepped_at=event.at,
        sessions=job.sessions + (event.step is StepKind.OPEN_SESSION),
        departed=job.departed or event.step in PRESSES,
        left=job.page.model_ref if job.page is not None else job.left,
        clock=replace(job.clock, started_at=event.at) if starts else job.clock,
        awaiting=Awaiting(event.step, event.command_id, frozenset(event.actions)),
    )


def _answered(job: Job, cause: str) -> Job:
    return replace(job, awaiting=None) if _awaits(job, cause) else job


def _awaits(job: Job, cause: str) -> bool:
    return job.awaiting is not None and job.awaiting.command_id == cause


def _opened(job: Job, event: SessionOpened) -> Job:
    """Of two browsers, one of them asked for by an earlier claim, the later one serves; the other is to be closed."""
    session = Session(event.session_id, event.host, event.epoch, event.engines)
    earlier = job.session if job.session is not None and job.session.id != session.id else job.abandoned
    opened = replace(job, session=session, engine=EngineName.NONE, abandoned=earlier, page=None, idle_claims=0)
    return _answered(opened, event.cause)


def _fenced(job: Job, event: SessionFenced) -> Job:
    if job.session is None or job.session.id != event.session_id:
        return job
    return _answered(replace(job, session=replace(job.session, epoch=event.epoch)), event.cause)


def _session_gone(job: Job, event: SessionLost | SessionClosed) -> Job:
    if job.abandoned is not None and job.abandoned.id == event.session_id:
        return replace(job, abandoned=None, awaiting=None if _is_closing(job) else job.awaiting)
    if job.session is None or job.session.id != event.session_id:
        return job
    return _without_session(job)


def _without_session(job: Job) -> Job:
    intent = job.intent
    if intent is not None and intent.started and not intent.unpressed:
        intent = replace(intent, out_of_sight=True)
    return replace(_afresh(job), session=None, engine=EngineName.NONE, losses=job.losses + 1, intent=intent)


def _observed(job: Job, event: PageObserved) -> Job:
    """The page as read for this claim; what an earlier one asked for says nothing of now."""
    if not _awaits(job, event.cause):
        return job
    page = event.page
    if job.blocker is not None and job.blocker.cause != event.cause:
        job = replace(job, blocker=None)
    job = replace(job, work=_work_on(job.work, page))
    job = _logged_in(job) if page.page_type in _BEHIND_LOGIN else _looked_at_login(job)
    if job.intent is not None:
        intent = replace(job.intent, looks=job.intent.looks + job.intent.started)
        return _answered(replace(job, page=page, intent=intent), event.cause)
    if job.departed:
        job = _arrived(job, page)
    return _answered(replace(job, page=page), event.cause)


def _work_on(work: PageWork, page: PageSummary) -> PageWork:
    """What of the work is the page's: a cascade is over where other fields are than it was for."""
    work, kept = replace(work, second_looks=work.second_looks + page.suspect), work.escalation
    if kept is None or not page.fields or any(field.id in kept.tried for field in page.fields):
        return work
    return replace(work, escalation=None, pending=(), engine=EngineName.PLAYWRIGHT)


def _logged_in(job: Job) -> Job:
    return replace(job, sign_in=None, turns=0)


def _looked_at_login(job: Job) -> Job:
    if job.sign_in is None or not job.sign_in.started:
        return job
    return replace(job, sign_in=replace(job.sign_in, looks=job.sign_in.looks + 1))


def _arrived(job: Job, page: PageSummary) -> Job:
    """After an onward button: the same page again with something to mend, or the next one."""
    work, shown = job.work, {field.id for field in page.fields}
    same = len(shown & work.handled) * 2 > len(shown) if shown else page.model_ref == job.left
    if same:
        return replace(job, departed=False, work=_refused_work(work, page))
    return replace(job, departed=False, work=PageWork(), pages=job.pages + 1, idle_claims=0)


def _refused_fields(page: PageSummary) -> frozenset[str]:
    return frozenset(field.id for field in page.fields if field.error)


def _refused_work(work: PageWork, page: PageSummary) -> PageWork:
    wrong = _refused_fields(page)
    if wrong:
        return replace(work, handled=work.handled - wrong, repairs=work.repairs + 1, failed=(), unanswered=())
    if page.page_error:
        return replace(work, complaints=work.complaints + 1)
    return replace(work, unmoved=work.unmoved + 1)


def _planned(job: Job, event: PlanProposed) -> Job:
    if not _awaits(job, event.cause):
        return job
    planned: tuple[PlannedAction | LeftAlone | Unanswered, ...] = (
        *event.actions,
        *event.left_alone,
        *event.unanswered,
    )
    covered = {item.field_id for item in planned}
    first = not job.work.handled
    work = replace(
        job.work,
        handled=job.work.handled | covered,
        pending=event.actions,
        engine=EngineName.PLAYWRIGHT,
        unanswered=(*job.work.unanswered, *event.unanswered),
        rescans=job.work.rescans + (not first),
    )
    return _answered(replace(job, work=work), event.cause)


def _action_started(job: Job, event: ActionStarted) -> Job:
    if job.sign_in is not None and job.sign_in.action_id == event.action_id:
        return replace(job, sign_in=replace(job.sign_in, started=True))
    if job.intent is None or job.intent.id != event.action_id:
        return job
    return replace(job, intent=replace(job.intent, started=True))


def _verified(job: Job, event: ActionVerified) -> Job:
    job = _waited(job, event)
    done = {action.key for action in job.work.pending if action.id == event.action_id}
    entered = frozenset(key for key in done if key.startswith(keys.CREDENTIALS))
    job = replace(job, work=replace(job.work, entered=job.work.entered | entered))
    return replace(_action_settled(job, event.cause, event.action_id), idle_claims=0)


def _action_settled(job: Job, cause: str, action_id: str) -> Job:
    """The action has its outcome; when it was the run's last, the page is read again."""
    pending = tuple(action for action in job.work.pending if action.id != action_id)
    job = replace(job, work=replace(job.work, pending=pending))
    if not _awaits(job, cause) or job.awaiting is None:
        return job
    left = job.awaiting.actions - {action_id}
    return (
        replace(job, awaiting=replace(job.awaiting, actions=left)) if left else replace(job, awaiting=None, page=None)
    )


def _pressed(job: Job, event: ActionSucceeded) -> Job:
    intent = job.intent
    if intent is not None and intent.id == event.action_id:
        intent = replace(intent, renewed=event.renewed)
    return replace(_action_settled(job, event.cause, event.action_id), page=None, intent=intent)


def _action_failed(job: Job, event: ActionFailed) -> Job:
    job = _waited(job, event)
    if job.sign_in is not None and job.sign_in.action_id == event.action_id:
        tried = None if event.code == NOT_PRESSED else job.sign_in
        return replace(_action_settled(job, event.cause, event.action_id), sign_in=tried)
    if job.intent is not None and job.intent.id == event.action_id:
        intent = replace(job.intent, unpressed=event.code == NOT_PRESSED)
        return replace(_action_settled(job, event.cause, event.action_id), page=None, intent=intent)
    action = next((one for one in job.work.pending if one.id == event.action_id), None)
    settled = _action_settled(job, event.cause, event.action_id)
    if action is None:
        return settled
    codes = {**settled.work.codes, action.id: event.code}
    work = replace(settled.work, failed=(*settled.work.failed, action), codes=codes)
    return replace(settled, work=_untried(work, action.field_id) if event.code == CUT_OFF else work)


def _untried(work: PageWork, field_id: str) -> PageWork:
    """The engine whose turn it was has not tried the field."""
    kept = work.escalation
    if kept is None or field_id not in kept.tried:
        return work
    engines = tuple(engine for engine in kept.tried[field_id] if engine is not work.engine)
    return replace(work, escalation=replace(kept, tried={**kept.tried, field_id: engines}))


def _escalated(job: Job, event: TierEscalated) -> Job:
    """The failed actions anew, each under another id: an action is done once."""
    failed = {action.id: action for action in job.work.failed}
    anew = dict(zip(event.failed, event.actions, strict=False))
    kept = job.work.escalation
    tried = dict(kept.tried) if kept else {}
    for action in (failed[old] for old in anew if old in failed):
        tried[action.field_id] = (*tried.get(action.field_id, ()), event.target)
    escalation = Escalation(
        ranking=cascade.Ranking(event.order, event.why, event.seen),
        tried=tried,
        since=kept.since if kept else event.at,
        reason=event.reason,
    )
    work = replace(
        job.work,
        engine=event.target,
        pending=tuple(
            replace(failed[old], id=new, tier=TIERS[event.target]) for old, new in anew.items() if old in failed
        ),
        failed=tuple(action for action in job.work.failed if action.id not in anew),
        escalation=escalation,
    )
    return replace(job, work=work)


def _not_switched(job: Job, event: EngineSwitchFailed) -> Job:
    """The slot is empty, which our own hand can do with; what another engine was to do is the next one's.

    One that came near the page may have left it another, or empty.
    """
    job = replace(job, engine=EngineName.NONE)
    if event.target not in CASCADED:
        return job
    if event.code not in UNTOUCHED:
        return _afresh(job)
    codes = job.work.codes | {action.id: SwitchReason.ESCALATION.value for action in job.work.pending}
    work = replace(job.work, pending=(), failed=(*job.work.failed, *job.work.pending), codes=codes)
    return replace(job, work=work)


def _refused(job: Job, event: CommandRefused) -> Job:
    if not _awaits(job, event.cause):
        return job
    if event.code == NOT_ATTACHED:
        return replace(job, awaiting=None, engine=EngineName.NONE)
    if event.code == "session_gone":
        return _without_session(replace(job, awaiting=None))
    if job.intent is not None and job.awaiting is not None:
        return _refused_with_intent(replace(job, awaiting=None), job.intent, job.awaiting.step, event)
    return replace(job, awaiting=None, refused=event)


def _refused_with_intent(job: Job, intent: Intent, step: StepKind, event: CommandRefused) -> Job:
    """A press that was refused did not happen; a page that cannot be read may be later, but not for ever."""
    if step in (StepKind.SUBMIT, StepKind.CREATE_ACCOUNT) and not intent.started:
        return replace(job, refused=event, intent=replace(intent, unpressed=True))
    looks = intent.looks + 1
    return replace(job, page=None, intent=replace(intent, looks=looks, out_of_sight=looks >= MAX_LOOKS))


def _intended(job: Job, event: EffectIntended) -> Job:
    intent = Intent(
        id=event.intent_id,
        kind=event.kind,
        button_id=event.button_id,
        button_role=event.button_role,
        fingerprint=event.fingerprint,
        errors=_refused_fields(job.page) if job.page else frozenset(),
    )
    job = replace(job, intent=intent, intents=job.intents + 1)
    if event.kind is EffectKind.CREATE_ACCOUNT:
        return replace(job, account_intended=True)
    return replace(job, submission=Submission.INTENDED)


def _not_done(job: Job, event: EffectNotDone) -> Job:
    if event.evidence == NOT_PRESSED and job.intent is not None and job.intent.kind is EffectKind.CREATE_ACCOUNT:
        job = replace(job, account_intended=False)
    return _settled(replace(job, submission=Submission.NONE))


def _settled(job: Job) -> Job:
    """The intent is no longer open, and its page is the one to go on with."""
    job = replace(job, intent=None)
    return _arrived(job, job.page) if job.departed and job.page is not None else replace(job, departed=False)


def _asked(job: Job, event: HumanRequested) -> Job:
    clock = replace(job.clock, paused_since=event.at)
    return replace(job, phase=Phase.WAITING, asks=job.asks + 1, ask=event, answer=None, awaiting=None, clock=clock)


def _resumed(job: Job, event: JobResumed) -> Job:
    ask, answer, since = job.ask, job.answer, job.clock.paused_since
    if since is not None:
        pause = event.at - since
        job = replace(_stood_still(job, pause), asked_while_held=job.asked_while_held + pause)
    cascading = PageWork(escalation=job.work.escalation)
    job = replace(_afresh(job), phase=Phase.RUNNING, ask=None, answer=None, idle_claims=0, work=cascading)
    if ask is None or not isinstance(answer, HumanResolved):
        return job
    job = replace(job, work=_answered_fields(job.work, ask, answer))
    if job.intent is not None:
        return replace(job, intent=_answered_intent(job.intent, ask.kind, answer.resolution))
    if ask.kind is AskKind.SUBMIT_UNCLEAR:  # of what they sent themselves
        return replace(job, human_sent="", human_confirmed=answer.resolution is Resolution.DONE)
    if answer.resolution is Resolution.CREDENTIALS:
        return replace(job, sign_in=None, turns=0, account_intended=False)
    if answer.resolution is not Resolution.SKIP:
        return replace(job, human_acted=job.human_acted or answer.resolution is Resolution.DONE)
    if ask.kind is AskKind.FIELDS:
        return replace(job, skipped=job.skipped | {field.question_key for field in ask.fields})
    return replace(job, gave_up=ask.code or ask.kind.value)


def _waited(job: Job, event: ActionVerified | ActionFailed) -> Job:
    """What a human at the browser took for it is no time of the job's."""
    return _stood_still(job, timedelta(milliseconds=event.took_ms)) if event.engine == EngineName.HUMAN else job


def _stood_still(job: Job, pause: timedelta) -> Job:
    """The job's clock and the cascade's know nothing of the pause."""
    kept = job.work.escalation
    work = replace(job.work, escalation=replace(kept, since=kept.since + pause)) if kept else job.work
    return replace(job, work=work, clock=replace(job.clock, paused=job.clock.paused + pause, paused_since=None))


def _answered_fields(work: PageWork, ask: HumanRequested, answer: HumanResolved) -> PageWork:
    """With another answer a field is anybody's to try again; what had none was tried."""
    kept = work.escalation
    if kept is None:
        return work
    answered = {field.field_id for field in ask.fields if field.question_key in answer.answered}
    tried = {field_id: () if field_id in answered else engines for field_id, engines in kept.tried.items()}
    return replace(work, escalation=replace(kept, tried=tried))


def _answered_intent(intent: Intent, asked: AskKind, resolution: Resolution) -> Intent:
    """Of a wall that came up after the press: who took care of it leaves the rest to the page, who did not is asked."""
    if asked is AskKind.BLOCKER:
        return replace(intent, looks=0, out_of_sight=resolution is Resolution.SKIP)
    return replace(intent, answer=resolution)


def _let_go(job: Job, event: ControlReleased) -> Job:
    if _is_held(job) and job.phase is Phase.RUNNING:
        held = min(timedelta(milliseconds=event.held_ms), HOLD) - job.asked_while_held
        job = _stood_still(job, max(held, timedelta()))
    job = replace(job, held_in="")
    if not event.submitted:
        return job
    return replace(job, human_acted=True, human_sent=job.held)


def _is_held(job: Job) -> bool:
    """Whether a human has control of the job's page, so that whatever is commanded there waits for them."""
    return job.session is not None and job.session.id == job.held_in


def _asks_at_browser(job: Job) -> bool:
    """Whether a human at the browser is asked for a field."""
    is_run = job.awaiting is not None and job.awaiting.step is StepKind.RUN_ACTIONS
    return is_run and job.work.engine is EngineName.HUMAN


def _backing_off(job: Job, event: RetryScheduled) -> Job:
    fresh = replace(
        _afresh(job),
        phase=Phase.BACKING_OFF,
        retries=event.attempt,
        retry_due=event.due,
        abandoned=job.session,
        session=None,
        engine=EngineName.NONE,
        losses=0,
        pages=0,
        idle_claims=0,
        refused=None,
    )
    return replace(fresh, work=PageWork())


def fold(job_id: str, events: list[tuple[Event, int]]) -> Job:
    """The job that these events, each with its sequence, tell of."""
    job = Job(id=job_id)
    for event, sequence in events:
        job = evolve(job, event, sequence)
    return job


# Deadlines

#: who hears a deadline fire
DEADLINE_OWNERS = {
    "job": services.EXECUTOR,
    "retry": services.EXECUTOR,
    "human": services.HITL_GATEWAY,
}


def deadlines(job: Job) -> dict[str, datetime]:
    """By when something must have happened, by name; empty once the job has ended, and while its submission is open."""
    if job.ended or job.request is None:
        return {}
    if job.phase is Phase.BACKING_OFF and job.retry_due is not None:
        return {"retry": job.retry_due}
    if job.phase is Phase.WAITING and job.ask is not None:
        return {} if job.answer else {"human": job.ask.at + timedelta(seconds=job.ask.timeout_seconds)}
    if job.clock.started_at is None or job.submission is not Submission.NONE:
        return {}
    allowed = timedelta(seconds=job.request.timeout_seconds) + job.clock.paused
    if _is_held(job) or _asks_at_browser(job):
        allowed += HOLD
    return {"job": job.clock.started_at + allowed}


# Commands


class RunJob(Command, frozen=True, kw_only=True):
    """Something may be done for the job; a stray one does nothing."""

    SERVICE: ClassVar[str] = services.EXECUTOR
    BANDED: ClassVar[bool] = True

    job_id: str
    tenant: str


class RequestJob(msgspec.Struct, frozen=True):
    """Start the job, unless it was started before."""

    requested: JobRequested


class RejectJob(msgspec.Struct, frozen=True):
    """Refuse the request, with every reason."""

    rejected: JobRejected


class CancelJob(msgspec.Struct, frozen=True):
    """Stop before anything is sent."""

    at: datetime


class ClaimJob(msgspec.Struct, frozen=True):
    """This worker wants to go on with the job."""

    worker: str
    at: datetime


class ExpireJob(msgspec.Struct, frozen=True):
    """A deadline fired: end the job if its own time is up."""

    at: datetime


class Proceed(msgspec.Struct, frozen=True):
    """Decide whatever is next."""

    at: datetime
    #: what the engines did so far, by platform
    experience: Mapping[str, Experience] = {}


JobCommand = RequestJob | RejectJob | CancelJob | ClaimJob | ExpireJob | Proceed


def decide(command: JobCommand, job: Job) -> list[Event]:
    """The events `command` causes to `job`; none when it is already so. Raises CommandRejected."""
    match command:
        case RequestJob(requested):
            return [requested] if job.phase in (Phase.NEW, Phase.REJECTED) else []
        case RejectJob(rejected):
            said = job.phase is Phase.REJECTED and job.reasons == rejected.reasons
            return [rejected] if job.phase in (Phase.NEW, Phase.REJECTED) and not said else []
        case CancelJob(at):
            return _decide_cancel(job, at)
        case ClaimJob(worker, at):
            return [JobClaimed(at=at, worker=worker)] if is_runnable(job, at) else []
        case ExpireJob(at):
            return [_timed_out(job, at)] if not job.ended and _out_of_time(job, at) else []
        case Proceed(at, experience):
            return _decide_proceed(job, at, experience)


def _decide_cancel(job: Job, at: datetime) -> list[Event]:
    if job.phase is Phase.NEW:
        raise CommandRejected(f"cannot cancel job {job.id}: there is no such job", code="unknown_job")
    if job.ended:
        raise CommandRejected(f"cannot cancel job {job.id}: it is {job.phase}", code=f"already_{job.phase}")
    if job.submission is not Submission.NONE:
        raise CommandRejected(f"cannot cancel job {job.id}: its submission has begun", code="too_late")
    return [] if job.cancel_requested else [JobCancelRequested(at=at)]


def is_runnable(job: Job, at: datetime) -> bool:
    """Whether an executor has anything to do for the job at `at`."""
    if job.phase in (Phase.NEW, Phase.REJECTED):
        return False
    if job.ended:
        return _leftover(job) is not None
    if job.phase is Phase.WAITING:
        return job.answer is not None or _cancels(job)
    if job.phase is Phase.BACKING_OFF:
        return _cancels(job) or job.retry_due is None or job.retry_due <= at
    return _cancels(job) or not is_queued(job)


def is_queued(job: Job) -> bool:
    """Whether the job waits for a browser: that may take as long as the queue is, so no executor waits with it."""
    return not job.ended and job.awaiting is not None and job.awaiting.step is StepKind.OPEN_SESSION


def _cancels(job: Job) -> bool:
    return job.cancel_requested and job.submission is Submission.NONE


def _leftover(job: Job) -> Session | None:
    return job.abandoned or job.session


def _is_closing(job: Job) -> bool:
    return job.awaiting is not None and job.awaiting.step is StepKind.CLOSE_SESSION


# Steps


class Send(msgspec.Struct, frozen=True):
    """Command another service."""

    step: StepKind
    actions: tuple[str, ...] = ()


class Decide(msgspec.Struct, frozen=True):
    """Write this down; what is next follows from it."""

    event: Event


class Fail(msgspec.Struct, frozen=True):
    """This attempt failed for the reason `code`."""

    code: str
    #: another attempt may go well
    passing: bool = False


class Ask(msgspec.Struct, frozen=True):
    """Only a human can help."""

    kind: AskKind
    fields: tuple[Unanswered, ...] = ()
    code: str | None = None


class Await(msgspec.Struct, frozen=True):
    """A fact must come in first, or this moment, if one is given."""

    until: datetime | None = None


class Rest(msgspec.Struct, frozen=True):
    """Nothing to do until somebody wakes the job."""


_NO_EXPERIENCE: Mapping[str, Experience] = {}

Step = Send | Decide | Fail | Ask | Await | Rest


def next_step(job: Job, at: datetime, experience: Mapping[str, Experience] = _NO_EXPERIENCE) -> Step:
    """What the job needs at `at`: the first thing on the way from here to a verified application that is missing."""
    if job.ended or job.phase in (Phase.NEW, Phase.BACKING_OFF, Phase.WAITING):
        return _standing_still(job, at)
    if _cancels(job):
        return Decide(JobCancelled(at=at))
    if job.submission is Submission.CONFIRMED:
        return Decide(JobCompleted(at=at, outcome=Outcome.SUBMITTED))
    if job.human_confirmed:
        return Decide(SubmitConfirmed(intent_id=ids.derived(job.id, "human"), evidence="human", at=at))
    if _out_of_time(job, at):
        return Decide(_timed_out(job, at))
    if is_queued(job):
        return Rest()
    if job.awaiting is not None:
        return _await_fact(job, at)
    if job.intent is not None:
        return _settle(job, job.intent, at)
    return (
        _obstacle(job)
        or _reach_page(job, at)
        or _unfit(job, at)
        or _fill_page(job, at, experience)
        or _hand_back(job)
        or _leave_page(job, at)
    )


def _standing_still(job: Job, at: datetime) -> Step:
    if _cancels(job) and not job.ended and job.phase is not Phase.NEW:
        return Decide(JobCancelled(at=at))
    if job.phase is Phase.WAITING and isinstance(job.answer, HumanTimedOut):
        return Fail("hitl_timeout")
    if job.phase is Phase.WAITING and job.answer is not None:
        return Decide(JobResumed(request_id=job.answer.request_id, at=at))
    if job.phase is not Phase.WAITING and _leftover(job) is not None and not _is_closing(job):
        return Send(StepKind.CLOSE_SESSION)
    return Rest()


def _await_fact(job: Job, at: datetime) -> Step:
    """What was commanded comes in, or the job's own clock runs out; that one stands still once an intent is open."""
    if job.intent is None or job.stepped_at is None:
        return Await()
    silent_until = job.stepped_at + timedelta(seconds=SILENCE_SECONDS)
    return Await(until=silent_until) if at < silent_until else _doubt(job, job.intent, at)


def _out_of_time(job: Job, at: datetime) -> bool:
    due = deadlines(job).get("job")
    return due is not None and due <= at


def _timed_out(job: Job, at: datetime) -> JobTimedOut:
    seconds = job.request.timeout_seconds if job.request else 0
    return JobTimedOut(at=at, timeout_seconds=seconds, message=f"Timeout after {seconds / 60:.3g} minutes")


def _obstacle(job: Job) -> Step | None:
    """What ends or pauses the attempt, if anything."""
    if job.idle_claims > MAX_IDLE_CLAIMS:
        return Fail("crash_loop")
    if job.losses > MAX_LOSSES:
        return Fail("browser_crashed")
    if job.refused is not None:
        return Fail(job.refused.code, passing=job.refused.retryable)
    if job.gave_up is not None:
        return Fail(job.gave_up)
    return None


def _reach_page(job: Job, at: datetime) -> Step | None:
    """A fenced session and a freshly read page without a wall."""
    if job.abandoned is not None:
        return Send(StepKind.CLOSE_SESSION)
    if job.session is None:
        return Send(StepKind.OPEN_SESSION)
    if job.session.epoch < job.epoch:
        return Send(StepKind.FENCE)
    if job.page is None:
        return Send(StepKind.OBSERVE)
    if job.blocker is not None:
        return _past_wall(job, job.blocker, job.page, at)
    if job.page.suspect and job.work.second_looks <= MAX_SECOND_LOOKS:
        return _after_pause(job, SECOND_LOOK_PAUSE, at)
    return None


def _past_wall(job: Job, wall: BlockerDetected, page: PageSummary, at: datetime) -> Step | None:
    """A human, except at a login for which the vault has credentials that were not tried; None to fill those in."""
    account = page.account
    if wall.type is not BlockerType.LOGIN or account is None:
        return Ask(AskKind.BLOCKER, code=wall.type.value)
    if job.sign_in is not None and job.sign_in.started and account.purpose is AccountPurpose.SIGN_IN:
        return _judge_sign_in(job, job.sign_in, page, at)
    if page.credentials is None:
        return Ask(AskKind.BLOCKER, code=wall.type.value)
    if _wanted(job, account, page.credentials) is account.purpose:
        return None
    if account.other_button is None or job.turns >= MAX_TURNS:
        return Ask(AskKind.BLOCKER, code=CREDENTIALS_REFUSED if job.account_intended else wall.type.value)
    return Send(StepKind.ADVANCE, (ids.derived(job.id, "advance", job.steps),))


def _wanted(job: Job, account: AccountForm, credentials: KnownCredentials) -> AccountPurpose:
    """Whether to sign in or to make an account: what was asked for, else what the page shows; an account only once."""
    if job.account_intended or credentials.create_account is False:
        return AccountPurpose.SIGN_IN
    if credentials.create_account and account.other_button is not None:
        return AccountPurpose.CREATE
    return account.purpose


def _judge_sign_in(job: Job, sign_in: SignIn, page: PageSummary, at: datetime) -> Step:
    """The page is still there after the press: it may think, else the credentials are not the right ones."""
    complains = page.page_error or bool(_refused_fields(page))
    if complains or sign_in.looks >= LOOKS_AT_LOGIN:
        return Ask(AskKind.BLOCKER, code=CREDENTIALS_REFUSED)
    return _after_pause(job, LOOK_PAUSES[sign_in.looks], at)


def _unfit(job: Job, at: datetime) -> Step | None:
    """A page that no filling can help."""
    page = _page_of(job)
    if page.page_type is PageType.CLOSED:
        return Fail("job_closed")
    if page.page_type is PageType.ERROR:
        return Fail("network_error")
    if page.page_type is PageType.CONFIRMATION and job.human_acted:
        return Decide(SubmitConfirmed(intent_id=ids.derived(job.id, "human"), evidence="human", at=at))
    if page.page_type is PageType.CONFIRMATION or job.pages > MAX_PAGES:
        return Ask(AskKind.STUCK, code="unexpected_page")
    if job.work.repairs > MAX_REPAIRS:
        return Ask(AskKind.STUCK, code="validation_error")
    if job.work.complaints > MAX_COMPLAINTS:
        return Ask(AskKind.STUCK, code="page_error")
    return None


def _page_of(job: Job) -> PageSummary:
    assert job.page is not None  # noqa: S101  _reach_page came first
    return job.page


def _fill_page(job: Job, at: datetime, experience: Mapping[str, Experience]) -> Step | None:
    """Every field of the page planned, done and verified, by whichever engine can, or asked for."""
    work, page = job.work, _page_of(job)
    if work.pending and not _is_at_work(job, work.engine):
        return Send(StepKind.SWITCH_ENGINE)
    if work.pending:
        return Send(StepKind.RUN_ACTIONS, tuple(action.id for action in work.pending))
    if not work.handled and work.recipe_asked != page.fingerprint and page.fields:
        return Send(StepKind.FIND_RECIPE)
    if unplanned(job) and work.rescans <= MAX_RESCANS:
        return Send(StepKind.PLAN_PAGE)
    if escalated := _escalate(job, page, at, experience):
        return Decide(escalated)
    missing = _missing(job, page)
    return Ask(AskKind.FIELDS, missing) if missing and not _is_dry(job) else None


def _is_at_work(job: Job, engine: EngineName) -> bool:
    """Whether the engine works the page; our own hand does wherever none is attached."""
    return job.engine is engine if engine in CASCADED else job.engine not in CASCADED


def _hand_back(job: Job) -> Step | None:
    """What leads on is pressed by our own hand."""
    return None if _is_at_work(job, EngineName.PLAYWRIGHT) else Send(StepKind.SWITCH_ENGINE)


def wanted_engine(job: Job) -> tuple[EngineName, SwitchReason]:
    """Who is to work the page now, and why."""
    if job.work.pending and job.work.engine in CASCADED and job.work.escalation is not None:
        return job.work.engine, job.work.escalation.reason
    return EngineName.PLAYWRIGHT, SwitchReason.DONE


def _escalate(job: Job, page: PageSummary, at: datetime, experience: Mapping[str, Experience]) -> TierEscalated | None:
    """The next engine for what failed, if there is one and time for it; a human is requested otherwise."""
    kept = job.work.escalation
    total = timedelta(seconds=cascade.cascade_of(page.platform).total_seconds)
    if kept is not None and at - kept.since >= total:
        return None
    ranking = kept.ranking if kept else _ranking(job, page, experience)
    for engine in ranking.engines:
        if stuck := _stuck(job, page, engine):
            return TierEscalated(
                at=at,
                failed=tuple(action.id for action in stuck),
                actions=tuple(ids.derived(action.id, engine) for action in stuck),
                source=job.work.engine,
                target=engine,
                reason=_why_escalated(job.work, stuck),
                platform=page.platform,
                order=ranking.engines,
                why=ranking.why,
                seen=ranking.seen,
            )
    return None


def _ranking(job: Job, page: PageSummary, experience: Mapping[str, Experience]) -> cascade.Ranking:
    """Of the host's engines; of a human only where they sit at the browser themselves."""
    is_users = job.request is not None and job.request.provider is ProviderName.OPERATOR
    engines = frozenset(job.session.engines if job.session else ())
    available = engines if is_users else engines - {EngineName.HUMAN}
    return cascade.ranking(page.platform, available, experience.get(page.platform, {}))


def _stuck(job: Job, page: PageSummary, engine: EngineName) -> list[PlannedAction]:
    """What failed and the engine has not tried yet; of a human no more is wanted than must be answered."""
    tried = job.work.escalation.tried if job.work.escalation else {}
    left = [one for one in job.work.failed if _may_escalate(job, one) and engine not in tried.get(one.field_id, ())]
    if engine is not EngineName.HUMAN:
        return left
    missing = {item.field_id for item in _missing(job, page)} if not _is_dry(job) else set()
    return [action for action in left if action.field_id in missing]


def _may_escalate(job: Job, action: PlannedAction) -> bool:
    """Files and credentials are never an engine's; what is gone, or a human has put right, needs none."""
    is_ours = action.kind is ActionKind.UPLOAD or action.key.startswith(keys.CREDENTIALS)
    stands = any(field.id == action.field_id and field.equals_key != action.key for field in _page_of(job).fields)
    return job.work.codes.get(action.id) in ESCALATES and not is_ours and stands


def _why_escalated(work: PageWork, stuck: Sequence[PlannedAction]) -> SwitchReason:
    """What the engine before was given up for, where one criterion speaks for all."""
    codes = {work.codes[action.id] for action in stuck}
    given_up = next((reason for reason in SwitchReason if codes == {reason.value}), None)
    return given_up or SwitchReason.ESCALATION


def _is_dry(job: Job) -> bool:
    return job.request is not None and job.request.dry_run


def unplanned(job: Job) -> tuple[str, ...]:
    """The page's fields that no plan covers yet."""
    if job.page is None:
        return ()
    return tuple(field.id for field in job.page.fields if field.id not in job.work.handled)


def _missing(job: Job, page: PageSummary) -> tuple[Unanswered, ...]:
    """Required fields whose answer only the human has: unknown and still empty, or tried and not right."""
    required = {field.id: field for field in page.fields if field.required}
    empty = {field.id for field in required.values() if not field.filled or field.error}
    unknown = [item for item in job.work.unanswered if item.field_id in empty]
    wrong = [
        Unanswered(action.field_id, action.question_key)
        for action in job.work.failed
        if action.field_id in required and required[action.field_id].equals_key != action.key
    ]
    return tuple(item for item in (*unknown, *wrong) if item.question_key not in job.skipped)


def _leave_page(job: Job, at: datetime) -> Step:
    """On to the next page, or send the application."""
    page = _page_of(job)
    if page.account is not None:
        return _send_account_form(job, page.account, at)
    if page.next_button is not None and page.next_is_step:
        if job.work.unmoved >= MAX_UNMOVED * (1 + len(page.other_next_buttons)):
            return Ask(AskKind.STUCK, code="no_way_on")
        return Send(StepKind.ADVANCE, (ids.derived(job.id, "advance", job.steps),))
    button = page.submit_button or page.next_button
    if button is None:
        return Ask(AskKind.STUCK, code="no_way_on")
    if _is_dry(job):
        return Decide(JobCompleted(at=at, outcome=Outcome.DRY_RUN))
    if job.intents >= MAX_INTENTS or _demands_skipped(job, page):
        return Ask(AskKind.STUCK, code="validation_error")
    if job.human_sent and job.human_sent == page.fingerprint:
        return Ask(AskKind.SUBMIT_UNCLEAR)
    role = ButtonRole.SUBMIT if page.submit_button else ButtonRole.NEXT
    return Decide(_intend(job, EffectKind.SUBMIT, button, role, at))


def _demands_skipped(job: Job, page: PageSummary) -> bool:
    """Whether the page refuses the form for want of an answer that the human would not give: no press helps."""
    return bool(job.skipped) and any(field.error and field.required and not field.filled for field in page.fields)


def _send_account_form(job: Job, account: AccountForm, at: datetime) -> Step:
    """Sign in, which is a step, or make an account, which cannot be taken back; never with anything left out."""
    if not job.work.entered >= _ENTERED[account.purpose]:
        return Ask(AskKind.BLOCKER, code=BlockerType.LOGIN.value)
    if job.work.unmoved >= MAX_UNMOVED or job.intents >= MAX_INTENTS:
        return Ask(AskKind.STUCK, code="no_way_on")
    if account.purpose is AccountPurpose.SIGN_IN:
        return Send(StepKind.SIGN_IN, (ids.derived(job.id, "sign_in", job.steps),))
    if _is_dry(job):
        return Decide(JobCompleted(at=at, outcome=Outcome.DRY_RUN))
    return Decide(_intend(job, EffectKind.CREATE_ACCOUNT, account.button, ButtonRole.OTHER, at))


#: what each form must hold before it is sent
_ENTERED = {
    AccountPurpose.SIGN_IN: frozenset({keys.USERNAME, keys.PASSWORD}),
    AccountPurpose.CREATE: frozenset({keys.USERNAME, keys.NEW_PASSWORD}),
}


def _intend(job: Job, kind: EffectKind, button: str, role: ButtonRole, at: datetime) -> EffectIntended:
    return EffectIntended(
        at=at,
        intent_id=ids.derived(job.id, "intent", job.intents),
        kind=kind,
        button_id=button,
        button_role=role,
        fingerprint=_page_of(job).fingerprint,
    )


def next_button(job: Job) -> str:
    """The button that leads on; another of its role after one that led nowhere."""
    page = _page_of(job)
    if page.account is not None:
        return page.account.other_button or ""
    candidates = (page.next_button or "", *page.other_next_buttons)
    return candidates[job.work.unmoved % len(candidates)]


def _settle(job: Job, intent: Intent, at: datetime) -> Step:
    """What became of an effect that was announced: looked into, never repeated once it has begun."""
    if intent.answer is not None:
        return _by_human(intent, at)
    if intent.out_of_sight:
        return _doubt(job, intent, at)
    if intent.unpressed or job.session is None:
        return Decide(_not_pressed(intent))
    if job.session.epoch < job.epoch:
        return Send(StepKind.FENCE)
    if job.page is None:
        return Send(StepKind.OBSERVE)
    if intent.kind is EffectKind.CREATE_ACCOUNT:
        return _judge_account(job, intent, job.page, at)
    return _judge(job, intent, job.page, at)


def _judge_account(job: Job, intent: Intent, page: PageSummary, at: datetime) -> Step:
    """What became of the form for a new account; a page that lets one sign in leaves it to that to tell."""
    stands = page.account is not None and page.account.purpose is AccountPurpose.CREATE
    if not intent.started:
        is_same = stands and page.fingerprint == intent.fingerprint
        return Send(StepKind.CREATE_ACCOUNT, (intent.id,)) if is_same else Decide(_not_pressed(intent))
    if stands and (page.page_error or _refused_fields(page)):
        return Decide(EffectNotDone(intent_id=intent.id, evidence="validation"))
    if page.page_type in _BEHIND_LOGIN or (job.blocker is not None and job.blocker.type is not BlockerType.LOGIN):
        return Decide(AccountCreated(intent_id=intent.id, at=at))
    if page.account is not None and not stands:
        return _doubt(job, intent, at)
    return _look_again(job, intent, at) if intent.looks < MAX_LOOKS else _doubt(job, intent, at)


def _judge(job: Job, intent: Intent, page: PageSummary, at: datetime) -> Step:
    if page.page_type is PageType.CONFIRMATION:
        return Decide(SubmitConfirmed(intent_id=intent.id, evidence="page", at=at))
    if not intent.started:
        return (
            Send(StepKind.SUBMIT, (intent.id,))
            if page.fingerprint == intent.fingerprint and job.blocker is None
            else Decide(_not_pressed(intent))
        )
    refused = _refused_fields(page) - (frozenset() if intent.renewed else intent.errors)
    if job.blocker is None and refused:
        return Decide(EffectNotDone(intent_id=intent.id, evidence="validation"))
    moved = page.fingerprint != intent.fingerprint and page.page_type is PageType.FORM
    if moved and intent.button_role is ButtonRole.NEXT:
        return Decide(EffectNotDone(intent_id=intent.id, evidence="moved_on"))
    if job.blocker is not None and intent.looks >= LOOKS_AT_WALL:
        return _doubt(job, intent, at, Ask(AskKind.BLOCKER, code=job.blocker.type.value))
    return _look_again(job, intent, at) if intent.looks < MAX_LOOKS else _doubt(job, intent, at)


def _not_pressed(intent: Intent) -> EffectNotDone:
    return EffectNotDone(intent_id=intent.id, evidence=NOT_PRESSED)


def _look_again(job: Job, intent: Intent, at: datetime) -> Step:
    """The page once more, each time after a longer pause."""
    return _after_pause(job, LOOK_PAUSES[intent.looks], at)


def _after_pause(job: Job, seconds: float, at: datetime) -> Step:
    """The page once more, so long after the last step."""
    due = (job.stepped_at or at) + timedelta(seconds=seconds)
    return Send(StepKind.OBSERVE) if due <= at else Await(until=due)


def _doubt(job: Job, intent: Intent, at: datetime, ask: Ask | None = None) -> Step:
    """Say that the outcome is unclear, then ask: by default whether it was sent; of an account a sign-in tells."""
    if intent.kind is EffectKind.CREATE_ACCOUNT:
        return Decide(AccountUnclear(intent_id=intent.id, at=at))
    if job.submission is not Submission.UNCLEAR:
        return Decide(SubmitUnclear(intent_id=intent.id, at=at))
    return ask or Ask(AskKind.SUBMIT_UNCLEAR)


def _by_human(intent: Intent, at: datetime) -> Step:
    if intent.answer is Resolution.DONE:
        return Decide(SubmitConfirmed(intent_id=intent.id, evidence="human", at=at))
    return Fail("not_submitted")


# What proceeding writes down


def _decide_proceed(job: Job, at: datetime, experience: Mapping[str, Experience]) -> list[Event]:
    match next_step(job, at, experience):
        case Send(step, actions):
            command_id = ids.derived(job.id, "step", job.steps)
            return [StepChosen(at=at, step=step, command_id=command_id, actions=actions)]
        case Decide(event):
            return [event]
        case Fail() as fail:
            return [_failed(job, fail, at)]
        case Ask() as ask:
            return [_asking(job, ask, at)]
        case Await() | Rest():
            return []


def _failed(job: Job, fail: Fail, at: datetime) -> Event:
    """A retry for passing reasons, never once an effect was announced; else the end."""
    passing = fail.passing or fail.code in RETRYABLE
    if not passing or job.retries >= MAX_RETRIES or job.submission is not Submission.NONE:
        return JobFailed(at=at, code=fail.code)
    delay = BACKOFF_SECONDS[min(job.retries, len(BACKOFF_SECONDS) - 1)]
    return RetryScheduled(attempt=job.retries + 1, code=fail.code, due=at + timedelta(seconds=delay))


def _asking(job: Job, ask: Ask, at: datetime) -> HumanRequested:
    return HumanRequested(
        request_id=ids.derived(job.id, "ask", job.asks),
        kind=ask.kind,
        at=at,
        timeout_seconds=HUMAN_SECONDS,
        fields=ask.fields,
        model_ref=job.page.model_ref if job.page else None,
        code=ask.code,
    )
