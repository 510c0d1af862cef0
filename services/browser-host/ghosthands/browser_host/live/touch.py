"""A viewer's input on the picture, done to the page: lists become ours, and presses that may send a form are noted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from playwright.async_api import Error

from ghosthands.browser_host.live import lists
from ghosthands.browser_host.live.messages import (
    Button,
    Choose,
    ControlDenied,
    Hand,
    KeyAction,
    KeyStroke,
    Mouse,
    MouseAction,
    Said,
    Text,
    Wheel,
)
from ghosthands.browser_host.live.page_input import PageInput
from ghosthands.browser_host.live.picture import Picture
from ghosthands.browser_host.live.screencast import Screencast
from ghosthands.domain.codes import ControlDenial

#: A request so soon after a form's own button was pressed counts as the form.
SENDING_SECONDS = 5.0
#: Input that takes longer is given up, and none is tried for as long: a release of control must be heard.
HANGS_SECONDS = 3.0

#: keys that open a list that has the focus
_OPENS_LIST = (" ", "Enter")

Tell = Callable[[Said], None]


class Touch:
    """The input of viewers in one live view."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._lists = lists.Lists()
        self._pressed_at = -SENDING_SECONDS
        self._hangs_until = 0.0

    @property
    def may_have_sent(self) -> bool:
        """Whether something that sends a form was pressed just now."""
        return time.monotonic() - self._pressed_at < SENDING_SECONDS

    async def do(self, hand: Hand, tell: Tell) -> None:
        """Do the input on the page; if the page is gone or hangs, the input is lost."""
        if time.monotonic() < self._hangs_until:
            return
        try:
            async with asyncio.timeout(HANGS_SECONDS):
                worked = await self._picture.reach()
                if worked is not None:
                    await self._act(hand, tell, *worked)
        except Error:
            pass
        except TimeoutError:
            self._hangs_until = time.monotonic() + HANGS_SECONDS
            tell(ControlDenied(code=ControlDenial.PAGE_HANGS))

    async def _act(self, hand: Hand, tell: Tell, cast: Screencast, hands: PageInput) -> None:
        match hand:
            case Mouse(action=MouseAction.DOWN, button=Button.LEFT):
                place = await lists.at(cast.page, hand.x * cast.size.width, hand.y * cast.size.height)
                if not await self._open_list(place, tell, cast):
                    await hands.mouse(hand, cast.size)
            case KeyStroke(action=KeyAction.DOWN, key=key) if key in _OPENS_LIST:
                place = await lists.focused(cast.page)
                if not await self._open_list(place, tell, cast):
                    await hands.key(hand)
            case Mouse():
                await hands.mouse(hand, cast.size)
            case Wheel():
                await hands.wheel(hand, cast.size)
            case KeyStroke():
                await hands.key(hand)
            case Text():
                await hands.text(hand.text)
            case Choose():
                await self._lists.choose(hand.list_id, hand.index)

    async def _open_list(self, place: lists.Place, tell: Tell, cast: Screencast) -> bool:
        """Show the viewer the list if it is one; return whether it is."""
        if place.submits:
            self._pressed_at = time.monotonic()
        shown = await self._lists.open(place.select, cast.size) if place.select is not None else None
        if shown is not None:
            tell(shown)
        return shown is not None
