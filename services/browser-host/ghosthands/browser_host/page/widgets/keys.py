"""Keys, pressed one at a time, each only while the focus is proven to be where it should.

A key goes to whatever has the focus when it is pressed, in whatever frame; a page may move it at any moment. So before
each key it is proven that the document has the focus and that very element in it. At the first mismatch no further key
is pressed; the one that may have gone elsewhere meanwhile is taken out there. A text that can be put into an element in
its own document (`insert`) needs no keys.
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
    """The keyboard, bound to one element."""

    page: Page
    element: ElementHandle
    pace: Pace
    #: says whether the element has the focus, and how many keys it got
    witness: JSHandle
    #: the last key, while it is not known to have arrived
    pending: str = ""

    @classmethod
    async def to(cls, page: Page, element: ElementHandle, pace: Pace = Pace.FAST) -> Keys:
        """Bind the keyboard to that element. Raises playwright's Error."""
        return cls(
            page, element, pace, await in_time(element.evaluate_handle(scripts.on_element("focused", "witness")))
        )

    async def type(self, text: str, *, delay_ms: float = 0) -> None:
        """Type the text at the pace. Raises Unfit if the focus is taken away."""
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
        """Press keys that enter nothing. Raises Unfit if the focus is taken away."""
        for key in keys:
            await self._prove()
            await self.page.keyboard.press(key)

    @contextlib.asynccontextmanager
    async def sending_nothing(self) -> AsyncIterator[None]:
        """Keep the keys pressed within the block from sending a form. Raises playwright's Error."""
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
        """Prove that the focus is where it should be. Raises Unfit after taking back a key that went astray."""
        focused, heard = await in_time(self.witness.evaluate(_ASK))
        if not focused:
            await self._miss(arrived=heard)
        self.pending = ""

    async def _look_after_last(self) -> None:
        """Check that the last key arrived; it may have moved the focus itself, as to the next part of a date."""
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
    """Replace what the element holds by `text`, as trusted input, within its own document. Raises Unfit."""
    await _put(element, "insert", text)


async def paste(element: ElementHandle, text: str) -> None:
    """Paste `text` into an editor that has the focus, over its selection, within its own document. Raises Unfit."""
    await _put(element, "paste", text)


async def _put(element: ElementHandle, script: str, text: str) -> None:
    code = await in_time(element.evaluate(scripts.on_element("focused", script), text))
    if code:
        raise Unfit(ActionFailure(code))
