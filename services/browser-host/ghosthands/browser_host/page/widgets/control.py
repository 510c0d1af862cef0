"""One live control: found anew for each touch, because a page may have painted another in its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from playwright.async_api import ElementHandle, Frame, Page

from ghosthands.browser_host.page import calls, frames, scripts
from ghosthands.browser_host.page.pace import Pace
from ghosthands.browser_host.page.widgets.goal import Reading, Unfit
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import FieldModel, FileInputModel, Locator

#: for a single touch of an element that is there
TOUCH_MS = 3_000
#: for a whole form, with every handler its page has for it
_FILL_SECONDS = 60.0

_readings = msgspec.json.Decoder(list[Reading]).decode


@dataclass(frozen=True, slots=True)
class FormControl:
    """The control behind a field of the model."""

    page: Page
    field: FieldModel | FileInputModel
    pace: Pace = Pace.FAST

    @property
    def frame(self) -> Frame:
        """The frame it stands in. Raises Unfit."""
        frame = frames.at(self.page, self.field.locator.frame)
        if frame is None:
            raise Unfit(ActionFailure.ELEMENT_NOT_FOUND)
        return frame

    async def element(self, locator: Locator | None = None) -> ElementHandle:
        """The element itself, or another of the same frame. Raises Unfit."""
        css = (locator or self.field.locator).css
        return await self.found("element", css)

    async def found(self, script: str, task: Any, *, beside: str = "") -> ElementHandle:
        """The element a script finds. Raises Unfit."""
        parts = (*beside.split(), script)
        element = await calls.find(self.frame, scripts.action(*parts), task)
        if element is None:
            raise Unfit(ActionFailure.ELEMENT_NOT_FOUND)
        return element

    async def type(self, text: str, *, delay_ms: float = 0) -> None:
        """Type into what has the focus, at the control's pace."""
        await self.pace.type(self.page.keyboard, text, delay_ms=delay_ms)

    async def ask(self, script: str, task: Any, *, seconds: float = 10.0) -> Any:
        """What a script returns in its frame. Raises playwright's Error."""
        return await calls.ask(self.frame, script, task, seconds=seconds)

    async def read(self, probe: dict[str, Any]) -> Reading:
        """Its reading as it is now."""
        return (await readings(self.frame, [probe]))[0]


async def readings(frame: Frame, probes: list[dict[str, Any]]) -> list[Reading]:
    """What those controls of a frame hold now."""
    return _readings(await calls.ask(frame, scripts.action("listbox", "phone", "reading", "read"), probes))


async def put(frame: Frame, puts: list[dict[str, Any]]) -> list[Reading]:
    """Set those controls of a frame at once; what they hold afterwards."""
    return _readings(
        await calls.ask(
            frame, scripts.action("listbox", "phone", "reading", "events", "fill"), puts, seconds=_FILL_SECONDS
        )
    )
