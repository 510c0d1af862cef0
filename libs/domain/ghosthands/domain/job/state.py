"""A job as its deciders see it: one struct for each part of its life, and `Job`, which is made of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from ghosthands.domain import cascade
from ghosthands.domain.budget import BudgetExceeded, OnBudget
from ghosthands.domain.engine import MODELLED, EngineName, SwitchReason
from ghosthands.domain.human import BlockerGone, HumanResolved, HumanTimedOut, Resolution, Review
from ghosthands.domain.job.events import (
    EffectKind,
    HumanRequested,
    JobRequested,
    ModeChosen,
    Reason,
    ResumeAwaited,
    StepKind,
)
from ghosthands.domain.kinds import JobType, WorkMode
from ghosthands.domain.manual import ManualMove
from ghosthands.domain.page import ButtonRole, FieldFact, PageSummary, StepIndicator
from ghosthands.domain.plan import PlannedAction, Unanswered
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import RunMode
from ghosthands.domain.session import BlockerDetected, CommandRefused


class Phase(StrEnum):
    """The stages of a job's life."""

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


ENDED = frozenset({Phase.REJECTED, Phase.COMPLETED, Phase.FAILED, Phase.CANCELLED, Phase.TIMED_OUT})


# An attempt, and the browser it runs in


class Awaiting(msgspec.Struct, frozen=True):
    """A command that was sent and whose answering fact is not in yet."""

    step: StepKind
    command_id: str
    #: actions whose outcome is not in yet
    actions: frozenset[str] = frozenset()


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The job's own time; it stands still while a human is waited for, or another browser."""

    started_at: datetime | None = None
    paused_since: datetime | None = None
    paused: timedelta = timedelta()


class AttemptState(msgspec.Struct, frozen=True, kw_only=True):
    """Who has the job, how far they came and what they wait for."""

    #: of the last claim
    epoch: int = 0
    #: claims in a row that moved nothing
    idle_claims: int = 0
    #: steps chosen, over all attempts
    steps: int = 0
    #: when the last one was
    stepped_at: datetime | None = None
    awaiting: Awaiting | None = None
    #: why the command that was awaited was not carried out
    refused: CommandRefused | None = None
    retries: int = 0
    retry_due: datetime | None = None


class JobSession(msgspec.Struct, frozen=True):
    """The job's browser session and the epoch it is fenced for."""

    id: str
    host: str
    epoch: int = 0
    #: the engines its host has
    engines: tuple[EngineName, ...] = ()


class BrowserState(msgspec.Struct, frozen=True, kw_only=True):
    """The job's session, and what became of those before it."""

    session: JobSession | None = None
    #: a session that an earlier attempt left open
    abandoned: JobSession | None = None
    #: sessions lost in this attempt
    losses: int = 0
    #: who works its page
    engine: EngineName = EngineName.NONE


# The pages of the form


class OnwardPress(msgspec.Struct, frozen=True, kw_only=True):
    """A press of a button that leads on, and the page it is made on."""

    action_id: str
    button_id: str
    role: ButtonRole
    fingerprint: str
    #: the page's fields as they stood then
    fields: tuple[FieldFact, ...] = ()
    #: those that the page refused already
    errors: frozenset[str] = frozenset()
    #: where the page said that it stands
    step: StepIndicator | None = None
    #: something is asked there, and the page or its platform proves that more follows
    is_proven: bool = False
    #: browser-host wrote that it comes next
    began: bool = False


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """The way from one page to the next."""

    #: an onward button was pressed and its page is not read yet
    departed: bool = False
    #: the content of the page it was pressed on
    left: str = ""
    #: pages come to in this attempt
    pages: int = 0
    #: the last press of an onward button did not come about
    missed: bool = False
    #: the press of an onward button that was chosen and is not told of
    press: OnwardPress | None = None
    #: of a dry run, which asks nobody: a draft that should be read stands on its pages
    unread: bool = False


class Escalation(msgspec.Struct, frozen=True):
    """How far the cascade is down on the page."""

    ranking: cascade.Ranking
    #: by field, the engines it was given to
    tried: dict[str, tuple[EngineName, ...]]
    #: when it began; later by as long as a human was waited for
    since: datetime
    reason: SwitchReason
    #: fields whose question an engine was to read
    read: frozenset[str] = frozenset()


