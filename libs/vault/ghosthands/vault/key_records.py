"""The record of an applicant's key: the wrapped key, or a tombstone if it was destroyed, sealed by a master key.

Bytes that were not made with a master key are never accepted as a record, neither as a key nor as a tombstone. Nor is a
record that was followed by another, although whoever may write there can put it back: each record has a *generation*,
sealed with it, which grows with each erasure and each new key. A person's first key has 1, the tombstone in its place
2, their next key 3. Of all records that lie at a path the one of the highest generation counts, wherever it lies. Odd
generations are keys', even ones tombstones', so a key never has that of a tombstone which another process writes
meanwhile. Records of earlier releases have 0; job-intake writes them anew when it first starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ghosthands.vault.applicant import Applicant
from ghosthands.vault.crypto import head_of, place
from ghosthands.vault.errors import NotInVault, SealBroken
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import ABSENT, Entry

#: The path of a mark that shows a wrong master key before it is needed.
PROOF_PATH = "master/proof"
#: The path of a mark while a backup is being restored: the store is incomplete.
UNFINISHED_PATH = "master/unfinished"
#: The content of the master key's mark: the version of the records. Before the second version, tombstones were not
#: sealed and nothing had a copy; before the third, records had no generation.
_VERSION = b"3"
_EARLIER_VERSIONS = (b"", b"2")


class _KeyRecord(msgspec.Struct, frozen=True, tag_field="record", tag="applicant-key", forbid_unknown_fields=True):
    tenant: str
    wrapped: bytes = b""


class Records(NamedTuple):
    """All that lies at a person's record and its copy."""

    #: the last message at the record, which the next write expects
    record: Entry
    #: the last one at the copy
    copy: Entry
    #: the one that counts, of all that opened at either; None if none did
    counts: Entry | None
    #: the highest generation of those
    generation: int
    #: whether the last message at one of them was put back there: it opens, and an earlier one there counts
    is_replayed: bool
    #: whether the one that counts is the last at the record, and the last at the copy has its generation
    is_settled: bool

    @property
    def found(self) -> Entry:
        """The record that counts; where none opened, what there is."""
        return self.counts or (self.copy if self.record.data is None else self.record)

    def generation_of(self, secret: bytes) -> int:
        """Return the generation to write the key that counts anew with: its own, if no record has a later one."""
        own = _generation(self.counts) if self.counts else 0
        return own if own and own == self.generation else generation_after(self.generation, secret)


class KeyRecords:
    """Makes and opens records with the available master keys."""

    def __init__(self, masters: MasterKeys) -> None:
        self._masters = masters

    def make(self, applicant: Applicant, secret: bytes, generation: int) -> bytes:
        """Make a record of that key; of empty bytes, a tombstone."""
        wrapped = self._masters.current.seal_numbered(secret, _wrap_place(applicant), generation)
        return msgspec.json.encode(_KeyRecord(applicant.tenant, wrapped))

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

    def find_counting(self, path: str, entries: Sequence[Entry], *, by_order: bool = False) -> Entry | None:
        """Return which of the entries at the path of a record, a copy or the master key's mark counts.

        None if none opens. With `by_order` it is the last one that opens, whatever its generation.
        """
        kind, _, applicant_id = path.partition("/")
        if kind not in ("key", "copy"):
            proofs = [each for each in entries if path == PROOF_PATH and self.is_proof(each, of_current=False)]
            return proofs[-1] if proofs else None
        opening = [each for each in entries if self.opens(applicant_id, each)]
        return max(opening, key=lambda one: (0 if by_order else _generation(one), one.revision), default=None)

    def compare(
        self, applicant_id: str, records: Sequence[Entry], copies: Sequence[Entry], *, by_order: bool = False
    ) -> Records:
        """Compare all entries at a person's record, oldest first, and at its copy, which counts only if it is later."""
        of_record = self.find_counting(f"key/{applicant_id}", records, by_order=by_order)
        of_copy = self.find_counting(f"copy/{applicant_id}", copies, by_order=by_order)
        counts = of_record or of_copy
        if of_record and of_copy and not by_order and _generation(of_copy) > _generation(of_record):
            counts = of_copy
        record, copy = (entries[-1] if entries else ABSENT for entries in (records, copies))
        opening = [each for each in (*records, *copies) if self.opens(applicant_id, each)]
        lasts = ((record, of_record), (copy, of_copy))
        return Records(
            record,
            copy,
            counts,
            generation=max(map(_generation, opening), default=0),
            is_replayed=any(last in opening and last != best for last, best in lasts),
            is_settled=counts == record and copy == of_copy and _generation(copy) == _generation(record),
        )

    def is_current(self, entry: Entry) -> bool:
        """Whether the record claims to be in today's version and wrapped by the current master key."""
        try:
            return bool(_generation(entry)) and self._is_by_current(_decode(entry.data or b"").wrapped)
        except SealBroken:
            return False

    def make_proof(self) -> bytes:
        """Make the mark of the current master key."""
        return self._masters.current.seal(_VERSION, PROOF_PATH)

    def is_proof(self, mark: Entry, *, of_current: bool) -> bool:
        """Whether an available master key made the mark; with `of_current`, the current one in today's version."""
        version = self._read_version(mark)
        if mark.data is None or version is None:
            return False
        return not of_current or (self._is_by_current(mark.data) and version == _VERSION)

    def is_of_earlier_release(self, mark: Entry) -> bool:
        """Whether an earlier release made the mark, and so may have written records without a generation since."""
        return self._read_version(mark) in _EARLIER_VERSIONS

    def _read_version(self, mark: Entry) -> bytes | None:
        if mark.data is None:
            return None
        try:
            master = self._masters.by_id(head_of(mark.data, PROOF_PATH).key_id, needed_for=PROOF_PATH)
            return master.unseal(mark.data, PROOF_PATH)
        except SealBroken:
            return None

    def _is_by_current(self, frame: bytes) -> bool:
        return head_of(frame, "").key_id == self._masters.current.id


def generation_after(generation: int, secret: bytes) -> int:
    """Return the next generation: odd for a key, even for a tombstone, whose secret is empty."""
    return generation + 1 + (generation + 1 + bool(secret)) % 2


def _generation(entry: Entry) -> int:
    """Return the generation that a record claims, which is true of one that opens; 0 for those of earlier releases."""
    return head_of(_decode(entry.data or b"").wrapped, "").number


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
