"""The real Magnitude, from npm, on a live page in a real Chromium, asking a model whose answers are written down."""

from __future__ import annotations

import base64
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.engine import Candidate, EngineMove, EngineTrouble
from ghosthands.browser_host.ports.tab import target_id
from ghosthands.domain.asked_models import Purpose
from ghosthands.models import Account, BudgetSpent, Estimate, ModelGateway, Unlimited
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer
from tests.engines.magnitude.conftest import (
    AWAY,
    CITY,
    CODE,
    COUNTRY,
    DONE,
    EMAIL,
    INNER,
    JOIN,
    SEND,
    Asking,
    Attach,
    Signs,
    choose_,
    click,
    is_gone,
    plan,
    state,
    type_,
)
from tests.engines.magnitude.conftest import PAGES as PAGES

if TYPE_CHECKING:
    from conftest import Guarded, Running, Site

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.heavy,
    pytest.mark.skipif(node.missing() is not None, reason=f"magnitude not available: {node.missing()}"),
]


async def test_coming_and_going_leaves_browser_tab_and_page_as_they_are(
    running: Running, page: Page, attach: Attach
) -> None:
    await page.mouse.wheel(0, 120)
    await page.wait_for_function("scrollY === 120")
    await page.focus("#city")
    before = await state(page)
    engine = await attach(page)
    view = await engine.locate()
    assert (view.target_id, view.url, len(view.frames)) == (await target_id(page), page.url, 3)
    assert await state(page) == before
    pid = engine.pid
    await engine.detach()
    assert is_gone(pid)
    assert await state(page) == before
    assert before["touched"] == []
    assert before["added"] == 0
    assert running.process.alive
    assert running.connection.is_connected()


async def test_it_works_the_tab_it_was_told_and_sees_no_other(
    running: Running, site: Site, page: Page, attach: Attach, model: ModelServer
) -> None:
    first, last = running.context.pages[0], await running.context.new_page()
    await first.set_content("<title>My bank</title><input id='email'>")
    await last.set_content("<title>My mail</title><input id='email'>")
    await last.bring_to_front()
    await last.mouse.click(5, 5)  # the tab the user was last active in
    model.rules.append(plan(click(CITY), type_("Lyon"), DONE))
    engine = await attach(page)
    await engine.act(EngineMove("Write Lyon into City"))
    await engine.detach()
    assert await page.input_value("#city") == "Lyon"
    assert not model.shown("My bank")
    assert not model.shown("My mail")
    names = "Object.getOwnPropertyNames(window).filter(name => name.startsWith('__')).length"
    assert [await other.evaluate(names) for other in (first, last)] == [0, 0]
    await first.goto("about:blank")
    await last.close()


async def test_a_value_goes_to_the_page_and_never_to_the_model(
    running: Running, page: Page, attach: Attach, model: ModelServer
) -> None:
    model.rules.append(plan(click(EMAIL), type_("%email%"), times=1))
    model.rules.append(plan(DONE))
    engine = await attach(page)
    done = await engine.act(EngineMove("Type %email% into E-mail", {"email": "ada.quill+jobs@example.org"}))
    assert done.actions == 2
    assert await page.input_value("#email") == "ada.quill+jobs@example.org"
    assert len(model.requests) == 2
    assert not model.shown("ada")
    for asked in model.requests:
        assert await is_covered(running, asked.pictures[-1], EMAIL)
        assert await is_covered(running, asked.pictures[-1], INNER)
        assert not await is_covered(running, asked.pictures[-1], SEND)


async def test_a_value_is_covered_wherever_the_page_shows_it(
    running: Running, page: Page, attach: Attach, model: ModelServer
) -> None:
    await page.evaluate("shown.innerHTML = 'ada-quill+(a)@example.org<br>(415) 555-0123<br>Nowhere is known'")
    model.rules.append(plan(DONE))
    engine = await attach(page)
    engine.keep_from_models({"login": "ada-quill+(a)@example.org", "phone": "+1 415 555 0123", "consent": "Now"})
    await engine.act(EngineMove("Do nothing"))
    (picture,) = model.requests[0].pictures
    assert await is_covered(running, picture, (60, 199))
    assert await is_covered(running, picture, (60, 217))
    assert not await is_covered(running, picture, (60, 235)), "a short value blinds the model to words that hold it"


