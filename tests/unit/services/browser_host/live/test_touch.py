"""A page that hangs misses what a hand does; whoever wants to let go of it is heard all the same."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from ghosthands.browser_host.live import touch
from ghosthands.browser_host.live.messages import ControlDenied, Mouse, MouseAction, Said
from ghosthands.browser_host.live.touch import Touch

MOVE = Mouse(action=MouseAction.MOVE, x=0.5, y=0.5)


class HangingPicture:
    """Of a page that answers nothing."""

    def __init__(self) -> None:
        self.touched = 0

    async def reach(self) -> tuple[SimpleNamespace, SimpleNamespace]:
        self.touched += 1
        return SimpleNamespace(size=None), SimpleNamespace(mouse=self._for_ever)

    async def _for_ever(self, *_what: object) -> None:
        await asyncio.Event().wait()


async def test_what_a_hand_does_to_a_page_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(touch, "HANGS_SECONDS", 0.05)
    picture, told = HangingPicture(), list[Said]()
    await asyncio.wait_for(Touch(picture).do(MOVE, told.append), 10)  # type: ignore[arg-type]
    assert told == [ControlDenied(code="page_hangs")]


async def test_what_piled_up_meanwhile_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, told = HangingPicture(), list[Said]()
    hand = Touch(picture)  # type: ignore[arg-type]
    monkeypatch.setattr(touch, "HANGS_SECONDS", 0.05)
    await hand.do(MOVE, told.append)
    hand._hangs_until += 60
    for _ in range(100):
        await hand.do(MOVE, told.append)
    assert picture.touched == 1
