"""The pull loops: slots, redelivery, signs of life, stopping, bands, batches."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import Permanent, Transient
from ghosthands.domain.job import Band
from ghosthands.messaging.server import consumers, migrating, streams
from ghosthands.messaging.server.consumers import Consumer
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.messaging.server.streams import Stream
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.batch_puller import BatchPuller
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.puller import Puller
from tests.integration.messaging.conftest import Server

BusOf = Callable[[str], Awaitable[Bus]]

ACK_WAIT = 1.0


class Desk:
    """A work queue of its own for one test, and what was handled from it."""

    def __init__(self, bus: Bus, bands: Sequence[str]) -> None:
        self.bus = bus
        self.stream = f"TEST_{uuid.uuid4().hex}"
        self.bands = bands
        self.handled: list[str] = []
        self.news = asyncio.Event()

    async def open(self, retention: str = "workqueue") -> None:
        await migrating.migrate(
            self.bus,
            ack_wait=ACK_WAIT,
            streams=[Stream(self.stream, (f"{self.stream}.>",), retention=retention)],
            consumers=[Consumer(self.stream, band, (f"{self.stream}.{band}.>",)) for band in self.bands],
        )

    @property
    def reader(self) -> Consumer:
        """The consumer that acknowledges all before what it acknowledges."""
        return Consumer(self.stream, "reader", (f"{self.stream}.>",), ack_policy="all")

    async def put(self, *texts: str, band: str = "all") -> None:
        for text in texts:
            await self.bus.publish(Outgoing(f"{self.stream}.{band}.x", text.encode()))

    async def handle(self, delivery: Delivery) -> None:
        self.note(delivery.data.decode())
        await delivery.ack()

    def note(self, text: str) -> None:
        self.handled.append(text)
        self.news.set()

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not done():
                self.news.clear()
                await self.news.wait()

    async def until_handled(self, *texts: str) -> None:
        await self.until(lambda: sorted(self.handled) == sorted(texts))

    async def until_left(self, count: int) -> None:
        """Return once the queue holds that many messages: acks are taken in by and by."""
        async with asyncio.timeout(60):
            while (await self.bus.api(f"STREAM.INFO.{self.stream}"))["state"]["messages"] != count:  # noqa: ASYNC110 - nothing announces it
                await asyncio.sleep(0.02)

    async def close(self) -> None:
        await self.bus.api(f"STREAM.DELETE.{self.stream}")


@pytest.fixture
async def desk(bus_of: BusOf) -> AsyncIterator[Desk]:
    desk = Desk(await bus_of(MIGRATION), ["all"])
    await desk.open()
    yield desk
    await desk.close()


@pytest.fixture
async def log_desk(bus_of: BusOf) -> AsyncIterator[Desk]:
    """A stream that keeps its messages, and a reader of all of them."""
    desk = Desk(await bus_of(MIGRATION), [])
    await desk.open(retention="limits")
    await consumers.put_consumer(desk.bus, desk.reader)
    yield desk
    await desk.close()


@pytest.fixture
async def banded(bus_of: BusOf) -> AsyncIterator[Desk]:
    desk = Desk(await bus_of(MIGRATION), ["high", "normal", "low"])
    await desk.open()
    yield desk
    await desk.close()


@asynccontextmanager
async def running(puller: Puller) -> AsyncIterator[None]:
    task = asyncio.create_task(puller.run())
    try:
        yield
    finally:
        await puller.stop(grace=0)
        await task


class Gate:
    """A handler that holds every message until it is let go."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.opened = asyncio.Event()
        self.begun: list[str] = []

    async def handle(self, delivery: Delivery) -> None:
        self.begun.append(delivery.data.decode())
        self.desk.news.set()
        await self.opened.wait()
        await self.desk.handle(delivery)

    async def until_begun(self, count: int) -> None:
        await self.desk.until(lambda: len(self.begun) >= count)


async def test_messages_are_handled_and_gone(desk: Desk) -> None:
    await desk.put("a", "b", "c")
    async with running(Puller(desk.bus, desk.stream, ["all"], desk.handle, slots=2, ack_wait=ACK_WAIT)):
        await desk.until_handled("a", "b", "c")
        await desk.put("d")
        await desk.until_handled("a", "b", "c", "d")
    await desk.until_left(0)


