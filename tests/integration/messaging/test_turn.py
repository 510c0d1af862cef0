"""A turn, by which what was archived leaves the server: of two at once, cut off at any step, without its lock."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.messaging import fault
from ghosthands.messaging.archive.files import KEY_VARIABLE, VARIABLE
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.server import differences, migrating, permissions, server_lock, streams, turn
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects

from .archived_log import (
    EVENTS,
    HEARD,
    Told,
    describe,
    fill,
    hear,
    user,
)
from .conftest import ACK_WAIT, Server

pytestmark = [pytest.mark.integration, pytest.mark.slow]


class Held:
    """One process of two that is held at a step of the turn, until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
        self.arrived, self.may_go_on = asyncio.Event(), asyncio.Event()
        self._step = step
        monkeypatch.setattr(turn.fault, "point", self._point)

    async def _point(self, service: str, when: str, what: str) -> None:
        if what == self._step and not self.arrived.is_set():
            self.arrived.set()
            await self.may_go_on.wait()


@pytest.fixture
async def turned(own_server: Server) -> Told:
    """What is to stay of a log whose turn was cut off as it had been closed."""
    await fill(own_server)
    told, _ = await describe(own_server)
    async with user(own_server, permissions.MIGRATION) as bus:
        await turn.begin(bus, HEARD + 1, {})
    return told[HEARD:]


async def read_hot(bus: Bus) -> Told:
    """What the server has of the log."""
    hot = turn.direct_get.each(bus, streams.EVENTS, subjects.ALL_EVENTS, after=0)
    found = [turn.bare(message) async for message in hot]
    return [(one.sequence, one.subject, dict(one.headers), one.data, one.stored_at) for one in found]


async def test_of_two_that_end_a_turn_the_second_waits_and_is_refused_after_a_while(
    own_server: Server, turned: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, "compared")
    monkeypatch.setattr(server_lock, "PATIENCE_SECONDS", 3 * server_lock.KEPT_SECONDS)
    async with user(own_server, permissions.MIGRATION) as one, user(own_server, permissions.MIGRATION) as other:
        first = asyncio.create_task(migrating.migrate(one, ack_wait=ACK_WAIT))
        await held.arrived.wait()
        with pytest.raises(server_lock.Locked, match="another process"):
            await migrating.migrate(other, ack_wait=ACK_WAIT)
        second = asyncio.create_task(migrating.migrate(other, ack_wait=ACK_WAIT))
        held.may_go_on.set()
        await asyncio.gather(first, second)
        assert await read_hot(one) == turned


async def test_who_lost_the_lock_of_the_turn_deletes_nothing_any_more(
    own_server: Server, turned: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, "compared")
    async with user(own_server, permissions.MIGRATION) as one, user(own_server, permissions.MIGRATION) as other:
        first = asyncio.create_task(migrating.migrate(one, ack_wait=ACK_WAIT))
        await held.arrived.wait()
        await other.api(f"CONSUMER.DELETE.{streams.DEAD}.{turn.NAME}")
        await migrating.migrate(other, ack_wait=ACK_WAIT)
        held.may_go_on.set()
        with pytest.raises(server_lock.LockLost):
            await first
        assert await read_hot(other) == turned


async def test_who_lost_the_lock_leaves_it_to_whoever_has_it_now(own_server: Server) -> None:
    lock = (streams.DEAD, turn.NAME)
    async with (
        user(own_server, permissions.MIGRATION) as one,
        user(own_server, permissions.MIGRATION) as other,
        AsyncExitStack() as of_second,
    ):
        async with server_lock.hold(one, *lock):
            await other.api(f"CONSUMER.DELETE.{streams.DEAD}.{turn.NAME}")
            second = await of_second.enter_async_context(server_lock.hold(other, *lock))
        await second.require()


WRITING = ["archive:stored", "archive:segment", "archive:stored:2", "archive:segment:2", "archive:proven"]
TURNING = [f"turn:{step}" for step in turn.STEPS]


ARCHIVE_NOW, MIGRATE = "tests.integration.messaging.archive_now", "ghosthands.messaging.server.migrate"


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("archive_named", "steps", "ended_by"),
    [
        ("folder", [*WRITING, *TURNING], ARCHIVE_NOW),
        ("folder", [WRITING[1], *TURNING], MIGRATE),
        ("bucket", WRITING, ARCHIVE_NOW),
    ],
    indirect=["archive_named"],
    ids=["folder", "ended by migrate", "bucket"],
)
async def test_killed_at_any_step_no_event_is_lost_or_doubled(
    own_server: Server, archive: Archive, tmp_path: Path, steps: list[str], ended_by: str
) -> None:
    await fill(own_server)
    before = await describe(own_server)
    key = tmp_path / "key"
    key.write_text(archive.key.text())
    environment = {
        **os.environ,
        VARIABLE: archive.where,
        KEY_VARIABLE: str(key),
        "GHOSTHANDS_NATS_URL": own_server.url,
        "GHOSTHANDS_NATS_PASSWORD": own_server.passwords[permissions.MIGRATION],
        "GHOSTHANDS_ACK_WAIT_SECONDS": str(ACK_WAIT),
    }

    def run(module: str, **more: str) -> subprocess.CompletedProcess[str]:
        command, more = [sys.executable, "-m", module], environment | more
        return subprocess.run(command, env=more, capture_output=True, text=True, timeout=300, check=False)

    for number, step in enumerate(steps):
        await hear(own_server, 20 + 8 * number)
        name, point, *nth = step.split(":")
        plan = ":".join((name, fault.AFTER_EFFECT, point, *nth))
        dead = await asyncio.to_thread(run, ARCHIVE_NOW, GHOSTHANDS_FAULT=plan)
        assert dead.returncode == -signal.SIGKILL, (step, dead.stdout, dead.stderr)
        done = await asyncio.to_thread(run, ended_by)
        assert done.returncode == 0, (step, done.stderr)
        assert await describe(own_server, archive) == before, step
        async with user(own_server, permissions.MIGRATION) as bus:
            assert await differences.find(bus, ack_wait=ACK_WAIT) == []
            assert turn.COPY not in (await bus.api("STREAM.NAMES"))["streams"]
            pending = (await bus.api(f"CONSUMER.INFO.{streams.EVENTS}.{services.PROJECTOR}"))["num_pending"]
            assert pending == EVENTS - 20 - 8 * number
