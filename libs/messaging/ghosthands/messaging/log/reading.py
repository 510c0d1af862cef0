"""Reads an aggregate in a few requests, however its messages are spread over the log.

A server asked for the next message on a filter searches all blocks of the stream up to it, and all remaining ones if
there is none. In a log of many jobs that takes seconds and delays every append. So it is asked only what it knows
without a search: the last message on a filter, the message at a sequence, the number of messages of each subject, and
the place of a filter's first one. The aggregate's last message tells how far the aggregate goes, and where it begins.
Messages that lie close together are found by a search for exactly as many as there are. Otherwise each service's last
message tells by its trail (`wire.trail`) where that service's other messages lie. Their content is read from any
replica, and from the leader where the replica lacks it.

The beginning of an aggregate and every trail are claims of the message's writer, and no single service's claim may hide
an event: the number of messages found must equal the server's count, taken once the last message was known. If fewer
were found and nothing new was stored meanwhile, some claim is false, and the server has to search. It also has to
search where a message has no trail, as written by versions before trails.

Messages of the aggregate that have left the server come first, from the archive; two services have to claim that there
are none.
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

#: A stretch this short is read whole, including messages of other aggregates.
NEAR = 50
#: A stretch this short is searched by the server: it is only a few blocks of the stream.
CLOSE = 4000

#: How often the messages found are compared with the server's count while others write.
ATTEMPTS = 5

log = logging.getLogger(__name__)


async def read(bus: Bus, aggregate: Aggregate, *, after: int, count: int = 0, known: int = 0) -> list[Stored]:
    """Return every message on the aggregate past `after` that is stored by now, oldest first.

    `count` is the number of messages the server has up to `after`. If one at `known` was announced, those up to it are
    enough. Raises StreamUnavailable.
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
    """A `follow.Read` for one aggregate that remembers how far it has read, and how many messages there were."""

    def __init__(self, bus: Bus, aggregate: Aggregate) -> None:
        self._bus = bus
        self._aggregate = aggregate
        self._read_up_to = 0
        self._count = 0

    async def read(self, *, after: int, known: int) -> list[Stored]:
        """Return every message past `after`, which is where the last read ended or the beginning, as `read` does."""
        start, count = (after, self._count) if after == self._read_up_to else (0, 0)
        found = await read(self._bus, self._aggregate, after=start, count=count, known=known)
        if found:
            first = await beginning.find(self._bus)
            self._read_up_to = found[-1].sequence
            self._count = count + sum(message.sequence >= first for message in found)
        return [message for message in found if message.sequence > after]


async def _read_server(bus: Bus, aggregate: Aggregate, after: int, count: int, last: Stored) -> list[Stored]:
    """Return the server's messages past `after`, where it has `count` before, up to `last` at least."""
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
    """Return the messages past `after` up to `last`, as their trails tell; None if the server has to search."""
    if missing == 1:
        return [last]
    told = _read_trail(last)
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
    return _keep_matching(aggregate.subjects(), await direct_get.at(bus, EVENTS, range(after + 1, up_to + 1)))


async def _find_by_trails(
    bus: Bus, aggregate: Aggregate, after: int, last: Stored, counts: Mapping[str, int]
) -> list[Stored] | None:
    """Return the messages that the trail of each service's last message leads to; None if a trail is incomplete.

    The leader is asked for these last messages once `last` was known, so each is at `last` or before it, or is newer
    and not wanted.
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
    found = await direct_get.at(bus, EVENTS, _select_between(after, places - there.keys(), last.sequence))
    heads = [there[place] for place in _select_between(after, there, last.sequence)]
    return sorted([*_keep_matching(aggregate.subjects(), found), *heads], key=lambda each: each.sequence)


async def _follow(bus: Bus, aggregate: Aggregate, head: Stored, after: int, most: int) -> set[int] | None:
    """Return the sequences past `after` in the trail of `head`'s service, at most `most`; None if the trail fails.

    It fails if a part is missing or if it lists more messages than that. Listed messages may have left the server.
    """
    own = aggregate.written_by(writer_of_event(head.subject) or "")
    places = {head.sequence}
    while (told := _read_trail(head)) is not None and (trail_past := told.trail.past(after)).count < most:
        places.update(trail_past.places())
        if not trail_past.has_more or trail_past.first == after + 1:
            return places
        found = _keep_matching(own, await direct_get.at(bus, EVENTS, [trail_past.first]))
        if not found:
            return None
        [head] = found
    return None


def _keep_matching(subjects: str, messages: Iterable[Stored]) -> list[Stored]:
    prefix = subjects.removesuffix(">")
    return [message for message in messages if message.subject.startswith(prefix)]


def _begins_with(messages: Iterable[Stored], first: int) -> bool:
    """Whether two services claim, and none denies, that the aggregate has no messages before `first`."""
    said: dict[str | None, int] = {}
    for message in messages:
        if (told := _read_trail(message)) and told.begun:
            writer = writer_of_event(message.subject)
            said[writer] = min(told.begun, said.get(writer, told.begun))
    return len(said) > 1 and min(said.values()) >= first


def _read_trail(message: Stored) -> TrailTold | None:
    """Return the message's trail; None if the message is no event of its subject, since then it may claim anything."""
    try:
        agreement.read_event(message.subject, message.headers)
    except Misfiled:
        return None
    return trail.read(message.headers.get(trail.HEADER, ""), message.sequence)


def _select_between(after: int, places: Iterable[int], up_to: int) -> Sequence[int]:
    return sorted(place for place in places if after < place <= up_to)


async def _look_through(bus: Bus, aggregate: Aggregate, after: int, up_to: int, count: int) -> list[Stored]:
    """Search from the aggregate's first message on; the server knows its place, and the caller knows the count."""
    subjects = aggregate.subjects()
    found = [message async for message in direct_get.each(bus, EVENTS, subjects, count=count)]
    while (reached := found[-1].sequence if found else 0) < up_to:  # a replica is behind
        if (message := await bus.first(EVENTS, subjects, after=reached)) is None:
            break
        found.append(message)
    return [message for message in found if message.sequence > after]
