"""Jobs that left the server for the archive, by the commands themselves: nothing is noticed, and nothing leaks."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from test_keeping import WHOM, ghosthands, search_for

from ghosthands.domain.job import Phase
from ghosthands.messaging import private_files
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.folder import FolderFiles
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.server import consumers, permissions, streams
from ghosthands.practice import profiles
from ghosthands.stack import StackConfig, StateDir, Supervisor, logged_in
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.heavy, pytest.mark.timeout(900)]


async def archive(folder: Path) -> int:
    """Have all that was heard leave the server, however young; the place up to which that is."""
    config = StackConfig(state_dir=folder, services=(), database_url="postgresql://nobody")
    async with Supervisor(config) as running, logged_in(running, permissions.MIGRATION) as bus:
        last = int((await bus.api(f"STREAM.INFO.{streams.EVENTS}"))["state"]["last_seq"])
        # it lets go of a job that ended at its next look, in two minutes
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.executor-{consumers.WATCH}", {"seq": last + 1})
        state = StateDir(folder)
        private_files.write(state.archive_key_file, ArchiveKey.generate().text().encode())
        into = Archive(FolderFiles(state.archive), ArchiveKey.load(state.archive_key_file))
        done = await archiving.archive(bus, into, older_than=datetime.now(UTC) + timedelta(hours=1))
    assert done.end >= last - 1
    return done.end


async def test_jobs_of_the_archive_are_shown_told_backed_up_and_never_sent_again(open_folder: Path) -> None:
    folder = open_folder / "archived"
    folder.mkdir(mode=0o711)
    state, backups = folder / "kept", folder / "backups"
    search = search_for(profiles.JORDAN)
    async with Lab.start(state) as lab:
        request = lab.request(a_posting(), profiles.JORDAN)
        await lab.publish("job.requested", request)
        job_id = job_id_of(request)
        seen = await lab.finished(job_id)
        assert seen.phase is Phase.COMPLETED
        code, timeline = await ghosthands(state, "replay", job_id, "--json")
        assert code == 0
        code, said = await ghosthands(state, "archive")
        assert (code, "a stack runs here" in said) == (4, True), said
    await archive(state)
    code, said = await ghosthands(state, "archive")
    assert (code, "0 events left the server" in said) == (0, True), said
    assert set(search.look_in_files(state / "archive")) == set()

    async with Lab.start(state) as lab:
        assert await ghosthands(state, "replay", job_id, "--json") == (0, timeline)
        assert (await ghosthands(state, "replay", job_id, "--verify"))[0] == 0
        code, said = await ghosthands(state, "show", job_id)
        assert code == 0, said
        code, said = await ghosthands(state, "rebuild", "--compare")
        assert code == 0, said
        await lab.publish("job.requested", request)
        other = await lab.apply(a_posting())
        await lab.finished(other)
        code, said = await ghosthands(state, "replay", job_id, "--json")
        assert json.loads(said) == json.loads(timeline)
        told = folder / "jordan.zip"
        code, said = await ghosthands(state, "export", WHOM, "--to", told)
        assert code == 0, said
        code, said = await ghosthands(state, "backup", backups)
        assert code == 0, said
    with zipfile.ZipFile(told) as export:
        assert {f"jobs/{job_id}.json", f"jobs/{other}.json"} <= set(export.namelist())
    assert set(search.look_in_files(backups)) == set()

    anew = folder / "anew"
    anew.mkdir(mode=0o711)
    shutil.copy(state / "master.key", anew / "master.key")
    code, said = await ghosthands(anew, "restore", backups)
    assert (code, "restored" in said) == (0, True), said
    async with Supervisor(StackConfig(state_dir=anew)):
        code, said = await ghosthands(anew, "replay", job_id, "--json")
        assert json.loads(said) == json.loads(timeline)
    assert os.listdir(anew / "archive")
