"""A backup of a store of whose log a part is archived: the archive goes with it, and is put back with it."""

from __future__ import annotations

import asyncio
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.messaging import fault
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.files import KEY_VARIABLE, VARIABLE
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive, find_files
from ghosthands.messaging.archive.segments import Segment
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.messaging.wire import subjects
from ghosthands.vault import archive_copy, backup, backup_files, restore
from ghosthands.vault.backup_files import BackupBroken
from ghosthands.vault.master import MasterKeys

from .filled_store import (
    JOBS,
    describe,
    fill,
    run,
    store,
    user,
    write_master,
)

pytestmark = [pytest.mark.integration, pytest.mark.slow]


async def archive_half(url: str, named: str) -> Archive:
    """Have the first half of the log leave the server."""
    archive = Archive(find_files(named), ArchiveKey.generate())
    async with user(url) as bus:
        for consumer in consumers.CONSUMERS:
            if consumer.stream == streams.EVENTS:
                await consumers.restart_consumer(bus, consumer, after=2)
        soon = datetime.now(UTC) + timedelta(hours=1)
        assert (await archiving.archive(bus, archive, older_than=soon)).end == 2
    return archive


async def jobs_of(url: str, archive: Archive) -> list[object]:
    async with user(url, services.EXECUTOR) as bus:
        bus.archive = archive
        log = JetStreamEventLog(bus)
        return [job_of(await log.load(subjects.job(job_id))) for job_id in JOBS.values()]


