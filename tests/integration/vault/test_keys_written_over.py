"""Records of keys that another login writes over: nobody's key is lost, and every service starts, on a real server."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.connection import Forbidden
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.vault import backup, backup_files
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased
from ghosthands.vault.jetstream import JetStreamStore, encode_key
from ghosthands.vault.keyring import Keyring
from ghosthands.vault.master import MasterKeys

from .conftest import Server

pytestmark = pytest.mark.integration

MASTERS = MasterKeys.generate()


@pytest.fixture
def person() -> Applicant:
    return Applicant("acme", str(uuid.uuid4()))


@pytest.fixture
async def gateway(server: Server) -> AsyncIterator[Bus]:
    """The one other login that makes keys, and so may write over them."""
    connected = await server.connect(services.HITL_GATEWAY)
    yield connected
    await connected.close()


def restarted(bus: Bus) -> Keyring:
    """The keyring of a process that has just started."""
    return Keyring(JetStreamStore(bus), MASTERS)


async def write(bus: Bus, path: str, data: bytes = b"x") -> None:
    await bus.publish(Outgoing(f"$KV.{streams.KEYS}.{encode_key(path)}", data))


async def write_over(bus: Bus, person: Applicant) -> None:
    for kind in ("key", "copy"):
        await write(bus, f"{kind}/{person.id}")


async def test_a_record_written_over_with_its_copy_is_put_back_after_a_start(
    bus: Bus, gateway: Bus, person: Applicant, caplog: pytest.LogCaptureFixture
) -> None:
    key = await restarted(bus).ensure(person)
    await write_over(gateway, person)
    await restarted(bus).overwrite_past()
    assert await restarted(bus).key(person) == key
    assert "vault_record_earlier" in caplog.text
    store = JetStreamStore(bus)
    await restarted(bus).overwrite_past()
    assert [len(await store.list_versions(f"{kind}/{person.id}")) for kind in ("key", "copy")] == [1, 1]
    assert await restarted(bus).key(person) == key


async def test_who_only_reads_keys_finds_the_one_that_was_written_over(
    bus: Bus, gateway: Bus, person: Applicant, server: Server
) -> None:
    key = await restarted(bus).ensure(person)
    await write_over(gateway, person)
    planner = await server.connect(services.PLANNER)
    assert await Keyring(JetStreamStore(planner), MASTERS, keeper=False).ensure(person) == key
    await planner.close()


async def test_a_record_written_over_with_its_copy_is_wrapped_by_a_new_master_key(
    bus: Bus, gateway: Bus, person: Applicant
) -> None:
    key, new = await restarted(bus).ensure(person), MasterKeys.generate()
    await write_over(gateway, person)
    store = JetStreamStore(bus)
    await Keyring(store, MasterKeys(new.current, [MASTERS.current])).rewrap_all()
    assert await Keyring(store, new).key(person) == key


async def test_a_backup_keeps_the_record_that_was_written_over(
    bus: Bus, gateway: Bus, person: Applicant, tmp_path: Path
) -> None:
    await restarted(bus).ensure(person)
    record = (await JetStreamStore(bus).get(f"key/{person.id}", fresh=True)).data
    await write_over(gateway, person)
    await backup.write_keys(bus, MASTERS, tmp_path)
    kept = backup_files.read_keys(tmp_path, MASTERS)
    assert {kept[f"$KV.{streams.KEYS}.{kind}.{person.id}"] for kind in ("key", "copy")} == {record}


async def test_an_erased_persons_tombstone_that_was_written_over_with_its_copy_still_counts(
    bus: Bus, gateway: Bus, person: Applicant
) -> None:
    await restarted(bus).ensure(person)
    await restarted(bus).erase(person)
    await write_over(gateway, person)
    with pytest.raises(Erased):
        await restarted(bus).ensure(person)


@pytest.mark.parametrize("service", [services.PLANNER, services.BROWSER_HOST])
@pytest.mark.parametrize("kind", ["key", "copy"])
async def test_a_service_that_takes_no_requests_writes_nobodys_record(
    server: Server, person: Applicant, service: str, kind: str
) -> None:
    other = await server.connect(service)
    with pytest.raises(Forbidden):
        await write(other, f"{kind}/{person.id}")
    await other.close()


@pytest.mark.parametrize("service", sorted(services.VAULT_HOLDERS - {services.JOB_INTAKE}))
async def test_no_service_but_job_intake_marks_the_vault(server: Server, bus: Bus, service: str) -> None:
    other = await server.connect(service)
    for mark in ("unfinished", "proof"):
        with pytest.raises(Forbidden):
            await write(other, f"master/{mark}")
    await other.close()
    assert await bus.first(f"KV_{streams.KEYS}", f"$KV.{streams.KEYS}.master.unfinished") is None
