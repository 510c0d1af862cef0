"""The log in two partitions, as NATS' own subject mapping cuts it: two projections fold what one would.

Projector itself folds the whole log. What it would take to have it fold a part is told in `docs/scale.md`; here the
stream of partitions is made by hand, and projector's one check that a part of the log does not stand is left out.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from ghosthands.domain.message import Event
from ghosthands.messaging.server import permissions, streams
from ghosthands.messaging.server.consumers import Consumer, put_consumer
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.work.batch_puller import BatchPuller
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.projector import handlers, projection
from ghosthands.projector.newer import Entry
from ghosthands.projector.projection import Projection

pytestmark = pytest.mark.integration

Log = list[Recorded[Event]]
MakeLog = Callable[[int], Log]

PARTITIONS = 2
PARTS = "GH_PARTS"
#: the kind and the id of an aggregate; by the id all of its events come to one partition
EVERY_EVENT = "gh.evt.*.*.>"
TO_A_PARTITION = f"gh.part.{{{{partition({PARTITIONS},2)}}}}.{{{{wildcard(1)}}}}.{{{{wildcard(2)}}}}.>"
PATIENCE_SECONDS = 60.0


class Place(NamedTuple):
    """Where an event stands in the log."""

    sequence: int
    subject: str


@pytest.fixture
async def all_seeing(nats: Any) -> AsyncIterator[Bus]:
    connected = await nats.connect(permissions.MIGRATION)
    yield connected
    await connected.close()


@pytest.fixture
async def partitions(all_seeing: Bus) -> list[Consumer]:
    """The consumer of each partition, of a stream that is fed from the log and forgets what was folded."""
    source = {"name": streams.EVENTS, "subject_transforms": [{"src": EVERY_EVENT, "dest": TO_A_PARTITION}]}
    config = {"name": PARTS, "retention": "interest", "storage": "file", "num_replicas": 1}
    parts = [
        Consumer(PARTS, "projector", (f"gh.part.{number}.>",), suffix=str(number), ack_policy="all", max_in_hand=10_000)
        for number in range(PARTITIONS)
    ]
    await all_seeing.api(f"STREAM.CREATE.{PARTS}", {**config, "subjects": ["gh.part.none"]})
    for part in parts:
        await put_consumer(all_seeing, part)
    await all_seeing.api(f"STREAM.UPDATE.{PARTS}", {**config, "subjects": ["gh.part.none"], "sources": [source]})
    return parts


@pytest.fixture
def stands_holes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A projection takes the sequences between for the other partition's; that nothing is lost the puller sees to."""

    def rising(batch: Iterable[Entry], checkpoint: int) -> Iterator[Entry]:
        return (entry for entry in batch if entry.sequence > checkpoint)

    monkeypatch.setattr(projection, "_assert_unbroken", rising)


def place_of(delivery: Delivery) -> Place:
    """By what NATS says of where a sourced message comes from: stream, sequence, filter, mapping, subject, account."""
    _, sequence, _, _, subject, _ = delivery.headers["Nats-Stream-Source"].split(" ")
    return Place(int(sequence), subject)


def read(delivery: Delivery) -> Entry:
    place = place_of(delivery)
    return handlers.read(Stored(place.subject, place.sequence, delivery.headers, delivery.data))


async def fold(bus: Bus, consumer: Consumer, into: Projection) -> list[Place]:
    """Fold all that a partition has; where that stood in the log, in the order it came."""
    folded: list[Place] = []
    caught_up = asyncio.Event()

    async def on_batch(batch: Sequence[Delivery]) -> None:
        await into.apply([read(delivery) for delivery in batch])
        folded.extend(map(place_of, batch))
        if batch[-1].pending == 0:
            caught_up.set()

    puller = BatchPuller(bus, consumer, on_batch, after=0, batch=5)
    pulling = asyncio.create_task(puller.run())
    waiting = asyncio.create_task(caught_up.wait())
    await asyncio.wait((pulling, waiting), timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    await puller.stop()
    await pulling
    return folded


async def contents(db: Any) -> dict[str, list[str]]:
    """Every table but the checkpoints: they have other names."""
    return {name: rows for name, rows in (await db.contents()).items() if name != "checkpoints"}


async def until_state(bus: Bus, **wanted: int) -> None:
    """Wait until the server says that of the stream of partitions, which nothing announces."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not wanted.items() <= (await bus.api(f"STREAM.INFO.{PARTS}"))["state"].items():  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("stands_holes")
async def test_two_partitions_fold_together_what_one_projection_folds(
    db: Any, append: Any, log: MakeLog, all_seeing: Bus, partitions: list[Consumer]
) -> None:
    events = log(24)
    await (await db.projection()).apply(events)
    expected = await contents(db)
    await db.rows("drop schema gh cascade")

    await append(events)
    await until_state(all_seeing, last_seq=len(events))
    halves = [Projection(await db.open(), name=f"events-{number}") for number in range(PARTITIONS)]
    for half in halves:
        await half.resume()
    folding = (fold(all_seeing, *each) for each in zip(partitions, halves, strict=True))
    places = await asyncio.gather(*folding)

    assert await contents(db) == expected
    assert sorted(place.sequence for half in places for place in half) == list(range(1, len(events) + 1))
    checkpoints = dict(await db.rows("select name, sequence from gh.checkpoints where name like 'events-%'"))
    assert checkpoints == {f"events-{number}": places[number][-1].sequence for number in range(PARTITIONS)}


@pytest.mark.usefixtures("stands_holes")
async def test_of_one_aggregate_all_events_come_to_one_partition_in_order(
    append: Any, log: MakeLog, all_seeing: Bus, partitions: list[Consumer], db: Any
) -> None:
    events = log(24)
    await append(events)
    await until_state(all_seeing, last_seq=len(events))
    found: dict[str, set[int]] = defaultdict(set)
    for number, consumer in enumerate(partitions):
        half = Projection(await db.open(), name=f"events-{number}")
        await half.resume()
        places = await fold(all_seeing, consumer, half)
        assert places == sorted(places), "the log's order"
        assert places, "either has its share"
        for place in places:
            found[place.subject.split(".")[3]].add(number)
    assert len(found) == len({event.aggregate.id for event in events})
    assert all(len(numbers) == 1 for numbers in found.values())
    await until_state(all_seeing, messages=0)  # what was folded is not kept twice