class PageWork(msgspec.Struct, frozen=True, kw_only=True):
    """What was done on the page of the form the job stands on."""

    #: fields that a plan covers
    handled: frozenset[str] = frozenset()
    #: planned and not settled
    pending: tuple[PlannedAction, ...] = ()
    #: who is to do those
    engine: EngineName = EngineName.PLAYWRIGHT
    #: planned, tried and not right
    failed: tuple[PlannedAction, ...] = ()
    #: of those, by id, how they failed
    codes: dict[str, str] = {}
    escalation: Escalation | None = None
    #: the page model with the questions that an engine read for the pending actions
    reading: str | None = None
    #: fields that our own hand left to a tier above at once
    spared: frozenset[str] = frozenset()
    unanswered: tuple[Unanswered, ...] = ()
    #: answered, but with neither of what the field takes
    unclear: tuple[Unanswered, ...] = ()
    #: fields that were read back and right, and show it
    held: frozenset[str] = frozenset()
    #: what was found empty afterwards, or stood in a frame that was not looked at, and is planned again; once
    planned_again: frozenset[str] = frozenset()
    #: what holds something else than it should
    spoilt: tuple[Unanswered, ...] = ()
    #: fingerprint that cookbook was asked for
    recipe_asked: str | None = None
    #: a recipe knew the page, so that it may know what filling reveals
    replayed: bool = False
    #: it left fields open: they are planned before anything is done
    left_open: bool = False
    rescans: int = 0
    repairs: int = 0
    #: presses of an onward button that the page as a whole complained of
    complaints: int = 0
    #: those that changed nothing, and how many of them are told
    unmoved: int = 0
    unmoved_told: int = 0
    #: looks at a page that may show a wall
    second_looks: int = 0
    #: keys of credentials that were filled in and read back
    entered: frozenset[str] = frozenset()


class SignInAttempt(msgspec.Struct, frozen=True):
    """A sign-in that was chosen and has not led past its page."""

    action_id: str
    #: browser-host wrote that the press comes next: these credentials were tried
    started: bool = False
    #: observations since
    looks: int = 0


class LoginState(msgspec.Struct, frozen=True, kw_only=True):
    """What was tried to get past a login."""

    sign_in: SignInAttempt | None = None
    #: presses of what leads to a login page's other form
    flips: int = 0
    #: an account was to be made with the credentials at hand: it is not tried again
    account_intended: bool = False


class DataState(msgspec.Struct, frozen=True, kw_only=True):
    """How far the reading of a page's data is."""

    #: who found too little
    tried: frozenset[EngineName] = frozenset()
    extracted: bool = False


class TaskState(msgspec.Struct, frozen=True, kw_only=True):
    """What engines did so far of the task that the job gives them in words."""

    #: who could not do it
    tried: frozenset[EngineName] = frozenset()
    done: bool = False
    #: who did it tried to send something, and was kept from it
    vetoed: bool = False


class ManualState(msgspec.Struct, frozen=True, kw_only=True):
    """How far the job goes by a manual."""

    #: the number of the page that cookbook was asked about, and what it showed
    asked: tuple[int, str] | None = None
    missing: bool = False
    failed_step: int | None = None
    #: what is to be done once the page's fields are filled
    move: ManualMove | None = None
    #: the move that was chosen and is not told of, by the action's id
    making: str = ""
    #: the moves that were made
    moved: tuple[int, ...] = ()
    #: one of them did not go well
    stopped: bool = False


# What cannot be taken back


class SubmissionState(StrEnum):
    """What is known of the application's being sent."""

    NONE = "none"
    INTENDED = "intended"
    CONFIRMED = "confirmed"
    UNCLEAR = "unclear"


class Intent(msgspec.Struct, frozen=True, kw_only=True):
    """An effect announced and not settled."""

    id: str
    kind: EffectKind = EffectKind.SUBMIT
    #: of a step: the press whose requests it lets go
    releases: str = ""
    button_id: str
    button_role: ButtonRole
    fingerprint: str
    #: the page's fields as they stood then
    fields: tuple[FieldFact, ...] = ()
    #: those that the page refused before the press already
    errors: frozenset[str] = frozenset()
    #: where the page said that it stands
    step: StepIndicator | None = None
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


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """The one effect that may be open, and what is known of those before it."""

    #: effects announced so far
    intents: int = 0
    intent: Intent | None = None
    submission: SubmissionState = SubmissionState.NONE
    #: something was sent that may have been the application, other than by the open intent, and nobody has told:
    #: nothing is intended before the page confirms it, or a human says what became of it
    untold: bool = False
    #: a press that led on would send something: the network holds that until its intent stands, or for good
    held_press: OnwardPress | None = None
    #: steps of which a human said that they did not go
    denials: int = 0
    #: the page tried to send by itself what was filled in, and was kept from it
    held: bool = False
    #: a human was asked about that, and said to go on
    held_settled: bool = False


# The human


class Human(msgspec.Struct, frozen=True, kw_only=True):
    """What a human was asked, and what they said."""

    #: requests made so far
    asks: int = 0
    ask: HumanRequested | None = None
    #: or the word that what they were asked to get past is gone
    answer: HumanResolved | HumanTimedOut | BlockerGone | None = None
    #: they are there and want to see the page
    came: bool = False
    #: questions the human leaves open
    skipped: frozenset[str] = frozenset()
    #: those whose drafts they have read and want as they are
    approved: frozenset[str] = frozenset()
    #: what the human would not help with
    gave_up: str | None = None
    #: for how long they had control of the page since they were asked: as long their own deadline stood still
    held: timedelta = timedelta()


class HumanHands(msgspec.Struct, frozen=True, kw_only=True):
    """What a human did on the page themselves."""

    #: the session whose page they have control of
    held_session: str = ""
    #: what they sent meanwhile is on the log already
    submitted: bool = False
    #: how long they had an ask open meanwhile, which stops the clock by itself
    asked_while_held: timedelta = timedelta()
    #: they say that what may have been the application was it
    confirmed: bool = False
    #: they were at work in the browser and may have sent the application there
    acted: bool = False


