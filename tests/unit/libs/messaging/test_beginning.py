"""Where the server's part of the log begins is believed only while nothing can have changed it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server import beginning
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects


class Server:
    """A server whose log begins somewhere, as a connection of ours sees it."""

    def __init__(self) -> None:
        self.begins = 1
        self.is_away = False
        self.is_closed = False
        self.asked = 0
        self.reconnected: Callable[[], None] = lambda: None

    async def find_stream(self, stream: str) -> dict[str, Any]:
        self.asked += 1
        if self.is_away:
            raise StreamUnavailable("away")
        return {"config": {"subjects": [subjects.ALL_EVENTS]}, "state": {"first_seq": self.begins}}

    def on_reconnect(self, listener: Callable[[], None]) -> None:
        self.reconnected = listener

    async def close(self) -> None:
        self.is_closed = True


async def test_it_is_asked_for_once_a_connection() -> None:
    server = Server()
    assert [await beginning.find(cast(Bus, server)) for _ in range(3)] == [1, 1, 1]
    assert server.asked == 1


async def test_after_a_reconnect_it_is_asked_for_until_the_server_answers() -> None:
    server = Server()
    await beginning.find(cast(Bus, server))
    server.begins, server.is_away = 100, True
    server.reconnected()
    with pytest.raises(StreamUnavailable, match="away"):
        await beginning.find(cast(Bus, server))
    server.is_away = False
    with pytest.raises(StreamUnavailable, match="left the server"):
        await beginning.find(cast(Bus, server))
    assert server.is_closed
