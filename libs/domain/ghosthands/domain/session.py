"""A browser session: what browser-host can be told, what it alone says, and whose commands it still obeys.

Its state is a fold of browser-host's own events: the highest epoch seen and how far each action got. It survives the
host, so a command of an older claim is refused and an action already begun is never begun again unknowingly.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from ghosthands.domain import services
from ghosthands.domain.codes import BlockerType, Refusal
from ghosthands.domain.data import DataExtracted, DataMissed
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.message import Command, Event
from ghosthands.domain.page import PageSummary
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import PressHeld, RunMode
from ghosthands.domain.task import TaskDone, TaskFailed
from ghosthands.domain.tools import Tool

# Events


class SessionOpened(Event, frozen=True, kw_only=True):
    """A browser stands ready at the target page."""

    cause: str
    session_id: str
    host: str
    provider: str
    #: of the browser's process, so that the host's successor can tell it from a stranger; None where it is not ours
    pid: int | None = None
    #: clock ticks since boot, from /proc/<pid>/stat
    pid_start_time: int | None = None
    #: of the claim that asked for it
    epoch: int = 0
    #: the engines this host has
    engines: tuple[EngineName, ...] = ()
    #: at the page of the session whose place it takes, with that one's cookies and storage
    restored: bool = False


class SessionFenced(Event, frozen=True, kw_only=True):
    """Only claims of `epoch` or later are obeyed from here on."""

    cause: str
    session_id: str
    epoch: int


class SessionLost(Event, frozen=True, kw_only=True):
    """The browser is gone (crashed, killed, host stopped); nothing in it can be reached any more."""

    session_id: str
    reason: str


class SessionClosed(Event, frozen=True, kw_only=True):
    """The browser was closed on purpose."""

    session_id: str
    reason: str


class CommandRefused(Event, frozen=True, kw_only=True):
    """A command was understood and not carried out; `code` says why."""

    cause: str
    command: str
    code: str
    #: whether the same wish may succeed later
    retryable: bool = False


class PageObserved(Event, frozen=True, kw_only=True):
    """The whole page was read."""

    VERSION: ClassVar[int] = 3

    cause: str
    session_id: str
    page: PageSummary
    took_ms: int


class BlockerDetected(Event, frozen=True, kw_only=True):
    """A wall stands on the page that the `PageObserved` of the same cause describes."""

    cause: str
    session_id: str
    type: BlockerType
    confidence: float
    evidence: str


class ActionStarted(Event, frozen=True, kw_only=True):
    """The next thing that happens is this action's effect."""

    cause: str
    session_id: str
    action_id: str
    kind: ActionKind
    #: the field, or for next and submit the button
    target: str
    key: str | None = None
    tier: int = 0
    engine: str = EngineName.PLAYWRIGHT


class ActionSucceeded(Event, frozen=True, kw_only=True):
    """A button was pressed and the page came to rest; what came of it is for the next observation to say."""

    cause: str
    action_id: str
    took_ms: int
    #: another document came from the server; a page that merely changes its address keeps its own
    renewed: bool = False


class ActionVerified(Event, frozen=True, kw_only=True):
    """The field was read back and holds what it should."""

    cause: str
    action_id: str
    field_id: str
    took_ms: int
    #: HMAC of the value under the applicant's key
    fingerprint: str
    tier: int = 0
    engine: str = EngineName.PLAYWRIGHT
    #: 0–1, where the engine says
    confidence: float | None = None


class ActionFailed(Event, frozen=True, kw_only=True):
    """The action did not do what it should; `code` says how. Its field was emptied, as far as it let itself be."""

    VERSION: ClassVar[int] = 2

    cause: str
    action_id: str
    target: str
    code: str
    took_ms: int
    tier: int = 0
    engine: str = EngineName.PLAYWRIGHT
    #: 0–1, where the engine says
    confidence: float | None = None
    #: something else stands in the field: nothing is sent before a human saw to it
    holds_other: bool = False


class EngineConnected(Event, frozen=True, kw_only=True):
    """An engine took the session's live tab in hand; browser and page are as they were."""

    session_id: str
    engine: EngineName
    took_ms: int


class EngineDisconnected(Event, frozen=True, kw_only=True):
    """An engine let go of the tab; `failed` where it had to be cut off."""

    session_id: str
    engine: EngineName
    reason: SwitchReason
    attached_ms: int
    failed: bool = False


class EngineSwitched(Event, frozen=True, kw_only=True):
    """Another engine works the page now: the same tab, address, field values and frames, as was checked."""

    cause: str
    session_id: str
    source: EngineName
    target: EngineName
    reason: SwitchReason
    took_ms: int
    platform: str
    #: the page's host
    site: str