async def test_messages_that_wait_until_later_keep_no_other_from_delivery(desk: Desk) -> None:
    """They may wait for a newer release, and there may be any number of them."""
    await desk.put(*["later"] * 1001)

    async def handle(delivery: Delivery) -> None:
        if delivery.data == b"later":
            await delivery.nak(600.0)
            desk.note("later")
        else:
            await desk.handle(delivery)

    async with running(Puller(desk.bus, desk.stream, ["all"], handle, slots=20, ack_wait=ACK_WAIT)):
        await desk.until(lambda: len(desk.handled) >= 1000)
        await desk.put("another")
        await desk.until(lambda: "another" in desk.handled)


async def test_no_more_messages_are_in_hand_than_there_are_slots(desk: Desk) -> None:
    gate = Gate(desk)
    await desk.put("a", "b", "c", "d")
    puller = Puller(desk.bus, desk.stream, ["all"], gate.handle, slots=3, ack_wait=ACK_WAIT)
    async with running(puller):
        await gate.until_begun(3)
        assert puller.in_hand == 3
        info = await desk.bus.api(f"CONSUMER.INFO.{desk.stream}.all")
        assert info["num_ack_pending"] == 3
        gate.opened.set()
        await desk.until_handled("a", "b", "c", "d")


def beside_a_clock(desk: Desk, gate: Gate, seconds: float) -> Callable[[Delivery], Awaitable[None]]:
    """Handles messages behind the gate, but `clock`, which is handled once that time is over."""

    async def handle(delivery: Delivery) -> None:
        if delivery.data != b"clock":
            await gate.handle(delivery)
        elif delivery.delivered == 1:
            await delivery.nak(seconds)
        else:
            await desk.handle(delivery)

    return handle


async def test_a_message_in_hand_longer_than_the_ack_wait_is_kept_alive(desk: Desk) -> None:
    gate = Gate(desk)
    handle = beside_a_clock(desk, gate, 2.5 * ACK_WAIT)
    await desk.put("a", "clock")
    async with running(Puller(desk.bus, desk.stream, ["all"], handle, slots=3, ack_wait=ACK_WAIT)):
        await desk.until_handled("clock")
        assert gate.begun == ["a"]
        gate.opened.set()
        await desk.until_handled("a", "clock")


async def test_a_message_that_comes_again_while_it_is_in_hand_is_handled_once(desk: Desk) -> None:
    gate = Gate(desk)
    handle = beside_a_clock(desk, gate, 3.5 * ACK_WAIT)
    await desk.put("a", "clock")
    starved = 60  # too busy to give a sign of life within the ack wait
    async with running(Puller(desk.bus, desk.stream, ["all"], handle, slots=3, ack_wait=starved)):
        await desk.until_handled("clock")
        assert gate.begun == ["a"]
        gate.opened.set()
        await desk.until_handled("a", "clock")
        await desk.until_left(0)


async def test_a_message_that_came_again_while_it_was_in_hand_can_be_given_back(desk: Desk) -> None:
    deliveries: list[int] = []

    async def handle(delivery: Delivery) -> None:
        deliveries.append(delivery.delivered)
        if len(deliveries) > 1:
            await desk.handle(delivery)
            return
        async with asyncio.timeout(60):
            while delivery.delivered < 3:  # noqa: ASYNC110 - nothing announces it
                await asyncio.sleep(0.05)
        await delivery.nak()

    await desk.put("a")
    async with running(Puller(desk.bus, desk.stream, ["all"], handle, slots=2, ack_wait=60)):
        await desk.until_handled("a")
        await desk.until_left(0)
    first, second = deliveries
    assert (first, second > 3) == (1, True)


async def test_a_message_whose_handler_failed_comes_again(desk: Desk) -> None:
    async def fail_once(delivery: Delivery) -> None:
        if delivery.delivered == 1:
            raise RuntimeError("the first time")
        await desk.handle(delivery)

    await desk.put("a")
    async with running(Puller(desk.bus, desk.stream, ["all"], fail_once, slots=1, ack_wait=ACK_WAIT)):
        await desk.until_handled("a")


