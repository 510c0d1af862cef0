"""The browser tools, asked for over a real NATS of a host with real Chromium."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import signal
import struct
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
import msgspec
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from ghosthands import chromium
from ghosthands.domain import services
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.message import Event
from ghosthands.domain.session import EngineConnected, SessionClosed, SessionLost, SessionOpened, ToolUsed
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import hosts, micro
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.stack import logged_in
from ghosthands.stack.services import module_command
from ghosthands.testkit.lab import Lab

if TYPE_CHECKING:
    from conftest import Pages

pytestmark = [pytest.mark.integration, pytest.mark.slow]

HOST = "here"
GHOSTHANDS = str(Path(sys.executable).parent / "ghosthands")
SECONDS = 60.0
TOKEN = "a token of the test's own"
#: the exit code of what was interrupted
INTERRUPTED = 130
TALL = """<!doctype html><title>Tall</title><body style="margin:0">
<p id="known"></p><div style="height: 4000px">far down</div>
<script>
  document.getElementById("known").textContent = document.cookie || "a stranger";
  document.cookie = "known=yes; path=/";
</script>"""
SENDS = """<!doctype html><title>Apply</title>
<form method="post" action="/sent"><label>First name <input name="first_name"></label>
<button>Submit application</button></form>
<a href="http://localhost:1/elsewhere">Elsewhere</a>"""


@dataclass
class Desk:
    """A host's tools, and who asks for them."""

    lab: Lab
    bus: Bus

    async def ask(self, tool: str, session: str = "mine", **arguments: Any) -> dict[str, Any]:
        data = msgspec.json.encode({"session": session, **arguments})
        answer: dict[str, Any] = msgspec.json.decode(
            await micro.ask(self.bus, subjects.tool(tool), data, timeout=SECONDS)
        )
        return answer

    async def said(self, session: str = "mine") -> list[Event]:
        history = await self.lab.events.load(subjects.session(session))
        return [one.event for one in (await self.lab.events.refresh(history)).recorded]

    async def browsers(self) -> set[int]:
        return {one.pid for one in chromium.find_processes(self.lab.stack.state.browsers)}


@pytest.fixture(scope="module")
async def desk(passable: Path) -> AsyncIterator[Desk]:
    environment = {"GHOSTHANDS_BROWSER_HOST_HOST": HOST, "GHOSTHANDS_BROWSER_HOST_SLOTS": "3"}
    async with (
        Lab.start(passable / "tools", environment=environment, only=(services.BROWSER_HOST,)) as lab,
        logged_in(lab.stack, permissions.TOOLS) as bus,
    ):
        yield Desk(lab, bus)


@pytest.fixture
async def form(desk: Desk, site: Pages) -> AsyncIterator[str]:
    """Where a form is; whatever session was used is closed afterwards."""
    site.html["/form"], site.html["/tall"] = SENDS, TALL
    yield site.url("/form")
    await desk.ask("close")


def size_of(png: str) -> tuple[int, int]:
    width, height = struct.unpack(">II", base64.b64decode(png)[16:24])
    return width, height


async def test_the_first_call_starts_a_browser_and_the_others_use_it(desk: Desk, form: str) -> None:
    assert (await desk.ask("status"))["active"] is False
    assert await desk.browsers() == set()
    begun = datetime.now(UTC)
    navigated = await desk.ask("navigate", url=form)
    assert (navigated["url"], navigated["title"], navigated["vetoed"]) == (form, "Apply", 0)
    status = await desk.ask("status")
    assert (status["active"], status["host"], status["job_id"]) == (True, HOST, "")
    assert await desk.browsers() == {status["browser_pid"]}
    assert status["ws_endpoint"].endswith("/devtools/browser/***")
    assert status["idle_ms"] >= 0
    assert status["last_used_at"] > begun.isoformat()
    assert (status["initializing"], status["last_error"], status["keep_alive"]) == (False, None, False)


async def test_a_field_is_found_and_filled(desk: Desk, form: str) -> None:
    await desk.ask("navigate", url=form)
    found = await desk.ask("observe", instruction="the first name")
    assert found["elements"][0]["method"] == "fill"
    done = await desk.ask("act", instruction='type "Ada" into First name')
    assert done["success"] is True
    assert any(isinstance(event, EngineConnected) for event in await desk.said())


