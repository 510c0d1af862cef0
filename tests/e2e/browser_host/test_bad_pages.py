"""Pages that are closed, huge, deep or empty: all of them is seen, or a clear outcome comes in time."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.domain.page import FieldState, PageModel
from ghosthands.domain.plan import PlannedAction

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Plan = Callable[..., PlannedAction]

#: seconds that the largest page may take; a scan's own deadline is above it
PATIENCE = 60.0

CLOSED = """
<div id="plain" style="width: 300px; height: 60px"></div>
<closed-field style="display: block; width: 300px; height: 60px"></closed-field>
<script>
  for (const [host, label] of [[document.querySelector("#plain"), "First name"],
                               [document.querySelector("closed-field"), "Last name"]]) {
    const root = host.attachShadow({ mode: "closed" });
    root.innerHTML = `<label>${label} <input></label><div style="width:200px;height:40px"></div>`;
    root.querySelector("div").attachShadow({ mode: "closed" }).innerHTML = `<label>${label} inside <input></label>`;
  }
</script>
"""


async def test_closed_shadow_roots_are_entered_and_filled(show: Open, page: Page, plan: Plan) -> None:
    model = await show(CLOSED)
    assert [field.label for field in model.fields] == [
        "First name",
        "First name inside",
        "Last name",
        "Last name inside",
    ]
    actions = [plan(field) for field in model.fields]
    results = await pages.run_batch(page, model, actions, {action.id: "Ada" for action in actions})
    assert [result.code for result in results] == ["", "", "", ""]
    assert {field.state for field in (await pages.scan(page)).fields} == {FieldState.FILLED}


async def test_the_closed_roots_of_the_next_document_are_its_own(show: Open) -> None:
    before = await show(CLOSED)
    assert (await show(CLOSED)).fields == before.fields


async def test_a_root_that_is_closed_later_is_entered_too(show: Open, page: Page) -> None:
    await show("<div id=late></div>")
    await page.evaluate(
        """() => {
          const host = document.querySelector("#late");
          host.style.cssText = "display:block;width:200px;height:40px";
          host.attachShadow({ mode: "closed" }).innerHTML = "<label>Email <input></label>";
        }"""
    )
    assert [field.label for field in (await pages.scan(page)).fields] == ["Email"]


async def test_a_page_cannot_mistake_a_name_of_its_own_for_a_root(show: Open) -> None:
    model = await show(
        "<script>document.body[Symbol.for('root')] = { querySelectorAll: () => { throw 1; } };</script>"
        "<x-host></x-host><label>City <input></label>"
    )
    assert [field.label for field in model.fields] == ["City"]


async def test_a_page_does_not_get_at_a_closed_root_by_the_name_of_a_symbol(show: Open, page: Page) -> None:
    await show(CLOSED)
    assert await page.evaluate("() => document.querySelector('#plain')[Symbol.for('root')] === undefined")


@pytest.mark.parametrize("empty", ["document.body.remove()", "document.documentElement.remove()"])
async def test_a_document_without_a_body_is_an_empty_page(show: Open, page: Page, empty: str) -> None:
    await show("<input aria-label=Name>")
    await page.evaluate(empty)
    assert (await pages.scan(page)).fields == ()


async def test_a_page_of_ten_thousand_fields_is_seen_in_time(page: Page, show: Open) -> None:
    await show("<form></form>")
    await page.evaluate(
        """() => {
          const rows = [];
          for (let n = 0; n < 10000; n += 1) rows.push(`<p><label>Question ${n} <input id="f${n}"></label></p>`);
          document.forms[0].innerHTML = rows.join("");
        }"""
    )
    started = time.monotonic()
    model = await pages.scan(page)
    assert len(model.fields) == 10_000
    assert len({field.id for field in model.fields}) == 10_000
    assert time.monotonic() - started < PATIENCE


async def test_fifty_nested_frames_are_seen_in_time(page: Page, show: Open) -> None:
    started = time.monotonic()
    model = await show("<div></div>")
    await page.evaluate(
        """() => {
          let inside = document;
          for (let depth = 0; depth < 50; depth += 1) {
            const frame = inside.body.appendChild(inside.createElement("iframe"));
            frame.style.cssText = "width: 400px; height: 300px";
            inside = frame.contentDocument;
            inside.body.innerHTML = `<label>Depth ${depth} <input></label>`;
          }
        }"""
    )
    await pages.settle(page)
    model = await pages.scan(page)
    assert len(model.fields) == 50
    assert time.monotonic() - started < PATIENCE


async def test_a_label_that_would_command_a_terminal_is_read_without_its_commands(show: Open) -> None:
    model = await show("<label>Why \x1b[31mRED\x1b]0;pwn\x07 <input></label><button>Go\x9b2J on</button>")
    assert model.fields[0].label == "Why [31mRED ]0;pwn"
    assert model.buttons[0].text == "Go 2J on"
