"""One press sends one request over the network, also to a server that hangs up without an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind
from ghosthands.testkit.story import fill
from ghosthands.vault.profile import ApplicantData

if TYPE_CHECKING:
    from conftest import House

pytestmark = pytest.mark.integration

DATA = ApplicantData.of({"profile": {"first_name": "Wilhelmina", "email": "w@example.org"}}, {}, {})
PICTURES = "".join(f"<img src=/{number}.png>" for number in range(4))
FORM = f"""<!doctype html><title>Apply</title><h1>Apply</h1>{PICTURES}
<form method=post action=/sent><label>First name <input name=first_name></label>
<label>E-mail <input name=email type=email></label><button>Submit application</button></form>"""
BY_SCRIPT = """<script>document.forms[0].addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  await (await fetch("/check")).text();
  try { await fetch("/sent", { method: "POST", body }); } catch { document.title = "Failed"; }
})</script>"""


BESIDE_ANOTHER = """<script>document.forms[0].addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  const slow = fetch("/slow").then((answer) => answer.text());
  await fetch("/check");
  fetch("/sent", { method: "POST", body }).catch(() => null);
  document.title = await slow.catch(() => "cut");
})</script>"""


class HangsUp:
    """A server that keeps connections open, and hangs up on whoever posts, once it has read what was sent."""

    def __init__(self) -> None:
        self.html = ""
        self.posts: list[bytes] = []
        self.port = 0
        #: set once something was posted
        self.posted = asyncio.Event()

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                if head.startswith(b"POST"):
                    length = next(line for line in head.lower().splitlines() if line.startswith(b"content-length"))
                    self.posts.append(await reader.readexactly(int(length.split(b":")[1])))
                    self.posted.set()
                    break
                if head.startswith(b"GET /slow "):
                    writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n")
                    await self.posted.wait()
                    writer.write(b"whole")
                    continue
                body = self.html.encode() if head.startswith(b"GET /form ") else b""
                kind = b"text/html" if body else b"text/plain"
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: %b\r\ncontent-length: %d\r\n\r\n" % (kind, len(body)))
                writer.write(body)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def hanging_up(html: str) -> AsyncIterator[HangsUp]:
    server = HangsUp()
    server.html = html
    listening = await asyncio.start_server(server.hear, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()


async def fill_in(browser: DrivenBrowser) -> PageModel:
    model = await browser.observe()
    keys = ("profile.first_name", "profile.email")
    actions = [fill(field.id, key=key) for field, key in zip(model.fields, keys, strict=True)]
    assert [one.code for one in await browser.run(model, actions, DATA)] == [None, None]
    return model


@pytest.mark.parametrize("script", ["", BY_SCRIPT], ids=["by the form", "by a script"])
async def test_a_server_that_hangs_up_gets_an_application_once(script: str, house: House) -> None:
    async with hanging_up(FORM + script) as server:
        browser = await house.at(f"http://127.0.0.1:{server.port}/form")
        model = await fill_in(browser)
        await browser.press(model, model.buttons[0].id, ActionKind.SUBMIT)
        await browser.observe()
    assert server.posts == [b"first_name=Wilhelmina&email=w%40example.org"]


async def test_an_answer_that_a_page_awaits_meanwhile_comes_whole(house: House) -> None:
    async with hanging_up(FORM + BESIDE_ANOTHER) as server:
        browser = await house.at(f"http://127.0.0.1:{server.port}/form")
        model = await fill_in(browser)
        await browser.press(model, model.buttons[0].id, ActionKind.SUBMIT)
        assert await browser.live_page.title() == "whole"
