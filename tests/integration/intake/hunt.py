"""Looking for values as somebody does who has every file, and every key that lies in one or that the others open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from ghosthands.messaging.archive.sealed import Archive
from ghosthands.vault import archive_copy, backup_files
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.crypto import NONCE_BYTES, SealingKey
from ghosthands.vault.errors import NotInVault, SealBroken
from ghosthands.vault.key_records import KeyRecords
from ghosthands.vault.keyring import COMMON
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import Entry

RECORD = re.compile(rb'\{"record":"applicant-key"[^{}]*\}')
#: of a frame, until when it expires
_EXPIRY_BYTES = 8
#: of what was sealed, so much is looked at
_LOOKED_AT = 64 * 1024


class Hunt:
    """Everything that is found in some places, under every key that lies in any of them."""

    def __init__(self, places: Mapping[str, bytes], masters: MasterKeys, people: Iterable[Applicant]) -> None:
        self._places = places
        self._keys = {masters.current, backup_files.backup_key(masters.current)}
        self._keys |= {SealingKey(masters.current.derive("store"))}
        for data in places.values():
            self._keys |= _keys_in(data, masters, (*people, COMMON))

    def find(self, values: Mapping[str, bytes]) -> dict[str, set[str]]:
        """In which places each of these is; a place without any is left away."""
        found = {place: _names_in(self._open(data), values) for place, data in self._places.items()}
        return {place: names for place, names in found.items() if names}

    def _open(self, data: bytes) -> bytes:
        """The bytes, and all that was sealed in them, wherever it lay and however long it was.

        What is sealed is the stream cipher's: it opens without its place, which only proves that it is what was sealed.
        """
        return b"\n".join([data, *(opened for key in self._keys for opened in _frames(data, key))])


def _frames(data: bytes, key: SealingKey) -> Iterator[bytes]:
    head = b"\x01" + key.id
    for found in re.finditer(re.escape(head), data):
        at = found.end() + _EXPIRY_BYTES
        nonce, rest = data[at : at + NONCE_BYTES], data[at + NONCE_BYTES : at + NONCE_BYTES + _LOOKED_AT]
        if len(nonce) == NONCE_BYTES:
            yield Cipher(algorithms.AES(key.derive("seal")), modes.CTR(nonce + b"\0\0\0\2")).decryptor().update(rest)


def _keys_in(data: bytes, masters: MasterKeys, owners: Iterable[Applicant]) -> set[SealingKey]:
    records, found = KeyRecords(masters), set()
    for record in RECORD.findall(data):
        for owner in owners:
            try:
                found.add(records.open(owner, Entry(record, 1)))
            except (NotInVault, SealBroken):
                continue
    return {SealingKey(secret) for secret in found if secret}


def _names_in(data: bytes, values: Mapping[str, bytes]) -> set[str]:
    return {name for name, value in values.items() if value in data}


def read_files(folder: Path) -> bytes:
    """All that lies below the folder, as it lies."""
    return b"\n".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def read_archive(archive: Archive) -> bytes:
    """Every message that left the server."""
    messages = [one for segment in archive.read_manifest().segments for one in archive.read_segment(segment)]
    return b"\n".join(part for one in messages for part in (one.subject.encode(), repr(one.headers).encode(), one.data))


def read_backups(folder: Path, masters: MasterKeys) -> dict[str, bytes]:
    """All that the backups there hold, unsealed, with what lies beside them."""
    found = {"keys": b"\n".join(backup_files.read_keys(folder, masters).values())}
    for made in folder.glob("[0-9]*"):
        manifest, key = backup_files.read_manifest(made, masters)
        segments = (
            segment
            for each in manifest.streams
            for segment in backup_files.read_segments(made / each.name, key, f"{manifest.id}/{each.stream}")
        )
        found[f"backup of {manifest.archived}"] = b"\n".join(segments)
        if copy := archive_copy.check(folder, masters, manifest.archived):
            found["archive beside backups"] = read_archive(copy)
    return found
