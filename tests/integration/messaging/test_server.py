"""The server itself: what lies on its disk, its streams, and living with its absence."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import StreamUnavailable, Transient
from ghosthands.domain.job import JobClaimed
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, migrate, migrating, streams
from ghosthands.messaging.server.configuration import MAX_CLOSED_CLIENTS
from ghosthands.messaging.server.jetstream import Bus, Outgoing, connect
from ghosthands.messaging.server.permissions import MIGRATION, VALET
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.puller import Puller


def holds(folder: Path, needle: bytes) -> bool:
    return any(needle in file.read_bytes() for file in folder.rglob("*") if file.is_file())


async def test_what_is_stored_cannot_be_read_on_the_disk(own_server) -> None:
    needle = b"ada.lovelace@example.org"
    bus = await own_server.connect(VALET)
    await bus.publish(Outgoing("job.requested", needle * 10, {"note": needle.decode()}))
    await bus.close()
    own_server.stop()
    assert any(own_server.store.rglob("*.blk"))
    assert not holds(own_server.store, needle)
    own_server.start()


async def test_what_was_acknowledged_is_there_after_the_server_was_killed(
    own_server, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    log = JetStreamEventLog(await own_server.connect(services.EXECUTOR))
    appended = await log.append_decision(await log.load(job), [claimed] * 5, cause=cause)
    own_server.restart(signal.SIGKILL)
    assert list((await log.load(job)).recorded) == appended
    await log._bus.close()


async def test_a_block_that_a_killed_server_left_without_its_key_costs_no_message(own_server) -> None:
    valet, admin = await own_server.connect(VALET), await own_server.connect(MIGRATION)
    for text in (b"one", b"two"):
        await valet.publish(Outgoing("job.requested", text))
    own_server.stop(signal.SIGKILL)
    [block] = own_server.store.rglob("GH_INTAKE/msgs/*.blk")
    block.with_name("2.blk").touch()
    own_server.start()
    assert (await valet.publish(Outgoing("job.requested", b"three"))).sequence == 3
    assert (await admin.api(f"STREAM.INFO.{streams.INTAKE}"))["state"]["messages"] == 3
    for each in (valet, admin):
        await each.close()


async def test_the_server_remembers_few_of_the_connections_that_have_ended(own_server) -> None:
    own_server.stop()
    monitored = own_server.monitor()
    own_server.start()
    for _ in range(MAX_CLOSED_CLIENTS + 20):
        await (await own_server.connect(VALET)).close()
    async with httpx.AsyncClient(trust_env=False) as client:
        told = (await client.get(f"{monitored}/connz", params={"state": "closed", "limit": 1})).json()
    assert told["total"] == MAX_CLOSED_CLIENTS


@pytest.mark.heavy
@pytest.mark.timeout(900)
async def test_a_queue_is_found_again_however_often_its_server_is_killed(own_server) -> None:
    """A hundred kills, each while a message is taken off the queue; each time the next one is accepted and handled."""
    handled: asyncio.Queue[bytes] = asyncio.Queue()
    for _ in range(100):
        await kill_while_a_queue_empties(own_server, handled)


@pytest.mark.parametrize("user", ["migration", "valet"])
def test_the_streams_of_a_server_of_ones_own_are_made_by_its_migration_user(own_server, user: str) -> None:
    env = {"GHOSTHANDS_NATS_URL": own_server.url, "GHOSTHANDS_NATS_PASSWORD": own_server.passwords[user]}
    done = subprocess.run(
        [sys.executable, "-m", "ghosthands.messaging.server.migrate"],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) is (user == MIGRATION), done.stderr
    if user != MIGRATION:
        assert "the streams were not made: NATS refuses the credentials of user migration" in done.stderr


async def test_hosts_have_their_consumers_made_while_the_provisioner_runs(own_server) -> None:
    bus = await own_server.connect(services.BROWSER_HOST)
    env = {"GHOSTHANDS_NATS_URL": own_server.url, "GHOSTHANDS_NATS_PASSWORD": own_server.passwords[MIGRATION]}
    provisioner = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ghosthands.messaging.work.provisioner"), env=env, stderr=asyncio.subprocess.PIPE
    )
    assert provisioner.stderr
    async with asyncio.timeout(30):
        while b"provisioner_started" not in await provisioner.stderr.readline():
            continue
        own_server.restart(signal.SIGKILL)
        await bus.wait_connected(30)
        while True:
            with suppress(Transient):  # it may be back later than we are
                await hosts.find_consumer(bus, "box-1")
                break
    provisioner.terminate()
    await provisioner.communicate()
    await bus.close()


async def test_what_waited_for_a_host_among_all_commands_waits_at_its_own_after_a_migration(own_server) -> None:
    """As a store from before hosts had a stream of their own has it."""
    admin, bus = await own_server.connect(MIGRATION), await own_server.connect(services.BROWSER_HOST)
    await admin.api(f"STREAM.DELETE.{streams.HOST_COMMANDS}")
    config = (await admin.api(f"STREAM.INFO.{streams.COMMANDS}"))["config"]
    await admin.api(f"STREAM.UPDATE.{streams.COMMANDS}", config | {"subjects": ["gh.cmd.>"]})
    before = consumers.Consumer(streams.COMMANDS, services.BROWSER_HOST, ("gh.cmd.browser-host.box-1.>",), "at-box-1")
    await consumers.put_consumer(admin, before)
    for name in ("Observe", "CloseSession"):
        await admin.publish(Outgoing(f"gh.cmd.browser-host.box-1.{name}", name.encode(), {"Nats-Msg-Id": name}))
    await admin.publish(Outgoing("gh.cmd.browser-host.high.OpenSession", b"for any"))
    await migrating.migrate(admin)
    await migrating.migrate(admin)  # a second time changes nothing
    taken: asyncio.Queue[bytes] = asyncio.Queue()

    async def take(delivery: Delivery) -> None:
        await delivery.ack()
        taken.put_nowait(delivery.data)

    puller = Puller(bus, streams.HOST_COMMANDS, [consumers.of_host("box-1").name], take, slots=1)
    running = asyncio.create_task(puller.run())
    async with asyncio.timeout(30):
        assert [await taken.get() for _ in range(2)] == [b"Observe", b"CloseSession"]
    await puller.stop()
    await running
    assert (await admin.api(f"STREAM.INFO.{streams.COMMANDS}"))["state"]["messages"] == 1
    names = (await admin.api(f"CONSUMER.NAMES.{streams.COMMANDS}"))["consumers"]
    assert consumers.of_host("box-1").name not in names
    for each in (admin, bus):
        await each.close()


def test_streams_are_not_made_at_a_url_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_NATS_URL", "banana")
    with pytest.raises(SystemExit, match="GHOSTHANDS_NATS_URL is not the URL of a NATS server"):
        migrate.main()


async def test_an_append_made_while_the_server_is_away_waits_for_it(
    own_server, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    log = JetStreamEventLog(await own_server.connect(services.EXECUTOR))
    history = await log.load(job)
    own_server.stop(signal.SIGKILL)
    appending = asyncio.create_task(log.append_decision(history, [claimed], cause=cause))
    own_server.start()
    assert (await appending)[0].event == claimed
    assert (await log.load(job)).events == (claimed,)
    await log._bus.close()


async def kill_while_a_queue_empties(server: Any, handled: asyncio.Queue[bytes]) -> None:
    """Publish, have it handled, kill the server in the midst of that and start it again."""
    valet, bus = await server.connect(VALET), await server.connect(services.JOB_INTAKE)
    text = uuid.uuid4().bytes
    async with pulling(bus, handled):
        await valet.publish(Outgoing("job.requested", text))
        async with asyncio.timeout(30):
            while await handled.get() != text:
                continue  # its ack was lost with the server
        server.restart(signal.SIGKILL)
        await bus.wait_connected(30)
    for each in (valet, bus):
        await each.close()


@asynccontextmanager
async def pulling(bus: Bus, handled: asyncio.Queue[bytes]) -> AsyncIterator[None]:
    """Job-intake takes what is queued within the block."""

    async def handle(delivery: Delivery) -> None:
        await delivery.ack()
        handled.put_nowait(delivery.data)

    puller = Puller(bus, streams.INTAKE, [services.JOB_INTAKE], handle, slots=2)
    running = asyncio.create_task(puller.run())
    yield
    await puller.stop()
    await running


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_pull_loop_goes_on_after_the_server_was_restarted(own_server, how: signal.Signals) -> None:
    valet, bus = await own_server.connect(VALET), await own_server.connect(services.JOB_INTAKE)
    handled: asyncio.Queue[bytes] = asyncio.Queue()

    async def handle(delivery: Delivery) -> None:
        handled.put_nowait(delivery.data)
        await delivery.ack()

    puller = Puller(bus, streams.INTAKE, [services.JOB_INTAKE], handle, slots=2)
    running = asyncio.create_task(puller.run())
    for text in (b"before", b"after"):
        await valet.publish(Outgoing("job.requested", text))
        async with asyncio.timeout(30):
            while await handled.get() != text:
                continue  # its ack was lost with the server
        own_server.restart(how)
    await puller.stop()
    await running
    for each in (valet, bus):
        await each.close()


async def test_a_second_migration_changes_nothing(migration: Bus) -> None:
    async def everything() -> list[object]:
        found: list[object] = []
        for stream in streams.STREAMS:
            found.append((await migration.api(f"STREAM.INFO.{stream.name}"))["config"])
        for consumer in consumers.CONSUMERS:
            found.append((await migration.api(f"CONSUMER.INFO.{consumer.stream}.{consumer.name}"))["config"])
        return found

    await migrating.migrate(migration, ack_wait=2.0)
    before = await everything()
    await migrating.migrate(migration, ack_wait=2.0)
    assert await everything() == before


async def test_a_bucket_that_a_message_could_empty_is_carried_over_whole(own_server) -> None:
    admin = await own_server.connect(MIGRATION)
    for bucket in (stream for stream in streams.STREAMS if stream.name.startswith(("KV_", "OBJ_"))):
        before = bucket.config(1) | {"allow_rollup_hdrs": True}
        await admin.api(f"STREAM.DELETE.{bucket.name}")
        await admin.api(f"STREAM.CREATE.{bucket.name}", before)
        await admin.publish(Outgoing(bucket.subjects[0].replace(">", "one"), b"kept"))
    await migrating.migrate(admin)
    for bucket in (stream for stream in streams.STREAMS if stream.name.startswith(("KV_", "OBJ_"))):
        told = await admin.api(f"STREAM.INFO.{bucket.name}")
        assert not told["config"]["allow_rollup_hdrs"]
        assert told["state"]["messages"] == 1
    await admin.close()


async def test_no_declared_flag_is_lost_on_the_server(migration: Bus) -> None:
    for stream in streams.STREAMS:
        actual = (await migration.api(f"STREAM.INFO.{stream.name}"))["config"]
        for flag, value in stream.config(replicas=1).items():
            assert actual.get(flag, False) == value, (stream.name, flag)


async def test_a_server_that_is_not_there_is_said_after_the_time_out() -> None:
    with pytest.raises(StreamUnavailable, match="NATS does not answer"):
        await connect("nats://127.0.0.1:9", user=MIGRATION, password="x", timeout=0.3)


async def test_a_close_that_is_cut_off_leaves_no_connection(server: Any, migration: Bus) -> None:
    bus = await server.connect(VALET)
    transport, listening = bus.client._transport, [one._wait_for_msgs_task for one in bus.client._subs.values()]
    closing = asyncio.create_task(bus.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert transport is not None
    assert transport._io_writer.is_closing()
    assert listening
    await asyncio.wait(filter(None, listening), timeout=30)
    assert all(task is None or task.done() for task in listening)
