"""The interface to an archive's files: read one or a part of it, write one, list them.

There are two implementations, a `folder` and a `bucket` of an S3-compatible store; no other code distinguishes them.
Nothing is ever removed, and no file overwrites another: a segment's name contains its checksum. Only the manifest is
replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ghosthands.messaging.archive.key import ArchiveUnreadable

#: The settings for the archive's place and for the file with its key.
VARIABLE, KEY_VARIABLE = "GHOSTHANDS_ARCHIVE", "GHOSTHANDS_ARCHIVE_KEY_FILE"
#: What to do about a file that is damaged or lost.
MEND = "put back a copy of it, a backup has one"
#: The form of a bucket's name.
_SCHEME = "s3://"
_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]*")
#: A part of a prefix: not empty, and no relative path, which a store's library refuses in its own words.
_PART = re.compile(r"(?!\.{1,2}$)[^\x00-\x1f\x7f?#]+")


class FileLost(ArchiveUnreadable):
    """There is no file of that name, although its place exists."""


class ArchiveFiles(Protocol):
    """The files of one archive."""

    @property
    def where(self) -> str:
        """The place of the files, as GHOSTHANDS_ARCHIVE names it."""

    def read(self, name: str, part: tuple[int, int] | None = None) -> bytes:
        """Return a file, or the part from one byte up to another. Raises FileLost, ArchiveUnreadable."""

    def write(self, name: str, data: bytes) -> None:
        """Write the file, durably once this returns. Raises OSError, ArchiveUnreadable.

        If the process is killed meanwhile, the file has either the old content or the new one.
        """

    def amend(self, name: str, make: Callable[[bytes | None], bytes]) -> None:
        """Replace the file, as `write` does, by what `make` returns for its content, None if there is no file.

        A concurrent amendment waits or is refused. Raises OSError, ArchiveUnreadable.
        """

    def names(self) -> list[str]:
        """Return the names of the files. Raises ArchiveUnreadable."""


@dataclass(frozen=True)
class BucketPlace:
    """A bucket, and the prefix of an archive in it; empty if the archive has the whole bucket."""

    name: str
    prefix: str = ""

    def __str__(self) -> str:
        return f"{_SCHEME}{self.name}/{self.prefix}".rstrip("/")


def parse_name(named: str) -> Path | BucketPlace:
    """Parse the name of an archive's place. Raises ValueError if it is neither a folder nor a bucket."""
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
    """Return the name of an archive's place unchanged. Raises ValueError as `parse_name` does."""
    parse_name(named)
    return named
