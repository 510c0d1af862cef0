"""An unseen list that the form sends, and what the page draws for it of boxes, are one question."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldKind, PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

LIST = """<select id="degree" name="degree" required {hidden}><option value="">Please choose</option>
<option value="b">Bachelor</option><option value="m">Master</option><option value="d">Doctorate</option></select>"""
#: what each library makes of a list, and how it is told of a press on one of its items
DRAWN = {
    "nice": """<div id="drawn" class="nice-select" tabindex="0" style="width: 200px; cursor: pointer">
<span class="current">Please choose</span>
<ul class="list" style="display: none"><li data-value="" class="option">Please choose</li>
<li data-value="b" class="option">Bachelor</li><li data-value="m" class="option">Master</li>
<li data-value="d" class="option">Doctorate</li></ul></div>""",
    "selectric": """<div style="cursor: pointer"><div id="drawn">
<span class="label current">Please choose</span><b class="button">v</b></div>
<div class="selectric-items list" style="display: none"><div class="selectric-scroll"><ul>
<li data-index="0">Please choose</li><li data-index="1">Bachelor</li><li data-index="2">Master</li>
<li data-index="3">Doctorate</li></ul></div></div><input class="selectric-input" tabindex="0"
style="position: absolute; width: 1px; height: 1px; border: 0; padding: 0"></div>""",
    "plain": """<div id="drawn" class="select-selected current" style="cursor: pointer">Please choose</div>
<div class="list" style="display: none; cursor: pointer">
<div>Bachelor</div><div>Master</div><div>Doctorate</div></div>""",
    "button": """<button type="button" id="drawn"><span class="current">Please choose</span></button>
<ul class="list" style="display: none; cursor: pointer"><li>Bachelor</li><li>Master</li><li>Doctorate</li></ul>""",
}
WORKS = """<script>
  const list = document.querySelector('.list'), sent = document.forms[0].elements.degree;
  const turn = () => { list.style.display = list.style.display ? '' : 'none'; };
  drawn.onclick = ({ target }) => list.contains(target) || turn();
  const items = [...list.querySelectorAll('li,div')].filter((each) => !each.firstElementChild);
  for (const item of items) item.onclick = () => {
    document.querySelector('.current').textContent = item.textContent;
    sent.selectedIndex = [...sent.options].findIndex(({ label }) => label === item.textContent);
    sent.dispatchEvent(new Event('change', { bubbles: true }));
    list.style.display = 'none';
  };
</script>"""
UNSEEN = {
    "not drawn": 'style="display: none"',
    "cut off": 'style="position: absolute; width: 1px; height: 1px; padding: 0; border: 0; clip: rect(0 0 0 0)"',
    "seen through": 'style="position: absolute; opacity: 0; width: 1px; height: 20px"',
    "off the page": 'style="position: absolute; left: -9999px"',
}


LABELS = ["<label for='degree'>Highest degree</label>", "<label>Highest degree</label>"]


def _form(asked: str) -> str:
    before, after = "<p><label>Name <input></label></p>", "<p><label>City <input></label></p>"
    return f"<form>{before}<div>{asked}</div>{after}</form>"


def asked(model: PageModel) -> list[tuple[FieldKind, str]]:
    """What is asked: the kind and the question."""
    return [(each.kind, each.label) for each in model.fields if each.visible]


@pytest.mark.parametrize("hidden", UNSEEN.values(), ids=UNSEEN)
@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)
@pytest.mark.parametrize("label", LABELS, ids=["its own label", "a label beside it"])
async def test_what_is_drawn_for_an_unseen_list_is_asked_alone_and_picked_from(
    show: Open, fill: Fill, page: Page, drawn: str, hidden: str, label: str
) -> None:
    model = await show(_form(label + LIST.format(hidden=hidden) + drawn) + WORKS)
    assert asked(model) == [
        (FieldKind.TEXT, "Name"),
        (FieldKind.COMBOBOX, "Highest degree"),
        (FieldKind.TEXT, "City"),
    ]
    [degree] = [each for each in model.fields if each.label == "Highest degree"]
    assert degree.required
    assert [each.label for each in degree.options if not each.placeholder] == ["Bachelor", "Master", "Doctorate"]
    assert await fill(model, {"Highest degree": "Master"}) == {"Highest degree": ""}
    assert (await page.input_value("#degree"), await page.text_content(".current")) == ("m", "Master")


async def test_what_is_drawn_for_a_list_keeps_nothing_that_the_list_was_not_told(
    show: Open, fill: Fill, page: Page
) -> None:
    deaf = WORKS.replace("sent.selectedIndex =", "")
    model = await show(_form(LABELS[0] + LIST.format(hidden=UNSEEN["not drawn"]) + DRAWN["plain"]) + deaf)
    assert await fill(model, {"Highest degree": "Master"}) == {"Highest degree": "not_kept"}
    assert await page.input_value("#degree") == ""


async def test_an_unseen_list_that_must_be_answered_is_set_where_nothing_is_drawn_for_it(
    show: Open, fill: Fill, page: Page
) -> None:
    model = await show(
        _form(LABELS[0] + LIST.format(hidden=UNSEEN["not drawn"]) + "<canvas width=200 height=20></canvas>")
    )
    assert asked(model)[1] == (FieldKind.SELECT, "Highest degree")
    assert await fill(model, {"Highest degree": "Master"}) == {"Highest degree": ""}
    assert await page.input_value("#degree") == "m"


@pytest.mark.parametrize(
    "row",
    [
        '<div style="display: none">{}</div>',
        "<div>{}</div>".replace("{}", "{}<label>Team <input></label>"),
        "<div>Team</div><div style='display: none'>{}</div>",
    ],
    ids=["hidden as a whole", "beside another question", "hidden below words"],
)
async def test_an_unseen_list_is_not_asked_where_it_is_not_alone_with_what_is_seen(show: Open, row: str) -> None:
    hidden = LIST.format(hidden=UNSEEN["not drawn"])
    model = await show(f"<form><p><label>Name <input></label></p>{row.format('<label>Degree</label>' + hidden)}</form>")
    assert "degree" not in {each.name for each in model.fields if each.visible}
