"""The job's state: one struct for each part of its life, and `Job`, which contains them."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from ghosthands.domain.budget import BudgetExceeded, OnBudget
from ghosthands.domain.engine import MODELLED, EngineName
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
from ghosthands.domain.job.page_work import PageWork
from ghosthands.domain.kinds import JobType, WorkMode
from ghosthands.domain.manual import ManualMove
from ghosthands.domain.page import ButtonRole, FieldFact, PageSummary, StepIndicator
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import RequestHeld, RunMode
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
    """A command that was sent and is not yet answered."""

    step: StepKind
    command_id: str
    #: actions without an outcome so far
    actions: frozenset[str] = frozenset()


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The job's own time, which stands still while it waits for a human or another browser."""

    started_at: datetime | None = None
    paused_since: datetime | None = None
    paused: timedelta = timedelta()


class AttemptState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of an attempt: its claim, its progress and the command it awaits."""

    #: of the last claim
    epoch: int = 0
    #: claims in a row without progress
    idle_claims: int = 0
    #: steps chosen, over all attempts
    steps: int = 0
    #: when the last step was chosen
    stepped_at: datetime | None = None
    awaiting: Awaiting | None = None
    #: the refusal of the awaited command
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
    """The job's session, and the record of those before it."""

    session: JobSession | None = None
    #: a session that an earlier attempt left open
    abandoned: JobSession | None = None
    #: sessions lost in this attempt
    losses: int = 0
    #: the engine attached to its page
    engine: EngineName = EngineName.NONE


# The pages of the form


class OnwardPress(msgspec.Struct, frozen=True, kw_only=True):
    """A press of a button that leads on, and the page it is made on."""

    action_id: str
    button_id: str
    role: ButtonRole
    fingerprint: str
    #: the page's fields at that time
    fields: tuple[FieldFact, ...] = ()
    #: the fields that the page had already refused
    errors: frozenset[str] = frozenset()
    #: the step that the page showed
    step: StepIndicator | None = None
    #: the page has fields, and it or its platform proves that more steps follow
    is_proven: bool = False
    #: browser-host reported that the press comes next
    began: bool = False


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """The way from one page to the next."""

    #: an onward button was pressed and the next page is not read yet
    departed: bool = False
    #: what the page it was pressed on is known by
    left: str = ""
    #: that page was a posting, whose questions are not the application's
    left_posting: bool = False
    #: pages reached in this attempt
    pages: int = 0
    #: what `pages` is on the latest page that was kept from sending something; -1: on none
    kept_on: int = -1
    #: the last press of an onward button was not made
    missed: bool = False
    #: the chosen press of an onward button whose outcome is not known yet
    press: OnwardPress | None = None
    #: in a dry run, which asks nobody: its pages contain a draft that a human should have read
    unread: bool = False


class SignInAttempt(msgspec.Struct, frozen=True):
    """A sign-in that was chosen and has not yet led past its page."""

    action_id: str
    #: browser-host reported that the press comes next: the credentials count as tried
    started: bool = False
    #: observations since then
    looks: int = 0


class LoginState(msgspec.Struct, frozen=True, kw_only=True):
    """The attempts to get past a login."""

    sign_in: SignInAttempt | None = None
    #: switches to a login page's other form
    flips: int = 0
    #: an account was to be made with these credentials: that is not tried again
    account_intended: bool = False


