"""The watch for hosts that are gone: any other host reports their sessions lost, so that the jobs go on elsewhere.

No clocks are compared: a host counts as gone if `LOOKS` successful looks in a row found no new sign of life of it. It
may have been frozen and come back: by then another browser-host has written on the log, so whatever the frozen one
would announce is refused, and what it was about to begin does not happen. What it had announced already ends with its
tenure (`tenure`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.adoption import ADOPTION_SECONDS
from ghosthands.browser_host.sessions.name import BEAT_SECONDS
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.chassis import logging
from ghosthands.domain.codes import SessionLoss
from ghosthands.domain.errors import NewerMessage, Permanent, Transient
from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.work.hosts import Sign

#: looks without a new sign before a host counts as gone: a successor of its name may adopt its browsers until then
LOOKS = round(ADOPTION_SECONDS / BEAT_SECONDS) + 3

log = logging.get(__name__)


class GoneHosts:
    """A watch on the other hosts' signs of life."""

    def __init__(
        self,
        name: str,
        events: EventLog,
        read: Callable[[], Awaitable[list[Sign]]],
        settle: Callable[[Sign], Awaitable[None]],
    ) -> None:
        self._name = name
        self._events = events
        self._read = read
        self._settle = settle
        #: by host, its last sign and how often that was seen
        self._seen: dict[str, tuple[int, int]] = {}

    async def keep(self) -> None:
        """Look for hosts that are gone, until cancelled."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.look()
            except Transient as error:
                log.info("hosts_not_looked_at", reason=str(error))
                self._seen.clear()  # a host that could not be heard may have spoken

    async def look(self) -> None:
        """Report the sessions of hosts that are gone now. Raises Transient."""
        for sign in await self._read():
            host = sign.record.host
            last, times = self._seen.get(host, (0, 0))
            times = times + 1 if last == sign.sequence else 1
            self._seen[host] = sign.sequence, times
            if host != self._name and sign.record.open and times >= LOOKS and await self.report_lost(sign):
                await self._settle(sign)

    async def report_lost(self, sign: Sign) -> bool:
        """Report every session of a host that is gone; return whether all could be reported. Raises Transient."""
        log.warning("host_is_gone", host=sign.record.host, sessions=len(sign.record.open))
        return all([await self._report(status) for status in sign.record.open])

    async def _report(self, status: SessionStatus) -> bool:
        key = SessionKey(status.job_id, status.session_id)
        if not status.job_id:
            key = SessionKey.of_tools(status.session, status.session_id)
        with logging.bound(**key.log_names):
            try:
                session_log = await SessionLog.open(self._events, key.owner)
                await session_log.report_lost(key, SessionLoss.HOST_WAS_AWAY, tenant=status.tenant)
            except Permanent as error:  # the other sessions are reported even if one job cannot be read
                log.error("session_not_reported", code=error.code, reason=str(error))
            except NewerMessage as error:  # an upgraded host will report it
                log.warning("session_left_to_a_newer_host", mend=str(error))
                return False
        return True
