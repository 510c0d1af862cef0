"""Thousands of OpenSessions that wait for one busy site keep no other from the hosts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ghosthands.browser_host.commands.opening import open_session
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.host import Host
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.domain import ids, services
from ghosthands.domain.job import Band
from ghosthands.domain.session import CommandRefused, OpenSession
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Handling, by_command, commands
from ghosthands.messaging.work.puller import Puller
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

pytestmark = pytest.mark.integration

BUSY, OTHER = "busy.example", "other.example"
WAITING = 2000


class Looks:
    """How often OpenSessions were looked at."""

    def __init__(self) -> None:
        self.count = 0
        self._news = asyncio.Condition()

    async def add(self) -> None:
        async with self._news:
            self.count += 1
            self._news.notify_all()

    async def until(self, count: int, *, patience: float) -> bool:
        """Whether there were so many within that time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience), self._news:
                await self._news.wait_for(lambda: self.count >= count)
        return self.count >= count


@asynccontextmanager
async def hosting(bus: Bus, sessions: Sessions, looks: Looks) -> AsyncIterator[JetStreamEventLog]:
    """A host that takes OpenSessions as the service does, and opens none: nobody's data is in its vault."""
    events = JetStreamEventLog(bus)
    vault = Vault(MemoryStore(), MasterKeys.generate())
    host = cast("Host", SimpleNamespace(name="host-1", events=events, vault=vault, sessions=sessions))

    async def look(received: Any) -> None:
        await looks.add()
        await open_session(host, received)

    handling = Handling(services.BROWSER_HOST, commands(), by_command({OpenSession: look}), DeadLetters(bus))
    bands = consumers.bands_of(services.BROWSER_HOST)
    puller = Puller(bus, streams.COMMANDS, bands, handling, slots=sessions.slots + 1, can_pull=lambda: sessions.looks)
    sessions.on_free = puller.wake
    pulling = asyncio.create_task(puller.run())
    try:
        yield events
    finally:
        await puller.stop()
        await pulling


async def ask(door: Commands, number: int, site: str) -> str:
    """Somebody's job asks for a browser at the site; its id."""
    job_id = ids.derived("waiting", site, number)
    wanted = OpenSession(
        session_id=f"s{number}", job_id=job_id, tenant="acme", applicant=f"applicant {number}", epoch=1, site=site
    )
    cause = Cause(command_id=ids.derived(job_id, "chosen"), tenant="acme", correlation=job_id)
    await door.send(wanted, command_id=ids.derived(job_id, "open"), cause=cause, band=Band.NORMAL)
    return job_id


@pytest.mark.heavy
async def test_others_are_served_while_thousands_wait_for_a_busy_site(
    bus_of: Callable[[str], Awaitable[Bus]],
) -> None:
    executor, bus = await bus_of(services.EXECUTOR), await bus_of(services.BROWSER_HOST)
    door, sessions, looks = Commands(executor), Sessions(slots=4, per_site=1), Looks()
    for number in range(WAITING):
        await ask(door, number, BUSY)
    with sessions.booked(SessionKey("somebody", "s"), "acme", BUSY):
        async with hosting(bus, sessions, looks) as events:
            assert await looks.until(2 * WAITING, patience=60.0)  # who is new is looked at twice
            before = looks.count
            assert not await looks.until(before + WAITING, patience=15.0), "all of them are looked at again and again"
            took = []
            for number in range(5):
                asked_at = time.monotonic()
                job_id = await ask(door, number, OTHER)
                async with asyncio.timeout(60.0), events.follow(subjects.job(job_id)) as feed:
                    (answer, *_) = await feed.next(60.0)
                assert isinstance(answer.event, CommandRefused)
                took.append(time.monotonic() - asked_at)
    print("answered after", [round(each, 2) for each in took])
    assert sorted(took)[2] < 2.0
