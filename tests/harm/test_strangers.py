"""No value goes where the plan did not name it: judged by what a stranger's own server received, and its boxes hold."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

import pytest
from playwright.async_api import Browser, Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Upload, Value
from ghosthands.domain.page import FieldModel, FileInputModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.testkit.story import fill

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

heavy = pytest.mark.heavy

#: nothing of these may be heard; what is typed key by key may lose one character
CITY = "Springfield"
RESUME = Upload(b"%PDF-1.4 resume", "jane-doe.pdf", "application/pdf")
COMBOBOX = """
<label for="city">City</label>
<input id="city" role="combobox" aria-autocomplete="list" aria-controls="cities" autocomplete="off">
<ul id="cities" role="listbox" hidden></ul>
<script>
const all = ["Springfield", "Shelbyville", "Capital City"];
city.oninput = () => {
  const hits = city.value ? all.filter((each) => each.startsWith(city.value)) : [];
  cities.innerHTML = hits.map((each) => `<li role="option">${each}</li>`).join("");
  cities.hidden = !hits.length;
};
cities.onmousedown = ({ target }) => { city.value = target.textContent; cities.hidden = true; };
</script>"""
#: hears keys alone
KEYED = """<label>City <input id="city"></label>
<script>
let held = "";
city.onkeydown = ({ key }) => {
  if (key.length === 1) held += key;
  if (key === "Delete" || key === "Backspace") held = "";
};
city.oninput = () => { city.value = held; };
</script>"""
SECTIONS = """<div role="group" aria-label="Start"><span id="city" role="spinbutton" aria-label="Year" tabindex="0"
contenteditable></span></div>"""
UPLOAD = """<label>Resume <input id="city" type="file"></label>"""


@dataclass
class Strangers:
    """A page of ours on one host and the harm site's pages, on another, in its frames."""

    page: Page
    harm: HarmSite
    model: PageModel | None = None

    def foreign(self, name: str, query: str = "") -> str:
        """A page of the stranger's: another origin and another site."""
        return f"http://localhost:{self.harm.port}/{name}{query}"

    async def show(self, html: str) -> PageModel:
        """Our page with that in its body, looked at."""
        await self.page.goto(f"http://127.0.0.1:{self.harm.port}/blank")
        await self.page.evaluate(
            """html => {
              document.body.innerHTML = html;
              for (const old of document.querySelectorAll("script")) {
                const fresh = document.createElement("script");
                fresh.textContent = `{${old.textContent}}`;
                old.replaceWith(fresh);
              }
            }""",
            html,
        )
        return await self.look()

    async def look(self) -> PageModel:
        """The page as it stands."""
        await pages.settle(self.page)
        self.model = await pages.scan(self.page)
        return self.model

    async def fill(self, values: Mapping[str, Value], pace: pages.Pace = pages.Pace.FAST) -> dict[str, str]:
        """Fill what the last look saw; how each ended, by its label."""
        assert self.model is not None
        asked = {each.label: each for each in (*self.model.fields, *self.model.file_inputs)}
        actions = [_planned(asked[label], value) for label, value in values.items()]
        given = {action.id: value for action, value in zip(actions, values.values(), strict=True)}
        results = await pages.run_batch(self.page, self.model, actions, given, pace)
        return {label: result.code for label, result in zip(values, results, strict=True)}

    async def held(self) -> list[str]:
        """What stands in the text boxes of all frames, by now."""
        read = "() => [...document.querySelectorAll('input,textarea')].map((each) => each.value).filter(Boolean)"
        return [value for frame in self.page.frames for value in await frame.evaluate(read)]

    @property
    def heard(self) -> list[str]:
        """What was sent to the stranger's server."""
        return [each.body.decode() for each in self.harm.requests if each.path == "/heard"]


def _planned(target: FieldModel | FileInputModel, value: Value) -> PlannedAction:
    kind = ActionKind.UPLOAD if isinstance(value, Upload) else ActionKind.FILL
    return fill(target.id, f"do {target.id}", key="answers.x", kind=kind)


@pytest.fixture
async def strangers(browser: Browser, harm: HarmSite) -> AsyncIterator[Strangers]:
    harm.requests.clear()
    page = await browser.contexts[0].new_page()
    pages.traffic_of(page)
    yield Strangers(page, harm)
    await page.close()


def frame_of(url: str) -> str:
    return f'<iframe src="{url}"></iframe>'


async def expect_nothing_astray(strangers: Strangers, value: str) -> None:
    """At most one character at a time was heard, and none is left in a stranger's box."""
    await strangers.page.wait_for_timeout(100)
    assert all(len(each) <= 1 for each in strangers.heard), strangers.heard
    assert len([each for each in strangers.heard if each]) <= 1, strangers.heard
    traps = [await frame.evaluate("document.getElementById('trap')?.value ?? ''") for frame in strangers.page.frames]
    assert not any(traps), traps


