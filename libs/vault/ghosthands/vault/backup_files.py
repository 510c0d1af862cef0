"""The files of a backup: sealed segments and a signed manifest, and the keys beside all backups.

    FOLDER/keys.sealed                  the records of applicants' keys: one copy, which is replaced and overwritten
    FOLDER/.keys.lock, .backup.lock     empty lock files for writing the keys, and for making a backup
    FOLDER/archive/                     the part of the log that has left the server (`archive_copy`)
    FOLDER/<when>/manifest.json         the list of files with checksums; readable by people, signed by the backup's key
    FOLDER/<when>/<stream>.sealed       segments, each length(4) frame

Everything is sealed by a key that the master key derives, each segment for its place: none can be left out, moved or
taken from another backup. No backup contains an applicant's key: an erased applicant's is removed from `keys.sealed`,
and with it from every backup.
"""

from __future__ import annotations

import hashlib
import os
import re
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

#: The version of the file format; newer ones are refused.
FORMAT = 1
MANIFEST = "manifest.json"
KEYS = "keys.sealed"
#: bytes sealed in one segment
SEGMENT_BYTES = 1024 * 1024
_LENGTH = struct.Struct(">I")
#: the name of a backup's folder, as `name_at` gives it
_NAME = re.compile(r"[0-9]{8}T[0-9]{6}\.[0-9]{6}Z")


class BackupBroken(GhostHandsError):
    """The backup cannot be used; nothing was changed, and the message says what is wrong with it."""


class BackedUp(msgspec.Struct, frozen=True, kw_only=True):
    """A backup's entry for one stream's file."""

    stream: str
    segments: int
    sha256: str
    #: for a stream in NATS' own backup format; otherwise the file contains its messages one by one
    config: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    #: the number of messages
    messages: int = 0

    @property
    def name(self) -> str:
        """The file's name in the backup."""
        return f"{self.stream}.sealed"


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a backup, and how it was made."""

    format: int
    id: str
    made_at: datetime
    #: the id of the master key that sealed it
    master_key: str
    streams: tuple[BackedUp, ...]
    #: the last sequence of the log in the archive beside the backups; 0: none
    archived: int = 0
    #: the checksums of the archive's segments up to there, in the log's order; older backups lack them
    archive: tuple[str, ...] = ()
    #: the number of messages from outside that waited to be handled and are not in it
    left_out: int = 0


class _Signed(msgspec.Struct, frozen=True):
    manifest: msgspec.Raw
    proof: str


class _Format(msgspec.Struct, frozen=True):
    format: int
    id: str
    master_key: str


def backup_key(master: SealingKey) -> SealingKey:
    """Return the key for backups under that master key."""
    return SealingKey(master.derive("backup"))


class SegmentWriter:
    """Writes one sealed file, which only its owner may read."""

    def __init__(self, path: Path, key: SealingKey, place: str) -> None:
        self._file = os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")
        self._key, self._place = key, place
        self._digest = hashlib.sha256()
        self.segments = 0

    def write(self, data: bytes) -> None:
        """Seal and write another segment."""
        frame = self._key.seal(data, f"{self._place}/{self.segments}")
        for part in (_LENGTH.pack(len(frame)), frame):
            self._file.write(part)
            self._digest.update(part)
        self.segments += 1

    def close(self) -> str:
        """Write the file durably, and return its checksum."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return self._digest.hexdigest()


def read_segments(path: Path, key: SealingKey, place: str) -> Iterator[bytes]:
    """Yield the segments' content. Raises BackupBroken."""
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
    """Check a file against its checksum. Raises BackupBroken if it was changed."""
    path = folder / of.name
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BackupBroken(f"{path} cannot be read ({error.strerror}): the backup is not whole") from None
    if found != of.sha256:
        raise BackupBroken(f"{path} is not what was written: the backup is damaged or not whole")


def write_manifest(folder: Path, manifest: Manifest, key: SealingKey) -> None:
    """Write the manifest, signed with a key derived from the master key."""
    said = msgspec.json.encode(manifest)
    signed = _Signed(msgspec.Raw(said), key.fingerprint(said))
    private_files.write(folder / MANIFEST, msgspec.json.encode(signed))


def read_manifest(folder: Path, masters: MasterKeys) -> tuple[Manifest, SealingKey]:
    """Return the backup's manifest and the key it is sealed by. Raises BackupBroken."""
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


def name_at(when: datetime) -> str:
    """Return the name of the folder for a backup made then."""
    return f"{when:%Y%m%dT%H%M%S.%fZ}"


def find_finished(folder: Path) -> list[Path]:
    """Return the folder's completed backups, oldest first."""
    found = (path.parent for path in folder.glob(f"*/{MANIFEST}"))
    return sorted(backup for backup in found if _NAME.fullmatch(backup.name))


def drop_older(folder: Path, latest: int) -> None:
    """Delete all but the `latest` newest backups. Raises OSError."""
    for backup in find_finished(folder)[:-latest]:
        part = backup.rename(folder / f".{backup.name}.part")  # half removed, it no longer counts as one
        shutil.rmtree(part)


def drop_unfinished(folder: Path) -> None:
    """Delete unfinished backups. Raises OSError."""
    for unfinished in folder.glob(".*.part"):
        if _NAME.fullmatch(unfinished.name[1 : -len(".part")]):
            shutil.rmtree(unfinished)


def hold_keys(folder: Path) -> BinaryIO:
    """Lock the keys there against other writers until it is closed; take it before reading them. Raises OSError."""
    return private_files.lock(folder / ".keys.lock")


def hold(folder: Path) -> BinaryIO:
    """Lock the folder against other backups until it is closed. Raises BackupBroken, OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        return private_files.lock(folder / ".backup.lock", wait=False)
    except BlockingIOError:
        raise BackupBroken(f"another backup is being made in {folder}: try again once that is through") from None


def require_ours(folder: Path, masters: MasterKeys) -> None:
    """Raise BackupBroken if the keys beside the backups are under a master key that is not available, and OSError."""
    with suppress(FileNotFoundError):
        if (folder / KEYS).stat().st_size >= KEY_ID_BYTES:  # otherwise it is damaged, and opens nothing for anybody
            require_held(folder / KEYS, masters)


def require_held(path: Path, masters: MasterKeys) -> bytes:
    """Return the file, which begins with the id of its master key.

    Raises BackupBroken if that key is not available, and OSError.
    """
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
    """Replace the key records there, and overwrite the old ones. Raises BackupBroken, OSError."""
    require_ours(folder, masters)
    master = masters.current
    private_files.write_over(folder / KEYS, master.id + backup_key(master).seal(msgspec.json.encode(records), KEYS))


def read_keys(folder: Path, masters: MasterKeys) -> dict[str, bytes]:
    """Read the key records beside the backups. Raises BackupBroken."""
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
