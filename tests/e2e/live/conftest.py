"""A session's page and the door to its live view, in one process; viewers are pages of a real browser."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from ghosthands.browser_host.live import door
from ghosthands.browser_host.live.views import LiveViews
from ghosthands.browser_host.permit import Permit, always
from ghosthands.browser_host.ports.control import Control
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.desktop import Desktops
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.tenure import TENURE_SECONDS, Tenure
from ghosthands.chassis.grants import Grants, Right
from ghosthands.domain import services
from ghosthands.domain.engine import EngineName
from ghosthands.domain.message import Event
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History

#: a machine may be busy
expect.set_options(timeout=30_000)

TENANT, SITE = "acme", "jobs.example.com"

#: a form that keeps what happened to it
FORM = """<!doctype html><html lang="en"><head><title>Apply</title><style>
  body { margin: 24px; font: 16px/1.6 system-ui; } label { display: block; margin: 12px 0; }
  input, select, textarea { font: inherit; padding: 6px; width: 320px; }
</style></head><body><h1>Platform Engineer</h1>
<label>Full name <input id="name"></label>
<label>Country <select id="country"><option value="">Choose</option><optgroup label="Europe">
  <option value="at">Österreich</option><option value="ch">Schweiz</option></optgroup>
  <option value="jp">日本</option></select></label>
<label>About you <textarea id="about" rows="3"></textarea></label>
<button id="go" type="button">Continue</button>
<script>
  window.seen = [];
  for (const kind of ["click", "keydown", "input", "change"])
    document.addEventListener(kind, (event) => window.seen.push(`${kind} ${event.target.id} ${event.isTrusted}`), true);
</script></body></html>"""


@dataclass
class Stub:
    """A browser, as far as a live view needs one."""

    shown: Page | None
    guards: list[GuardLevel] = field(default_factory=list)

    async def glance(self) -> None:
        pass

    async def guard(self, level: GuardLevel, permit: Permit = always) -> None:
        self.guards.append(level)


@dataclass
class StubSlot:
    """A slot with an engine in it, until it is released."""

    name: EngineName = EngineName.NONE

    async def force_release(self) -> None:
        self.name = EngineName.NONE


@dataclass
class House:
    """A host's sessions, its log and its door."""

    events: MemoryEventLog
    sessions: Sessions
    grants: Grants
    views: LiveViews
    desktops: Desktops
    tenure: Tenure
    #: the time that its tenure goes by, in seconds
    clock: list[float]
    port: int = 0
    ids: list[str] = field(default_factory=list)

    def open(self, page: Page | None, key: SessionKey | None = None) -> Session:
        """A session that works in this page."""
        key = key or SessionKey(str(uuid.uuid4()), str(uuid.uuid4()))
        history = History(subjects.job(key.owner))
        session = Session(key, TENANT, SITE, Stub(page), Control(), StubSlot(), history)  # type: ignore[arg-type]
        self.sessions.add(session)
        return session

    def address(self, path: str = "") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def link(self, session: Session, right: Right = Right.CONTROL, *, seconds: float = 60) -> str:
        return self.address(f"/live/{self.grants.token(session.id, right, seconds=seconds)}/")

    def cut_off(self) -> None:
        """Let it give no sign of life until others may take it for gone."""
        self.tenure.renew(self.clock[0])
        self.clock[0] += TENURE_SECONDS

    async def said(self, session: Session) -> list[Event]:
        return list((await self.events.load(subjects.job(session.owner))).events)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    sessions, grants = Sessions(slots=4, per_site=4), Grants(secrets.token_bytes(32))
    events, desktops = MemoryEventLog(services.BROWSER_HOST), Desktops(tmp_path)
    clock = [0.0]
    tenure = Tenure(elapsed=lambda: clock[0])
    views = LiveViews(sessions, events, grants, desktops, tenure)
    made = House(events, sessions, grants, views, desktops, tenure, clock)
    async with door.serving(door.Door(views, grants, desktops).app(), "127.0.0.1", 0) as made.port:
        yield made


@pytest.fixture
async def form(browser: Browser) -> AsyncIterator[Page]:
    page = await browser.contexts[0].new_page()
    await page.set_content(FORM)
    yield page
    await page.close()


Opens = Callable[[str], Awaitable["Viewer"]]