async def test_a_consumer_that_is_gone_is_said_once_and_pulled_from_as_soon_as_it_is_back(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    consumer = Consumer(desk.stream, "all", (f"{desk.stream}.all.>",))
    await desk.put("a")
    async with running(Puller(desk.bus, desk.stream, ["all"], desk.handle, slots=1, ack_wait=ACK_WAIT)):
        await desk.until_left(0)
        await desk.bus.api(f"CONSUMER.DELETE.{desk.stream}.all")
        await consumers.put_consumer(desk.bus, consumer, ack_wait=ACK_WAIT)
        await desk.put("b")
        await desk.until_handled("a", "b")
    assert [record.message for record in caplog.records].count("pull_refused") == 1


async def test_stopping_lets_what_is_in_hand_finish(desk: Desk) -> None:
    gate = Gate(desk)
    await desk.put("a", "b")
    puller = Puller(desk.bus, desk.stream, ["all"], gate.handle, slots=1, ack_wait=ACK_WAIT)
    task = asyncio.create_task(puller.run())
    await gate.until_begun(1)
    stopping = asyncio.create_task(puller.stop(grace=20))
    gate.opened.set()
    await stopping
    await task
    assert desk.handled == ["a"]
    await desk.until_left(1)


async def test_stopping_gives_back_what_does_not_finish(desk: Desk) -> None:
    gate = Gate(desk)
    await desk.put("a")
    puller = Puller(desk.bus, desk.stream, ["all"], gate.handle, slots=1, ack_wait=60)
    task = asyncio.create_task(puller.run())
    await gate.until_begun(1)
    await puller.stop(grace=0)
    await task
    async with running(Puller(desk.bus, desk.stream, ["all"], desk.handle, slots=1, ack_wait=60)):
        await desk.until_handled("a")  # at once, not after an ack wait


async def test_a_process_without_room_asks_for_nothing(desk: Desk) -> None:
    room = 0
    puller = Puller(desk.bus, desk.stream, ["all"], desk.handle, slots=4, ack_wait=ACK_WAIT, can_pull=lambda: room)
    await desk.put("a")
    async with running(puller):
        info = await desk.bus.api(f"CONSUMER.INFO.{desk.stream}.all")
        assert (info["num_waiting"], info["num_ack_pending"]) == (0, 0)
        room = 1
        puller.wake()
        await desk.until_handled("a")


async def test_the_most_urgent_band_is_taken_first(banded: Desk) -> None:
    gate = Gate(banded)
    await banded.put("l1", "l2", band="low")
    puller = Puller(banded.bus, banded.stream, banded.bands, gate.handle, slots=1, ack_wait=60)
    async with running(puller):
        await gate.until_begun(1)
        await banded.put("n", band="normal")
        await banded.put("h", band="high")
        gate.opened.set()
        await banded.until_handled("l1", "l2", "n", "h")
    assert banded.handled == ["l1", "h", "n", "l2"]


async def test_bands_are_taken_in_order_by_many_hands_too(banded: Desk) -> None:
    order = [f"{band}-{number}" for band in banded.bands for number in range(20)]
    for text in reversed(order):
        await banded.put(text, band=text.split("-")[0])
    async with running(Puller(banded.bus, banded.stream, banded.bands, banded.handle, slots=4, ack_wait=60)):
        await banded.until_handled(*order)
    assert [text.split("-")[0] for text in banded.handled] == [text.split("-")[0] for text in order]


async def test_any_band_is_heard_when_nothing_waits(banded: Desk) -> None:
    async with running(Puller(banded.bus, banded.stream, banded.bands, banded.handle, slots=2)):
        for band in ("low", "high", "normal", "low"):
            await banded.put(band, band=band)
            await banded.until(lambda: len(banded.handled) > 0)
            assert banded.handled.pop() == band


async def test_a_puller_of_many_bands_with_its_hands_full_leaves_the_rest_to_others(banded: Desk) -> None:
    gate = Gate(banded)
    full = Puller(banded.bus, banded.stream, banded.bands, gate.handle, slots=1, ack_wait=60)
    async with running(full):
        await banded.put("a", band="normal")
        await gate.until_begun(1)
        other = Puller(banded.bus, banded.stream, banded.bands, banded.handle, slots=1, ack_wait=60)
        async with running(other):
            for band in banded.bands:
                await banded.put(band, band=band)
            await banded.until(lambda: len(banded.handled) + full.in_hand >= 4)
        assert full.in_hand <= 3
        gate.opened.set()
        await banded.until_handled("a", *banded.bands)


@pytest.mark.parametrize("service", [services.EXECUTOR, services.BROWSER_HOST])
async def test_as_many_jobs_of_a_band_are_in_hand_as_there_are_hands(own_server: Server, service: str) -> None:
    bus, jobs = await own_server.connect(MIGRATION), 1100
    name = "RunJob" if service == services.EXECUTOR else "OpenSession"
    messages = [Outgoing(subjects.in_band(service, name, Band.LOW), b"") for _ in range(jobs)]
    await asyncio.gather(*map(bus.publish, messages))
    taken = asyncio.Semaphore(0)

    async def handle(delivery: Delivery) -> None:
        taken.release()
        await asyncio.Event().wait()

    puller = Puller(bus, streams.COMMANDS, [f"{service}-{Band.LOW}"], handle, slots=jobs, ack_wait=ACK_WAIT)
    running = asyncio.create_task(puller.run())
    async with asyncio.timeout(60):
        for _ in range(jobs):
            await taken.acquire()
    await puller.stop(grace=0.0)
    await running
    await bus.close()


async def test_a_batch_puller_gives_the_whole_stream_in_order(log_desk: Desk) -> None:
    await asyncio.gather(*(log_desk.put(str(number)) for number in range(500)))

    sequences: list[int] = []

    async def on_batch(deliveries: Sequence[Delivery]) -> None:
        sequences.extend(delivery.sequence for delivery in deliveries)
        if len(sequences) == 490:
            log_desk.news.set()
            await puller.stop()

    puller = BatchPuller(log_desk.bus, log_desk.reader, on_batch, after=10, batch=50)
    await puller.run()
    assert sequences == list(range(11, 501))
    info = await log_desk.bus.api(f"CONSUMER.INFO.{log_desk.stream}.reader")
    assert info["ack_floor"]["stream_seq"] in range(450, 501)


async def test_a_batch_that_failed_is_not_acknowledged_and_ends_the_loop(log_desk: Desk) -> None:
    await log_desk.put("a")

    async def on_batch(deliveries: Sequence[Delivery]) -> None:
        raise RuntimeError("the database is away")

    with pytest.raises(RuntimeError):
        await BatchPuller(log_desk.bus, log_desk.reader, on_batch, after=0).run()
    info = await log_desk.bus.api(f"CONSUMER.INFO.{log_desk.stream}.reader")
    assert info["ack_floor"]["stream_seq"] == 0


async def test_a_batch_puller_whose_consumer_is_taken_away_says_so(log_desk: Desk) -> None:
    await log_desk.put("a")

    async def on_batch(deliveries: Sequence[Delivery]) -> None:
        await log_desk.bus.api(f"CONSUMER.DELETE.{log_desk.stream}.reader")

    with pytest.raises(Transient, match="broke off"):
        await BatchPuller(log_desk.bus, log_desk.reader, on_batch, after=0).run()


async def test_the_projector_may_start_over_wherever_its_checkpoint_is(bus_of: BusOf) -> None:
    bus = await bus_of(services.PROJECTOR)
    for after in (5, 2):
        await consumers.restart_consumer(bus, consumers.PROJECTION, after=after)
    await consumers.restart_consumer(bus, consumers.REBUILD, after=0)


async def test_a_consumer_that_is_not_there_cannot_be_set_back(bus_of: BusOf) -> None:
    missing = replace(consumers.PROJECTION, suffix="of-nobody")
    with pytest.raises(Permanent, match="no consumer projector-of-nobody of GH_EVENTS: run the migration"):
        await consumers.restart_consumer(await bus_of(MIGRATION), missing, after=0)


async def test_a_projectors_consumer_of_an_earlier_version_is_made_anew(own_server: Server) -> None:
    migration = await own_server.connect(MIGRATION)
    name = consumers.PROJECTION.name
    await migration.api(f"CONSUMER.DELETE.{streams.EVENTS}.{name}")
    earlier = consumers.PROJECTION.config(30.0) | {"deliver_policy": "by_start_sequence", "opt_start_seq": 1}
    call = f"CONSUMER.CREATE.{streams.EVENTS}.{name}.{subjects.ALL_EVENTS}"
    await migration.api(call, {"stream_name": streams.EVENTS, "config": earlier})
    await migrating.migrate(migration)
    info = await migration.api(f"CONSUMER.INFO.{streams.EVENTS}.{name}")
    assert info["config"]["deliver_policy"] == "all"
    await migration.close()
