"""An archive: its segments, and the signed manifest that lists them.

A segment is written once and never changed. The manifest is replaced as a whole once everything it lists is stored
durably, so a killed process leaves the archive as it was, with at most one unlisted file that nobody reads.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Self, TypeVar, TypeVarTuple

import msgspec

from ghosthands.messaging.archive import segments
from ghosthands.messaging.archive.files import (
    KEY_VARIABLE,
    MEND,
    VARIABLE,
    ArchiveFiles,
    FileLost,
    parse_name,
)
from ghosthands.messaging.archive.folder import FolderFiles
from ghosthands.messaging.archive.key import ArchiveKey, ArchiveUnreadable
from ghosthands.messaging.archive.segments import Marks, Segment
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.messaging.wire.subjects import matches

#: The version of the file format; newer ones are refused.
FORMAT = 2
MANIFEST = "manifest.json"
#: How many files of an archive are read concurrently, since a bucket is far away.
AT_ONCE = 8

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class ArchiveManifest(msgspec.Struct, frozen=True, kw_only=True):
    """The content of an archive: consecutive segments, from the log's first sequence on."""

    format: int
    segments: tuple[Segment, ...]

    @property
    def end(self) -> int:
        """The last sequence of the log in the archive; 0 if there is none."""
        return self.segments[-1].last if self.segments else 0


class _Signed(msgspec.Struct, frozen=True):
    manifest: msgspec.Raw
    proof: str


class _Format(msgspec.Struct, frozen=True):
    format: int


def find_files(named: str) -> ArchiveFiles:
    """Open the files of the archive with that name: a folder, or s3://BUCKET/PREFIX. Raises ArchiveUnreadable."""
    try:
        place = parse_name(named)
    except ValueError as error:
        raise ArchiveUnreadable(f"{VARIABLE} {error}") from None
    if isinstance(place, Path):
        return FolderFiles(place)
    from ghosthands.messaging.archive.bucket import BucketFiles  # 10 MiB that an archive in a folder does not need

    return BucketFiles(place)


def has_manifest(files: ArchiveFiles) -> bool:
    """Whether an archive has a manifest there, under whatever key. Raises ArchiveUnreadable."""
    try:
        files.read(MANIFEST)
    except FileLost:
        return False
    return True


