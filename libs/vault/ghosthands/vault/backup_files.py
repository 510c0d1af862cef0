"""The files of a backup: sealed segments, a manifest that proves itself, and the keys, which lie beside all backups.

    FOLDER/keys.sealed                  the records of applicants' keys: one copy, which is replaced and overwritten
    FOLDER/.keys.lock, .backup.lock     held by who reads keys and writes that, and by who makes a backup; empty
    FOLDER/archive/                     what has left the server of the log (`archive_copy`)
    FOLDER/<when>/manifest.json         what there is, with checksums; for people to read, proven by the backup's key
    FOLDER/<when>/<stream>.sealed       segments, each length(4) frame

All is sealed by a key that the master key derives, each segment at its place: none can be left out, moved or taken from
another backup. No backup holds a key of an applicant: who is erased leaves `keys.sealed`, and with that every backup.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import struct
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging import private_files
from ghosthands.vault.crypto import KEY_ID_BYTES, SealingKey
from ghosthands.vault.errors import SealBroken
from ghosthands.vault.master import MasterKeys

#: How these files are written; a newer one is refused.
FORMAT = 1
MANIFEST = "manifest.json"
KEYS = "keys.sealed"
#: of what is sealed at once
SEGMENT_BYTES = 1024 * 1024
_LENGTH = struct.Struct(">I")


class BackupBroken(GhostHandsError):
    """The backup cannot be used; nothing was changed, and the message says what is wrong with it."""


class BackedUp(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup says of one stream's file."""

    stream: str
    segments: int
    sha256: str
    #: of a stream as NATS backs it up; else its messages follow, one by one
    config: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    #: how many messages there are
    messages: int = 0

    @property
    def name(self) -> str:
        """The file's name in the backup."""
        return f"{self.stream}.sealed"


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The list of what a backup holds, and how it was made."""

    format: int
    id: str
    made_at: datetime
    #: the id of the master key that it was sealed by
    master_key: str
    streams: tuple[BackedUp, ...]
    #: up to which place the log lies in the archive beside the backups; 0: nowhere
    archived: int = 0
    #: the checksums of its segments up to there, in the log's order; a backup from before does not know them
    archive: tuple[str, ...] = ()
    #: messages from outside that waited to be dealt with, and are not in it
    left_out: int = 0


class _Signed(msgspec.Struct, frozen=True):
    manifest: msgspec.Raw
    proof: str


class _Format(msgspec.Struct, frozen=True):
    format: int
    id: str
    master_key: str


def backup_key(master: SealingKey) -> SealingKey:
    """The key that seals backups by that master key."""
    return SealingKey(master.derive("backup"))


class SegmentWriter:
    """Writes one file, for its owner alone to read."""

    def __init__(self, path: Path, key: SealingKey, place: str) -> None:
        self._file = os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")
        self._key, self._place = key, place
        self._digest = hashlib.sha256()
        self.segments = 0

    def write(self, data: bytes) -> None:
        """Seal and write one more segment."""
        frame = self._key.seal(data, f"{self._place}/{self.segments}")
        for part in (_LENGTH.pack(len(frame)), frame):
            self._file.write(part)
            self._digest.update(part)
        self.segments += 1

    def close(self) -> str:
        """The file's checksum, once it is on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return self._digest.hexdigest()


def read_segments(path: Path, key: SealingKey, place: str) -> Iterator[bytes]:
    """What the segments hold. Raises BackupBroken."""
    number = 0
    try:
        with path.open("rb") as file:
            while head := file.read(_LENGTH.size):
                (length,) = _LENGTH.unpack(head)
                yield key.unseal(file.read(length), f"{place}/{number}")
                number += 1
    except (OSError, struct.error, SealBroken) as error:
        raise BackupBroken(f"{path} cannot be read: it was changed, or is not whole ({_word(error)})") from None


def check_file(folder: Path, of: BackedUp) -> None:
    """Raises BackupBroken where the file is not as it was written."""
    path = folder / of.name
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BackupBroken(f"{path} cannot be read ({error.strerror}): the backup is not whole") from None
    if found != of.sha256:
        raise BackupBroken(f"{path} is not what was written: the backup is damaged or not whole")


def write_manifest(folder: Path, manifest: Manifest, key: SealingKey) -> None:
    """Write it, with a proof that it was made by who holds the master key."""
    said = msgspec.json.encode(manifest)
    signed = _Signed(msgspec.Raw(said), key.fingerprint(said))
    private_files.write(folder / MANIFEST, msgspec.json.encode(signed))


