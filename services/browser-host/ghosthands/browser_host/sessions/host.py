"""The host: its sessions, and how they end without a command.

A browser that dies is reported lost at once: by the command that is being carried out, else by the task that watches
the browser. Whatever the reason, the browser is ended before the log says that it is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from datetime import timedelta

from ghosthands.browser_host.engines.engine import EngineTrouble
from ghosthands.browser_host.engines.registry import Engines
from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.keeping.keepsakes import Keepsakes, Snapshot
from ghosthands.browser_host.operation import DEFAULT_LIMITS, OperationLimits
from ghosthands.browser_host.ports.browser import Browsers
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.browser_host.sessions.tenure import Tenure
from ghosthands.chassis import logging, metrics
from ghosthands.chassis.backoff import delays
from ghosthands.domain.codes import SessionLoss
from ghosthands.domain.errors import GhostHandsError, Permanent, Transient
from ghosthands.domain.job import Phase
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import CloseSession, SessionClosed
from ghosthands.messaging import fault
from ghosthands.messaging.log import states
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.vault import Vault

#: How long an applicant's logins are kept after they last worked.
LOGIN_LIFE = timedelta(days=30)
#: How many seconds saving what outlives a browser may take.
KEEPING_SECONDS = 5.0

log = logging.get(__name__)

OPEN = metrics.gauge(BROWSER_HOST, "sessions", "Browsers at work")
LOST = metrics.counter(BROWSER_HOST, "sessions_lost", "Browsers that went away by themselves", ["reason"])


class Host:
    """A browser-host: its name, its sessions, and what they are opened and worked with."""

    def __init__(
        self,
        name: str,
        events: EventLog,
        vault: Vault,
        sessions: Sessions,
        browsers: Browsers,
        engines: Engines,
        *,
        login_life: timedelta = LOGIN_LIFE,
        limits: OperationLimits = DEFAULT_LIMITS,
        takes_sketches: bool = False,
        allowed_private_hosts: Collection[str] = frozenset(),
        tenure: Tenure | None = None,
    ) -> None:
        self.name = name
        self.events = events
        self.vault = vault
        self.sessions = sessions
        self.browsers = browsers
        self.engines = engines
        #: the limits of an engine's operation
        self.limits = limits
        #: whether a small picture of each filled page is kept
        self.takes_sketches = takes_sketches
        self.allowed_private_hosts = allowed_private_hosts
        #: the time for which its sessions are certainly its own
        self.tenure = tenure or Tenure()
        self.keepsakes = Keepsakes(vault, login_life=login_life)
        self._watching: dict[SessionKey, asyncio.Task[None]] = {}
        OPEN.set_function(lambda: len(sessions))

    def take_in(self, session: Session) -> None:
        """Register the opened session, and watch its browser from now on."""
        self.sessions.add(session)
        self._watching[session.key] = asyncio.create_task(self._watch(session), name=f"watch {session.id}")

    async def lose(self, session: Session, reason: str, session_log: SessionLog) -> None:
        """End a session whose browser is gone or of no use, and report it lost."""
        log.warning("session_lost", **session.key.log_names, reason=reason)
        LOST.labels(reason).inc()
        await self._drop(session)
        await session_log.tell(session.costs.take(), session.key, tenant=session.tenant)
        await session_log.report_lost(session.key, reason, tenant=session.tenant)
        await self.browsers.discard(session.key)

    async def close(self, session: Session, reason: str, session_log: SessionLog, cause: Cause) -> None:
        """End the session on purpose."""
        log.info("session_closed", **session.key.log_names, reason=reason)
        await self._settle_keepsakes(session, reason, session_log)
        await self._drop(session)
        await session_log.tell(
            [*session.browser.take_told(), *session.costs.take()], session.key, tenant=session.tenant
        )
        await fault.point(BROWSER_HOST, fault.AFTER_EFFECT, CloseSession.__name__)
        await session_log.report_end(SessionClosed(session_id=session.id, reason=reason), cause)
        await self.browsers.discard(session.key)

    async def put_away(self, session: Session, session_log: SessionLog) -> None:
        """End the browser of a job that waits long, and keep its page for the browser that replaces it."""
        request = states.job_of(session_log.history).request
        if request is not None:
            await self.keep_page(session, Applicant(session.tenant, request.applicant))
        await self.lose(session, SessionLoss.PUT_AWAY, session_log)

    async def keep_page(self, session: Session, person: Applicant) -> None:
        """Keep the page as it is now, for a session that may have to replace this one."""
        if not session.browser.owns_browser:
            return  # its cookies are its user's, and it does not end with the session
        try:
            async with asyncio.timeout(KEEPING_SECONDS):
                snapshot = Snapshot(session.id, session.browser.live_page.url, await session.browser.read_storage())
                await self.keepsakes.keep_snapshot(person, session.owner, snapshot)
        except (BrowserLost, PageTrouble, Transient, Permanent, TimeoutError) as error:  # the last snapshot stays
            log.warning("page_not_kept", job_id=session.owner, reason=type(error).__name__)

    async def _settle_keepsakes(self, session: Session, reason: str, session_log: SessionLog) -> None:
        """Delete the snapshot of a job that ended, and keep the logins of one that succeeded."""
        request = states.job_of(session_log.history).request
        if request is None or not session.browser.owns_browser:
            return
        person = Applicant(session.tenant, request.applicant)
        try:
            async with asyncio.timeout(KEEPING_SECONDS):
                if reason == Phase.COMPLETED:
                    await self.keepsakes.keep_logins(
                        person, await session.browser.read_storage(), session_log.hosts_of(session.id)
                    )
                await self.keepsakes.forget_snapshot(person, session.owner)
        except (BrowserLost, PageTrouble, Transient, Permanent, TimeoutError) as error:  # the session is closed anyway
            log.warning("login_not_kept", job_id=session.owner, reason=type(error).__name__)

    async def stop(self) -> None:
        """End every browser, all at once, as the host stops for good."""
        await self._end_each(self._stop)
        await self.browsers.end_spares()
        await self.browsers.close()

    async def hand_over(self) -> None:
        """Disconnect from every browser, which runs on for the next host of this name; spare ones are ended."""
        await self._end_each(self._hand_over)
        await self.browsers.end_spares()

    async def _end_each(self, end: Callable[[Session], Awaitable[None]]) -> None:
        for session in self.sessions.all():
            session.interrupt(SessionLoss.HOST_STOPPED)
        ending = [end(session) for session in self.sessions.all()]
        for error in await asyncio.gather(*ending, return_exceptions=True):
            if error is not None:
                log.error("session_not_stopped", exc_info=error)

    async def _stop(self, session: Session) -> None:
        async with self.sessions.lock(session.owner):
            if self.sessions.has(session):
                await self._drop(session)  # before the log is read, which may be down too
                await self.lose(session, SessionLoss.HOST_STOPPED, await SessionLog.open(self.events, session.owner))

    async def _hand_over(self, session: Session) -> None:
        async with self.sessions.lock(session.owner):
            if self.sessions.has(session):
                self._forget(session)
                with suppress(EngineTrouble, BrowserLost, PageTrouble):  # the engine ends with this process
                    await session.slot.disconnect()
                await session.browser.leave()
                log.info("session_handed_over", **session.key.log_names)

    async def _drop(self, session: Session) -> None:
        """End the session's browser; it leaves the registry first, so that later calls learn that it is gone."""
        self._forget(session)
        with suppress(BrowserLost):  # its engine is killed first
            await session.slot.force_release()
        await session.browser.end()

    def _forget(self, session: Session) -> None:
        self.sessions.remove(session)
        watching = self._watching.pop(session.key, None)
        if watching is not None and watching is not asyncio.current_task():
            watching.cancel()

    async def _watch(self, session: Session) -> None:
        reason = await asyncio.shield(session.browser.lost)
        with logging.bound(**session.key.log_names):
            for delay in delays():
                try:
                    await self._lose_unless_done(session, reason)
                    return
                except Transient as error:
                    log.warning("loss_not_reported", reason=str(error))
                except GhostHandsError as error:  # its history cannot be read; trying again will not help
                    log.error("loss_not_reported", reason=str(error))
                    return
                await asyncio.sleep(delay)

    async def _lose_unless_done(self, session: Session, reason: str) -> None:
        async with self.sessions.lock(session.owner):
            session_log = await SessionLog.open(self.events, session.owner)
            if self.sessions.has(session) or session_log.state.has_open(session.id):
                await self.lose(session, reason, session_log)
