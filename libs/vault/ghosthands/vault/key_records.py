"""What lies in the store of an applicant's key: the key, or nothing where it was destroyed, sealed by a master key.

So no bytes pass for a record that were not made with a master key, a tombstone no more than a key.
"""

from __future__ import annotations

import msgspec

from ghosthands.vault.applicant import Applicant
from ghosthands.vault.crypto import head_of, place
from ghosthands.vault.errors import NotInVault, SealBroken
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import Entry

#: Where a mark lies by which a wrong master key is known before it is needed.
PROOF_PATH = "master/proof"
#: Where a mark lies while a backup is put back: what is there is not whole.
UNFINISHED_PATH = "master/unfinished"
#: What the mark of the master key says: how records are written. Before the second, tombstones were not sealed and
#: nothing had a copy.
_VERSION = b"2"


class _KeyRecord(msgspec.Struct, frozen=True, tag_field="record", tag="applicant-key", forbid_unknown_fields=True):
    tenant: str
    wrapped: bytes = b""


class KeyRecords:
    """How records are made and opened, by the master keys that are held."""

    def __init__(self, masters: MasterKeys) -> None:
        self._masters = masters

    def make(self, applicant: Applicant, secret: bytes) -> bytes:
        """A record of that key; of nothing, a tombstone."""
        return msgspec.json.encode(
            _KeyRecord(applicant.tenant, self._masters.current.seal(secret, _wrap_place(applicant)))
        )

    def open(self, applicant: Applicant, entry: Entry) -> bytes:
        """The key in a record; nothing where it was destroyed. Raises NotInVault, SealBroken."""
        at = _wrap_place(applicant)
        if entry.data is None:
            raise NotInVault(at)
        wrapped = _decode(entry.data).wrapped
        return self._masters.by_id(head_of(wrapped, at).key_id, needed_for=at).unseal(wrapped, at)

    def open_either(self, applicant: Applicant, entry: Entry, copy: Entry) -> bytes:
        """The key as the record has it, or its copy where that one doesn't open. Raises NotInVault, SealBroken."""
        try:
            return self.open(applicant, entry)
        except (NotInVault, SealBroken):
            if copy.data is None:
                raise
            return self.open(applicant, copy)

    def opens(self, applicant_id: str, entry: Entry) -> bool:
        """Whether the record opens, whichever tenant's it is."""
        try:
            self.open(whose(applicant_id, entry), entry)
        except (NotInVault, SealBroken):
            return False
        return True

    def is_current(self, entry: Entry) -> bool:
        """Whether a record says that it was wrapped by the current master key."""
        try:
            return entry.data is not None and self._is_by_current(_decode(entry.data).wrapped)
        except SealBroken:
            return False

    def make_proof(self) -> bytes:
        """The mark of the current master key."""
        return self._masters.current.seal(_VERSION, PROOF_PATH)

    def is_proof(self, mark: Entry, *, of_current: bool) -> bool:
        """Whether a master key that is held made the mark: any of them, or the current one and as it is made now."""
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
    """The owner of the record, as the first says that can be read. Raises SealBroken where none can."""
    for entry in entries:
        if entry.data is not None and (record := _try_decode(entry.data)):
            return Applicant(record.tenant, applicant_id)
    raise SealBroken(f"the key record of {applicant_id}")


def is_bare_tombstone(entry: Entry) -> bool:
    """Whether it is a tombstone as it was written before tombstones were sealed."""
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
