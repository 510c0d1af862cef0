"""What happened to a job, as job-intake and executor write it down; other services' facts are in their own modules."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

import msgspec

from ghosthands.domain import cascade
from ghosthands.domain.asked_models import Preset
from ghosthands.domain.budget import Limits, OnBudget
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.human import AskKind, Review
from ghosthands.domain.kinds import Affinity, JobType, WorkMode
from ghosthands.domain.message import Event
from ghosthands.domain.page import ButtonRole
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.retention import Kept


class Band(StrEnum):
    """The queue a job waits in, by its urgency."""

    HIGH = "high"
    NORMAL = "normal"
    LOW = "low"


class StepKind(StrEnum):
    """What executor commands another service to do."""

    OPEN_SESSION = "open_session"
    FENCE = "fence"
    OBSERVE = "observe"
    FIND_MANUAL = "find_manual"
    FIND_RECIPE = "find_recipe"
    PLAN_PAGE = "plan_page"
    SWITCH_ENGINE = "switch_engine"
    RUN_ACTIONS = "run_actions"
    READ_QUESTIONS = "read_questions"
    ADVANCE = "advance"
    SIGN_IN = "sign_in"
    SUBMIT = "submit"
    CREATE_ACCOUNT = "create_account"
    RELEASE_STEP = "release_step"
    EXTRACT_DATA = "extract_data"
    DO_TASK = "do_task"
    MAKE_MOVE = "make_move"
    CLOSE_SESSION = "close_session"


#: those that press a button which leads on, or let go what such a press set off
PRESSES = frozenset(
    {StepKind.ADVANCE, StepKind.RELEASE_STEP, StepKind.SIGN_IN, StepKind.SUBMIT, StepKind.CREATE_ACCOUNT}
)


class EffectKind(StrEnum):
    """The kinds of effect, which cannot be taken back."""

    SUBMIT = "submit"
    CREATE_ACCOUNT = "create_account"
    #: what a press that led on set off, and the network held
    STEP = "step"


class Outcome(StrEnum):
    """The ways in which a job completes."""

    SUBMITTED = "submitted"
    DRY_RUN = "dry_run"
    #: the form is, and what would send it was left alone
    FILLED = "filled"
    SCRAPED = "scraped"
    #: an engine did what was asked in words
    DONE = "done"


# Events of hitl-gateway


class RequestReceived(Event, frozen=True, kw_only=True):
    """A request came in over HTTP and was given to job-intake; who sent it knows the job's id by now."""

    at: datetime
    tenant: str
    applicant: str
    #: VALET's task, as a subject token
    task: str


# Events of job-intake


class Reason(msgspec.Struct, frozen=True):
    """One thing wrong with a request: where, a stable code and what to do; never the value itself."""

    field: str
    code: str
    message: str


class Mend(msgspec.Struct, frozen=True):
    """One thing about a request that was mended: where, and how (a Mending); never the value itself."""

    field: str
    code: str


class JobRequested(Event, frozen=True, kw_only=True):
    """VALET asked for an application; the request's body lies in the vault."""

    VERSION: ClassVar[int] = 9

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
    #: in a dry run: what the fields look up and upload, and steps that are proven not to be the last, go all the same
    dry_run_steps: bool = False
    headed: bool = False
    provider: ProviderName = ProviderName.LOCAL
    #: the model to ask on the job's behalf, an alias or `provider/model`, and one for pictures; the preset's where
    #: nothing is said
    model: str | None = None
    image_model: str | None = None
    preset: Preset = Preset.BALANCED
    job_type: JobType = JobType.APPLY
    #: of version 1
    work_mode: WorkMode | None = None
    review: Review = Review.BEFORE_SUBMIT
    #: what becomes of it once its budget is spent and something is still open
    on_budget: OnBudget = OnBudget.ASK
    #: attempts after the first, where that one fails for a passing reason
    max_retries: int = 3
    #: the browser-host that it names, and how much it wants that one
    worker: str | None = None
    affinity: Affinity = Affinity.PREFERRED
    #: it begins no sooner
    scheduled_at: datetime | None = None
    #: what was mended of the request
    mended: tuple[Mend, ...] = ()
    #: what it limits by itself; where it says nothing its preset or platform does
    budget: Limits = Limits()
    #: the time a human has to answer each of its requests
    human_timeout_seconds: int = 300


class JobRejected(Event, frozen=True, kw_only=True):
    """The request cannot be carried out as it stands."""

    at: datetime
    tenant: str
    task: str
    reasons: tuple[Reason, ...]


class ResumeAwaited(Event, frozen=True, kw_only=True):
    """A request's resume is being fetched: its job begins once that is there, and can be cancelled until then."""

    at: datetime
    tenant: str
    applicant: str
    #: VALET's task, as a subject token
    task: str


