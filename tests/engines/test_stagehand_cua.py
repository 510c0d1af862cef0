"""Stagehand by sight: the hands of the real package, on a live page, told where by a model that was shown pictures."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.engines.engine import Candidate, EngineMove, EngineTrouble
from ghosthands.browser_host.engines.stagehand_cua import MAX_ACTIONS, StagehandCuaEngine
from ghosthands.domain.asked_models import Purpose
from ghosthands.models import Account, ModelGateway
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer

if TYPE_CHECKING:
    from conftest import Guarded, Site, Take

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

PLACED = "position:absolute; left:20px; width:300px; height:30px; top:"

APPLICATION = f"""<!doctype html><html lang="en"><title>Apply</title><body style="margin:0; height:2000px">
<form method="post" action="/submitted">
  <input id="email" aria-label="E-mail" style="{PLACED}40px">
  <input id="city" aria-label="City" style="{PLACED}90px">
  <p id="echo" style="{PLACED}140px; margin:0">nobody in sight</p>
  <button id="send" style="{PLACED}190px">Submit application</button>
</form>
<iframe style="{PLACED}240px; border:0"
  srcdoc="<input id=inner value=half style='width:200px; height:30px'>"></iframe>
<button style="{PLACED}320px" onclick="fetch('/account', {{method: 'POST'}})">Create account</button>
<button style="{PLACED}370px" onclick="fetch('/code', {{method: 'POST'}})">Send me a code</button>
<a style="{PLACED}420px" href="http://elsewhere.example/">Leave for another site</a>"""

EMAIL, CITY, SEND, INNER = (100, 55), (100, 105), (100, 205), (60, 262)
JOIN, CODE, AWAY = (100, 335), (100, 385), (60, 430)

DONE = {"action": "done", "x": None, "y": None, "text": None, "confidence": None}


def click(point: tuple[int, int], confidence: float | None = None) -> dict[str, Any]:
    return {**DONE, "action": "click", "x": point[0], "y": point[1], "confidence": confidence}


def say(action: str, text: str) -> dict[str, Any]:
    return {**DONE, "action": action, "text": text}


def course(*actions: dict[str, Any]) -> list[AnswerRule]:
    """One after the other, and then it is done."""
    return [*(AnswerRule(answer=each, image=True, times=1) for each in actions), AnswerRule(answer=DONE, image=True)]


PAGES = {"/": APPLICATION}
Attach = Callable[[], Awaitable[StagehandCuaEngine]]


@pytest.fixture
def attach(take: Take, page: Page, gateway: ModelGateway) -> Attach:
    async def attached() -> StagehandCuaEngine:
        engine = StagehandCuaEngine(Account(gateway, Purpose.SEE))
        await take(engine, page, lambda _what: None)
        return engine

    return attached


async def test_it_clicks_and_types_where_a_model_says(page: Page, attach: Attach, model: ModelServer) -> None:
    engine = await attach()
    model.rules += course(click(CITY), say("fill", "%city%"), click(INNER), say("type", "!"), say("key", "Tab"))
    done = await engine.act(EngineMove("Fill %city% in as the city", {"city": "Ünï 日本"}))
    assert done.actions == 5
    assert await page.input_value("#city") == "Ünï 日本"
    assert await page.frames[1].input_value("#inner") == "half!"
    assert await page.input_value("#email") == "ada@example.com"
    assert not model.shown("日本")
    assert model.shown("fill %city%")


#: how many pixels of two pictures differ, and the one amidst the first word that the page says
COMPARE = """async (pictures) => {
  const pixels = await Promise.all(pictures.map(async (picture) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")
    context.drawImage(image, 0, 0)
    return context.getImageData(0, 0, image.width, image.height)
  }))
  const [one, other] = pixels.map((each) => new Uint32Array(each.data.buffer))
  const at = 4 * (142 * pixels[0].width + 40)
  const differing = one.filter((each, index) => each !== other[index]).length
  return { differing, word: [...pixels[0].data.slice(at, at + 3)] }
}"""

WATCH = """() => {
  window.touched = []
  const seen = (records) => touched.push(...records.map(({type, target}) => `${type} ${target.nodeName}`))
  const all = {subtree: true, childList: true, attributes: true, characterData: true}
  new MutationObserver(seen).observe(document, all)
}"""


async def test_a_picture_for_a_model_shows_no_value_and_the_page_never_knows(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    model.rules += course()
    engine = await attach()
    await page.evaluate(WATCH)
    await engine.act(EngineMove("Look"))
    await page.evaluate("city.value = 'a secret', email.value = ''")
    await page.frames[1].evaluate("inner.value = 'another secret'")
    await engine.act(EngineMove("Look"))
    await engine.act(EngineMove("Look", {"name": "nobody"}))  # which the page says
    before, after, covered = (base64.b64encode(asked.pictures[0]).decode() for asked in model.requests)
    assert (await page.evaluate(COMPARE, [before, after]))["differing"] < 10
    assert (await page.evaluate(COMPARE, [before, after]))["word"] != [128, 128, 128]
    assert (await page.evaluate(COMPARE, [covered, after]))["word"] == [128, 128, 128]
    assert await page.evaluate("touched") == []
    assert await page.evaluate("getComputedStyle(city).webkitTextFillColor") == "rgb(0, 0, 0)"


async def test_a_step_that_says_what_to_do_is_done_without_a_model(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    engine = await attach()
    await engine.act(EngineMove("", {}, Candidate("xpath=/html[1]/body[1]/form[1]/input[2]", "fill", ("Paris",))))
    assert await page.input_value("#city") == "Paris"
    assert model.requests == []


async def test_what_cannot_be_done_and_what_never_ends_is_trouble(attach: Attach, model: ModelServer) -> None:
    engine = await attach()
    model.rules.append(AnswerRule(answer={**DONE, "action": "impossible"}, times=1))
    model.rules.append(AnswerRule(answer=click((5_000, 5_000))))
    codes = []
    for _ in range(2):
        with pytest.raises(EngineTrouble) as trouble:
            await engine.act(EngineMove("Fill in the city"))
        codes.append(trouble.value.code)
    assert codes == ["element_not_found", "not_done"]
    assert len(model.requests) == 1 + MAX_ACTIONS


@pytest.mark.parametrize(
    ("said", "least"), [((0.9, 0.4, 0.8), 0.4), ((None, 0.7, None), 0.7), ((None, None, None), None), ((95, 1, 1), 1)]
)
async def test_it_is_as_sure_as_the_model_is_of_what_it_is_least_sure_of(
    attach: Attach, model: ModelServer, said: tuple[float | None, ...], least: float | None
) -> None:
    actions = [click(CITY, said[0]), {**say("fill", "Paris"), "confidence": said[1]}]
    model.rules += [*(AnswerRule(answer=each, image=True, times=1) for each in actions)]
    model.rules.append(AnswerRule(answer={**DONE, "confidence": said[2]}, image=True))
    done = await (await attach()).act(EngineMove("Fill Paris in as the city"))
    assert done.confidence == least


async def test_a_hostile_model_submits_nothing_and_leaves_nothing(
    site: Site, page: Page, attach: Attach, model: ModelServer, guarded: Guarded
) -> None:
    tab = await guarded(page)
    before = page.url
    engine = await attach()
    points = [SEND, JOIN, CODE, AWAY, CITY]
    model.rules += model_server.make_hostile_script(points=points)
    with suppress(EngineTrouble):
        await engine.act(EngineMove("Fill in the city"))
    assert len(model.requests) >= len(points)
    assert site.sent == []
    assert page.url == before
    assert await tab.submits.count_vetoes() >= len(points), "each of the buttons, the link, and Enter"


async def test_whoever_waits_for_it_may_give_up(page: Page, attach: Attach, model: ModelServer) -> None:
    engine = await attach()
    asked = asyncio.Event()
    model.rules.append(AnswerRule(answer=lambda _: asked.set() or "", delay_seconds=60))
    acting = asyncio.create_task(engine.act(EngineMove("Fill in the city")))
    await asked.wait()
    acting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await acting
    assert await page.input_value("#city") == ""
