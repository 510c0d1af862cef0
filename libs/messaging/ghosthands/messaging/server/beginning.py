"""The sequence at which the server's part of the log begins: earlier messages have moved to the archive.

Only a turn (`turn`) changes it, for which all services are stopped, and only messages older than an hour move. So each
connection asks for it once. A process that was connected all the same and sees a change closes its connection for good
and thereby ends: its knowledge of aggregates may be out of date.
"""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.streams import EVENTS
from ghosthands.messaging.wire import subjects

#: The greatest age, in seconds, of an answer by which a caller may believe that an aggregate has no messages.
FRESH_SECONDS = 1.0

_known: WeakKeyDictionary[Bus, _Beginning] = WeakKeyDictionary()


class _Beginning:
    """A connection's knowledge of it."""

    def __init__(self, bus: Bus) -> None:
        self.place: int | None = None
        self.asked_at = 0.0
        self.is_stale = True
        bus.on_reconnect(self._forget)

    def _forget(self) -> None:
        self.is_stale = True


async def find(bus: Bus, *, fresh: bool = False) -> int:
    """Return the first sequence of the log that the server has; 1 if nothing has left it. Raises StreamUnavailable.

    With `fresh` the answer is younger than a second.
    """
    if (known := _known.get(bus)) is None:
        known = _known[bus] = _Beginning(bus)
    now = asyncio.get_running_loop().time()
    if known.place is None or known.is_stale or (fresh and now > known.asked_at + FRESH_SECONDS):
        place = await _ask(bus)
        if known.place not in (None, place):
            await bus.close()
            raise StreamUnavailable("the beginning of the log left the server while this process was connected to it")
        known.place, known.is_stale, known.asked_at = place, False, now  # only once it is answered
    return known.place


async def _ask(bus: Bus) -> int:
    info = await bus.find_stream(EVENTS)
    if info is None:
        raise StreamUnavailable("the server has no log: run the migration of the streams, it makes it")
    if subjects.ALL_EVENTS not in info["config"].get("subjects", ()):
        raise StreamUnavailable("the beginning of the log is leaving the server: run `ghosthands archive` to its end")
    return max(1, int(info["state"]["first_seq"]))
