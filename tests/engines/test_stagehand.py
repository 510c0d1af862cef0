"""The real Stagehand, from PyPI, on a live page in a real Chromium, asking a model whose answers are written down."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.engines.engine import Candidate, EngineMove, EngineTrouble
from ghosthands.browser_host.engines.stagehand import StagehandEngine
from ghosthands.browser_host.ports.tab import target_id
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.engine import EngineName
from ghosthands.models import Account, ModelCall, ModelGateway, ModelSettings, Unlimited
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer

if TYPE_CHECKING:
    from conftest import Guarded, Running, Site, Take

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

#: the second step of an application, half filled: a frame of this site, two of another, one in the other, a list
APPLICATION = """<!doctype html><html lang="en"><title>Apply</title><body style="height:2000px">
<form method="post" action="/submitted">
  <label>E-mail <input id="email" name="email"></label>
  <label>City <input id="city" name="city"></label>
  <label>Country <select id="country"><option value="">Choose<option>France<option>Germany</select></label>
  <button id="send">Submit application</button>
</form>
<button id="join" onclick="fetch('/account', {method: 'POST'})">Create account</button>
<button id="verify" onclick="fetch('/code', {method: 'POST'})">Send me a code</button>
<p><a href="http://elsewhere.example/">Leave for another site</a></p>
<p>The pay is 50 000 a year.</p>
<iframe id="own" src="/frame?own"></iframe>
<iframe id="cross" src="CROSS/nest?cross"></iframe>
<script>history.replaceState({step: 2}, "", "?step=2")</script>"""

NEST = """<!doctype html><title>Board</title><label>Phone <input id="inner" value="half"></label>
<iframe src="HERE/frame?inmost"></iframe>"""
FRAME = '<!doctype html><title>Frame</title><label>Notes <input id="inner" value="half"></label>'

EMAIL, CITY = (f"xpath=/html[1]/body[1]/form[1]/label[{n}]/input[1]" for n in (1, 2))
PHONE = "xpath=/html[1]/body[1]/iframe[2]/html[1]/body[1]/label[1]/input[1]"
INMOST = "xpath=/html[1]/body[1]/iframe[2]/html[1]/body[1]/iframe[1]/html[1]/body[1]/label[1]/input[1]"


@dataclass
class Asking:
    """An engine's account, and what it was charged and showed."""

    account: Account
    calls: list[ModelCall]
    signs: list[str] = field(default_factory=list)


@pytest.fixture
def asking(gateway: ModelGateway) -> Asking:
    calls: list[ModelCall] = []
    return Asking(Account(gateway, Purpose.ACT, engine="stagehand:dom", meter=Unlimited(calls.append)), calls)


Attach = Callable[[Page], Awaitable[StagehandEngine]]


@pytest.fixture
def attach(take: Take, asking: Asking) -> Attach:
    async def attached(page: Page) -> StagehandEngine:
        engine = StagehandEngine(asking.account)
        await take(engine, page, asking.signs.append)
        return engine

    return attached


def observation(label: str, method: str, *arguments: str, times: int | None = None) -> AnswerRule:
    """Whatever is asked, the control of that name in Stagehand's tree is what to use."""
    element = {"elementId": "{id}", "description": "as asked", "method": method, "arguments": list(arguments)}
    text = rf"\[(?P<id>[\d-]+)\] (?:textbox|select|button|link): {label}"
    return AnswerRule(answer={"elements": [element]}, text=text, schema=("elements",), times=times)


async def state(page: Page) -> dict[str, Any]:
    """All of a page that an engine may not change by coming and going."""
    kept = await page.evaluate(
        """() => ({
            html: document.documentElement.outerHTML, url: location.href, history: history.state,
            scroll: [scrollX, scrollY], focus: document.activeElement.id, size: [innerWidth, innerHeight],
            fields: [...document.querySelectorAll("input, select")].map(each => each.value),
            names: Object.getOwnPropertyNames(window).length,
        })"""
    )
    frames = {frame.url: await frame.input_value("#inner") for frame in page.frames[1:]}
    return {**kept, "frames": frames, "tabs": len(page.context.pages)}


async def test_coming_and_going_leaves_browser_tab_and_page_as_they_are(
    running: Running, page: Page, attach: Attach
) -> None:
    await page.mouse.wheel(0, 120)
    await page.wait_for_function("scrollY === 120")
    await page.focus("#city")
    before = await state(page)
    for _ in range(2):
        engine = await attach(page)
        view = await engine.locate()
        assert (view.target_id, view.url) == (await target_id(page), page.url)
        assert sorted(view.frames) == sorted(frame.url for frame in page.frames)
        assert await state(page) == before
        await engine.detach()
        assert await state(page) == before
    assert running.process.alive
    assert running.connection.is_connected()


