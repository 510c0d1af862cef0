"""What an archive asks of where its files lie: to read one, or a part of it, to write one, and to tell which are there.

Two places answer, a `folder` and a `bucket` of a store that speaks S3; nobody else knows which of them it is. Nothing
is ever removed, and no file is written over by another: a segment's name has its checksum. The manifest is replaced.
"""

from __future__ import annotations

from typing import Protocol
from urllib.parse import urlsplit

from ghosthands.messaging.archive.key import ArchiveUnreadable

#: Where the archive is, and the file with its key.
VARIABLE, KEY_VARIABLE = "GHOSTHANDS_ARCHIVE", "GHOSTHANDS_ARCHIVE_KEY_FILE"
#: What mends a file that is damaged or lost.
MEND = "put back a copy of it, a backup has one"
#: How a bucket is named.
SCHEME = "s3"


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

    def names(self) -> list[str]:
        """What is there, by name. Raises ArchiveUnreadable."""


def require_name(named: str) -> str:
    """What names an archive's place. Raises ValueError where it can be neither a folder nor a bucket."""
    if not named.startswith(f"{SCHEME}:") and "://" not in named:
        return named
    try:
        parts = urlsplit(named)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme != SCHEME or not parts.netloc or "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(
            "should be a folder, or s3://BUCKET/PREFIX; who asks there, AWS_ACCESS_KEY_ID and its like say"
        )
    return named
