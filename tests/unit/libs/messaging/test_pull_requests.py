"""The pull requests that may be open at a consumer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, cast

import pytest
from nats.aio.msg import Msg

from ghosthands.messaging.server.connection import Connection
from ghosthands.messaging.work import pull_requests
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.pull_requests import EXPIRES_SECONDS, SILENCE_SECONDS, PullRequests

#: where a delivery is acknowledged, as the server says it
ACK = "$JS.ACK.GH_COMMANDS.planner.1.1.1.1700000000000000000.0"


class Server:
    """A connection to a server that serves each request with one message."""

    connected = True

    def __init__(self) -> None:
        self._numbers = count()
        self.say: Callable[[Msg], None] = lambda _: None

    def on_reconnect(self, listener: Callable[[], None]) -> Callable[[], None]:
        return lambda: None

    def new_inbox(self) -> str:
        return "_INBOX_planner.x"

    def unique(self) -> str:
        return str(next(self._numbers))

    async def subscribe(self, subject: str, on_message: Callable[[Msg], None]) -> object:
        self.say = on_message
        return object()

    async def send(self, subject: str, data: bytes = b"", *, reply: str = "") -> None:
        self.say(Msg(cast("Any", None), "gh.cmd.planner.PlanPage", ACK, b"{}"))


async def test_requests_that_were_served_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    monkeypatch.setattr(pull_requests, "monotonic", lambda: float(next(seconds)))
    delivered: list[Delivery] = []
    server = Server()
    requests = PullRequests(
        cast("Connection", server), "GH_COMMANDS", "planner", on_delivery=delivered.append, on_change=lambda: None
    )
    requests.outstanding = 8  # so many more wait at the server all the time, as of a puller with hands free
    for _ in range(1000):
        await requests.ask(1)
    assert len(delivered) == 1000
    assert requests.outstanding == 8
    assert len(requests) <= EXPIRES_SECONDS + SILENCE_SECONDS