@pytest.mark.parametrize(
    ("html", "value"),
    [
        pytest.param(COMBOBOX, CITY, id="combobox"),
        pytest.param(KEYED, CITY, id="keys"),
        pytest.param(SECTIONS, "2024", id="date", marks=heavy),
    ],
)
@pytest.mark.parametrize("every", [3, pytest.param(40, marks=heavy)])
@pytest.mark.parametrize("home", ["foreign", pytest.param("ours", marks=heavy)])
async def test_a_frame_that_takes_the_focus_hears_no_value(
    strangers: Strangers, html: str, value: str, every: int, home: str
) -> None:
    query = f"?every={every}"
    ours = f"http://127.0.0.1:{strangers.harm.port}/thief{query}"
    model = await strangers.show(html + frame_of(strangers.foreign("thief", query) if home == "foreign" else ours))
    [field] = [each for each in model.fields if not each.locator.frame]
    code = (await strangers.fill({field.label: value}))[field.label]
    await expect_nothing_astray(strangers, value)
    said = await strangers.page.evaluate("city.value ?? city.textContent")
    assert (code == "") == (said == value)


async def test_an_upload_beside_a_frame_that_takes_the_focus_arrives_and_stays_unheard(strangers: Strangers) -> None:
    await strangers.show(UPLOAD + frame_of(strangers.foreign("thief")))
    assert await strangers.fill({"Resume": RESUME}) == {"Resume": ""}
    await expect_nothing_astray(strangers, "")


@heavy
async def test_at_a_human_pace_a_frame_that_takes_the_focus_hears_no_value(strangers: Strangers) -> None:
    await strangers.show('<label>City <input id="city"></label>' + frame_of(strangers.foreign("thief", "?every=100")))
    await strangers.fill({"City": "Springfield, Illinois"}, pages.Pace.HUMAN)
    await expect_nothing_astray(strangers, "Springfield, Illinois")


@heavy
async def test_a_pop_up_that_takes_the_focus_hears_no_value(strangers: Strangers) -> None:
    await strangers.show(KEYED)
    async with strangers.page.expect_popup() as opened:
        await strangers.page.evaluate("url => { open(url) }", strangers.foreign("thief"))
    popup = await opened.value
    await popup.wait_for_load_state()
    await popup.bring_to_front()
    code = (await strangers.fill({"City": CITY}))["City"]
    assert (await popup.input_value("#trap"), strangers.heard) == ("", [])
    assert (await strangers.page.input_value("#city") == CITY) == (code == "")
    await popup.close()


FOUR: dict[str, Value] = {"Email": "jane@example.com", "City": CITY, "Why us?": "Because.", "Country": "Germany"}
CHANGED = dict.fromkeys(FOUR, "frame_changed")
FOREIGN_SRC = (
    "url => new Promise((resume) => { const f = document.querySelector('iframe'); f.onload = resume; f.src = url; })"
)
FOREIGN_ANEW = """url => new Promise((resume) => {
  const fresh = document.createElement("iframe");
  fresh.onload = resume;
  fresh.src = url;
  document.querySelector("iframe").replaceWith(fresh);
})"""
SELF_ANEW = """() => new Promise((resume) => {
  const frame = document.querySelector("iframe");
  frame.remove();
  frame.onload = resume;
  document.body.append(frame);
})"""


async def framed(strangers: Strangers) -> str:
    """Our own four questions in a frame of our page, looked at; the address of the stranger's four."""
    await strangers.show(frame_of(f"http://127.0.0.1:{strangers.harm.port}/four_questions"))
    return strangers.foreign("four_questions")


@pytest.mark.parametrize(
    "exchange",
    [
        pytest.param(FOREIGN_SRC, id="another site in the frame"),
        pytest.param(FOREIGN_ANEW, id="another frame in its place", marks=heavy),
        pytest.param(SELF_ANEW, id="taken out and put in again", marks=heavy),
    ],
)
async def test_a_frame_that_was_exchanged_gets_nothing_until_it_was_looked_at(
    strangers: Strangers, exchange: str
) -> None:
    url = await framed(strangers)
    await strangers.page.evaluate(exchange, url)
    assert await strangers.fill(FOUR) == CHANGED
    assert (strangers.heard, await strangers.held()) == ([], [])
    await strangers.look()
    assert await strangers.fill(FOUR) == dict.fromkeys(FOUR, "")


async def test_a_frame_that_loaded_its_own_site_again_is_filled(strangers: Strangers) -> None:
    await framed(strangers)
    await strangers.page.frames[1].evaluate("() => { location.reload() }")
    await strangers.page.frames[1].wait_for_load_state()
    await strangers.page.wait_for_timeout(200)
    assert await strangers.fill(FOUR) == dict.fromkeys(FOUR, "")


