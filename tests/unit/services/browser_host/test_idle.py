"""Sessions nobody uses."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ghosthands.browser_host.commands.handlers import handlers
from ghosthands.browser_host.sessions.idle import Sweeper
from ghosthands.domain import services
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested
from ghosthands.domain.session import SessionClosed
from ghosthands.testkit.story import NOON

if TYPE_CHECKING:
    from conftest import Scene


def rest(scene: Scene, seconds: float) -> None:
    scene.session().used_at = time.monotonic() - seconds


async def look(scene: Scene) -> None:
    await Sweeper(scene.host, idle_seconds=300).look()


async def test_a_session_nobody_used_for_long_is_closed(scene: Scene) -> None:
    browser = await scene.open()
    rest(scene, 301)
    await look(scene)
    assert (await scene.said())[-1] == SessionClosed(session_id="s1", reason="idle")
    assert browser.is_over


async def test_a_session_that_was_used_lately_stays(scene: Scene) -> None:
    await scene.open()
    rest(scene, 299)
    await look(scene)
    assert len(scene.host.sessions) == 1


async def test_a_job_that_waits_for_a_human_keeps_its_browser(scene: Scene) -> None:
    await scene.open()
    asked = HumanRequested(request_id="r1", kind=AskKind.FIELDS, at=NOON, timeout_seconds=3600)
    await scene.write(services.EXECUTOR, asked)
    rest(scene, 3000)
    await look(scene)
    assert len(scene.host.sessions) == 1


async def test_a_job_with_an_open_effect_keeps_its_browser(scene: Scene) -> None:
    await scene.open()
    await scene.intend()
    rest(scene, 3000)
    await look(scene)
    assert len(scene.host.sessions) == 1


async def test_a_session_whose_job_is_served_on_another_host_is_closed(scene: Scene) -> None:
    browser = await scene.open()
    epoch = await scene.claim()
    other = scene.new_host()
    other.name = "host-2"
    mine, scene.handlers = scene.handlers, handlers(other)
    await scene.send(scene.wanted("s2", epoch=epoch))
    scene.handlers = mine
    rest(scene, 31)
    await look(scene)
    assert browser.is_over
    assert (await scene.said())[-1] == SessionClosed(session_id="s1", reason="superseded")
    await other.stop()