class EngineSwitchFailed(Event, frozen=True, kw_only=True):
    """The switch did not come about; `code` says at which of its steps. The slot is empty or has another engine."""

    cause: str
    session_id: str
    source: EngineName
    target: EngineName
    reason: SwitchReason
    code: str
    took_ms: int
    platform: str
    site: str


class EngineRecovered(Event, frozen=True, kw_only=True):
    """The page was read anew after a switch of engines: the platform, the form and its page are known again."""

    cause: str
    session_id: str
    engine: EngineName
    platform: str
    fingerprint: str
    #: whether it is the form that was there before the switch
    same_form: bool
    took_ms: int
    #: which page of the flow, from 1: by its own word, else as many as the job came to
    page: int = 1


class QuestionsRead(Event, frozen=True, kw_only=True):
    """An engine read what the page asks at some fields; nothing was done to it."""

    cause: str
    session_id: str
    engine: EngineName
    #: the page model with those questions in the words that were read
    model_ref: str
    #: those that it read; the others it could not
    fields: tuple[str, ...]
    took_ms: int


class ControlTaken(Event, frozen=True, kw_only=True):
    """A human holds the page: no engine touches it until they let go."""

    session_id: str
    viewer_id: str


class HumanSubmitted(Event, frozen=True, kw_only=True):
    """A human in control of the page sent what may be the application, or may have as host or browser died."""

    session_id: str
    viewer_id: str


class ControlReleased(Event, frozen=True, kw_only=True):
    """The human let go of the page."""

    session_id: str
    viewer_id: str
    held_ms: int
    #: the human sent a form while holding the page
    submitted: bool = False


class ScreenshotTaken(Event, frozen=True, kw_only=True):
    """A picture of the page, sealed under the applicant's key."""

    cause: str
    session_id: str
    ref: str
    why: str


class ToolUsed(Event, frozen=True, kw_only=True):
    """A client asked something of its own browser; what, and what came of it, is the client's alone."""

    session_id: str
    tool: Tool
    engine: EngineName
    took_ms: int
    #: why it was not carried out
    code: str | None = None
    #: how often something was kept from being sent
    vetoed: int = 0
    #: the session stays open however long nothing happens
    keep_alive: bool = False


# State


class Progress(StrEnum):
    """How far an action got, as far as the log can know."""

    STARTED = "started"
    SETTLED = "settled"


class SessionState(msgspec.Struct, frozen=True, kw_only=True):
    """What browser-host has said of one aggregate's sessions."""

    #: the one that serves: commands go to it
    session: SessionOpened | None = None
    #: ids of all that are open; two where an earlier claim's came late
    open: frozenset[str] = frozenset()
    epoch: int = 0
    #: action id -> how far it got
    actions: dict[str, Progress] = {}
    #: commands that were answered
    answered: frozenset[str] = frozenset()

    def has_open(self, session_id: str) -> bool:
        """Whether that session was opened and has not ended since."""
        return session_id in self.open

    def serves(self, session_id: str) -> bool:
        """Whether that is the session which commands go to."""
        return self.session is not None and self.session.session_id == session_id


def evolve(state: SessionState, event: Event) -> SessionState:
    """The state after `event`; events of other services leave it as it is."""
    match event:
        case SessionOpened():
            return _note_answer(_note_opening(state, event), event.cause)
        case SessionLost(session_id=ended) | SessionClosed(session_id=ended):
            session = None if state.serves(ended) else state.session
            return msgspec.structs.replace(state, session=session, open=state.open - {ended})
        case SessionFenced():
            return msgspec.structs.replace(_note_answer(state, event.cause), epoch=max(state.epoch, event.epoch))
        case PageObserved() | QuestionsRead() | CommandRefused() | EngineSwitched() | EngineSwitchFailed():
            return _note_answer(state, event.cause)
        case DataExtracted() | DataMissed() | TaskDone() | TaskFailed():
            return _note_answer(state, event.cause)
        case ActionStarted():
            return _note_progress(state, event.action_id, Progress.STARTED)
        case ActionSucceeded() | ActionVerified() | ActionFailed() | PressHeld():
            return _note_progress(state, event.action_id, Progress.SETTLED)
        case _:
            return state


def _note_opening(state: SessionState, opened: SessionOpened) -> SessionState:
    is_open = state.open | {opened.session_id}
    return msgspec.structs.replace(state, session=opened, open=is_open, epoch=max(state.epoch, opened.epoch))


