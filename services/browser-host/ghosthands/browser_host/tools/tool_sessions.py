"""Tool sessions: browsers for the browser tools, by name.

A session starts at the first call for its name, whoever makes it and however many come at once; calls run one at a
time. Before each its browser's health is checked. A browser that is gone, or dies during a call, is replaced by another
at the same page, with the same cookies and storage and nothing of what an engine knew, and the call is made once more:
a tool session can send nothing, so doing something twice does no harm. Its events are on the session of its name, where
two hosts that start it at once learn which of them has it, and any host whether it is to stay open.

A page is remembered in memory only: nobody's key could seal it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from ghosthands.browser_host.errors import BrowserLost, BrowserUnavailable, PageTrouble, Unreachable
from ghosthands.browser_host.keeping.keepsakes import Beginning
from ghosthands.browser_host.operation import watch
from ghosthands.browser_host.ports.browser import Browser, LaunchRequest
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.session_log import SessionLog, over
from ghosthands.chassis import logging
from ghosthands.domain import ids
from ghosthands.domain.codes import SessionEnd, SessionLoss, ToolFailure
from ghosthands.domain.errors import Conflict, Transient
from ghosthands.domain.message import Event
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.session import SessionOpened
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.micro import RequestRefused

T = TypeVar("T")

#: the tenant of all tool sessions
TENANT = "tools"
#: How often work is attempted, each time in another browser.
_ATTEMPTS = 2
_REMEMBER_SECONDS = 3.0
#: How many pages, and how many error codes, are remembered: those used last.
_REMEMBERED = 100

log = logging.get(__name__)


class ElsewhereError(Exception):
    """Another host has the session."""

    def __init__(self, host: str) -> None:
        super().__init__(f"the session is on host {host}")
        self.host = host


class ToolSessions:
    """The tool sessions of one host."""

    def __init__(self, host: Host) -> None:
        self._host = host
        #: by name: the address and storage of each session used here
        self._pages: dict[str, Beginning] = {}
        self._errors: dict[str, str] = {}

    def find(self, name: str) -> Session | None:
        """Return the open session of that name, or None."""
        return next((one for one in self._host.sessions.all() if one.key.tools == name), None)

    def last_error(self, name: str) -> str | None:
        """Return the code of its last error, or None."""
        return self._errors.get(name)

    def note_error(self, name: str, code: str) -> None:
        """Remember the session's last error."""
        _put(self._errors, name, code)
        if session := self.find(name):
            session.last_error = code

    async def use(self, name: str, work: Callable[[Session], Awaitable[T]], *, begins: bool) -> T:
        """Return what `work` returns, done in the session's browser; `begins`: start a browser if there is none yet.

        `work` raises BrowserLost once its browser is gone. Raises ElsewhereError, RequestRefused.
        """
        async with self._lock(name):
            for attempt in range(1, _ATTEMPTS + 1):
                session = await self._reach(name, begins=begins)
                try:
                    with session.costs.told(partial(self.report, session)):
                        done = await work(session)
                except BrowserLost as lost:
                    await self._lose(session, lost.reason)
                    if attempt == _ATTEMPTS:
                        raise RequestRefused(ToolFailure.BROWSER_LOST, "the browser was lost twice") from None
                    log.warning("tool_done_again", session_id=session.id, reason=lost.reason)
                else:
                    await self._remember(name, session)
                    return done
        raise AssertionError("unreachable")

    async def close(self, name: str) -> None:
        """End the session; do nothing if there is none. Raises ElsewhereError."""
        if under_way := self.find(name):
            under_way.interrupt("closed")
        async with self._lock(name):
            self._pages.pop(name, None)
            self._errors.pop(name, None)
            session_log = await self._open_log(name)
            session = self.find(name)
            if session is None:
                self._refuse_foreign(session_log)
                return
            await self._host.close(session, SessionEnd.CLOSED, session_log, over(session.key, tenant=TENANT))

    async def give_up_elsewhere(self, name: str) -> None:
        """Report the session lost, as its host is gone for good, so that it can be started here."""
        async with self._lock(name):
            session_log = await self._open_log(name)
            opened = session_log.state.session
            if opened is not None and opened.host != self._host.name:
                key = SessionKey.of_tools(name, opened.session_id)
                await session_log.report_lost(key, SessionLoss.HOST_WAS_AWAY, tenant=TENANT)

    async def report(self, session: Session, facts: Sequence[Event]) -> None:
        """Append what happened in the session."""
        session_log = await self._open_log(session.key.tools or "")
        await session_log.report(facts, _cause(session.key))

    def _lock(self, name: str) -> asyncio.Lock:
        return self._host.sessions.lock(_owner(name))

    async def _open_log(self, name: str) -> SessionLog:
        return await SessionLog.open(self._host.events, _owner(name))

    async def _reach(self, name: str, *, begins: bool) -> Session:
        """Return the session with a healthy browser; one whose closing did not get through is closed now."""
        session = self.find(name)
        if session is not None and session.interruption.done():
            await self._lose(session, session.interruption.result())
        elif session is not None:
            if await session.browser.answers():
                return session
            await self._lose(session, SessionLoss.UNHEALTHY)
        return await self._start(name, begins=begins)

    async def _start(self, name: str, *, begins: bool) -> Session:
        session_log = await self._open_log(name)
        self._refuse_foreign(session_log)
        if name not in self._pages and not begins:
            raise RequestRefused(ToolFailure.NO_PAGE, "there is no page yet: navigate first")
        key = SessionKey.of_tools(name, f"{name[:60]}-{secrets.token_hex(6)}")
        try:
            with self._host.sessions.booked(key, TENANT, ""):
                return await self._launch(key, session_log, self._pages.get(name, Beginning()))
        except Conflict:
            raise ElsewhereError(await self._find_winner(name)) from None
        except Transient as error:
            raise RequestRefused(ToolFailure.NO_SLOT, str(error)) from None
        except (BrowserUnavailable, BrowserLost, PageTrouble) as error:
            raise RequestRefused(ToolFailure.BROWSER_UNAVAILABLE, str(error)) from None

    async def _launch(self, key: SessionKey, session_log: SessionLog, beginning: Beginning) -> Session:
        """Launch a new browser at the last one's page; it is on the log only if no other host was first."""
        host = self._host
        try:
            browser = await host.browsers.launch(key, LaunchRequest())
            await browser.guard(GuardLevel.FILLING)
            if beginning.url is not None:
                await _restore(browser, beginning, beginning.url)
            await browser.guard(GuardLevel.ENGINE)
            await self._announce(key, browser, session_log)
        except BaseException:
            await host.browsers.discard(key)
            raise
        engines, history = host.engines, session_log.history
        session = Session.of_tools(key, TENANT, browser, engines, history, keep_alive=session_log.is_kept)
        session.last_error = self._errors.get(key.tools or "")
        host.take_in(session)
        log.info("tool_session_opened", session_id=session.id)
        return session

    async def _announce(self, key: SessionKey, browser: Browser, session_log: SessionLog) -> None:
        process = browser.process
        opened = SessionOpened(
            cause=key.session_id,
            session_id=key.session_id,
            host=self._host.name,
            provider=ProviderName.LOCAL,
            pid=process.pid if process else None,
            pid_start_time=process.start_time if process else None,
            engines=self._host.engines.available,
        )
        await session_log.announce([opened], _cause(key))

    async def _find_winner(self, name: str) -> str:
        opened = (await self._open_log(name)).state.session
        return opened.host if opened is not None else self._host.name

    def _refuse_foreign(self, session_log: SessionLog) -> None:
        opened = session_log.state.session
        if opened is not None and opened.host != self._host.name:
            raise ElsewhereError(opened.host)

    async def _lose(self, session: Session, reason: str) -> None:
        name = session.key.tools or ""
        self.note_error(name, reason)
        await self._host.lose(session, reason, await self._open_log(name))

    async def _remember(self, name: str, session: Session) -> None:
        """Remember the session's page, for a session that may have to replace it."""
        try:
            async with asyncio.timeout(_REMEMBER_SECONDS):
                page = Beginning(await session.browser.read_storage(), session.browser.live_page.url)
        except (BrowserLost, PageTrouble, TimeoutError) as error:
            log.info("tool_page_not_remembered", session_id=session.id, reason=type(error).__name__)
        else:
            _put(self._pages, name, page)


async def _restore(browser: Browser, beginning: Beginning, url: str) -> None:
    """Take the browser to the last one's page, and wait until it rests: an engine compares with what it finds there."""
    try:
        await watch(browser.visit(url, beginning.storage), lost=browser.lost)
        await watch(browser.observe(), lost=browser.lost)
    except (Unreachable, Transient) as error:
        log.warning("page_not_restored", reason=str(error))


def _put(remembered: dict[str, T], name: str, what: T) -> None:
    remembered.pop(name, None)
    remembered[name] = what
    while len(remembered) > _REMEMBERED:
        del remembered[next(iter(remembered))]


def _owner(name: str) -> str:
    return SessionKey.of_tools(name, "").owner


def _cause(key: SessionKey) -> Cause:
    name = key.session_id
    return Cause(command_id=ids.derived(name, secrets.token_hex(8)), tenant=TENANT, correlation=name)
