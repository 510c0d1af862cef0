"""The applicants' keys: one random key each, wrapped by a master key, stored, and held in memory briefly.

Erasing a person means destroying this key: the record at ``key/<applicant>`` becomes a tombstone, and its earlier bytes
are overwritten in place. Nothing sealed before can be opened again, and nothing new can be sealed until the person is
admitted again, with another key. Another process may still hold the destroyed key for `CACHE_SECONDS`.

At ``copy/<applicant>`` is the record's copy, from which a damaged or missing record is restored. If neither opens, the
newest earlier record that does is used. If the last record is one that was put back there, the one that counts is an
earlier one too (`key_records`). So earlier records are only overwritten where the last one counts.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress

from ghosthands.domain.errors import Conflict
from ghosthands.messaging import fault
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.crypto import SealingKey
from ghosthands.vault.errors import Erased, MasterKeyError, NotInVault, SealBroken
from ghosthands.vault.key_records import (
    PROOF_PATH,
    UNFINISHED_PATH,
    KeyRecords,
    Records,
    generation_after,
    is_bare_tombstone,
    whose,
)
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import Entry, Store

log = logging.getLogger(__name__)

#: The name of the fault points here.
NAME = "keyring"
#: How long an unwrapped key stays in memory.
CACHE_SECONDS = 30.0
#: The owner of the key for data that belong to nobody: page models and dead letters.
COMMON = Applicant("", "common")


class Keyring:
    """The applicants' data keys, made on first use; a keyring that is no `keeper` only reads them."""

    def __init__(
        self, store: Store, masters: MasterKeys, clock: Callable[[], float] = time.monotonic, *, keeper: bool = True
    ) -> None:
        self._store = store
        self._masters = masters
        self._records = KeyRecords(masters)
        self._clock = clock
        self._keeper = keeper
        self._held: dict[Applicant, tuple[SealingKey, float]] = {}

    async def key(self, applicant: Applicant, *, fresh: bool = False) -> SealingKey:
        """Return the applicant's key. Raises NotInVault if there is none, Erased if it was destroyed."""
        if not fresh and (held := self._recall(applicant)):
            return held
        path = _key_path(applicant.id)
        entries = await self._store.list_versions(path, fresh=fresh)
        counts = self._records.find_counting(path, entries)
        if counts is None or counts != entries[-1]:
            return self._hold(applicant, await self._mend(applicant))
        return self._hold(applicant, self._records.open(applicant, counts))

    async def ensure(self, applicant: Applicant) -> SealingKey:
        """Return the applicant's key, made if there is none; concurrent processes all get the same one.

        Raises Erased if it was destroyed.
        """
        try:
            return await self.key(applicant)
        except NotInVault:
            return await self._make(applicant, SealingKey.generate())

    async def admit(self, applicant: Applicant) -> SealingKey:
        """Like `ensure`, but an erased person, even one erased just now by another process, gets a new key."""
        try:
            return await self.key(applicant, fresh=True)
        except (NotInVault, Erased):
            return await self._make(applicant, SealingKey.generate())

    async def ensure_common(self) -> SealingKey:
        """Return the key for data that belong to nobody; the first is the master key's own, as in older versions."""
        try:
            return await self.key(COMMON)
        except NotInVault:
            return await self._make(COMMON, SealingKey(self._masters.current.derive("store")))

    async def erase(self, applicant: Applicant) -> None:
        """Destroy the key and its copy, and overwrite all their earlier records; repeating it is harmless."""
        self._held.pop(applicant, None)
        paths = (_key_path(applicant.id), _copy_path(applicant.id))
        there = await self._look(applicant.id)
        tombstone = self._records.make(applicant, b"", generation_after(there.generation, b""))
        revisions = {path: await self._store.put(path, tombstone) for path in paths}  # in this order: see _write
        await _reach("tombstones")
        for path, revision in revisions.items():
            await self._store.overwrite_past(path, before=revision)

    async def overwrite_past(self) -> int:
        """Overwrite the earlier versions of each record that counts; return how many there were.

        A record that does not open is logged, and one that was put back is replaced by the one that counts. The earlier
        versions of both stay until the next start: one of them may be the key.
        """
        overwritten = 0
        for path in await self._store.list_past():
            entries = await self._store.list_versions(path)
            counts = self._records.find_counting(path, entries)
            if counts is not None and counts == entries[-1]:
                overwritten += await self._store.overwrite_past(path, before=counts.revision)
            elif counts is not None and self._records.find_counting(path, entries[-1:]):
                await self._mend(whose(path.partition("/")[2], counts))
            else:
                log.error("vault_record_broken", extra={"record": path})
        return overwritten

    async def prove(self) -> None:
        """Check that the available keys open this vault; a keeper then wraps all its keys by the current one.

        A damaged mark is made again if any record opens. Raises MasterKeyError if none does.
        """
        if (await self._store.get(UNFINISHED_PATH, fresh=True)).data is not None:
            raise MasterKeyError(
                "a backup was to be put back here, which was not finished: restore it again, before services start"
            )
        mark = await self._store.get(PROOF_PATH, fresh=True)
        if self._records.is_proof(mark, of_current=True):
            return
        if not self._records.is_proof(mark, of_current=False) and not await self._opens_any(is_new=mark.data is None):
            raise MasterKeyError(
                "the master key file is not the one this vault was sealed under; put back your copy of that file"
            )
        if self._keeper:
            await self.ensure_common()
            by_order = self._records.is_of_earlier_release(mark)
            log.info("vault_wrapped", extra={"records": await self.rewrap_all(by_order=by_order)})

    async def rewrap_all(self, *, by_order: bool = False) -> int:
        """Wrap every key by the current master key, and return how many were not; safe to run again at any time.

        With `by_order` the last record of a person that opens counts, whatever its generation: an earlier release knew
        none. A person's record of which no version opens is logged and left.
        """
        wrapped = 0
        for applicant_id in await self._find_unsettled():
            try:
                wrapped += await self._rewrap(applicant_id, by_order=by_order)
            except SealBroken:
                log.exception("vault_record_broken", extra={"record": _key_path(applicant_id)})
            await _reach("wrapped")
        await self._store.put(PROOF_PATH, self._records.make_proof())
        return wrapped

    async def _make(self, applicant: Applicant, key: SealingKey) -> SealingKey:
        """Make another key if there is none, or a destroyed one."""
        there = await self._look(applicant.id)
        with suppress(NotInVault):
            if secret := self._records.open(applicant, there.found):
                return self._hold(applicant, secret)
        try:
            await self._write(applicant, key.secret, generation_after(there.generation, key.secret), there)
        except Conflict:
            return await self.key(applicant, fresh=True)
        return self._hold(applicant, key.secret)

    async def _find_unsettled(self) -> list[str]:
        """Return the ids of all whose record or copy is not wrapped by the current key, or has several versions."""
        records, copies = await self._list("key"), await self._list("copy")
        kinds = [path.partition("/")[::2] for path in await self._store.list_past()]
        past = {applicant_id for kind, applicant_id in kinds if kind != "master"}
        current = [{one for one in each if self._records.is_current(each[one])} for each in (records, copies)]
        return sorted((records.keys() | copies.keys()) - (current[0] & current[1]) | past)

    async def _rewrap(self, applicant_id: str, *, by_order: bool) -> bool:
        there = await self._look(applicant_id, by_order=by_order)
        if there.is_settled and all(map(self._records.is_current, (there.record, there.copy))):
            return False
        self._report(applicant_id, there)
        applicant = whose(applicant_id, there.found)
        was_bare = is_bare_tombstone(there.found) and there.copy.data is None
        secret = b"" if was_bare else self._records.open(applicant, there.found)
        try:
            await self._write(applicant, secret, there.generation_of(secret), there)
        except Conflict:  # erased, admitted again or re-wrapped meanwhile: look again
            return await self._rewrap(applicant_id, by_order=by_order)
        return True

    async def _mend(self, applicant: Applicant) -> bytes:
        """Return the key that counts, and restore its record and copy where another lies there, or none.

        Raises NotInVault, SealBroken.
        """
        there = await self._look(applicant.id)
        secret = self._records.open(applicant, there.found)
        self._report(applicant.id, there)
        if self._keeper and not there.is_settled:
            log.error("vault_record_mended", extra={"record": _key_path(applicant.id)})
            with suppress(Conflict):  # another process was faster
                await self._write(applicant, secret, there.generation_of(secret), there)
        return secret

    def _report(self, applicant_id: str, there: Records) -> None:
        """Log that an earlier record was put back, or that the one that counts is in neither place the last."""
        if there.is_replayed:
            log.error("vault_record_replayed", extra={"record": _key_path(applicant_id)})
        elif there.counts is not None and there.counts not in (there.record, there.copy):
            log.error("vault_record_earlier", extra={"record": _key_path(applicant_id)})

    async def _look(self, applicant_id: str, *, by_order: bool = False) -> Records:
        """Return all records at both places, from the leader; those at the copy are read first: see _write."""
        copies = await self._store.list_versions(_copy_path(applicant_id))
        records = await self._store.list_versions(_key_path(applicant_id))
        return self._records.compare(applicant_id, records, copies, by_order=by_order)

    async def _write(self, applicant: Applicant, secret: bytes, generation: int, there: Records) -> None:
        """Write the record and its copy, if both are as they were read. Raises Conflict.

        `erase` writes both in this order too, whatever there is. So an erasure in between is noticed here, or undoes
        this.
        """
        record = self._records.make(applicant, secret, generation)
        await self._store.put(_key_path(applicant.id), record, expected=there.record.revision)
        await _reach("record")
        with suppress(Conflict):
            await self._store.put(_copy_path(applicant.id), record, expected=there.copy.revision)

    async def _opens_any(self, *, is_new: bool) -> bool:
        """Whether the available keys open any record; for a vault without records, whether it `is_new`."""
        records = [*(await self._list("key")).items(), *(await self._list("copy")).items()]
        return any(self._records.opens(*each) for each in records) or (is_new and not records)

    async def _list(self, kind: str) -> dict[str, Entry]:
        return {path.removeprefix(f"{kind}/"): entry for path, entry in await self._store.list(kind)}

    def _hold(self, applicant: Applicant, secret: bytes) -> SealingKey:
        """Hold the key in memory for a while, and return it. Raises Erased if it was destroyed."""
        if not secret:
            self._held.pop(applicant, None)
            raise Erased(applicant.id)
        now, key = self._clock(), SealingKey(secret)
        self._held = {a: (k, until) for a, (k, until) in self._held.items() if until > now}
        self._held[applicant] = (key, now + CACHE_SECONDS)
        return key

    def _recall(self, applicant: Applicant) -> SealingKey | None:
        key, until = self._held.get(applicant, (None, 0.0))
        return key if until > self._clock() else None


async def _reach(name: str) -> None:
    await fault.point(NAME, fault.AFTER_EFFECT, name)


def _key_path(applicant_id: str) -> str:
    return f"key/{applicant_id}"


def _copy_path(applicant_id: str) -> str:
    return f"copy/{applicant_id}"