class Archive:
    """A reader and writer of an archive: a `server.jetstream.Archived`."""

    def __init__(self, files: ArchiveFiles, key: ArchiveKey | Path) -> None:
        """Set up the archive; if `key` is a file, it is read when it is first needed."""
        self._files = files
        self._key = key
        self._readers = ThreadPoolExecutor(AT_ONCE, "archive")
        self._manifest: ArchiveManifest | None = None
        self._marks: dict[int, Marks] = {}

    @classmethod
    def open(cls, named: str | None, key_file: Path | None) -> Self | None:
        """Open the archive of that name; None if none is named. Raises ArchiveUnreadable if its key is not named."""
        if not named:
            return None
        if key_file is None:
            raise ArchiveUnreadable(f"{KEY_VARIABLE} is not set, and {VARIABLE} names an archive: name its key too")
        return cls(find_files(named), key_file)

    @classmethod
    def named_in(cls, variables: Mapping[str, str]) -> Self | None:
        """Open the archive that these variables name; None if they name none. Raises ArchiveUnreadable."""
        key_file = variables.get(KEY_VARIABLE)
        return cls.open(variables.get(VARIABLE), Path(key_file) if key_file else None)

    @property
    def where(self) -> str:
        """The folder, or s3://BUCKET/PREFIX."""
        return self._files.where

    @property
    def key(self) -> ArchiveKey:
        """The key that seals it. Raises ArchiveUnreadable."""
        if isinstance(self._key, Path):
            self._key = ArchiveKey.load(self._key)
        return self._key

    async def read(self, on: str, *, after: int, up_to: int) -> list[Stored]:
        """Return an aggregate's messages past `after`, oldest first; `on` is its filter. Raises ArchiveUnreadable."""
        name = segments.name_of(on)
        parts = await self._ask(self._parts, after, up_to)
        await self._ask_each(self._read_marks, [segment for segment in parts if segment.first not in self._marks])
        may_have = [segment for segment in parts if self._marks[segment.first].may_have(name)]
        found = await self._ask_each(partial(self._read_one, name), may_have)
        return [message for each in found for message in each if after < message.sequence <= up_to]

    async def each(self, on: str, *, after: int, up_to: int) -> AsyncGenerator[Stored, None]:
        """Yield every message on a filter past `after`, in the log's order. Raises ArchiveUnreadable."""
        for segment in await self._ask(self._parts, after, up_to):
            for message in await self._ask(self.read_segment, segment):
                if after < message.sequence <= up_to and matches(message.subject, on):
                    yield message

    def read_manifest(self) -> ArchiveManifest:
        """Return the archive's current manifest, empty if it has none. Raises ArchiveUnreadable."""
        return self._find_manifest() or ArchiveManifest(format=FORMAT, segments=())

    def _find_manifest(self) -> ArchiveManifest | None:
        """Return the manifest; None if there is none."""
        try:
            return self._prove_manifest(self._files.read(MANIFEST))
        except FileLost:
            return None

    def _prove_manifest(self, file: bytes) -> ArchiveManifest:
        path = f"{self.where}/{MANIFEST}"
        try:
            signed = msgspec.json.decode(file, type=_Signed)
            if not hmac.compare_digest(self.key.prove(bytes(signed.manifest)), signed.proof):
                raise ArchiveUnreadable(f"{path} was changed since it was written, or is under another key")
            if msgspec.json.decode(signed.manifest, type=_Format).format > FORMAT:
                raise ArchiveUnreadable(f"{path} was written by a newer version: read it with that")
            return msgspec.json.decode(signed.manifest, type=ArchiveManifest)
        except msgspec.DecodeError:
            raise ArchiveUnreadable(f"{path} is no manifest of an archive: it is damaged or not whole") from None

    def store(self, messages: Sequence[Stored], first: int, last: int) -> Segment:
        """Write another segment, which nobody reads before it is enlisted. Raises OSError, ArchiveUnreadable."""
        if self._find_manifest() is None:
            # so that segments without a manifest show that the manifest was lost
            self._files.amend(MANIFEST, lambda file: self._sign(()) if file is None else file)
        segment, file = segments.write(messages, first, last, self.key)
        self.write_file(segment, file)
        return segment

    def enlist(self, segment: Segment) -> None:
        """Append the segment to the manifest. Raises OSError, ArchiveUnreadable."""
        self._files.amend(MANIFEST, lambda file: self._add(file, segment))
        self._manifest = None

    def _add(self, file: bytes | None, segment: Segment) -> bytes:
        before = () if file is None else self._prove_manifest(file).segments
        end = before[-1].last if before else 0
        if segment.first != end + 1:
            raise ArchiveUnreadable(f"the archive in {self.where} ends at {end} by now: another one archives too")
        return self._sign((*before, segment))

    def write_manifest(self, segments: Iterable[Segment]) -> None:
        """Replace the manifest by one that lists these segments. Raises OSError, ArchiveUnreadable."""
        self._files.write(MANIFEST, self._sign(segments))
        self._manifest = None

    def _sign(self, segments: Iterable[Segment]) -> bytes:
        said = msgspec.json.encode(ArchiveManifest(format=FORMAT, segments=tuple(segments)))
        return msgspec.json.encode(_Signed(msgspec.Raw(said), self.key.prove(said)))

    def write_file(self, segment: Segment, file: bytes) -> None:
        """Write a segment's file. Raises OSError, ArchiveUnreadable."""
        self._files.write(segment.name, file)

    def read_segment(self, segment: Segment) -> list[Stored]:
        """Return every message of a segment, in the log's order. Raises ArchiveUnreadable."""
        return segments.read_all(segment, self.read_file(segment), self.key)

    def read_file(self, segment: Segment) -> bytes:
        """Return a segment's file, checked against its checksum. Raises ArchiveUnreadable with its name."""
        data = self._files.read(segment.name)
        if hashlib.sha256(data).hexdigest() != segment.sha256:
            raise ArchiveUnreadable(f"{self.where}/{segment.name} is not what was written: {MEND}")
        return data

    def has(self, segment: Segment) -> bool:
        """Whether the segment's file is here, unchanged."""
        try:
            self.read_file(segment)
        except ArchiveUnreadable:
            return False
        return True

    def check(self, up_to: int = 0) -> None:
        """Read every file once, and check that the archive reaches `up_to`.

        Raises ArchiveUnreadable for the first file that is damaged or lost, and if the archive ends before that
        sequence.
        """
        manifest = self._find_manifest()
        if manifest is None:
            if any(name.endswith(segments.SUFFIX) for name in self._files.names()):
                raise ArchiveUnreadable(f"{self.where}/{MANIFEST} is lost: {MEND}")
            manifest = self.read_manifest()
        self._require(manifest, up_to)
        for _ in self._readers.map(self._prove, manifest.segments):
            pass

    def _prove(self, segment: Segment) -> None:
        self.read_file(segment)

    def _ask(self, read: Callable[[*Ts], T], *of: *Ts) -> asyncio.Future[T]:
        """Call the function in one of this archive's own threads; the event loop's threads are shared."""
        return asyncio.get_running_loop().run_in_executor(self._readers, read, *of)

    async def _ask_each(self, read: Callable[[Segment], T], of: Sequence[Segment]) -> list[T]:
        """Call the function for each segment concurrently; return the results in order. The first error ends all."""
        asked = [self._ask(read, segment) for segment in of]
        try:
            return await asyncio.gather(*asked)
        finally:
            for one in asked:
                one.cancel()

    def _parts(self, after: int, up_to: int) -> list[Segment]:
        """Return the segments past `after`. Raises ArchiveUnreadable if the archive ends before `up_to`."""
        if self._manifest is None or self._manifest.end < up_to:
            self._manifest = self.read_manifest()
        self._require(self._manifest, up_to)
        return [segment for segment in self._manifest.segments if segment.last > after and segment.first <= up_to]

    def _require(self, manifest: ArchiveManifest, up_to: int) -> None:
        if manifest.end < up_to:
            raise ArchiveUnreadable(
                f"the server has the log from {up_to + 1} on, and the archive in {self.where} ends at"
                f" {manifest.end}: it is another archive, or not whole"
            )

    def _read_one(self, name: str, segment: Segment) -> list[Stored]:
        places = self._files.read(segment.name, (segment.places_at, segment.marks_at))
        placed = segments.read_places(segment, places, self.key).get(name)
        if placed is None:
            return []
        frame = self._files.read(segment.name, (placed.offset, placed.offset + placed.length))
        return segments.read_frame(segment, name, frame, self.key)

    def _read_marks(self, segment: Segment) -> None:
        if segment.first in self._marks:
            return  # another reader was first
        tail = self._files.read(segment.name, (segment.marks_at, segment.bytes))
        self._marks[segment.first] = segments.read_marks(segment, tail, self.key)
