"""Logging in to a stack's NATS, whoever started the stack."""

from __future__ import annotations

import pytest

from ghosthands.messaging.server import jetstream
from ghosthands.stack import StackElsewhere, logged_in


class Line:
    """A connection that tells whether it was closed."""

    closed = False

    async def close(self) -> None:
        self.closed = True


async def test_a_block_that_fails_leaves_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line()

    async def connect(url: str, *, user: str, password: str, timeout: float) -> Line:
        assert (url, user, password, timeout) == ("nats://x", "valet", "v", 7.0)
        return line

    monkeypatch.setattr(jetstream, "connect", connect)

    async def fail() -> None:
        async with logged_in(StackElsewhere("nats://x", "", {"valet": "v"}), "valet", timeout=7.0) as bus:
            assert (bus, line.closed) == (line, False)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert line.closed
