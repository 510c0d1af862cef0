import asyncio
from contextlib import suppress

import pytest

from ghosthands.domain.errors import Conflict
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased, MasterKeyError, NotInVault, SealBroken
from ghosthands.vault.keyring import CACHE_SECONDS, Keyring
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore

ADA = Applicant("acme", "0c5b")
BOB = Applicant("acme", "77aa")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def replace(store: MemoryStore, path: str, data: bytes) -> None:
    """Write there, and leave nothing of what was there before."""
    await store.overwrite_past(path, before=await store.put(path, data))


async def test_there_is_no_key_before_the_first_use() -> None:
    with pytest.raises(NotInVault):
        await Keyring(MemoryStore(), MasterKeys.generate()).key(ADA)


async def test_a_key_is_made_once_and_belongs_to_one_person() -> None:
    keyring = Keyring(MemoryStore(), MasterKeys.generate())
    assert await keyring.ensure(ADA) == await keyring.ensure(ADA) == await keyring.key(ADA)
    assert await keyring.ensure(ADA) != await keyring.ensure(BOB)


async def test_processes_that_race_for_the_first_key_get_the_same_one() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    keys = await asyncio.gather(*(Keyring(store, masters).ensure(ADA) for _ in range(8)))
    assert len({key.id for key in keys}) == 1


async def test_the_store_never_sees_a_key_in_clear() -> None:
    store = MemoryStore()
    key = await Keyring(store, MasterKeys.generate()).ensure(ADA)
    assert key.secret not in store.everything()


async def test_a_key_record_moved_to_another_person_does_not_open() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    await Keyring(store, masters).ensure(ADA)
    stolen = (await store.get(f"key/{ADA.id}")).data
    assert stolen is not None
    await store.put(f"key/{BOB.id}", stolen)
    with pytest.raises(SealBroken):
        await Keyring(store, masters).key(BOB)


async def test_a_key_record_that_is_no_record_is_refused() -> None:
    store = MemoryStore()
    await store.put(f"key/{ADA.id}", b"noise")
    with pytest.raises(SealBroken):
        await Keyring(store, MasterKeys.generate()).key(ADA)


NOT_RECORDS = {
    "an event": b'{"at":"2026-01-01T00:00:00Z","tenant":"acme","applicant":"0c5b"}',
    "its tenant alone": b'{"tenant":"acme"}',
    "a tombstone nobody sealed": b'{"record":"applicant-key","tenant":"acme","wrapped":""}',
    "noise": b"\x00\xff",
    "nothing": b"",
}


@pytest.mark.parametrize("written", NOT_RECORDS.values(), ids=NOT_RECORDS.keys())
async def test_a_record_that_was_written_over_is_put_back_from_its_copy(written: bytes) -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    key = await Keyring(store, masters).ensure(ADA)
    await store.put(f"key/{ADA.id}", written)
    assert await Keyring(store, masters).ensure(ADA) == key
    await store.delete(f"copy/{ADA.id}")
    assert await Keyring(store, masters).key(ADA) == key


async def test_a_record_that_was_taken_away_is_put_back_and_no_other_key_is_made() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    key = await Keyring(store, masters).ensure(ADA)
    await store.delete(f"key/{ADA.id}")
    assert await Keyring(store, masters).admit(ADA) == key


async def test_an_erased_persons_tombstone_is_put_back_too() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    await Keyring(store, masters).ensure(ADA)
    before = (await store.get(f"key/{ADA.id}")).data
    await Keyring(store, masters).erase(ADA)
    await store.put(f"key/{ADA.id}", b"noise")
    with pytest.raises(Erased):
        await Keyring(store, masters).ensure(ADA)
    assert before not in [entry.data for _, entry in await store.list("copy")]


async def test_who_was_erased_by_another_process_just_now_begins_anew_with_another_key() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    here, elsewhere = Keyring(store, masters), Keyring(store, masters)
    key = await here.ensure(ADA)
    await elsewhere.erase(ADA)
    anew = await here.admit(ADA)
    assert anew != key
    assert await elsewhere.key(ADA, fresh=True) == anew


