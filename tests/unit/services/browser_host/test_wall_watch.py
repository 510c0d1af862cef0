"""Walls that are gone: seen twice, told once, and never while a human's hands are at work."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

import msgspec
import pytest

from ghosthands.browser_host.driving.wall_sight import is_mere_wall
from ghosthands.browser_host.errors import PageTrouble
from ghosthands.browser_host.sessions import wall_watch
from ghosthands.browser_host.sessions.wall_watch import HANDS_REST_SECONDS, WallWatch
from ghosthands.domain import services
from ghosthands.domain.codes import BlockerType, Stuck
from ghosthands.domain.human import AskKind, BlockerGone
from ghosthands.domain.job import HumanRequested
from ghosthands.domain.page import (
    AccountForm,
    AccountPurpose,
    BlockerModel,
    ButtonModel,
    ButtonRole,
    FieldKind,
    FieldModel,
    FileInputModel,
    Locator,
    PageModel,
    PageType,
)
from ghosthands.testkit.story import NOON

if TYPE_CHECKING:
    from conftest import Scene

    from ghosthands.browser_host.sessions.session import Session

URL = "https://jobs.example.com/apply"
BUTTON = ButtonModel(id="b", locator=Locator("#b"), text="Go", role=ButtonRole.SUBMIT)
FIELD = FieldModel(id="f", locator=Locator("#f"), kind=FieldKind.TEXT, label="Name", required=True)
GONE = BlockerGone(session_id="s1", request_id="r1", type=BlockerType.CAPTCHA)


def walled(*walls: BlockerType, page_type: PageType = PageType.OTHER, **rest: object) -> PageModel:
    standing = tuple(BlockerModel(type=wall, confidence=0.9, evidence="frame") for wall in walls)
    page = PageModel(url=URL, platform="generic", page_type=page_type, fingerprint="wall", blockers=standing)
    return msgspec.structs.replace(page, **rest)


CAPTCHA = walled(BlockerType.CAPTCHA)


class Watch(WallWatch):
    """One whose human lets go as soon as they are asked to."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene.host, self._let_go)
        self.rested: list[float] = []

    async def _let_go(self, session: Session, seconds: float) -> None:
        self.rested.append(seconds)
        session.control.clear()


async def waiting(scene: Scene, kind: AskKind = AskKind.BLOCKER, code: str = "captcha") -> Watch:
    """The job waits for a human, at a captcha."""
    browser = await scene.open()
    await scene.observed(browser, CAPTCHA)
    asked = HumanRequested(request_id="r1", kind=kind, at=NOON, timeout_seconds=300, code=code)
    await scene.write(services.EXECUTOR, asked)
    return Watch(scene)


async def told(scene: Scene) -> list[BlockerGone]:
    return [event for event in await scene.said() if isinstance(event, BlockerGone)]


async def test_a_wall_that_two_looks_find_gone_is_told_of_once(scene: Scene) -> None:
    watch = await waiting(scene)
    await watch.look()
    scene.browser().page = walled()
    await watch.look()
    assert await told(scene) == []
    for _ in range(3):
        await watch.look()
    assert await told(scene) == [GONE]


async def test_a_wall_that_was_gone_for_one_look_only_stands(scene: Scene) -> None:
    watch = await waiting(scene)
    for page in (walled(), CAPTCHA, walled(), CAPTCHA):
        scene.browser().page = page
        await watch.look()
    assert await told(scene) == []


@pytest.mark.parametrize(
    "page", [walled(page_type=PageType.ERROR), msgspec.structs.replace(CAPTCHA, blockers=(), url="chrome-error://x/")]
)
async def test_a_page_that_shows_nothing_is_not_past_the_wall(scene: Scene, page: PageModel) -> None:
    watch = await waiting(scene)
    scene.browser().page = page
    for _ in range(3):
        await watch.look()
    assert await told(scene) == []


