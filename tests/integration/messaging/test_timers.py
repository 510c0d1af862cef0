"""Deadlines that outlive processes, on a real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime, timedelta

import pytest

from ghosthands.domain import services
from ghosthands.messaging.server import migrating, moved_timers, streams
from ghosthands.messaging.server.jetstream import ApiError, Bus, Outgoing
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.subjects import Aggregate, recipe
from ghosthands.messaging.work import timers
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.timers import Firing, Timers
from tests.integration.messaging.conftest import Server

BusOf = Callable[[str], Awaitable[Bus]]


class Fired:
    """The firings executor got, as they come."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Firing] = asyncio.Queue()

    async def take(self, delivery: Delivery) -> None:
        self.queue.put_nowait(timers.read(delivery.subject, delivery.headers))
        await delivery.ack()

    async def next(self) -> Firing:
        async with asyncio.timeout(60):
            return await self.queue.get()


@pytest.fixture
async def bus(bus_of: BusOf) -> Bus:
    return await bus_of(services.EXECUTOR)


@pytest.fixture
async def fired(bus: Bus) -> AsyncIterator[Fired]:
    fired = Fired()
    puller = Puller(bus, streams.timers_of(services.EXECUTOR), [services.EXECUTOR], fired.take, slots=4)
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


@pytest.mark.parametrize("user", [service for service in streams.TIMERS if service != services.EXECUTOR])
async def test_nobody_ends_or_replaces_a_deadline_of_another(
    user: str, bus: Bus, fired: Fired, bus_of: BusOf, job: Aggregate, cause: Cause
) -> None:
    at = _soon(2)
    await Timers(bus).set(job, "job", at, services.EXECUTOR, cause=cause)
    theirs, other = subjects.timer_set(services.EXECUTOR, job, "job"), await bus_of(user)
    own = subjects.timer_set(user, job, "callback")
    ending = [
        {"Nats-Schedule-Next": "purge", timers.SCHEDULER: theirs},
        {"Nats-Schedule": "@at 2020-01-01T00:00:00Z", "Nats-Schedule-Target": theirs},
        {"Nats-Rollup": "all"},
    ]
    for headers in ending:
        with suppress(ApiError):
            await other.publish(Outgoing(own, b"", headers))
    firing = await fired.next()
    assert (firing.aggregate, firing.at) == (job, at)


async def test_timers_from_before_setters_had_streams_of_their_own_fire_after_a_migration(
    own_server: Server, job: Aggregate, cause: Cause
) -> None:
    admin = await own_server.connect(MIGRATION)
    flags = {"allow_msg_schedules": True}
    before = streams.Stream(moved_timers.BEFORE, ("gh.timer.>",), retention="workqueue", flags=flags)
    await admin.api(f"STREAM.CREATE.{before.name}", before.config(1))
    came_due, to_come = _soon(-5), _soon(3)
    for name, at, service in (
        ("host", came_due, services.EXECUTOR),
        ("job", to_come, services.EXECUTOR),
        ("human", to_come, services.HITL_GATEWAY),
        ("callback", to_come, services.HITL_GATEWAY),
        ("call-1", to_come, services.PLANNER),
    ):
        await set_as_before(admin, job, name, at, service, cause)
    await admin.publish(Outgoing("gh.timer.set.nonsense", b""))
    async with asyncio.timeout(60):
        while not await admin.first(before.name, "gh.timer.fired.>"):  # noqa: ASYNC110  nothing tells
            await asyncio.sleep(0.05)
    await migrating.migrate(admin)
    await migrating.migrate(admin)  # a second time changes nothing
    heard: set[tuple[str, str, datetime]] = set()
    news = asyncio.Event()

    def take(service: str) -> Callable[[Delivery], Awaitable[None]]:
        async def handle(delivery: Delivery) -> None:
            firing = timers.read(delivery.subject, delivery.headers)
            heard.add((service, firing.name, firing.at))
            await delivery.ack()
            news.set()

        return handle

    async with AsyncExitStack() as exits:
        for service in (services.EXECUTOR, services.HITL_GATEWAY, services.PLANNER):
            bus = await own_server.connect(service)
            exits.push_async_callback(bus.close)
            for stream in streams.timers_to(service):
                puller = Puller(bus, stream, [service], take(service), slots=1)
                exits.push_async_callback(asyncio.wait_for, asyncio.create_task(puller.run()), 30)
                exits.push_async_callback(puller.stop)
        async with asyncio.timeout(30):
            while len(heard) < 5:
                news.clear()
                await news.wait()
    assert heard == {
        (services.EXECUTOR, "host", came_due),
        (services.EXECUTOR, "job", to_come),
        (services.HITL_GATEWAY, "human", to_come),
        (services.HITL_GATEWAY, "callback", to_come),
        (services.PLANNER, "call-1", to_come),
    }
    assert moved_timers.BEFORE not in (await admin.api("STREAM.NAMES"))["streams"]
    await admin.close()


async def set_as_before(bus: Bus, about: Aggregate, name: str, at: datetime, service: str, cause: Cause) -> None:
    headers = {
        "Nats-Schedule": f"@at {at.isoformat().replace('+00:00', 'Z')}",
        "Nats-Schedule-Target": f"gh.timer.fired.{service}.{about.kind}.{about.id}.{name}",
        "ce-subject": about.id,
        "gh-timer-name": name,
        "gh-timer-at": at.isoformat(),
        "gh-tenant": cause.tenant,
        "gh-correlation": cause.correlation,
    }
    await bus.publish(Outgoing(f"gh.timer.set.{about.kind}.{about.id}.{name}", b"", headers))
