"""Keys, one at a time, each only while the focus is proven to be where it should.

A key goes to whatever has the focus when it is made, in whatever frame; a page may move it at any moment. So before
each it is proven that the document has the focus and that very element in it. At the first mismatch no further key is
made; the one that may have gone elsewhere meanwhile is taken out there. What can be put into an element in its own
document (`insert`) needs no keys, and is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from playwright.async_api import ElementHandle, JSHandle, Page
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import scripts
from ghosthands.browser_host.page.calls import ask, in_time
from ghosthands.browser_host.page.pace import Pace
from ghosthands.browser_host.page.widgets.goal import Unfit
from ghosthands.domain.codes import ActionFailure

_ASTRAY_SECONDS = 2.0
_ASK = "witness => witness()"


@dataclass(slots=True)
class Keys:
    """The keyboard as far as it is one element's."""

    page: Page
    element: ElementHandle
    pace: Pace
    #: says whether the element has the focus, and how many keys it heard
    witness: JSHandle
    #: the last key, as long as it is not known to have arrived
    pending: str = ""

    @classmethod
    async def to(cls, page: Page, element: ElementHandle, pace: Pace = Pace.FAST) -> Keys:
        """The keys for that element. Raises playwright's Error."""
        return cls(
            page, element, pace, await in_time(element.evaluate_handle(scripts.on_element("focused", "witness")))
        )

    async def type(self, text: str, *, delay_ms: float = 0) -> None:
        """Type it, at the pace. Raises Unfit where the focus is taken away."""
        if self.pace.is_pasted(text):
            await insert(self.element, text)
            return
        for key in text:
            await self._prove()
            self.pending = key
            await self.page.keyboard.type(key)
            if delay_ms:
                await asyncio.sleep(delay_ms / 1000)
            await self.pace.rest_after_key()
        await self._look_after_last()

    async def press(self, *keys: str) -> None:
        """Press those keys, which enter nothing. Raises Unfit where the focus is taken away."""
        for key in keys:
            await self._prove()
            await self.page.keyboard.press(key)

    @contextlib.asynccontextmanager
    async def sending_nothing(self) -> AsyncIterator[None]:
        """What is pressed meanwhile sends no form, whatever the page makes of it. Raises playwright's Error."""
        release = await in_time(self.element.evaluate_handle(scripts.on_element("sending_nothing")))
        try:
            yield
        finally:
            with contextlib.suppress(PlaywrightError):  # the document may be gone
                await in_time(release.evaluate("release => release()"))

    async def leave(self) -> None:
        """Press Tab, unless the element was left already."""
        with contextlib.suppress(Unfit):
            await self.press("Tab")

    async def _prove(self) -> None:
        """Raises Unfit where the focus is not where it should be; then what went astray is taken back."""
        focused, heard = await in_time(self.witness.evaluate(_ASK))
        if not focused:
            await self._miss(arrived=heard)
        self.pending = ""

    async def _look_after_last(self) -> None:
        """The last key may move the focus itself, as to the next part of a date; it must have arrived."""
        try:
            focused, heard = await in_time(self.witness.evaluate(_ASK))
        except PlaywrightError:
            return  # the page left: nothing more is known, and nothing more is typed
        if not focused and not heard:
            await self._miss(arrived=False)
        self.pending = ""

    async def _miss(self, *, arrived: bool) -> None:
        if arrived or not self.pending:
            raise Unfit(ActionFailure.FOCUS_TAKEN)
        for frame in self.page.frames:
            with contextlib.suppress(PlaywrightError):
                await ask(frame, scripts.bare("astray"), self.pending, seconds=_ASTRAY_SECONDS)
        raise Unfit(ActionFailure.FOCUS_TAKEN, final=True)


async def insert(element: ElementHandle, text: str) -> None:
    """Put `text` in the place of what the element holds, as trusted input, within its own document. Raises Unfit."""
    await _put(element, "insert", text)


async def paste(element: ElementHandle, text: str) -> None:
    """Paste `text` into an editor that has the focus, over its selection, within its own document. Raises Unfit."""
    await _put(element, "paste", text)


async def _put(element: ElementHandle, script: str, text: str) -> None:
    code = await in_time(element.evaluate(scripts.on_element("focused", script), text))
    if code:
        raise Unfit(ActionFailure(code))