async def test_a_copy_of_another_persons_record_opens_for_nobody() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    await Keyring(store, masters).ensure(ADA)
    await Keyring(store, masters).ensure(BOB)
    stolen = (await store.get(f"copy/{ADA.id}")).data
    assert stolen is not None
    await replace(store, f"copy/{BOB.id}", stolen)
    await replace(store, f"key/{BOB.id}", b"noise")
    with pytest.raises(SealBroken):
        await Keyring(store, masters).key(BOB)


async def test_the_newest_record_that_opens_counts_where_all_later_ones_are_noise() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    await Keyring(store, masters).admit(ADA)
    await Keyring(store, masters).erase(ADA)
    key = await Keyring(store, masters).admit(ADA)
    for kind in ("copy", "key", "copy"):
        await store.put(f"{kind}/{ADA.id}", b"noise")
    assert await Keyring(store, masters).overwrite_past() == 0
    assert await Keyring(store, masters, keeper=False).key(ADA) == key


async def test_one_broken_record_keeps_nobody_elses_from_being_wrapped_anew(caplog: pytest.LogCaptureFixture) -> None:
    store, old, new = MemoryStore(), MasterKeys.generate(), MasterKeys.generate()
    await Keyring(store, old).ensure(ADA)
    key = await Keyring(store, old).ensure(BOB)
    await replace(store, f"key/{ADA.id}", b"noise")
    await replace(store, f"copy/{ADA.id}", b"noise")
    await Keyring(store, MasterKeys(new.current, [old.current])).prove()
    assert await Keyring(store, new).key(BOB) == key
    assert "vault_record_broken" in caplog.text


async def test_tombstones_from_before_they_were_sealed_are_sealed_at_the_next_start() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    await store.put("master/proof", masters.current.seal(b"", "master/proof"))
    await store.put(f"key/{ADA.id}", b'{"tenant":"acme"}')
    await Keyring(store, masters).prove()
    with pytest.raises(Erased):
        await Keyring(store, masters).ensure(ADA)


@pytest.mark.parametrize("write", [1, 2], ids=["before the record is written", "before the copy is written"])
async def test_an_erasure_while_a_key_is_made_leaves_it_nowhere(write: int) -> None:
    class ErasedMeanwhile(MemoryStore):
        writes = 0

        async def put(self, key: str, data: bytes, *, expected: int | None = None, **rest: object) -> int:
            self.writes += expected is not None
            if self.writes == write:
                self.writes += 1
                await Keyring(self, masters).erase(ADA)
            return await super().put(key, data, expected=expected)

    store, masters = ErasedMeanwhile(), MasterKeys.generate()
    with suppress(Erased):
        await Keyring(store, masters).ensure(ADA)
    with pytest.raises(Erased):
        await Keyring(store, masters).key(ADA)
    assert len({entry.data for kind in ("key", "copy") for _, entry in await store.list(kind)}) == 1


async def test_an_erased_person_has_no_key_and_gets_none() -> None:
    keyring = Keyring(MemoryStore(), MasterKeys.generate())
    await keyring.ensure(ADA)
    await keyring.erase(ADA)
    for attempt in (keyring.key, keyring.ensure):
        with pytest.raises(Erased, match=ADA.id):
            await attempt(ADA)


async def test_a_person_admitted_again_gets_another_key() -> None:
    keyring = Keyring(MemoryStore(), MasterKeys.generate())
    before = await keyring.admit(ADA)
    await keyring.erase(ADA)
    after = await keyring.admit(ADA)
    assert after != before
    assert await keyring.ensure(ADA) == after


