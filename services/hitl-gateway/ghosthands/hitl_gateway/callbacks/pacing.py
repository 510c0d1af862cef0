"""The rate limit of a receiver: a number of callbacks a minute over all gateways, and none while it asks for a pause.

The turns each receiver had are in NATS, by the second; a gateway takes a turn there. Two that want the last one
conflict, and one of them waits. A second counts until a whole minute has passed since it ended, so clocks that differ
a little and lines of different speed make no minute too full.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import msgspec

from ghosthands.chassis.locks import KeyedLocks
from ghosthands.domain.errors import Conflict, Transient
from ghosthands.messaging.wire import subjects
from ghosthands.vault.store import Store

#: how long a second counts
COUNTS_SECONDS = 61
#: how long turns are kept after the last one; a receiver may ask for a pause of some minutes
KEPT = timedelta(minutes=10)
#: most tries for a turn that others take at the same time
_TRIES = 20

#: the receiver that the limit is for: scheme, host and port
Receiver = tuple[str, str, int | None]


def receiver_of(url: str) -> Receiver:
    """Return the receiver behind a URL."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port


class TakenTurns(msgspec.Struct, frozen=True):
    """A receiver's recent turns, and the end of its pause; times in seconds since the epoch."""

    #: how many turns were taken in which second
    seconds: dict[int, int] = {}
    held_until: float = 0.0

    def at(self, now: float) -> TakenTurns:
        """Return the turns among them that count now."""
        counting = {second: turns for second, turns in self.seconds.items() if second + COUNTS_SECONDS > now}
        return TakenTurns(counting, self.held_until)

    def find_free(self, now: float, per_minute: int) -> float | None:
        """Return the time of the next free turn; None for now."""
        if self.held_until > now:
            return self.held_until
        return min(self.seconds) + COUNTS_SECONDS if sum(self.seconds.values()) >= per_minute else None

    def take(self, now: float) -> TakenTurns:
        """Return the turns with one more taken at `now`."""
        second = int(now)
        return TakenTurns({**self.seconds, second: self.seconds.get(second, 0) + 1}, self.held_until)


class Pacing:
    """The turns of every receiver."""

    def __init__(self, store: Store, per_minute: int) -> None:
        self._store = store
        self._per_minute = per_minute
        #: of this process, so that its own tasks don't conflict
        self._locks = KeyedLocks()

    async def take(self, receiver: Receiver, now: datetime) -> datetime | None:
        """Take a turn now; where none is free, take nothing and return when there may be one.

        Raises StreamUnavailable, and Transient where others are always quicker.
        """
        at, key = now.timestamp(), _key_of(receiver)
        async with self._locks.of(key):
            for _ in range(_TRIES):
                turns, revision = await self._read(key, at)
                if free := turns.find_free(at, self._per_minute):
                    return datetime.fromtimestamp(free, UTC)
                if await self._write(key, turns.take(at), revision):
                    return None
        raise Transient("all turns at a receiver are being taken by others", delay=1.0)

    async def hold(self, receiver: Receiver, until: datetime) -> None:
        """Pause the receiver until then. Raises StreamUnavailable."""
        key = _key_of(receiver)
        async with self._locks.of(key):
            for _ in range(_TRIES):
                turns, revision = await self._read(key, 0.0)
                held = msgspec.structs.replace(turns, held_until=max(until.timestamp(), turns.held_until))
                if held == turns or await self._write(key, held, revision):
                    return

    async def _read(self, key: str, now: float) -> tuple[TakenTurns, int]:
        entry = await self._store.get(key, fresh=True)
        found = msgspec.json.decode(entry.data, type=TakenTurns) if entry.data else TakenTurns()
        return found.at(now), entry.revision

    async def _write(self, key: str, turns: TakenTurns, revision: int) -> bool:
        """Write the turns; return False if another gateway wrote meanwhile."""
        try:
            await self._store.put(key, msgspec.json.encode(turns), expected=revision, ttl=KEPT)
        except Conflict:
            return False
        return True


def _key_of(receiver: Receiver) -> str:
    return f"turns/{subjects.token(' '.join(map(str, receiver)))}"
