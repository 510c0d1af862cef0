"""What an older release left on the disk, by its own code, is read, folded and gone on with by today's."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from ghosthands.domain import ids, job
from ghosthands.domain.job import Phase
from ghosthands.messaging import private_files
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.folder import FolderFiles
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.server import consumers, permissions, streams
from ghosthands.messaging.wire import subjects
from ghosthands.practice import profiles, server
from ghosthands.practice.server import Site
from ghosthands.readmodel import connect
from ghosthands.stack import StackConfig, Supervisor, logged_in
from ghosthands.testkit.lab import TENANT, Lab, job_id_of
from ghosthands.testkit.receiver import Receiver

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1200)]

ROOT = Path(__file__).parents[2]
DRIVER = Path(__file__).with_name("older_stack.py")
#: the commits that have what the release said of each is without
RELEASES = {
    "before accounts, trails and backups": "c1066f30",
    "before an archive": "ae107ad5",
    "with an archive, before each setter's own timers": "ed7979c7",
}
#: callbacks have the service key only where their host is named
RECEIVES = {"GHOSTHANDS_HITL_GATEWAY_CALLBACK_HOSTS": "127.0.0.1"}
WHOM = f"{TENANT}/{ids.derived('lab', profiles.JORDAN.name)}"
PATIENCE = 300.0


@dataclass(frozen=True)
class Left:
    """What an older release left, and where the world is that it knew."""

    state: Path
    backups: Path
    site: Site
    receiver: Receiver
    requests: dict[str, dict[str, Any]]
    stories: dict[str, dict[str, Any]]

    def job(self, name: str) -> str:
        """The id of that job."""
        return job_id_of(self.requests[name])

    def sent(self, name: str) -> int:
        """How many applications the site counted."""
        key = self.requests[name]["target_url"].removeprefix(f"{self.site.base_url}/").partition("?")[0]
        return len(self.site.ledger.of(key))


def install(commit: str, folder: Path) -> Path:
    """That release with the packages of its own lock, beside nothing of today's; its Python."""
    archived = subprocess.run(["git", "-C", str(ROOT), "archive", commit], capture_output=True, check=False)
    if archived.returncode:
        pytest.skip(f"the history does not go back to {commit} here")
    with tarfile.open(fileobj=BytesIO(archived.stdout)) as archive:
        archive.extractall(folder, filter="data")
    environment = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    uv = Path(sys.executable).with_name("uv")
    command = [uv, "sync", "--frozen", "--all-packages", "--no-dev", "--quiet", "--python", sys.executable]
    synced = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if synced.returncode:
        pytest.skip(f"the packages of {commit} are not to be had here: {synced.stderr}")
    return folder / ".venv" / "bin" / "python"


async def told_by(python: Path, *arguments: object) -> dict[str, Any]:
    """What the older release says that it left."""
    environment = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    command = (str(python), str(DRIVER), *map(str, arguments))
    ran = await asyncio.create_subprocess_exec(*command, env=environment, stdout=-1, stderr=-1)
    said, failed = await asyncio.wait_for(ran.communicate(), 2 * PATIENCE)
    assert ran.returncode == 0, failed.decode()
    told: dict[str, Any] = json.loads(said.splitlines()[-1])
    return told


@pytest.fixture(scope="module", params=RELEASES.values(), ids=RELEASES.keys())
async def left(request: pytest.FixtureRequest, open_folder: Path) -> AsyncIterator[Left]:
    folder = open_folder / f"older-{request.param}"
    code, state, backups = folder / "code", folder / "state", folder / "backups"
    for each in (folder, code):
        each.mkdir(mode=0o711)
    python = install(request.param, code)
    receiver = Receiver("")
    async with server.serve() as site, receiver.listening():
        receiver.answers.extend([503] * 1000)
        told = await told_by(python, state, site.base_url, receiver.callback_url(), backups)
        yield Left(state, backups, site, receiver, told["requests"], told["stories"])
    shutil.rmtree(folder, ignore_errors=True)


async def ghosthands(state: Path, *arguments: object) -> str:
    """What today's command says, which ends well."""
    command = (str(Path(sys.executable).with_name("ghosthands")), *map(str, arguments))
    environment = {**os.environ, "GHOSTHANDS_STATE_DIR": str(state)}
    ran = await asyncio.create_subprocess_exec(*command, env=environment, stdout=-1, stderr=-2)
    said, _ = await asyncio.wait_for(ran.communicate(), PATIENCE)
    assert ran.returncode == 0, said.decode()
    return said.decode()


