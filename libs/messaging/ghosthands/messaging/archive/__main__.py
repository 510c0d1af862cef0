"""`python -m ghosthands.messaging.archive [DAYS]`: what is older than that, 30 by default, leaves the server.

Logs in as `server.login` says. GHOSTHANDS_ARCHIVE_DIR names the archive's folder, GHOSTHANDS_ARCHIVE_KEY_FILE the file
with its key, which is made where there is no archive yet; both are to be named to every service from then on. No
service may run meanwhile.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from pathlib import Path

from ghosthands.messaging import private_files
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.archiving import NotArchived
from ghosthands.messaging.archive.folder import KEY_VARIABLE, MANIFEST, VARIABLE, ArchiveFolder
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.login import work_as_migration

DAYS = 30.0
#: A century: more is a mistake.
MOST_DAYS = 36_500


def main() -> None:
    """Archive, or exit with what keeps us from it."""
    work_as_migration(_archive, else_say="not archived")


async def _archive(bus: Bus, ack_wait: float) -> None:
    days = read_days(sys.argv[1]) if len(sys.argv) > 1 else DAYS
    try:
        folder = open_archive()
        older_than = utc_now() - max(timedelta(days=days), archiving.LEAST_AGE)
        done = await archiving.archive(bus, folder, older_than=older_than, ack_wait=ack_wait)
    except OSError as error:
        raise NotArchived(f"{error.filename}: {error.strerror}") from None
    told = f"{done.left:,} events left the server, {done.stayed:,} stayed"
    print(f"{told}; the log up to {done.end:,} is in {folder.folder}")  # noqa: T201
    for name in done.holders:
        print(f"older ones stayed: {word_holder(name)}")  # noqa: T201


def word_holder(name: str) -> str:
    """Why that durable keeps what is old enough from leaving, and what lets it go."""
    if name == archiving.WATCH:
        return (
            f"{name} has a job in hand that began next and has not ended, or not long before its last look, of which it"
            " takes one every two minutes: end it, let the services run that long, then archive again"
        )
    return f"{name} has not heard what comes next: let the services run until it has, then archive again"


def read_days(text: str) -> float:
    """Days, of which parts may be meant. Raises NotArchived where it is no such number."""
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days <= MOST_DAYS:  # so nor is what is no number at all, "nan"
        raise NotArchived(f"{text!r} is no age: it should be a number of days from 0 to {MOST_DAYS}")
    return days


def open_archive() -> ArchiveFolder:
    """The one that the environment names, made where there is none. Raises NotArchived, ArchiveUnreadable, OSError."""
    named, key = os.environ.get(VARIABLE), os.environ.get(KEY_VARIABLE)
    if not named or not key:
        raise NotArchived(f"{VARIABLE} and {KEY_VARIABLE} are to name the archive's folder, and the file with its key")
    folder, key_file = Path(named), Path(key)
    if not key_file.exists() and not (folder / MANIFEST).exists():
        private_files.write(key_file, ArchiveKey.generate().text().encode())
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return ArchiveFolder(folder, ArchiveKey.load(key_file))


if __name__ == "__main__":
    main()
