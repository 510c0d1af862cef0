"""Older records of a key that another login puts back: what counts is what was written last by design, not by order."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.vault import backup, backup_files
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.keyring import Keyring
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault

from .conftest import Server

pytestmark = pytest.mark.integration

MASTERS = MasterKeys.generate()


@pytest.fixture
def person() -> Applicant:
    return Applicant("acme", str(uuid.uuid4()))


@pytest.fixture(params=sorted(services.KEY_MAKERS))
async def login(request: pytest.FixtureRequest, server: Server) -> AsyncIterator[Bus]:
    """Each login that may write records, in the hands of somebody without the master key."""
    connected = await server.connect(request.param)
    yield connected
    await connected.close()


def restarted(bus: Bus) -> Keyring:
    """Job-intake's keyring right after its start."""
    return Keyring(JetStreamStore(bus), MASTERS)


async def keep(bus: Bus, person: Applicant) -> dict[str, bytes]:
    """What lies there now, by subject, as whoever listens keeps it."""
    kept = {}
    for kind in ("key", "copy"):
        subject = f"$KV.{streams.KEYS}.{kind}.{person.id}"
        last = await bus.last(f"KV_{streams.KEYS}", subject)
        assert last is not None
        kept[subject] = last.data
    return kept


async def put_back(bus: Bus, kept: dict[str, bytes]) -> None:
    for subject, data in kept.items():
        await bus.publish(Outgoing(subject, data))


async def test_what_was_stored_since_an_erasure_is_read_although_its_record_is_put_back(
    server: Server, bus: Bus, login: Bus, person: Applicant, caplog: pytest.LogCaptureFixture
) -> None:
    await restarted(bus).admit(person)
    await restarted(bus).erase(person)
    tombstone = await keep(login, person)
    intake = Vault(JetStreamStore(bus), MASTERS)
    await intake.put_request(person, "job", {"came": "again"})
    await put_back(login, tombstone)

    planner = await server.connect(services.PLANNER)
    assert await Vault(JetStreamStore(planner), MASTERS, keeper=False).get_request(person, "job") == {"came": "again"}
    await planner.close()
    for _ in range(3):  # each start overwrites past records
        await restarted(bus).overwrite_past()
    assert await Vault(JetStreamStore(bus), MASTERS).get_request(person, "job") == {"came": "again"}
    assert "vault_record_replayed" in caplog.text
    assert tombstone != await keep(bus, person)
    store = JetStreamStore(bus)
    assert [len(await store.list_versions(f"{kind}/{person.id}")) for kind in ("key", "copy")] == [1, 1]


async def test_who_comes_again_after_a_replay_keeps_their_key(bus: Bus, login: Bus, person: Applicant) -> None:
    await restarted(bus).admit(person)
    await restarted(bus).erase(person)
    tombstone = await keep(login, person)
    key = await restarted(bus).admit(person)
    await put_back(login, tombstone)
    assert await restarted(bus).admit(person) == key


async def test_a_second_erasure_counts_whatever_was_put_back_before_and_after(
    bus: Bus, login: Bus, person: Applicant
) -> None:
    await restarted(bus).admit(person)
    await restarted(bus).erase(person)
    tombstone = await keep(login, person)
    await restarted(bus).admit(person)
    key = await keep(login, person)
    await put_back(login, tombstone)
    await restarted(bus).erase(person)
    for earlier in (tombstone, key, tombstone):
        await put_back(login, earlier)
        with pytest.raises(Erased):
            await restarted(bus).ensure(person)
    assert set(key.values()).isdisjoint((await keep(bus, person)).values())


async def test_a_destroyed_key_that_is_put_back_opens_nothing_and_is_overwritten_again(
    bus: Bus, login: Bus, person: Applicant
) -> None:
    await restarted(bus).admit(person)
    key = await keep(login, person)
    await restarted(bus).erase(person)
    await put_back(login, key)
    with pytest.raises(Erased):
        await restarted(bus).key(person)
    for _ in range(2):
        await restarted(bus).overwrite_past()
    versions = [
        each for kind in ("key", "copy") for each in await JetStreamStore(bus).list_versions(f"{kind}/{person.id}")
    ]
    assert set(key.values()).isdisjoint(each.data for each in versions)
    anew = await restarted(bus).admit(person)
    await put_back(login, key)
    assert await restarted(bus).key(person) == anew


async def test_the_record_that_counts_is_wrapped_by_a_new_master_key_and_not_the_one_put_back(
    bus: Bus, login: Bus, person: Applicant
) -> None:
    await restarted(bus).admit(person)
    await restarted(bus).erase(person)
    tombstone = await keep(login, person)
    key, new = await restarted(bus).admit(person), MasterKeys.generate()
    await put_back(login, tombstone)
    await Keyring(JetStreamStore(bus), MasterKeys(new.current, [MASTERS.current])).rewrap_all()
    await put_back(login, tombstone)
    assert await Keyring(JetStreamStore(bus), MasterKeys(new.current, [MASTERS.current])).key(person) == key
    assert await Keyring(JetStreamStore(bus), new).key(person) == key


async def test_a_backup_keeps_the_key_and_not_the_erasure_that_was_put_back(
    bus: Bus, login: Bus, person: Applicant, tmp_path: Path
) -> None:
    await restarted(bus).admit(person)
    await restarted(bus).erase(person)
    tombstone = await keep(login, person)
    await restarted(bus).admit(person)
    key = await keep(login, person)
    await put_back(login, tombstone)
    await backup.write_keys(bus, MASTERS, tmp_path)
    kept = backup_files.read_keys(tmp_path, MASTERS)
    assert {subject: kept[subject] for subject in key} == key
