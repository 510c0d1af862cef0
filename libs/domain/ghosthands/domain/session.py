"""Browser sessions: browser-host's commands and events, and the rule about which claim's commands it obeys.

A session's state is a fold of browser-host's own events: the highest epoch seen, and the progress of each action. It
survives the host, so a command of an older claim is refused, and an action that began is never begun again unknowingly.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """A browser is open at the target page."""

    cause: str
    session_id: str
    host: str
    provider: str
    #: the process id, by which the host's successor recognises the browser; None if it is not ours
    pid: int | None = None
    #: clock ticks since boot, from /proc/<pid>/stat
    pid_start_time: int | None = None
    #: the epoch of the claim that asked for it
    epoch: int = 0
    engines: tuple[EngineName, ...] = ()
    #: whether it opened at the page of the session it replaces, with that one's cookies and storage
    restored: bool = False


class SessionFenced(Event, frozen=True, kw_only=True):
    """The session obeys only claims of `epoch` or later from here on."""

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
    """A command was understood and not carried out, for the reason `code`."""

    cause: str
    command: str
    code: str
    #: whether the same command may succeed later
    retryable: bool = False


class PageObserved(Event, frozen=True, kw_only=True):
    """The whole page was observed."""

    VERSION: ClassVar[int] = 8

    cause: str
    session_id: str
    page: PageSummary
    took_ms: int


class BlockerDetected(Event, frozen=True, kw_only=True):
    """A wall is on the page that the `PageObserved` of the same cause describes."""

    cause: str
    session_id: str
    type: BlockerType
    confidence: float
    evidence: str


class ActionStarted(Event, frozen=True, kw_only=True):
    """The effect of this action comes next."""

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
    """A button was pressed and the page has settled; the next observation shows the result."""

    cause: str
    action_id: str
    took_ms: int
    #: whether the server sent another document, rather than the page only changing its address
    renewed: bool = False


class ActionVerified(Event, frozen=True, kw_only=True):
    """The field was read back and holds the right value; a box that is rightly not ticked is `left_empty`."""

    VERSION: ClassVar[int] = 3

    cause: str
    action_id: str
    field_id: str
    took_ms: int
    #: HMAC of the value under the applicant's key
    fingerprint: str
    tier: int = 0
    engine: str = EngineName.PLAYWRIGHT
    #: 0–1, if the engine tells it
    confidence: float | None = None
    left_empty: bool = False
    #: see FieldModel
    equals_key: str | None = None


class ActionFailed(Event, frozen=True, kw_only=True):
    """The action failed for the reason `code`; its field was emptied, as far as possible."""

    VERSION: ClassVar[int] = 2

    cause: str
    action_id: str
    target: str
    code: str
    took_ms: int
    tier: int = 0
    engine: str = EngineName.PLAYWRIGHT
    #: 0–1, if the engine tells it
    confidence: float | None = None
    #: whether another value is in the field: nothing is sent before a human has dealt with it
    holds_other: bool = False


class EngineConnected(Event, frozen=True, kw_only=True):
    """An engine attached to the session's live tab; browser and page stay as they were."""

    session_id: str
    engine: EngineName
    took_ms: int


class EngineDisconnected(Event, frozen=True, kw_only=True):
    """An engine detached from the tab; `failed` if it had to be cut off."""

    session_id: str
    engine: EngineName
    reason: SwitchReason
    attached_ms: int
    failed: bool = False


class EngineSwitched(Event, frozen=True, kw_only=True):
    """Another engine now works on the page; tab, address, field values and frames were checked to be the same."""

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
    """The switch failed at the step that `code` names; the slot is empty or has another engine."""

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
    """The page was observed again after a switch of engines, and its platform and form are known again."""

    cause: str
    session_id: str
    engine: EngineName
    platform: str
    fingerprint: str
    #: whether it is the same form as before the switch
    same_form: bool
    took_ms: int
    #: the page of the form, from 1: by its own count, or else by the job's
    page: int = 1


