"""What a visitor has open ends with their session, and what they send has to arrive."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.requests import Request
from starlette.types import Message
from starlette.websockets import WebSocket
from websockets.asyncio.server import ServerConnection, serve

from ghosthands.chassis.grants import Doorplate, Grants
from ghosthands.hitl_gateway.console import means
from ghosthands.hitl_gateway.console.access import Role, Visitor
from ghosthands.hitl_gateway.console.takeover import Takeover


class Watcher:
    """A visitor's WebSocket: it says nothing, and stays for as long as it may."""

    path_params = {"job_id": "1", "token": "t", "rest": "socket"}  # noqa: RUF012
    scope: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, seconds: float) -> None:
        visitor = Visitor("v", Role.GUEST, time.time() + seconds, "1")
        self.state = SimpleNamespace(visitor=visitor)
        self.seen: list[str] = []
        self.closed = asyncio.Event()

    async def accept(self, subprotocol: str | None = None) -> None:
        pass

    async def receive(self) -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send_text(self, text: str) -> None:
        self.seen.append(text)

    async def close(self, code: int) -> None:
        self.closed.set()


async def test_who_watches_a_page_is_cut_off_once_their_session_is_over(tmp_path: Path) -> None:
    async def show(line: ServerConnection) -> None:
        await line.send("a picture")
        await line.wait_closed()

    async with serve(show, "127.0.0.1", 0) as live_view:
        url = f"http://127.0.0.1:{live_view.sockets[0].getsockname()[1]}"
        plate = tmp_path / "live.json"
        Doorplate(url, url, Grants(b"k" * 32)).hang(plate)
        watcher = Watcher(seconds=0.5)
        takeover = Takeover(cast(means.ConsoleMeans, SimpleNamespace(live_plate=plate)))
        async with asyncio.timeout(20):
            await takeover.relay_socket(cast(WebSocket, watcher))
    assert watcher.seen == ["a picture"]
    assert watcher.closed.is_set()


async def test_a_form_that_does_not_come_to_its_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(means, "FORM_SECONDS", 0.05)
    begun = iter([{"type": "http.request", "body": b"confirmation=st", "more_body": True}])

    async def receive() -> Message:
        for message in begun:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    async with asyncio.timeout(20):
        assert await means.read_form(request) is None