async def test_a_page_that_cannot_be_looked_at_begins_the_count_anew(scene: Scene) -> None:
    watch = await waiting(scene)
    scene.browser().page = walled()
    await watch.look()
    scene.browser().trouble["glance"] = PageTrouble("it hangs")
    await watch.look()
    scene.browser().trouble.clear()
    await watch.look()
    assert await told(scene) == []


async def test_a_look_that_hangs_holds_up_no_later_one(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall_watch, "LOOK_SECONDS", 0)
    watch, third = await waiting(scene), asyncio.Event()
    looks = itertools.count(1)

    async def hang() -> None:
        if next(looks) == 3:
            third.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(watch, "look", hang)
    keeping = asyncio.create_task(watch.keep())
    await asyncio.wait_for(third.wait(), 10)
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)


async def test_another_wall_in_its_place_is_for_the_job_to_look_at(scene: Scene) -> None:
    watch = await waiting(scene)
    scene.browser().page = walled(BlockerType.LOGIN)
    for _ in range(2):
        await watch.look()
    assert await told(scene) == [GONE]


async def test_who_holds_the_page_has_every_wall_gone_and_lets_go_before_it_is_told_of(scene: Scene) -> None:
    watch = await waiting(scene)
    scene.session().control.reserve("viewer")
    scene.browser().page = walled(BlockerType.TWO_FACTOR)
    for _ in range(2):
        await watch.look()
    assert (watch.rested, await told(scene)) == ([], [])
    scene.browser().page = walled()
    for _ in range(2):
        await watch.look()
    assert (watch.rested, await told(scene)) == ([HANDS_REST_SECONDS], [])
    await watch.look()
    assert await told(scene) == [GONE]


@pytest.mark.parametrize(
    ("kind", "code"),
    [(AskKind.FIELDS, ""), (AskKind.STUCK, Stuck.NO_WAY_ON), (AskKind.SUBMIT_UNCLEAR, ""), (AskKind.REVIEW, "")],
)
async def test_what_is_no_wall_only_a_human_answers(scene: Scene, kind: AskKind, code: str) -> None:
    watch = await waiting(scene, kind, code)
    scene.browser().page = walled()
    for _ in range(3):
        await watch.look()
    assert await told(scene) == []


async def test_credentials_that_were_refused_are_forgotten_with_the_login(scene: Scene) -> None:
    watch = await waiting(scene, code=Stuck.CREDENTIALS_REFUSED)
    for page in (walled(BlockerType.LOGIN), walled(), walled()):
        scene.browser().page = page
        await watch.look()
    assert [gone.type for gone in await told(scene)] == [BlockerType.LOGIN]


async def test_nothing_is_looked_at_while_a_command_is_in_hand(scene: Scene) -> None:
    watch = await waiting(scene)
    async with scene.host.sessions.lock(scene.session().owner):
        await watch.look()
    assert "glance" not in scene.browser().done


@pytest.mark.parametrize(
    ("page", "is_mere"),
    [
        (CAPTCHA, True),
        (walled(), False),
        (walled(BlockerType.CAPTCHA, fields=(FIELD,)), False),
        (walled(BlockerType.CAPTCHA, buttons=(BUTTON,)), False),
        (walled(BlockerType.CAPTCHA, file_inputs=(FileInputModel(id="r", locator=Locator("#r")),)), False),
        (walled(BlockerType.LOGIN, account=AccountForm(purpose=AccountPurpose.SIGN_IN, button="b")), True),
        (walled(BlockerType.LOGIN, account=AccountForm(purpose=AccountPurpose.CREATE, button="b")), False),
        (walled(BlockerType.LOGIN, fields=(FIELD,)), False),
    ],
)
def test_what_is_sent_from_a_page_that_asks_for_more_than_its_wall_may_be_the_application(
    page: PageModel, is_mere: bool
) -> None:
    assert is_mere_wall(page) is is_mere