class JobCancelRequested(Event, frozen=True, kw_only=True):
    """VALET no longer wants the application."""

    VERSION: ClassVar[int] = 2

    at: datetime
    #: a CancelReason, where it is not the application that is unwanted
    reason: str = ""


class Hearing(StrEnum):
    """What becomes of what a message says beside its answers."""

    NONE = "none"
    #: told to the engine that does the job's task
    WITH_TASK = "with_task"
    #: nothing in the job reads words
    UNREAD = "unread"


class JobContinued(Event, frozen=True, kw_only=True):
    """Whoever is in charge of the job has said something; what they said lies in the vault.

    It answers what the job asks, or a JobRetried follows it.
    """

    at: datetime
    #: the request that it answers; empty where the job had ended
    request_id: str = ""
    #: question keys
    answered: tuple[str, ...] = ()
    words: Hearing = Hearing.NONE


class JobRetried(Event, frozen=True, kw_only=True):
    """A job that ended unsent is wanted tried anew: another attempt of the same job."""

    at: datetime


class RequestSwept(Event, frozen=True, kw_only=True):
    """What an ended job was requested with is kept no longer, or a file of it: the job is never tried anew."""

    kept: Kept


# Events of executor


class JobClaimed(Event, frozen=True, kw_only=True):
    """An executor has the job; the event's sequence is the job's epoch."""

    at: datetime
    worker: str


class ModeChosen(Event, frozen=True, kw_only=True):
    """How the job goes on from here, where that is not yet settled by its request, or another way failed."""

    at: datetime
    engine_version: int
    #: of version 1
    work_mode: WorkMode | None = None
    #: why it is not what was asked for (a ModeReason); empty where it is
    reason: str = ""


class StepChosen(Event, frozen=True, kw_only=True):
    """What the job needs now; the command of id `command_id` follows."""

    VERSION: ClassVar[int] = 7

    at: datetime
    step: StepKind
    command_id: str
    #: the actions of a run, the action of an advance
    actions: tuple[str, ...] = ()


class TierEscalated(Event, frozen=True, kw_only=True):
    """What the tier before could not do is the next one's to try."""

    VERSION: ClassVar[int] = 2

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
    seen: tuple[cascade.EngineRecord, ...] = ()
    #: the tier they go to; None in events of version 1: the target's own
    tier: int | None = None
    #: of each that failed: the tier it failed at, or was recommended for, and how it failed
    failed_at: tuple[int, ...] = ()
    failures: tuple[str, ...] = ()


class PressUnmoved(Event, frozen=True, kw_only=True):
    """A button that leads on did not: the page is the one before, without a word on what is wrong."""

    at: datetime
    button_id: str
    #: whether the click came about at all
    pressed: bool
    #: how often a button of this page led nowhere, with this one
    times: int
    #: the one that is tried next; None where a human is asked
    next_button: str | None = None


class EffectIntended(Event, frozen=True, kw_only=True):
    """The next press of this button cannot be taken back; opens the submit guard once."""

    VERSION: ClassVar[int] = 2

    at: datetime
    intent_id: str
    kind: EffectKind
    button_id: str
    #: a "Next" that is not provably a mere step counts as a submit
    button_role: ButtonRole
    #: of the page it is pressed on
    fingerprint: str


class EffectNotDone(Event, frozen=True, kw_only=True):
    """The page shows that the intent had no lasting effect; `refused_value` is its mere word, and a human is asked."""

    intent_id: str
    evidence: str


class StepTaken(Event, frozen=True, kw_only=True):
    """What a step sent has gone, and the page shows other fields: the step is done, and never done again."""

    intent_id: str
    at: datetime


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

    VERSION: ClassVar[int] = 3

    request_id: str
    kind: AskKind
    at: datetime
    timeout_seconds: int
    fields: tuple[Unanswered, ...] = ()
    #: of a review, the question keys of those fields that a draft was written for; the others are merely open
    drafted: tuple[str, ...] = ()
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

    VERSION: ClassVar[int] = 4

    at: datetime
    outcome: Outcome
    #: of what was not sent: what it ended before (a DryRunEnd)
    ended_before: str | None = None
    #: and the page it came to, from 1, as the page counts or else as they came
    page: int | None = None
    #: of how many, where the page says so
    pages: int | None = None


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


#: By what a job ends that was begun; one that is rejected never was.
ENDS = (JobCompleted, JobFailed, JobTimedOut, JobCancelled)
#: By what a job has ended, whether or not it was begun.
ENDED_BY = (*ENDS, JobRejected)
