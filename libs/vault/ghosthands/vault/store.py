"""Where sealed bytes lie: small values by key and revision, objects by name. A store knows nothing of what it holds.

Keys are paths like ``val/<applicant>/jobs/<job>/request``; neither they nor object names may carry a personal value.
`MemoryStore` is the twin for unit tests: the same revisions, conflicts and expiries, in one process.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from ghosthands.domain.errors import Conflict
from ghosthands.messaging.clock import Clock, utc_now

#: Larger values belong into objects: a NATS message is 1 MiB by default, its headers included.
MAX_VALUE_BYTES = 960 * 1024


@dataclass(frozen=True)
class Entry:
    """What lies at a key: `data` is None where nothing does; `revision` is then what a first write must expect."""

    data: bytes | None
    revision: int


ABSENT = Entry(None, 0)


class Store(Protocol):
    """Durable bytes. Every method raises StreamUnavailable when the store does not answer."""

    async def get(self, key: str, *, fresh: bool = False) -> Entry:
        """What lies at `key`. A replica may answer with a value just replaced, unless `fresh` asks the leader."""

    async def put(self, key: str, data: bytes, *, expected: int | None = None, ttl: timedelta | None = None) -> int:
        """Writes and returns the new revision. Raises Conflict when `expected` is not the present revision."""

    async def delete(self, key: str) -> None:
        """Takes the value away; nothing happens when there is none."""

    async def list(self, prefix: str) -> list[tuple[str, Entry]]:
        """Every present key under `prefix/`, with its value, in no particular order."""

    async def put_object(self, name: str, data: bytes, *, ttl: timedelta | None = None) -> bool:
        """Writes an object once; False when one of that name is there already, which then stands."""

    async def get_object(self, name: str) -> bytes | None:
        """The object's bytes; None when there is none, or no longer."""


class MemoryStore:
    """A store in this process; `now` may be replaced to let time pass."""

    def __init__(self, now: Clock = utc_now) -> None:
        self._now = now
        self._revision = 0
        self._values: dict[str, tuple[Entry, datetime | None]] = {}
        self._objects: dict[str, tuple[bytes, datetime | None]] = {}

    async def get(self, key: str, *, fresh: bool = False) -> Entry:
        """The entry at `key`, ABSENT when there is none."""
        entry, expires = self._values.get(key, (ABSENT, None))
        return ABSENT if self._over(expires) else entry

    async def put(self, key: str, data: bytes, *, expected: int | None = None, ttl: timedelta | None = None) -> int:
        """Write the value; its new revision comes back. Raises Conflict when `expected` is not the present one."""
        present = (await self.get(key)).revision
        if expected is not None and expected != present:
            raise Conflict(f"cannot write {key}: expected revision {expected}, found {present}")
        self._revision += 1
        self._values[key] = (Entry(data, self._revision), self._until(ttl))
        return self._revision

    async def delete(self, key: str) -> None:
        """Take the value away, if there is one."""
        if key in self._values:
            self._revision += 1
            self._values[key] = (Entry(None, self._revision), None)

    async def list(self, prefix: str) -> list[tuple[str, Entry]]:
        """Every present key under `prefix/`, with its entry."""
        return [
            (key, entry)
            for key, (entry, expires) in self._values.items()
            if key.startswith(f"{prefix}/") and entry.data is not None and not self._over(expires)
        ]

    async def put_object(self, name: str, data: bytes, *, ttl: timedelta | None = None) -> bool:
        """Write an object once; False when one of that name stands already."""
        if await self.get_object(name) is not None:
            return False
        self._objects[name] = (data, self._until(ttl))
        return True

    async def get_object(self, name: str) -> bytes | None:
        """The object's bytes, or None."""
        data, expires = self._objects.get(name, (None, None))
        return None if self._over(expires) else data

    def everything(self) -> bytes:
        """All keys, names and bytes held, for tests that search them for what must not be there."""
        values = [key.encode() + b"\n" + (entry.data or b"") for key, (entry, _) in self._values.items()]
        objects = [name.encode() + b"\n" + data for name, (data, _) in self._objects.items()]
        return b"\n".join(values + objects)

    def _until(self, ttl: timedelta | None) -> datetime | None:
        return self._now() + ttl if ttl else None

    def _over(self, expires: datetime | None) -> bool:
        return expires is not None and self._now() >= expires
