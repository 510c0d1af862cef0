"""Reading an aggregate: a few requests, whatever lies before, between and after its messages.

A server asked for the next message on a filter looks through all blocks of the stream up to it, and where there is none
through all the rest, which takes seconds in a log of many jobs, and holds up whoever appends. So it is asked only what
it knows without looking: the last message on a filter, the message at a place, how many each subject has, and where a
filter's first one lies. The last one says how far the aggregate goes, and where it begins. What lies close together is
found by looking, as many as there are. Else each service's last one says by its trail (`wire.trail`) where that
service's others lie. What lies there is read of any replica, and what that one has not yet of the leader.

Where the aggregate begins, and every trail, is the word of whoever wrote the message, and no service's word is enough
to leave out an event: what was found has to be as many as the server has, counted once the last one was known. Where
it is fewer, and nothing came meanwhile, somebody told what is not so, and the server is to look. So it is where a
message has no trail, as versions before trails wrote it.

What of the aggregate has left the server is read from the archive, and comes first; that nothing has, two services
have to say.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

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

#: As often what was found is held against the server's count anew, while others write.
ATTEMPTS = 5

log = logging.getLogger(__name__)


async def read(bus: Bus, aggregate: Aggregate, *, after: int, count: int = 0, known: int = 0) -> list[Stored]:
    """Every message on the aggregate past `after` that is stored by now, oldest first.

    Up to `after` the server has `count` of them. Where one at `known` was announced, those up to there are enough.
    Raises StreamUnavailable.
    """
    first = await beginning.find(bus)
    if first <= after + 1 and after < known <= after + NEAR:
        return await _read_stretch(bus, aggregate, after, known)
    last = await bus.last(EVENTS, aggregate.subjects())
    first = await beginning.find(bus, fresh=True) if last is None else first
    if after + 1 >= first:
        return await _read_server(bus, aggregate, after, count, last) if last else []
    rest = await _read_server(bus, aggregate, first - 1, 0, last) if last else []
    if _begins_with(rest, first):
        return rest
    before = await whole.archive_of(bus, first).read(aggregate.subjects(), after=after, up_to=first - 1)
    return [*before, *rest]


class ReadOn:
    """Reads one aggregate from where it was read up to, and knows how many there were until there: a `follow.Read`."""

    def __init__(self, bus: Bus, aggregate: Aggregate) -> None:
        self._bus = bus
        self._aggregate = aggregate
        self._read_up_to = 0
        self._count = 0

    async def read(self, *, after: int, known: int) -> list[Stored]:
        """Every message past `after`, which is where it was read up to or the beginning, as `read` does."""
        start, count = (after, self._count) if after == self._read_up_to else (0, 0)
        found = await read(self._bus, self._aggregate, after=start, count=count, known=known)
        if found:
            first = await beginning.find(self._bus)
            self._read_up_to = found[-1].sequence
            self._count = count + sum(message.sequence >= first for message in found)
        return [message for message in found if message.sequence > after]


async def _read_server(bus: Bus, aggregate: Aggregate, after: int, count: int, last: Stored) -> list[Stored]:
    """What the server has past `after`, up to where it has `count`, and up to `last` at least."""
    for _ in range(ATTEMPTS):
        if last.sequence <= after + NEAR:
            return await _read_stretch(bus, aggregate, after, last.sequence)
        counts = await bus.list_subjects(EVENTS, aggregate.subjects())
        missing = sum(counts.values()) - count
        found = await _find(bus, aggregate, after, last, counts, missing)
        if found is not None and len(found) == missing:
            return found
        newest = await bus.last(EVENTS, aggregate.subjects())
        if newest is None or newest.sequence == last.sequence:
            if found is not None:
                told = {"kind": aggregate.kind, "id": aggregate.id, "last": last.sequence}
                log.warning("trail_not_believed", extra=told)
            break
        last = newest
    return await _look_through(bus, aggregate, after, last.sequence, sum(counts.values()))


async def _find(
    bus: Bus, aggregate: Aggregate, after: int, last: Stored, counts: Mapping[str, int], missing: int
) -> list[Stored] | None:
    """What there is past `after` up to `last`, by what its messages tell; None where the server has to look."""
    if missing == 1:
        return [last]
    told = _told_by(last)
    begun = (told.begun if told else None) or 1
    start = max(begun, after + 1)
    if last.sequence < start + NEAR:
        stretch = await _read_stretch(bus, aggregate, start - 1, last.sequence)
        if len(stretch) == missing:
            return stretch
    elif after < begun and last.sequence < begun + CLOSE:
        return None
    return await _find_by_trails(bus, aggregate, after, last, counts)


async def _read_stretch(bus: Bus, aggregate: Aggregate, after: int, up_to: int) -> list[Stored]:
    return _of(aggregate.subjects(), await direct_get.at(bus, EVENTS, range(after + 1, up_to + 1)))


async def _find_by_trails(
    bus: Bus, aggregate: Aggregate, after: int, last: Stored, counts: Mapping[str, int]
) -> list[Stored] | None:
    """What each service's last message leads to, asked of the leader once `last` was known to be there.

    So each is at `last` or before it, or what came since and is not asked for. None where a trail was not kept.
    """
    most: Counter[str | None] = Counter()
    for subject, many in counts.items():
        most[writer_of_event(subject)] += many
    writers = [writer for writer in most if writer and writer != writer_of_event(last.subject)]
    others = await asyncio.gather(*(bus.last(EVENTS, aggregate.written_by(writer)) for writer in writers))
    there = {head.sequence: head for head in (last, *others) if head}
    trails = await asyncio.gather(
        *(_follow(bus, aggregate, head, after, most[writer_of_event(head.subject)]) for head in there.values())
    )
    if None in most or None in trails:
        return None
    places = {place for each in trails if each for place in each}
    found = await direct_get.at(bus, EVENTS, _between(after, places - there.keys(), last.sequence))
    heads = [there[place] for place in _between(after, there, last.sequence)]
    return sorted([*_of(aggregate.subjects(), found), *heads], key=lambda each: each.sequence)


async def _follow(bus: Bus, aggregate: Aggregate, head: Stored, after: int, most: int) -> set[int] | None:
    """The places past `after` of the service whose last message this is, so many at most; None where its trail was not
    kept, or tells of more. What it tells of besides may have left the server."""
    own = aggregate.written_by(writer_of_event(head.subject) or "")
    places = {head.sequence}
    while (told := _told_by(head)) is not None and (trail_past := told.trail.past(after)).count < most:
        places.update(trail_past.places())
        if not trail_past.has_more or trail_past.first == after + 1:
            return places
        found = _of(own, await direct_get.at(bus, EVENTS, [trail_past.first]))
        if not found:
            return None
        [head] = found
    return None


def _of(subjects: str, messages: Iterable[Stored]) -> list[Stored]:
    prefix = subjects.removesuffix(">")
    return [message for message in messages if message.subject.startswith(prefix)]


def _begins_with(messages: Iterable[Stored], first: int) -> bool:
    """Whether two services say, and none denies, that an aggregate with these from `first` on has none before."""
    said: dict[str | None, int] = {}
    for message in messages:
        if (told := _told_by(message)) and told.begun:
            writer = writer_of_event(message.subject)
            said[writer] = min(told.begun, said.get(writer, told.begun))
    return len(said) > 1 and min(said.values()) >= first


def _told_by(message: Stored) -> TrailTold | None:
    """What it tells of those before it; None for a message that is no event of its subject: it may say anything."""
    try:
        agreement.read_event(message.subject, message.headers)
    except Misfiled:
        return None
    return trail.read(message.headers.get(trail.HEADER, ""), message.sequence)


def _between(after: int, places: Iterable[int], up_to: int) -> Sequence[int]:
    return sorted(place for place in places if after < place <= up_to)


async def _look_through(bus: Bus, aggregate: Aggregate, after: int, up_to: int, count: int) -> list[Stored]:
    """What the server finds from the first message on: it knows where that is, and was asked how many there are."""
    subjects = aggregate.subjects()
    found = [message async for message in direct_get.each(bus, EVENTS, subjects, count=count)]
    while (reached := found[-1].sequence if found else 0) < up_to:  # a replica is behind
        if (message := await bus.first(EVENTS, subjects, after=reached)) is None:
            break
        found.append(message)
    return [message for message in found if message.sequence > after]
