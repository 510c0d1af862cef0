"""How many browsers a host starts ahead, by what it is there for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers import spares
from ghosthands.browser_host.providers.spares import Spares

PATIENCE = 30.0


class Starts:
    """Counts them, and tells of each."""

    def __init__(self) -> None:
        self.count = 0
        self.more = asyncio.Condition()

    async def start(self) -> SessionKey:
        async with self.more:
            self.count += 1
            self.more.notify_all()
        return SessionKey("spare", f"s{self.count}")

    async def until(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE), self.more:
            await self.more.wait_for(lambda: self.count >= count)


@asynccontextmanager
async def kept(starts: Starts, *, replaces: bool) -> AsyncIterator[Spares]:
    spare = Spares(1, starts.start, replaces=replaces)
    keeping = asyncio.create_task(spare.keep())
    try:
        yield spare
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spares, "BREATHER_SECONDS", 0.0)


async def test_one_that_a_session_got_is_replaced() -> None:
    starts = Starts()
    async with kept(starts, replaces=True) as spare:
        await starts.until(1)
        assert await spare.take() is not None
        await starts.until(2)


async def test_a_host_that_is_there_for_one_job_starts_no_other() -> None:
    starts = Starts()
    async with kept(starts, replaces=False) as spare:
        await starts.until(1)
        assert await spare.take() is not None
        assert await spare.take() is None
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await starts.until(2)
