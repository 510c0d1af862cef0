"""A session's live page as the slot knows it: its browser, and whether a human holds it."""

from __future__ import annotations

from collections.abc import Callable

from ghosthands.browser_host.driving.browser import Browser
from ghosthands.browser_host.engines.engine import TabAddress
from ghosthands.browser_host.engines.page_state import PageState
from ghosthands.browser_host.guard.submit_guard import Guard
from ghosthands.domain.engine import MODELLED, EngineName


class SessionGround:
    """See slot.Ground."""

    def __init__(self, browser: Browser, is_held: Callable[[], bool], *, least: Guard = Guard.OPEN) -> None:
        self._browser = browser
        self._least = least
        self._is_held = is_held

    @property
    def address(self) -> TabAddress:
        """See Ground."""
        return self._browser.address

    @property
    def is_held(self) -> bool:
        """See Ground."""
        return self._is_held()

    async def answers(self) -> bool:
        """See Ground."""
        return await self._browser.answers()

    async def capture(self) -> PageState:
        """See Ground."""
        return await self._browser.capture()

    async def difference(self, before: PageState) -> str | None:
        """See Ground."""
        return await self._browser.difference(before)

    async def restore(self, state: PageState) -> None:
        """See Ground."""
        await self._browser.restore(state)

    async def left_to(self, engine: EngineName) -> None:
        """See Ground."""
        await self._browser.guard(max(self._least, _guard_of(engine)))


def _guard_of(engine: EngineName) -> Guard:
    """A human who is asked for a field may go on to another page; what they sent by the way would be sent again."""
    if engine is EngineName.HUMAN:
        return Guard.FILLING
    return Guard.ENGINE if engine in MODELLED else Guard.OPEN