def read_manifest(folder: Path, masters: MasterKeys) -> tuple[Manifest, SealingKey]:
    """What the backup holds, and the key it is sealed by. Raises BackupBroken."""
    path = folder / MANIFEST
    try:
        signed = msgspec.json.decode(path.read_bytes(), type=_Signed)
        head = msgspec.json.decode(signed.manifest, type=_Format)
        if head.format > FORMAT:
            raise BackupBroken(f"{folder} was written by a newer version (format {head.format}): restore it with that")
        key = backup_key(masters.by_id(bytes.fromhex(head.master_key), needed_for=str(folder)))
        manifest = msgspec.json.decode(signed.manifest, type=Manifest)
    except OSError as error:
        raise BackupBroken(f"{folder} is no backup: {MANIFEST} cannot be read ({error.strerror})") from None
    except (msgspec.DecodeError, ValueError):
        raise BackupBroken(f"{path} is no manifest of a backup: it is damaged or not whole") from None
    except SealBroken as error:
        raise BackupBroken(f"another master key is needed: {error}") from None
    if not secrets.compare_digest(key.fingerprint(bytes(signed.manifest)), signed.proof):
        raise BackupBroken(f"{path} was changed since it was written")
    return manifest, key


def find_finished(folder: Path) -> list[Path]:
    """The backups of that folder that were finished, oldest first."""
    return sorted(path.parent for path in folder.glob(f"[0-9]*/{MANIFEST}"))


def drop_older(folder: Path, latest: int) -> None:
    """Take away all backups there but so many of the latest. Raises OSError."""
    for backup in find_finished(folder)[:-latest]:
        part = backup.rename(folder / f".{backup.name}.part")  # whose removal is cut off is no backup any more
        shutil.rmtree(part)


def drop_unfinished(folder: Path) -> None:
    """Take away what was not finished there. Raises OSError."""
    for unfinished in folder.glob(".*Z.part"):
        shutil.rmtree(unfinished)


def hold_keys(folder: Path) -> BinaryIO:
    """What keeps others from writing keys there until it is closed: held from before they are read. Raises OSError."""
    return private_files.lock(folder / ".keys.lock")


def hold(folder: Path) -> BinaryIO:
    """What keeps others from making a backup there until it is closed. Raises BackupBroken, OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        return private_files.lock(folder / ".backup.lock", wait=False)
    except BlockingIOError:
        raise BackupBroken(f"another backup is being made in {folder}: make this one once that is through") from None


def require_ours(folder: Path, masters: MasterKeys) -> None:
    """Raises BackupBroken where the keys beside the backups are by a master key that is not held here, and OSError."""
    with suppress(FileNotFoundError):
        if (folder / KEYS).stat().st_size >= KEY_ID_BYTES:  # else it is damaged, and opens nothing for anybody
            require_held(folder / KEYS, masters)


def require_held(path: Path, masters: MasterKeys) -> bytes:
    """The file, which begins with the id of its master key. Raises BackupBroken where that is not held, and OSError."""
    data = path.read_bytes()
    try:
        masters.by_id(data[:KEY_ID_BYTES], needed_for=str(path))
    except SealBroken:
        raise BackupBroken(
            f"{path} is by master key {data[:KEY_ID_BYTES].hex()}, which is not in the key file, and without it the"
            " backups there open nothing: name another folder for this installation's, or put the line of that key back"
        ) from None
    return data


def write_keys(folder: Path, records: dict[str, bytes], masters: MasterKeys) -> None:
    """Write the records of keys in place of those there, which are overwritten. Raises BackupBroken, OSError."""
    require_ours(folder, masters)
    master = masters.current
    private_files.write_over(folder / KEYS, master.id + backup_key(master).seal(msgspec.json.encode(records), KEYS))


def read_keys(folder: Path, masters: MasterKeys) -> dict[str, bytes]:
    """The records of keys beside the backups. Raises BackupBroken."""
    path = folder / KEYS
    try:
        data = path.read_bytes()
        master, frame = masters.by_id(data[:KEY_ID_BYTES], needed_for=str(path)), data[KEY_ID_BYTES:]
        return msgspec.json.decode(backup_key(master).unseal(frame, KEYS), type=dict[str, bytes])
    except OSError as error:
        raise BackupBroken(f"{path} cannot be read ({error.strerror}): without it nothing of anybody opens") from None
    except (SealBroken, msgspec.DecodeError) as error:
        raise BackupBroken(f"{path} cannot be used: {error}") from None


def _word(error: Exception) -> str:
    return (error.strerror or "") if isinstance(error, OSError) else type(error).__name__
