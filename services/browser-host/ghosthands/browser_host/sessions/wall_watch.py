"""The watch on walls that a human is asked to get past: once a wall is gone, the job goes on without an answer.

The page is looked at, not touched, whoever holds it. Two looks in a row that find the wall gone count as an answer; a
human in control whose hands rest is taken to have done what they were asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.chassis import logging
from ghosthands.domain import ids, job
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.human import BlockerGone
from ghosthands.domain.page import SURE, PageModel, PageType
from ghosthands.messaging.log import states
from ghosthands.messaging.wire.envelope import Cause

#: seconds between two looks at a page with a wall
LOOK_SECONDS = 2.0
#: consecutive looks that must find it gone
LOOKS = 2
#: seconds that a human's hands must have rested before control is taken back from them
HANDS_REST_SECONDS = 5.0

log = logging.get(__name__)


class WallWatch:
    """The task that looks at the walls that the host's sessions wait at; `take_back` ends a human's control."""

    def __init__(self, host: Host, take_back: Callable[[Session, float], Awaitable[None]]) -> None:
        self._host = host
        self._take_back = take_back

    async def keep(self) -> None:
        """Look whether walls are gone, until cancelled; a page that answers slowly holds up no other."""
        async with asyncio.TaskGroup() as looks:
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                looks.create_task(self.look())

    async def look(self) -> None:
        """Look once at each page whose job waits at a wall."""
        await asyncio.gather(*map(self._look_at, self._host.sessions.all()))

    async def _look_at(self, session: Session) -> None:
        if self._host.sessions.lock(session.owner).locked():
            return  # it is being looked at, or work is being done in it and its job does not wait
        with logging.bound(**session.key.log_names):
            try:
                if await self._is_past(session) and session.is_held:
                    await self._take_back(session, HANDS_REST_SECONDS)
            except (BrowserLost, PageTrouble, GhostHandsError) as error:  # looked at again soon; others report a loss
                session.looks_past_wall = 0
                log.warning("wall_not_looked_at", reason=type(error).__name__)

    async def _is_past(self, session: Session) -> bool:
        """Whether the wall was found gone often enough; this is reported unless a human holds the page."""
        async with self._host.sessions.lock(session.owner):
            if session.key.tools is not None or not self._host.sessions.has(session):
                return False
            session_log = await SessionLog.open(self._host.events, session.owner, known=session.history)
            session.history = session_log.history
            state = states.job_of(session_log.history)
            wall, ask = job.find_awaited_wall(state), state.human.ask
            if wall is None or ask is None:
                session.looks_past_wall = 0
                return False
            is_gone = is_past(await session.browser.glance(), wall, held=session.is_held)
            session.looks_past_wall = session.looks_past_wall + 1 if is_gone else 0
            if session.looks_past_wall < LOOKS:
                return False
            if not session.is_held:
                gone = BlockerGone(session_id=session.id, request_id=ask.request_id, type=wall)
                await session_log.report([gone], _make_cause(session, ask.request_id))
                session.history = session_log.history
                log.info("wall_gone", wall=wall.value)
            return True


def is_past(seen: PageModel | None, wall: BlockerType, *, held: bool) -> bool:
    """Whether the wall is gone from a page that can be read, and every other wall too if a human holds it."""
    if seen is None or seen.page_type is PageType.ERROR or urlsplit(seen.url).scheme not in ("http", "https"):
        return False
    standing = {one.type for one in seen.blockers if one.confidence >= SURE}
    return not standing if held else wall not in standing


def _make_cause(session: Session, request_id: str) -> Cause:
    command_id = ids.derived(session.owner, request_id, "gone")
    return Cause(command_id=command_id, tenant=session.tenant, correlation=session.owner)