async def answer(lab: Lab, job_id: str) -> None:
    """Answer what that job asks."""
    asked = (await lab.asking(job_id)).ask
    values = {asked.fields[0].question_key: "Norwegian blue"}
    await lab.answer(job_id, values=values, request_id=asked.request_id)


async def go_on(lab: Lab, left: Left, sent: Mapping[str, int]) -> None:
    """Each of these jobs is read as the older release had it, and comes to its end.

    It was sent as often then as it should, where it had been sent so often before the stack was started.
    """
    names = sent.keys()
    await ghosthands(lab.stack.state.path, "rebuild", "--compare")
    for name in left.stories.keys() & names:
        told = left.stories[name]
        history = (await lab.events.load(subjects.job(left.job(name)))).recorded[: len(told["events"])]
        assert [[one.sequence, one.service, one.name] for one in history] == told["events"], name
        assert job.fold(left.job(name), [(one.event, one.sequence) for one in history]).phase == told["phase"], name
    await lab.publish("job.requested", left.requests["done"])
    await answer(lab, left.job("asking"))
    ended = {name: await lab.finished(left.job(name), timeout=PATIENCE) for name in names}
    await lab.at_rest(timeout=PATIENCE)
    stories = "\n".join(map(str, ended.values()))
    assert ended.pop("lapsing").named("HumanTimedOut"), stories
    assert {seen.phase for seen in ended.values()} == {Phase.COMPLETED}, stories
    once = {**dict.fromkeys(names, 1), "lapsing": 0, "done": 0}
    assert {name: left.sent(name) - sent[name] for name in names} == {name: once[name] for name in names}, stories
    assert await lab.dead_letters() == 0
    async with connect(lab.stack.reader_url) as reader:
        assert await reader.parked() == []
    await ghosthands(lab.stack.state.path, "rebuild", "--compare")


async def test_a_backup_that_an_older_release_made_is_restored_and_gone_on_with(left: Left) -> None:
    if not left.backups.exists():
        pytest.skip("that release made no backups")
    anew = left.state.with_name("anew")
    anew.mkdir(mode=0o711)
    shutil.copy(left.state / "master.key", anew / "master.key")
    await ghosthands(anew, "restore", left.backups)
    sent = {name: left.sent(name) for name in left.requests if name != "begun"}
    async with Lab.start(anew) as lab:
        await go_on(lab, left, sent)


async def test_what_an_older_release_left_is_read_folded_and_gone_on_with(left: Left, tmp_path: Path) -> None:
    assert left.sent("done") == 1
    sent = {name: left.sent(name) for name in left.requests}
    async with Lab.start(left.state, environment=RECEIVES) as lab:
        left.receiver.secret = lab.stack.service_secret
        left.receiver.answers.clear()
        await go_on(lab, left, sent)
        await left.receiver.until(lambda: "completed" in left.receiver.words(left.job("asking")), timeout=PATIENCE)
        told = await ghosthands(left.state, "replay", left.job("done"), "--json")
        export = tmp_path / "jordan.zip"
        await ghosthands(left.state, "export", WHOM, "--to", export)
    with zipfile.ZipFile(export) as told_of_them:
        held = b"\n".join(told_of_them.read(name) for name in told_of_them.namelist())
    assert profiles.JORDAN.resume() in held
    await archive_all(left.state)
    async with Lab.start(left.state) as lab:
        assert await ghosthands(left.state, "replay", left.job("done"), "--json") == told
        await ghosthands(left.state, "rebuild", "--compare")
        await ghosthands(left.state, "erase", WHOM)


async def archive_all(state: Path) -> None:
    """Have all that every service has heard leave the server, however young, for the archive that is there, or one."""
    config = StackConfig(state_dir=state, services=(), database_url="postgresql://nobody")
    async with Supervisor(config) as running, logged_in(running, permissions.MIGRATION) as bus:
        last = int((await bus.api(f"STREAM.INFO.{streams.EVENTS}"))["state"]["last_seq"])
        # it lets go of a job that ended at its next look, in two minutes
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.executor-{consumers.WATCH}", {"seq": last + 1})
        if not running.state.archive_key_file.exists():
            private_files.write(running.state.archive_key_file, ArchiveKey.generate().text().encode())
        archive = Archive(FolderFiles(running.state.archive), ArchiveKey.load(running.state.archive_key_file))
        done = await archiving.archive(bus, archive, older_than=datetime.now(UTC) + timedelta(hours=1))
    assert done.end >= last - 1
