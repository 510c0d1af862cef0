"""The events of a job that hitl-gateway, job-intake and executor write; other services' facts have other modules."""

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
    """A kind of command that executor sends to another service for a job."""

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


#: the steps that press an onward button, or release what such a press set off
PRESSES = frozenset(
    {StepKind.ADVANCE, StepKind.RELEASE_STEP, StepKind.SIGN_IN, StepKind.SUBMIT, StepKind.CREATE_ACCOUNT}
)


class EffectKind(StrEnum):
    """The kinds of effect, which cannot be undone."""

    SUBMIT = "submit"
    CREATE_ACCOUNT = "create_account"
    #: the requests that an onward press set off and the network guard held
    STEP = "step"


class Outcome(StrEnum):
    """The ways in which a job completes."""

    SUBMITTED = "submitted"
    DRY_RUN = "dry_run"
    #: the form is filled in, and the button that would send it was not pressed
    FILLED = "filled"
    SCRAPED = "scraped"
    #: an engine did what was asked in words
    DONE = "done"


# Events of hitl-gateway


class RequestReceived(Event, frozen=True, kw_only=True):
    """A request arrived over HTTP and was passed to job-intake; its sender already knows the job's id."""

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
    """One mend of a request: the changed field and the kind of change (a Mending); never the value itself."""

    field: str
    code: str


class JobRequested(Event, frozen=True, kw_only=True):
    """VALET asked for an application; the request's body is in the vault."""

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
    #: in a dry run: fields may look values up and upload files, and steps proven not to be the last are sent
    dry_run_steps: bool = False
    headed: bool = False
    provider: ProviderName = ProviderName.LOCAL
    #: the model to ask on the job's behalf, an alias or `provider/model`, and one for pictures; by default the preset's
    model: str | None = None
    image_model: str | None = None
    preset: Preset = Preset.BALANCED
    job_type: JobType = JobType.APPLY
    #: of version 1
    work_mode: WorkMode | None = None
    review: Review = Review.BEFORE_SUBMIT
    #: what the job does once its budget is spent and something is still open
    on_budget: OnBudget = OnBudget.ASK
    #: attempts after the first, if that one fails for a temporary reason
    max_retries: int = 3
    #: the browser-host that the request names, and how strongly it prefers that one
    worker: str | None = None
    affinity: Affinity = Affinity.PREFERRED
    #: the job begins no earlier than this
    scheduled_at: datetime | None = None
    #: the mends of the request
    mended: tuple[Mend, ...] = ()
    #: the limits that the request sets; the others come from its preset or platform
    budget: Limits = Limits()
    #: the time a human has to answer each of its requests
    human_timeout_seconds: int = 300


class JobRejected(Event, frozen=True, kw_only=True):
    """The request cannot be carried out in its present form."""

    at: datetime
    tenant: str
    task: str
    reasons: tuple[Reason, ...]


class ResumeAwaited(Event, frozen=True, kw_only=True):
    """A request's resume is being fetched: the job begins once it is there, and can be cancelled until then."""

    at: datetime
    tenant: str
    applicant: str
    #: VALET's task, as a subject token
    task: str


class JobCancelRequested(Event, frozen=True, kw_only=True):
    """VALET no longer wants the application."""

    VERSION: ClassVar[int] = 2

    at: datetime
    #: a CancelReason, if something other than the application itself is the reason
    reason: str = ""


class Hearing(StrEnum):
    """The use of the words that a message has beside its answers."""

    NONE = "none"
    #: given to the engine that does the job's task
    WITH_TASK = "with_task"
    #: nothing in the job reads words
    UNREAD = "unread"


class JobContinued(Event, frozen=True, kw_only=True):
    """Somebody in charge of the job sent it a message; the message itself is in the vault.

    It answers the job's open request, or a JobRetried follows it.
    """

    at: datetime
    #: the request that the message answers; empty if the job had ended
    request_id: str = ""
    #: question keys
    answered: tuple[str, ...] = ()
    words: Hearing = Hearing.NONE


class JobRetried(Event, frozen=True, kw_only=True):
    """Another attempt of a job that ended unsent is to begin."""

    at: datetime


class RequestSwept(Event, frozen=True, kw_only=True):
    """The stored request of an ended job, or a file of it, was deleted: the job can never be tried anew."""

    kept: Kept


class EventsGivenUp(Event, frozen=True, kw_only=True):
    """An operator gave up the job's events that this release cannot read: they do not count, and the job ends."""

    at: datetime
    #: the sequence of the last of them
    up_to: int
    #: how many they are
    count: int
    #: the services that wrote them
    writers: tuple[str, ...]


# Events of executor


class JobClaimed(Event, frozen=True, kw_only=True):
    """An executor claimed the job; the event's sequence is the job's epoch."""

    at: datetime
    worker: str


class ModeChosen(Event, frozen=True, kw_only=True):
    """The version and mode by which the job goes on, if its request left them open or another mode failed."""

    at: datetime
    engine_version: int
    #: of version 1
    work_mode: WorkMode | None = None
    #: the reason if it differs from the request (a ModeReason); otherwise empty
    reason: str = ""


class StepChosen(Event, frozen=True, kw_only=True):
    """The next step of the job; the command with the id `command_id` follows."""

    VERSION: ClassVar[int] = 7

    at: datetime
    step: StepKind
    command_id: str
    #: the actions of a run, the action of an advance
    actions: tuple[str, ...] = ()


