"""The time by the server's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.servers_clock import ServersClock

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Machine:
    """A machine whose clock may be set, and a server it asks."""

    def __init__(self) -> None:
        self.own = NOON
        self.elapsed = 100.0
        self.servers: datetime | None = NOON
        #: seconds that an answer takes
        self.travel = 0.0
        self.clock = ServersClock(cast(Bus, self), lambda: self.elapsed, lambda: self.own)

    async def api(self, call: str) -> dict[str, Any]:
        if self.servers is None:
            raise StreamUnavailable("away")
        self.elapsed += self.travel
        return {"ts": self.servers.isoformat().replace("+00:00", "Z")}

    def wait(self, seconds: float) -> None:
        self.own += timedelta(seconds=seconds)
        self.elapsed += seconds


async def test_it_is_the_servers_time_whatever_the_machine_says() -> None:
    machine = Machine()
    machine.servers = NOON + timedelta(hours=1)
    await machine.clock.ask()
    machine.wait(5)
    assert machine.clock() == NOON + timedelta(hours=1, seconds=5)


async def test_a_step_of_the_machines_clock_is_no_time_that_passed() -> None:
    machine = Machine()
    await machine.clock.ask()
    machine.own += timedelta(hours=1)
    assert machine.clock() == NOON


async def test_it_counts_on_while_the_server_is_away() -> None:
    machine = Machine()
    await machine.clock.ask()
    machine.servers = None
    machine.wait(60)
    with pytest.raises(StreamUnavailable):
        await machine.clock.ask()
    assert machine.clock() == NOON + timedelta(seconds=60)


async def test_half_of_what_an_answer_takes_has_passed_since_it_was_told() -> None:
    machine = Machine()
    machine.travel = 2.0
    await machine.clock.ask()
    assert machine.clock() == NOON + timedelta(seconds=1)


def test_until_it_was_asked_it_is_the_machines_time() -> None:
    assert Machine().clock() == NOON
