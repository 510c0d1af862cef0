"""Which of several records of one key counts, and the stored bytes of every version of them."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode

import pytest

from ghosthands.domain.errors import Conflict
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.crypto import SealingKey
from ghosthands.vault.errors import Erased
from ghosthands.vault.key_records import KeyRecords, generation_after
from ghosthands.vault.keyring import Keyring
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import Entry, MemoryStore

ADA = Applicant("acme", "0c5b")
MASTERS = MasterKeys(SealingKey(bytes(range(32))))
SECRET = bytes(range(32, 64))

#: Stored by the release before records had a generation: a key, a tombstone, and the master key's mark.
KEY_V2 = (
    b'{"record":"applicant-key","tenant":"acme","wrapped":"AfBMdtA4624CAAAAAAAAAABDPp40DN1jO+b1rrlFgOyQEVDV5bxFE/AU0K9Y'
    b'0OE69jjqMI0YReucH9KDexyEmsanDm1i9Qdvs+LocLg="}'
)
TOMBSTONE_V2 = (
    b'{"record":"applicant-key","tenant":"acme","wrapped":"AfBMdtA4624CAAAAAAAAAACkSb70BzElkGZGU7KnVypvAillviuAtzmub4tz'
    b'"}'
)
MARK_V2 = bytes.fromhex("01f04c76d038eb6e02000000000000000022707035b42f909b7a902848b9833a945c2857f323f10bf613fb419241")
#: Stored by this one: a person's first key, the tombstone after it, and the key after that.
KEY_V3 = (
    b'{"record":"applicant-key","tenant":"acme","wrapped":"AfBMdtA4624CAAAAAAAAAAF7Lv/UbZSKEPwJO+q3n2/zRPHJWgGSttNechV8'
    b'K7AbiKjAgkixaKlDhffnSi7ftpU+949KNlRmC7WTjOA="}'
)
TOMBSTONE_V3 = (
    b'{"record":"applicant-key","tenant":"acme","wrapped":"AfBMdtA4624CAAAAAAAAAAL7RCLOUE2DNhQ/ij8RpXZa9RCtpLpRPnIDbwKV'
    b'"}'
)
NEXT_KEY_V3 = (
    b'{"record":"applicant-key","tenant":"acme","wrapped":"AfBMdtA4624CAAAAAAAAAAMEWio+3S1KoFk9Zq7wFuzVgAWA8qPXlaIazR2w'
    b'biB0VLywioN3gO9h2u3/ruXo6pLP++yPZxSjTWVeTdI="}'
)


async def store_of(*records: bytes, mark: bytes = MARK_V2) -> MemoryStore:
    """A store in which those records were written one after another, each with its copy."""
    store = MemoryStore()
    await store.put("master/proof", mark)
    for record in records:
        for kind in ("key", "copy"):
            await store.put(f"{kind}/{ADA.id}", record)
    return store


@pytest.mark.parametrize("record", [KEY_V2, KEY_V3, NEXT_KEY_V3])
async def test_a_key_of_every_version_is_read(record: bytes) -> None:
    store = await store_of(record)
    assert (await Keyring(store, MASTERS).key(ADA)).secret == SECRET


@pytest.mark.parametrize("record", [TOMBSTONE_V2, TOMBSTONE_V3])
async def test_a_tombstone_of_every_version_is_read(record: bytes) -> None:
    store = await store_of(record)
    with pytest.raises(Erased):
        await Keyring(store, MASTERS).ensure(ADA)


@pytest.mark.parametrize("put_back", [KEY_V2, TOMBSTONE_V2, KEY_V3, TOMBSTONE_V3])
async def test_no_record_counts_that_was_written_before_another(put_back: bytes) -> None:
    store = await store_of(NEXT_KEY_V3, put_back)
    for keeper in (False, True, True):
        assert (await Keyring(store, MASTERS, keeper=keeper).key(ADA)).secret == SECRET
        await Keyring(store, MASTERS, keeper=keeper).overwrite_past()
    assert await store.list_past() == []


@pytest.mark.parametrize("put_back", [KEY_V2, TOMBSTONE_V2])
async def test_a_record_of_an_earlier_release_counts_no_more_once_job_intake_has_started(put_back: bytes) -> None:
    store = await store_of(TOMBSTONE_V2, KEY_V2)
    await Keyring(store, MASTERS).prove()
    await Keyring(store, MASTERS).overwrite_past()
    for kind in ("key", "copy"):
        await store.put(f"{kind}/{ADA.id}", put_back)
    assert (await Keyring(store, MASTERS).key(ADA)).secret == SECRET


async def test_who_came_again_while_an_earlier_release_was_put_back_keeps_their_key() -> None:
    """It writes records without a generation after those that have one; its mark tells that it ran last."""
    store = await store_of(TOMBSTONE_V3, KEY_V2)
    await Keyring(store, MASTERS).prove()
    for _ in range(2):
        assert (await Keyring(store, MASTERS).key(ADA)).secret == SECRET
        await Keyring(store, MASTERS).overwrite_past()
    assert await store.list_past() == []


async def test_a_mark_of_this_release_lets_no_earlier_record_count() -> None:
    records = KeyRecords(MASTERS)
    new = MasterKeys(SealingKey.generate(), [MASTERS.current])
    store = await store_of(TOMBSTONE_V3, KEY_V2, mark=records.make_proof())
    await Keyring(store, new).prove()
    with pytest.raises(Erased):
        await Keyring(store, new).key(ADA)


def test_a_generation_is_authenticated() -> None:
    records = KeyRecords(MASTERS)
    record = json.loads(records.make(ADA, SECRET, 7))
    frame = bytearray(b64decode(record["wrapped"]))
    assert frame[16] == 7
    frame[16] = 9
    forged = json.dumps({**record, "wrapped": b64encode(frame).decode()}).encode()
    assert not records.opens(ADA.id, Entry(forged, 1))


@pytest.mark.parametrize(
    ("before", "of_a_key", "of_a_tombstone"), [(0, 1, 2), (1, 3, 2), (2, 3, 4), (3, 5, 4), (4, 5, 6)]
)
def test_a_generation_grows_and_tells_a_key_from_a_tombstone(before: int, of_a_key: int, of_a_tombstone: int) -> None:
    assert generation_after(before, SECRET) == of_a_key
    assert generation_after(before, b"") == of_a_tombstone


async def test_an_erasure_counts_although_another_process_admits_the_person_meanwhile() -> None:
    """Both have read the same records; the erasure is written last."""

    class AdmittedMeanwhile(MemoryStore):
        armed = False

        async def put(self, key: str, data: bytes, *, expected: int | None = None, **rest: object) -> int:
            if self.armed and expected is None:
                self.armed = False
                await Keyring(self, MASTERS).admit(ADA)
            return await super().put(key, data, expected=expected)

    store = AdmittedMeanwhile()
    await Keyring(store, MASTERS).admit(ADA)
    await Keyring(store, MASTERS).erase(ADA)
    store.armed = True
    await Keyring(store, MASTERS).erase(ADA)
    with pytest.raises(Erased):
        await Keyring(store, MASTERS).key(ADA)


async def test_a_mend_writes_nothing_over_a_record_that_came_meanwhile() -> None:
    class ErasedMeanwhile(MemoryStore):
        armed = False

        async def put(self, key: str, data: bytes, *, expected: int | None = None, **rest: object) -> int:
            if self.armed and expected is not None:
                self.armed = False
                await Keyring(self, MASTERS).erase(ADA)
                raise Conflict("another process wrote this first")
            return await super().put(key, data, expected=expected)

    store = ErasedMeanwhile()
    for record in (NEXT_KEY_V3, TOMBSTONE_V3):
        for kind in ("key", "copy"):
            await store.put(f"{kind}/{ADA.id}", record)
    store.armed = True
    await Keyring(store, MASTERS).key(ADA)
    with pytest.raises(Erased):
        await Keyring(store, MASTERS).key(ADA)
