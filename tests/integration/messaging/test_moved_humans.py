"""What humans sent, moved to a stream of its own out of a server from before: all of it, as it was, each once."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import Permanent, StreamUnavailable
from ghosthands.messaging import fault
from ghosthands.messaging.server import consumers, differences, migrating, moved_humans, server_lock, snapshots, streams
from ghosthands.messaging.server.jetstream import ApiError, Bus, Outgoing, Stored
from ghosthands.messaging.server.moved_humans import MoveImpossible
from ghosthands.messaging.server.permissions import MIGRATION, VALET
from ghosthands.messaging.server.server_lock import LockLost
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.puller import Puller

from .conftest import ACK_WAIT, Server

pytestmark = [pytest.mark.integration, pytest.mark.slow]

OF_HUMANS = ("human.resolved", "human.came", "human.resolved.job-1", "human.resolved")
SENT = ("job.requested", *OF_HUMANS, "job.requested", "job.cancel")
#: as the consumer of before was
HEARER = consumers.Consumer(streams.INTAKE, services.HITL_GATEWAY, ("human.*", "human.resolved.*"))


@pytest.fixture
async def admin(own_server: Server) -> AsyncIterator[Bus]:
    bus = await own_server.connect(MIGRATION)
    yield bus
    await bus.close()


async def make_before(admin: Bus) -> None:
    """Have the server's streams as they were, with nothing in them from outside."""
    await admin.api(f"STREAM.DELETE.{streams.HUMANS}")
    config = (await admin.api(f"STREAM.INFO.{streams.INTAKE}"))["config"]
    await admin.api(f"STREAM.PURGE.{streams.INTAKE}")
    of_before = {"subjects": ["job.*", "human.*", "human.resolved.*"]}
    await admin.api(f"STREAM.UPDATE.{streams.INTAKE}", config | of_before)
    await consumers.put_consumer(admin, HEARER, ack_wait=ACK_WAIT)


async def send(admin: Bus) -> None:
    """Something of each kind; the first of a human is in hand, and who had it is gone."""
    for number, subject in enumerate(SENT):
        body = b"%d" % number * (6_000_000 if number == SENT.index("human.came") else 1)
        await admin.publish(Outgoing(subject, body, {"gh-number": str(number)}))
    inbox, given = admin.new_inbox(), asyncio.Queue[Any]()
    listening = await admin.subscribe(inbox, given.put_nowait)
    take = f"$JS.API.CONSUMER.MSG.NEXT.{HEARER.stream}.{HEARER.name}"
    await admin.client.publish(take, b'{"batch": 1}', reply=inbox)
    async with asyncio.timeout(60):
        await given.get()
    await admin.unsubscribe(listening)


async def everything(admin: Bus, stream: str, on: str = ">") -> list[Stored]:
    return await admin.read_back(stream, on, after=0)


async def hear_all(server: Server) -> list[tuple[int, str, int]]:
    """What hitl-gateway is given until nothing is left: place, subject, and how often it was given that."""
    bus, heard = await server.connect(services.HITL_GATEWAY), list[tuple[int, str, int]]()
    done = asyncio.Event()

    async def take(delivery: Delivery) -> None:
        heard.append((delivery.sequence, delivery.subject, delivery.delivered))
        await delivery.ack()
        if len(heard) == len(OF_HUMANS):
            done.set()

    puller = Puller(bus, streams.HUMANS, [services.HITL_GATEWAY], take, slots=1)
    running = asyncio.create_task(puller.run())
    async with asyncio.timeout(30):
        await done.wait()
    await puller.stop()
    await running
    await bus.close()
    return sorted(heard)


async def test_what_waited_of_humans_keeps_its_place_its_time_and_how_often_it_was_given(
    own_server: Server, admin: Bus
) -> None:
    await make_before(admin)
    await send(admin)
    of_humans, requests = [await everything(admin, streams.INTAKE, on) for on in ("human.>", "job.>")]
    await migrating.migrate(admin, ack_wait=ACK_WAIT)
    await migrating.migrate(admin, ack_wait=ACK_WAIT)  # a second time changes nothing
    assert await everything(admin, streams.HUMANS) == of_humans
    assert await everything(admin, streams.INTAKE) == requests
    assert await differences.find(admin, ack_wait=ACK_WAIT) == []
    assert (await admin.api(f"CONSUMER.NAMES.{streams.INTAKE}", {}))["consumers"] == [services.JOB_INTAKE]
    assert (await admin.api(f"CONSUMER.NAMES.{streams.HUMANS}", {}))["consumers"] == [services.HITL_GATEWAY]
    assert not [file for file in own_server.store.rglob("*.*") if file.is_file() and b"2" * 99 in file.read_bytes()]
    first, *others = of_humans
    assert await hear_all(own_server) == [
        (first.sequence, first.subject, 2),
        *((one.sequence, one.subject, 1) for one in others),
    ]
    assert await everything(admin, streams.HUMANS) == []
    valet = await own_server.connect(VALET)
    assert (await valet.publish(Outgoing("human.resolved", b"{}"))).sequence > others[-1].sequence
    assert (await valet.publish(Outgoing("job.requested", b"{}"))).stream == streams.INTAKE
    await valet.close()