class DataState(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of reading a page's data."""

    #: readers that found too little
    tried: frozenset[EngineName] = frozenset()
    extracted: bool = False


class TaskState(msgspec.Struct, frozen=True, kw_only=True):
    """The engines' progress on a task given in words."""

    #: engines that could not do it
    tried: frozenset[EngineName] = frozenset()
    done: bool = False
    #: the engine that did it tried to send something and was prevented
    vetoed: bool = False


class ManualState(msgspec.Struct, frozen=True, kw_only=True):
    """The job's progress by a manual."""

    #: the number and the fingerprint of the page that cookbook was asked about
    asked: tuple[int, str] | None = None
    missing: bool = False
    failed_step: int | None = None
    #: the move to make once the page's fields are filled
    move: ManualMove | None = None
    #: the action id of the chosen move whose outcome is not known yet
    making: str = ""
    #: the moves already made
    moved: tuple[int, ...] = ()
    #: a move failed
    stopped: bool = False


# What cannot be taken back


class SubmissionState(StrEnum):
    """The submission's state, as far as it is known."""

    NONE = "none"
    INTENDED = "intended"
    CONFIRMED = "confirmed"
    UNCLEAR = "unclear"


class Intent(msgspec.Struct, frozen=True, kw_only=True):
    """An effect that was announced and is not settled."""

    id: str
    kind: EffectKind = EffectKind.SUBMIT
    #: for a step: the press whose requests the intent releases
    releases: str = ""
    button_id: str
    button_role: ButtonRole
    fingerprint: str
    #: the page's fields at that time
    fields: tuple[FieldFact, ...] = ()
    #: the fields that the page had already refused before the press
    errors: frozenset[str] = frozenset()
    #: the step that the page showed
    step: StepIndicator | None = None
    #: the press loaded a document from the server, so whatever it refuses, it refuses because of this press
    renewed: bool = False
    #: browser-host reported that the effect comes next: it may have happened
    started: bool = False
    #: observations since it started, and commands that were refused meanwhile
    looks: int = 0
    #: browser-host reported that nothing was pressed
    unpressed: bool = False
    #: the page thanked for it after it had started, whatever becomes of the browser
    thanked: bool = False
    #: its page is gone and can no longer be observed
    out_of_sight: bool = False
    #: the human's reply about it
    answer: Resolution | None = None
    #: the page refused answers or asked more, so the application can be gone on with if they say that it was not sent
    goes_on: bool = False


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """The effect that may be open, and the knowledge about those before it."""

    #: effects announced so far
    intents: int = 0
    #: those of them whose button was provably not pressed
    unpressed: int = 0
    #: those after which the form showed its next page
    led_on: int = 0
    intent: Intent | None = None
    submission: SubmissionState = SubmissionState.NONE
    #: something other than the open intent may have sent the application, and the outcome is unknown: no effect is
    #: announced before the page confirms it or a human tells
    untold: bool = False
    #: a press whose requests the network guard holds until its release is announced
    held_press: OnwardPress | None = None
    #: steps, and forms that could be gone on with, of which a human said that they were not sent
    denials: int = 0
    #: the page tried to send the filled-in data by itself, and the network guard held it
    held: bool = False
    #: that request; of several the one that carries most
    held_request: RequestHeld | None = None
    #: a human was asked about that and said to go on
    held_settled: bool = False

    @property
    def tries(self) -> int:
        """The effects announced so far that did not lead on."""
        return self.intents - self.led_on


# The human


class Human(msgspec.Struct, frozen=True, kw_only=True):
    """The requests to a human, and their replies."""

    #: requests so far
    asks: int = 0
    #: the request that is open
    ask: HumanRequested | None = None
    #: the human's reply, or the news that the wall is gone
    answer: HumanResolved | HumanTimedOut | BlockerGone | None = None
    #: whether it was sent, as they said after the job ended in doubt; None once the job has ended anew
    late: Resolution | None = None
    #: the human is there and wants to see the page
    came: bool = False
    #: questions that the human leaves open
    skipped: frozenset[str] = frozenset()
    #: questions whose drafts the human read and approved
    approved: frozenset[str] = frozenset()
    #: the request that the human refused to help with
    gave_up: str | None = None
    #: how long the human had control of the page since they were asked; their own deadline stood still for as long
    held: timedelta = timedelta()


class HumanHands(msgspec.Struct, frozen=True, kw_only=True):
    """The human's own work on the page."""

    #: the session whose page the human has control of
    held_session: str = ""
    #: what the human sent while in control is already on the log
    submitted: bool = False
    #: how long a request was open while the human had control, which stops the clock by itself
    asked_while_held: timedelta = timedelta()
    #: the human says that what may have been the application was it
    confirmed: bool = False
    #: the human worked in the browser and may have sent the application there
    acted: bool = False


#: what may leave the browser, by job type; a dry run limits it further
_RUN_MODES = {
    JobType.APPLY: RunMode.REAL,
    JobType.FILL_FORM: RunMode.DRY_STEPS,
    JobType.SCRAPE: RunMode.DRY,
    JobType.CUSTOM: RunMode.DRY,
}


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """The job's state: everything that a decision reads, and no more."""

    id: str
    phase: Phase = Phase.NEW
    request: JobRequested | None = None
    #: the request's resume, which is being fetched
    awaited: ResumeAwaited | None = None
    #: the version and mode, once chosen
    mode: ModeChosen | None = None
    reasons: tuple[Reason, ...] = ()
    cancel_requested: bool = False
    #: the stored request was deleted
    is_swept: bool = False
    #: events that could not be read were given up: the job only ends
    is_given_up: bool = False
    failure: str | None = None
    clock: Clock = Clock()
    attempt: AttemptState = AttemptState()
    browser: BrowserState = BrowserState()
    #: the page as last observed; None if it must be read again
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
    #: the budget limit that was reached: no model is asked any more
    budget: BudgetExceeded | None = None

    @property
    def ended(self) -> bool:
        """Whether the job has ended, so that nothing more is decided."""
        return self.phase in ENDED

    @property
    def engine_version(self) -> int:
        """The version the job runs as, as far as it is known."""
        if self.mode is not None:
            return self.mode.engine_version
        return self.request.engine_version if self.request else 2

    @property
    def work_mode(self) -> WorkMode | None:
        """The mode of version 1; None if the job runs as version 2."""
        if self.mode is not None:
            return self.mode.work_mode
        return self.request.work_mode if self.request and self.engine_version == 1 else None

    @property
    def is_dry(self) -> bool:
        """Whether the job must not send the application."""
        return self.run_mode is not RunMode.REAL

    @property
    def run_mode(self) -> RunMode:
        """The limit on what the job's browser may send."""
        of_type = _RUN_MODES[self.job_type]
        if self.request is None or not self.request.dry_run or of_type is RunMode.DRY:
            return of_type
        return RunMode.DRY_STEPS if self.request.dry_run_steps else RunMode.DRY

    @property
    def is_reviewed(self) -> bool:
        """Whether a human reads a model's drafts before they are filled in."""
        return self.request is None or self.request.review is not Review.NEVER

    @property
    def job_type(self) -> JobType:
        """The type of job that was requested."""
        return self.request.job_type if self.request else JobType.APPLY

    @property
    def wants_answers(self) -> bool:
        """Whether a human is asked for required answers that nobody knows, so that the form gets complete."""
        is_filled_for_good = self.job_type in (JobType.APPLY, JobType.FILL_FORM)
        return is_filled_for_good and self.request is not None and not self.request.dry_run

    @property
    def is_guests(self) -> bool:
        """Whether the browser is not ours: it may send what was held once its host dies."""
        return self.request is not None and self.request.provider is not ProviderName.LOCAL

    @property
    def is_held(self) -> bool:
        """Whether a human has control of the job's page; commands to it wait for them."""
        return self.browser.session is not None and self.browser.session.id == self.hands.held_session

    @property
    def is_cancelling(self) -> bool:
        """Whether the job was cancelled, and nothing that was sent, by us or by a human, makes that impossible."""
        return self.cancel_requested and self.effects.submission is SubmissionState.NONE and not self.is_stepping

    @property
    def is_stepping(self) -> bool:
        """Whether a step is announced and not settled; it may turn out to be the application."""
        return self.effects.intent is not None and self.effects.intent.kind is EffectKind.STEP

    @property
    def ends_on_budget(self) -> bool:
        """Whether the budget is spent and the job is to end rather than ask a human about what is open."""
        return self.budget is not None and self.request is not None and self.request.on_budget is OnBudget.END

    @property
    def engines(self) -> frozenset[EngineName]:
        """The engines of the job's host; once the budget is spent, only those that ask no model."""
        had = frozenset(self.browser.session.engines if self.browser.session else ())
        return had if self.budget is None else had - MODELLED

    # What is there by the time that it is needed; to ask for it earlier is a mistake of ours

    @property
    def accepted_request(self) -> JobRequested:
        """The request of a job that was accepted: only such jobs are claimed, ask or end otherwise than rejected."""
        assert self.request is not None, self.phase  # noqa: S101
        return self.request

    @property
    def current_session(self) -> JobSession:
        """The job's session; `next_step` has one opened first."""
        assert self.browser.session is not None, self.phase  # noqa: S101
        return self.browser.session

    @property
    def current_page(self) -> PageSummary:
        """The page as last observed; `next_step` has it read first."""
        assert self.page is not None, self.phase  # noqa: S101
        return self.page

    @property
    def current_intent(self) -> Intent:
        """The open intent; `next_step` has the effect announced first."""
        assert self.effects.intent is not None, self.phase  # noqa: S101
        return self.effects.intent

    def awaits(self, cause: str) -> bool:
        """Whether `cause` is the command whose answer the job awaits."""
        awaiting = self.attempt.awaiting
        return awaiting is not None and awaiting.command_id == cause

    def awaits_step(self, step: StepKind) -> bool:
        """Whether the awaited command is one for that step."""
        return self.attempt.awaiting is not None and self.attempt.awaiting.step is step
