"""Where sealed bytes lie: small values by key and revision, objects by name. A store knows nothing of what it holds.

Keys are paths like ``val/<applicant>/jobs/<job>/request``; neither they nor object names may carry a personal value.
`MemoryStore` is the twin for unit tests: the same revisions, conflicts and expiries, in one process.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
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


@dataclass(frozen=True)
class KeptValue:
    """A value as it lies in the store, without what it is."""

    key: str
    #: changes whenever it is put again
    revision: int
    #: when it was put last
    kept_at: datetime


@dataclass(frozen=True)
class KeptObject:
    """An object as it lies in the store."""

    name: str
    #: changes whenever it is put again
    place: int
    #: when it was put last, as far as that tells (RENEWED_AFTER)
    kept_at: datetime
    #: nobody finds it any more, and its bytes are there still
    is_condemned: bool = False


#: An object that is put again is as good as new, where it is this old; what is taken away is older by far.
RENEWED_AFTER = timedelta(hours=12)

#: What the paths begin with whose past values are there until they are overwritten; others' are merely out of reach.
KEPT_PAST = ("key", "copy", "master")


def keeps_past(key: str) -> bool:
    """Whether what lay at that path before is there still."""
    return key.partition("/")[0] in KEPT_PAST


class Store(Protocol):
    """Durable bytes. Every method raises StreamUnavailable when the store does not answer."""

    async def get(self, key: str, *, fresh: bool = False) -> Entry:
        """What lies at `key`. A replica may answer with a value just replaced, unless `fresh` asks the leader."""

    async def put(self, key: str, data: bytes, *, expected: int | None = None, ttl: timedelta | None = None) -> int:
        """Writes and returns the new revision. Raises Conflict when `expected` is not the present revision."""

    async def delete(self, key: str, *, expected: int | None = None) -> None:
        """Takes the value away; nothing happens when there is none, or it is not of the revision that is expected."""

    def each_value(self, pattern: str) -> AsyncGenerator[KeptValue, None]:
        """Every value at a key of that pattern, the one put first first; a `*` stands for a segment."""

    async def list_values(self, pattern: str) -> Sequence[KeptValue]:
        """The values of a pattern that few keys have, in no particular order."""

    async def take(self, kept: KeptValue) -> None:
        """Takes the value away, unless it was put again since or is gone."""

    async def list(self, prefix: str) -> list[tuple[str, Entry]]:
        """Every present key under `prefix/`, with its value, in no particular order."""

    async def put_object(self, name: str, data: bytes, *, named_first: bool = False) -> bool:
        """Writes an object once; False when one of that name is there already, which then stands.

        One that is `named_first` is listed before any byte of it lies anywhere, so that no part of it is ever missed.
        """

    async def get_object(self, name: str) -> bytes | None:
        """The object's bytes; None when there is none, or no longer."""

    async def list_objects(self, prefix: str) -> Sequence[str]:
        """The names of the objects under `prefix/`."""

    def each_object(self, *, after: int = 0) -> AsyncGenerator[KeptObject, None]:
        """Every object at a place past `after`, by place; those that were put again may come as they were, too."""

    async def condemn(self, kept: KeptObject) -> KeptObject | None:
        """Has nobody find the object any more, unless it was put again since; None then."""

    async def overwrite_condemned(self, condemned: KeptObject) -> None:
        """Has its bytes overwritten; what was put under its name since stays."""

    async def delete_object(self, name: str) -> None:
        """Takes an object away, its bytes overwritten; nothing happens when there is none."""

    async def overwrite_past(self, key: str) -> int:
        """Has what lay at a path of KEPT_PAST before overwritten, for good; how many values that were."""

    async def list_past(self) -> Sequence[str]:
        """The paths where something lay before that was not overwritten yet."""