def _note_answer(state: SessionState, cause: str) -> SessionState:
    return msgspec.structs.replace(state, answered=state.answered | {cause})


def _note_progress(state: SessionState, action_id: str, progress: Progress) -> SessionState:
    return msgspec.structs.replace(state, actions={**state.actions, action_id: progress})


# Commands


class OpenSession(Command, frozen=True, kw_only=True):
    """Start a browser for the job and go to its target, whose full address is in the vault."""

    SERVICE: ClassVar[str] = services.BROWSER_HOST
    BANDED: ClassVar[bool] = True
    VERSION: ClassVar[int] = 2

    session_id: str
    job_id: str
    tenant: str
    applicant: str
    epoch: int
    #: the target's host: at most so many sessions a site
    site: str
    provider: ProviderName = ProviderName.LOCAL
    headed: bool = False
    #: what may leave the browser
    run_mode: RunMode = RunMode.REAL


class SessionCommand(Command, frozen=True, kw_only=True):
    """What every command to an open session carries."""

    SERVICE: ClassVar[str] = services.BROWSER_HOST

    session_id: str
    job_id: str
    tenant: str
    applicant: str
    epoch: int


class Fence(SessionCommand, frozen=True, kw_only=True):
    """A newer claim has the job: refuse everything older."""


class Observe(SessionCommand, frozen=True, kw_only=True):
    """Read the whole page: all frames, all shadow roots."""


class RunActions(SessionCommand, frozen=True, kw_only=True):
    """Do these reversible actions as one batch and read every field back."""

    VERSION: ClassVar[int] = 2

    model_ref: str
    actions: tuple[PlannedAction, ...]
    #: who does them; it must be attached, unless it is our own hand
    engine: EngineName = EngineName.PLAYWRIGHT


class ReadQuestions(SessionCommand, frozen=True, kw_only=True):
    """Have the attached engine read what the page asks at these fields, and do nothing."""

    model_ref: str
    fields: tuple[str, ...]
    engine: EngineName


class Advance(SessionCommand, frozen=True, kw_only=True):
    """Press the button that provably is a mere step."""

    model_ref: str
    action_id: str
    button_id: str


class SignIn(SessionCommand, frozen=True, kw_only=True):
    """Press the button that sends a login's form, whose credentials were filled in; a step, as it can be undone."""

    model_ref: str
    action_id: str
    button_id: str


class Submit(SessionCommand, frozen=True, kw_only=True):
    """Press the button that sends the application; only ever after its intent is on the log."""

    model_ref: str
    #: the intent's id; it is the action's id too, so it can be begun only once
    intent_id: str
    button_id: str


class CreateAccount(SessionCommand, frozen=True, kw_only=True):
    """Press the button that sends the form for a new account; only ever after its intent is on the log."""

    model_ref: str
    #: the intent's id; it is the action's id too, so it can be begun only once
    intent_id: str
    button_id: str


class ReleaseStep(SessionCommand, frozen=True, kw_only=True):
    """Let go what a press set off and the network held; only ever after its intent is on the log."""

    #: the press that was held
    action_id: str
    #: the intent's id; it is this action's id too, so it can be begun only once
    intent_id: str


class SwitchEngine(SessionCommand, frozen=True, kw_only=True):
    """Have another engine work the page."""

    engine: EngineName
    reason: SwitchReason


class ExtractData(SessionCommand, frozen=True, kw_only=True):
    """Read from the page what the request asks for, in the shape it asks for."""

    engine: EngineName


class DoTask(SessionCommand, frozen=True, kw_only=True):
    """Have the attached engine do what the request asks for in words, and send nothing."""

    model_ref: str
    engine: EngineName


class CloseSession(Command, frozen=True, kw_only=True):
    """Close the browser; needs no epoch, and already gone counts as closed."""

    SERVICE: ClassVar[str] = services.BROWSER_HOST

    session_id: str
    job_id: str
    tenant: str
    reason: str


# Rules


def admit(state: SessionState, command: SessionCommand) -> None:
    """Let a command of the current claim to the open session pass. Raises CommandRejected otherwise."""
    if command.epoch < state.epoch:
        raise CommandRejected(
            f"cannot {type(command).__name__} with epoch {command.epoch}: session {command.session_id} obeys "
            f"epoch {state.epoch}",
            code=Refusal.STALE_EPOCH,
        )
    if not state.serves(command.session_id):
        raise CommandRejected(
            f"cannot {type(command).__name__}: session {command.session_id} is not open", code=Refusal.SESSION_GONE
        )
