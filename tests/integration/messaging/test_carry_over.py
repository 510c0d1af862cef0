"""A store from before there were accounts, taken into the account that the streams have now."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.domain.job import JobClaimed
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import before_start, carry_over, migrating, streams
from ghosthands.messaging.server.accounts import STORE
from ghosthands.messaging.server.configuration import server_config, server_settings
from ghosthands.messaging.server.jetstream import Outgoing, connect
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.messaging.server.store import StoreBroken
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work import timers
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.timers import Firing, Timers
from tests.integration.messaging.conftest import BINARY, Server

pytestmark = pytest.mark.slow

KEY = "k" * 32
BEFORE = "jetstream/$G"
NOW = f"jetstream/{STORE}"


class Kept:
    """A store that was kept without accounts, and what lies in it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.events: list[Recorded[JobClaimed]] = []

    @property
    def store(self) -> Path:
        return self.server.store

    async def prepare(self) -> list[str]:
        """What is done before a start; what had to be."""
        told: list[str] = []
        await before_start.prepare(self.store, key=KEY, binary=BINARY, tell=told.append)
        return told

    def start(self) -> None:
        """As this version starts a server."""
        config = server_config(
            port=self.server.port, store_dir=self.store, encryption_key=KEY, passwords=self.server.passwords
        )
        self.server._config.write_text(config)
        self.server.start()


def without_accounts(server: Server) -> str:
    """The configuration as it was, but that it has one user, and leads to JetStream from where that is asked now."""
    login = {"user": MIGRATION, "password": server.passwords[MIGRATION]}
    leads = 'mappings: { "gh.js.>": "$JS.API.>" }\n'
    users = f"authorization {{ users: [ {json.dumps(login)} ] }}\n"
    return server_settings(server.port, server.store, KEY) + users + leads


@pytest.fixture
async def kept(tmp_path: Path, job: Aggregate, cause: Cause, claimed: JobClaimed) -> AsyncIterator[Kept]:
    server = Server(tmp_path)
    server._config.write_text(without_accounts(server))
    server.start()
    password = server.passwords[MIGRATION]
    bus = await connect(server.url, user=MIGRATION, password=password, service=services.EXECUTOR, timeout=60)
    await migrating.migrate(bus, ack_wait=2.0)
    kept = Kept(server)
    log = JetStreamEventLog(bus)
    kept.events = await log.append_decision(await log.load(job), [claimed] * 30, cause=cause)  # type: ignore[assignment]
    for command in range(3):
        await bus.publish(Outgoing("gh.cmd.executor.high.RunJob", b"%d" % command))
    await bus.publish(Outgoing(f"$KV.{streams.VAULT}.acme.ada", b"sealed"))
    await Timers(bus).set(job, "job", datetime.now(UTC) + timedelta(seconds=4), services.EXECUTOR, cause=cause)
    await bus.close()
    server.stop()
    yield kept
    if server._process is not None and server._process.poll() is None:
        server.stop()


async def assert_all_there(kept: Kept, job: Aggregate) -> None:
    kept.start()
    bus = await kept.server.connect(services.EXECUTOR)
    assert list((await JetStreamEventLog(bus).load(job)).recorded) == kept.events
    fired: asyncio.Queue[Firing] = asyncio.Queue()
    queued: asyncio.Queue[bytes] = asyncio.Queue()

    async def take_timer(delivery: Delivery) -> None:
        fired.put_nowait(timers.read(delivery.subject, delivery.headers))
        await delivery.ack()

    async def take_command(delivery: Delivery) -> None:
        queued.put_nowait(delivery.data)
        await delivery.ack()

    pullers = [
        Puller(bus, streams.timers_of(services.EXECUTOR), [services.EXECUTOR], take_timer, slots=1),
        Puller(bus, streams.COMMANDS, [f"{services.EXECUTOR}-high"], take_command, slots=1),
    ]
    running = [asyncio.create_task(puller.run()) for puller in pullers]
    async with asyncio.timeout(30):
        assert [await queued.get() for _ in range(3)] == [b"0", b"1", b"2"]
        assert (await fired.get()).aggregate == job
    for puller in pullers:
        await puller.stop()
    await asyncio.gather(*running)
    holder = await kept.server.connect(services.BROWSER_HOST)
    found = await holder.first(f"KV_{streams.VAULT}", f"$KV.{streams.VAULT}.acme.ada")
    assert found is not None
    assert found.data == b"sealed"
    for each in (bus, holder):
        await each.close()
    assert not (kept.store / BEFORE).exists()


