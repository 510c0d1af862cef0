"""What is backed up, exported and left of who was erased, by the commands themselves: searched for their values."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import zipfile
from pathlib import Path

import pytest
from search import Search, leaves, unmistakable

from ghosthands.domain import ids
from ghosthands.domain.job import Job, Phase
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server import permissions
from ghosthands.messaging.wire import subjects
from ghosthands.practice import profiles
from ghosthands.stack import StackConfig, Supervisor, logged_in
from ghosthands.testkit.lab import TENANT, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.heavy, pytest.mark.timeout(900)]

WHOM = f"{TENANT}/{ids.derived('lab', profiles.JORDAN.name)}"


async def ghosthands(state: Path, *arguments: object) -> tuple[int, str]:
    """The exit code and all that the command says, for the stack of that state directory."""
    process = await asyncio.create_subprocess_exec(
        str(Path(sys.executable).parent / "ghosthands"),
        *map(str, arguments),
        env={**os.environ, "GHOSTHANDS_STATE_DIR": str(state)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asyncio.wait_for(process.communicate(), 240)
    return process.returncode or 0, said.decode()


async def fold(running: Supervisor, *job_ids: str) -> list[Job]:
    """The jobs by the log alone."""
    async with logged_in(running, permissions.CLI) as bus:
        log = JetStreamEventLog(bus)
        return [job_of(await log.load(subjects.job(job_id))) for job_id in job_ids]


def search_for(applicant: profiles.SampleApplicant) -> Search:
    values = unmistakable(leaves(applicant.request()))
    return Search({**values, "name": applicant.name})


async def test_what_is_kept_beside_the_store_leaks_nothing_and_an_erased_person_is_in_none_of_it(
    open_folder: Path,
) -> None:
    state, backups, archive = open_folder / "kept", open_folder / "backups", open_folder / "kept.zip"
    search = search_for(profiles.JORDAN)
    async with Lab.start(state) as lab:
        job_id = await lab.apply(a_posting())
        other = await lab.apply(a_posting(), profiles.ASA)
        assert (await lab.finished(job_id)).phase is Phase.COMPLETED
        await lab.finished(other)
        code, said = await ghosthands(state, "export", WHOM, "--to", archive)
        assert code == 0, said
        code, said = await ghosthands(state, "backup", backups)
        assert (code, "holds the log" in said) == (0, True), said
        assert set(search.look_in_files(backups)) == set()
        before = await fold(lab.stack, job_id, other)
        code, said = await ghosthands(state, "erase", WHOM)
        assert (code, "erased: applicant" in said) == (0, True), said
        left = open_folder / "left.zip"
        assert (await ghosthands(state, "export", WHOM, "--to", left))[0] == 0
    with zipfile.ZipFile(archive) as told:
        assert list(search.look("export", b"\n".join(told.read(name) for name in told.namelist())))
    with zipfile.ZipFile(left) as told:
        assert not list(search.look("export", b"\n".join(told.read(name) for name in told.namelist())))
    for folder in (state / "logs", state / "nats", state / "postgres", backups):
        assert set(search.look_in_files(folder)) == set()

    anew = open_folder / "anew"
    code, said = await ghosthands(anew, "restore", backups)
    assert (code, "put back your copy of the master key" in said) == (2, True), said
    anew.mkdir(mode=0o711, exist_ok=True)
    shutil.copy(state / "master.key", anew / "master.key")
    code, said = await ghosthands(anew, "restore", backups)
    assert (code, "restored" in said) == (0, True), said
    code, said = await ghosthands(anew, "restore", backups)
    assert (code, "into an empty store alone" in said) == (1, True), said
    async with Supervisor(StackConfig(state_dir=anew)) as running:
        assert await fold(running, job_id, other) == before
        theirs = open_folder / "theirs.zip"
        code, said = await ghosthands(anew, "export", WHOM, "--to", theirs)
        assert (code, "they were erased" in said) == (0, True), said
        everybody = open_folder / "other.zip"
        assert (await ghosthands(anew, "export", other, "--to", everybody))[0] == 0
    with zipfile.ZipFile(theirs) as told:
        assert not list(search.look("export", b"\n".join(told.read(name) for name in told.namelist())))
    with zipfile.ZipFile(everybody) as told:
        found = search_for(profiles.ASA).look("export", b"\n".join(told.read(name) for name in told.namelist()))
        assert list(found)
