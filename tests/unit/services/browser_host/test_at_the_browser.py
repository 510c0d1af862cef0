"""Whoever sits at their own browser is asked there first."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.async_api import Error

from ghosthands.browser_host.commands import at_the_browser
from ghosthands.browser_host.commands.execution import Execution
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.engine import EngineName
from ghosthands.domain.errors import Transient
from ghosthands.domain.page import BlockerModel, PageModel
from ghosthands.domain.session import BlockerDetected, Observe, PageObserved

if TYPE_CHECKING:
    from conftest import Scene

    from tests.unit.services.browser_host.fakes import FakeBrowser


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


async def test_where_the_page_does_not_take_the_question_it_is_not_asked_again_and_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(_self: Overlay, _page: object, _text: str) -> None:
        _self.asked.append("")
        raise Error("no")

    monkeypatch.setattr(Overlay, "ask", refused)
    user, said = await looked_at(scene, monkeypatch)
    assert (len(user.asked), said) == (1, [BlockerDetected, PageObserved])


async def test_an_engine_lets_go_of_the_page_before_the_user_is_asked(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scene.open()
    (session,) = scene.host.sessions.all()
    await session.slot.switch(EngineName.STAGEHAND_DOM)
    await looked_at(scene, monkeypatch)
    assert session.slot.name is EngineName.NONE


async def test_where_an_engine_does_not_let_go_at_once_the_user_is_asked_with_the_next_try(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(_execution: object) -> None:
        raise Transient("the engine does not let go: slot_busy")

    with monkeypatch.context() as patched:
        patched.setattr(Execution, "take_in_hand", busy)
        with pytest.raises(Transient):
            await looked_at(scene, monkeypatch)
    asked: list[str] = []

    async def ask(_page: object, text: str) -> None:
        asked.append(text)
        raise Error("no")

    monkeypatch.setattr(at_the_browser.overlay, "ask", ask)
    await scene.send(await scene.command(Observe))
    assert len(asked) == 1


async def test_in_a_browser_of_our_own_nobody_sits(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    user, said = await looked_at(scene, monkeypatch, owns_browser=True)
    assert (user.asked, said) == ([], [BlockerDetected, PageObserved])
