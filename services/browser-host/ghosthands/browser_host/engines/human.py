"""The human as an engine: they are asked to do each move, and what they do is read back like any engine's work.

An overlay in the page asks whoever sits at the browser. They have a minute for each move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.async_api import Error, Page

from ghosthands.browser_host.engines import overlay
from ghosthands.browser_host.engines.engine import (
    CANNOT_TELL,
    Candidate,
    Done,
    EngineMove,
    EngineTrouble,
)
from ghosthands.browser_host.engines.own_page import OwnPageEngine
from ghosthands.domain.codes import EngineFailure
from ghosthands.domain.engine import EngineName

#: How many seconds a human has for one move.
ACT_SECONDS = 60.0
#: How many seconds apart a human who is asked counts as a sign of life: nobody clicks all the time.
SIGN_SECONDS = 5.0


class HumanEngine(OwnPageEngine):
    """An engine whose moves a human at the browser makes."""

    name = EngineName.HUMAN

    def __init__(self, page: Callable[[], Page]) -> None:
        super().__init__(page)
        self._asking: asyncio.Task[None] | None = None

    async def detach(self) -> None:
        """Stop asking the human."""
        await self.kill()

    async def kill(self) -> None:
        """Withdraw the request to the human."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)

    async def act(self, move: EngineMove) -> Done:
        """Ask, and wait until the human says it is done, changes a field or goes to another page."""
        self._asking = asyncio.ensure_future(overlay.ask(self._require_page(), move.instruction))
        started = asyncio.get_running_loop().time()
        try:
            while not self._asking.done() and asyncio.get_running_loop().time() - started < ACT_SECONDS:
                self._on_sign("asked")
                await asyncio.wait({self._asking}, timeout=min(SIGN_SECONDS, ACT_SECONDS))
            return self._conclude(self._asking)
        finally:
            self._asking.cancel()

    def _conclude(self, asking: asyncio.Task[None]) -> Done:
        if not asking.done():
            raise EngineTrouble(EngineFailure.HUMAN_TIMEOUT, f"nobody did it within {ACT_SECONDS:g} s")
        if asking.cancelled():
            raise EngineTrouble(EngineFailure.DETACHED)
        if isinstance(error := asking.exception(), Error):
            raise EngineTrouble(EngineFailure.PAGE_UNREADABLE) from error
        asking.result()
        return Done(CANNOT_TELL)

    async def extract(self, instruction: str, schema: Mapping[str, Any]) -> Any:
        """Raise EngineTrouble: a human extracts no data."""
        raise EngineTrouble(EngineFailure.NOT_SUPPORTED, "a human extracts nothing")

    async def observe(self, instruction: str) -> Sequence[Candidate]:
        """Raise EngineTrouble: a human names no elements."""
        raise EngineTrouble(EngineFailure.NOT_SUPPORTED, "a human names no elements")
