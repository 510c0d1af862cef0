"""An archive in a folder: its segments, and the manifest that lists them and proves itself.

A segment is written once and never again. The manifest is replaced as a whole once what it lists is on the disk, so
whoever is killed leaves an archive that is as it was, and at most a file that it does not list.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Self

import msgspec

from ghosthands.messaging import private_files
from ghosthands.messaging.archive import segments
from ghosthands.messaging.archive.key import ArchiveKey, ArchiveUnreadable
from ghosthands.messaging.archive.segments import Marks, Segment
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.messaging.wire.subjects import matches

#: How these files are written; a newer one is refused.
FORMAT = 1
MANIFEST = "manifest.json"
#: What mends a file that is damaged or lost.
MEND = "put back a copy of it, a backup has one"
#: Where the folder is, and the file with its key.
VARIABLE, KEY_VARIABLE = "GHOSTHANDS_ARCHIVE_DIR", "GHOSTHANDS_ARCHIVE_KEY_FILE"


class ArchiveManifest(msgspec.Struct, frozen=True, kw_only=True):
    """What an archive holds: segments that follow each other, from the log's first place on."""

    format: int
    segments: tuple[Segment, ...]

    @property
    def end(self) -> int:
        """The last place of the log that is in the archive; 0 where there is none."""
        return self.segments[-1].last if self.segments else 0


class _Signed(msgspec.Struct, frozen=True):
    manifest: msgspec.Raw
    proof: str


class _Format(msgspec.Struct, frozen=True):
    format: int


