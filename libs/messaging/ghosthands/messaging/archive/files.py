"""What an archive asks of where its files lie: to read one, or a part of it, to write one, and to tell which are there.

Two places answer, a `folder` and a `bucket` of a store that speaks S3; nobody else knows which of them it is. Nothing
is ever removed, and no file is written over by another: a segment's name has its checksum. The manifest is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ghosthands.messaging.archive.key import ArchiveUnreadable

#: Where the archive is, and the file with its key.
VARIABLE, KEY_VARIABLE = "GHOSTHANDS_ARCHIVE", "GHOSTHANDS_ARCHIVE_KEY_FILE"
#: What mends a file that is damaged or lost.
MEND = "put back a copy of it, a backup has one"
#: How a bucket is named.
_SCHEME = "s3://"
_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]*")
#: A part of a prefix: neither empty nor a way elsewhere, which a store's library refuses in its own words.
_PART = re.compile(r"(?!\.{1,2}$)[^\x00-\x1f\x7f?#]+")


class FileLost(ArchiveUnreadable):
    """There is no file of that name, in a place that is there."""


class ArchiveFiles(Protocol):
    """The files of one archive."""

    @property
    def where(self) -> str:
        """Where they lie, as GHOSTHANDS_ARCHIVE names it."""

    def read(self, name: str, part: tuple[int, int] | None = None) -> bytes:
        """A file, or what it has from a byte up to another one. Raises FileLost, ArchiveUnreadable."""

    def write(self, name: str, data: bytes) -> None:
        """Have the file hold that for good once this returns; whoever is killed meanwhile leaves it whole, as it was
        before or as it is now. Raises OSError, ArchiveUnreadable."""

    def amend(self, name: str, make: Callable[[bytes | None], bytes]) -> None:
        """Write, as `write` does, what `make` makes of what the file holds, None where there is none.

        Whoever else amends it meanwhile waits or is refused. Raises OSError, ArchiveUnreadable.
        """

    def names(self) -> list[str]:
        """What is there, by name. Raises ArchiveUnreadable."""


@dataclass(frozen=True)
class BucketPlace:
    """A bucket, and the prefix in it under which an archive lies; none where it has all of it."""

    name: str
    prefix: str = ""

    def __str__(self) -> str:
        return f"{_SCHEME}{self.name}/{self.prefix}".rstrip("/")


def parse_name(named: str) -> Path | BucketPlace:
    """The place that an archive's name tells of. Raises ValueError where it can be neither a folder nor a bucket."""
    is_folder = "://" not in named and not named.lower().startswith("s3:")
    if is_folder and named == named.strip():
        return Path(named)
    name, _, prefix = named.removeprefix(_SCHEME).partition("/")
    prefix = prefix.removesuffix("/")
    is_prefix = not prefix or all(map(_PART.fullmatch, prefix.split("/")))
    if not named.startswith(_SCHEME) or named != named.strip() or not _BUCKET.fullmatch(name) or not is_prefix:
        raise ValueError(
            "should be a folder, or s3://BUCKET/PREFIX, without blanks around, and no part of it empty, `.` or `..`;"
            " who asks there, AWS_ACCESS_KEY_ID and its like say"
        )
    return BucketPlace(name, prefix)


def require_name(named: str) -> str:
    """What names an archive's place. Raises ValueError as `parse_name` does."""
    parse_name(named)
    return named
