"""An applicant is erased, and the disk of a NATS without encryption is searched with the master key in hand."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import uuid
from base64 import b64encode
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from ghosthands.cli.commands import erase
from ghosthands.cli.exits import Stop
from ghosthands.domain import services
from ghosthands.domain.applicant import ApplicantErased
from ghosthands.domain.erasure import EraseApplicant
from ghosthands.domain.job import RequestReceived
from ghosthands.hitl_gateway.dead_desk import DeadDesk
from ghosthands.job_intake.erasing import Erasing
from ghosthands.job_intake.intake import Intake
from ghosthands.messaging import fault
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work import dead_letters
from ghosthands.stack import StackConfig, Supervisor, passwords
from ghosthands.testkit import unreadable
from ghosthands.vault import backup_files, keyring, restore
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased, NotInVault
from ghosthands.vault.jetstream import CHUNK_BYTES, JetStreamStore
from ghosthands.vault.key_records import KeyRecords
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import Entry
from ghosthands.vault.vault import Vault

from .conftest import TENANT, job_of
from .house import ADA, BOB, EXECUTOR, USER, House, ask, person_of

pytestmark = [pytest.mark.integration, pytest.mark.slow]

RESUME = {"content_base64": b64encode(b"%PDF-1.4 of hers").decode(), "file_name": "cv.pdf"}
Deal = Callable[[DeadDesk, int], Awaitable[None]]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


async def test_a_request_that_was_dealt_with_lies_nowhere_in_the_clear(house: House) -> None:
    async with house.open():
        async with house.as_user(MIGRATION) as bus:
            config = (await bus.api(f"STREAM.INFO.{streams.INTAKE}"))["config"]
            await bus.api(f"STREAM.UPDATE.{streams.INTAKE}", config | {"subjects": ["job.*", "kept.*"]})
            await bus.publish(Outgoing("kept.here", b"{}"))  # nobody hears it, so its block is kept
        await house.handle(ask(ADA), ask(BOB), b"{ broken " + ADA["email"].encode(), beside=1)
    disk = house.read_disk()
    assert ADA["email"].encode() not in disk
    assert BOB["email"].encode() not in disk


async def test_of_who_was_erased_no_key_can_be_had_from_the_disk(house: House) -> None:
    ada, bob = ask(ADA, USER), ask(BOB)
    async with house.open():
        await house.handle(ada, bob)
        await house.end(job_of(ada))
        async with house.as_user(services.JOB_INTAKE) as bus:
            store = JetStreamStore(bus)
            entry = await store.get(f"key/{person_of(ada).id}")
            assert entry.data is not None
            await store.put(f"key/{person_of(ada).id}", entry.data)  # as whoever mends or wraps a record anew
        assert len(house.find_keys(person_of(ada))) == 1
        done = await house.erase(f"{TENANT}/{USER}")
        assert (done.is_done, done.values, done.jobs) == (True, 1, (job_of(ada),))
        assert await house.erasures(person_of(ada)) == [ApplicantErased(values=1, objects=0, letters=0)]
        async with house.vault() as vault:
            with pytest.raises(Erased):
                await vault.get_request(person_of(ada), job_of(ada))
            assert (await vault.get_request(person_of(bob), job_of(bob)))["profile"]["email"] == BOB["email"]
    assert house.find_keys(person_of(ada)) == set()
    assert len(house.find_keys(person_of(bob))) == 1


async def test_what_nobody_could_handle_goes_too_where_it_may_be_theirs(house: House) -> None:
    ada, bob = ask(ADA, USER), ask(BOB)
    async with house.open():
        await house.handle(ada, b"{ broken " + ADA["email"].encode())
        await house.end(job_of(ada))
        [body] = await kept_letters(house)
        assert body in house.read_disk()
        done = await house.erase(job_of(ada))
        assert done.letters == 1
        await house.handle(bob)
    assert body not in house.read_disk()


@pytest.mark.parametrize("deal", [DeadDesk.drop, DeadDesk.redrive])
async def test_a_body_is_overwritten_with_its_letter_by_whoever_deals_with_that(house: House, deal: Deal) -> None:
    async with house.open():
        await house.handle(b"{ broken " + ADA["email"].encode())
        [body] = await kept_letters(house)
        async with house.as_user(services.HITL_GATEWAY) as bus:
            desk = DeadDesk(bus, Vault(JetStreamStore(bus), MasterKeys.load(house.master_key_file)))
            [found] = await desk.list_all()
            assert body in house.read_disk()
            await deal(desk, found.number)
            assert found.number not in [one.number for one in await desk.list_all()]
    assert body not in house.read_disk()


async def test_bodies_that_no_letter_names_are_told_and_erased_too_and_others_stay(house: House) -> None:
    ada, bob = ask(ADA, USER), ask(BOB)
    async with house.open():
        await house.handle(ada)
        await house.end(job_of(ada))
        async with house.vault() as vault:  # as whoever is killed before the letter is on its stream
            theirs, nobodys, others = [
                await vault.seal_dead_letter(body)
                for body in (json.dumps(ada).encode(), b"{ broken", json.dumps(bob).encode())
            ]
            bodies = {name: await vault._store.get_letter(name) for name in (theirs, nobodys, others)}
        held = await house.list_held(f"{TENANT}/{USER}")
        assert [name for name in held.names if name.startswith("dead-letters/")] == [f"dead-letters/{theirs}"]
        assert (await house.erase(f"{TENANT}/{USER}")).letters == 2
        async with house.vault() as vault:
            assert await vault.open_dead_letter(others) == json.dumps(bob).encode()
    disk = house.read_disk()
    assert {name for name, body in bodies.items() if body and body in disk} == {others}


async def test_a_body_that_was_overwritten_by_half_keeps_nobody_from_being_erased(house: House) -> None:
    ada = ask(ADA, USER)
    async with house.open():
        await house.handle(ada, b"{ broken" + bytes(CHUNK_BYTES))
        await house.end(job_of(ada))
        async with house.as_user(services.JOB_INTAKE) as bus:
            assert await bus.at(streams.LETTERS, 2)
            await bus.api(f"STREAM.MSG.DELETE.{streams.LETTERS}", {"seq": 1})
            assert (await house.erase(f"{TENANT}/{USER}")).letters == 1
            assert await JetStreamStore(bus).list_letters() == []


async def kept_letters(house: House) -> list[bytes]:
    """The bodies of dead letters as they lie sealed."""
    async with house.as_user(services.JOB_INTAKE) as bus:
        stored = await bus.read_back(streams.DEAD, subjects.ALL_DEAD_LETTERS, after=0)
        found = [await JetStreamStore(bus).get_letter(dead_letters.read(one.data).reference or "") for one in stored]
    return [body for body in found if body is not None]


async def test_nobody_is_erased_while_a_job_of_theirs_runs(house: House) -> None:
    ada = ask(ADA, USER)
    async with house.open():
        await house.handle(ada)
        with pytest.raises(Stop, match="--cancel stops them first"):
            await house.erase(person_of(ada).id)
        async with house.vault() as vault:
            assert (await vault.get_request(person_of(ada), job_of(ada)))["profile"]["email"] == ADA["email"]
        cancelling = asyncio.create_task(house.erase(person_of(ada).id, cancel=True))
        await until_cancelled(house, job_of(ada))
        await house.end(job_of(ada))
        assert (await cancelling).is_done


async def until_cancelled(house: House, job_id: str) -> None:
    async with house.as_user(EXECUTOR) as bus:
        log = JetStreamEventLog(bus)
        async with asyncio.timeout(30), log.follow(subjects.job(job_id)) as feed:
            names: list[str] = []
            while "JobCancelRequested" not in names:
                names += [one.name for one in await feed.next(30)]


async def test_who_never_applied_is_nobody_to_erase(house: House) -> None:
    async with house.open():
        with pytest.raises(Stop, match="nobody of the name"):
            await house.erase(f"{TENANT}/stranger")


async def test_who_was_erased_begins_anew_with_another_request_and_can_be_erased_again(house: House) -> None:
    ada, again = ask(ADA, USER), ask(ADA, USER)
    async with house.open():
        await house.handle(ada)
        await house.end(job_of(ada))
        await house.erase(f"{TENANT}/{USER}")
        assert not (await house.erase(f"{TENANT}/{USER}")).values
        assert len(await house.erasures(person_of(ada))) == 1
        await house.handle(again)
        await house.end(job_of(again))
        assert (await house.erase(f"{TENANT}/{USER}")).values == 1
        assert len(await house.erasures(person_of(ada))) == 2
    assert house.find_keys(person_of(ada)) == set()


async def test_a_request_that_comes_while_they_are_erased_is_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, again = {**ask(ADA, USER), "resume": RESUME}, {**ask(ADA, USER), "resume": RESUME}
    async with house.open():
        await house.handle(ada)
        await house.end(job_of(ada))

        async def ask_again(_service: str, _point: str, *names: str) -> None:
            if names == ("erased-key",):
                await house.handle(again)

        async with house.as_user(services.JOB_INTAKE) as bus, house.vault() as vault:
            intake = SimpleNamespace(events=JetStreamEventLog(bus), vault=vault)
            monkeypatch.setattr(fault, "point", ask_again)
            done = await Erasing(bus, cast(Intake, intake)).erase(EraseApplicant(whose=f"{TENANT}/{USER}"))
            assert (done.values, done.objects) == (2, 1)
        async with house.vault() as vault:
            data = await vault.get_applicant_data(person_of(ada), job_of(again))
            assert (data.value("profile.email"), data.file("files.resume").data) == (ADA["email"], b"%PDF-1.4 of hers")
            with pytest.raises(NotInVault):
                await vault.get_request(person_of(ada), job_of(ada))


@pytest.mark.parametrize(
    "point",
    [
        f"{services.JOB_INTAKE}:{fault.AFTER_EFFECT}:erased-letters",
        f"{keyring.NAME}:{fault.AFTER_EFFECT}:tombstones",
        f"{services.JOB_INTAKE}:{fault.AFTER_EFFECT}:erased-key",
        f"{services.JOB_INTAKE}:{fault.AFTER_EFFECT}:erased-one:1",
        f"{services.JOB_INTAKE}:{fault.AFTER_EFFECT}:erased-one:2",
        f"{services.JOB_INTAKE}:{fault.AFTER_EFFECT}:erased-one:3",
        f"{services.JOB_INTAKE}:{fault.AFTER_EFFECT}:erased-values",
        f"{services.JOB_INTAKE}:{fault.BEFORE_APPEND}:ApplicantErased",
        f"{services.JOB_INTAKE}:{fault.AFTER_APPEND}:ApplicantErased",
    ],
)
async def test_whoever_is_killed_at_it_goes_on_where_it_was(
    house: House, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erase, "ANSWER", 10.0)  # who was killed never answers
    ada, marker = {**ask(ADA, USER), "resume": RESUME}, house.folder / "fired"
    async with house.open(die=f"{point}:{marker}"):
        await house.handle(ada, b"{ broken " + ADA["email"].encode())
        await house.end(job_of(ada))
        [body] = await kept_letters(house)
        assert (await house.erase(f"{TENANT}/{USER}")).is_done
        assert marker.exists()
        assert len(await house.erasures(person_of(ada))) == 1
        async with house.vault() as vault:
            assert await vault.find_remains(person_of(ada)) == ((), ())
    assert house.find_keys(person_of(ada)) == set()
    assert body not in house.read_disk()


@pytest.mark.parametrize("step", ["keys-read", "keys"])
async def test_an_erasure_killed_at_the_keys_beside_backups_is_asked_for_again(house: House, step: str) -> None:
    ada, bob, folder = ask(ADA, USER), ask(BOB), house.folder / "backups"
    async with house.open():
        await house.handle(ada, bob)
        await house.end(job_of(ada))
        assert await house.run("backup", folder) == 0
        masters = MasterKeys.load(house.master_key_file)
        assert keys_in(folder, masters) == {person_of(ada).id: True, person_of(bob).id: True}
        die = f"backup:{fault.AFTER_EFFECT}:{step}"
        assert await house.run("erase", f"{TENANT}/{USER}", die=die) == -signal.SIGKILL
        assert await house.run("erase", f"{TENANT}/{USER}") == 0
    assert keys_in(folder, masters) == {person_of(ada).id: False, person_of(bob).id: True}
    assert restore.check(restore.find_backup(folder), masters)


@pytest.mark.parametrize("named", ["folder", "backup"])
async def test_an_erasure_after_a_restoration_reaches_the_keys_that_were_restored(house: House, named: str) -> None:
    ada, bob, folder, anew = ask(ADA, USER), ask(BOB), house.folder / "backups", house.folder / "anew"
    async with house.open():
        await house.handle(ada, bob)
        await house.end(job_of(ada))
        assert await house.run("backup", folder) == 0
    anew.mkdir()
    shutil.copy(house.master_key_file, anew)
    masters = MasterKeys.load(anew / "master.key")
    assert await house.run("restore", folder if named == "folder" else restore.find_backup(folder), state=anew) == 0
    config = StackConfig(state_dir=anew, services=(services.JOB_INTAKE,), database_url="postgresql://nobody-asks")
    async with Supervisor(config):
        assert await house.run("erase", f"{TENANT}/{USER}", state=anew) == 0
    assert keys_in(folder, masters) == {person_of(ada).id: False, person_of(bob).id: True}


def keys_in(folder: Path, masters: MasterKeys) -> dict[str, bool]:
    """Whose records the file beside the backups has, and whether any of theirs opens to a key."""
    found: dict[str, bool] = {}
    for subject, record in backup_files.read_keys(folder, masters).items():
        kind, owner = subject.split(".")[-2:]
        if kind in ("key", "copy") and owner != keyring.COMMON.id:
            secret = KeyRecords(masters).open(Applicant(TENANT, owner), Entry(record, 1))
            found[owner] = bool(secret) or found.get(owner, False)
    return found


@pytest.mark.parametrize("point", ["wrapped:1", "record:2", "wrapped:3"])
async def test_who_is_killed_while_a_new_master_key_wraps_all_goes_on_where_it_was(house: House, point: str) -> None:
    ada, bob, marker = ask(ADA, USER), ask(BOB), house.folder / "fired"
    async with house.open():
        await house.handle(ada, bob)
    before = MasterKeys.load(house.master_key_file)
    passwords.rotate_master_key(house.master_key_file)
    async with house.open(die=f"{keyring.NAME}:{fault.AFTER_EFFECT}:{point}:{marker}"):
        async with asyncio.timeout(120):
            while not marker.exists() or not await house.is_wrapped():  # noqa: ASYNC110  nothing tells
                await asyncio.sleep(0.1)
    [new, *_] = house.master_key_file.read_bytes().splitlines(keepends=True)
    house.master_key_file.write_bytes(new)
    async with house.open(), house.vault() as vault:
        for one in (ada, bob):
            assert await vault.get_request(person_of(one), job_of(one))
    for one in (ada, bob):
        assert len(house.find_keys(person_of(one))) == 1
        assert house.find_keys(person_of(one), before) == set()


async def test_a_request_of_a_newer_release_keeps_nobody_from_being_erased(house: House) -> None:
    ada, bob, unknown = ask(ADA, USER), ask(BOB), str(uuid.uuid4())
    async with house.open():
        await house.handle(ada, bob)
        for body in (ada, bob):
            await house.end(job_of(body))
        async with house.as_user(services.JOB_INTAKE) as bus:
            await unreadable.write(bus, unknown, tenant=TENANT)
        held = await house.list_held(f"{TENANT}/{USER}")
        done = await house.erase(f"{TENANT}/{USER}")
    assert held.unread == done.unread == (unknown,)
    assert (done.is_done, done.jobs) == (True, (job_of(ada),))
    assert house.find_keys(person_of(ada)) == set()
    assert len(house.find_keys(person_of(bob))) == 1


async def test_a_job_of_theirs_that_cannot_be_read_is_named_with_what_ends_it(house: House) -> None:
    ada = ask(ADA, USER)
    async with house.open():
        await house.handle(ada)
        async with house.as_user(services.PLANNER) as bus:
            await unreadable.write(bus, job_of(ada), tenant=TENANT)
        with pytest.raises(Stop, match=f"nothing was erased: .*newer release.*cancel {job_of(ada)} --unread"):
            await house.erase(f"{TENANT}/{USER}", cancel=True)


async def test_whose_request_was_refused_over_http_can_be_erased_too(house: House) -> None:
    ada = ask(ADA, USER)
    person, job_id = person_of(ada), str(uuid.uuid4())
    async with house.open():
        async with house.as_user(services.HITL_GATEWAY) as bus:
            log = JetStreamEventLog(bus)
            received = RequestReceived(at=datetime.now(UTC), tenant=TENANT, applicant=person.id, task="a-task")
            cause = Cause(command_id=str(uuid.uuid4()), tenant=TENANT, correlation=job_id)
            await log.append_facts(await log.load(subjects.job(job_id)), [received], cause=cause)
        async with house.vault(services.HITL_GATEWAY) as vault:
            await vault.put_callback(person, job_id, {"callback_url": "https://valet.example.com/ada.erased"})
        done = await house.erase(f"{TENANT}/{USER}")
    assert (done.is_done, done.values, done.jobs) == (True, 1, ())
    assert house.find_keys(person) == set()
