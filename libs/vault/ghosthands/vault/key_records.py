"""The record of an applicant's key: the wrapped key, or a tombstone if it was destroyed, sealed by a master key.

Bytes that were not made with a master key are never accepted as a record, neither as a key nor as a tombstone.
"""

from __future__ import annotations

import msgspec

from ghosthands.vault.applicant import Applicant
from ghosthands.vault.crypto import head_of, place
from ghosthands.vault.errors import NotInVault, SealBroken
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import Entry

#: The path of a mark that shows a wrong master key before it is needed.
PROOF_PATH = "master/proof"
#: The path of a mark while a backup is being restored: the store is incomplete.
UNFINISHED_PATH = "master/unfinished"
#: The content of the master key's mark: the version of the records. Before the second version, tombstones were not
#: sealed and nothing had a copy.
_VERSION = b"2"


class _KeyRecord(msgspec.Struct, frozen=True, tag_field="record", tag="applicant-key", forbid_unknown_fields=True):
    tenant: str
    wrapped: bytes = b""


class KeyRecords:
    """Makes and opens records with the available master keys."""

    def __init__(self, masters: MasterKeys) -> None:
        self._masters = masters

    def make(self, applicant: Applicant, secret: bytes) -> bytes:
        """Make a record of that key; of empty bytes, a tombstone."""
        return msgspec.json.encode(
            _KeyRecord(applicant.tenant, self._masters.current.seal(secret, _wrap_place(applicant)))
        )

    def open(self, applicant: Applicant, entry: Entry) -> bytes:
        """Return the key in a record; empty if it was destroyed. Raises NotInVault, SealBroken."""
        at = _wrap_place(applicant)
        if entry.data is None:
            raise NotInVault(at)
        wrapped = _decode(entry.data).wrapped
        return self._masters.by_id(head_of(wrapped, at).key_id, needed_for=at).unseal(wrapped, at)

    def opens(self, applicant_id: str, entry: Entry) -> bool:
        """Whether the record opens, whichever tenant it belongs to."""
        try:
            self.open(whose(applicant_id, entry), entry)
        except (NotInVault, SealBroken):
            return False
        return True

    def opens_at(self, path: str, entry: Entry) -> bool:
        """Whether the entry at the path of a record, a copy or the master key's mark is one."""
        kind, _, applicant_id = path.partition("/")
        if path == PROOF_PATH:
            return self.is_proof(entry, of_current=False)
        return kind in ("key", "copy") and self.opens(applicant_id, entry)

    def is_current(self, entry: Entry) -> bool:
        """Whether the record claims to be wrapped by the current master key."""
        try:
            return entry.data is not None and self._is_by_current(_decode(entry.data).wrapped)
        except SealBroken:
            return False

    def make_proof(self) -> bytes:
        """Make the mark of the current master key."""
        return self._masters.current.seal(_VERSION, PROOF_PATH)

    def is_proof(self, mark: Entry, *, of_current: bool) -> bool:
        """Whether an available master key made the mark; with `of_current`, the current one in today's version."""
        if mark.data is None:
            return False
        try:
            master = self._masters.by_id(head_of(mark.data, PROOF_PATH).key_id, needed_for=PROOF_PATH)
            version = master.unseal(mark.data, PROOF_PATH)
        except SealBroken:
            return False
        return not of_current or (self._is_by_current(mark.data) and version == _VERSION)

    def _is_by_current(self, frame: bytes) -> bool:
        return head_of(frame, "").key_id == self._masters.current.id


def whose(applicant_id: str, *entries: Entry) -> Applicant:
    """Return the owner of the record, from the first entry that can be read. Raises SealBroken if none can."""
    for entry in entries:
        if entry.data is not None and (record := _try_decode(entry.data)):
            return Applicant(record.tenant, applicant_id)
    raise SealBroken(f"the key record of {applicant_id}")


def is_bare_tombstone(entry: Entry) -> bool:
    """Whether the entry is an unsealed tombstone, as older versions wrote them."""
    record = _try_decode(entry.data) if entry.data is not None else None
    return record is not None and not record.wrapped


def _wrap_place(applicant: Applicant) -> str:
    return place(applicant.tenant, applicant.id, "key")


def _decode(data: bytes) -> _KeyRecord:
    if (record := _try_decode(data)) is None:
        raise SealBroken("a key record")
    return record


def _try_decode(data: bytes) -> _KeyRecord | None:
    try:
        return msgspec.json.decode(data, type=_KeyRecord)
    except msgspec.DecodeError:
        return None
