"""Whichever engine follows which, also after the process that held one was killed: the browser, the tab and the
half-filled form are what they were, the host's guards hold, and nobody is left on the page but the one asked for, who
knows nothing of what the one before was told."""

from __future__ import annotations

import asyncio
import itertools
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Page

from ghosthands import chromium, models
from ghosthands.browser_host import page as pages
from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.driving.faults import ChromiumFault
from ghosthands.browser_host.driving.tab_connection import TabConnection
from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.engine import Candidate, Engine, EngineMove
from ghosthands.browser_host.engines.human import HumanEngine
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.engines.playwright import PlaywrightEngine
from ghosthands.browser_host.engines.slot import EngineSlot
from ghosthands.browser_host.engines.stagehand import StagehandEngine
from ghosthands.browser_host.engines.stagehand_cua import StagehandCuaEngine
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.ports.control import Control
from ghosthands.browser_host.providers.local import LocalBrowser
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.engine import MODELLED, EngineName
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer

if TYPE_CHECKING:
    from conftest import Site

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

PLAYWRIGHT, DOM, CUA, VISION, HUMAN = (
    EngineName.PLAYWRIGHT,
    EngineName.STAGEHAND_DOM,
    EngineName.STAGEHAND_CUA,
    EngineName.MAGNITUDE,
    EngineName.HUMAN,
)
ENGINES = (PLAYWRIGHT, DOM, CUA, VISION, HUMAN)

SCROLLED = 321

#: the second step of a form in several, half filled, with something in every kind of storage
FORM = """<!doctype html><html lang="en"><title>Apply: step 2</title><body style="height:3000px">
<section hidden id="one"><label>Name <input id="name"></label></section>
<section id="two"><label>E-mail <input id="email"></label><label>Notes <textarea id="notes"></textarea></label>
<label>Country <select id="country"><option value="">Choose<option>France<option>Germany</select></label>
<label><input type="checkbox" id="remote"> Remote</label></section>
<iframe src="/frame"></iframe><iframe src="CROSS/frame"></iframe>
<form method="post" action="/submitted"></form>
<script>
window.state = {step: 2, visited: ["one", "two"]};
const request = indexedDB.open("drafts", 1);
request.onupgradeneeded = () => request.result.createObjectStore("forms").put("half", "draft");
</script>"""
EMAIL = "xpath=/html[1]/body[1]/section[2]/label[1]/input[1]"
FRAME = "<!doctype html><title>Frame</title><label>Phone <input id=inner></label>"

SURVIVES = """async () => {
  const draft = await new Promise((done) => {
    const open = indexedDB.open("drafts", 1);
    open.onsuccess = () => {
      const read = open.result.transaction("forms").objectStore("forms").get("draft");
      read.onsuccess = () => { open.result.close(); done(read.result); };
    };
  });
  const field = (id) => document.getElementById(id);
  return {
    cookies: document.cookie, local: localStorage.getItem("k"), session: sessionStorage.getItem("k"), indexed: draft,
    url: location.href, title: document.title,
    dom: [...document.querySelectorAll("body > section, body > iframe")].map((node) => node.localName + node.id),
    fields: [field("name").value, field("email").value, field("notes").value, field("country").value,
             field("remote").checked],
    scroll: Math.round(scrollY), heap: JSON.stringify(window.state), focus: document.activeElement.id,
  };
}"""


@dataclass
class Scene:
    """A browser with the half-filled form, and the slot of its session."""

    process: chromium.BrowserProcess
    browser: DrivenBrowser
    slot: EngineSlot

    @property
    def page(self) -> Page:
        return self.browser.live_page

    async def survivors(self) -> dict[str, Any]:
        """Everything that has to survive."""
        frames = [await frame.evaluate("document.getElementById('inner').value") for frame in self.page.frames[1:]]
        tabs = [tab.url for tab in self.page.context.pages]
        return await self.page.evaluate(SURVIVES) | {"frames": frames, "tabs": tabs}


PAGES = {"/form": FORM, "/frame": FRAME}


@pytest.fixture(scope="module")
async def server() -> AsyncIterator[ModelServer]:
    async with model_server.serve() as running:
        yield running