async def test_another_process_forgets_a_destroyed_key_after_a_while() -> None:
    store, masters, clock = MemoryStore(), MasterKeys.generate(), Clock()
    other = Keyring(store, masters, clock)
    await other.ensure(ADA)
    await Keyring(store, masters).erase(ADA)
    assert await other.key(ADA)
    clock.now = CACHE_SECONDS
    with pytest.raises(Erased):
        await other.key(ADA)


async def test_rewrapping_leaves_every_key_as_it_was_and_lets_the_old_master_go() -> None:
    store, old = MemoryStore(), MasterKeys.generate()
    key = await Keyring(store, old).ensure(ADA)
    await Keyring(store, old).ensure(BOB)
    new = MasterKeys.generate()
    both = Keyring(store, MasterKeys(new.current, [old.current]))
    assert await both.rewrap_all() == 2
    assert await both.rewrap_all() == 0
    assert await Keyring(store, new).key(ADA) == key


async def test_rewrapping_leaves_tombstones_as_they_are() -> None:
    keyring = Keyring(MemoryStore(), MasterKeys.generate())
    await keyring.erase(ADA)
    assert await keyring.rewrap_all() == 0


async def test_an_erasure_during_a_rewrap_stands() -> None:
    class ErasedMeanwhile(MemoryStore):
        armed = False

        async def put(self, key: str, data: bytes, *, expected: int | None = None, **rest: object) -> int:
            if self.armed and expected is not None:
                self.armed = False
                await Keyring(self, new).erase(ADA)
                raise Conflict("another process wrote this first")
            return await super().put(key, data, expected=expected)

    store, old, fresh = ErasedMeanwhile(), MasterKeys.generate(), MasterKeys.generate()
    new = MasterKeys(fresh.current, [old.current])
    await Keyring(store, old).ensure(ADA)
    store.armed = True
    assert await Keyring(store, new).rewrap_all() == 0
    with pytest.raises(Erased):
        await Keyring(store, new).key(ADA)


async def test_a_master_key_that_did_not_seal_the_vault_is_known_at_the_start() -> None:
    store = MemoryStore()
    await Keyring(store, MasterKeys.generate()).prove()
    with pytest.raises(MasterKeyError, match="put back your copy"):
        await Keyring(store, MasterKeys.generate()).prove()


async def test_a_vault_whose_mark_is_gone_still_knows_a_wrong_master_key() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    await Keyring(store, masters).ensure(ADA)
    with pytest.raises(MasterKeyError):
        await Keyring(store, MasterKeys.generate()).prove()
    await Keyring(store, masters).prove()


@pytest.mark.parametrize("mark", [b"noise", b"", MasterKeys.generate().current.seal(b"2", "master/proof")])
async def test_a_mark_that_somebody_wrote_over_is_made_anew_where_the_vault_opens(mark: bytes) -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    await Keyring(store, masters).prove()
    key = await Keyring(store, masters).ensure(ADA)
    await store.put("master/proof", mark)
    await Keyring(store, masters).prove()
    with pytest.raises(MasterKeyError):
        await Keyring(store, MasterKeys.generate()).prove()
    assert await Keyring(store, masters).key(ADA) == key


async def test_starting_with_a_new_master_key_wraps_everything_by_it() -> None:
    store, old, new = MemoryStore(), MasterKeys.generate(), MasterKeys.generate()
    await Keyring(store, old).prove()
    key = await Keyring(store, old).ensure(ADA)
    await Keyring(store, MasterKeys(new.current, [old.current])).prove()
    await Keyring(store, new).prove()
    assert await Keyring(store, new).key(ADA) == key


async def test_who_may_not_write_writes_nothing() -> None:
    store, masters = MemoryStore(), MasterKeys.generate()
    await Keyring(store, masters, keeper=False).prove()
    assert not store.everything()
    key = await Keyring(store, masters).ensure(ADA)
    await store.put(f"key/{ADA.id}", b"noise")
    assert await Keyring(store, masters, keeper=False).key(ADA) == key
    assert (await store.get(f"key/{ADA.id}")).data == b"noise"
