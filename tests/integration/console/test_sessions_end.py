"""What a visitor has open ends with their session, and no part of it opens anything for whoever has no session."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ghosthands.chassis import health
from ghosthands.chassis.grants import PLATE, Doorplate, Grant, GrantRefused, Grants, Right
from ghosthands.domain.services import BROWSER_HOST, HITL_GATEWAY
from ghosthands.domain.session import SessionOpened
from tests.integration.console.conftest import HOST, Visit, Visits
from tests.integration.services.conftest import PATIENCE, Case, Town

pytestmark = pytest.mark.integration

#: how the console's own page is told that it need not try again
SIGNED_OUT = 4003


class LiveView:
    """Browser-host's live view, as far as the console meets it."""

    def __init__(self) -> None:
        self.grants = Grants(b"k" * 32)
        self.came: list[Grant] = []
        self.heard: asyncio.Queue[str] = asyncio.Queue()

    async def serve(self, socket: WebSocket) -> None:
        """Say how the viewer may return, as the real one does, then who has control; hear what they do."""
        grant = self.grants.read(socket.path_params["token"])
        self.came.append(grant)
        await socket.accept()
        token = self.grants.token(grant.session_id, grant.right, viewer_id=grant.viewer_id)
        await socket.send_json({"type": "renewed", "token": token})
        await socket.send_json({"type": "state", "hold": "you"})
        async for said in socket.iter_json():
            self.heard.put_nowait(said["type"])


@pytest.fixture
async def live(town: Town) -> AsyncIterator[LiveView]:
    live = LiveView()

    async def page(_request: Any) -> PlainTextResponse:
        return PlainTextResponse("the page of a live view")

    app = Starlette(routes=[Route("/live/{token}/", page), WebSocketRoute("/live/{token}/socket", live.serve)])
    plate = town.stack.state.browsers / PLATE
    async with health.serving(app, HOST, 0, ws="websockets-sansio") as port:
        here = f"http://{HOST}:{port}"
        Doorplate(here, here, live.grants).hang(plate)
        yield live
    plate.unlink()


@pytest.fixture
async def shown(town: Town) -> Case:
    """A job that waits with its browser open."""
    case = await Case(town).start()
    await case.say(BROWSER_HOST, SessionOpened(cause="c", session_id="s-1", host="host-1", provider="local"))
    await case.ask()
    return case


async def find_view(visitor: Visit, case: Case) -> str:
    """The address of the live view in the page that the visitor takes the job over on."""
    page = (await visitor.get(f"/jobs/{case.id}/takeover")).text
    found = re.search(r'<iframe src="([^"]+)"', page)
    assert found is not None, page
    return found[1]


def reach(visitor: Visit, path: str) -> connect:
    """A WebSocket as the visitor's browser opens it."""
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.client.cookies.items())
    address = f"{visitor.base.replace('http', 'ws', 1)}{path}"
    return connect(address, origin=visitor.base, additional_headers={"cookie": cookies}, proxy=None)  # type: ignore[arg-type]


async def hear(line: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        return dict(msgspec.json.decode(await line.recv()))


async def until_closed(line: ClientConnection) -> int | None:
    """The code with which the line is closed."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionClosed):
            while True:
                await line.recv()
    return line.close_code


async def test_nothing_that_a_page_shows_of_a_live_view_opens_one_past_the_console(
    visit: Visits, shown: Case, live: LiveView
) -> None:
    guest = await visit().sign_in(shown.id)
    view = await find_view(guest, shown)
    assert (await guest.get(view)).text == "the page of a live view"
    async with reach(guest, f"{view}socket") as line:
        assert (await hear(line))["type"] == "state", "it was told how to return without the console"
    (came,) = live.came
    assert (came.session_id, came.right) == ("s-1", Right.CONTROL)
    for part in view.split("/"):
        with pytest.raises(GrantRefused):
            live.grants.read(part)


async def test_a_page_that_connects_again_is_the_same_viewer(operator: Visit, shown: Case, live: LiveView) -> None:
    view = await find_view(operator, shown)
    for _ in range(2):
        async with reach(operator, f"{view}socket") as line:
            await hear(line)
    first, again = live.came
    assert first.viewer_id == again.viewer_id != ""


async def test_the_address_of_somebody_elses_view_opens_nothing(
    visit: Visits, operator: Visit, shown: Case, live: LiveView
) -> None:
    view = await find_view(operator, shown)
    guest = await visit().sign_in(shown.id)
    assert (await guest.get(view)).status_code == 404
    with pytest.raises(InvalidStatus):
        async with reach(guest, f"{view}socket"):
            pass
    assert live.came == []


async def test_who_signs_out_loses_the_page_they_control_at_once(operator: Visit, shown: Case, live: LiveView) -> None:
    view = await find_view(operator, shown)
    async with reach(operator, f"{view}socket") as line:
        await hear(line)
        await operator.post("/sign-out")
        assert await until_closed(line) == SIGNED_OUT
    async with asyncio.timeout(PATIENCE):
        assert await live.heard.get() == "release"


async def test_who_signs_out_hears_no_more_news(operator: Visit) -> None:
    async with asyncio.timeout(PATIENCE), operator.client.stream("GET", "/news") as news:
        lines = news.aiter_lines()
        await anext(lines)
        await operator.post("/sign-out")
        assert [line async for line in lines], "what was news before was told"


async def test_a_copy_of_the_cookie_of_who_signed_out_opens_nothing(operator: Visit, visit: Visits) -> None:
    copy = visit()
    copy.client.cookies = httpx.Cookies(operator.client.cookies)
    assert (await copy.get("/")).status_code == 200
    await operator.post("/sign-out")
    assert (await copy.get("/")).status_code == 401


async def test_who_signed_out_is_still_out_once_the_gateway_was_killed(
    operator: Visit, visit: Visits, town: Town
) -> None:
    gateway, copy = town.stack.process(HITL_GATEWAY), visit()
    copy.client.cookies = httpx.Cookies(operator.client.cookies)
    await operator.post("/sign-out")
    restarts = gateway.restarts
    os.kill(gateway.pid, signal.SIGKILL)
    await town.stack.wait_until_restarted(HITL_GATEWAY, restarts + 1)
    assert (await copy.until_there("/")).status_code == 401