class QuestionsRead(Event, frozen=True, kw_only=True):
    """An engine read the questions at some fields; it did nothing to the page."""

    cause: str
    session_id: str
    engine: EngineName
    #: the page model with the questions as read
    model_ref: str
    #: the fields whose question it could read
    fields: tuple[str, ...]
    took_ms: int


class ControlTaken(Event, frozen=True, kw_only=True):
    """A human took control of the page: no engine touches it until they give it back."""

    session_id: str
    viewer_id: str


class HumanSubmitted(Event, frozen=True, kw_only=True):
    """A human in control of the page sent what may be the application, or may have when host or browser died."""

    session_id: str
    viewer_id: str


class ControlReleased(Event, frozen=True, kw_only=True):
    """The human gave back control of the page."""

    session_id: str
    viewer_id: str
    held_ms: int
    #: whether the human sent a form meanwhile
    submitted: bool = False


class ScreenshotTaken(Event, frozen=True, kw_only=True):
    """A screenshot of the page was taken and sealed under the applicant's key."""

    cause: str
    session_id: str
    ref: str
    why: str


class ToolUsed(Event, frozen=True, kw_only=True):
    """A client used a tool of its own browser; its input and output are known to the client alone."""

    session_id: str
    tool: Tool
    engine: EngineName
    took_ms: int
    #: the reason if it was not carried out
    code: str | None = None
    vetoed: int = 0
    #: whether the session stays open however long it is idle
    keep_alive: bool = False


# State


class Progress(StrEnum):
    """The progress of an action, as far as the log shows it."""

    STARTED = "started"
    SETTLED = "settled"


class SessionState(msgspec.Struct, frozen=True, kw_only=True):
    """The sessions of one aggregate, folded from browser-host's events."""

    #: the session that serves: commands go to it
    session: SessionOpened | None = None
    #: the ids of all open sessions; two if the one of an earlier claim opened late
    open: frozenset[str] = frozenset()
    epoch: int = 0
    #: action id -> its progress
    actions: dict[str, Progress] = {}
    #: the commands that were answered
    answered: frozenset[str] = frozenset()

    def has_open(self, session_id: str) -> bool:
        """Whether that session was opened and has not ended."""
        return session_id in self.open

    def serves(self, session_id: str) -> bool:
        """Whether commands go to that session."""
        return self.session is not None and self.session.session_id == session_id


def fold(events: Iterable[Event]) -> SessionState:
    """Return the state after these events; those of other services change nothing."""
    serving: SessionOpened | None = None
    still_open, answered = set[str](), set[str]()
    epoch, actions = 0, dict[str, Progress]()
    for event in events:
        match event:
            case ActionStarted():
                actions[event.action_id] = Progress.STARTED
            case ActionSucceeded() | ActionVerified() | ActionFailed() | PressHeld():
                actions[event.action_id] = Progress.SETTLED
            case SessionOpened():
                serving, epoch = event, max(epoch, event.epoch)
                still_open.add(event.session_id)
                answered.add(event.cause)
            case SessionLost(session_id=ended) | SessionClosed(session_id=ended):
                serving = None if serving and serving.session_id == ended else serving
                still_open.discard(ended)
            case SessionFenced():
                epoch = max(epoch, event.epoch)
                answered.add(event.cause)
            case PageObserved() | QuestionsRead() | CommandRefused() | EngineSwitched() | EngineSwitchFailed():
                answered.add(event.cause)
            case DataExtracted() | DataMissed() | TaskDone() | TaskFailed():
                answered.add(event.cause)
    opened, told = frozenset(still_open), frozenset(answered)
    return SessionState(session=serving, open=opened, epoch=epoch, actions=actions, answered=told)


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
    #: the target's host, since the number of sessions for each site is limited
    site: str
    provider: ProviderName = ProviderName.LOCAL
    headed: bool = False
    #: the limit on what the browser may send
    run_mode: RunMode = RunMode.REAL