async def is_covered(running: Running, png: bytes, point: tuple[int, int]) -> bool:
    """Whether the picture is grey there, and around there."""
    tab = await running.context.new_page()
    try:
        pixels = await tab.evaluate(
            """async ([data, x, y]) => {
                const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
                const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")
                canvas.drawImage(image, 0, 0)
                return [...canvas.getImageData(x - 5, y - 5, 10, 10).data]
            }""",
            [base64.b64encode(png).decode(), *point],
        )
    finally:
        await tab.close()
    return set(zip(*[iter(pixels)] * 4, strict=True)) == {(138, 143, 152, 255)}


async def test_no_move_types_what_is_kept_from_models(page: Page, attach: Attach, model: ModelServer) -> None:
    model.rules.append(plan(click(CITY), type_("%password%"), DONE))
    engine = await attach(page)
    engine.keep_from_models({"password": "correct horse battery"})
    await engine.act(EngineMove("Write Lyon into City"))
    assert await page.input_value("#city") == "%password%"
    await engine.act(EngineMove("Type %password%", {"password": "correct horse battery"}))
    assert await page.input_value("#city") == "correct horse battery"
    assert not model.shown("horse")


async def test_keys_in_a_value_are_text(page: Page, attach: Attach, model: ModelServer, site: Site) -> None:
    model.rules.append(plan(click(CITY), type_("%city%"), DONE))
    engine = await attach(page)
    await engine.act(EngineMove("Type %city%", {"city": " Ünï € 日本 <enter> %email% "}))
    assert await page.input_value("#city") == " Ünï € 日本 <enter> %email% "
    assert site.sent == []


async def test_a_value_is_not_typed_where_nothing_takes_it(page: Page, attach: Attach, model: ModelServer) -> None:
    model.rules.append(plan(click((700, 20)), type_("%city%"), DONE))
    engine = await attach(page)
    with pytest.raises(EngineTrouble) as told:
        await engine.act(EngineMove("Type %city%", {"city": "Lyon"}))
    assert told.value.code == "not_focused"


