"""What executor tells of three NATS servers, of which one and then two are killed, by what its own login may ask."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from ghosthands.domain import services
from ghosthands.executor.nats_health import NatsHealth
from ghosthands.messaging.server import permissions, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.testkit.cluster import PATIENCE, Cluster

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[Cluster]:
    async with Cluster(tmp_path).running() as running:
        yield running


@pytest.fixture
async def bus(cluster: Cluster) -> AsyncIterator[Bus]:
    bus = await cluster.connect(services.EXECUTOR)
    yield bus
    await bus.close()


def told(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"ghosthands_executor_nats_{name}", labels)


async def look_until(health: NatsHealth, holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            await health.look()
            if holds():
                return
            await asyncio.sleep(0.5)  # the servers notice by themselves


async def test_a_server_that_is_killed_is_named_and_two_leave_every_stream_without_a_leader(
    cluster: Cluster, bus: Bus
) -> None:
    health, names = NatsHealth(bus), [each.name for each in streams.STREAMS]

    def is_whole() -> bool:
        leads = all(told("stream_has_leader", stream=name) == 1 for name in names)
        return leads and all(told("server_streams_behind", server=node.name) == 0 for node in cluster.nodes)

    await look_until(health, is_whole)
    admin = await cluster.connect(permissions.MIGRATION)
    leader = await cluster.find_leader(streams.EVENTS, admin)
    await admin.close()
    gone, other = (node for node in cluster.nodes if node is not leader)
    gone.kill()
    await look_until(health, lambda: told("server_streams_behind", server=gone.name) == len(names))
    assert told("server_streams_behind", server=leader.name) == 0
    assert told("stream_has_leader", stream=streams.EVENTS) == 1
    assert told("stream_leaderless_consumers", stream=streams.COMMANDS) == 0
    other.kill()
    await look_until(health, lambda: all(told("stream_has_leader", stream=name) == 0 for name in names))
    for node in (gone, other):
        node.start()
    await look_until(health, is_whole)
