"""The applicants' keys: one random key each, wrapped by a master key, kept in the store, held in memory briefly.

Erasing a person is destroying this key: the record at ``key/<applicant>`` becomes a tombstone. Nothing sealed before
can be opened again, and nothing new can be sealed until the person is admitted anew, with another key.
Another process may still hold the destroyed key for `CACHE_SECONDS`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from ghosthands.domain.errors import Conflict
from ghosthands.vault.crypto import SealingKey, head_of, place
from ghosthands.vault.errors import Erased, MasterKeyError, NotInVault, SealBroken
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import Entry, Store

#: Where a mark lies by which a wrong master key is known before it is needed.
_PROOF = "master/proof"
#: How long an unwrapped key stays in memory.
CACHE_SECONDS = 30.0


class Applicant(msgspec.Struct, frozen=True):
    """Whose data it is: the tenant, and the applicant's derived id (`domain.ids.applicant_id`)."""

    tenant: str
    id: str


class _KeyRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies in the store for one applicant: the wrapped key, or the mark that it was destroyed."""

    tenant: str
    wrapped: bytes = b""

    @property
    def erased(self) -> bool:
        return not self.wrapped


class Keyring:
    """The applicants' data keys, made on first use."""

    def __init__(self, store: Store, masters: MasterKeys, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._masters = masters
        self._clock = clock
        self._held: dict[Applicant, tuple[SealingKey, float]] = {}

    async def key(self, applicant: Applicant, *, fresh: bool = False) -> SealingKey:
        """The applicant's key. Raises NotInVault when there is none, Erased when it was destroyed."""
        if not fresh and (held := self._recall(applicant)):
            return held
        entry = await self._store.get(_key_path(applicant.id), fresh=fresh)
        if entry.data is None:
            raise NotInVault(_key_path(applicant.id))
        return self._unwrap(applicant, entry.data)

    async def ensure(self, applicant: Applicant) -> SealingKey:
        """The applicant's key, made when there is none; of several processes making it all get the same one.

        Raises Erased when it was destroyed.
        """
        try:
            return await self.key(applicant)
        except NotInVault:
            return await self._make(applicant)

    async def admit(self, applicant: Applicant) -> SealingKey:
        """Like `ensure`, but a person erased earlier begins anew, with another key."""
        try:
            return await self.ensure(applicant)
        except Erased:
            return await self._make(applicant)

    async def erase(self, applicant: Applicant) -> None:
        """Destroys the key, for good."""
        self._held.pop(applicant, None)
        await self._store.put(_key_path(applicant.id), msgspec.json.encode(_KeyRecord(applicant.tenant)))

    async def prove(self, *, keeper: bool) -> None:
        """Leave a mark of the current master key where there is none yet; only a `keeper` may write.

        Raises MasterKeyError where the vault was sealed under a key that is not held.
        """
        entry = await self._store.get(_PROOF, fresh=True)
        if entry.data is None:
            if keeper:
                with suppress(Conflict):  # another service was faster: it holds the same file
                    await self._store.put(_PROOF, self._masters.current.seal(b"", _PROOF), expected=entry.revision)
            return
        try:
            self._masters.by_id(head_of(entry.data, _PROOF).key_id, needed_for=_PROOF)
        except SealBroken:
            raise MasterKeyError(
                "the master key file is not the one this vault was sealed under; put back your copy of that file"
            ) from None

    async def rewrap(self, applicant: Applicant) -> bool:
        """Wraps the key by the current master key; False when it is so already, or there is no key to wrap."""
        entry = await self._store.get(_key_path(applicant.id), fresh=True)
        return await self._rewrap(applicant.id, entry)

    async def rewrap_all(self) -> int:
        """Wraps every key by the current master key and says how many were not; safe to run again at any time."""
        await self._store.put(_PROOF, self._masters.current.seal(b"", _PROOF))
        entries = await self._store.list("key")
        return sum([await self._rewrap(path.removeprefix("key/"), entry) for path, entry in entries])

    async def _make(self, applicant: Applicant) -> SealingKey:
        entry = await self._store.get(_key_path(applicant.id), fresh=True)
        if entry.data is not None and not _record(entry.data).erased:
            return self._unwrap(applicant, entry.data)
        key = SealingKey.generate()
        try:
            await self._store.put(_key_path(applicant.id), self._wrap(applicant, key), expected=entry.revision)
        except Conflict:
            return await self.key(applicant, fresh=True)
        return self._hold(applicant, key)

    async def _rewrap(self, applicant_id: str, entry: Entry) -> bool:
        record = _record(entry.data) if entry.data is not None else None
        if record is None or record.erased:
            return False
        applicant = Applicant(record.tenant, applicant_id)
        if head_of(record.wrapped, _wrap_place(applicant)).key_id == self._masters.current.id:
            return False
        rewrapped = self._wrap(applicant, self._open(applicant, record))
        try:
            await self._store.put(_key_path(applicant_id), rewrapped, expected=entry.revision)
        except Conflict:  # erased, revived or re-wrapped meanwhile: look again
            return await self.rewrap(applicant)
        return True

    def _wrap(self, applicant: Applicant, key: SealingKey) -> bytes:
        wrapped = self._masters.current.seal(key.secret, _wrap_place(applicant))
        return msgspec.json.encode(_KeyRecord(applicant.tenant, wrapped))

    def _unwrap(self, applicant: Applicant, data: bytes) -> SealingKey:
        record = _record(data)
        if record.erased:
            self._held.pop(applicant, None)
            raise Erased(applicant.id)
        return self._hold(applicant, self._open(applicant, record))

    def _open(self, applicant: Applicant, record: _KeyRecord) -> SealingKey:
        at = _wrap_place(applicant)
        master = self._masters.by_id(head_of(record.wrapped, at).key_id, needed_for=at)
        return SealingKey(master.unseal(record.wrapped, at))

    def _hold(self, applicant: Applicant, key: SealingKey) -> SealingKey:
        now = self._clock()
        self._held = {a: (k, until) for a, (k, until) in self._held.items() if until > now}
        self._held[applicant] = (key, now + CACHE_SECONDS)
        return key

    def _recall(self, applicant: Applicant) -> SealingKey | None:
        key, until = self._held.get(applicant, (None, 0.0))
        return key if until > self._clock() else None


def _key_path(applicant_id: str) -> str:
    return f"key/{applicant_id}"


def _wrap_place(applicant: Applicant) -> str:
    return place(applicant.tenant, applicant.id, "key")


def _record(data: bytes) -> _KeyRecord:
    try:
        return msgspec.json.decode(data, type=_KeyRecord)
    except msgspec.DecodeError:
        raise SealBroken("a key record") from None
