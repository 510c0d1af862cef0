"""The browser tools, asked for over a real NATS of a host with real Chromium."""

from __future__ import annotations

import asyncio
import base64
import os
import signal
import struct
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from mcp import Client, StdioServerParameters, stdio_client

from ghosthands import chromium
from ghosthands.domain import services
from ghosthands.domain.message import Event
from ghosthands.domain.session import EngineConnected, SessionClosed, SessionLost, SessionOpened, ToolUsed
from ghosthands.messaging import hosts, jetstream, micro, permissions, subjects
from ghosthands.messaging.jetstream import Bus
from ghosthands.messaging.micro import Refused
from ghosthands.testkit.lab import Lab

if TYPE_CHECKING:
    from conftest import Pages

pytestmark = pytest.mark.integration

HOST = "here"
GHOSTHANDS = str(Path(sys.executable).parent / "ghosthands")
SECONDS = 60.0
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
    async with Lab.start(passable / "tools", environment=environment, only=(services.BROWSER_HOST,)) as lab:
        login = lab.stack.credentials(permissions.TOOLS)
        bus = await jetstream.connect(lab.stack.nats_url, user=login.user, password=login.password, timeout=10)
        yield Desk(lab, bus)
        await bus.close()


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
    navigated = await desk.ask("navigate", url=form)
    assert (navigated["url"], navigated["title"], navigated["vetoed"]) == (form, "Apply", 0)
    status = await desk.ask("status")
    assert (status["active"], status["host"], status["job_id"]) == (True, HOST, "")
    assert await desk.browsers() == {status["browser_pid"]}
    assert status["ws_endpoint"].endswith("/devtools/browser/***")
    assert status["idle_ms"] >= 0


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
    assert done["vetoed"] >= 1
    assert done["url"] == form
    assert site.sent == []
    assert (await desk.said())[-1].vetoed >= 1  # type: ignore[attr-defined]


async def test_a_picture_is_of_what_is_in_view_or_of_the_whole_page(desk: Desk, form: str, site: Pages) -> None:
    await desk.ask("navigate", url=site.url("/tall"))
    _, height = size_of((await desk.ask("screenshot"))["png"])
    _, full_height = size_of((await desk.ask("screenshot", fullPage=True))["png"])
    assert full_height > 4000 > height


async def test_fifty_who_start_it_at_once_share_one_browser(desk: Desk, form: str) -> None:
    await asyncio.gather(*(desk.ask("navigate", url=form) for _ in range(50)))
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
    await desk.ask("navigate", url=form)
    before = await desk.ask("status")
    process = desk.lab.stack.process(services.BROWSER_HOST)
    restarts = process.restarts
    desk.lab.signal(services.BROWSER_HOST, signal.SIGTERM)
    await desk.lab.stack.restarted(services.BROWSER_HOST, restarts + 1)
    after = await desk.ask("status")
    assert after["browser_pid"] == before["browser_pid"]
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
    ],
)
async def test_what_cannot_be_done_is_refused_with_the_reason(
    desk: Desk, form: str, tool: str, arguments: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        await desk.ask(tool, **arguments)
    assert refused.value.code == code


async def test_without_a_model_nothing_can_be_extracted(desk: Desk, form: str) -> None:
    await desk.ask("navigate", url=form)
    with pytest.raises(Refused, match="not_supported") as refused:
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
        while (found := await hosts.find_session(desk.lab.bus, "mine")) is None:  # noqa: ASYNC110  said in a while
            await asyncio.sleep(0.2)
    assert (found.host, found.active) == (HOST, True)


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
        (picture,) = (await client.call_tool("browser.screenshot", {})).content
        assert picture.type == "image"
        done = await client.call_tool("browser.act", {"instruction": "click Submit application"})
        assert done.structured_content["vetoed"] >= 1
    async with asyncio.timeout(SECONDS):
        while await desk.browsers():  # noqa: ASYNC110  another process ends it
            await asyncio.sleep(0.1)
