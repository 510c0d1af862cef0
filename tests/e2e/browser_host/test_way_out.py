"""A browser of our own reaches no private host that is not allowed, however a page asks; read at the server."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ghosthands import chromium
from ghosthands.chromium import BrowserProcess, WayOut, processes
from tests.e2e.browser_host.conftest import Serving

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

#: how long the server is watched after the page believes it has asked
QUIET_SECONDS = 1.5
OURS = "site.localhost"

#: asks the private server for something in every way a page knows, and is done when all were answered or refused
ASKS = """async ([host, port, udp]) => {
  const at = (path) => `http://${host}:${port}/${path}`;
  const within = (promise) => Promise.race([promise, new Promise((done) => setTimeout(done, 3000))]);
  const ends = (one) => within(new Promise((done) => (one.onload = one.onerror = one.onopen = one.onclose = done)));
  const put = (tag, more) => ends(document.body.appendChild(Object.assign(document.createElement(tag), more)));
  const get = (address, more) => within(fetch(address, {mode: "no-cors", ...more}).catch(() => {}));
  const script = (text, type) => {
    const one = document.createElement("script");
    one.type = type;
    one.textContent = text;
    document.head.append(one);
  };
  const worker = new Worker(URL.createObjectURL(new Blob([`fetch("${at("worker")}", {mode: "no-cors"})`])));
  script(JSON.stringify({
    prefetch: [{source: "list", urls: [at("speculation-prefetch")], eagerness: "immediate"}],
    prerender: [{source: "list", urls: [at("speculation-prerender"), "/onward/prerender"], eagerness: "immediate"}],
  }), "speculationrules");
  const peer = new RTCPeerConnection({iceServers: [
    {urls: `stun:${host}:${udp}`},
    {urls: [`turn:${host}:${udp}`, `turn:${host}:${port}?transport=tcp`], username: "a", credential: "b"},
  ]});
  peer.createDataChannel("x");
  await peer.setLocalDescription(await peer.createOffer());
  navigator.sendBeacon(at("beacon"), "x");
  await Promise.all([
    put("img", {src: at("img")}),
    put("script", {src: at("script")}),
    put("iframe", {src: at("iframe")}),
    put("iframe", {src: "/onward/redirected-frame"}),
    put("link", {rel: "stylesheet", href: at("style")}),
    put("link", {rel: "prefetch", href: at("prefetch")}),
    put("video", {src: at("video")}),
    put("object", {data: at("object")}),
    get(at("fetch")),
    get(at("post"), {method: "POST", body: "x"}),
    get(at("keepalive"), {keepalive: true}),
    get("/onward/redirected-fetch"),
    ends(new WebSocket(`ws://${host}:${port}/websocket`)),
    ends(new EventSource(at("events"))),
    within(new WebTransport(`https://${host}:${udp}/`).ready.catch(() => {})),
  ]);
  document.body.append(Object.assign(document.createElement("link"), {rel: "preconnect", href: at("")}));
  document.body.append(Object.assign(document.createElement("a"), {href: at("download"), download: "x", id: "get"}));
  document.getElementById("get").click();
  worker.terminate();
}"""


@dataclass
class Private:
    """A server in the private network, which notes who connects, were it only for a moment."""

    port: int = 0
    udp: int = 0
    connections: int = 0
    datagrams: int = 0
    asked: set[str] = field(default_factory=set)

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while line := await reader.readline():
                words = line.decode(errors="replace").split()
                if len(words) == 3 and words[2].startswith("HTTP/"):
                    self.asked.add(words[1].strip("/"))
                if line == b"\r\n":
                    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\nhi")
        except (ConnectionError, asyncio.LimitOverrunError, ValueError):
            pass
        finally:
            writer.close()

    def datagram_received(self, _data: bytes, _address: object) -> None:
        self.datagrams += 1


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, private: Private) -> None:
        self.datagram_received = private.datagram_received  # type: ignore[method-assign]


@pytest.fixture
async def private() -> AsyncIterator[Private]:
    noted = Private()
    server = await asyncio.start_server(noted.hear, "127.0.0.1", 0)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(lambda: _Datagrams(noted), ("127.0.0.1", 0))
    noted.port = server.sockets[0].getsockname()[1]
    noted.udp = transport.get_extra_info("sockname")[1]
    yield noted
    transport.close()
    server.close()


def site(onward_to: str) -> Starlette:
    """A site whose `/onward/…` leads into the private network."""

    async def page(_request: Request) -> Response:
        return HTMLResponse("<!doctype html><title>Apply</title><link rel=icon href='data:,'><body></body>")

    async def onward(request: Request) -> Response:
        return RedirectResponse(f"{onward_to}/{request.path_params['path']}")

    return Starlette(routes=[Route("/", page), Route("/onward/{path}", onward)])


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder the browser's user can pass through to."""
    with tempfile.TemporaryDirectory(prefix="gh-out-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o711)
        yield Path(name)


@asynccontextmanager
async def browsing(folder: Path, way_out: WayOut | None) -> AsyncIterator[Page]:
    process = await chromium.launch(folder / "profile", log_path=folder / "log", way_out=way_out)
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.connect_over_cdp(process.ws_url)
            yield browser.contexts[0].pages[0]
    finally:
        await chromium.end(process)


@pytest.mark.parametrize("host", ["127.0.0.1", "other.localhost", "localhost.", "0x7f.1", "[::ffff:127.0.0.1]"])
async def test_a_page_reaches_nothing_private_by_any_kind_of_request(
    serving: Serving, private: Private, folder: Path, host: str
) -> None:
    async with (
        serving(site(f"http://{host}:{private.port}")) as port,
        browsing(folder, WayOut({OURS})) as page,
    ):
        await page.goto(f"http://{OURS}:{port}/")
        await page.evaluate(ASKS, [host, private.port, private.udp])
        await asyncio.sleep(QUIET_SECONDS)
    assert (private.asked, private.connections, private.datagrams) == (set(), 0, 0)


async def test_the_same_requests_reach_a_private_host_that_is_allowed(
    serving: Serving, private: Private, folder: Path
) -> None:
    host = "127.0.0.1"
    async with (
        serving(site(f"http://{host}:{private.port}")) as port,
        browsing(folder, WayOut({OURS, host})) as page,
    ):
        await page.goto(f"http://{OURS}:{port}/")
        await page.evaluate(ASKS, [host, private.port, private.udp])
        await asyncio.sleep(QUIET_SECONDS)
    every = {"img", "script", "iframe", "redirected-frame", "style", "prefetch", "video", "object", "fetch", "post"}
    every |= {"keepalive", "redirected-fetch", "websocket", "events", "worker", "beacon", "download"}
    assert private.asked >= every
    assert private.datagrams == 0


HOST = """
import asyncio, json, sys
from pathlib import Path
from ghosthands import chromium

folder = Path(sys.argv[1])
way_out = chromium.WayOut({sys.argv[2]})
browser = asyncio.run(chromium.launch(folder / "profile", log_path=folder / "log", way_out=way_out))
print(json.dumps([browser.pid, browser.start_time]), flush=True)
sys.stdin.read()
"""


async def test_the_way_out_outlives_the_host_and_ends_with_the_browser(
    serving: Serving, private: Private, folder: Path
) -> None:
    piped = {"stdout": asyncio.subprocess.PIPE, "stdin": asyncio.subprocess.PIPE}
    host = await asyncio.create_subprocess_exec(sys.executable, "-c", HOST, str(folder), OURS, **piped)
    assert host.stdout is not None
    pid, start_time = json.loads(await host.stdout.readline())
    host.kill()
    await host.wait()
    browser = await chromium.adopt(folder / "profile", pid, start_time)
    assert browser is not None
    assert browser.proxied
    async with async_playwright() as playwright, serving(site("/")) as port:
        connection = await playwright.chromium.connect_over_cdp(browser.ws_url)
        page = connection.contexts[0].pages[0]
        answer = await page.goto(f"http://{OURS}:{port}/")
        assert answer is not None
        assert answer.ok
        await page.evaluate("(url) => fetch(url).catch(() => {})", f"http://127.0.0.1:{private.port}/")
    assert private.connections == 0
    assert len(proxies_of(browser)) == 1
    (proxy,) = proxies_of(browser)
    await chromium.end(browser)
    assert await proxy.wait_until_gone(5.0)


def proxies_of(browser: BrowserProcess) -> list[processes.ProcessIdentity]:
    name = f"beside {browser.pid}\n"
    return [stat.identity for stat in processes.list_living() if Path(f"/proc/{stat.pid}/comm").read_text() == name]