async def test_what_would_send_the_form_is_vetoed_and_counted(desk: Desk, form: str, site: Pages) -> None:
    await desk.ask("navigate", url=form)
    done = await desk.ask("act", instruction="click Submit application")
    assert (done["success"], done["vetoed"] >= 1) == (False, True)
    assert done["url"] == form
    assert site.sent == []
    assert (await desk.said())[-1].vetoed >= 1  # type: ignore[attr-defined]


async def test_a_picture_is_of_what_is_in_view_or_of_the_whole_page(desk: Desk, form: str, site: Pages) -> None:
    await desk.ask("navigate", url=site.url("/tall"))
    _, height = size_of((await desk.ask("screenshot"))["png"])
    _, full_height = size_of((await desk.ask("screenshot", fullPage=True))["png"])
    assert full_height > 4000 > height


@pytest.mark.parametrize("callers", [5, pytest.param(50, marks=pytest.mark.heavy)])
async def test_many_who_start_it_at_once_share_one_browser(desk: Desk, form: str, callers: int) -> None:
    await asyncio.gather(*(desk.ask("navigate", url=form) for _ in range(callers)))
    assert len(await desk.browsers()) == 1
    opened = [event for event in await desk.said() if isinstance(event, SessionOpened)]
    closed = [event for event in await desk.said() if isinstance(event, SessionClosed)]
    assert len(opened) == len(closed) + 1


async def test_a_browser_that_crashed_is_replaced_at_the_same_page_and_the_work_done(
    desk: Desk, form: str, site: Pages
) -> None:
    await desk.ask("navigate", url=site.url("/tall"))
    first = await desk.ask("status")
    os.kill(first["browser_pid"], signal.SIGKILL)
    picture = await desk.ask("screenshot", fullPage=True)
    assert size_of(picture["png"])[1] > 4000
    second = await desk.ask("status")
    assert second["browser_pid"] != first["browser_pid"]
    assert any(isinstance(event, SessionLost) for event in await desk.said())
    found = await desk.ask("navigate", url=site.url("/tall"))
    assert found["vetoed"] == 0


async def test_a_session_is_handed_over_when_its_host_is_replaced(desk: Desk, form: str) -> None:
    await desk.ask("navigate", url=form, keepAlive=True)
    before = await desk.ask("status")
    process = desk.lab.stack.process(services.BROWSER_HOST)
    restarts = process.restarts
    desk.lab.signal(services.BROWSER_HOST, signal.SIGTERM)
    await desk.lab.stack.wait_until_restarted(services.BROWSER_HOST, restarts + 1)
    after = await desk.ask("status")
    assert after["browser_pid"] == before["browser_pid"]
    assert after["keep_alive"] is before["keep_alive"] is True
    done = await desk.ask("act", instruction="click Submit application")
    assert done["vetoed"] >= 1, "an adopted session is guarded too"


async def test_closing_ends_it_and_what_is_gone_is_closed(desk: Desk, form: str) -> None:
    await desk.ask("navigate", url=form)
    assert await desk.ask("close") == {"status": "ok"}
    assert await desk.ask("close") == {"status": "ok"}
    assert (await desk.ask("status"))["active"] is False
    assert await desk.browsers() == set()


async def test_nothing_of_it_is_left_on_the_disk(desk: Desk, form: str) -> None:
    await desk.ask("navigate", url=form)
    browsers = desk.lab.stack.state.browsers
    (folder,) = browsers.glob("tool-mine.*/")
    socket = Path(os.readlink(folder / "SingletonSocket")).parent
    assert socket.exists()
    await desk.ask("close")
    assert not socket.exists()
    assert not list(browsers.glob("tool-mine.*"))


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("observe", {"instruction": "the buttons"}, "no_page"),
        ("navigate", {}, "invalid_arguments"),
        ("navigate", {"url": "file:///etc/passwd"}, "unreachable"),
        ("act", {"instruction": 5}, "invalid_arguments"),
        ("screenshot", {"full_page": True}, "invalid_arguments"),
        ("extract", {"instruction": "the title", "schema": {"type": "title"}}, "invalid_arguments"),
    ],
)
async def test_what_cannot_be_done_is_refused_with_the_reason(
    desk: Desk, form: str, tool: str, arguments: dict[str, Any], code: str
) -> None:
    with pytest.raises(RequestRefused) as refused:
        await desk.ask(tool, **arguments)
    assert refused.value.code == code