@pytest.fixture(scope="module")
async def make(open_folder: Path, server: ModelServer) -> AsyncIterator[Callable[[DrivenBrowser, EngineName], Engine]]:
    if reason := node.missing():
        pytest.skip(f"Magnitude is not here: {reason}")
    async with models.ModelEndpoint.serving() as gateway:
        asked = models.ModelGateway(models.ModelSettings(base_url=server.base_url, api_key="test"))  # type: ignore[call-arg, arg-type]

        def engine(browser: DrivenBrowser, name: EngineName) -> Engine:
            account = models.Account(asked, Purpose.SEE)
            made: dict[EngineName, Callable[[], Engine]] = {
                PLAYWRIGHT: lambda: PlaywrightEngine(lambda: browser.live_page),
                DOM: lambda: StagehandEngine(account),
                CUA: lambda: StagehandCuaEngine(account),
                VISION: lambda: MagnitudeEngine(account, gateway),
                HUMAN: lambda: HumanEngine(lambda: browser.live_page),
            }
            return made[name]()

        yield engine
        await asked.close()


@pytest.fixture(scope="module")
async def scene(
    open_folder: Path, site: Site, make: Callable[[DrivenBrowser, EngineName], Engine]
) -> AsyncIterator[Scene]:
    process = await chromium.launch(open_folder / "matrix", log_path=open_folder / "matrix.log")
    driver = Driver(open_folder / "matrix-driver")
    marker, allowed = open_folder / "matrix.tab", ["127.0.0.1", "localhost"]
    connection = TabConnection(
        "matrix", LocalBrowser(process), driver, marker=marker, allowed_hosts=allowed, gate=Gate()
    )
    browser = DrivenBrowser(connection, fault=ChromiumFault(), pace=pages.Pace.FAST)
    await browser.connect()
    await browser.live_page.context.new_page()  # somebody else's: the session's is not the only one
    page = browser.live_page
    await page.goto(f"{site.url}form?step=2", wait_until="networkidle")
    await page.evaluate("() => { localStorage.setItem('k', 'l'); sessionStorage.setItem('k', 's') }")
    for field, value in (("#name", "Ada"), ("#email", "ada@example.com"), ("#notes", "half a sentence, and")):
        await page.locator(field).evaluate("(element, value) => { element.value = value }", value)
    await page.select_option("#country", "France")
    await page.check("#remote")
    for frame in page.frames[1:]:
        await frame.fill("#inner", "555")
    await page.evaluate(
        "y => { scrollTo(0, y); document.getElementById('notes').focus({preventScroll: true}) }", SCROLLED
    )
    yield Scene(process, browser, EngineSlot(browser, Control(), lambda name: make(browser, name)))
    await browser.end()
    await driver.stop()


async def at_work(scene: Scene, engine: EngineName) -> None:
    """That engine is attached."""
    switched = await scene.slot.switch(engine)
    assert switched.code is None, switched


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(ENGINES, 2)))
async def test_everything_survives_a_switch(scene: Scene, site: Site, first: EngineName, second: EngineName) -> None:
    await at_work(scene, first)
    before, pid = await scene.survivors(), scene.process.pid
    scene.slot.require(first).keep_from_models({"password": "hunter2"})
    switched = await scene.slot.switch(second)
    assert switched.code is None, switched
    assert scene.slot.name is second
    assert await scene.survivors() == before
    assert scene.process.alive
    assert scene.process.pid == pid
    await the_host_still_hears_the_page(scene)
    await the_guards_hold(scene, second)
    await nothing_is_known_of(scene, "password")
    assert await scene.survivors() == before
    assert site.sent == []


async def the_host_still_hears_the_page(scene: Scene) -> None:
    async with scene.page.expect_console_message(lambda message: message.text == "still here"):
        await scene.page.evaluate("console.log('still here')")


