import asyncio

import pytest

from ghosthands.domain.errors import Conflict
from ghosthands.vault.errors import Erased, MasterKeyError, NotInVault, SealBroken
from ghosthands.vault.keyring import CACHE_SECONDS, Applicant, Keyring
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore

ADA = Applicant("acme", "0c5b")
BOB = Applicant("acme", "77aa")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


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


async def test_rewrapping_skips_the_erased_and_the_unknown() -> None:
    keyring = Keyring(MemoryStore(), MasterKeys.generate())
    await keyring.erase(ADA)
    assert await keyring.rewrap_all() == 0
    assert not await keyring.rewrap(BOB)


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
    await Keyring(store, MasterKeys.generate()).prove(keeper=True)
    with pytest.raises(MasterKeyError, match="put back your copy"):
        await Keyring(store, MasterKeys.generate()).prove(keeper=True)


async def test_the_key_that_sealed_the_vault_and_its_successor_pass() -> None:
    store, old, new = MemoryStore(), MasterKeys.generate(), MasterKeys.generate()
    await Keyring(store, old).prove(keeper=True)
    await Keyring(store, old).prove(keeper=False)
    both = Keyring(store, MasterKeys(new.current, [old.current]))
    await both.prove(keeper=True)
    await both.rewrap_all()
    await Keyring(store, new).prove(keeper=True)


async def test_who_may_not_write_leaves_no_mark() -> None:
    store = MemoryStore()
    await Keyring(store, MasterKeys.generate()).prove(keeper=False)
    await Keyring(store, MasterKeys.generate()).prove(keeper=True)
