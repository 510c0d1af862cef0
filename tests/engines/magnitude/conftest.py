"""A half-filled application in a real Chromium, and the real Magnitude on it, whose model says what is written down."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Page

from ghosthands import models
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.domain.asked_models import Purpose
from ghosthands.models import Account, ModelCall, ModelGateway, Unlimited
from ghosthands.practice.model_server import AnswerRule

if TYPE_CHECKING:
    from conftest import Site, Take

FIELD = "position:absolute; left:20px; width:300px; height:30px; top:"

#: the second step of an application, half filled: a frame of this site, one of another, a shadow root, a list
APPLICATION = f"""<!doctype html><html lang="en"><title>Apply as Ada Quill</title><body style="margin:0; height:2000px">
<form method="post" action="/submitted">
  <fieldset id="step1" hidden><input id="name" name="name" value="Ada Quill"></fieldset>
  <fieldset id="step2" style="border:0">
    <label for="email">E-mail</label><input id="email" name="email" style="{FIELD}40px">
    <label for="city">City</label><input id="city" name="city" style="{FIELD}90px">
    <select id="country" name="country" aria-label="Country" style="{FIELD}140px">
      <option value="">Choose<option value="fr">France<option value="de">Germany</select>
    <p id="shown" style="{FIELD}190px; margin:0"></p>
    <button id="send" style="{FIELD}240px">Submit application</button>
  </fieldset>
</form>
<iframe id="own" src="/frame" style="{FIELD}300px; height:80px; border:0"></iframe>
<iframe id="cross" src="CROSS/frame" style="{FIELD}400px; height:80px; border:0"></iframe>
<div id="host" style="{FIELD}500px"></div>
<button style="{FIELD}20px; left:400px" onclick="fetch('/account', {{method: 'POST'}})">Create account</button>
<button style="{FIELD}70px; left:400px" onclick="fetch('/code', {{method: 'POST'}})">Send me a code</button>
<a style="{FIELD}120px; left:400px" href="http://elsewhere.example/">Leave for another site</a>
<script>
  host.attachShadow({{mode: "open"}}).innerHTML = '<input id="inside" value="kept" style="width:200px; height:26px">'
  history.replaceState({{step: 2}}, "", "?step=2")
  localStorage.step = sessionStorage.step = "2"
</script>"""

FRAME = """<!doctype html><title>Frame</title><body style="margin:0">
<input id="inner" value="half" style="position:absolute; left:10px; top:10px; width:200px; height:30px">"""

#: points on the picture
EMAIL, CITY, COUNTRY, SEND, INNER = (100, 55), (100, 105), (100, 155), (100, 255), (100, 425)
JOIN, CODE, AWAY = (450, 35), (450, 85), (450, 130)

DONE = {"variant": "task:done", "evidence": "it is covered"}


def click(point: tuple[int, int]) -> dict[str, Any]:
    return {"variant": "mouse:click", "x": point[0], "y": point[1]}


def type_(content: str) -> dict[str, Any]:
    return {"variant": "keyboard:type", "content": content}


def choose_(option: str, point: tuple[int, int]) -> dict[str, Any]:
    return {"variant": "option:choose", "x": point[0], "y": point[1], "option": option}


def plan(*actions: dict[str, Any], times: int | None = None) -> AnswerRule:
    return AnswerRule(answer={"reasoning": "as told", "actions": list(actions)}, image=True, times=times)


PAGES = {"/": APPLICATION, "/frame": FRAME}


@pytest.fixture
async def page(page: Page, site: Site) -> Page:
    """The application, watched for whatever is done to its document."""
    await open_application(page, site)
    return page


async def open_application(tab: Page, site: Site) -> None:
    await tab.set_viewport_size({"width": 800, "height": 600})
    await tab.goto(site.url)
    await tab.fill("#email", "ada@example.com")
    await tab.evaluate(
        """() => {
            window.touched = []
            const seen = (records) => touched.push(...records.map(({type, target}) => `${type} ${target.nodeName}`))
            const all = {subtree: true, childList: true, attributes: true, characterData: true}
            new MutationObserver(seen).observe(document, all)
            window.names = 0
            window.names = Object.getOwnPropertyNames(window).length
        }"""
    )


@dataclass
class Asking:
    """Who asks the model, and what was metered."""

    account: Account
    endpoint: models.ModelEndpoint
    calls: list[ModelCall]

    def engine(self, **options: Any) -> MagnitudeEngine:
        return MagnitudeEngine(self.account, self.endpoint, **options)


@pytest.fixture
async def asking(gateway: ModelGateway) -> AsyncIterator[Asking]:
    calls: list[ModelCall] = []
    async with models.ModelEndpoint.serving() as endpoint:
        yield Asking(Account(gateway, Purpose.SEE, engine="magnitude", meter=Unlimited(calls.append)), endpoint, calls)


@dataclass
class Signs:
    """Signs of life that were seen."""

    seen: list[str] = field(default_factory=list)
    #: the model is asked next
    looked: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self, what: str) -> None:
        self.seen.append(what)
        if what == "looked":
            self.looked.set()


@pytest.fixture
def signs() -> Signs:
    return Signs()


Attach = Callable[..., Awaitable[Any]]


@pytest.fixture
def attach(take: Take, asking: Asking, signs: Signs) -> Attach:
    async def attached(page: Page, **options: Any) -> MagnitudeEngine:
        engine = asking.engine(**options)
        await take(engine, page, signs)
        return engine

    return attached


async def state(page: Page) -> dict[str, Any]:
    """All of a page that an engine may not change by coming and going."""
    kept = await page.evaluate(
        """() => ({
            html: document.documentElement.outerHTML, url: location.href, history: history.state, names: window.names,
            scroll: [scrollX, scrollY], focus: document.activeElement.id, size: [innerWidth, innerHeight],
            stored: [localStorage.step, sessionStorage.step], inside: host.shadowRoot.getElementById("inside").value,
            added: Object.getOwnPropertyNames(window).length - window.names, touched: window.touched,
            fields: [...document.querySelectorAll("input, select")].map(each => each.value),
        })"""
    )
    frames = {frame.url: await frame.input_value("#inner") for frame in page.frames[1:]}
    return {**kept, "frames": frames, "tabs": len(page.context.pages)}


def is_gone(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return False
    return True
