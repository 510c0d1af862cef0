"""The log of a job's sessions or of a tool session's name, as this host reads and writes it.

Facts are appended on the condition that no other browser-host wrote meanwhile. A fact of something that has happened is
appended even after another host's. A fact that announces an effect is not: the effect must be decided anew.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from ghosthands.browser_host.ports.session_key import SessionKey, aggregate_of
from ghosthands.chassis import logging
from ghosthands.domain import budget, codes, ids
from ghosthands.domain.job import JobRetried, RetryScheduled
from ghosthands.domain.message import Command, Event
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.requests import PressHeld
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import (
    ActionFailed,
    ActionStarted,
    ActionSucceeded,
    ActionVerified,
    CommandRefused,
    ControlReleased,
    ControlTaken,
    HumanSubmitted,
    PageObserved,
    SessionClosed,
    SessionFenced,
    SessionLost,
    SessionOpened,
    SessionState,
    ToolUsed,
)
from ghosthands.messaging.log import states
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History, Received, Recorded

log = logging.get(__name__)

Settled = ActionSucceeded | ActionVerified | ActionFailed | PressHeld


class SessionLog:
    """The history of one owner of sessions, and what this host appends to it."""

    def __init__(self, events: EventLog, history: History) -> None:
        self._events = events
        self.history = history
        #: the history that was folded last, and its state
        self._folded: tuple[History, SessionState] | None = None

    @classmethod
    async def open(cls, events: EventLog, owner: str, *, known: History | None = None) -> SessionLog:
        """Read the owner's history up to this moment, with all this host ever wrote. Raises StreamUnavailable.

        `known` is the part that was read before and need not be read again.
        """
        if known is None:
            return cls(events, await events.load(aggregate_of(owner)))
        return cls(events, await events.refresh(known))

    @property
    def state(self) -> SessionState:
        """The state of its sessions, as browser-host has told it."""
        if self._folded is None or self._folded[0] is not self.history:
            self._folded = self.history, states.session_of(self.history)
        return self._folded[1]

    @property
    def tenant(self) -> str:
        """The tenant of the owner; empty if nothing was written yet."""
        return self.history.recorded[0].tenant if self.history.recorded else ""

    @property
    def lost(self) -> str | None:
        """The session that was lost last; None once another was opened, or the job began anew."""
        for event in reversed(self.history.events):
            match event:
                case SessionLost(session_id=lost):
                    return lost
                case SessionOpened() | SessionClosed() | RetryScheduled() | JobRetried():
                    return None
        return None

    def is_untouched(self, session_id: str) -> bool:
        """Whether the session was opened and its page neither read nor worked since."""
        since = reversed([one.event for one in self.history.recorded if one.service == BROWSER_HOST])
        told = next((event for event in since if not isinstance(event, SessionFenced)), None)
        return isinstance(told, SessionOpened) and told.session_id == session_id

    def was_held_since(self, model_ref: str) -> bool:
        """Whether a human held the page since that page model was read."""
        for event in reversed(self.history.events):
            match event:
                case ControlTaken() | ControlReleased():
                    return True
                case PageObserved() if event.page.model_ref == model_ref:
                    return False
        return False

    def find_unwatched(self, session_id: str) -> Recorded[Event] | None:
        """Return the event by which a human took control; None once they let go, or are known to have sent."""
        taken: Recorded[Event] | None = None
        for one in self.history.recorded:
            match one.event:
                case ControlTaken() if one.event.session_id == session_id:
                    taken = one
                case HumanSubmitted() | ControlReleased() if one.event.session_id == session_id:
                    taken = None
        return taken

    def find_press(self, session_id: str) -> datetime | None:
        """Return when what sends was last about to be pressed in the session; None if it was not."""
        for one in reversed(self.history.recorded):
            match one.event:
                case ActionStarted(session_id=pressed_in, kind=ActionKind.SUBMIT) if pressed_in == session_id:
                    return one.at
        return None

    def hosts_of(self, session_id: str) -> frozenset[str]:
        """Return the hosts on which the session's page was seen."""
        seen = [event for event in self.history.events if isinstance(event, PageObserved)]
        return frozenset(event.page.site for event in seen if event.session_id == session_id)

    def settlement_of(self, action_id: str) -> Settled | None:
        """Return the result of an action as this service reported it; None while it is unknown."""
        for event in reversed(self.history.events):
            if isinstance(event, Settled) and event.action_id == action_id:
                return event
        return None

    async def catch_up(self) -> None:
        """Read what was written since. Raises StreamUnavailable."""
        self.history = await self._events.refresh(self.history)

    async def announce(self, facts: Sequence[Event], cause: Cause) -> None:
        """Append facts that announce an effect. Raises Conflict if another host wrote since: no effect may follow."""
        recorded = await self._events.append_facts(self.history, facts, cause=cause, exclusive=True)
        self.history = self.history.including(recorded)

    async def report(self, facts: Sequence[Event], cause: Cause) -> list[Recorded[Event]]:
        """Append what happened; return it as it stands on the log, which may be an earlier report of the same cause."""
        self.history, recorded = await self._events.report(self.history, facts, cause=cause)
        return recorded

    @property
    def is_kept(self) -> bool:
        """Whether a tool session was to stay open when it was last used."""
        for event in reversed(self.history.events):
            match event:
                case ToolUsed(keep_alive=keep_alive):
                    return keep_alive
                case SessionClosed():
                    return False
        return False

    async def tell(self, told: Sequence[Event], key: SessionKey, *, tenant: str) -> None:
        """Append what answers no command: what left the browser or was kept from it, and what models cost.

        A fact that is told once per job is told once, even if another of its sessions, or planner, told it.
        """
        for known, facts in budget.by_cause(told, key.owner):
            await self.report(facts, Cause(command_id=known or str(uuid.uuid4()), tenant=tenant, correlation=key.owner))

    async def refuse(self, received: Received[Command], code: str, *, retryable: bool | None = None) -> None:
        """Answer a command with why it was not carried out; `retryable` overrides what the code implies."""
        name = type(received.command).__name__
        log.info("command_refused", command=name, code=code)
        again = codes.is_retryable(code) if retryable is None else retryable
        refused = CommandRefused(cause=received.id, command=name, code=code, retryable=again)
        await self.report([refused], received.cause.at_stage("refused"))

    async def report_lost(self, key: SessionKey, reason: str, *, tenant: str) -> None:
        """Report that a session is lost, without a command, if the log still has it open."""
        await self.report_unwatched(key, tenant=tenant)
        await self.report_end(SessionLost(session_id=key.session_id, reason=reason), over(key, tenant=tenant))

    async def report_unwatched(self, key: SessionKey, *, tenant: str) -> None:
        """Report that the human in control when host or browser died may have sent something nobody saw."""
        taken = self.find_unwatched(key.session_id)
        if taken is None or not isinstance(taken.event, ControlTaken):
            return
        log.warning("hand_unwatched")
        command_id = ids.derived(key.owner, taken.id, "unwatched")
        sent = HumanSubmitted(session_id=key.session_id, viewer_id=taken.event.viewer_id)
        await self.report([sent], Cause(command_id=command_id, tenant=tenant, correlation=key.owner))

    async def report_end(self, end: SessionLost | SessionClosed, cause: Cause) -> None:
        """Report that a session is over, if the log still has it open: a session ends once."""
        if self.state.has_open(end.session_id):
            await self.report([end], cause)


def over(key: SessionKey, *, tenant: str) -> Cause:
    """Return the cause of a session's end that no command asked for."""
    return Cause(command_id=ids.derived(key.owner, key.session_id, "over"), tenant=tenant, correlation=key.owner)
