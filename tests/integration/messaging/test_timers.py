"""Deadlines that outlive processes, on a real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from ghosthands.domain import services
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.subjects import Aggregate, recipe
from ghosthands.messaging.work import timers
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.timers import Firing, Timers

BusOf = Callable[[str], Awaitable[Bus]]


class Fired:
    """The firings executor got, as they come."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Firing] = asyncio.Queue()

    async def take(self, delivery: Delivery) -> None:
        self.queue.put_nowait(timers.read(delivery.subject, delivery.headers))
        await delivery.ack()

    async def next(self) -> Firing:
        async with asyncio.timeout(20):
            return await self.queue.get()


@pytest.fixture
async def bus(bus_of: BusOf) -> Bus:
    return await bus_of(services.EXECUTOR)


@pytest.fixture
async def fired(bus: Bus) -> AsyncIterator[Fired]:
    fired = Fired()
    puller = Puller(bus, streams.TIMERS, [services.EXECUTOR], fired.take, slots=4)
    running = asyncio.create_task(puller.run())
    yield fired
    await puller.stop()
    await running


def _soon(seconds: float) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=seconds)


async def test_a_timer_fires_at_its_time_and_not_before(bus: Bus, fired: Fired, job: Aggregate, cause: Cause) -> None:
    at = _soon(1.5)
    await Timers(bus).set(job, "job", at, services.EXECUTOR, cause=cause)
    firing = await fired.next()
    assert (firing.aggregate, firing.name, firing.at) == (job, "job", at)
    assert (firing.tenant, firing.correlation) == (cause.tenant, cause.correlation)
    assert at <= datetime.now(UTC)


async def test_a_time_in_the_past_fires_at_once(bus: Bus, fired: Fired, job: Aggregate, cause: Cause) -> None:
    await Timers(bus).set(job, "job", _soon(-3600), services.EXECUTOR, cause=cause)
    assert (await fired.next()).aggregate == job


async def test_setting_a_timer_again_replaces_it(bus: Bus, fired: Fired, job: Aggregate, cause: Cause) -> None:
    later, sooner = _soon(3600), _soon(1.2)
    for at in (sooner, later, sooner):
        await Timers(bus).set(job, "job", at, services.EXECUTOR, cause=cause)
    assert (await fired.next()).at == sooner
    assert fired.queue.empty()


async def test_a_timer_of_an_aggregate_with_an_unsafe_name_keeps_the_name(bus: Bus, fired: Fired, cause: Cause) -> None:
    await Timers(bus).set(recipe("jobs.example.com"), "review", _soon(-1), services.EXECUTOR, cause=cause)
    assert (await fired.next()).aggregate == recipe("jobs.example.com")