async def the_guards_hold(scene: Scene, engine: EngineName) -> None:
    """Neither what a page's scripts send gets away nor what no script of the guard's sees."""
    assert scene.browser.tab is not None
    submits, vetoes = scene.browser.tab.submits, 0
    async with nullcontext() if engine in MODELLED else submits.closed():
        await scene.page.evaluate("document.forms[0].requestSubmit()")
        vetoes += await submits.count_vetoes()
        assert vetoes == 1, "the guard in the page"
        cdp = await scene.page.context.new_cdp_session(scene.page)
        frame = (await cdp.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        world = (await cdp.send("Page.createIsolatedWorld", {"frameId": frame}))["executionContextId"]
        submit = "HTMLFormElement.prototype.submit.call(document.forms[0])"
        await cdp.send("Runtime.evaluate", {"expression": submit, "contextId": world})
        await cdp.detach()
        async with asyncio.timeout(10):
            while vetoes < 2:
                vetoes += await submits.count_vetoes()


async def nothing_is_known_of(scene: Scene, name: str) -> None:
    """What the engine before was told it took with it."""
    engine = scene.slot.require(scene.slot.name)
    if engine.name is EngineName.HUMAN:
        return
    value, focus = await scene.page.input_value("#email"), await scene.page.evaluate("document.activeElement.id")
    await engine.act(EngineMove(f"Type %{name}%", {}, Candidate(EMAIL, "fill", (f"%{name}%",))))
    assert await scene.page.input_value("#email") == f"%{name}%"
    await scene.page.evaluate(
        """([value, focus, y]) => {
            const email = document.getElementById("email");
            email.value = value;
            document.getElementById(focus).focus({preventScroll: true});
            scrollTo(0, y);
        }""",
        [value, focus, SCROLLED],
    )


@pytest.mark.parametrize(
    ("held", "second"), list(itertools.product((DOM, CUA, VISION), (PLAYWRIGHT, DOM, CUA, VISION)))
)
async def test_everything_survives_a_host_that_is_killed_with_an_engine_attached(
    scene: Scene, held: EngineName, second: EngineName
) -> None:
    await scene.slot.disconnect()
    before = await scene.survivors()
    address = scene.browser.address
    command = [sys.executable, str(Path(__file__).with_name("hold_engine.py")), held.value]
    host = await asyncio.create_subprocess_exec(
        *command, address.ws_url, address.target_id, stdout=asyncio.subprocess.PIPE
    )
    assert host.stdout is not None
    try:
        async with asyncio.timeout(90):
            assert await host.stdout.readline() == b"attached\n"
    finally:
        host.send_signal(signal.SIGKILL)
        await host.wait()
    await at_work(scene, second)
    assert await scene.survivors() == before
    assert scene.process.alive


@pytest.mark.parametrize("name", [PLAYWRIGHT, DOM, CUA, VISION])
async def test_what_does_not_survive_is_made_anew(scene: Scene, server: ModelServer, name: EngineName) -> None:
    await at_work(scene, name)
    first = scene.slot.require(name)
    scene.slot.count_failure()
    old = await found(scene, server, first)
    await scene.page.evaluate("document.getElementById('two').before(document.createElement('section'))")
    await scene.slot.disconnect()
    await at_work(scene, name)
    again = scene.slot.require(name)
    assert again is not first, "caches, history and memory went with the engine"
    assert scene.slot.failures == 0
    new = await found(scene, server, again)
    assert (new == old) == (name is PLAYWRIGHT), "our own hand names elements by what does not move"
    before = await scene.page.input_value("#notes")
    await again.act(EngineMove("", {}, Candidate(new, "fill", ("found again",))))
    assert await scene.page.input_value("#notes") == "found again"
    await scene.page.evaluate("([value]) => { two.previousSibling.remove(); notes.value = value }", [before])


async def found(scene: Scene, server: ModelServer, engine: Engine) -> str:
    """Where the engine finds the notes now."""
    box = await scene.page.locator("#notes").bounding_box()
    assert box is not None
    seen = {"x": round(box["x"] + 20), "y": round(box["y"] + 10), "description": "Notes", "method": "fill"}
    read = {"elementId": "{id}", "description": "Notes", "method": "fill", "arguments": []}
    server.rules[:] = [
        AnswerRule(answer={"elements": [seen]}, image=True),
        AnswerRule(answer={"elements": [read]}, text=r"\[(?P<id>[\d-]+)\] textbox: Notes", schema=("elements",)),
    ]
    return (await engine.observe("Notes"))[0].selector
