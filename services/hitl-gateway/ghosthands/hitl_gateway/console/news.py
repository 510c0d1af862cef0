"""What has changed, told to every open page as it happens.

One listening connection to the read model serves all pages: projector tells which jobs' rows have changed, in the very
transaction that changed them, so whoever then reads the tables finds it there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress

from ghosthands.hitl_gateway.tables import Tables
from ghosthands.readmodel import ReadModelUnavailable

#: without news a page is told that the line stands
SILENCE_SECONDS = 15.0
#: until the read model is listened to again once it went away
AGAIN_SECONDS = 1.0

#: what a page is told that has missed something, or may have
EVERYTHING = frozenset({"inbox", "jobs"})


class News:
    """The pages that listen, and what is told to them: `inbox`, `jobs`, `job-<id>`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._listeners: set[_Listener] = set()
        #: what the inbox held when it was last asked; None where it may have changed unseen since
        self._open: frozenset[str] | None = None
        self._ended = False

    async def run(self) -> None:
        """Listen to the read model until cancelled; while it is away nothing is told, and afterwards everything."""
        while True:
            with suppress(ReadModelUnavailable):
                await self._follow()
            await asyncio.sleep(AGAIN_SECONDS)

    def end(self) -> None:
        """Send every listener away: there will be no more news."""
        self._ended = True
        self._tell(())

    async def listen(self, names: Iterable[str]) -> AsyncGenerator[str, None]:
        """Which of these names have news, as server-sent events, until the process stops; at once all of them."""
        listener = _Listener(frozenset(names))
        self._listeners.add(listener)
        try:
            yield "retry: 1000\n\n"
            while not self._ended:
                for name in await listener.next(SILENCE_SECONDS):
                    yield f"event: {name}\ndata: changed\n\n"
                yield ": there\n\n"
        finally:
            self._listeners.discard(listener)

    async def _follow(self) -> None:
        reader = await self._tables.reader()
        self._tell(EVERYTHING)
        async for jobs in reader.changed_jobs():
            if not self._listeners:  # each gateway hears of each change: one that nobody looks at asks nothing
                self._open = None
                continue
            waiting = frozenset(f"{one.request_id} {one.due_at}" for one in await reader.inbox())
            changed = {"jobs", *(f"job-{job_id}" for job_id in jobs)}
            self._tell(changed if waiting == self._open else changed | {"inbox"})
            self._open = waiting

    def _tell(self, names: Iterable[str]) -> None:
        for listener in self._listeners:
            listener.tell(names)


class _Listener:
    """An open page: several changes of one thing are one until it was told."""

    def __init__(self, wanted: frozenset[str]) -> None:
        self._wanted = wanted
        #: between its being rendered and its listening a page may have missed anything
        self._untold: set[str] = set(wanted)
        self._news = asyncio.Event()
        self._news.set()

    def tell(self, names: Iterable[str]) -> None:
        self._untold |= self._wanted.intersection(names)
        self._news.set()

    async def next(self, timeout: float) -> list[str]:
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._news.wait()
        self._news.clear()
        untold, self._untold = sorted(self._untold), set()
        return untold
