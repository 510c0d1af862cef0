"""`python -m ghosthands.vault.backup FOLDER`: back up the log, the vault and the artifacts of a running installation.

It uses the login of the user `migration` at GHOSTHANDS_NATS_URL, with GHOSTHANDS_NATS_PASSWORD, and seals by the first
key of GHOSTHANDS_MASTER_KEY_FILE. With `--keys` it only rewrites the keys beside the backups, as needed after an
erasure. With `--latest N` it deletes all but the N latest backups once this one is complete and reported. With
`--metrics FILE` it writes there when that was, as node-exporter's textfile collector reads it.

It exits with 0, with 1 if no backup was made, or with 3 if one was made and older ones could not be deleted, or the
metrics not be written.

Waiting messages (commands, schedules) are copied before the log, and values after it, so a backup contains everything
its log refers to. Streams of references are copied by NATS' own backup, with sequences and consumers. Of streams with
values only what can still be read is copied, message by message, since NATS' own backup also contains what was
replaced. Not included are messages from outside that nobody has handled yet, bodies of dead letters, and published
answers and short-lived agreements. The part of the log that has left the server is copied beside the backups
(`archive_copy`).
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging import fault
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.server import beginning, moved_objects, snapshots, streams
from ghosthands.messaging.server.jetstream import KEPT_AT, Bus, Stored
from ghosthands.vault import archive_copy, backup_files
from ghosthands.vault.backup_files import BackedUp, BackupBroken, Manifest, SegmentWriter
from ghosthands.vault.crypto import SealingKey
from ghosthands.vault.jetstream import decode_key
from ghosthands.vault.key_records import KeyRecords
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.operating import operated, refuse, tell
from ghosthands.vault.store import Entry

#: Streams of references, in the order in which they are copied.
WHOLE = (*map(streams.timers_of, streams.TIMERS), streams.COMMANDS, streams.DEAD, streams.EVENTS)
#: Streams of sealed values, copied after those.
BY_MESSAGE = (f"KV_{streams.VAULT}", f"OBJ_{streams.ARTIFACTS}")
#: The exit code if a backup was made and what follows it failed: making another would not help.
NOT_DROPPED = 3
#: The name of the fault points here.
NAME = "backup"

_BATCH_BYTES = backup_files.SEGMENT_BYTES // 2
#: The headers that a message is stored with again.
_KEPT_HEADERS = ("Nats-TTL", KEPT_AT)


class KeptMessage(msgspec.Struct, frozen=True, array_like=True):
    """A message in a backup."""

    subject: str
    headers: dict[str, str]
    data: bytes


async def take(bus: Bus, masters: MasterKeys, folder: Path, archive: Archive | None = None) -> tuple[Path, Manifest]:
    """Make another backup; return its path and manifest. Raises GhostHandsError, OSError."""
    backup_files.require_ours(folder, masters)
    await _require_streams(bus)
    with backup_files.hold(folder):
        backup_files.drop_unfinished(folder)
        return await _take(bus, masters, folder, archive)


async def _require_streams(bus: Bus) -> None:
    """Raise BackupBroken if the server lacks a stream of this release."""
    there = (await bus.api("STREAM.NAMES"))["streams"] or ()
    needed = (*WHOLE, *BY_MESSAGE, *streams.FROM_OUTSIDE, streams.LETTERS)
    missing = [f"there is no stream {stream}" for stream in needed if stream not in there]
    if not missing and await moved_objects.is_due(bus):
        missing = [f"{moved_objects.BEFORE} is not migrated"]  # it may have bodies of dead letters
    if missing:
        raise BackupBroken(
            f"{missing[0]}: run the migration of the streams first, or back up by the release that runs here"
        )


async def _take(bus: Bus, masters: MasterKeys, folder: Path, archive: Archive | None) -> tuple[Path, Manifest]:
    key = backup_files.backup_key(masters.current)
    made_at = utc_now()
    name = backup_files.name_at(made_at)
    part = folder / f".{name}.part"
    part.mkdir(mode=0o700)
    archived = await beginning.find(bus) - 1
    checksums = archive_copy.take(archive, masters, folder, archived)
    await fault.point(NAME, fault.AFTER_EFFECT, "archive")
    taken = [await _take_whole(bus, key, part, name, stream) for stream in WHOLE]
    _require_no_gap(taken, archived)
    taken += [await _take_messages(bus, key, part, name, stream) for stream in BY_MESSAGE]
    await write_keys(bus, masters, folder)
    waiting = [(await bus.api(f"STREAM.INFO.{stream}"))["state"]["messages"] for stream in streams.FROM_OUTSIDE]
    manifest = Manifest(
        format=backup_files.FORMAT,
        id=name,
        made_at=made_at,
        master_key=masters.current.id.hex(),
        streams=tuple(taken),
        archived=archived,
        archive=checksums,
        left_out=sum(map(int, waiting)),
    )
    backup_files.write_manifest(part, manifest, key)
    await fault.point(NAME, fault.AFTER_EFFECT, "written")
    part.rename(folder / name)
    return folder / name, manifest


def _require_no_gap(taken: Sequence[BackedUp], archived: int) -> None:
    """Raise BackupBroken if more of the log left the server between the archive's copy and the log's."""
    [events] = (one for one in taken if one.stream == streams.EVENTS)
    if (events.state or {}).get("first_seq", 0) > archived + 1:
        raise BackupBroken("the log was archived meanwhile: make the backup again")


async def write_keys(bus: Bus, masters: MasterKeys, folder: Path) -> int:
    """Rewrite the keys beside the backups; return the number of records. Raises GhostHandsError, OSError.

    A lock is held from before the first key is read, so a key destroyed by an erasure is never written after it.
    """
    with await asyncio.to_thread(backup_files.hold_keys, folder):
        records = await _read_keys(bus, KeyRecords(masters))
        await fault.point(NAME, fault.AFTER_EFFECT, "keys-read")
        backup_files.write_keys(folder, records, masters)
    await fault.point(NAME, fault.AFTER_EFFECT, "keys")
    return len(records)


async def _read_keys(bus: Bus, opening: KeyRecords) -> dict[str, bytes]:
    """Return the record of each subject that counts; where none opens, the first."""
    entries: dict[str, list[Entry]] = {}
    async for stored in _each(bus, f"KV_{streams.KEYS}"):
        if stored.data:
            entries.setdefault(stored.subject, []).append(Entry(stored.data, stored.sequence))
    records: dict[str, bytes] = {}
    for subject, every in entries.items():
        counts = opening.find_counting(decode_key(subject.split(".", 2)[2]), every) or every[0]
        records[subject] = counts.data or b""
    return records


async def _take_whole(bus: Bus, key: SealingKey, part: Path, name: str, stream: str) -> BackedUp:
    writer = _open(part, name, stream, key)
    async with snapshots.taking(bus, stream) as taken:
        async for chunk in taken:
            writer.write(chunk)
    await fault.point(NAME, fault.AFTER_EFFECT, stream)
    return BackedUp(
        stream=stream,
        segments=writer.segments,
        sha256=writer.close(),
        config=taken.config,
        state=taken.state,
        messages=int(taken.state["messages"]),
    )


async def _take_messages(bus: Bus, key: SealingKey, part: Path, name: str, stream: str) -> BackedUp:
    writer = _open(part, name, stream, key)
    kept = await _objects_kept(bus) if stream == f"OBJ_{streams.ARTIFACTS}" else None
    batch: list[KeptMessage] = []
    size = messages = 0
    async for stored in _each(bus, stream):
        if not _is_kept(stored, kept):
            continue
        headers = {name: value for name, value in stored.headers.items() if name in _KEPT_HEADERS}
        batch.append(KeptMessage(stored.subject, headers, stored.data))
        size, messages = size + len(stored.data), messages + 1
        if size > _BATCH_BYTES:
            writer.write(msgspec.msgpack.encode(batch))
            batch, size = [], 0
    writer.write(msgspec.msgpack.encode(batch))
    await fault.point(NAME, fault.AFTER_EFFECT, stream)
    return BackedUp(stream=stream, segments=writer.segments, sha256=writer.close(), messages=messages)


def _open(part: Path, name: str, stream: str, key: SealingKey) -> SegmentWriter:
    return SegmentWriter(part / f"{stream}.sealed", key, f"{name}/{stream}")


async def _each(bus: Bus, stream: str) -> AsyncIterator[Stored]:
    """Yield every message of the stream up to now, according to the leader."""
    last = int((await bus.api(f"STREAM.INFO.{stream}"))["state"]["last_seq"])
    after = 0
    while after < last and (found := await bus.first(stream, ">", after=after)) is not None:
        yield found
        after = found.sequence


def _is_kept(stored: Stored, objects: frozenset[str] | None) -> bool:
    """Whether the message has content and, if `objects` is given, belongs to one of them."""
    if "KV-Operation" in stored.headers or "Nats-Marker-Reason" in stored.headers:
        return False
    return objects is None or _object_of(stored) in objects


async def _objects_kept(bus: Bus) -> frozenset[str]:
    """Return the ids, as `_object_of` gives them, of all objects; chunks without one were never finished."""
    metas = bus.each(f"OBJ_{streams.ARTIFACTS}", f"$O.{streams.ARTIFACTS}.M.>")
    return frozenset([_object_of(meta) async for meta in metas])


def _object_of(part: Stored) -> str:
    """Return the id shared by an object's meta and its chunks; empty for the marker of a deleted object."""
    if part.subject.startswith(f"$O.{streams.ARTIFACTS}.C."):
        return part.subject.rpartition(".")[2]
    try:
        return str(msgspec.json.decode(part.data)["nuid"])
    except (msgspec.DecodeError, LookupError, TypeError):  # it is none
        return ""