class TierEscalated(Event, frozen=True, kw_only=True):
    """Actions that failed are given to the next tier."""

    VERSION: ClassVar[int] = 2

    at: datetime
    #: ids of the actions that failed, and of those that replace them
    failed: tuple[str, ...]
    actions: tuple[str, ...]
    source: EngineName
    target: EngineName
    reason: SwitchReason
    platform: str
    #: the order in which the engines are tried on this page, and where it comes from
    order: tuple[EngineName, ...]
    why: cascade.Why
    #: the ranking's records of the engines
    seen: tuple[cascade.EngineRecord, ...] = ()
    #: the tier the actions are given to; None in events of version 1: the target's own
    tier: int | None = None
    #: for each failed action: the tier at which it failed, or was recommended, and how it failed
    failed_at: tuple[int, ...] = ()
    failures: tuple[str, ...] = ()


class PressUnmoved(Event, frozen=True, kw_only=True):
    """An onward button did not lead on: the page is the same as before, with no explanation."""

    at: datetime
    button_id: str
    #: whether the click was made at all
    pressed: bool
    #: how many presses of this page's onward buttons have led nowhere, with this one
    times: int
    #: the button to try next; None if a human is asked
    next_button: str | None = None


class EffectIntended(Event, frozen=True, kw_only=True):
    """The next press of this button cannot be undone; the event opens the submit guard once."""

    VERSION: ClassVar[int] = 2

    at: datetime
    intent_id: str
    kind: EffectKind
    button_id: str
    #: a "Next" that is not proven to be a mere step counts as a submit
    button_role: ButtonRole
    #: of the page with the button
    fingerprint: str


class EffectNotDone(Event, frozen=True, kw_only=True):
    """The intent had no lasting effect, as the page shows; `refused_value` is its mere claim, and a human is asked."""

    intent_id: str
    evidence: str


class StepTaken(Event, frozen=True, kw_only=True):
    """A step's requests were sent and the page shows other fields: the step is done and is never repeated."""

    intent_id: str
    at: datetime


class SubmitConfirmed(Event, frozen=True, kw_only=True):
    """The application was received, according to the page or a human."""

    intent_id: str
    evidence: str
    at: datetime


class SubmitUnclear(Event, frozen=True, kw_only=True):
    """The button was pressed and the outcome is unknown; it is never pressed again."""

    intent_id: str
    at: datetime


class AccountCreated(Event, frozen=True, kw_only=True):
    """The form for a new account was sent, and the page moved on."""

    intent_id: str
    at: datetime


class AccountUnclear(Event, frozen=True, kw_only=True):
    """The form for a new account was sent and the outcome is unknown; a sign-in will show whether it exists."""

    intent_id: str
    at: datetime


class NotEntered(msgspec.Struct, frozen=True, kw_only=True):
    """A known answer that could not be entered into its field, which a human is asked about for that reason."""

    question_key: str
    #: whose value it is, such as `profile.phone`
    key: str
    #: how the last try failed, an ActionFailure or whatever kept an engine from trying
    code: str


class BlockedRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A request that the page tried to send by itself, as whoever decides about it is told; no value is in it."""

    #: see RequestHeld
    method: str
    site: str
    path: str
    #: the fields of the page whose values it carries
    fields: tuple[str, ...] = ()
    #: how many answers it carries besides
    others: int = 0
    file: bool = False


class HumanRequested(Event, frozen=True, kw_only=True):
    """Only a human can help; the browser stays open on the page."""

    VERSION: ClassVar[int] = 6

    request_id: str
    kind: AskKind
    at: datetime
    timeout_seconds: int
    #: where it is asked whether it was submitted, those whose answers the page refuses
    fields: tuple[Unanswered, ...] = ()
    #: in a review, the question keys of the fields for which a draft was written; the other fields are only unanswered
    drafted: tuple[str, ...] = ()
    #: the fields asked about although an answer is known
    not_entered: tuple[NotEntered, ...] = ()
    #: the page the request is about, for whoever may open it
    model_ref: str | None = None
    #: the blocker's type, the stuck reason, or the sign beside which it is asked whether it was submitted
    code: str | None = None
    #: the HTTP status with which the form was answered, where it is asked whether it was submitted; 0 if unknown
    status: int = 0
    #: where it is asked whether the page's own request should go
    request: BlockedRequest | None = None


class JobResumed(Event, frozen=True, kw_only=True):
    """The human has replied; the job goes on."""

    request_id: str
    at: datetime


class RetryScheduled(Event, frozen=True, kw_only=True):
    """The attempt failed for a temporary reason: the job starts over at `due`."""

    attempt: int
    code: str
    due: datetime


class JobCompleted(Event, frozen=True, kw_only=True):
    """The job did what was asked."""

    VERSION: ClassVar[int] = 4

    at: datetime
    outcome: Outcome
    #: if nothing was sent: the press that the job ended before (a DryRunEnd)
    ended_before: str | None = None
    #: the page the job reached, from 1, by the page's own count or else by the job's
    page: int | None = None
    #: the number of pages, if the page tells it
    pages: int | None = None


class JobFailed(Event, frozen=True, kw_only=True):
    """The job ended without a confirmed submission."""

    at: datetime
    code: str


class JobCancelled(Event, frozen=True, kw_only=True):
    """VALET cancelled the job before anything was sent."""

    at: datetime


class JobTimedOut(Event, frozen=True, kw_only=True):
    """The job's time limit passed before anything was sent."""

    at: datetime
    #: the job's limit
    timeout_seconds: int
    #: the limit as a text for people, in minutes
    message: str = ""


#: The events that end a job that was begun; a rejected job never was.
ENDS = (JobCompleted, JobFailed, JobTimedOut, JobCancelled)
#: The events that end a job, whether or not it was begun.
ENDED_BY = (*ENDS, JobRejected)
JobEnd = JobCompleted | JobFailed | JobTimedOut | JobCancelled | JobRejected