class ArchiveFolder:
    """Reads an archive, and adds to it: a `server.jetstream.Archived`."""

    def __init__(self, folder: Path, key: ArchiveKey | Path) -> None:
        """`key` may be the file that has it, which is read once it is needed."""
        self.folder = folder
        self._key = key
        self._manifest: ArchiveManifest | None = None
        self._marks: dict[int, Marks] = {}

    @classmethod
    def open(cls, folder: Path | None, key_file: Path | None) -> Self | None:
        """The one that is named; None where none is. Raises ArchiveUnreadable where its key is not."""
        if folder is None:
            return None
        if key_file is None:
            raise ArchiveUnreadable(f"{KEY_VARIABLE} is not set, and {VARIABLE} names an archive: name its key too")
        return cls(folder, key_file)

    @classmethod
    def named_in(cls, variables: Mapping[str, str]) -> Self | None:
        """The one that these variables name; None where they name none. Raises ArchiveUnreadable."""
        folder, key_file = (Path(variables[name]) if variables.get(name) else None for name in (VARIABLE, KEY_VARIABLE))
        return cls.open(folder, key_file)

    @property
    def key(self) -> ArchiveKey:
        """What seals it. Raises ArchiveUnreadable."""
        if isinstance(self._key, Path):
            self._key = ArchiveKey.load(self._key)
        return self._key

    async def read(self, on: str, *, after: int, up_to: int) -> list[Stored]:
        """An aggregate's messages past `after`, oldest first; `on` is its filter. Raises ArchiveUnreadable."""
        return await asyncio.to_thread(self._read, segments.name_of(on), after, up_to)

    async def each(self, on: str, *, after: int, up_to: int) -> AsyncGenerator[Stored, None]:
        """Every message on a filter past `after`, in the log's order. Raises ArchiveUnreadable."""
        for segment in self._parts(after, up_to):
            for message in await asyncio.to_thread(self.read_segment, segment):
                if after < message.sequence <= up_to and matches(message.subject, on):
                    yield message

    def read_manifest(self) -> ArchiveManifest:
        """What the folder holds now. Raises ArchiveUnreadable."""
        path = self.folder / MANIFEST
        try:
            signed = msgspec.json.decode(path.read_bytes(), type=_Signed)
            if not hmac.compare_digest(self.key.prove(bytes(signed.manifest)), signed.proof):
                raise ArchiveUnreadable(f"{path} was changed since it was written, or is under another key")
            if msgspec.json.decode(signed.manifest, type=_Format).format > FORMAT:
                raise ArchiveUnreadable(f"{path} was written by a newer version: read it with that")
            return msgspec.json.decode(signed.manifest, type=ArchiveManifest)
        except FileNotFoundError:
            return ArchiveManifest(format=FORMAT, segments=())
        except OSError as error:
            raise ArchiveUnreadable(f"{path} cannot be read ({error.strerror})") from None
        except msgspec.DecodeError:
            raise ArchiveUnreadable(f"{path} is no manifest of an archive: it is damaged or not whole") from None

    def add(self, messages: Sequence[Stored], first: int, last: int) -> Segment:
        """Write one more segment, which follows those there; returns once all of it is on the disk. Raises OSError."""
        before = self.read_manifest()
        segment, file = segments.write(messages, first, last, self.key)
        private_files.write(self.folder / segment.name, file)
        self.write_manifest(self.folder, (*before.segments, segment))
        self._manifest = None
        return segment

    def write_manifest(self, folder: Path, segments: Iterable[Segment]) -> None:
        """Have that folder say that it holds those segments of this archive. Raises OSError."""
        said = msgspec.json.encode(ArchiveManifest(format=FORMAT, segments=tuple(segments)))
        signed = _Signed(msgspec.Raw(said), self.key.prove(said))
        private_files.write(folder / MANIFEST, msgspec.json.encode(signed))

    def read_segment(self, segment: Segment) -> list[Stored]:
        """Every message of a segment, in the log's order. Raises ArchiveUnreadable."""
        return segments.read_all(segment, self.read_file(segment), self.key)

    def read_file(self, segment: Segment) -> bytes:
        """A segment's file, as it was written. Raises ArchiveUnreadable, which names it."""
        data = self._bytes(segment, 0, None)
        if hashlib.sha256(data).hexdigest() != segment.sha256:
            raise ArchiveUnreadable(f"{self.folder / segment.name} is not what was written: {MEND}")
        return data

    def has(self, segment: Segment) -> bool:
        """Whether its file is here as it was written."""
        try:
            self.read_file(segment)
        except ArchiveUnreadable:
            return False
        return True

    def check(self, up_to: int = 0) -> None:
        """Have every file read once. Raises ArchiveUnreadable for the first that is damaged or lost, and where all ends
        before that place."""
        manifest = self.read_manifest()
        if not manifest.segments and any(self.folder.glob("*.sealed")):
            raise ArchiveUnreadable(f"{self.folder / MANIFEST} is lost: {MEND}")
        self._require(manifest, up_to)
        for segment in manifest.segments:
            self.read_file(segment)

    def _parts(self, after: int, up_to: int) -> list[Segment]:
        """The segments with places past `after`. Raises ArchiveUnreadable where the archive ends before `up_to`."""
        if self._manifest is None or self._manifest.end < up_to:
            self._manifest = self.read_manifest()
        self._require(self._manifest, up_to)
        return [segment for segment in self._manifest.segments if segment.last > after and segment.first <= up_to]

    def _require(self, manifest: ArchiveManifest, up_to: int) -> None:
        if manifest.end < up_to:
            raise ArchiveUnreadable(
                f"the server has the log from {up_to + 1} on, and the archive in {self.folder} ends at"
                f" {manifest.end}: it is another archive, or not whole"
            )

    def _read(self, name: str, after: int, up_to: int) -> list[Stored]:
        found: list[Stored] = []
        for segment in self._parts(after, up_to):
            if self._marks_of(segment).may_have(name):
                found += self._read_one(segment, name)
        return [message for message in found if after < message.sequence <= up_to]

    def _read_one(self, segment: Segment, name: str) -> list[Stored]:
        places = self._bytes(segment, segment.places_at, segment.marks_at)
        placed = segments.read_places(segment, places, self.key).get(name)
        if placed is None:
            return []
        frame = self._bytes(segment, placed.offset, placed.offset + placed.length)
        return segments.read_frame(segment, name, frame, self.key)

    def _marks_of(self, segment: Segment) -> Marks:
        if (marks := self._marks.get(segment.first)) is None:
            tail = self._bytes(segment, segment.marks_at, segment.bytes)
            marks = self._marks[segment.first] = segments.read_marks(segment, tail, self.key)
        return marks

    def _bytes(self, segment: Segment, start: int, end: int | None) -> bytes:
        path = self.folder / segment.name
        try:
            with path.open("rb") as file:
                file.seek(start)
                return file.read(None if end is None else end - start)
        except OSError as error:
            raise ArchiveUnreadable(f"{path} cannot be read ({error.strerror}): {MEND}") from None