async def _main(folder: Path, *, only_keys: bool) -> str:
    async with operated() as (bus, masters):
        if only_keys:
            count = await write_keys(bus, masters, folder)
            return f"{folder / backup_files.KEYS} is written anew: {count} records of keys"
        path, manifest = await take(bus, masters, folder, Archive.named_in(os.environ))
    events = manifest.archived + sum(one.messages for one in manifest.streams if one.stream == streams.EVENTS)
    left = f"; {manifest.left_out} messages from outside that nobody dealt with yet are not in it"
    return f"{path} holds the log ({events} events), the vault and the artifacts{left if manifest.left_out else ''}"


def main() -> None:
    """Make a backup and delete older ones, or exit with the reason why that failed."""
    said = argparse.ArgumentParser(prog="python -m ghosthands.vault.backup")
    said.add_argument("folder", type=Path)
    instead = said.add_mutually_exclusive_group()
    instead.add_argument("--keys", action="store_true", help="write the keys beside the backups anew, and nothing else")
    instead.add_argument("--latest", type=_positive, metavar="N", help="keep the N latest backups, including this one")
    said.add_argument("--metrics", type=Path, metavar="FILE", help="write for Prometheus when a backup was made")
    told = said.parse_args()
    undone = "the keys are as they were" if told.keys else "no backup was made"
    try:
        tell(asyncio.run(_main(told.folder, only_keys=told.keys)))
    except GhostHandsError as error:
        refuse(f"{undone}: {error}")
    except OSError as error:
        refuse(f"{undone}: {_word(error, told.folder)}")
    if told.latest is not None:
        _drop_older(told.folder, told.latest)
    if told.metrics and not told.keys:
        _write_metrics(told.metrics)


def _drop_older(folder: Path, latest: int) -> None:
    """Delete all but the latest backups, or exit with the reason why that failed."""
    kept = "the backup was made, but older ones could not be deleted"
    try:
        with backup_files.hold(folder):
            backup_files.drop_older(folder, latest)
    except GhostHandsError as error:
        refuse(f"{kept}: {error}", code=NOT_DROPPED)
    except OSError as error:
        refuse(f"{kept}: {_word(error, folder)}", code=NOT_DROPPED)


def _write_metrics(file: Path) -> None:
    """Write when a backup was made, or exit with the reason why that failed."""
    try:
        part = file.with_suffix(".part")
        part.write_text(f"ghosthands_backup_made_timestamp_seconds {utc_now().timestamp():.0f}\n")
        part.replace(file)
    except OSError as error:
        refuse(f"the backup was made, but Prometheus is not told: {_word(error, file)}", code=NOT_DROPPED)


def _word(error: OSError, folder: Path) -> str:
    return f"{error.filename or folder}: {error.strerror}"


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of backups, 1 or more")
    return int(text)


if __name__ == "__main__":
    main()
