"""What open pages are told as it happens, and that nothing is asked where none is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ghosthands.hitl_gateway.console.news import News
from ghosthands.hitl_gateway.tables import Tables


class FakeTables:
    """A read model that changes when the test says so."""

    def __init__(self) -> None:
        self.waiting: set[str] = set()
        self.times_asked = 0
        self._changes: asyncio.Queue[frozenset[str]] = asyncio.Queue()

    async def reader(self) -> FakeTables:
        return self

    async def inbox(self) -> list[Any]:
        self.times_asked += 1
        return [SimpleNamespace(request_id=one, due_at=None) for one in sorted(self.waiting)]

    async def changed_jobs(self) -> AsyncIterator[frozenset[str]]:
        while True:
            yield await self._changes.get()
            self._changes.task_done()

    async def change(self, *waiting: str) -> None:
        """A job's row changes, and these requests wait now; back once that was dealt with."""
        self.waiting = set(waiting)
        self._changes.put_nowait(frozenset({"1"}))
        await self._changes.join()


@pytest.fixture
def tables() -> FakeTables:
    return FakeTables()


@pytest.fixture
async def news(tables: FakeTables) -> AsyncIterator[News]:
    told = News(cast(Tables, tables))
    running = asyncio.create_task(told.run())
    yield told
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def never() -> None:
    await asyncio.Event().wait()


async def next_told(page: AsyncGenerator[str, None]) -> set[str]:
    """The names of the events until the page is told that the line stands."""
    names: set[str] = set()
    while not (said := await anext(page)).startswith(":"):
        names.add(said.partition("\n")[0].removeprefix("event: "))
    return names


async def test_while_no_page_is_open_no_inbox_is_asked(tables: FakeTables, news: News) -> None:
    for waiting in ("a", "b", "c"):
        await tables.change(waiting)
    assert tables.times_asked == 0


async def test_a_page_that_opens_later_is_told_of_an_inbox_that_is_what_it_once_was(
    tables: FakeTables, news: News
) -> None:
    async with aclosing(news.listen(("inbox",), over=never)) as first:
        await anext(first)
        await next_told(first)
        await tables.change("a")
        assert await next_told(first) == {"inbox"}
    await tables.change("a", "b")  # seen by nobody
    async with aclosing(news.listen(("inbox",), over=never)) as second:
        await anext(second)
        assert await next_told(second) == {"inbox"}, "it may have missed anything"
        await tables.change("a")
        assert await next_told(second) == {"inbox"}


async def test_the_news_end_with_the_session_of_whoever_reads_them(news: News) -> None:
    over = asyncio.Event()

    async def ended() -> None:
        await over.wait()

    async with asyncio.timeout(20), aclosing(news.listen(("inbox",), over=ended)) as page:
        await next_told(page)
        over.set()
        assert [said async for said in page] == [": there\n\n"]