@heavy
@pytest.mark.parametrize("moves", ["insertBefore", "moveBefore"])
async def test_a_frame_before_it_does_not_make_another_frame_of_it(strangers: Strangers, moves: str) -> None:
    foreign = strangers.foreign("four_questions")
    await strangers.show(frame_of(f"http://127.0.0.1:{strangers.harm.port}/four_questions") + frame_of(foreign))
    mine = [frame for frame in strangers.page.frames if frame.url.startswith("http://127")][-1]
    assert strangers.model is not None
    asked = [field for field in strangers.model.fields if field.locator.frame == "0"]
    await strangers.page.evaluate(
        "moves => { const [a, b] = document.querySelectorAll('iframe'); a.parentNode[moves](b, a) }", moves
    )
    await strangers.page.wait_for_timeout(500)
    actions = [_planned(field, FOUR[field.label]) for field in asked]
    given = {action.id: FOUR[field.label] for action, field in zip(actions, asked, strict=True)}
    results = await pages.run_batch(strangers.page, strangers.model, actions, given)
    assert [result.code for result in results] == [""] * len(asked)
    assert await mine.evaluate("() => [email.value, city.value]") == ["jane@example.com", CITY]
    theirs = [frame for frame in strangers.page.frames if frame.url == foreign]
    assert [await frame.evaluate("() => email.value + city.value") for frame in theirs] == [""]


@heavy
async def test_frames_that_changed_places_by_their_addresses_get_nothing(strangers: Strangers) -> None:
    await strangers.show(
        frame_of(f"http://127.0.0.1:{strangers.harm.port}/four_questions")
        + frame_of(strangers.foreign("four_questions"))
    )
    assert strangers.model is not None
    asked = [field for field in strangers.model.fields if field.locator.frame == "0"]
    await strangers.page.evaluate(
        "() => { const [a, b] = document.querySelectorAll('iframe'); [a.src, b.src] = [b.src, a.src] }"
    )
    await strangers.page.wait_for_timeout(500)
    actions = [_planned(field, FOUR[field.label]) for field in asked]
    given = {action.id: FOUR[field.label] for action, field in zip(actions, asked, strict=True)}
    results = await pages.run_batch(strangers.page, strangers.model, actions, given)
    assert {result.code for result in results} == {"frame_changed"}
    assert (strangers.heard, await strangers.held()) == ([], [])


@heavy
async def test_a_frame_exchanged_by_the_filling_itself_gets_nothing(strangers: Strangers) -> None:
    await strangers.show(
        '<label>First name <input id="first"></label>'
        + frame_of(f"http://127.0.0.1:{strangers.harm.port}/four_questions")
        + "<script>first.oninput = () => { document.querySelector('iframe').src = '"
        + strangers.foreign("four_questions")
        + "'; for (const until = Date.now() + 300; Date.now() < until;); };</script>"
    )
    await strangers.fill({"First name": "Jane", **FOUR})
    assert all("localhost" not in each.path for each in strangers.harm.requests)
    theirs = [frame for frame in strangers.page.frames if "localhost" in frame.url]
    assert [await frame.evaluate("() => email.value + city.value + why.value") for frame in theirs] == [""]


REPLACED = """() => {
  const fresh = document.createElement("p");
  fresh.innerHTML = `<label>LABEL <input id="email" name="NAME"></label>`;
  email.closest("label").replaceWith(fresh.firstChild);
}"""


async def test_another_question_under_the_same_css_gets_no_answer_to_the_first(strangers: Strangers) -> None:
    await strangers.show('<label>Email <input id="email" name="email"></label>')
    await strangers.page.evaluate(REPLACED.replace("LABEL", "Email of your manager").replace("NAME", "manager"))
    assert await strangers.fill({"Email": "jane@example.com"}) == {"Email": "element_not_found"}
    assert await strangers.held() == []


async def test_the_same_question_painted_anew_is_answered(strangers: Strangers) -> None:
    await strangers.show('<label>Email <input id="email" name="email"></label>')
    await strangers.page.evaluate(REPLACED.replace("LABEL", "Email").replace("NAME", "email"))
    assert await strangers.fill({"Email": "jane@example.com"}) == {"Email": ""}
    assert await strangers.held() == ["jane@example.com"]


@heavy
async def test_options_painted_anew_are_ticked_by_what_they_say(strangers: Strangers) -> None:
    radios = '<fieldset id="f"><legend>Relocate?</legend>{}</fieldset>'
    both = [
        '<label><input type="radio" name="r" id="{}"> Yes</label>',
        '<label><input type="radio" name="r" id="{}"> No</label>',
    ]
    await strangers.show(radios.format(both[0].format("a") + both[1].format("b")))
    await strangers.page.evaluate(
        "html => { f.innerHTML = html }", "<legend>Relocate?</legend>" + both[1].format("a") + both[0].format("b")
    )
    await strangers.fill({"Relocate?": "Yes"})
    ticked = await strangers.page.evaluate("() => document.querySelector(':checked')?.parentNode.textContent.trim()")
    assert ticked in (None, "Yes")
