"""What a live view says is understood also of a browser-host of another version."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

import pytest
from websockets.asyncio.client import ClientConnection

from ghosthands.hitl_gateway import live_line
from ghosthands.hitl_gateway.http.devtools.viewing import LiveLine

STATE = '{"type": "state", "hold": "you", "title": "Apply", "url": "https://jobs.example.com/apply"}'


async def said(*messages: str) -> AsyncIterator[str]:
    for message in messages:
        yield message


async def test_a_host_that_does_not_say_whether_anything_leaves_is_understood() -> None:
    line = LiveLine(cast(ClientConnection, said(STATE, '{"new": 1}')))
    await line.listen()
    assert (line.title, line.is_in_control, line.is_cut_off) == ("Apply", True, False)


@pytest.mark.parametrize(
    ("message", "has_token"), [('{"type": "renewed"}', True), (STATE, False), ('{"new": 1}', False)]
)
def test_only_a_renewal_has_a_token(message: str, has_token: bool) -> None:
    assert live_line.has_token(message) is has_token
