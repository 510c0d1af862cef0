"""A form that another site's frame embeds is worked like any other: such a frame is a process of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, FrameLocator, Page, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from tests.conftest import Serving
from tests.e2e.live.conftest import House, Opens, Viewer

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

NAME = "Ünï € 日本"
EMBEDDED = """<!doctype html><style>input, textarea, select { display: block; width: 300px; margin: 12px }</style>
<input id=name><textarea id=about rows=3></textarea>
<select id=size><option>S<option>M<option>L</select>
<form><input id=mail><button id=send>Send</button></form><div style="height: 3000px"></div>
<script>
document.forms[0].onsubmit = (event) => { event.preventDefault(); fetch('/sent', {method: 'POST'}); }
</script>"""


@pytest.fixture
async def embedding(browser: Browser, serving: Serving) -> AsyncIterator[Page]:
    """A page of 127.0.0.1 with a frame of localhost."""

    async def page(request: Request) -> HTMLResponse:
        elsewhere = f"http://localhost:{request.url.port}/embedded"
        return HTMLResponse(f"<h1>Careers</h1><iframe id=frame src={elsewhere} width=600 height=400></iframe>")

    async def embedded(request: Request) -> HTMLResponse:
        return HTMLResponse(EMBEDDED)

    routes = [Route("/", page), Route("/embedded", embedded), Route("/sent", embedded, methods=["POST"])]
    async with serving(Starlette(routes=routes)) as port:
        tab = await browser.contexts[0].new_page()
        await tab.goto(f"http://127.0.0.1:{port}/")
        await inside(tab).locator("#name").wait_for()
        yield tab
        await tab.close()


def inside(page: Page) -> FrameLocator:
    return page.frame_locator("#frame")


@pytest.fixture
async def viewer(house: House, embedding: Page, opens: Opens) -> Viewer:
    """Somebody who has control."""
    viewer = await opens(house.link(house.open(embedding)))
    await viewer.until_shown()
    await viewer.take()
    return viewer


async def test_the_frame_is_a_process_of_its_own(browser: Browser, embedding: Page) -> None:
    cdp = await browser.new_browser_cdp_session()
    targets = (await cdp.send("Target.getTargets"))["targetInfos"]
    assert any(target["type"] == "iframe" and "localhost" in target["url"] for target in targets)
    await cdp.detach()


async def test_text_is_pasted_into_it(embedding: Page, viewer: Viewer) -> None:
    field = inside(embedding).locator("#name")
    await viewer.click_on(embedding, field)
    await viewer.paste(NAME)
    await expect(field).to_have_value(NAME)


async def test_keys_are_pressed_in_it(embedding: Page, viewer: Viewer) -> None:
    field = inside(embedding).locator("#about")
    await viewer.click_on(embedding, field)
    await viewer.page.keyboard.type("one")
    await viewer.page.keyboard.press("Enter")
    await viewer.page.keyboard.type("Two!")
    await viewer.page.keyboard.press("Shift+ArrowLeft")
    await viewer.page.keyboard.press("Delete")
    await expect(field).to_have_value("one\nTwo")


async def test_its_lists_are_shown_as_ours(embedding: Page, viewer: Viewer) -> None:
    field = inside(embedding).locator("#size")
    await viewer.click_on(embedding, field)
    await viewer.page.get_by_role("option", name="L").click()
    await expect(field).to_have_value("L")


async def test_it_is_scrolled(embedding: Page, viewer: Viewer) -> None:
    box = await embedding.locator("#frame").bounding_box()
    assert box is not None
    await viewer.point_at(embedding, box["x"] + 500, box["y"] + 200)
    await viewer.page.mouse.wheel(0, 300)
    await embedding.frames[1].wait_for_function("scrollY > 100")
