"""Files and dead letters' bodies, moved out of an older store to where only their writers write: all, each once."""

from __future__ import annotations

import asyncio
import base64
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.messaging import fault
from ghosthands.messaging.server import differences, migrating, moved_objects, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing, Stored
from ghosthands.vault import backup, restore
from ghosthands.vault.jetstream import CHUNK_BYTES, JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault

from .filled_store import ADA, BOB, FILE, LETTER, fill, read, run, store, user, write_master
from .letters import report_letter

pytestmark = [pytest.mark.integration, pytest.mark.slow]

OBJECTS = moved_objects.BEFORE
UNNAMED = b"never reported" * (CHUNK_BYTES // 8)
PAGE = b"a page"
#: the points at which one move after the other is killed: of the first of two resumes and two bodies, and of later ones
KILLED_AT = (
    *((step,) for step in moved_objects.STEPS if step != "cleared"),
    ("copying:2", "cleared"),
    ("copying:5", "condemned", "overwriting:2", "overwriting:3"),
    ("done:3", "done"),
)


@dataclass
class Before:
    """What lay in a store as an older release left it."""

    reported: str
    unnamed: str
    page: str
    #: the time of each file and body, by the end of its subject
    kept_at: Mapping[str, datetime]


async def make_before(url: str, masters: MasterKeys) -> Before:
    """Fill the store, and lay its objects out as they lay before."""
    await fill(url, masters)
    async with user(url, services.PLANNER) as planner, user(url, services.BROWSER_HOST) as host:
        unnamed = await Vault(JetStreamStore(planner), masters, keeper=False).seal_dead_letter(UNNAMED)
        page = await Vault(JetStreamStore(host), masters, keeper=False).put_page_model(PAGE)
    async with user(url) as admin, user(url, services.JOB_INTAKE) as intake:
        letters = JetStreamStore(intake)
        [reported] = [one for one in await letters.list_letters() if one != unnamed]
        await report_letter(admin, services.HITL_GATEWAY, reported.partition("/")[2])
        everything = [f"$O.{streams.ARTIFACTS}.{kind}.>" for kind in "CM"]
        config = (await admin.describe(OBJECTS))["config"]
        await admin.api(f"STREAM.UPDATE.{OBJECTS}", config | {"subjects": everything})
        for reference in (reported, unnamed):
            name = f"dead-letters/{reference.partition('/')[2]}"
            frame = await letters.get_letter(reference)
            assert frame is not None
            await letters.delete_letter(reference)
            await put_as_before(admin, name, frame)
        for message in await admin.read_back(OBJECTS, f"$O.{streams.ARTIFACTS}.*.{services.JOB_INTAKE}.*", after=0):
            await admin.publish(Outgoing(message.subject.replace(f".{services.JOB_INTAKE}", ""), message.data))
            await admin.api(f"STREAM.MSG.DELETE.{OBJECTS}", {"seq": message.sequence})
        metas = await admin.read_back(OBJECTS, f"$O.{streams.ARTIFACTS}.M.*", after=0)
        kept_at = {decode(one).rpartition("/")[2]: one.stored_at for one in metas if one.stored_at}
    return Before(reported.partition("/")[2], unnamed.partition("/")[2], page, kept_at)


async def put_as_before(admin: Bus, name: str, frame: bytes) -> None:
    nuid = name.rpartition("/")[2][:22]
    meta = {"name": name, "bucket": streams.ARTIFACTS, "nuid": nuid, "size": len(frame)}
    subject = f"$O.{streams.ARTIFACTS}.M.{base64.urlsafe_b64encode(name.encode()).decode()}"
    await admin.publish(Outgoing(subject, msgspec.json.encode(meta)))
    for start in range(0, len(frame), CHUNK_BYTES):
        await admin.publish(Outgoing(f"$O.{streams.ARTIFACTS}.C.{nuid}", frame[start : start + CHUNK_BYTES]))


def decode(meta: Stored) -> str:
    return base64.urlsafe_b64decode(meta.subject.rpartition(".")[2]).decode()


async def check(url: str, masters: MasterKeys, before: Before) -> None:
    """Everything is there, where it belongs, of the time it was, and nothing of it anywhere else."""
    for person in (ADA, BOB):
        assert await read(url, masters, person) == ("by a friend", FILE)
    async with user(url, services.JOB_INTAKE) as intake:
        vault, store = Vault(JetStreamStore(intake), masters), JetStreamStore(intake)
        letters = {f"hitl-gateway/{before.reported}": LETTER, f"job-intake/{before.unnamed}": UNNAMED}
        assert {one: await vault.open_dead_letter(one) for one in await vault.list_dead_letters()} == letters
        assert await vault.get_page_model(before.page) == PAGE
        times = {one.reference: one.kept_at async for one in store.each_letter()}
        times |= {one.name: one.kept_at async for one in store.each_object()}
        assert {name.rpartition("/")[2]: at for name, at in times.items()} == before.kept_at
    async with user(url) as admin:
        metas = await admin.list_subjects(OBJECTS, f"$O.{streams.ARTIFACTS}.M.>")
        chunks = await admin.list_subjects(OBJECTS, f"$O.{streams.ARTIFACTS}.C.>")
        assert sorted(metas.values()) == [1, 1, 1]
        assert len(chunks) == 3
        assert len([one for one in (*metas, *chunks) if f".{services.JOB_INTAKE}." in one]) == 4
        assert await differences.find(admin, ack_wait=30.0) == []


@pytest.fixture
def masters(tmp_path: Path) -> MasterKeys:
    return write_master(tmp_path)[1]


async def test_files_and_bodies_are_moved_once_and_keep_their_time(tmp_path: Path, masters: MasterKeys) -> None:
    async with store(tmp_path / "nats") as url, user(url) as admin:
        before = await make_before(url, masters)
        assert "subjects" in {one.setting for one in await differences.find(admin, ack_wait=30.0)}
        for _ in range(2):
            await migrating.migrate(admin, ack_wait=30.0)
            await check(url, masters, before)


@pytest.mark.timeout(900)
async def test_killed_at_any_step_nothing_is_lost_or_doubled(tmp_path: Path, masters: MasterKeys) -> None:
    for number, steps in enumerate(KILLED_AT):
        async with store(tmp_path / str(number)) as url:
            before = await make_before(url, masters)
            for step in steps:
                plan = f"{moved_objects.NAME}:{fault.AFTER_EFFECT}:{step}"
                dead = await asyncio.to_thread(migrate, url, tmp_path, plan)
                assert dead.returncode == -signal.SIGKILL, (step, dead.stderr)
            done = await asyncio.to_thread(migrate, url, tmp_path, "")
            assert done.returncode == 0, (steps, done.stderr)
            await check(url, masters, before)


def migrate(url: str, folder: Path, plan: str) -> subprocess.CompletedProcess[str]:
    code = "from ghosthands.messaging.server import migrate; migrate.main()"
    return run("", url, folder / "master.key", die=plan, code=code, more={"GHOSTHANDS_ACK_WAIT_SECONDS": "30"})


async def test_two_that_move_at_once_move_it_once(tmp_path: Path, masters: MasterKeys) -> None:
    async with store(tmp_path / "nats") as url, user(url) as one, user(url) as other:
        before = await make_before(url, masters)
        await asyncio.gather(*(migrating.migrate(each, ack_wait=30.0) for each in (one, other)))
        await check(url, masters, before)


async def test_an_older_backups_files_lie_where_only_their_writer_writes_once_it_is_restored(
    tmp_path: Path, masters: MasterKeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_due(_: Bus) -> bool:
        return False

    async with store(tmp_path / "one") as url, user(url) as bus:
        await make_before(url, masters)
        monkeypatch.setattr(moved_objects, "is_due", is_due)  # as a release that knew of no move
        made, _ = await backup.take(bus, masters, tmp_path / "backups")
    monkeypatch.undo()
    async with store(tmp_path / "other") as url, user(url) as bus:
        await restore.restore(bus, made, masters)
        assert await read(url, masters, ADA) == ("by a friend", FILE)
        metas = await bus.list_subjects(OBJECTS, f"$O.{streams.ARTIFACTS}.M.>")
        assert len([one for one in metas if f".{services.JOB_INTAKE}." in one]) == 2
        assert len(metas) == 3
