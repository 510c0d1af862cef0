"""A segment: some thousand places of the log in one file, each aggregate's messages together, sealed and compressed.

    frames      one an aggregate, its messages oldest first
    places      whose each frame is, and where it lies
    marks       8 bytes of each aggregate's name, hashed and in order: whether the segment has anything of one

An aggregate is read by one frame of each segment that has some of it; all of the log by opening a segment whole. Each
part is sealed at its place, so that none can be left out, moved, or taken from another segment.
"""

from __future__ import annotations

import hashlib
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ghosthands.messaging.archive.key import ArchiveKey, ArchiveUnreadable
from ghosthands.messaging.server.jetstream import Stored

#: What every segment's file ends in.
SUFFIX = ".sealed"
_NAME_TOKENS = 4
#: digits of its checksum in a segment's name
_CHECKSUM_DIGITS = 16

_encode = msgspec.msgpack.Encoder().encode
_messages = msgspec.msgpack.Decoder(list[Stored])


class Placed(msgspec.Struct, frozen=True, array_like=True):
    """The place of an aggregate's frame in the segment's file."""

    name: str
    offset: int
    length: int


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """What the archive's manifest says of one segment."""

    #: the places of the log that it stands for; not all of them need to hold something
    first: int
    last: int
    messages: int
    bytes: int
    sha256: str
    #: where in the file its places and marks begin
    places_at: int
    marks_at: int
    #: the name of its file; empty in an archive of before, where it followed from its places alone
    file: str = ""

    @property
    def name(self) -> str:
        """The name of the segment's file."""
        return self.file or f"{self.first:020}-{self.last:020}{SUFFIX}"


_places = msgspec.msgpack.Decoder(list[Placed])


def name_of(subject: str) -> str:
    """The aggregate that a message on that subject belongs to, as an archive names it; of a filter likewise."""
    return ".".join(subject.split(".", _NAME_TOKENS)[:_NAME_TOKENS])


def write(messages: Iterable[Stored], first: int, last: int, key: ArchiveKey) -> tuple[Segment, bytes]:
    """The segment of these bare messages, which are all there is from `first` to `last`; and its file."""
    of: dict[str, list[Stored]] = {}
    for message in messages:
        of.setdefault(name_of(message.subject), []).append(message)
    label, file, placed = f"{first}-{last}", bytearray(), list[Placed]()
    for name in sorted(of, key=_mark):
        frame = key.seal(zlib.compress(_encode(of[name])), f"{label}/{name}")
        placed.append(Placed(name, len(file), len(frame)))
        file += frame
    places_at = len(file)
    file += key.seal(zlib.compress(_encode(placed)), f"{label}/places")
    marks_at = len(file)
    file += key.seal(array("Q", (_mark(each.name) for each in placed)).tobytes(), f"{label}/marks")
    checksum = hashlib.sha256(file).hexdigest()
    segment = Segment(
        first=first,
        last=last,
        messages=sum(map(len, of.values())),
        bytes=len(file),
        sha256=checksum,
        places_at=places_at,
        marks_at=marks_at,
        file=f"{first:020}-{last:020}-{checksum[:_CHECKSUM_DIGITS]}{SUFFIX}",
    )
    return segment, bytes(file)


@dataclass(frozen=True)
class Marks:
    """Which aggregates a segment may have something of."""

    marks: Sequence[int]

    def may_have(self, name: str) -> bool:
        """False where it certainly has nothing."""
        mark = _mark(name)
        at = bisect_left(self.marks, mark)
        return at < len(self.marks) and self.marks[at] == mark


def read_marks(segment: Segment, file: bytes, key: ArchiveKey) -> Marks:
    """The segment's marks, of the file from `marks_at` on. Raises ArchiveUnreadable."""
    marks = array("Q")
    marks.frombytes(key.unseal(file, f"{segment.first}-{segment.last}/marks"))
    return Marks(marks)


def read_places(segment: Segment, file: bytes, key: ArchiveKey) -> Mapping[str, Placed]:
    """The place of each aggregate's frame, of the file from `places_at` to `marks_at`. Raises ArchiveUnreadable."""
    found = _places.decode(zlib.decompress(key.unseal(file, f"{segment.first}-{segment.last}/places")))
    return {each.name: each for each in found}


def read_frame(segment: Segment, name: str, frame: bytes, key: ArchiveKey) -> list[Stored]:
    """An aggregate's messages. Raises ArchiveUnreadable."""
    return _messages.decode(zlib.decompress(key.unseal(frame, f"{segment.first}-{segment.last}/{name}")))


def read_all(segment: Segment, file: bytes, key: ArchiveKey) -> list[Stored]:
    """Every message of the segment, in the log's order. Raises ArchiveUnreadable."""
    found: list[Stored] = []
    for placed in read_places(segment, file[segment.places_at : segment.marks_at], key).values():
        found += read_frame(segment, placed.name, file[placed.offset : placed.offset + placed.length], key)
    found.sort(key=lambda message: message.sequence)
    if len(found) != segment.messages:
        raise ArchiveUnreadable(f"segment {segment.name} of the archive lacks messages")
    return found


def _mark(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big")