async def test_a_step_that_says_what_to_do_is_done_without_a_model(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    engine = await attach(page)
    await engine.act(EngineMove("", {"city": "Ünï 日本"}, Candidate(CITY, "fill", ("%city%",))))
    await engine.act(EngineMove("", {"phone": "555 0100"}, Candidate(PHONE, "fill", ("%phone%",))))
    await engine.act(EngineMove("", {}, Candidate(INMOST, "fill", ("deep",))))
    assert await page.input_value("#city") == "Ünï 日本"
    assert await page.input_value("#email") == "ada@example.com"
    values = {frame.url.partition("?")[2]: await frame.input_value("#inner") for frame in page.frames[1:]}
    assert values == {"own": "half", "cross": "555 0100", "inmost": "deep"}
    assert model.requests == []


async def test_an_instruction_is_observed_first_and_the_model_sees_names_only(
    page: Page, attach: Attach, model: ModelServer, asking: Asking
) -> None:
    model.rules.append(observation("Phone", "fill", "%phone%"))
    engine = await attach(page)
    engine.keep_from_models({"email": "ada@example.com"})  # it stands on the page already
    await engine.act(EngineMove("Fill in the telephone number %phone%", {"phone": "+44 20 7946 0000"}))
    assert await page.frames[2].input_value("#inner") == "+44 20 7946 0000"
    await engine.observe("the telephone number")  # which the page shows now
    assert not model.shown("7946")
    assert not model.shown("ada@example.com")
    assert model.shown("%phone%")
    assert model.shown("%email%")
    assert [call.engine for call in asking.calls] == ["stagehand:dom"] * 2
    assert asking.calls[0].input_tokens > 100
    assert asking.signs[-4:] == ["acting", "acted", "model_asked", "model_answered"]


async def test_no_move_types_what_another_was_told_or_what_is_kept_from_models(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    engine = await attach(page)
    engine.keep_from_models({"password": "hunter2-hunter2"})
    model.rules.append(observation("City", "fill", "%password%"))
    await engine.act(EngineMove("Fill in the city"))
    assert await page.input_value("#city") == "%password%"
    await engine.act(EngineMove("Fill in %password%", {"password": "hunter2-hunter2"}))
    assert await page.input_value("#city") == "hunter2-hunter2"
    await engine.act(EngineMove("Fill in the city"))
    assert await page.input_value("#city") == "%password%"
    assert not model.shown("hunter2")


async def test_what_is_observed_can_be_done(page: Page, attach: Attach, model: ModelServer) -> None:
    model.rules.append(observation("Country", "selectOptionFromDropdown", "Germany"))
    engine = await attach(page)
    [found] = await engine.observe("the country")
    await engine.act(EngineMove("", {}, found))
    assert await page.input_value("#country") == "Germany"


async def test_what_is_said_on_the_page_comes_in_the_shape_that_was_asked_for(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    model.rules += [
        AnswerRule(answer={"pay": "{pay}"}, text=r"The pay is (?P<pay>[\d ]+\d)", schema=("pay",)),
        AnswerRule(answer={"progress": "all of it", "completed": True}, schema=("progress", "completed")),
    ]
    engine = await attach(page)
    schema = {"type": "object", "properties": {"pay": {"type": "string"}}, "required": ["pay"]}
    assert await engine.extract("What is the pay?", schema) == {"pay": "50 000"}


async def test_frames_stay_in_sight_after_actions_and_after_another_page(
    page: Page, attach: Attach, model: ModelServer, site: Site
) -> None:
    model.rules.append(observation("City", "fill", "Paris"))
    engine = await attach(page)
    for _ in range(3):
        await engine.act(EngineMove("Fill in Paris as the city"))
        await page.goto(site.url)
        assert len((await engine.locate()).frames) == 4
    await engine.act(EngineMove("", {}, Candidate(PHONE, "fill", ("seen",))))
    assert await page.frames[2].input_value("#inner") == "seen"


#: frames in every state a page may have them in
FRAMES = """<!doctype html><title>Frames</title><input>
<iframe></iframe> <iframe srcdoc="<input>"></iframe> <iframe src="data:text/html,<input>"></iframe>
<iframe src="http://127.0.0.1:1/"></iframe> <object data="/frame" type="text/html"></object>
<iframe style="display:none" src="/frame"></iframe> <iframe style="visibility:hidden" src="CROSS/frame"></iframe>
<iframe width=0 height=0 src="CROSS/frame"></iframe> <iframe sandbox src="CROSS/frame"></iframe>
<div aria-hidden=true><iframe src="CROSS/frame"></iframe></div> <div inert><iframe src="/frame"></iframe></div>
<div id="host"></div> <div style="height:9000px"></div> <iframe loading=lazy src="CROSS/frame"></iframe>
<script>host.attachShadow({mode: "closed"}).innerHTML = '<iframe src="CROSS/frame"></iframe>'</script>"""

PAGES = {"/": APPLICATION, "/nest": NEST, "/frame": FRAME, "/frames": FRAMES}


async def test_frames_of_every_kind_keep_it_from_nothing(page: Page, attach: Attach, site: Site) -> None:
    await page.goto(f"{site.url}frames")
    engine = await attach(page)
    assert len((await engine.locate()).frames) == len(page.frames) - 1  # one shows but an error
    await engine.act(EngineMove("", {}, Candidate("xpath=/html[1]/body[1]/input[1]", "fill", ("seen",))))
    assert await page.input_value("input") == "seen"


async def test_what_cannot_be_done_is_trouble_that_repeats_no_value(page: Page, attach: Attach) -> None:
    engine = await attach(page)
    with pytest.raises(EngineTrouble) as trouble:
        await engine.act(
            EngineMove("", {"value": "a secret"}, Candidate("xpath=/html[1]/nav[9]", "fill", ("%value%",)))
        )
    assert "secret" not in str(trouble.value)
    with pytest.raises(EngineTrouble) as unknown:
        await engine.act(EngineMove("", {}, Candidate(CITY, "check")))
    assert unknown.value.code == "not_supported"


async def test_without_a_model_what_needs_one_says_so(running: Running, page: Page) -> None:
    engine = StagehandEngine(Account(ModelGateway(ModelSettings()), Purpose.ACT))
    await engine.attach(await running.address(page), lambda _: None)
    try:
        await engine.act(EngineMove("", {}, Candidate(CITY, "fill", ("Paris",))))
        with pytest.raises(EngineTrouble, match="set GHOSTHANDS_MODEL_API_KEY"):
            await engine.act(EngineMove("Fill in Paris as the city"))
    finally:
        await engine.detach()
    assert await page.input_value("#city") == "Paris"


async def test_a_hostile_model_submits_nothing_and_leaves_nothing(
    site: Site, page: Page, attach: Attach, model: ModelServer, guarded: Guarded
) -> None:
    tab = await guarded(page)
    before = page.url
    engine = await attach(page)
    model.rules.extend(model_server.make_hostile_script())
    for _ in range(2):
        with suppress(EngineTrouble):
            await engine.act(EngineMove("Fill in the city"))
    orders = ("Submit application", "Create account", "Send me a code", "City", "Leave for another site")
    for order in orders:
        method, arguments = ("press", ["Enter"]) if order == "City" else ("click", [])
        model.rules.insert(0, observation(order, method, *arguments, times=1))
        with suppress(EngineTrouble):
            await engine.act(EngineMove("Fill in the city"))
    assert site.sent == []
    assert page.url == before
    assert await tab.submits.count_vetoes() >= len(orders)
    assert await page.input_value("#email") == "ada@example.com"


async def test_killed_it_lets_go_at_once_and_the_next_one_can_come(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    asked = asyncio.Event()
    model.rules.append(AnswerRule(answer=lambda _: asked.set() or "", delay_seconds=60))
    engine = await attach(page)
    looking = asyncio.create_task(engine.observe("anything"))
    await asked.wait()
    started = asyncio.get_running_loop().time()
    await engine.kill()
    with pytest.raises(EngineTrouble):
        await looking
    assert asyncio.get_running_loop().time() - started < 5
    model.rules.clear()
    again = await attach(page)
    await again.act(EngineMove("", {}, Candidate(CITY, "fill", ("Rome",))))
    assert await page.input_value("#city") == "Rome"
    assert await page.input_value("#email") == "ada@example.com"


async def test_an_instance_whose_process_was_killed_does_not_keep_the_next_one_out(
    running: Running, page: Page, attach: Attach, asking: Asking
) -> None:
    before = await state(page)
    holder = await asyncio.create_subprocess_exec(
        *(sys.executable, str(Path(__file__).with_name("hold_engine.py")), EngineName.STAGEHAND_DOM.value),
        *(running.process.ws_url, await target_id(page)),
        stdout=asyncio.subprocess.PIPE,
    )
    assert holder.stdout
    assert await holder.stdout.readline() == b"attached\n"
    os.kill(holder.pid, signal.SIGKILL)
    await holder.wait()
    engine = await attach(page)
    assert "recovering" in asking.signs
    assert await state(page) == before
    await engine.act(EngineMove("", {}, Candidate(PHONE, "fill", ("back",))))
    assert await page.frames[2].input_value("#inner") == "back"
    assert running.process.alive
