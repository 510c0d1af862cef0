"""How quick the console is with fifty jobs that wait: its pages beside a static file of the same server, and its news.

Run with -s it prints the numbers of docs/benchmarks.md; what is asserted has room for a busy machine.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

import pytest

from tests.integration.services.conftest import Case

pytestmark = [pytest.mark.integration, pytest.mark.heavy]  # fifty jobs that wait, five hundred pages: half a minute

JOBS, LOOKS, INBOXES, WAITS = 50, 100, 50, 12


async def test_a_list_of_fifty_is_small_and_its_first_byte_comes_soon(operator: Any, town: Any) -> None:
    cases = [await Case(town).start() for _ in range(JOBS)]
    for case in cases:
        await case.ask()
    page = await operator.until("/", lambda text: text.count("<article") >= JOBS)
    (sheet,) = re.findall(r'href="(/static/console.css[^"]*)"', page)
    paths = {"a static file": sheet, "/": "/", "/jobs": "/jobs", "a job": f"/jobs/{cases[0].id}"}
    took: dict[str, list[float]] = {name: [] for name in paths}
    for _ in range(LOOKS):  # in turn, so that a busy moment is everybody's
        for name, path in paths.items():
            took[name].append(await _until_first_byte(operator, path))
    sizes = {name: len((await operator.get(path)).content) for name, path in paths.items()}
    for name in paths:
        print(f"{name:<14} {_tell(took[name])}  {sizes[name] / 1000:.1f} kB")
    assert sizes["/jobs"] <= 60_000
    waits = (await operator.get("/")).text.count("<article")
    assert sizes["/"] <= 60_000 * waits / JOBS, "other tests' waits stand there too"
    assert all(median(took[name]) < 500 for name in paths), "milliseconds; the goal is 50"


async def test_a_new_wait_is_told_to_every_open_inbox_at_once(operator: Any, town: Any) -> None:
    every: list[float] = []
    last: list[float] = []
    for nearer in range(WAITS):
        case = await Case(town).start()
        async with asyncio.TaskGroup() as group:
            ready = asyncio.Semaphore(0)
            inboxes = [group.create_task(_hear(operator, ready)) for _ in range(INBOXES)]
            for _ in inboxes:
                await ready.acquire()
            began = time.perf_counter()
            await case.ask(timeout_seconds=200 - nearer)  # nearer than the others': an inbox shows fifty
            took = [1000 * (await inbox - began) for inbox in inboxes]
        assert case.id in (await operator.get("/inbox/list")).text, "whoever is told finds it there"
        every += took
        last.append(max(took))
    print(f"each of {INBOXES} open inboxes {_tell(every)}; the last of them {_tell(last)}, at most {max(last):.0f} ms")
    assert median(last) < 3000, "milliseconds; the goal is 300"


async def _until_first_byte(operator: Any, path: str) -> float:
    began = time.perf_counter()
    async with operator.client.stream("GET", path) as answer:
        took = 1000 * (time.perf_counter() - began)
        assert answer.status_code == 200, path
        await answer.aread()
    return took


async def _hear(operator: Any, ready: asyncio.Semaphore) -> float:
    """When this inbox was told that there is something new, once it listens."""
    async with operator.client.stream("GET", "/news") as stream:
        lines = stream.aiter_lines()
        await anext(line async for line in lines if line == "event: jobs")
        ready.release()
        await anext(line async for line in lines if line == "event: inbox")
        return time.perf_counter()


def _tell(took: Sequence[float]) -> str:
    return f"median {median(took):.0f} ms, p95 {quantiles(took, n=20)[-1]:.0f} ms"
