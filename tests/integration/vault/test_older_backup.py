"""Backups that older releases made by their own code, kept in the repository, are restored and read by today's."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ghosthands.domain import ids, services
from ghosthands.messaging.archive.files import KEY_VARIABLE, VARIABLE
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive, find_files
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server import moved_timers, streams
from ghosthands.messaging.wire import subjects
from ghosthands.vault import restore
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault

from .filled_store import store, user

pytestmark = pytest.mark.integration

OLDER = Path(__file__).parents[2] / "replay" / "older"


def owner_of(request: dict[str, Any]) -> Applicant:
    return Applicant(request["tenant"], ids.applicant_id(request["tenant"], request["valet_user_id"]))


@pytest.mark.parametrize("commit", sorted(path.name for path in OLDER.iterdir() if path.is_dir()))
async def test_an_older_backup_is_restored_with_each_job_as_it_was(
    commit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = json.loads((OLDER / commit / "told.json").read_text())
    folder = tmp_path / "kept"
    shutil.copytree(OLDER / commit, folder)
    (folder / "master.key").chmod(0o600)
    masters = MasterKeys.load(folder / "master.key")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "archive"))
    monkeypatch.setenv(KEY_VARIABLE, str(tmp_path / "archive.key"))
    async with store(tmp_path / "nats") as url:
        async with user(url) as bus:
            await restore.restore(bus, restore.find_backup(folder / "backups"), masters)
            there = (await bus.api("STREAM.NAMES"))["streams"]
            assert moved_timers.BEFORE not in there
            timers = [
                each
                for setter in streams.TIMERS
                for each in await bus.read_back(streams.timers_of(setter), ">", after=0)
            ]
        async with user(url, services.JOB_INTAKE) as intake:
            intake.archive = Archive(find_files(str(tmp_path / "archive")), ArchiveKey.load(tmp_path / "archive.key"))
            log, vault = JetStreamEventLog(intake), Vault(JetStreamStore(intake), masters)
            await vault.keyring.prove()
            for name, story in told["stories"].items():
                history = await log.load(subjects.job(story["id"]))
                assert [[one.sequence, one.service, one.name] for one in history.recorded] == story["events"], name
                assert job_of(history).phase == story["phase"], name
            for name, request in told["requests"].items():
                job_id = ids.job_id(request["tenant"], request["idempotency_key"])
                data = await vault.get_applicant_data(owner_of(request), job_id)
                assert data.file("files.resume").data == base64.b64decode(request["resume"]["content_base64"]), name
                assert data.value("profile.email") == request["profile"]["email"], name
                assert name == "done" or [each for each in timers if job_id in each.subject], name