async def test_a_store_from_before_accounts_is_taken_over_whole(kept: Kept, job: Aggregate) -> None:
    assert (kept.store / BEFORE / "streams" / streams.EVENTS).is_dir()
    told = await kept.prepare()
    assert f"took stream {streams.EVENTS} into the account of the streams" in told
    assert len(told) == len(streams.STREAMS)
    assert await kept.prepare() == []
    await assert_all_there(kept, job)


async def test_one_that_was_killed_while_it_copied_begins_anew(kept: Kept, job: Aggregate) -> None:
    half = kept.store / ".carrying" / NOW / "streams" / streams.EVENTS
    half.mkdir(parents=True)
    (half / "meta.inf").write_bytes(b"half")
    assert len(await kept.prepare()) == len(streams.STREAMS)
    await assert_all_there(kept, job)


async def test_one_that_was_killed_when_all_was_copied_goes_on_from_there(kept: Kept, job: Aggregate) -> None:
    old = kept.store.with_name("old")
    shutil.copytree(kept.store / BEFORE, old)
    await kept.prepare()
    old.rename(kept.store / BEFORE)  # as if it had not been removed yet
    (kept.store / ".carrying").mkdir()
    (kept.store / ".carrying" / "whole").touch()
    assert await kept.prepare() == []
    await assert_all_there(kept, job)


async def test_one_that_was_killed_as_it_tidied_up_is_done(kept: Kept, job: Aggregate) -> None:
    await kept.prepare()
    (kept.store / ".carrying").mkdir()
    (kept.store / ".carrying" / "now.conf").touch()  # `whole` was removed before it
    assert await kept.prepare() == []
    assert await kept.prepare() == []
    await assert_all_there(kept, job)


async def test_where_both_hold_streams_nothing_is_lost_and_the_server_not_started(kept: Kept) -> None:
    (kept.store / NOW / "streams" / "GH_EVENTS").mkdir(parents=True)
    with pytest.raises(StoreBroken, match=r"both .* hold streams"):
        await kept.prepare()
    assert (kept.store / BEFORE / "streams" / streams.EVENTS).is_dir()


async def test_where_the_disk_has_too_little_room_nothing_is_begun(
    kept: Kept, job: Aggregate, monkeypatch: pytest.MonkeyPatch
) -> None:
    spare = carry_over.SPARE_BYTES
    monkeypatch.setattr(carry_over, "SPARE_BYTES", 2**62)
    with pytest.raises(StoreBroken, match="make room; nothing was changed"):
        await kept.prepare()
    monkeypatch.setattr(carry_over, "SPARE_BYTES", spare)
    assert not (kept.store / ".carrying").exists()
    await kept.prepare()
    await assert_all_there(kept, job)


def test_the_command_asks_for_the_key(tmp_path: Path) -> None:
    (tmp_path / BEFORE / "streams" / "GH_EVENTS").mkdir(parents=True)
    command = [sys.executable, "-m", "ghosthands.messaging.server.before_start", str(tmp_path)]
    ended = subprocess.run(command, env={}, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "set GHOSTHANDS_NATS_AT_REST_KEY" in ended.stderr


async def test_what_a_wrong_key_cannot_read_stays_as_it_was(kept: Kept, job: Aggregate) -> None:
    with pytest.raises(StoreBroken, match="cannot be read"):
        await before_start.prepare(kept.store, key="w" * 32, binary=BINARY, tell=lambda _: None)
    await kept.prepare()
    await assert_all_there(kept, job)
