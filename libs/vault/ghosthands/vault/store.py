"""The storage interface for sealed bytes: small values by key and revision, objects by name.

A store knows nothing of the content. Keys are paths like ``val/<applicant>/jobs/<job>/request``; neither they nor
object names may contain a personal value. `MemoryStore` is the twin for unit tests: the same revisions, conflicts and
expiries, in one process.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from ghosthands.domain.errors import Conflict
from ghosthands.domain.services import JOB_INTAKE
from ghosthands.messaging.clock import Clock, utc_now

#: Larger values must be objects: a NATS message has at most 1 MiB by default, including its headers.
MAX_VALUE_BYTES = 960 * 1024


@dataclass(frozen=True)
class Entry:
    """The value at a key and its revision; without one, `data` is None and `revision` what a first write expects."""

    data: bytes | None
    revision: int


ABSENT = Entry(None, 0)


@dataclass(frozen=True)
class KeptValue:
    """A stored value's key, revision and time, without its content."""

    key: str
    #: changes whenever it is put again
    revision: int
    #: when it was last put
    kept_at: datetime


@dataclass(frozen=True)
class KeptObject:
    """A stored object's name, sequence and time."""

    name: str
    #: changes whenever it is put again
    place: int
    #: when it was last put, as far as that is recorded (RENEWED_AFTER)
    kept_at: datetime
    #: whether it is deleted but its bytes are not yet overwritten
    is_condemned: bool = False


@dataclass(frozen=True)
class SealedLetter:
    """A dead letter's sealed body: where it lies, and since when."""

    #: as `<service that stored it>/<reference>`
    reference: str
    kept_at: datetime


#: The age from which putting an object again renews it; objects are deleted only at a far greater age.
RENEWED_AFTER = timedelta(hours=12)

#: The prefixes of paths whose past values stay until they are overwritten; others' are merely out of reach.
KEPT_PAST = ("key", "copy", "master")


def keeps_past(key: str) -> bool:
    """Whether past values at that path still exist."""
    return key.partition("/")[0] in KEPT_PAST


class Store(Protocol):
    """A durable store of bytes. Every method raises StreamUnavailable if the store does not answer."""

    async def get(self, key: str, *, fresh: bool = False) -> Entry:
        """Return the entry at `key`; without `fresh`, a replica may return a value that was just replaced."""

    async def put(self, key: str, data: bytes, *, expected: int | None = None, ttl: timedelta | None = None) -> int:
        """Write the value and return its revision. Raises Conflict if `expected` is not the present revision."""

    async def delete(self, key: str, *, expected: int | None = None) -> None:
        """Delete the value, if there is one and, with `expected`, if it has that revision."""

    def each_value(self, pattern: str) -> AsyncGenerator[KeptValue, None]:
        """Yield every value at a key matching the pattern, in the order they were put; a `*` stands for a segment."""

    async def list_values(self, pattern: str) -> Sequence[KeptValue]:
        """Return the values at keys matching a pattern that few match, in no particular order."""

    async def take(self, kept: KeptValue) -> None:
        """Delete the value, unless it was put again or is gone."""

    async def list(self, prefix: str) -> list[tuple[str, Entry]]:
        """Return every present key under `prefix/`, with its value, in no particular order."""

    async def put_object(self, name: str, data: bytes) -> bool:
        """Write an object once, as this service's; return False if it has one of that name, which then stays."""

    async def get_object(self, name: str) -> bytes | None:
        """Return the object's bytes; None if there is none, or no longer."""

    async def list_objects(self, prefix: str) -> Sequence[str]:
        """Return the names of the objects under `prefix/`."""

    def each_object(self, *, after: int = 0) -> AsyncGenerator[KeptObject, None]:
        """Yield every object past the sequence `after`, in order; one that was put again may also come as it was."""

    async def condemn(self, kept: KeptObject) -> KeptObject | None:
        """Mark the object as deleted, unless it was put again; None then."""

    async def overwrite_condemned(self, condemned: KeptObject) -> None:
        """Overwrite the condemned object's bytes; a newer object of the same name stays."""

    async def delete_object(self, name: str) -> None:
        """Delete an object and overwrite its bytes, if there is one."""

    async def put_letter(self, token: str, frame: bytes) -> str:
        """Store a dead letter's sealed body among this service's; return its reference, `<service>/<token>`.

        Raises Conflict if a part was deleted meanwhile.
        """

    async def get_letter(self, reference: str) -> bytes | None:
        """Return the sealed body; None if there is none."""

    async def list_letters(self) -> Sequence[str]:
        """Return the references of all sealed bodies, also of those that were never stored to their end."""

    def each_letter(self) -> AsyncGenerator[SealedLetter, None]:
        """Yield every sealed body's place and time, in no particular order."""

    async def delete_letter(self, reference: str) -> None:
        """Delete a sealed body and overwrite its bytes, if there is one."""

    async def list_versions(self, key: str, *, fresh: bool = True) -> Sequence[Entry]:
        """Return the present and the past entries at a path of KEPT_PAST, oldest first; `fresh` as in `get`."""

    async def overwrite_past(self, key: str, *, before: int) -> int:
        """Overwrite the values at a path of KEPT_PAST before that revision for good; return how many there were."""

    async def list_past(self) -> Sequence[str]:
        """Return the paths with past values that are not yet overwritten."""