class SessionCommand(Command, frozen=True, kw_only=True):
    """The common fields of every command to an open session."""

    SERVICE: ClassVar[str] = services.BROWSER_HOST

    session_id: str
    job_id: str
    tenant: str
    applicant: str
    epoch: int


class Fence(SessionCommand, frozen=True, kw_only=True):
    """Refuse all commands of earlier claims."""


class Observe(SessionCommand, frozen=True, kw_only=True):
    """Observe the whole page: all frames, all shadow roots."""

    VERSION: ClassVar[int] = 2

    #: a disabled button that is waited for first, as long as some pages take to enable theirs, or ANY_BUTTON; or empty
    button_id: str = ""


class RunActions(SessionCommand, frozen=True, kw_only=True):
    """Do these reversible actions as one batch and read every field back."""

    VERSION: ClassVar[int] = 2

    model_ref: str
    actions: tuple[PlannedAction, ...]
    #: the engine that does them; it must be attached, unless it is our own hand
    engine: EngineName = EngineName.PLAYWRIGHT


class ReadQuestions(SessionCommand, frozen=True, kw_only=True):
    """Let the attached engine read the questions at these fields, and do nothing to the page."""

    model_ref: str
    fields: tuple[str, ...]
    engine: EngineName


class Advance(SessionCommand, frozen=True, kw_only=True):
    """Press a button that provably is a mere step."""

    model_ref: str
    action_id: str
    button_id: str


class SignIn(SessionCommand, frozen=True, kw_only=True):
    """Press the button that sends a filled login form; a step, since it can be undone."""

    model_ref: str
    action_id: str
    button_id: str


class Submit(SessionCommand, frozen=True, kw_only=True):
    """Press the button that sends the application; sent only after its intent is on the log."""

    model_ref: str
    #: the intent's id, which is the action's id too, so that it can be begun only once
    intent_id: str
    button_id: str


class CreateAccount(SessionCommand, frozen=True, kw_only=True):
    """Press the button that sends the form for a new account; sent only after its intent is on the log."""

    model_ref: str
    #: the intent's id, which is the action's id too, so that it can be begun only once
    intent_id: str
    button_id: str


class ReleaseStep(SessionCommand, frozen=True, kw_only=True):
    """Release the requests of a held press; sent only after its intent is on the log."""

    #: the press that was held
    action_id: str
    #: the intent's id, which is this action's id too, so that it can be begun only once
    intent_id: str


class SwitchEngine(SessionCommand, frozen=True, kw_only=True):
    """Let another engine work on the page."""

    engine: EngineName
    reason: SwitchReason


class ExtractData(SessionCommand, frozen=True, kw_only=True):
    """Extract the requested data from the page, in the requested shape."""

    engine: EngineName


class DoTask(SessionCommand, frozen=True, kw_only=True):
    """Let the attached engine do the request's task in words, without sending anything."""

    model_ref: str
    engine: EngineName


class CloseSession(Command, frozen=True, kw_only=True):
    """Close the browser; needs no epoch, and a browser that is gone counts as closed."""

    SERVICE: ClassVar[str] = services.BROWSER_HOST

    session_id: str
    job_id: str
    tenant: str
    reason: str


# Rules


def admit(state: SessionState, command: SessionCommand) -> None:
    """Admit a command of the current claim to the open session. Raises CommandRejected otherwise."""
    refused = f"cannot {type(command).__name__}: session {command.session_id}"
    if command.epoch < state.epoch:
        raise CommandRejected(f"{refused} obeys epoch {state.epoch}, not {command.epoch}", code=Refusal.STALE_EPOCH)
    if not state.serves(command.session_id):
        raise CommandRejected(f"{refused} is not open", code=Refusal.SESSION_GONE)