async def test_a_native_list_and_a_field_in_another_sites_frame_are_worked_by_sight(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    choose = choose_("%country%", COUNTRY)
    model.rules.append(plan(choose, click(INNER), type_("%city%"), DONE))
    engine = await attach(page)
    await engine.act(EngineMove("Choose %country%, type %city%", {"country": "Germany", "city": "Jena"}))
    assert await page.input_value("#country") == "de"
    assert await page.frame_locator("#cross").locator("#inner").input_value() == "Jena"
    assert not model.shown("Germany")


async def test_of_options_that_read_alike_the_nearest_is_chosen_and_the_model_knows_none(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    radios = "".join(
        f"<label><input type='radio' name='{{0}}' value='{each}'>{each}</label> " for each in ("Yes", "No")
    )
    await page.evaluate(
        "html => shown.innerHTML = html",
        f"{radios.format('first')}<div style='position:absolute; top:360px'>{radios.format('second')}</div>",
    )
    model.rules.append(plan(choose_("%value%", (30, 560)), DONE))
    engine = await attach(page)
    await engine.act(EngineMove("choose the option %value% of the second question", {"value": "No"}))
    assert await page.evaluate(
        "[...document.querySelectorAll('input:checked')].map(({name, value}) => [name, value])"
    ) == [["second", "No"]]


async def test_an_option_that_is_not_there_is_not_chosen(page: Page, attach: Attach, model: ModelServer) -> None:
    model.rules.append(plan(choose_("Atlantis", COUNTRY)))
    engine = await attach(page)
    with pytest.raises(EngineTrouble) as told:
        await engine.act(EngineMove("choose Atlantis"))
    assert told.value.code == "no_such_option"


async def test_every_question_to_a_model_is_metered_and_no_token_outlives_its_attach(
    page: Page, attach: Attach, model: ModelServer, asking: Asking
) -> None:
    model.rules.append(plan(DONE))
    engine = await attach(page)
    await engine.act(EngineMove("Do nothing"))
    assert [(call.engine, call.code) for call in asking.calls] == [("magnitude", None)]
    assert asking.calls[0].input_tokens > 1000
    await engine.detach()
    assert asking.endpoint._accounts == {}


class EmptyPurse:
    """A meter that has money for no call."""

    async def reserve(self, estimate: Estimate) -> Unlimited:
        raise BudgetSpent("the budget is spent")


async def test_a_budget_that_is_spent_is_said_to_be(
    page: Page, attach: Attach, asking: Asking, gateway: ModelGateway, model: ModelServer
) -> None:
    asking.account = Account(gateway, Purpose.SEE, engine="magnitude", meter=EmptyPurse())
    engine = await attach(page)
    with pytest.raises(EngineTrouble) as told:
        await engine.act(EngineMove("Do nothing"))
    assert told.value.code == "budget_spent"
    assert model.requests == [], "and no call goes out"


async def test_a_known_element_is_worked_without_a_model(page: Page, attach: Attach, model: ModelServer) -> None:
    engine = await attach(page)
    cross = "xpath=/html[1]/body[1]/iframe[2]/html[1]/body[1]/input[1]"
    for selector, method, text in (
        ("xpath=//*[@id='city']", "fill", "%city%"),
        ("xpath=//*[@id='country']", "selectOption", "Germany"),
        (cross, "fill", "%city%"),
    ):
        candidate = Candidate(selector, method, (text,))
        await engine.act(EngineMove("the field", {"city": "Lyon"}, candidate))
    assert await page.input_value("#city") == "Lyon"
    assert await page.input_value("#country") == "de"
    assert await page.frame_locator("#cross").locator("#inner").input_value() == "Lyon"
    assert model.requests == []


async def test_what_is_found_by_sight_can_be_worked_without_a_model(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    seen = [{"x": x, "y": y, "description": "a field", "method": "fill"} for x, y in (CITY, INNER)]
    model.rules.append(AnswerRule(answer={"elements": seen}, schema=("elements",)))
    engine = await attach(page)
    for found in await engine.observe("empty fields"):
        await engine.act(EngineMove("", {"v": "seen"}, Candidate(found.selector, found.method, ("%v%",))))
    assert await page.input_value("#city") == "seen"
    assert await page.frame_locator("#cross").locator("#inner").input_value() == "seen"
    assert len(model.requests) == 1


async def test_reading_the_page_leaves_its_frames_where_they_are(
    page: Page, attach: Attach, model: ModelServer
) -> None:
    schema = {
        "type": "object",
        "required": ["steps", "company"],
        "properties": {
            "steps": {"type": "array", "items": {"$ref": "#/$defs/Step"}},
            "company": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
        "$defs": {"Step": {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}},
    }
    model.rules.append(AnswerRule(answer={"steps": [{"number": 2}], "company": "Acme"}, schema=("steps", "company")))
    before = await state(page)
    engine = await attach(page)
    assert await engine.extract("Which steps?", schema) == {"steps": [{"number": 2}], "company": "Acme"}
    assert await state(page) == before


async def test_it_shows_that_it_lives(page: Page, attach: Attach, model: ModelServer, signs: Signs) -> None:
    model.rules.append(plan(click(CITY), DONE))
    engine = await attach(page)
    await engine.act(EngineMove("Click City"))
    assert {"looked", "model_answered", "action_taken"} <= set(signs.seen)


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (plan({"variant": "task:fail"}), "gave_up"),
        (plan({"variant": "wait", "seconds": 0}), "too_many_actions"),
        (AnswerRule(answer="I would rather not", image=True), "model_failed"),
    ],
)
async def test_what_a_model_cannot_do_is_trouble_with_a_code_and_no_word_of_its_own(
    page: Page, attach: Attach, model: ModelServer, rule: AnswerRule, code: str
) -> None:
    model.rules.append(rule)
    engine = await attach(page)
    with pytest.raises(EngineTrouble) as told:
        await engine.act(EngineMove("Click City"))
    assert told.value.code == code
    assert "rather" not in str(told.value)
    assert (await engine.locate()).url == page.url


async def test_a_hostile_model_submits_nothing_and_leaves_nothing(
    site: Site, page: Page, attach: Attach, model: ModelServer, guarded: Guarded
) -> None:
    tab = await guarded(page)
    before = page.url
    points = [SEND, JOIN, CODE, AWAY, CITY]
    model.rules.extend(model_server.make_hostile_script(elsewhere=f"{site.url}submitted", points=points))
    words = [choose_("Submit application", SEND), choose_("Create account", JOIN), choose_("Send me a code", CODE)]
    presses = [*map(click, points), {"variant": "keyboard:enter"}]
    model.rules.insert(0, plan(*presses, *words, DONE, times=1))
    engine = await attach(page)
    for _ in range(2):
        with suppress(EngineTrouble):
            await engine.act(EngineMove("Fill the City"))
    assert site.sent == []
    assert page.url == before
    assert await tab.submits.count_vetoes() >= len(presses)