async def test_without_a_model_nothing_can_be_extracted(desk: Desk, form: str) -> None:
    await desk.ask("navigate", url=form)
    with pytest.raises(RequestRefused, match="not_supported") as refused:
        await desk.ask("extract", instruction="the title", schema={"type": "object"})
    assert refused.value.code == "engine_failed"
    assert (await desk.ask("status"))["last_error"] == "engine_failed"


async def test_sessions_of_two_names_have_two_browsers(desk: Desk, form: str) -> None:
    await asyncio.gather(desk.ask("navigate", url=form), desk.ask("navigate", "yours", url=form))
    assert len(await desk.browsers()) == 2
    await desk.ask("close", "yours")


async def test_every_call_leaves_an_event_that_tells_nothing_of_the_page(desk: Desk, form: str) -> None:
    await desk.ask("navigate", "telling", url=f"{form}?secret=yes")
    await desk.ask("close", "telling")
    opened, used, closed = await desk.said("telling")
    assert isinstance(used, ToolUsed)
    assert (type(opened), used.tool, type(closed)) == (SessionOpened, "navigate", SessionClosed)
    assert "secret" not in str([opened, used, closed])


async def test_the_session_is_found_from_any_process(desk: Desk, form: str) -> None:
    await desk.ask("navigate", url=form)
    async with asyncio.timeout(SECONDS):
        while not ((found := await hosts.find_session(desk.lab.bus, "mine")) and found.active):  # noqa: ASYNC110  soon
            await asyncio.sleep(0.2)
    assert (found.host, found.initializing, found.epoch) == (HOST, False, 0)


async def test_a_session_is_ended_from_any_process_by_its_name(desk: Desk, form: str) -> None:
    await desk.ask("navigate", url=form)
    pid = (await desk.ask("status"))["browser_pid"]
    ended = await run_command(desk, "sessions", "--end", "mine", "--json")
    assert ended == []
    assert pid not in await desk.browsers()
    assert (await desk.said())[-1].reason == "ended"  # type: ignore[attr-defined]


async def run_command(desk: Desk, *arguments: str) -> Any:
    """What `ghosthands` printed."""
    process = await asyncio.create_subprocess_exec(
        GHOSTHANDS, *arguments, env=environment_of(desk), stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert process.returncode == 0, out
    return msgspec.json.decode(out)


def environment_of(desk: Desk) -> dict[str, str]:
    return {"GHOSTHANDS_STATE_DIR": str(desk.lab.stack.state.path), "PATH": os.environ["PATH"]}


async def test_an_mcp_client_has_a_browser_over_standard_input_and_output(desk: Desk, form: str) -> None:
    command = StdioServerParameters(
        command=GHOSTHANDS,
        args=["mcp"],
        env=environment_of(desk),
    )
    async with Client(stdio_client(command)) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert "browser.navigate" in names
        navigated = await client.call_tool("browser.navigate", {"url": form})
        assert not navigated.is_error, navigated
        assert navigated.structured_content["title"] == "Apply"
        picture, address = (await client.call_tool("browser.screenshot", {})).content
        assert (picture.type, address.text) == ("image", form)
        done = await client.call_tool("browser.act", {"instruction": "click Submit application"})
        assert done.structured_content["vetoed"] >= 1
    async with asyncio.timeout(SECONDS):
        while await desk.browsers():  # noqa: ASYNC110  another process ends it
            await asyncio.sleep(0.1)


@pytest.mark.heavy
async def test_mcp_clients_over_http_have_a_browser_each_until_they_leave(desk: Desk, form: str) -> None:
    environment = environment_of(desk) | {"GHOSTHANDS_MCP_TOKEN": TOKEN}
    server = await asyncio.create_subprocess_exec(
        GHOSTHANDS, "mcp", "--http", "--port", "0", env=environment, stderr=asyncio.subprocess.PIPE
    )
    assert server.stderr is not None
    told = re.search(r"http://127\.0\.0\.1:\d+/mcp", (await server.stderr.readline()).decode())
    assert told is not None
    async with mcp_client(told[0]) as first:
        await first.call_tool("browser.navigate", {"url": form})
        async with mcp_client(told[0]) as second:
            assert (
                "no_page" in (await second.call_tool("browser.observe", {"instruction": "First name"})).content[0].text
            )
            await second.call_tool("browser.navigate", {"url": form.replace("/form", "/tall")})
            pids = [
                (await each.call_tool("browser.status", {})).structured_content["browser_pid"]
                for each in (first, second)
            ]
            assert await desk.browsers() == set(pids)
            assert len(set(pids)) == 2
            found = await first.call_tool("browser.observe", {"instruction": "First name"})
            assert found.structured_content["elements"], "it is still where the first one left it"
        await until_browsers(desk, {pids[0]})
        server.send_signal(signal.SIGTERM)  # taken for a Ctrl-C
        assert await server.wait() == INTERRUPTED
        await until_browsers(desk, set())


@asynccontextmanager
async def mcp_client(address: str) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"authorization": f"Bearer {TOKEN}"}, timeout=SECONDS) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        yield client


