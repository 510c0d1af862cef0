"""A backup's copy of the archive: its segments unchanged, once beside all backups of a folder, and its key.

    FOLDER/archive/…              the part of the log that has left the server, under the archive's own key
    FOLDER/archive/key.sealed     that key, sealed by the key that the master key derives for backups

Segments never change, so each is copied once. A backup records up to which sequence of the log it needs them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ghosthands.messaging import private_files
from ghosthands.messaging.archive.files import KEY_VARIABLE, VARIABLE
from ghosthands.messaging.archive.folder import FolderFiles
from ghosthands.messaging.archive.key import ArchiveKey, ArchiveUnreadable
from ghosthands.messaging.archive.sealed import Archive, find_files
from ghosthands.messaging.archive.segments import Segment
from ghosthands.vault import backup_files
from ghosthands.vault.backup_files import BackupBroken, backup_key
from ghosthands.vault.crypto import KEY_ID_BYTES
from ghosthands.vault.errors import SealBroken
from ghosthands.vault.master import MasterKeys

FOLDER, KEY = "archive", "key.sealed"


def take(archive: Archive | None, masters: MasterKeys, beside: Path, up_to: int) -> tuple[str, ...]:
    """Copy the archive beside the backups, as far as the log needs it; return its segments' checksums.

    Raises BackupBroken, OSError.
    """
    if not up_to:
        return ()
    if archive is None:
        raise BackupBroken(
            f"the log up to {up_to} has left the server for an archive, which belongs into a backup:"
            f" {VARIABLE} and {KEY_VARIABLE} are to name it"
        )
    segments = _needed(archive, up_to)
    folder = beside / FOLDER
    _require_same(folder / KEY, masters, archive)
    into = Archive(FolderFiles(folder), archive.key)
    all_there = _amend(into, segments)
    for segment in segments:
        if not into.has(segment):
            into.write_file(segment, _read(archive, segment))
    sealed = backup_key(masters.current).seal(archive.key.secret, KEY)
    private_files.write(folder / KEY, masters.current.id + sealed)
    into.write_manifest(all_there)
    return _checksums(segments)


def _amend(copy: Archive, segments: Sequence[Segment]) -> Sequence[Segment]:
    """Return the segments the copy is to list: these, or all it has if it has more, for later backups.

    Raises BackupBroken if it has another log's, as when two stacks went on from one restoration.
    """
    try:
        there = copy.read_manifest().segments
    except ArchiveUnreadable:  # damaged: it is written again
        return segments
    if any(one != other for one, other in zip(there, segments, strict=False)):
        raise BackupBroken(f"{copy.where} has the archive of another log, which backups need: name another folder")
    return max(there, segments, key=len)


def _checksums(segments: Sequence[Segment]) -> tuple[str, ...]:
    return tuple([segment.sha256 for segment in segments])


def _require_same(path: Path, masters: MasterKeys, archive: Archive) -> None:
    """Raise BackupBroken if the file is another archive's key, since this archive's copy would replace that one's."""
    if not path.exists():
        return
    data = backup_files.require_held(path, masters)
    key = backup_key(masters.by_id(data[:KEY_ID_BYTES], needed_for=str(path)))
    with suppress(SealBroken):  # damaged: it is written again
        if key.unseal(data[KEY_ID_BYTES:], KEY) != archive.key.secret:
            raise BackupBroken(f"{path} is the key of another archive, which backups there need: name another folder")


def check(beside: Path, masters: MasterKeys, up_to: int, checksums: Sequence[str] = ()) -> Archive | None:
    """Read the copy beside the backups once, and return it; None if none is needed. Raises BackupBroken.

    Its segments must have these checksums, if the backup knows them.
    """
    if not up_to:
        return None
    path = beside / FOLDER / KEY
    try:
        data = path.read_bytes()
        key = backup_key(masters.by_id(data[:KEY_ID_BYTES], needed_for=str(path)))
        copy = Archive(FolderFiles(path.parent), ArchiveKey(key.unseal(data[KEY_ID_BYTES:], KEY)))
    except OSError as error:
        raise BackupBroken(f"{path} cannot be read ({error.strerror}): the backup is not whole") from None
    except SealBroken as error:
        raise BackupBroken(f"another master key is needed: {error}") from None
    segments = _needed(copy, up_to)
    if checksums and _checksums(segments) != tuple(checksums):
        raise BackupBroken(f"{copy.where} is not the archive that the backup belongs to: put back that one's copy")
    for segment in segments:
        _read(copy, segment)
    return copy


def put_back(copy: Archive | None, up_to: int, variables: Mapping[str, str] = os.environ) -> None:
    """Restore the configured archive from the copy, up to that sequence, if it contains nothing else.

    Raises BackupBroken, OSError.
    """
    if copy is None:
        return
    if not variables.get(VARIABLE) or not variables.get(KEY_VARIABLE):
        raise BackupBroken(
            f"the backup has an archive of the log: {VARIABLE} and {KEY_VARIABLE} are to name where it goes"
        )
    into, key_file = Archive(find_files(variables[VARIABLE]), copy.key), Path(variables[KEY_VARIABLE])
    if key_file.exists() and ArchiveKey.load(key_file).secret != copy.key.secret:
        raise BackupBroken(f"{key_file} is there, and is the key of another archive: put both away first")
    segments = _needed(copy, up_to)
    try:
        there = into.read_manifest()
    except ArchiveUnreadable as error:
        raise BackupBroken(f"{error}: the backup's archive goes where there is none, or itself") from None
    if there.segments != tuple(segments[: len(there.segments)]):
        raise BackupBroken(
            f"the archive in {into.where} ends at {there.end} and holds what the backup, which ends at"
            f" {segments[-1].last}, has not: the backup's archive goes into another folder or prefix"
        )
    private_files.write(key_file, copy.key.text().encode())
    for segment in segments:
        into.write_file(segment, _read(copy, segment))
    into.write_manifest(segments)


def _needed(archive: Archive, up_to: int) -> list[Segment]:
    """Return the segments with sequences up to there. Raises BackupBroken if the archive ends before."""
    try:
        manifest = archive.read_manifest()
    except ArchiveUnreadable as error:
        raise BackupBroken(str(error)) from None
    if manifest.end < up_to:
        raise BackupBroken(f"the archive in {archive.where} ends at {manifest.end}, the log needs it up to {up_to}")
    return [segment for segment in manifest.segments if segment.first <= up_to]


def _read(archive: Archive, segment: Segment) -> bytes:
    try:
        return archive.read_file(segment)
    except ArchiveUnreadable as error:
        raise BackupBroken(str(error)) from None
