"""Sessions nobody uses."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ghosthands.browser_host.commands.handlers import handlers
from ghosthands.browser_host.sessions.idle import Sweeper
from ghosthands.domain import ids, services
from ghosthands.domain.codes import SessionLoss
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested
from ghosthands.domain.session import ControlTaken, SessionClosed, SessionLost
from ghosthands.testkit.story import NOON
from ghosthands.vault.applicant import Applicant

if TYPE_CHECKING:
    from conftest import Scene

JOB = ids.derived("a job")
PERSON = Applicant("acme", ids.derived("somebody"))


def rest(scene: Scene, seconds: float) -> None:
    scene.session().used_at = time.monotonic() - seconds


async def look(scene: Scene) -> None:
    await Sweeper(scene.host, idle_seconds=300).look()


async def wait_long(scene: Scene) -> None:
    """The job asks a human who has a day to answer."""
    asked = HumanRequested(request_id="r1", kind=AskKind.FIELDS, at=NOON, timeout_seconds=86_400)
    await scene.write(services.EXECUTOR, asked)


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
    asked = HumanRequested(request_id="r1", kind=AskKind.FIELDS, at=NOON, timeout_seconds=300)
    await scene.write(services.EXECUTOR, asked)
    rest(scene, 3000)
    await look(scene)
    assert len(scene.host.sessions) == 1


async def test_the_browser_of_a_job_that_waits_long_is_put_away_and_its_page_kept(scene: Scene) -> None:
    browser = await scene.open()
    await wait_long(scene)
    rest(scene, 301)
    await look(scene)
    assert browser.is_over
    assert (await scene.said())[-1] == SessionLost(session_id="s1", reason=SessionLoss.PUT_AWAY)
    beginning = await scene.host.keepsakes.find_beginning(PERSON, JOB, lost="s1")
    assert beginning.url == browser.page.url


async def test_a_page_that_a_human_has_or_looks_at_is_not_put_away(scene: Scene) -> None:
    await scene.open()
    await wait_long(scene)
    rest(scene, 299)
    await look(scene)
    await scene.write(services.BROWSER_HOST, ControlTaken(session_id="s1", viewer_id="v1"))
    rest(scene, 3000)
    await look(scene)
    assert len(scene.host.sessions) == 1


async def test_a_page_that_alone_can_tell_whether_it_was_sent_is_not_put_away(scene: Scene) -> None:
    await scene.open()
    await scene.intend()
    await wait_long(scene)
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