class MemoryStore:
    """A store in this process; `now` may be replaced to let time pass."""

    def __init__(self, now: Clock = utc_now) -> None:
        self._now = now
        self._revision = 0
        self._values: dict[str, tuple[Entry, datetime | None]] = {}
        self._put_at: dict[str, datetime] = {}
        self._objects: dict[str, bytes] = {}
        self._past: dict[str, list[bytes]] = {}
        self._kept_at: dict[str, tuple[int, datetime]] = {}
        self._condemned: dict[KeptObject, bytes] = {}

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
        if key in self._values and keeps_past(key):
            self._past.setdefault(key, []).append(self._values[key][0].data or b"")
        self._values[key] = (Entry(data, self._revision), self._until(ttl))
        self._put_at[key] = self._now()
        return self._revision

    async def delete(self, key: str, *, expected: int | None = None) -> None:
        """Take the value away, if there is one, and of that revision."""
        if key in self._values and expected in (None, self._values[key][0].revision):
            self._revision += 1
            self._values[key] = (Entry(None, self._revision), None)

    async def each_value(self, pattern: str) -> AsyncGenerator[KeptValue, None]:
        """Every present value at a key of that pattern, by revision."""
        segments = pattern.split("/")
        for key, (entry, _) in sorted(self._values.items(), key=lambda each: each[1][0].revision):
            if entry.data is not None and _matches(key.split("/"), segments):
                yield KeptValue(key, entry.revision, self._put_at[key])

    async def list_values(self, pattern: str) -> Sequence[KeptValue]:
        """The present values at keys of that pattern."""
        return [value async for value in self.each_value(pattern)]

    async def take(self, kept: KeptValue) -> None:
        """Take the value away, unless it was put again since."""
        if (await self.get(kept.key)).revision == kept.revision:
            await self.delete(kept.key)

    async def list(self, prefix: str) -> list[tuple[str, Entry]]:
        """Every present key under `prefix/`, with its entry."""
        return [
            (key, entry)
            for key, (entry, expires) in self._values.items()
            if key.startswith(f"{prefix}/") and entry.data is not None and not self._over(expires)
        ]

    async def put_object(self, name: str, data: bytes, *, named_first: bool = False) -> bool:
        """Write an object once; False when one of that name stands already, which is renewed."""
        is_new = await self.get_object(name) is None
        if is_new:
            self._objects[name] = data
        if is_new or self._now() - self._kept_at[name][1] > RENEWED_AFTER:
            self._revision += 1
            self._kept_at[name] = (self._revision, self._now())
        return is_new

    async def get_object(self, name: str) -> bytes | None:
        """The object's bytes, or None."""
        return self._objects.get(name)

    async def list_objects(self, prefix: str) -> Sequence[str]:
        """The names of the objects under `prefix/`."""
        return [name for name in self._objects if name.startswith(f"{prefix}/")]

    async def each_object(self, *, after: int = 0) -> AsyncGenerator[KeptObject, None]:
        """Every object past that place, those that are condemned too."""
        present = [KeptObject(name, *self._kept_at[name]) for name in self._objects]
        for kept in sorted((*present, *self._condemned), key=lambda each: each.place):
            if kept.place > after:
                yield kept

    async def condemn(self, kept: KeptObject) -> KeptObject | None:
        """Have nobody find the object any more, unless it was put again since."""
        if kept.name not in self._objects or self._kept_at[kept.name][0] != kept.place:
            return None
        self._revision += 1
        condemned = replace(kept, place=self._revision, is_condemned=True)
        self._condemned[condemned] = self._objects.pop(kept.name)
        return condemned

    async def overwrite_condemned(self, condemned: KeptObject) -> None:
        """Let go of its bytes."""
        self._condemned.pop(condemned, None)

    async def delete_object(self, name: str) -> None:
        """Take the object away, if there is one."""
        self._objects.pop(name, None)

    async def overwrite_past(self, key: str) -> int:
        """Forget what lay there before; how many values that were."""
        return len(self._past.pop(key, ()))

    async def list_past(self) -> Sequence[str]:
        """The paths where something lay before."""
        return list(self._past)

    def everything(self) -> bytes:
        """All keys, names and bytes held, past ones too, for tests that search them for what must not be there."""
        values = [key.encode() + b"\n" + (entry.data or b"") for key, (entry, _) in self._values.items()]
        objects = [name.encode() + b"\n" + data for name, data in self._objects.items()]
        past = [each for past in self._past.values() for each in past]
        return b"\n".join([*values, *objects, *past, *self._condemned.values()])

    def _until(self, ttl: timedelta | None) -> datetime | None:
        return self._now() + ttl if ttl else None

    def _over(self, expires: datetime | None) -> bool:
        return expires is not None and self._now() >= expires


def _matches(segments: Sequence[str], pattern: Sequence[str]) -> bool:
    pairs = zip(segments, pattern, strict=False)
    return len(segments) == len(pattern) and all(wanted in ("*", segment) for segment, wanted in pairs)
