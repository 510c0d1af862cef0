"""A segment: some thousand sequences of the log in one file, compressed and sealed, grouped by aggregate.

    frames      one for each aggregate, its messages oldest first
    places      the aggregate and the position of each frame
    marks       an 8-byte hash of each aggregate's name, sorted: whether the segment has anything of one

To read an aggregate takes one frame of each segment that contains it; to read the whole log takes whole segments. Each
part is sealed for its place, so that none can be left out, moved, or taken from another segment.
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

#: The suffix of every segment's file.
SUFFIX = ".sealed"
_NAME_TOKENS = 4
#: the number of the checksum's digits in a segment's name
_CHECKSUM_DIGITS = 16

_encode = msgspec.msgpack.Encoder().encode
_messages = msgspec.msgpack.Decoder(list[Stored])


class Placed(msgspec.Struct, frozen=True, array_like=True):
    """The position of an aggregate's frame in the segment's file."""

    name: str
    offset: int
    length: int


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """The manifest's entry for one segment."""

    #: the sequences of the log it covers; some may have no message
    first: int
    last: int
    messages: int
    bytes: int
    sha256: str
    #: the offsets of its places and marks in the file
    places_at: int
    marks_at: int
    #: the name of its file; empty in an older archive, where it followed from the sequences alone
    file: str = ""

    @property
    def name(self) -> str:
        """The name of the segment's file."""
        return self.file or f"{self.first:020}-{self.last:020}{SUFFIX}"


_places = msgspec.msgpack.Decoder(list[Placed])


def name_of(subject: str) -> str:
    """Return the archive's name of the aggregate to which a message on that subject, or a filter, belongs."""
    return ".".join(subject.split(".", _NAME_TOKENS)[:_NAME_TOKENS])


def write(messages: Iterable[Stored], first: int, last: int, key: ArchiveKey) -> tuple[Segment, bytes]:
    """Make the segment of these bare messages, which are all from `first` to `last`; return it and its file."""
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
    """The set of aggregates of which a segment may have something."""

    marks: Sequence[int]

    def may_have(self, name: str) -> bool:
        """Whether the segment may have something of the aggregate; False is certain."""
        mark = _mark(name)
        at = bisect_left(self.marks, mark)
        return at < len(self.marks) and self.marks[at] == mark


def read_marks(segment: Segment, file: bytes, key: ArchiveKey) -> Marks:
    """Read the segment's marks from the file's part from `marks_at` on. Raises ArchiveUnreadable."""
    marks = array("Q")
    marks.frombytes(key.unseal(file, f"{segment.first}-{segment.last}/marks"))
    return Marks(marks)


def read_places(segment: Segment, file: bytes, key: ArchiveKey) -> Mapping[str, Placed]:
    """Read each frame's position from the file's part from `places_at` to `marks_at`. Raises ArchiveUnreadable."""
    found = _places.decode(zlib.decompress(key.unseal(file, f"{segment.first}-{segment.last}/places")))
    return {each.name: each for each in found}


def read_frame(segment: Segment, name: str, frame: bytes, key: ArchiveKey) -> list[Stored]:
    """Read an aggregate's messages. Raises ArchiveUnreadable."""
    return _messages.decode(zlib.decompress(key.unseal(frame, f"{segment.first}-{segment.last}/{name}")))


def read_all(segment: Segment, file: bytes, key: ArchiveKey) -> list[Stored]:
    """Read every message of the segment, in the log's order. Raises ArchiveUnreadable."""
    found: list[Stored] = []
    for placed in read_places(segment, file[segment.places_at : segment.marks_at], key).values():
        found += read_frame(segment, placed.name, file[placed.offset : placed.offset + placed.length], key)
    found.sort(key=lambda message: message.sequence)
    if len(found) != segment.messages:
        raise ArchiveUnreadable(f"segment {segment.name} of the archive lacks messages")
    return found


def _mark(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big")
