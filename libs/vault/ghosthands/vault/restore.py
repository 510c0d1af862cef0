"""`python -m ghosthands.vault.restore BACKUP`: a backup, into a NATS that holds nothing of ours.

Logs in as `ghosthands.vault.backup` does. No service may run. All of the backup is read and proven before anything is
changed, and a store that holds anything is refused. Then a mark is put among the keys, by which services refuse to
start and by which a restoration that was killed is known: it may be run again, and begins anew. The keys come last,
from the file beside the backups: who was erased since has none there.

The tables are folded anew from the log.
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
from ghosthands.messaging.server import moved_timers, snapshots, streams
from ghosthands.messaging.server.jetstream import ApiError, Bus, Outgoing, WrongSequence
from ghosthands.vault import archive_copy, backup_files
from ghosthands.vault.backup import KeptMessage
from ghosthands.vault.backup_files import BackedUp, BackupBroken, Manifest
from ghosthands.vault.crypto import SealingKey
from ghosthands.vault.key_records import UNFINISHED_PATH
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.operating import load_masters, operated, refuse, tell

#: What fault points here are named after.
NAME = "restore"
_KEYS = f"KV_{streams.KEYS}"
_MARK = f"$KV.{streams.KEYS}.{UNFINISHED_PATH.replace('/', '.')}"
#: What a running server has of its own accord.
_PASSED_OVER = frozenset({streams.PULSES, streams.COUNTS, f"KV_{streams.HOSTS}", f"KV_{streams.GATEWAYS}"})


class StoreNotEmpty(GhostHandsError):
    """What is there would be lost or mixed up."""


def find_backup(folder: Path) -> Path:
    """The backup of that folder: itself, or the latest one in it. Raises BackupBroken."""
    if (folder / backup_files.MANIFEST).exists():
        return folder
    if not (found := backup_files.find_finished(folder)):
        raise BackupBroken(f"{folder} holds no backup that was finished")
    return found[-1]


@dataclass(frozen=True)
class ProvenBackup:
    """A backup of which all was read once."""

    manifest: Manifest
    key: SealingKey
    #: of applicants' keys
    records: dict[str, bytes]
    #: what is beside it of the log's archive; None where none is needed
    archive: Archive | None


def check(backup: Path, masters: MasterKeys) -> ProvenBackup:
    """Read all of it once. Raises BackupBroken."""
    manifest, key = backup_files.read_manifest(backup, masters)
    records = backup_files.read_keys(backup.parent, masters)
    for each in manifest.streams:
        backup_files.check_file(backup, each)
        if sum(1 for _ in _read(backup, manifest, each, key)) != each.segments:
            raise BackupBroken(f"{backup / each.name} is not whole")
    copy = archive_copy.check(backup.parent, masters, manifest.archived, manifest.archive)
    return ProvenBackup(manifest, key, records, copy)


async def restore(bus: Bus, backup: Path, masters: MasterKeys) -> Manifest:
    """Have the store hold what the backup does. Raises BackupBroken, StoreNotEmpty, GhostHandsError."""
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
        with suppress(WrongSequence):  # put there before a kill
            await bus.publish(Outgoing(subject, record, {"Nats-Expected-Last-Subject-Sequence": "0"}))
    await fault.point(NAME, fault.AFTER_EFFECT, "keys")
    await moved_timers.move(bus)  # of a backup from before each setter had a stream of its own
    await bus.api(f"STREAM.PURGE.{_KEYS}", {"filter": _MARK})
    return manifest


async def _require_empty(bus: Bus, manifest: Manifest) -> None:
    """Raises StoreNotEmpty, but for what this very restoration left half-way."""
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
        with suppress(ApiError):  # gone by a restoration that was killed
            await bus.api(f"STREAM.DELETE.{each.stream}")
        replicas = {"num_replicas": await _count_replicas(bus)}
        await snapshots.put_back(bus, each.stream, each.config | replicas, each.state, _slowly(segments))
        return
    await bus.api(f"STREAM.PURGE.{each.stream}")
    for segment in segments:
        for message in msgspec.msgpack.decode(segment, type=list[KeptMessage]):
            await bus.publish(Outgoing(message.subject, message.data, message.headers))


async def _count_replicas(bus: Bus) -> int:
    """The number of replicas that the keys' bucket was made with."""
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
    """Restore, or exit with what keeps us from it."""
    arguments = [one for one in sys.argv[1:] if one != "--check"]
    if len(arguments) != 1:
        refuse("usage: python -m ghosthands.vault.restore [--check] BACKUP")
    try:
        tell(asyncio.run(_main(Path(arguments[0]), only_check="--check" in sys.argv[1:])))
    except GhostHandsError as error:
        refuse(f"not restored: {error}")


if __name__ == "__main__":
    main()
