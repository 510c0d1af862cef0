"""When a page counts as at rest: it may still be loading the scripts that draw its form."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from playwright.async_api import Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from ghosthands.browser_host import page as pages

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Serving = Callable[[ASGIApp], AbstractAsyncContextManager[int]]
#: seconds that a part of the page's code is missing: longer than a page has to be quiet
_MISSING = 0.4
#: seconds, for a script that is not waited for, on a busy machine
_NOT_WAITED_FOR = 3.0

LAZY = """<!doctype html><html lang=en><title>Apply</title><div id=root>One moment</div>
<script>
const load = (url, then) => {
  const script = Object.assign(document.createElement("script"), { src: url, async: true, onload: then });
  document.head.append(script);
};
load("/late/1.js", () => load("//localhost:PORT/late/2.js", () => import("/late/3.js")));
</script>"""
CHUNKS = {
    "1": "window.parts = ['First name'];",
    "2": "parts.push('Last name');",
    "3": """root.innerHTML = parts.map((part) => `<p><label>${part} <input></label></p>`).join("");""",
}
COUNTED = """<!doctype html><html lang=en><title>Apply</title><p><label>First name <input></label></p>
<script async src="//localhost:PORT/late/1.js"></script>"""


@asynccontextmanager
async def opened(serving: Serving, asked: asyncio.Queue[asyncio.Event]) -> AsyncIterator[str]:
    """Serves both pages; a script comes once the event is set that is put into `asked` for it."""

    async def show(request: Request) -> Response:
        page = LAZY if request.url.path == "/lazy" else COUNTED
        return HTMLResponse(page.replace("PORT", str(request.url.port)))

    async def bring(request: Request) -> Response:
        comes = asyncio.Event()
        asked.put_nowait(comes)
        await comes.wait()
        return Response(CHUNKS[request.path_params["part"]], media_type="text/javascript")

    routes = [Route("/late/{part}.js", bring), Route("/{name}", show)]
    async with serving(Starlette(routes=routes)) as port:
        yield f"http://127.0.0.1:{port}"


async def test_a_page_is_read_once_the_scripts_that_draw_it_have_come(page: Page, serving: Serving) -> None:
    asked: asyncio.Queue[asyncio.Event] = asyncio.Queue()
    async with opened(serving, asked) as address:
        await page.goto(f"{address}/lazy", wait_until="commit")
        settling = asyncio.create_task(pages.settle(page))
        for _ in CHUNKS:
            comes = await asyncio.wait_for(asked.get(), 30)
            done, _ = await asyncio.wait({settling}, timeout=_MISSING)
            comes.set()
            assert not done
        assert await settling
        assert [field.label for field in (await pages.scan(page)).fields] == ["First name", "Last name"]


async def test_a_script_of_another_host_that_never_comes_is_not_waited_for(page: Page, serving: Serving) -> None:
    asked: asyncio.Queue[asyncio.Event] = asyncio.Queue()
    async with opened(serving, asked) as address:
        await page.goto(f"{address}/counted", wait_until="commit")
        started = time.monotonic()
        assert await pages.settle(page)
        assert time.monotonic() - started < _NOT_WAITED_FOR
        (await asked.get()).set()
