"""Whoever sits at their own browser is asked there first."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest

from ghosthands.browser_host import at_the_browser
from ghosthands.domain.page import BlockerModel, BlockerType, PageModel
from ghosthands.domain.session import BlockerDetected, Observe, PageObserved

if TYPE_CHECKING:
    from conftest import FakeBrowser, Scene


class Overlay:
    """A user who is asked, and does something or nothing."""

    def __init__(self, browser: FakeBrowser, *, answers: bool, after: PageModel) -> None:
        self.asked: list[str] = []
        self._browser = browser
        self._answers = answers
        self._after = after

    async def ask(self, _page: object, text: str) -> None:
        self.asked.append(text)
        if not self._answers:
            await asyncio.Event().wait()
        self._browser.page = self._after


async def looked_at(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, *, owns_browser: bool = False, answers: bool = True
) -> tuple[Overlay, list[type]]:
    """A captcha is observed; who was asked, and what the log was told."""
    browser = await scene.open()
    browser.owns_browser = owns_browser
    form = browser.page
    wall = BlockerModel(type=BlockerType.CAPTCHA, confidence=0.95, evidence="frame")
    browser.page = msgspec.structs.replace(form, blockers=(wall,))
    user = Overlay(browser, answers=answers, after=form)
    monkeypatch.setattr(at_the_browser.overlay, "ask", user.ask)
    monkeypatch.setattr(at_the_browser, "ASK_SECONDS", 0.05)
    said = await scene.send(await scene.command(Observe))
    return user, [type(one) for one in said if isinstance(one, BlockerDetected | PageObserved)]


async def test_a_wall_the_user_got_past_is_none(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    user, said = await looked_at(scene, monkeypatch)
    assert ("captcha" in user.asked[0], said) == (True, [PageObserved])


async def test_a_wall_the_user_leaves_standing_is_reported_and_not_asked_about_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, said = await looked_at(scene, monkeypatch, answers=False)
    assert said == [BlockerDetected, PageObserved]
    await scene.send(await scene.command(Observe))
    assert len(user.asked) == 1


async def test_in_a_browser_of_our_own_nobody_sits(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    user, said = await looked_at(scene, monkeypatch, owns_browser=True)
    assert (user.asked, said) == ([], [BlockerDetected, PageObserved])
