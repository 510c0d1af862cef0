"""All that is held of an applicant is told, by what was put in; judged by the archive."""

from __future__ import annotations

import json
import os
import signal
import stat
import zipfile
from base64 import b64encode
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from ghosthands.cli import client
from ghosthands.cli.commands import export
from ghosthands.cli.exits import Stop
from ghosthands.domain import human, ids, services
from ghosthands.domain.holdings import Holdings, HoldingsOf
from ghosthands.messaging import fault
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work import micro
from ghosthands.vault.code_sources import Mailbox
from ghosthands.vault.credentials import Credentials

from .conftest import TENANT, job_of
from .house import ADA, BOB, USER, House, ask, person_of

pytestmark = [pytest.mark.integration, pytest.mark.slow]

RESUME = b"%PDF-1.4 " + bytes(range(256)) * 20_000
PICTURE = b"\x89PNG of a page"
PASSWORD = "correct horse battery staple"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


async def write(house: House, to: Path) -> Holdings:
    assert house.stack is not None
    async with client.connect(house.stack) as asking:
        return await export.write(asking, f"{TENANT}/{USER}", to)


async def test_all_that_was_put_in_comes_out_and_nothing_of_anybody_else(house: House, tmp_path: Path) -> None:
    resume = {"content_base64": b64encode(RESUME).decode(), "file_name": "curriculum of ada.pdf"}
    ada, bob = {**ask(ADA, USER), "resume": resume}, ask(BOB)
    person, job_id, file = person_of(ada), job_of(ada), tmp_path / "ada.zip"
    async with house.open():
        await house.handle(ada, bob)
        async with house.vault() as vault, house.vault(services.BROWSER_HOST) as host_vault:
            await vault.put_answer(person, job_id, "abcd", "by a friend")
            await vault.put_draft(person, job_id, "efgh", "I would love to")
            await vault.put_credentials(person, [Credentials("site.example", "ada", PASSWORD)])
            picture = await host_vault.seal_screenshot(person, PICTURE)
        held = await write(house, file)
        with pytest.raises(Stop, match="is there already"):
            await write(house, file)
        await house.end(job_id)
        await house.erase(person.id)
        after = await write(house, tmp_path / "erased.zip")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    assert json.loads(found[f"values/jobs/{job_id}/request.json"])["profile"]["email"] == ADA["email"]
    assert json.loads(found[f"values/answers/{job_id}/abcd.json"]) == "by a friend"
    assert json.loads(found[f"values/drafts/{job_id}/efgh.json"]) == "I would love to"
    assert found[f"files/{job_id}/resume curriculum of ada.pdf"] == RESUME
    assert found[f"screenshots/{picture}.png"] == PICTURE
    assert PASSWORD in "".join(map(repr, found.values()))
    events = json.loads(found[f"jobs/{job_id}.json"])["events"]
    assert [one["event"] for one in events] == ["JobRequested"]
    assert {*held.names} | {"README.txt"} == found.keys()
    assert BOB["email"].encode() not in b"".join(found.values())
    assert after.is_erased
    with zipfile.ZipFile(tmp_path / "erased.zip") as archive:
        left = b"".join(archive.read(name) for name in archive.namelist())
        assert f"jobs/{job_id}.json" in archive.namelist()
    assert ADA["email"].encode() not in left


async def test_an_events_keys_are_told_with_what_they_stood_for(house: House, tmp_path: Path) -> None:
    ada = ask(ADA, USER)
    person, job_id = person_of(ada), job_of(ada)
    async with house.open():
        await house.handle(ada)
        async with house.as_user(services.HITL_GATEWAY) as bus, house.vault() as vault:
            await vault.put_answer(person, job_id, "abcd", "by a friend")
            log = JetStreamEventLog(bus)
            shown = human.ValueShown(key="profile.email", visitor="0123", at=datetime.now(UTC))
            cause = Cause(command_id=ids.derived("shown", job_id), tenant=TENANT, correlation=job_id)
            await log.append_facts(await log.load(subjects.job(job_id)), [shown], cause=cause)
        await write(house, tmp_path / "ada.zip")
    with zipfile.ZipFile(tmp_path / "ada.zip") as archive:
        events = json.loads(archive.read(f"jobs/{job_id}.json"))["events"]
    assert events[-1]["event"] == "ValueShown"
    assert events[-1]["values"] == {"profile.email": ADA["email"]}


