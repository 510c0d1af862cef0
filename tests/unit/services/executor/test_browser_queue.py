"""The longest wait for a browser is told, of whichever band it is."""

from __future__ import annotations

from datetime import datetime, timedelta

from ghosthands.executor.browser_queue import WAITED, BrowserQueue
from ghosthands.testkit.story import NOON


async def test_the_oldest_of_all_bands_is_told_and_nothing_once_all_have_a_browser() -> None:
    waiting = {"gh.cmd.browser-host.normal.OpenSession": 40, "gh.cmd.browser-host.low.OpenSession": 900}

    async def find(queue: str) -> datetime | None:
        return NOON - timedelta(seconds=waiting[queue]) if queue in waiting else None

    queue = BrowserQueue(find, lambda: NOON)
    await queue.look()
    assert WAITED._value.get() == 900
    waiting.clear()
    await queue.look()
    assert WAITED._value.get() == 0