async def until_browsers(desk: Desk, pids: set[int]) -> None:
    async with asyncio.timeout(SECONDS):
        while await desk.browsers() != pids:  # noqa: ASYNC110  another process ends them
            await asyncio.sleep(0.1)


@pytest.mark.heavy
async def test_any_host_may_be_asked_and_the_one_that_has_the_session_answers(desk: Desk, form: str) -> None:
    async with logged_in(desk.lab.stack, services.BROWSER_HOST) as bus, another_host(desk, "there") as there:
        for host in (HOST, "there"):
            data = msgspec.json.encode({"session": f"at-{host}", "url": form})
            await micro.ask(bus, subjects.tool("navigate", host=host), data, timeout=SECONDS)
        for _ in range(8):  # a host each time, by chance
            for host in (HOST, "there"):
                found = await desk.ask("observe", f"at-{host}", instruction="First name")
                assert found["elements"]
                assert (await desk.ask("status", f"at-{host}"))["host"] == host
        there.kill()
        await there.wait()
        with pytest.raises(StreamUnavailable):  # NATS knows by then
            await micro.ask(bus, subjects.tool("status", host="there"), b"{}", timeout=1)
        with pytest.raises(RequestRefused) as refused:
            await desk.ask("observe", "at-there", instruction="First name")
        assert refused.value.code == "host_away", "it may come back"
        await until_gone(desk, "there")
        await desk.ask("navigate", "at-there", url=form)
        assert (await desk.ask("status", "at-there"))["host"] == HOST
    for host in (HOST, "there"):
        await desk.ask("close", f"at-{host}")


def environment_of_host(desk: Desk) -> dict[str, str]:
    known = Path(f"/proc/{desk.lab.stack.process(services.BROWSER_HOST).pid}/environ").read_text()
    return dict(line.split("=", 1) for line in known.split("\0") if line)


@asynccontextmanager
async def another_host(desk: Desk, name: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A second process of browser-host beside the desk's own."""
    folder = desk.lab.stack.state.browsers.with_name(f"browsers-{name}")
    environment = environment_of_host(desk) | {
        "GHOSTHANDS_BROWSER_HOST_HOST": name,
        "GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR": str(folder),
        "GHOSTHANDS_METRICS_PORT": "0",
    }
    process = await asyncio.create_subprocess_exec(*module_command(services.BROWSER_HOST), env=environment)
    try:
        async with asyncio.timeout(SECONDS):
            while not await hosts.is_there(desk.lab.bus, name):  # noqa: ASYNC110  said in a while
                await asyncio.sleep(0.2)
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        await process.wait()
        for browser in chromium.find_processes(folder):
            os.kill(browser.pid, signal.SIGKILL)


async def until_gone(desk: Desk, host: str) -> None:
    async with asyncio.timeout(2 * hosts.GONE_SECONDS):
        while await hosts.is_there(desk.lab.bus, host):  # noqa: ASYNC110  it says nothing any more
            await asyncio.sleep(1)
