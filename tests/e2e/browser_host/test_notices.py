"""Notices over a page in a real Chromium: answered once if they are in the way, and left alone if they are not."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages

pytestmark = pytest.mark.e2e

SAID = "<p>We use cookies and similar techniques.</p>"
BUTTONS = """<button onclick="told.push('all')">Accept all</button>
<button onclick="told.push('none'); this.closest('[data-it]').remove()">Reject all</button>"""
OVER = "style='position:fixed;inset:0;background:white'"
#: in the open root of a component, as libraries draw it
COMPONENT = f"""<x-wall></x-wall><script>document.querySelector("x-wall").attachShadow({{ mode: "open" }}).innerHTML =
`<div data-it {OVER}>{SAID}{BUTTONS}</div>`;</script>"""


async def told(page: Page, html: str) -> list[str]:
    """What was pressed on a page of that HTML that was asked twice to be cleared."""
    await page.set_content(f"<!doctype html><script>var told = []</script><h1>Clerk</h1>{html}")
    for _ in range(2):
        await pages.answer_notice(page)
    said: list[str] = await page.evaluate("told")
    return said


@pytest.mark.parametrize(
    "html",
    [
        f"<div data-it {OVER}>{SAID}{BUTTONS}</div>",
        f"<div {OVER}></div><div data-it {OVER}><section>{SAID}{BUTTONS}</section></div>",
        f"<dialog data-it id=it>{SAID}{BUTTONS}</dialog><script>it.showModal()</script>",
        COMPONENT,
    ],
)
async def test_what_lies_over_the_page_is_refused_once(page: Page, html: str) -> None:
    assert await told(page, html) == ["none"]


@pytest.mark.parametrize(
    "html",
    [
        f"<div data-it style='position:fixed;bottom:0;left:0;right:0;height:4em'>{SAID}{BUTTONS}</div>",
        f"<div data-it>{SAID}{BUTTONS}</div>",
        f"<div data-it {OVER}>{SAID}<input aria-label=Name>{BUTTONS}</div>",
        f"<div data-it {OVER} hidden>{SAID}{BUTTONS}</div>",
    ],
)
async def test_what_leaves_the_page_free_or_asks_for_something_is_left_alone(page: Page, html: str) -> None:
    assert await told(page, html) == []


@pytest.mark.parametrize(
    "shell",
    [
        "<div {over}><main>{said}</main></div>",
        "<div {over}><h1>Nurse</h1>{said}</div>",
        "<div {over}><nav>Jobs</nav><div style='position:fixed;inset:0'><article>Nurse</article>{said}</div></div>",
        "<script>document.querySelector('h1').remove()</script><div {over}><h2>Nurse</h2>{said}</div>",
    ],
)
async def test_a_page_in_a_fixed_shell_is_no_notice(page: Page, shell: str) -> None:
    assert await told(page, shell.format(over=OVER, said=f"<div data-it>{SAID}{BUTTONS}</div>")) == []


async def test_what_lies_over_a_page_in_a_fixed_shell_is_refused(page: Page) -> None:
    wall = f"<div data-it {OVER}>{SAID}{BUTTONS}</div>"
    assert await told(page, f"<div {OVER}><main>A posting</main>{wall}</div>") == ["none"]


async def test_what_does_not_go_is_not_pressed_again(page: Page) -> None:
    stays = BUTTONS.replace("; this.closest('[data-it]').remove()", "")
    assert await told(page, f"<div data-it {OVER}>{SAID}{stays}</div>") == ["none"]
