"""Requests and their answers, on a real server with the real permissions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.connection import Forbidden
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import Endpoint, Micro, RequestRefused, ask

pytestmark = pytest.mark.integration

BusOf = Callable[[str], Awaitable[Bus]]


class Desk:
    """Answers every request with what it was asked, once it may."""

    def __init__(self) -> None:
        self.asked = asyncio.Queue[bytes]()
        self.open = asyncio.Event()
        self.open.set()

    async def answer(self, data: bytes) -> bytes:
        self.asked.put_nowait(data)
        await self.open.wait()
        if data == b"refuse":
            raise RequestRefused("no_page", "there is\nno page")
        if data == b"fail":
            raise ValueError("a secret")
        return data


@pytest.fixture
async def desk(bus_of: BusOf) -> AsyncIterator[Desk]:
    desk = Desk()
    endpoint = Endpoint("navigate", subjects.tool("navigate"), desk.answer, "browser-host")
    own = Endpoint("navigate-here", subjects.tool("navigate", host="here"), desk.answer, "here")
    micro = Micro(await bus_of(services.BROWSER_HOST), "browser", [endpoint, own])
    await micro.start()
    yield desk
    await micro.stop()


async def test_a_request_is_answered(desk: Desk, bus_of: BusOf) -> None:
    assert await ask(await bus_of(permissions.TOOLS), "browser.navigate", b"hello", timeout=60) == b"hello"


async def test_a_refusal_is_an_answer_with_a_reason(desk: Desk, bus_of: BusOf) -> None:
    with pytest.raises(RequestRefused, match="there is no page") as refused:
        await ask(await bus_of(permissions.TOOLS), "browser.navigate", b"refuse", timeout=10)
    assert refused.value.code == "no_page"


async def test_an_error_nobody_foresaw_tells_nothing(desk: Desk, bus_of: BusOf) -> None:
    with pytest.raises(RequestRefused) as refused:
        await ask(await bus_of(permissions.TOOLS), "browser.navigate", b"fail", timeout=10)
    assert (refused.value.code, str(refused.value)) == ("internal_error", "internal_error")


async def test_a_slow_request_holds_up_no_other(desk: Desk, bus_of: BusOf) -> None:
    bus = await bus_of(permissions.TOOLS)
    desk.open.clear()
    slow = asyncio.create_task(ask(bus, "browser.navigate", b"slow", timeout=30))
    quick = asyncio.create_task(ask(bus, "browser.navigate", b"quick", timeout=30))
    assert {await desk.asked.get(), await desk.asked.get()} == {b"slow", b"quick"}
    desk.open.set()
    assert await asyncio.gather(slow, quick) == [b"slow", b"quick"]


async def test_a_host_passes_a_request_on_to_another_by_its_name(desk: Desk, bus_of: BusOf) -> None:
    other = await bus_of(services.BROWSER_HOST)
    assert await ask(other, subjects.tool("navigate", host="here"), b"hello", timeout=60) == b"hello"


async def test_a_client_of_the_tools_reaches_no_host_past_the_queue(desk: Desk, bus_of: BusOf) -> None:
    with pytest.raises(Forbidden):
        await ask(await bus_of(permissions.TOOLS), subjects.tool("navigate", host="here"), b"hello", timeout=10)


async def test_nobody_else_may_ask(desk: Desk, bus_of: BusOf) -> None:
    with pytest.raises(Forbidden):
        await ask(await bus_of(services.PLANNER), "browser.navigate", b"hello", timeout=10)


async def test_where_nobody_listens_the_asker_learns_so_at_once(bus_of: BusOf) -> None:
    with pytest.raises(StreamUnavailable, match="nobody answers"):
        await ask(await bus_of(permissions.TOOLS), "browser.observe", b"", timeout=60)


async def test_the_endpoints_are_found_and_counted_like_any_nats_service(desk: Desk, bus_of: BusOf) -> None:
    bus = await bus_of(permissions.TOOLS)
    await ask(bus, "browser.navigate", b"hello", timeout=60)
    found = msgspec.json.decode(await ask(bus, "$SRV.INFO.browser", b"", timeout=60))
    assert {each["subject"] for each in found["endpoints"]} == {"browser.navigate", "browser.navigate.here"}
    counted = msgspec.json.decode(await ask(bus, "$SRV.STATS.browser", b"", timeout=60))
    assert sum(each["num_requests"] for each in counted["endpoints"]) == 1
