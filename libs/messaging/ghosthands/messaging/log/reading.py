"""Reading an aggregate: a few requests, whatever lies before, between and after its messages.

A server asked for the next message on a filter looks through all blocks of the stream up to it, and where there is none
through all the rest, which takes seconds in a log of many jobs, and holds up whoever appends. So it is asked only what
it knows without looking: the last message on a filter, the message at a place, and where a filter's first one lies and
how many it has. The last one says how far the aggregate goes, and where it begins. What lies close together is found by
looking, as many as there are. Else each service's last one says by its trail (`wire.trail`) where that service's others
lie. What lies there is read of any replica, and what that one has not yet of the leader.

What was written by a version that left no trails is found by looking, however far apart.

What of the aggregate has left the server is read from the archive, and comes first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from ghosthands.domain import ownership
from ghosthands.domain.errors import Misfiled
from ghosthands.messaging.log import whole
from ghosthands.messaging.server import beginning, direct_get
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.server.streams import EVENTS
from ghosthands.messaging.wire import agreement, trail
from ghosthands.messaging.wire.subjects import Aggregate, writer_of_event
from ghosthands.messaging.wire.trail import TrailTold

#: What lies in so short a stretch is read whole, with what is there of others.
NEAR = 50
#: What lies in so short a one is found by looking: it is few blocks of the stream.
CLOSE = 4000

#: Who writes on the log at all.
_WRITERS = tuple(service for service, events in ownership.OWNS.items() if events)


async def read(bus: Bus, aggregate: Aggregate, *, after: int, known: int = 0) -> list[Stored]:
    """Every message on the aggregate past `after` that is stored by now, oldest first.

    Where one at `known` was announced, those up to there are enough. Raises StreamUnavailable.
    """
    first = await beginning.find(bus)
    if first <= after + 1 and after < known <= after + NEAR:
        return await _read_stretch(bus, aggregate, after, known)
    last = await bus.last(EVENTS, aggregate.subjects())
    first = await beginning.find(bus, fresh=True) if last is None else first
    told = _told_by(last) if last else None
    begun = (told.begun if told else None) or 1
    if begun >= first or after + 1 >= first:
        return await _read_server(bus, aggregate, after, last, begun) if last else []
    before = await whole.archive_of(bus, first).read(aggregate.subjects(), after=after, up_to=first - 1)
    return [*before, *(await _read_server(bus, aggregate, first - 1, last, first) if last else ())]


async def _read_server(bus: Bus, aggregate: Aggregate, after: int, last: Stored, begun: int) -> list[Stored]:
    """What the server has past `after`, up to `last`, of an aggregate with nothing between there and `begun`."""
    if last.sequence <= after:
        return []
    if last.sequence < max(begun, after + 1) + NEAR:
        return await _read_stretch(bus, aggregate, max(begun - 1, after), last.sequence)
    if after < begun and last.sequence < begun + CLOSE:
        return await _look_through(bus, aggregate, after, last.sequence)
    heads = await _find_heads(bus, aggregate, last)
    trails = await asyncio.gather(*(_follow(bus, head, after) for head in heads))
    if not heads or None in trails:
        return await _look_through(bus, aggregate, after, last.sequence)
    there = {head.sequence: head for head in heads}
    places = {place for each in trails if each for place in each}
    found = await direct_get.at(bus, EVENTS, _between(after, places - there.keys(), last.sequence))
    return sorted(
        [*found, *(there[place] for place in _between(after, there, last.sequence))], key=lambda each: each.sequence
    )


async def _read_stretch(bus: Bus, aggregate: Aggregate, after: int, up_to: int) -> list[Stored]:
    prefix = aggregate.subjects().removesuffix(">")
    stretch = await direct_get.at(bus, EVENTS, range(after + 1, up_to + 1))
    return [message for message in stretch if message.subject.startswith(prefix)]


async def _find_heads(bus: Bus, aggregate: Aggregate, last: Stored) -> list[Stored]:
    """The last message of each service that wrote here, asked of the leader once `last` was known to be there.

    So each is at `last` or before it, or what came since and is not asked for. Empty where `last` is of no service.
    """
    author = writer_of_event(last.subject)
    if author not in _WRITERS:
        return []
    others = [writer for writer in _WRITERS if writer != author]
    found = await asyncio.gather(*(bus.last(EVENTS, aggregate.written_by(other)) for other in others))
    return [last, *(head for head in found if head)]


async def _follow(bus: Bus, head: Stored, after: int) -> set[int] | None:
    """The places past `after` of the service whose last message this is; None where its trail was not kept."""
    places = {head.sequence}
    while (told := _told_by(head)) is not None:
        places.update(told.trail.places())
        if not told.trail.has_more or told.trail.first <= after + 1:
            return places
        found = await direct_get.at(bus, EVENTS, [told.trail.first])
        if not found:
            return None
        [head] = found
    return None


def _told_by(message: Stored) -> TrailTold | None:
    """What it tells of those before it; None for a message that is no event of its subject: it may say anything."""
    try:
        agreement.read_event(message.subject, message.headers)
    except Misfiled:
        return None
    return trail.read(message.headers.get(trail.HEADER, ""), message.sequence)


def _between(after: int, places: Iterable[int], up_to: int) -> Sequence[int]:
    return sorted(place for place in places if after < place <= up_to)


async def _look_through(bus: Bus, aggregate: Aggregate, after: int, up_to: int) -> list[Stored]:
    """What the server finds from the first message on: it knows where that is, and how many there are."""
    subjects = aggregate.subjects()
    count = sum((await bus.list_subjects(EVENTS, subjects)).values())
    found = [message async for message in direct_get.each(bus, EVENTS, subjects, count=count)]
    while (reached := found[-1].sequence if found else 0) < up_to:  # a replica is behind
        if (message := await bus.first(EVENTS, subjects, after=reached)) is None:
            break
        found.append(message)
    return [message for message in found if message.sequence > after]
