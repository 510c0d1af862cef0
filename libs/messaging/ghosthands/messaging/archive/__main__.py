"""`python -m ghosthands.messaging.archive [DAYS]`: move events older than that, 30 days by default, to the archive.

It uses the login described in `server.login`. GHOSTHANDS_ARCHIVE names the archive, a folder or s3://BUCKET/PREFIX, and
GHOSTHANDS_ARCHIVE_KEY_FILE the file with its key, which is made if there is no archive yet; every service needs both
settings from then on. No service may run meanwhile.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from pathlib import Path

from ghosthands.messaging import private_files
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.archiving import NotArchived
from ghosthands.messaging.archive.files import KEY_VARIABLE, VARIABLE
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive, find_files, has_manifest
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.login import work_as_migration

DAYS = 30.0
#: A century: more is a mistake.
MOST_DAYS = 36_500


def main() -> None:
    """Archive, or exit with the reason why that failed."""
    work_as_migration(_archive, else_say="not archived")


async def _archive(bus: Bus, ack_wait: float) -> None:
    days = read_days(sys.argv[1]) if len(sys.argv) > 1 else DAYS
    try:
        into = open_archive()
        older_than = utc_now() - max(timedelta(days=days), archiving.LEAST_AGE)
        done = await archiving.archive(bus, into, older_than=older_than, ack_wait=ack_wait)
    except OSError as error:
        raise NotArchived(f"{error.filename}: {error.strerror}") from None
    told = f"{done.left:,} events left the server, {done.stayed:,} stayed"
    print(f"{told}; the log up to {done.end:,} is in {into.where}")  # noqa: T201
    for name in done.holders:
        print(f"older ones stayed: {word_holder(name)}")  # noqa: T201


def word_holder(name: str) -> str:
    """Return why that durable keeps old events from leaving, and what to do about it."""
    if name == archiving.WATCH:
        return (
            f"{name} has a job in hand that began next and has not ended, or not long before its last look, of which it"
            " takes one every two minutes: end it, let the services run that long, then archive again"
        )
    return f"{name} has not heard what comes next: let the services run until it has, then archive again"


def read_days(text: str) -> float:
    """Parse a number of days, possibly with a fraction. Raises NotArchived if it is none."""
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days <= MOST_DAYS:  # this also refuses "nan"
        raise NotArchived(f"{text!r} is no age: it should be a number of days from 0 to {MOST_DAYS}")
    return days


def open_archive() -> Archive:
    """Open the archive that the environment names; its key is made if there is neither a key nor an archive.

    Raises NotArchived, ArchiveUnreadable, OSError.
    """
    named, key = os.environ.get(VARIABLE), os.environ.get(KEY_VARIABLE)
    if not named or not key:
        raise NotArchived(f"{VARIABLE} and {KEY_VARIABLE} are to name the archive, and the file with its key")
    files, key_file = find_files(named), Path(key)
    if not key_file.exists() and not has_manifest(files):
        private_files.write(key_file, ArchiveKey.generate().text().encode())
    return Archive(files, ArchiveKey.load(key_file))


if __name__ == "__main__":
    main()