@dataclass
class Viewer:
    """The viewer's page, and a human's hands on it."""

    page: Page
    context: BrowserContext

    async def until_shown(self) -> None:
        await expect(self.page.locator("body[data-shown=yes]")).to_be_visible()

    async def until(self, condition: str) -> None:
        """Wait until a function of the page's returns true.

        Playwright's own waiting is eval, which the page's policy forbids.
        """
        async with asyncio.timeout(30):
            while not await self.page.evaluate(condition):  # noqa: ASYNC110  another process's doing
                await asyncio.sleep(0.05)

    async def take(self) -> None:
        await self.page.get_by_role("button", name="Take control").click()
        await self.until_held("you")

    async def until_held(self, hold: str) -> None:
        await expect(self.page.locator(f"body[data-hold={hold}]")).to_be_visible()

    async def release(self) -> None:
        await self.page.get_by_role("button", name="Release control").click()
        await self.until_held("nobody")

    async def paste(self, text: str) -> None:
        await self.page.get_by_role("button", name="Paste text").click()
        await self.page.get_by_role("dialog").get_by_role("textbox").fill(text)
        await self.page.get_by_role("button", name="Insert").click()

    async def click(self, page: Page, selector: str) -> None:
        """Click in the picture, where the page has the element."""
        await self.click_on(page, page.locator(selector))

    async def click_on(self, page: Page, element: Locator) -> None:
        """Likewise, in whichever frame it is."""
        spot = await element.bounding_box()
        assert spot is not None
        await self.click_at(page, spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)

    async def click_at(self, page: Page, x: float, y: float) -> None:
        """Click in the picture, where the page has that point."""
        await self.point_at(page, x, y)
        await self.page.mouse.down()
        await self.page.mouse.up()

    async def point_at(self, page: Page, x: float, y: float) -> None:
        """Move there."""
        width, height = await page.evaluate("[innerWidth, innerHeight]")
        screen = await self.page.locator("#screen").bounding_box()
        assert screen is not None
        x, y = screen["x"] + x / width * screen["width"], screen["y"] + y / height * screen["height"]
        await self.page.mouse.move(x, y)

    async def send(self, message: dict[str, Any]) -> dict[str, Any]:
        """Say something over a line of its own, past the page's scripts; how it is refused, {} where it is not."""
        return dict(
            await self.page.evaluate(
                """(message) => new Promise((done) => {
                    const address = new URL("socket", location.href);
                    address.protocol = "ws:";
                    const socket = new WebSocket(address);
                    socket.onopen = () => socket.send(message);
                    socket.onmessage = (event) => {
                        if (typeof event.data !== "string") return;
                        const said = JSON.parse(event.data);
                        if (said.type === "refused") { socket.close(); done(said); }
                    };
                    setTimeout(() => { socket.close(); done({}); }, 5000);
                })""",
                json.dumps(message),
            )
        )


@pytest.fixture
async def opens(browser: Browser) -> AsyncIterator[Opens]:
    """Opens a link as a viewer in a browser context of their own."""
    async with AsyncExitStack() as exits:

        async def viewer(link: str) -> Viewer:
            context = await browser.new_context(viewport={"width": 1280, "height": 900})
            exits.push_async_callback(context.close)
            page = await context.new_page()
            await page.goto(link)
            return Viewer(page, context)

        yield viewer


@pytest.fixture
def until() -> Callable[[Callable[[], Awaitable[bool]]], Awaitable[None]]:
    async def wait(condition: Callable[[], Awaitable[bool]]) -> None:
        async with asyncio.timeout(60):
            while not await condition():  # noqa: ASYNC110  another process's doing
                await asyncio.sleep(0.05)

    return wait


def listening(process: str | int = "self") -> Iterator[tuple[str, int]]:
    """Address and port of every TCP socket a process listens on."""
    inodes = {os.readlink(f) for f in Path(f"/proc/{process}/fd").iterdir() if f.is_symlink() and os.path.lexists(f)}
    for table, families in (("tcp", 4), ("tcp6", 16)):
        for line in Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes:
                address, port = fields[1].split(":")
                packed = bytes.fromhex(address)
                plain = ".".join(map(str, packed[::-1])) if families == 4 else address
                yield plain, int(port, 16)
