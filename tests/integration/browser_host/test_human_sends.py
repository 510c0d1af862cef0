"""What a human sends who has control is put down as theirs: by what leaves the browser, whatever of it is shown."""

from __future__ import annotations

import asyncio
import json
import secrets
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Locator, Page

from ghosthands.browser_host.live.view import LiveView
from ghosthands.browser_host.live.viewer import Viewer
from ghosthands.browser_host.live.views import LiveViews
from ghosthands.browser_host.ports.control import Control
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.sessions.session import Session
from ghosthands.chassis.grants import Grant, Grants, Right
from ghosthands.domain import services
from ghosthands.domain.engine import EngineName
from ghosthands.domain.message import Event
from ghosthands.domain.session import ControlReleased, ControlTaken, HumanSubmitted
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History

if TYPE_CHECKING:
    from conftest import Pages, Visit

pytestmark = pytest.mark.integration

#: the form goes when its page has thought, which is when the test says so
THINKING = """<form method="post" action="/sent"><input name="a" value="b"><button id="go">Send</button></form><script>
  document.forms[0].onsubmit = (event) => { event.preventDefault(); window.thought = () => event.target.submit(); };
</script>"""
FETCHING = """<form><input id="one"><textarea id="many"></textarea><button id="go">Send</button></form>
<script>
  document.forms[0].onsubmit = (event) => { event.preventDefault(); fetch("/sent", { method: "POST" }); };
  many.oninput = () => fetch("/kept", { method: "POST" });
</script>"""


@dataclass
class Human:
    """Somebody at the live view of a session, and the page as they see it."""

    page: Page
    sessions: Sessions
    session: Session
    view: LiveView
    events: MemoryEventLog
    viewer: Viewer = field(init=False)

    async def take(self) -> None:
        self.viewer = await self.view.join(Grant(self.session.id, Right.CONTROL, 0.0, "viewer"))
        await self.do("take")
        await self.until(lambda said: self.session.control.granted)

    async def do(self, kind: str, **what: Any) -> None:
        await self.view.hear(self.viewer, json.dumps({"type": kind, **what}))

    async def click(self, on: str | Locator) -> None:
        box = await (self.page.locator(on) if isinstance(on, str) else on).bounding_box()
        width, height = await self.page.evaluate("[innerWidth, innerHeight]")
        assert box is not None
        at = {"x": (box["x"] + box["width"] / 2) / width, "y": (box["y"] + box["height"] / 2) / height}
        for action in ("move", "down", "up"):
            await self.do("mouse", **at, action=action, **({} if action == "move" else {"button": "left", "clicks": 1}))

    async def enter(self, on: str | Locator) -> None:
        await self.click(on)
        for action in ("down", "up"):
            await self.do("key", action=action, key="Enter", code="Enter")

    async def let_go(self) -> None:
        await self.do("release")

    async def said(self) -> list[type[Event]]:
        """What stands on the log since they took control."""
        events = (await self.events.load(subjects.job(self.session.owner))).events
        return [type(event) for event in events if not isinstance(event, ControlTaken)]

    async def until(self, is_so: Callable[[list[type[Event]]], bool]) -> None:
        """Return once the log is so."""
        async with asyncio.timeout(60):
            while not is_so(await self.said()):  # noqa: ASYNC110  the log in memory tells nobody
                await asyncio.sleep(0.02)


@pytest.fixture
async def human(visit: Visit, site: Pages) -> AsyncIterator[Human]:
    """Whoever opened the live view of a session that stands at no page yet, and has no control."""
    key = SessionKey(str(uuid.uuid4()), str(uuid.uuid4()))
    slot, history = SimpleNamespace(name=EngineName.NONE), History(subjects.job(key.owner))
    session = Session(key, "acme", "127.0.0.1", visit.browser, Control(), slot, history)  # type: ignore[arg-type]
    sessions, events = Sessions(slots=1, per_site=1), MemoryEventLog(services.BROWSER_HOST)
    sessions.add(session)
    view = LiveViews(sessions, events, Grants(secrets.token_bytes(32))).view(session)
    site.html |= {"/thinking": THINKING, "/fetching": FETCHING}
    site.html["/framed"] = f'<iframe src="{site.url("/form", host="frame.localhost")}"></iframe>'
    yield Human(visit.page, sessions, session, view, events)
    await view.switch(False)


def has_sent(said: list[type[Event]]) -> bool:
    return HumanSubmitted in said


async def press_in_a_frame(human: Human) -> None:
    await human.enter(human.page.frame_locator("iframe").locator("#email"))


PRESSES: dict[str, tuple[str, Callable[[Human], Awaitable[None]]]] = {
    "a form": ("/form", lambda human: human.click("#send")),
    "a form in a cross-site frame": ("/framed", press_in_a_frame),
    "a form that a script sends": ("/fetching", lambda human: human.enter("#one")),
}


@pytest.mark.parametrize("what", PRESSES)
async def test_what_a_human_sends_is_on_the_log_while_they_still_have_control(
    visit: Visit, site: Pages, human: Human, what: str
) -> None:
    path, press = PRESSES[what]
    site.html["/form"] = site.html["/form"].replace("required", 'value="w@example.org"')
    await visit.to(site.url(path))
    await human.take()
    async with visit.page.expect_response(lambda response: response.request.method == "POST"):
        await press(human)
    await human.until(has_sent)
    assert ControlReleased not in await human.said()
    await human.let_go()
    await human.until(lambda said: ControlReleased in said)
    (released,) = [
        event
        for event in (await human.events.load(subjects.job(human.session.owner))).events
        if isinstance(event, ControlReleased)
    ]
    assert released.submitted


async def test_what_a_page_keeps_of_what_a_human_types_is_not_the_form(visit: Visit, site: Pages, human: Human) -> None:
    await visit.to(site.url("/fetching"))
    await human.take()
    async with visit.page.expect_response("**/kept"):
        await human.enter("#many")
    await human.let_go()
    await human.until(lambda said: ControlReleased in said)
    assert not has_sent(await human.said())


async def test_whoever_lets_go_at_once_has_sent_what_leaves_before_it_is_put_down(
    visit: Visit, site: Pages, human: Human
) -> None:
    await visit.to(site.url("/thinking"))
    await human.take()
    async with human.sessions.lock(human.session.owner):  # something else is being put down
        await human.click("#go")
        await human.let_go()
        await visit.page.evaluate("thought()")
        await visit.page.wait_for_url("**/sent")
    await human.until(lambda said: ControlReleased in said)
    assert (len(site.sent), has_sent(await human.said())) == (1, True)


async def test_what_leaves_while_the_line_of_whoever_has_control_is_broken_is_theirs_too(
    visit: Visit, site: Pages, human: Human
) -> None:
    await visit.to(site.url("/thinking"))
    await human.take()
    await human.click("#go")
    await human.view.leave(human.viewer)
    await visit.page.evaluate("thought()")
    await visit.page.wait_for_url("**/sent")
    await human.until(has_sent)


async def test_what_leaves_after_they_let_go_is_nobodys_hand(visit: Visit, site: Pages, human: Human) -> None:
    await visit.to(site.url("/thinking"))
    await human.take()
    await human.click("#go")
    await human.let_go()
    await human.until(lambda said: ControlReleased in said)
    await visit.page.evaluate("thought()")
    await visit.page.wait_for_url("**/sent")
    assert not has_sent(await human.said())
