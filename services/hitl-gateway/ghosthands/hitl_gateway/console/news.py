"""News: the names of what has changed, sent to every open page as it happens.

One listening connection to the read model serves all pages: projector notifies which jobs' rows have changed, in the
transaction that changed them, so a page that then reads the tables finds the change.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

from ghosthands.hitl_gateway.tables import Tables
from ghosthands.readmodel import ReadModelUnavailable

#: seconds without news after which a page gets a sign of life
SILENCE_SECONDS = 15.0
#: seconds before listening again to a read model that went away
AGAIN_SECONDS = 1.0

#: the news for a page that may have missed some
EVERYTHING = frozenset({"inbox", "jobs"})

#: returns once whoever listens may hear no more
Over = Callable[[], Coroutine[Any, Any, None]]


class News:
    """The listening pages, and their news: `inbox`, `jobs`, `job-<id>`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._listeners: set[_Listener] = set()
        #: the inbox's content at the last query; None where it may have changed unseen since
        self._open: frozenset[str] | None = None
        self._ended = False

    async def run(self) -> None:
        """Listen to the read model until cancelled; after it was away, send everything as changed."""
        while True:
            with suppress(ReadModelUnavailable):
                await self._follow()
            await asyncio.sleep(AGAIN_SECONDS)

    def end(self) -> None:
        """End every listener's stream: there will be no more news."""
        self._ended = True
        self._tell(())

    async def listen(self, names: Iterable[str], *, over: Over) -> AsyncGenerator[str, None]:
        """Yield the names that have news, as server-sent events; first all of them.

        It ends when the process stops, and once `over` returns.
        """
        listener, ending = _Listener(frozenset(names)), asyncio.create_task(over())
        ending.add_done_callback(lambda _: listener.tell(()))
        self._listeners.add(listener)
        try:
            yield "retry: 1000\n\n"
            while not self._ended and not ending.done():
                for name in await listener.next(SILENCE_SECONDS):
                    yield f"event: {name}\ndata: changed\n\n"
                yield ": there\n\n"
        finally:
            ending.cancel()
            self._listeners.discard(listener)

    async def _follow(self) -> None:
        reader = await self._tables.reader()
        self._tell(EVERYTHING)
        async for jobs in reader.changed_jobs():
            if not self._listeners:  # every gateway gets every change; one without open pages queries nothing
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
    """An open page; several changes of one thing become one until they are sent."""

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
