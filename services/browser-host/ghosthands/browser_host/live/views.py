"""The live views of a host: one per session, made when first wanted, and the events that they log."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Protocol

from playwright.async_api import Page

from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.live.asked import describe_wait
from ghosthands.browser_host.live.view import LiveView
from ghosthands.browser_host.permit import Permit, always
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.browser_host.sessions.tenure import Tenure
from ghosthands.chassis import logging
from ghosthands.chassis.backoff import delays
from ghosthands.chassis.grants import Grants, Right
from ghosthands.domain.codes import SessionLoss
from ghosthands.domain.engine import CASCADED
from ghosthands.domain.errors import GhostHandsError, Transient
from ghosthands.domain.message import Event
from ghosthands.domain.session import ControlReleased, ControlTaken, HumanSubmitted
from ghosthands.messaging.log import states
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire.envelope import Cause

#: How many seconds the log may take to say what a job waits for.
_ASKED_SECONDS = 1.0

log = logging.get(__name__)


class Lockable(Protocol):
    """A desktop whose input can be locked."""

    async def lock(self, locked: bool) -> None:
        """Set whether it takes no input at all."""


class LiveViews:
    """The live views of every open session."""

    def __init__(
        self,
        sessions: Sessions,
        events: EventLog,
        grants: Grants,
        desktops: Mapping[SessionKey, Lockable] | None = None,
        tenure: Tenure | None = None,
    ) -> None:
        self._sessions = sessions
        self._events = events
        self.grants = grants
        self._desktops = desktops if desktops is not None else {}
        self._tenure = tenure or Tenure()
        self._views: dict[str, tuple[Session, LiveView]] = {}

    def of(self, session_id: str) -> LiveView | None:
        """Return the session's live view, on or off; None if there is no such session here."""
        session = next((session for session in self._sessions.all() if session.id == session_id), None)
        return self.view(session) if session is not None else None

    def view(self, session: Session) -> LiveView:
        """Return the open session's live view, on or off."""
        known = self._views.get(session.id)
        if known is None or known[0] is not session:
            self._forget_ended()
            view = LiveView(self._backdrop(session), session.control)
            session.browser.on_human_sent = view.note_sending
            known = self._views[session.id] = (session, view)
        return known[1]

    def key_of(self, session_id: str) -> SessionKey | None:
        """Return the session's key; None if there is no such session here."""
        return next((session.key for session in self._sessions.all() if session.id == session_id), None)

    async def take_back(self, session: Session, rested_seconds: float) -> None:
        """Take control back if the hands of the human who holds the page have rested for `rested_seconds`."""
        await self.view(session).take_back(rested_seconds)

    async def restore(self) -> None:
        """Give control back to the viewer who had it when an earlier process died, if they come back."""
        for session in self._sessions.all():
            permit = self._tenure.permit()
            session_log = await SessionLog.open(self._events, session.owner)
            taken = find_last_taken(session.id, session_log.history.events)
            if taken is not None and not session.control.held:
                session.control.reserve(taken.viewer_id)
                with suppress(BrowserLost, PageTrouble):
                    await session.browser.guard(GuardLevel.OPEN, permit)
                session.control.grant(permit)
                self.view(session).await_return()

    def _backdrop(self, session: Session) -> _Backdrop:
        return _Backdrop(session, self._sessions, self._events, self.grants, self._desktops, self._tenure)

    def _forget_ended(self) -> None:
        self._views = {key: known for key, known in self._views.items() if self._sessions.has(known[0])}


