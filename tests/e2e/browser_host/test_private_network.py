"""What a page itself asks of the private network: Chromium sees to it, by the address each request comes to."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import async_playwright
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ghosthands import chromium
from ghosthands.browser_host.guard.network import NetworkGuard
from tests.e2e.browser_host.conftest import Serving

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

#: asks for something in every way, and is done when all were answered or refused
ASKS = """(port) => {
  const ends = (one) => new Promise((done) => (one.onload = one.onerror = one.onopen = done));
  const put = (tag, src) => ends(document.body.appendChild(Object.assign(document.createElement(tag), {src})));
  const get = (address) => fetch(address, {mode: "no-cors"}).catch(() => {});
  return Promise.all([
    put("img", `http://127.0.0.1:${port}/img`),
    put("script", `http://127.0.0.1:${port}/script`),
    get(`http://127.0.0.1:${port}/fetch`),
    get(`http://localhost:${port}/name`),
    ends(new WebSocket(`ws://127.0.0.1:${port}/websocket`)),
  ]).then(() => null);
}"""
EVERYTHING = {"/img", "/script", "/fetch", "/name", "/websocket"}


@pytest.mark.parametrize(("where", "reached"), [("public", set()), ("loopback", EVERYTHING)])
async def test_a_public_page_reaches_nothing_private_and_one_on_an_allowed_private_host_its_own_network(
    serving: Serving, tmp_path: Path, where: str, reached: set[str]
) -> None:
    asked: set[str] = set()

    async def private(request: Request) -> Response:
        asked.add(request.url.path)
        return Response()

    async def page(_request: Request) -> Response:
        return HTMLResponse("<!doctype html><title>Apply</title><body></body>")

    async with (
        serving(Starlette(routes=[Route("/{path}", private)])) as port,
        serving(Starlette(routes=[Route("/", page)])) as public,
    ):
        counts_as = f"--ip-address-space-overrides=127.0.0.1:{public}={where}"
        process = await chromium.launch(tmp_path / "profile", log_path=tmp_path / "log", extra_args=[counts_as])
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.connect_over_cdp(process.ws_url)
                await NetworkGuard(await browser.new_browser_cdp_session(), allowed={"127.0.0.1"}).install()
                tab = browser.contexts[0].pages[0]
                await tab.goto(f"http://127.0.0.1:{public}/")
                await tab.evaluate(ASKS, port)
        finally:
            await chromium.end(process)
    assert asked == reached
