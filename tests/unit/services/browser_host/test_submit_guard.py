"""What the submit guard counts, however many documents come at once."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from ghosthands.browser_host.guard.submit_guard import SubmitGuard


class Frame:
    """A frame in which something was vetoed once, which it says as soon as all have been asked."""

    def __init__(self, asked: asyncio.Barrier) -> None:
        self._asked = asked

    async def evaluate(self, _script: str) -> int:
        await self._asked.wait()
        return 1


async def test_no_veto_is_lost_where_documents_come_at_once() -> None:
    context: Any = SimpleNamespace(pages=[])
    network: Any = SimpleNamespace(count_vetoes=lambda: 0, gate=SimpleNamespace(level=None))
    guard = SubmitGuard(context, "session", network)
    asked = asyncio.Barrier(3)
    frames: list[Any] = [Frame(asked) for _ in range(3)]
    await asyncio.gather(*(guard._set_in(frame) for frame in frames))
    assert await guard.count_vetoes() == 3