async def test_where_nothing_waited_of_humans_no_request_is_copied_and_no_place_comes_twice(admin: Bus) -> None:
    await make_before(admin)
    ack = await admin.publish(Outgoing("job.requested", b"{}"))
    for _ in range(2):
        await migrating.migrate(admin, ack_wait=ACK_WAIT)
    now = await admin.publish(Outgoing("human.resolved", b"{}"))
    assert (now.stream, now.sequence) == (streams.HUMANS, ack.sequence + 1)
    assert await differences.find(admin, ack_wait=ACK_WAIT) == []
    assert len(await everything(admin, streams.INTAKE)) == 1


@pytest.mark.timeout(900)
async def test_killed_at_any_step_with_the_server_beside_nothing_is_lost_or_doubled(
    own_server: Server, admin: Bus
) -> None:
    environment = {
        **os.environ,
        "GHOSTHANDS_NATS_URL": own_server.url,
        "GHOSTHANDS_NATS_PASSWORD": own_server.passwords[MIGRATION],
        "GHOSTHANDS_ACK_WAIT_SECONDS": str(ACK_WAIT),
    }

    def run(plan: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ghosthands.messaging.server.migrate"]
        more = environment | {fault.VARIABLE: plan}
        return subprocess.run(command, env=more, capture_output=True, text=True, timeout=120, check=False)

    for step in (*moved_humans.STEPS, "clearing:2", "overwriting:3"):
        await make_before(admin)
        await send(admin)
        of_humans, requests = [await everything(admin, streams.INTAKE, on) for on in ("human.>", "job.>")]
        dead = await asyncio.to_thread(run, f"{moved_humans.NAME}:{fault.AFTER_EFFECT}:{step}")
        assert dead.returncode == -signal.SIGKILL, (step, dead.stdout, dead.stderr)
        own_server.restart(signal.SIGKILL)
        await admin.describe(streams.INTAKE)  # once it is back
        there = await admin.api("STREAM.NAMES")
        stored = [one for name in there["streams"] for one in await everything(admin, name, "human.>")]
        assert {one.sequence for one in stored} == {one.sequence for one in of_humans}, step
        is_through = await differences.find(admin, ack_wait=ACK_WAIT) == []
        assert is_through is (step == "done"), step
        done = await asyncio.to_thread(run)
        assert done.returncode == 0, (step, done.stderr)
        assert await everything(admin, streams.HUMANS) == of_humans, step
        assert await everything(admin, streams.INTAKE) == requests, step
        assert await differences.find(admin, ack_wait=ACK_WAIT) == [], step
        heard = await hear_all(own_server)
        assert Counter(place for place, *_ in heard) == Counter(one.sequence for one in of_humans), step


async def test_a_server_that_is_killed_while_it_takes_the_copy_in_loses_nothing(
    own_server: Server, admin: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_before(admin)
    await send(admin)
    before, put_back = await everything(admin, streams.INTAKE), snapshots.put_back

    async def kill(bus: Bus, stream: str, config: Any, state: Any, chunks: AsyncIterator[bytes]) -> None:
        async def some() -> AsyncIterator[bytes]:
            async for chunk in chunks:
                yield chunk
                own_server.restart(signal.SIGKILL)

        await put_back(bus, stream, config, state, some())

    monkeypatch.setattr(snapshots, "put_back", kill)
    with pytest.raises(StreamUnavailable):
        await migrating.migrate(admin, ack_wait=ACK_WAIT)
    monkeypatch.undo()
    await admin.describe(streams.INTAKE)
    assert await everything(admin, streams.INTAKE) == before
    await migrating.migrate(admin, ack_wait=ACK_WAIT)
    assert [one.subject for one in await everything(admin, streams.HUMANS)] == list(OF_HUMANS)
    assert not [file for file in own_server.store.rglob("*") if "restore" in file.name or "snap" in file.name]


async def test_two_that_move_at_once_move_it_once(own_server: Server, admin: Bus) -> None:
    await make_before(admin)
    await send(admin)
    of_humans = await everything(admin, streams.INTAKE, "human.>")
    other = await own_server.connect(MIGRATION)
    await asyncio.gather(*(migrating.migrate(bus, ack_wait=ACK_WAIT) for bus in (admin, other)))
    await other.close()
    assert await everything(admin, streams.HUMANS) == of_humans


async def test_where_no_copy_can_be_made_those_of_before_go_on(admin: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    await make_before(admin)
    await send(admin)
    before = await everything(admin, streams.INTAKE)

    async def no_room(*_: object) -> None:
        raise Permanent("no room for it", code="not_put_back")

    monkeypatch.setattr(snapshots, "put_back", no_room)
    with pytest.raises(Permanent, match="no room"):
        await migrating.migrate(admin, ack_wait=ACK_WAIT)
    assert await everything(admin, streams.INTAKE) == before
    assert (await admin.publish(Outgoing("human.came", b"{}"))).stream == streams.INTAKE
    assert not (await admin.api(f"CONSUMER.INFO.{HEARER.stream}.{HEARER.name}")).get("paused")


@pytest.mark.parametrize("name", [streams.DEAD, streams.INTAKE, streams.EVENTS])
async def test_whichever_stream_cannot_be_changed_humans_can_send_afterwards(admin: Bus, name: str) -> None:
    await make_before(admin)
    await send(admin)
    [declared] = (one for one in streams.STREAMS if one.name == name)
    unlike = replace(declared, retention="workqueue" if declared.retention == "limits" else "limits")
    with pytest.raises(ApiError):
        await migrating.migrate(
            admin, ack_wait=ACK_WAIT, streams=[unlike if one is declared else one for one in streams.STREAMS]
        )
    assert (await admin.publish(Outgoing("human.came", b"{}"))).stream in (streams.INTAKE, streams.HUMANS)


async def test_a_mover_that_lost_the_lock_undoes_nothing_of_the_others_work(
    own_server: Server, admin: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_before(admin)
    await send(admin)
    of_humans, compare = await everything(admin, streams.INTAKE, "human.>"), moved_humans._compare
    other, holding = await own_server.connect(MIGRATION), AsyncExitStack()

    async def lose_lock(bus: Bus, copy: str) -> None:
        await compare(bus, copy)
        await admin.api(f"CONSUMER.DELETE.{streams.DEAD}.{moved_humans.NAME}")
        await holding.enter_async_context(server_lock.hold(other, streams.DEAD, moved_humans.NAME))

    monkeypatch.setattr(moved_humans, "_compare", lose_lock)
    async with holding:
        with pytest.raises(LockLost):
            await migrating.migrate(admin, ack_wait=ACK_WAIT)
        assert (await admin.describe(streams.INTAKE))["config"]["subjects"] == ["job.*"]
        assert (await admin.api(f"CONSUMER.INFO.{HEARER.stream}.{HEARER.name}")).get("paused")
    monkeypatch.undo()
    await migrating.migrate(other, ack_wait=ACK_WAIT)
    await other.close()
    assert await everything(admin, streams.HUMANS) == of_humans


async def test_a_copy_that_lacks_something_is_not_opened_and_nothing_is_deleted(
    admin: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_before(admin)
    await send(admin)
    before, put_back = await everything(admin, streams.INTAKE), snapshots.put_back

    async def lose_one(bus: Bus, stream: str, *rest: Any) -> None:
        await put_back(bus, stream, *rest)
        lost = await bus.first(stream, "human.came")
        assert lost
        await bus.api(f"STREAM.MSG.DELETE.{stream}", {"seq": lost.sequence})

    monkeypatch.setattr(snapshots, "put_back", lose_one)
    with pytest.raises(MoveImpossible, match="nothing was deleted"):
        await migrating.migrate(admin, ack_wait=ACK_WAIT)
    assert await everything(admin, streams.INTAKE) == before
    monkeypatch.undo()
    await migrating.migrate(admin, ack_wait=ACK_WAIT)
    assert [one.subject for one in await everything(admin, streams.HUMANS)] == list(OF_HUMANS)