class MemoryStore:
    """A store in this process, of job-intake's; `now` may be replaced to let time pass."""

    def __init__(self, now: Clock = utc_now) -> None:
        self._now = now
        self._letters: dict[str, tuple[bytes, datetime]] = {}
        self._revision = 0
        self._values: dict[str, tuple[Entry, datetime | None]] = {}
        self._put_at: dict[str, datetime] = {}
        self._objects: dict[str, bytes] = {}
        self._past: dict[str, list[Entry]] = {}
        self._kept_at: dict[str, tuple[int, datetime]] = {}
        self._condemned: dict[KeptObject, bytes] = {}

    async def get(self, key: str, *, fresh: bool = False) -> Entry:
        """Return the entry at `key`, ABSENT if there is none."""
        entry, expires = self._values.get(key, (ABSENT, None))
        return ABSENT if self._over(expires) else entry

    async def put(self, key: str, data: bytes, *, expected: int | None = None, ttl: timedelta | None = None) -> int:
        """Write the value and return its revision. Raises Conflict if `expected` is not the present revision."""
        present = (await self.get(key)).revision
        if expected is not None and expected != present:
            raise Conflict(f"cannot write {key}: expected revision {expected}, found {present}")
        self._revision += 1
        if key in self._values and keeps_past(key):
            self._past.setdefault(key, []).append(self._values[key][0])
        self._values[key] = (Entry(data, self._revision), self._until(ttl))
        self._put_at[key] = self._now()
        return self._revision

    async def delete(self, key: str, *, expected: int | None = None) -> None:
        """Delete the value, if there is one and, with `expected`, if it has that revision."""
        if key in self._values and expected in (None, self._values[key][0].revision):
            self._revision += 1
            if keeps_past(key):
                self._past.setdefault(key, []).append(self._values[key][0])
            self._values[key] = (Entry(None, self._revision), None)

    async def each_value(self, pattern: str) -> AsyncGenerator[KeptValue, None]:
        """Yield every present value at a key matching the pattern, by revision."""
        segments = pattern.split("/")
        for key, (entry, _) in sorted(self._values.items(), key=lambda each: each[1][0].revision):
            if entry.data is not None and _matches(key.split("/"), segments):
                yield KeptValue(key, entry.revision, self._put_at[key])

    async def list_values(self, pattern: str) -> Sequence[KeptValue]:
        """Return the present values at keys matching the pattern."""
        return [value async for value in self.each_value(pattern)]

    async def take(self, kept: KeptValue) -> None:
        """Delete the value, unless it was put again."""
        if (await self.get(kept.key)).revision == kept.revision:
            await self.delete(kept.key)

    async def list(self, prefix: str) -> list[tuple[str, Entry]]:
        """Return every present key under `prefix/`, with its entry."""
        return [
            (key, entry)
            for key, (entry, expires) in self._values.items()
            if key.startswith(f"{prefix}/") and entry.data is not None and not self._over(expires)
        ]

    async def put_object(self, name: str, data: bytes) -> bool:
        """Write an object once; return False if one of that name exists, which is then renewed."""
        is_new = await self.get_object(name) is None
        if is_new:
            self._objects[name] = data
        if is_new or self._now() - self._kept_at[name][1] > RENEWED_AFTER:
            self._revision += 1
            self._kept_at[name] = (self._revision, self._now())
        return is_new

    async def get_object(self, name: str) -> bytes | None:
        """Return the object's bytes, or None."""
        return self._objects.get(name)

    async def list_objects(self, prefix: str) -> Sequence[str]:
        """Return the names of the objects under `prefix/`."""
        return [name for name in self._objects if name.startswith(f"{prefix}/")]

    async def each_object(self, *, after: int = 0) -> AsyncGenerator[KeptObject, None]:
        """Yield every object past that sequence, including condemned ones."""
        present = [KeptObject(name, *self._kept_at[name]) for name in self._objects]
        for kept in sorted((*present, *self._condemned), key=lambda each: each.place):
            if kept.place > after:
                yield kept

    async def condemn(self, kept: KeptObject) -> KeptObject | None:
        """Mark the object as deleted, unless it was put again."""
        if kept.name not in self._objects or self._kept_at[kept.name][0] != kept.place:
            return None
        self._revision += 1
        condemned = replace(kept, place=self._revision, is_condemned=True)
        self._condemned[condemned] = self._objects.pop(kept.name)
        return condemned

    async def overwrite_condemned(self, condemned: KeptObject) -> None:
        """Drop its bytes."""
        self._condemned.pop(condemned, None)

    async def delete_object(self, name: str) -> None:
        """Delete the object, if there is one."""
        self._objects.pop(name, None)

    async def put_letter(self, token: str, frame: bytes) -> str:
        """Store a sealed body; return its reference."""
        reference = f"{JOB_INTAKE}/{token}"
        self._letters[reference] = (frame, self._now())
        return reference

    async def get_letter(self, reference: str) -> bytes | None:
        """Return the sealed body, or None."""
        return self._letters[reference][0] if reference in self._letters else None

    async def list_letters(self) -> Sequence[str]:
        """Return the references of all sealed bodies."""
        return list(self._letters)

    async def each_letter(self) -> AsyncGenerator[SealedLetter, None]:
        """Yield every sealed body's place and time, in no particular order."""
        for reference, (_, kept_at) in list(self._letters.items()):
            yield SealedLetter(reference, kept_at)

    async def delete_letter(self, reference: str) -> None:
        """Delete the sealed body, if there is one."""
        self._letters.pop(reference, None)

    async def list_versions(self, key: str, *, fresh: bool = True) -> Sequence[Entry]:
        """Return the present and the past entries there, oldest first."""
        return [*self._past.get(key, ()), *([self._values[key][0]] if key in self._values else ())]

    async def overwrite_past(self, key: str, *, before: int) -> int:
        """Drop the past values there older than that revision; return how many there were."""
        past = self._past.pop(key, [])
        if left := [entry for entry in past if entry.revision >= before]:
            self._past[key] = left
        return len(past) - len(left)

    async def list_past(self) -> Sequence[str]:
        """Return the paths with past values."""
        return list(self._past)

    def everything(self) -> bytes:
        """Return all keys, names and bytes, including past ones, for tests that search them for forbidden content."""
        values = [key.encode() + b"\n" + (entry.data or b"") for key, (entry, _) in self._values.items()]
        objects = [name.encode() + b"\n" + data for name, data in self._objects.items()]
        past = [each.data or b"" for past in self._past.values() for each in past]
        letters = [frame for frame, _ in self._letters.values()]
        return b"\n".join([*values, *objects, *past, *letters, *self._condemned.values()])

    def _until(self, ttl: timedelta | None) -> datetime | None:
        return self._now() + ttl if ttl else None

    def _over(self, expires: datetime | None) -> bool:
        return expires is not None and self._now() >= expires


def _matches(segments: Sequence[str], pattern: Sequence[str]) -> bool:
    pairs = zip(segments, pattern, strict=False)
    return len(segments) == len(pattern) and all(wanted in ("*", segment) for segment, wanted in pairs)
