"""The closing of idle sessions: after a while, unless their job waits for a human or has an effect open.

If a human has longer to answer than a browser is kept for, the session's page is kept and its browser put away; it is
opened again when they come. A session whose job is served by another session, on any host, is closed too.
"""

from __future__ import annotations

import asyncio
import time

from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.session_log import SessionLog, over
from ghosthands.chassis import logging
from ghosthands.domain.codes import SessionEnd
from ghosthands.domain.errors import Transient
from ghosthands.domain.job import HUMAN_SECONDS, Job, Phase
from ghosthands.messaging.log import states

#: How often sessions are looked at, and how long they must have been unused for that.
LOOK_SECONDS = 30.0

log = logging.get(__name__)


class Sweeper:
    """The task that closes sessions that were unused for `idle_seconds`."""

    def __init__(self, host: Host, *, idle_seconds: float) -> None:
        self._host = host
        self._idle_seconds = idle_seconds

    async def keep(self) -> None:
        """Look for idle sessions, until cancelled."""
        while True:
            await asyncio.sleep(min(LOOK_SECONDS, self._idle_seconds))
            await self.look()

    async def look(self) -> None:
        """Close every session that is not needed now."""
        for session in self._host.sessions.all():
            if _rests(session) >= min(LOOK_SECONDS, self._idle_seconds):
                try:
                    await self._look_at(session)
                except Transient as error:
                    log.warning("session_not_looked_at", session_id=session.id, reason=str(error))

    async def _look_at(self, session: Session) -> None:
        async with self._host.sessions.lock(session.owner):
            if not self._host.sessions.has(session):
                return
            session_log = await SessionLog.open(self._host.events, session.owner)
            if reason := self._find_reason(session, session_log):
                cause = over(session.key, tenant=session.tenant)
                await self._host.close(session, reason, session_log, cause)
            elif _rests(session) >= self._idle_seconds and may_be_put_away(states.job_of(session_log.history)):
                await self._host.put_away(session, session_log)

    def _find_reason(self, session: Session, session_log: SessionLog) -> SessionEnd | None:
        """Return why the session may end; None if it must stay."""
        if not session_log.state.serves(session.id):
            return SessionEnd.SUPERSEDED
        is_wanted = session.keep_alive or is_needed(states.job_of(session_log.history))
        is_idle = _rests(session) >= self._idle_seconds and not is_wanted
        return SessionEnd.IDLE if is_idle else None


def is_needed(job: Job) -> bool:
    """Whether the job needs its browser however long nothing happens in it."""
    return not job.ended and (job.phase is Phase.WAITING or job.effects.intent is not None)


def may_be_put_away(job: Job) -> bool:
    """Whether the job waits long for a human, and nothing is open that only this very page could settle."""
    ask, effects = job.human.ask, job.effects
    if job.phase is not Phase.WAITING or ask is None or job.human.answer is not None or job.is_held or job.is_guests:
        return False
    is_settled = effects.intent is None and effects.held_press is None and not effects.untold
    return is_settled and ask.timeout_seconds > HUMAN_SECONDS


def _rests(session: Session) -> float:
    return time.monotonic() - session.used_at