async def test_what_went_after_it_was_listed_is_left_out(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, file = ask(ADA, USER), ask(BOB), tmp_path / "ada.zip"
    person, ask_desk = person_of(ada), micro.ask

    async def ask_then_forget(bus: Bus, subject: str, data: bytes, *, timeout: float) -> bytes:
        answer = await ask_desk(bus, subject, data, timeout=timeout)
        if subject == subjects.applicants("holdings"):
            async with house.vault() as vault:
                await vault.drop_mailbox(person)
            await ask_desk(bus, subject, msgspec.json.encode(HoldingsOf(whose=person_of(bob).id)), timeout=timeout)
        return answer

    async with house.open():
        await house.handle(ada, bob)
        async with house.vault() as vault:
            await vault.put_mailbox(person, Mailbox("imap.example", 993, "ada", PASSWORD))
        monkeypatch.setattr(micro, "ask", ask_then_forget)
        held = await write(house, file)
    with zipfile.ZipFile(file) as archive:
        assert {*held.names, "README.txt"} == {*archive.namelist()}
        assert not any("mailbox" in name for name in archive.namelist())


async def test_an_export_that_was_killed_leaves_no_archive_and_the_next_overwrites_what_it_left(
    house: House, tmp_path: Path
) -> None:
    file, the_same = tmp_path / "ada.zip", tmp_path / "the same bytes"
    whom = (f"{TENANT}/{USER}", "--to", file)
    resume = b"%PDF-1.4 " + os.urandom(100_000)
    ada = {**ask(ADA, USER), "resume": {"content_base64": b64encode(resume).decode(), "file_name": "cv.pdf"}}
    async with house.open():
        await house.handle(ada)
        dead = await house.run("export", *whom, die=f"export:{fault.AFTER_EFFECT}:put:2")
        assert dead == -signal.SIGKILL
        part = tmp_path / ".ada.zip.part"
        assert (stat.S_IMODE(part.stat().st_mode), file.exists()) == (0o600, False)
        left = part.read_bytes()
        the_same.hardlink_to(part)
        assert await house.run("export", *whom) == 0
    with zipfile.ZipFile(file) as archive:
        assert archive.read(f"files/{job_of(ada)}/resume cv.pdf") == resume
    assert ".ada.zip.part" not in os.listdir(tmp_path)
    assert len(the_same.read_bytes()) == len(left) > 50_000
    assert left[1000:1100] not in the_same.read_bytes()


async def test_an_export_under_way_gets_nothing_more_of_who_is_erased(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, file, ask_desk = ask(ADA, USER), tmp_path / "ada.zip", micro.ask

    async def ask_then_erase(bus: Bus, subject: str, data: bytes, *, timeout: float) -> bytes:
        answer = await ask_desk(bus, subject, data, timeout=timeout)
        if subject == subjects.applicants("holdings"):
            monkeypatch.undo()
            await house.erase(person_of(ada).id)
        return answer

    async with house.open():
        await house.handle(ada)
        await house.end(job_of(ada))
        monkeypatch.setattr(micro, "ask", ask_then_erase)
        await write(house, file)
    with zipfile.ZipFile(file) as archive:
        assert f"jobs/{job_of(ada)}.json" in archive.namelist()
        assert ADA["email"].encode() not in b"".join(archive.read(name) for name in archive.namelist())


async def test_of_nobody_known_no_archive_is_left(house: House, tmp_path: Path) -> None:
    async with house.open():
        with pytest.raises(Stop, match="nobody of the name"):
            await write(house, tmp_path / "nobody.zip")
    assert [name for name in os.listdir(tmp_path) if "nobody" in name] == []