#: what may leave the browser, by what is wanted; a dry run's say goes before it
_RUN_MODES = {
    JobType.APPLY: RunMode.REAL,
    JobType.FILL_FORM: RunMode.DRY_STEPS,
    JobType.SCRAPE: RunMode.DRY,
    JobType.CUSTOM: RunMode.DRY,
}


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """All that a decision reads, and no more."""

    id: str
    phase: Phase = Phase.NEW
    request: JobRequested | None = None
    #: the resume that it is to begin with is being fetched
    awaited: ResumeAwaited | None = None
    #: how it goes on, once that is settled
    mode: ModeChosen | None = None
    #: why it was rejected
    reasons: tuple[Reason, ...] = ()
    cancel_requested: bool = False
    #: what it was requested with is kept no longer
    is_swept: bool = False
    failure: str | None = None
    clock: Clock = Clock()
    attempt: AttemptState = AttemptState()
    browser: BrowserState = BrowserState()
    #: the page as last read; None when it must be read again
    page: PageSummary | None = None
    blocker: BlockerDetected | None = None
    work: PageWork = PageWork()
    passage: Passage = Passage()
    login: LoginState = LoginState()
    data: DataState = DataState()
    task: TaskState = TaskState()
    manual: ManualState = ManualState()
    effects: Effects = Effects()
    human: Human = Human()
    hands: HumanHands = HumanHands()
    #: the limit of its budget that was come to: no model is asked any more
    budget: BudgetExceeded | None = None

    @property
    def ended(self) -> bool:
        """Whether the job is over: nothing more will be decided."""
        return self.phase in ENDED

    @property
    def engine_version(self) -> int:
        """The version it runs as, as far as that is known."""
        if self.mode is not None:
            return self.mode.engine_version
        return self.request.engine_version if self.request else 2

    @property
    def work_mode(self) -> WorkMode | None:
        """How version 1 works it; None where it runs as version 2."""
        if self.mode is not None:
            return self.mode.work_mode
        return self.request.work_mode if self.request and self.engine_version == 1 else None

    @property
    def is_dry(self) -> bool:
        """Whether nothing is to be sent."""
        return self.run_mode is not RunMode.REAL

    @property
    def run_mode(self) -> RunMode:
        """How much of what it does may leave its browser."""
        of_type = _RUN_MODES[self.job_type]
        if self.request is None or not self.request.dry_run or of_type is RunMode.DRY:
            return of_type
        return RunMode.DRY_STEPS if self.request.dry_run_steps else RunMode.DRY

    @property
    def is_reviewed(self) -> bool:
        """A human reads what a model wrote before it goes anywhere."""
        return self.request is None or self.request.review is not Review.NEVER

    @property
    def job_type(self) -> JobType:
        """The type of job that was requested."""
        return self.request.job_type if self.request else JobType.APPLY

    @property
    def wants_answers(self) -> bool:
        """A human is asked for what is required and nobody knows: the form is to be complete."""
        is_filled_for_good = self.job_type in (JobType.APPLY, JobType.FILL_FORM)
        return is_filled_for_good and self.request is not None and not self.request.dry_run

    @property
    def is_guests(self) -> bool:
        """Whether its browser is another's, who lets go of what the network held there when its host dies."""
        return self.request is not None and self.request.provider is not ProviderName.LOCAL

    @property
    def is_held(self) -> bool:
        """A human has control of the job's page, so that whatever is commanded there waits for them."""
        return self.browser.session is not None and self.browser.session.id == self.hands.held_session

    @property
    def is_cancelling(self) -> bool:
        """Whether it was asked to stop, and nothing was sent, by us or a human, that could make that impossible."""
        return self.cancel_requested and self.effects.submission is SubmissionState.NONE and not self.is_stepping

    @property
    def is_stepping(self) -> bool:
        """A step is announced and not settled: it may turn out to be the application."""
        return self.effects.intent is not None and self.effects.intent.kind is EffectKind.STEP

    @property
    def ends_on_budget(self) -> bool:
        """Whether its budget is spent, and it was to end rather than to ask a human for what is open then."""
        return self.budget is not None and self.request is not None and self.request.on_budget is OnBudget.END

    @property
    def engines(self) -> frozenset[EngineName]:
        """The engines that its host has; once its budget is spent, those that ask no model."""
        had = frozenset(self.browser.session.engines if self.browser.session else ())
        return had if self.budget is None else had - MODELLED

    @property
    def current_page(self) -> PageSummary:
        """The page as last read, where one was: `next_step` has it read before it asks anything of it."""
        assert self.page is not None, self.phase  # noqa: S101
        return self.page

    def awaits(self, cause: str) -> bool:
        """Whether the command `cause` is the one whose answer is waited for."""
        awaiting = self.attempt.awaiting
        return awaiting is not None and awaiting.command_id == cause

    def awaits_step(self, step: StepKind) -> bool:
        """Whether a command for that step is the one whose answer is waited for."""
        awaiting = self.attempt.awaiting
        return awaiting is not None and awaiting.step is step