def counting_reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The segments of archives that are read from now on, as they are."""
    read, read_file = list[str](), Archive.read_file

    def count(archive: Archive, segment: Segment) -> bytes:
        read.append(segment.name)
        return read_file(archive, segment)

    monkeypatch.setattr(Archive, "read_file", count)
    return read


async def test_a_copy_of_the_archive_that_was_damaged_is_made_anew_by_the_next_backup(
    tmp_path: Path, archive_named: str
) -> None:
    _, masters = write_master(tmp_path)
    async with store(tmp_path / "one") as url:
        await fill(url, masters)
        archive = await archive_half(url, archive_named)
        async with user(url) as bus:
            await backup.take(bus, masters, tmp_path / "backups", archive)
            [copy] = (tmp_path / "backups/archive").glob("0*.sealed")
            copy.write_bytes(copy.read_bytes()[:-1] + b"?")
            made, _ = await backup.take(bus, masters, tmp_path / "backups", archive)
    restore.check(made, masters)


@pytest.mark.parametrize("archive_named", ["folder", "bucket"], indirect=True)
async def test_a_backup_has_what_left_the_server_of_the_log_and_puts_it_back(
    tmp_path: Path, archive_named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, masters = write_master(tmp_path)
    folder = tmp_path / "backups"
    async with store(tmp_path / "one") as url:
        await fill(url, masters)
        _, before = await describe(url)
        archive = await archive_half(url, archive_named)
        async with user(url) as bus:
            with pytest.raises(BackupBroken, match="GHOSTHANDS_ARCHIVE and"):
                await backup.take(bus, masters, folder)
            made, manifest = await backup.take(bus, masters, folder, archive)
    assert manifest.archived == 2
    [copy] = (folder / "archive").glob("0*.sealed")
    whole = copy.read_bytes()
    copy.write_bytes(whole[:-1])
    with pytest.raises(BackupBroken, match="is not what was written"):
        restore.check(made, masters)
    copy.write_bytes(whole)
    with pytest.raises(BackupBroken, match="not the archive that the backup belongs to"):
        archive_copy.check(folder, masters, manifest.archived, ["0" * 64])
    old = msgspec.structs.replace(manifest, archive=())
    signed = (made / backup_files.MANIFEST).read_bytes()
    backup_files.write_manifest(made, old, backup_files.backup_key(masters.current))
    restore.check(made, masters)  # one from before, which does not know the checksums
    (made / backup_files.MANIFEST).write_bytes(signed)
    read = counting_reads(monkeypatch)
    with pytest.raises(BackupBroken, match="another master key"):
        restore.check(made, MasterKeys.generate())
    async with store(tmp_path / "two") as url:
        async with user(url) as bus:
            with pytest.raises(BackupBroken, match="where it goes"):
                await restore.restore(bus, made, masters)
            anothers = Archive(find_files(f"{archive_named}/anothers"), ArchiveKey.generate())
            anothers.write_manifest(())
            monkeypatch.setenv(VARIABLE, anothers.where)
            monkeypatch.setenv(KEY_VARIABLE, str(tmp_path / "anew.key"))
            with pytest.raises(BackupBroken, match="goes where there is none, or itself"):
                await restore.restore(bus, made, masters)
            assert not (tmp_path / "anew.key").exists()
            anew = f"{archive_named}/anew"
            monkeypatch.setenv(VARIABLE, anew)
            monkeypatch.setenv(KEY_VARIABLE, str(tmp_path / "anew.key"))
            read.clear()
            await restore.restore(bus, made, masters)
            assert read == [copy.name, copy.name]  # proven, then copied
        there = Archive(find_files(anew), ArchiveKey.load(tmp_path / "anew.key"))
        assert await jobs_of(url, there) == before


KILLED = (
    "import os, runpy, signal; from ghosthands.messaging.archive.sealed import Archive;"
    " Archive.{method} = lambda *_: os.kill(os.getpid(), signal.SIGKILL);"
    " runpy.run_module('ghosthands.vault.restore', run_name='__main__')"
)


@pytest.mark.parametrize("method", ["write_file", "write_manifest"])
async def test_a_restoration_killed_at_its_archive_can_be_repeated(tmp_path: Path, method: str) -> None:
    file, masters = write_master(tmp_path)
    async with store(tmp_path / "one") as url:
        await fill(url, masters)
        _, before = await describe(url)
        archive = await archive_half(url, str(tmp_path / "archive"))
        async with user(url) as bus:
            made, _ = await backup.take(bus, masters, tmp_path / "backups", archive)
    anew = {VARIABLE: str(tmp_path / "anew"), KEY_VARIABLE: str(tmp_path / "anew.key")}
    async with store(tmp_path / "two") as url:
        dead = await asyncio.to_thread(run, "restore", url, file, made, more=anew, code=KILLED.format(method=method))
        assert dead.returncode == -signal.SIGKILL, dead.stderr
        done = await asyncio.to_thread(run, "restore", url, file, made, more=anew)
        assert done.returncode == 0, done.stderr
        assert await jobs_of(url, Archive(find_files(anew[VARIABLE]), archive.key)) == before


@pytest.mark.parametrize("archive_named", ["folder", "bucket"], indirect=True)
async def test_an_archive_that_went_on_since_the_backup_is_not_cut_back_by_it(
    tmp_path: Path, archive_named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(find_files(archive_named), ArchiveKey.generate())
    monkeypatch.setenv(VARIABLE, archive.where)
    monkeypatch.setenv(KEY_VARIABLE, str(tmp_path / "archive.key"))
    copy = Archive(find_files(str(tmp_path / "copy")), archive.key)
    event = Stored("gh.evt.job.a.executor.JobClaimed", 1, {}, b"{}")
    for each in (archive, copy):
        each.enlist(each.store([event], 1, 1))
    [theirs] = copy.read_manifest().segments
    with pytest.raises(BackupBroken, match="another folder or prefix"):
        archive_copy.put_back(copy, 1)  # as long, of another log
    copy.write_manifest(archive.read_manifest().segments)
    [ours] = copy.read_manifest().segments
    copy.write_file(ours, archive.read_file(ours))
    archive_copy.put_back(copy, 1)
    archive.enlist(archive.store([event], 2, 2))
    with pytest.raises(BackupBroken, match=r"ends at 2.*another folder or prefix"):
        archive_copy.put_back(copy, 1)
    assert archive.read_manifest().end == 2
    assert theirs.name not in find_files(archive_named).names()


async def test_a_backup_during_which_the_log_is_archived_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, masters = write_master(tmp_path)
    async with store(tmp_path / "one") as url, user(url) as bus:
        await fill(url, masters)

        async def archive_once(service: str, point: str, *names: str) -> None:
            if service == backup.NAME and names == ("archive",):
                await archive_half(url, str(tmp_path / "archive"))

        monkeypatch.setattr(fault, "point", archive_once)
        with pytest.raises(BackupBroken, match="make the backup again"):
            await backup.take(bus, masters, tmp_path / "backups")
    assert not list((tmp_path / "backups").glob("2*"))
