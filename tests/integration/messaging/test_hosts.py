"""What is written down of a host that is gone, unless it is not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import msgspec

from ghosthands.domain import services
from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.hosts import HostRecord, Sign


async def say(bus: Bus, *sessions: str) -> Sign:
    """A sign of life of a host with these sessions, as it is read."""
    told = tuple(SessionStatus(session=session, session_id=session) for session in sessions)
    record = HostRecord("host-7", 2, len(told), datetime.now(UTC), told)
    await bus.publish(Outgoing(hosts.subject_of("host-7"), msgspec.json.encode(record)))
    return await read(bus)


async def read(bus: Bus) -> Sign:
    return next(sign for sign in await hosts.read_signs(bus) if sign.record.host == "host-7")


async def test_a_host_that_is_settled_has_no_sessions_unless_it_spoke_since(
    bus_of: Callable[[str], Awaitable[Bus]],
) -> None:
    bus = await bus_of(services.BROWSER_HOST)
    before = await say(bus, "s1")
    now = await say(bus, "s1", "s2")
    await hosts.settle(bus, before)
    assert await read(bus) == now
    await hosts.settle(bus, now)
    settled = (await read(bus)).record
    assert (settled.sessions, settled.open, settled.at) == (0, (), now.record.at)
