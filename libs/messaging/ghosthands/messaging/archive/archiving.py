"""Archiving: the log's beginning is written to the archive, read back and compared, and then leaves the server.

Only events that every service has heard may leave: those up to the lowest sequence at which every durable has
acknowledged everything. One of them, executor's watch, has a job in hand until it ends, so every job that began there
has ended. Events younger than the given age stay, and the last event always does. An aggregate that continues, such as
a budget, is in both places: its beginning in the archive.

If it is killed at any moment, it can be run again and continues; the services' own migration ends an interrupted turn.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime, timedelta

from ghosthands.domain.errors import Permanent
from ghosthands.messaging import fault
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.server import consumers, direct_get, migrating, turn
from ghosthands.messaging.server.consumers import ACK_WAIT_SECONDS, CONSUMERS
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.server.streams import EVENTS
from ghosthands.messaging.wire import subjects

#: The name of the fault points here.
NAME = "archive"
#: The least age of events that leave: nobody takes longer to append what was decided before a turn.
LEAST_AGE = timedelta(hours=1)
#: sequences of the log in one segment
SEGMENT_PLACES = 10_000

#: A rebuild resets its consumer whenever it begins, so that one holds nothing back.
_NOT_ASKED = (consumers.REBUILD,)
#: Without tracing nothing hears this durable, and it holds nothing back: nothing was delivered to it.
_TRACES = f"{consumers.PROJECTION.service}-{consumers.TRACES}"
#: Has a job in hand until a look finds that it has ended; it looks every two minutes.
WATCH = f"executor-{consumers.WATCH}"
#: Durables whose messages may be in hand for long, and which may hear each again without an effect on the log.
_HOLDING = (WATCH, f"hitl-gateway-{consumers.CALLBACKS}", consumers.PROJECTION.name)


class NotArchived(Permanent):
    """The log's beginning cannot leave the server now; nothing was changed, and the message says what to do."""


@dataclass(frozen=True)
class LogArchived:
    """The result of archiving: how far the archive reaches, and how much left the server."""

    #: The last sequence in the archive.
    end: int
    #: how many sequences left the server, and how many it still has
    left: int
    stayed: int
    #: the durables that keep more old events from leaving: they have not heard, or not finished, the next ones
    holders: tuple[str, ...] = ()


async def archive(
    bus: Bus,
    into: Archive,
    *,
    older_than: datetime,
    ack_wait: float = ACK_WAIT_SECONDS,
    segment_places: int = SEGMENT_PLACES,
) -> LogArchived:
    """Move everything stored before `older_than` that no service needs to hear any more into the archive.

    Raises NotArchived, ArchiveUnreadable, TurnImpossible, StreamUnavailable, OSError.
    """
    await _require_rest(bus)
    await migrating.end_turn(bus, ack_wait=ack_wait)
    first = await _first(bus)
    await asyncio.to_thread(into.check, first - 1)
    last = int((await bus.api(f"STREAM.INFO.{EVENTS}"))["state"]["last_seq"])
    heard = await _read_heard(bus, last)
    limits = {name: place for name, (place, holds_back) in heard.items() if holds_back}
    least = min((last - 1, *limits.values()))
    end = await _find_end(bus, first, least, older_than)
    is_held = end < await _find_end(bus, first, last - 1, older_than)
    holders = tuple(name for name, place in limits.items() if is_held and place == least)
    if end < first:
        return LogArchived(first - 1, 0, last - first + 1, holders)
    await _write(bus, into, first, end, segment_places)
    await _require_rest(bus)
    await turn.begin(bus, end + 1, {name: place for name, (place, _) in heard.items()})
    await migrating.end_turn(bus, ack_wait=ack_wait)
    return LogArchived(end, end - first + 1, last - end, holders)


async def _first(bus: Bus) -> int:
    return max(1, int((await bus.api(f"STREAM.INFO.{EVENTS}"))["state"]["first_seq"]))


