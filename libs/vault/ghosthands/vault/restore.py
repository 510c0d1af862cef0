"""`python -m ghosthands.vault.restore BACKUP`: restore a backup into a NATS without any of our messages.

It uses the login of `ghosthands.vault.backup`. No service may run. The whole backup is read and verified before
anything is changed, and a store that contains anything is refused. Then a mark is put among the keys; with it services
refuse to start, and an interrupted restoration can be recognised: run again, it begins anew. The keys come last, from
the file beside the backups, which has none for applicants who were erased since.

The tables are folded from the log again.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging import fault
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.server import moved_objects, moved_timers, snapshots, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing, WrongSequence
from ghosthands.vault import archive_copy, backup_files
from ghosthands.vault.backup import KeptMessage
from ghosthands.vault.backup_files import BackedUp, BackupBroken, Manifest
from ghosthands.vault.crypto import SealingKey
from ghosthands.vault.key_records import UNFINISHED_PATH
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.operating import load_masters, operated, refuse, tell

#: The name of the fault points here.
NAME = "restore"
_KEYS = f"KV_{streams.KEYS}"
_MARK = f"$KV.{streams.KEYS}.{UNFINISHED_PATH.replace('/', '.')}"
#: Streams that a running server fills by itself.
_PASSED_OVER = frozenset({streams.PULSES, streams.COUNTS, f"KV_{streams.HOSTS}", f"KV_{streams.GATEWAYS}"})


class StoreNotEmpty(GhostHandsError):
    """The store is not empty, and its content would be lost or mixed up."""


def find_backup(folder: Path) -> Path:
    """Return the backup at that path: the folder itself, or the latest one in it. Raises BackupBroken."""
    if (folder / backup_files.MANIFEST).exists():
        return folder
    if not (found := backup_files.find_finished(folder)):
        raise BackupBroken(f"{folder} holds no backup that was finished")
    return found[-1]


@dataclass(frozen=True)
class ProvenBackup:
    """A backup that was read and verified as a whole."""

    manifest: Manifest
    key: SealingKey
    #: the records of applicants' keys
    records: dict[str, bytes]
    #: the copy of the log's archive beside it; None if none is needed
    archive: Archive | None


def check(backup: Path, masters: MasterKeys) -> ProvenBackup:
    """Read and verify the whole backup. Raises BackupBroken."""
    manifest, key = backup_files.read_manifest(backup, masters)
    records = backup_files.read_keys(backup.parent, masters)
    for each in manifest.streams:
        backup_files.check_file(backup, each)
        if sum(1 for _ in _read(backup, manifest, each, key)) != each.segments:
            raise BackupBroken(f"{backup / each.name} is not whole")
    copy = archive_copy.check(backup.parent, masters, manifest.archived, manifest.archive)
    return ProvenBackup(manifest, key, records, copy)


async def restore(bus: Bus, backup: Path, masters: MasterKeys) -> Manifest:
    """Restore the backup into the store. Raises BackupBroken, StoreNotEmpty, GhostHandsError."""
    proven = check(backup, masters)
    manifest = proven.manifest
    await _require_empty(bus, manifest)
    archive_copy.put_back(proven.archive, manifest.archived)
    await bus.publish(Outgoing(_MARK, manifest.id.encode()))
    await fault.point(NAME, fault.AFTER_EFFECT, "marked")
    for each in manifest.streams:
        await _put_back(bus, backup, manifest, each, proven.key)
        await fault.point(NAME, fault.AFTER_EFFECT, each.stream)
    for subject, record in proven.records.items():
        with suppress(WrongSequence):  # put there before an interruption
            await bus.publish(Outgoing(subject, record, {"Nats-Expected-Last-Subject-Sequence": "0"}))
    await fault.point(NAME, fault.AFTER_EFFECT, "keys")
    await moved_timers.move(bus)  # for a backup from before each setter had a stream of its own
    await moved_objects.move(bus)  # and from before files carried their writer
    await bus.api(f"STREAM.PURGE.{_KEYS}", {"filter": _MARK})
    return manifest


async def _require_empty(bus: Bus, manifest: Manifest) -> None:
    """Raise StoreNotEmpty if the store has messages, except from an interrupted restoration of this backup."""
    names = (await bus.api("STREAM.NAMES"))["streams"] or []
    if _KEYS not in names:
        raise StoreNotEmpty("there are no streams: make them first, by `python -m ghosthands.messaging.server.migrate`")
    mark = await bus.first(_KEYS, _MARK)
    if mark is not None and mark.data == manifest.id.encode():
        return
    for name in names:
        messages = (await bus.api(f"STREAM.INFO.{name}"))["state"]["messages"]
        if messages and name not in _PASSED_OVER:
            raise StoreNotEmpty(f"{name} holds {messages} messages: a backup goes into an empty store alone")


async def _put_back(bus: Bus, backup: Path, manifest: Manifest, each: BackedUp, key: SealingKey) -> None:
    segments = _read(backup, manifest, each, key)
    if each.config is not None and each.state is not None:
        await bus.find(f"STREAM.DELETE.{each.stream}")  # gone if an earlier restoration was interrupted here
        replicas = {"num_replicas": await _count_replicas(bus)}
        await snapshots.put_back(bus, each.stream, each.config | replicas, each.state, _slowly(segments))
        return
    await bus.api(f"STREAM.PURGE.{each.stream}")
    for segment in segments:
        for message in msgspec.msgpack.decode(segment, type=list[KeptMessage]):
            await bus.publish(Outgoing(message.subject, message.data, message.headers))


async def _count_replicas(bus: Bus) -> int:
    """Return the number of replicas of the keys' bucket."""
    return int((await bus.api(f"STREAM.INFO.{_KEYS}"))["config"]["num_replicas"])


def _read(backup: Path, manifest: Manifest, each: BackedUp, key: SealingKey) -> Iterator[bytes]:
    return backup_files.read_segments(backup / each.name, key, f"{manifest.id}/{each.stream}")


async def _slowly(segments: Iterator[bytes]) -> AsyncIterator[bytes]:
    for segment in segments:
        yield segment


async def _main(folder: Path, *, only_check: bool) -> str:
    backup = find_backup(folder)
    if only_check:
        manifest = check(backup, load_masters()).manifest
        return f"{backup} is whole: made {manifest.made_at:%Y-%m-%d %H:%M} UTC"
    async with operated() as (bus, masters):
        manifest = await restore(bus, backup, masters)
    events = manifest.archived + sum(one.messages for one in manifest.streams if one.stream == streams.EVENTS)
    return f"restored {backup}: {events} events; the tables are folded from them at the next start"


def main() -> None:
    """Restore, or exit with the reason why that failed."""
    arguments = [one for one in sys.argv[1:] if one != "--check"]
    if len(arguments) != 1:
        refuse("usage: python -m ghosthands.vault.restore [--check] BACKUP")
    try:
        tell(asyncio.run(_main(Path(arguments[0]), only_check="--check" in sys.argv[1:])))
    except GhostHandsError as error:
        refuse(f"not restored: {error}")


if __name__ == "__main__":
    main()