class _Backdrop:
    """A session and its host, as its live view needs them; see `view.Backdrop`."""

    def __init__(
        self,
        session: Session,
        sessions: Sessions,
        events: EventLog,
        grants: Grants,
        desktops: Mapping[SessionKey, Lockable],
        tenure: Tenure,
    ) -> None:
        self._session = session
        self._sessions = sessions
        self._events = events
        self._grants = grants
        self._desktops = desktops
        self._tenure = tenure
        #: what the job waited for when the log last said it
        self._asked = ""

    @property
    def session_id(self) -> str:
        return self._session.id

    @property
    def page(self) -> Page | None:
        return self._session.browser.shown

    @property
    def has_desktop(self) -> bool:
        return self._session.key in self._desktops

    @property
    def is_open(self) -> bool:
        return self._sessions.has(self._session)

    @property
    def is_cut_off(self) -> bool:
        return not self._tenure.lasts

    def touch(self) -> None:
        self._session.used_at = time.monotonic()

    async def describe_ask(self) -> str:
        with suppress(GhostHandsError, TimeoutError):  # the log is away: the next state will tell what is new
            async with asyncio.timeout(_ASKED_SECONDS):
                self._asked = describe_wait(states.job_of((await self._open_log()).history))
        return self._asked

    def issue_token(self, right: Right, viewer_id: str) -> str:
        return self._grants.token(self._session.id, right, viewer_id=viewer_id)

    async def take_control(self, viewer_id: str, grant: Callable[[Permit], None]) -> None:
        """Give control under the job's lock, once running work is over. Raises BrowserLost, Transient."""
        await _make_way(self._session)
        async with self._sessions.lock(self._session.owner):
            if not self.is_open:
                raise BrowserLost(SessionLoss.SESSION_OVER)
            await _make_way(self._session)  # another engine may have attached meanwhile
            with suppress(BrowserLost, PageTrouble):
                await self._session.browser.glance()  # their first press may pass a wall that no look has seen yet
            permit = self._tenure.permit()
            await self._report(ControlTaken(session_id=self._session.id, viewer_id=viewer_id), self._make_cause())
            await self._set_guard(GuardLevel.OPEN, permit)  # what a human sends is their own act
            grant(permit)
        log.info("control_taken", session_id=self._session.id, viewer_id=viewer_id)

    async def report_sending(self, viewer_id: str) -> None:
        """Report that the human sent something, until the log takes it, even if the session ends."""

        async def tell() -> Event:
            return HumanSubmitted(session_id=self._session.id, viewer_id=viewer_id)

        await self._insist(tell, lambda: True)
        log.info("human_submitted", session_id=self._session.id, viewer_id=viewer_id)

    async def release_control(self, viewer_id: str, held_ms: int) -> None:
        """Report that they let go until the log takes it, while the session is open.

        If the browser is gone, something may have been sent last that nobody saw.
        """

        async def tell() -> Event:
            is_there = await self._set_guard(self._session.least_guard)
            return ControlReleased(
                session_id=self._session.id,
                viewer_id=viewer_id,
                held_ms=held_ms,
                submitted=self._session.control.submitted or not is_there,  # read after the guard is closed
            )

        await self._insist(tell, lambda: self.is_open)
        log.info("control_released", session_id=self._session.id, viewer_id=viewer_id, held_ms=held_ms)

    async def _insist(self, tell: Callable[[], Awaitable[Event]], is_wanted: Callable[[], bool]) -> None:
        """Append what `tell` returns, under the job's lock, as often as it takes while `is_wanted`."""
        cause = self._make_cause()
        for delay in delays():
            if not is_wanted():
                return
            try:
                async with self._sessions.lock(self._session.owner):
                    await self._report(await tell(), cause)
                return
            except Transient as error:
                log.warning("not_reported", session_id=self._session.id, reason=str(error))
                await asyncio.sleep(delay)

    async def lock_desktop(self, locked: bool) -> None:
        desktop = self._desktops.get(self._session.key)
        if desktop is not None:
            await desktop.lock(locked)

    async def _set_guard(self, level: GuardLevel, permit: Permit = always) -> bool:
        """Set the guard's level, unless there is no page to guard; return whether the browser is still there."""
        try:
            with suppress(PageTrouble):
                await self._session.browser.guard(level, permit)
        except BrowserLost:
            return False
        return True

    async def _report(self, event: Event, cause: Cause) -> None:
        session_log = await self._open_log()
        await session_log.report([event], cause)
        self._session.history = session_log.history

    async def _open_log(self) -> SessionLog:
        session_log = await SessionLog.open(self._events, self._session.owner, known=self._session.history)
        self._session.history = session_log.history
        return session_log

    def _make_cause(self) -> Cause:
        """Return a new cause: a human's own act answers no command."""
        return Cause(command_id=str(uuid.uuid4()), tenant=self._session.tenant, correlation=self._session.owner)


async def _make_way(session: Session) -> None:
    """Cut off an engine at work on the page: its action fails, and is read back like any failure."""
    if session.slot.name in CASCADED:
        log.info("engine_makes_way", session_id=session.id, engine=session.slot.name.value)
        with suppress(BrowserLost, PageTrouble):
            await session.slot.force_release()


def find_last_taken(session_id: str, events: Iterable[Event]) -> ControlTaken | None:
    """Return the event by which a human has control of the session now; None if nobody has."""
    taken: ControlTaken | None = None
    for event in events:
        match event:
            case ControlTaken() if event.session_id == session_id:
                taken = event
            case ControlReleased() if event.session_id == session_id:
                taken = None
    return taken