async def _require_rest(bus: Bus) -> None:
    """Check that no service waits for messages of any stream. Raises NotArchived if one does."""
    for consumer in (*CONSUMERS, *await consumers.find_of_hosts(bus)):
        found = await consumers.find_consumer(bus, consumer)
        if found and found["num_waiting"]:
            raise NotArchived(f"{consumer.service} runs: end all services first, then archive")


async def _read_heard(bus: Bus, last: int) -> dict[str, tuple[int, bool]]:
    """Return for each durable of the log the sequence up to which it heard everything, and whether it holds back."""
    heard: dict[str, tuple[int, bool]] = {}
    for consumer in CONSUMERS:
        if (
            consumer.stream != EVENTS
            or consumer in _NOT_ASKED
            or (found := await consumers.find_consumer(bus, consumer)) is None
        ):
            continue
        is_through = not found["num_pending"] and not found["num_ack_pending"]
        place = last if is_through else int(found["ack_floor"]["stream_seq"])
        if found["num_ack_pending"] and consumer.name not in _HOLDING:
            raise NotArchived(
                f"{consumer.name} has events in hand that it did not finish: start the services, end them in order"
                " (Ctrl-C, or their SIGTERM), then archive"
            )
        heard[consumer.name] = place, consumer.name != _TRACES or bool(found["delivered"]["consumer_seq"])
    return heard


async def _find_end(bus: Bus, first: int, most: int, older_than: datetime) -> int:
    """Return the last sequence up to `most` that was stored before that; less than `first` if none was.

    Empty sequences after it are included: the server's part begins with a message, and the archive ends right before
    it.
    """
    low, high = first - 1, most
    while low < high:
        middle = (low + high + 1) // 2
        message = await _next(bus, middle)
        if message is not None and message.stored_at is not None and message.stored_at < older_than:
            low = middle
        else:
            high = middle - 1
    following = await _next(bus, low + 1)
    return following.sequence - 1 if following else low


async def _next(bus: Bus, place: int) -> Stored | None:
    return await bus.first(EVENTS, subjects.ALL_EVENTS, after=place - 1)


async def _write(bus: Bus, into: Archive, first: int, end: int, places: int) -> None:
    """Archive everything up to `end`, and check that the archive past `first` equals what the server has."""
    there = (await asyncio.to_thread(into.read_manifest)).end
    for begun in range(there + 1, end + 1, places):
        upto = min(end, begun + places - 1)
        segment = await asyncio.to_thread(into.store, await _take(bus, begun, upto), begun, upto)
        await fault.point(NAME, fault.AFTER_EFFECT, "stored")
        await asyncio.to_thread(into.enlist, segment)
        await fault.point(NAME, fault.AFTER_EFFECT, "segment")
    holds = await asyncio.to_thread(into.read_manifest)
    if holds.end < end:
        raise NotArchived(f"the archive in {into.where} ends at {holds.end} by now: another one archives too")
    for segment in holds.segments:
        if segment.last < first or segment.first > end:
            continue
        if await asyncio.to_thread(into.read_segment, segment) != await _take(bus, segment.first, segment.last):
            raise NotArchived(f"segment {segment.name} of the archive is not what the server has: it is another log's")
    await fault.point(NAME, fault.AFTER_EFFECT, "proven")


async def _take(bus: Bus, first: int, last: int) -> list[Stored]:
    """Return the server's messages from `first` to `last`, bare; those a replica lacks come from the leader."""
    found: dict[int, Stored] = {}
    every = direct_get.each(bus, EVENTS, subjects.ALL_EVENTS, after=first - 1, count=last - first + 1)
    async with aclosing(every):
        async for message in every:
            if message.sequence > last:
                break
            found[message.sequence] = turn.bare(message)
    missing = [place for place in range(first, last + 1) if place not in found]
    for message in await direct_get.at(bus, EVENTS, missing):
        found[message.sequence] = turn.bare(message)
    return [found[place] for place in sorted(found)]
