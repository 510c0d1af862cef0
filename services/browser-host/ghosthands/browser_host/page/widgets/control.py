"""One live control: found anew for each touch, because a page may have replaced its element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from playwright.async_api import ElementHandle, Page

from ghosthands.browser_host.page import realms
from ghosthands.browser_host.page.pace import Pace
from ghosthands.browser_host.page.realms import FrameChanged, Realm
from ghosthands.browser_host.page.widgets.goal import Reading, Unfit
from ghosthands.browser_host.page.widgets.keys import Keys
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import AnyField, Locator

#: milliseconds for a single touch of an element that is there
TOUCH_MS = 3_000
#: seconds for a whole form, with all the page's own handlers
_FILL_SECONDS = 60.0
_READ_SECONDS = 10.0
_HAS_FOCUS = "() => document.hasFocus() && !/^i?frame$/.test(document.activeElement?.localName)"

_readings = msgspec.json.Decoder(list[Reading]).decode


@dataclass(frozen=True, slots=True)
class FormControl:
    """The control behind a field of the model."""

    page: Page
    field: AnyField
    pace: Pace = Pace.FAST

    async def realm(self) -> Realm:
        """Return the document that the control is in. Raises Unfit."""
        try:
            return await realms.at(self.page, self.field.locator.frame)
        except FrameChanged:
            raise Unfit(ActionFailure.FRAME_CHANGED, final=True) from None

    async def element(self, locator: Locator | None = None) -> ElementHandle:
        """Return the control's element, or another of the same frame. Raises Unfit."""
        css = (locator or self.field.locator).css
        return await self.found("element", css)

    async def found(self, name: str, task: Any) -> ElementHandle:
        """Return the element that an act finds. Raises Unfit."""
        realm = await self.realm()
        element = await realm.find(name, task)
        if element is None and await realm.recognise([self.field]):
            element = await realm.find(name, task)
        if element is None:
            raise Unfit(ActionFailure.ELEMENT_NOT_FOUND)
        return element

    async def keys(self, element: ElementHandle) -> Keys:
        """Return the keyboard, bound to that element."""
        return await Keys.to(self.page, element, self.pace)

    async def press_here(self, key: str) -> None:
        """Press a key that enters nothing, if the focus is somewhere in the control's document."""
        if await (await self.realm()).ask(_HAS_FOCUS):
            await self.page.keyboard.press(key)

    async def ask(self, script: str, task: Any, *, seconds: float = 10.0) -> Any:
        """Run a script in the control's document, and return its result. Raises Unfit, and playwright's Error."""
        return await (await self.realm()).ask(script, task, seconds=seconds)

    async def act(self, name: str, task: Any, *, seconds: float = 10.0) -> Any:
        """Run an act in the control's document, and return its result. Raises Unfit, and playwright's Error."""
        return await (await self.realm()).act(name, task, seconds=seconds)

    async def leave_opened(self) -> None:
        """Press beside the control: that closes what it opened. Raises Unfit, and playwright's Error."""
        await self.act("beside", [{"css": self.field.locator.css}])

    async def take_turn(self) -> None:
        """Leave what other controls left open: it is none of this one's. Raises Unfit, and playwright's Error."""
        await self.act("turn", [{"css": self.field.locator.css}])

    async def read(self, probe: dict[str, Any]) -> Reading:
        """Return the control's reading as it is now. Raises Unfit."""
        return (await readings(await self.realm(), [self.field], [probe]))[0]


async def readings(realm: Realm, fields: Sequence[AnyField], probes: list[dict[str, Any]]) -> list[Reading]:
    """Read what those controls of a frame hold now."""
    return await _answers(realm, fields, probes, "read", _READ_SECONDS)


async def rested_readings(realm: Realm, fields: Sequence[AnyField], probes: list[dict[str, Any]]) -> list[Reading]:
    """Read the controls once the page had time to take back what it was given."""
    return await _answers(realm, fields, probes, "rested_read", _READ_SECONDS)


async def put(realm: Realm, fields: Sequence[AnyField], puts: list[dict[str, Any]]) -> list[Reading]:
    """Set those controls of a frame at once, and return what they hold afterwards."""
    return await _answers(realm, fields, puts, "fill", _FILL_SECONDS)


async def put_rested(realm: Realm, fields: Sequence[AnyField], puts: list[dict[str, Any]]) -> list[Reading]:
    """Set the controls, and read them once they were left and the page had time to take back what it was given."""
    return await _answers(realm, fields, puts, "fill_rested", _FILL_SECONDS)


async def _answers(
    realm: Realm, fields: Sequence[AnyField], tasks: list[dict[str, Any]], act: str, seconds: float
) -> list[Reading]:
    """Return a reading for each; if a page redrew a control that asks the same, the new one's."""
    found = _readings(await realm.act(act, tasks, seconds=seconds))
    missing = [place for place, each in enumerate(found) if each.code == ActionFailure.ELEMENT_NOT_FOUND]
    if missing and await realm.recognise([fields[place] for place in missing]):
        again = _readings(await realm.act(act, [tasks[place] for place in missing], seconds=seconds))
        for place, reading in zip(missing, again, strict=True):
            found[place] = reading
    return found
