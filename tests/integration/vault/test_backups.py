"""A backup of a store, put back into another: the same log, the same values, and nobody who was erased since."""

from __future__ import annotations

import asyncio
import signal
import stat
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging import fault
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive, find_files
from ghosthands.messaging.server import migrating, moved_objects, moved_timers, streams
from ghosthands.messaging.server.jetstream import Outgoing, Stored
from ghosthands.vault import archive_copy, backup, backup_files, restore
from ghosthands.vault.backup_files import BackupBroken
from ghosthands.vault.errors import Erased, MasterKeyError
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.restore import StoreNotEmpty
from ghosthands.vault.vault import Vault

from .filled_store import (
    ADA,
    BOB,
    FILE,
    describe,
    erase,
    fill,
    read,
    run,
    store,
    user,
    write_master,
)

pytestmark = [pytest.mark.integration, pytest.mark.slow]


async def test_what_was_backed_up_is_put_back_as_it_was_and_who_was_erased_since_is_not(tmp_path: Path) -> None:
    _, masters = write_master(tmp_path)
    folder = tmp_path / "backups"
    async with store(tmp_path / "one") as url:
        await fill(url, masters)
        before = await describe(url)
        async with user(url) as bus:
            made, manifest = await backup.take(bus, masters, folder)
            old_keys = (folder / backup_files.KEYS).read_bytes()
            (tmp_path / "the same bytes").hardlink_to(folder / backup_files.KEYS)
            await erase(url, masters, BOB)
            await backup.write_keys(bus, masters, folder)
    assert manifest.left_out == 0
    assert {stat.S_IMODE(path.stat().st_mode) for path in made.iterdir()} == {0o600}
    overwritten = (tmp_path / "the same bytes").read_bytes()
    assert len(overwritten) == len(old_keys)
    assert not [start for start in range(len(old_keys) - 16) if old_keys[start : start + 16] in overwritten]
    async with store(tmp_path / "two") as url:
        async with user(url) as bus:
            await restore.restore(bus, made, masters)
            with pytest.raises(StoreNotEmpty, match="into an empty store alone"):
                await restore.restore(bus, made, masters)
        assert await describe(url) == before
        assert await read(url, masters, ADA) == ("by a friend", FILE)
        with pytest.raises(Erased):
            await read(url, masters, BOB)
        async with user(url, services.JOB_INTAKE) as intake:
            assert await JetStreamStore(intake).list_letters() == []


async def test_timers_of_a_backup_from_before_each_setter_had_a_stream_are_put_where_they_are_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, masters = write_master(tmp_path)
    due = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    timer = {
        "Nats-Schedule": f"@at {due.replace('+00:00', 'Z')}",
        "Nats-Schedule-Target": "gh.timer.fired.executor.job.a.job",
        "gh-timer-at": due,
    }
    before = streams.Stream(moved_timers.BEFORE, ("gh.timer.>",), flags={"allow_msg_schedules": True})
    async with store(tmp_path / "one") as url, user(url) as bus:
        await fill(url, masters)
        await bus.api(f"STREAM.CREATE.{before.name}", before.config(1))
        await bus.publish(Outgoing("gh.timer.set.job.a.job", b"", timer))
        monkeypatch.setattr(backup, "WHOLE", (*backup.WHOLE, before.name))
        made, _ = await backup.take(bus, masters, tmp_path / "backups")
    async with store(tmp_path / "other") as url, user(url) as bus:
        await restore.restore(bus, made, masters)
        assert before.name not in (await bus.api("STREAM.NAMES"))["streams"]
        assert await bus.first(streams.timers_of(services.EXECUTOR), "gh.timers.executor.set.job.a.job")


async def test_a_store_whose_streams_are_another_releases_is_not_backed_up(tmp_path: Path) -> None:
    _, masters = write_master(tmp_path)
    async with store(tmp_path / "one") as url, user(url) as bus:
        for stream in (streams.HUMANS, streams.timers_of(services.EXECUTOR)):
            await bus.api(f"STREAM.DELETE.{stream}")
            with pytest.raises(BackupBroken, match=f"no stream {stream}: run the migration"):
                await backup.take(bus, masters, tmp_path / "backups")
    assert not (tmp_path / "backups").exists()


async def test_no_backup_holds_a_key_of_anybody(tmp_path: Path) -> None:
    _, masters = write_master(tmp_path)
    async with store(tmp_path / "one") as url:
        await fill(url, masters)
        async with user(url) as bus:
            made, manifest = await backup.take(bus, masters, tmp_path / "backups")
    key = backup_files.backup_key(masters.current)
    opened = [
        segment
        for each in manifest.streams
        for segment in backup_files.read_segments(made / each.name, key, f"{manifest.id}/{each.stream}")
    ]
    assert opened
    assert not [segment for segment in opened if b"applicant-key" in segment]
    assert b"applicant-key" not in b"".join(path.read_bytes() for path in made.iterdir())
    assert len(backup_files.read_keys(tmp_path / "backups", masters)) == 2 * 3 + 1  # with the common key, and the mark


STEPS = ["marked", *backup.WHOLE, *backup.BY_MESSAGE, "keys"]


async def test_a_restoration_killed_at_any_step_is_refused_by_services_and_can_be_repeated(tmp_path: Path) -> None:
    file, masters = write_master(tmp_path)
    async with store(tmp_path / "one") as url:
        await fill(url, masters)
        before = await describe(url)
        async with user(url) as bus:
            made, _ = await backup.take(bus, masters, tmp_path / "backups")
    async with store(tmp_path / "two") as url:
        for step in STEPS:
            dead = await asyncio.to_thread(run, "restore", url, file, made, die=f"restore:{fault.AFTER_EFFECT}:{step}")
            assert dead.returncode == -signal.SIGKILL, (step, dead.stderr)
            async with user(url, services.JOB_INTAKE) as bus:
                with pytest.raises(MasterKeyError, match="restore it again"):
                    await Vault(JetStreamStore(bus), masters).keyring.prove()
        done = await asyncio.to_thread(run, "restore", url, file, made)
        assert done.returncode == 0, done.stderr
        assert await describe(url) == before
        assert await read(url, masters, ADA) == ("by a friend", FILE)


async def test_a_backup_killed_at_any_step_leaves_none_and_can_be_repeated(tmp_path: Path) -> None:
    file, masters = write_master(tmp_path)
    folder = tmp_path / "backups"
    async with store(tmp_path / "one") as url:
        await fill(url, masters)
        for step in ["archive", *backup.WHOLE, *backup.BY_MESSAGE, "keys-read", "keys", "written"]:
            dead = await asyncio.to_thread(run, "backup", url, file, folder, die=f"backup:{fault.AFTER_EFFECT}:{step}")
            assert dead.returncode == -signal.SIGKILL, (step, dead.stderr)
            with pytest.raises(BackupBroken, match="no backup that was finished"):
                restore.find_backup(folder)
        done = await asyncio.to_thread(run, "backup", url, file, folder)
        assert done.returncode == 0, done.stderr
    restore.check(restore.find_backup(folder), masters)
    assert len(list(folder.glob("[!.]*"))) == 2
    assert not list(folder.glob(".*.part"))


async def test_what_cannot_be_put_back_is_refused_before_anything_is_changed(tmp_path: Path) -> None:
    _, masters = write_master(tmp_path)
    folder = tmp_path / "backups"
    async with store(tmp_path / "one") as url:
        await fill(url, masters)
        async with user(url) as bus:
            made, manifest = await backup.take(bus, masters, folder)

            async def refused(words: str, *, by: MasterKeys = masters) -> None:
                with pytest.raises(GhostHandsError, match=words):
                    await restore.restore(bus, made, by)

            await refused("another master key is needed", by=MasterKeys.generate())
            events = made / f"{streams.EVENTS}.sealed"
            whole = events.read_bytes()
            events.write_bytes(whole[:-1])
            await refused("damaged or not whole")
            events.write_bytes(whole)
            signed = (made / backup_files.MANIFEST).read_bytes()
            for old, new, words in (
                (b'"format":1', b'"format":2', "newer version"),
                (manifest.id.encode(), manifest.id.replace("T", "t").encode(), "was changed since"),
                (signed, signed[:-9], "no manifest"),
            ):
                (made / backup_files.MANIFEST).write_bytes(signed.replace(old, new, 1))
                await refused(words)
            (made / backup_files.MANIFEST).write_bytes(signed)
            keys = (folder / backup_files.KEYS).read_bytes()
            (folder / backup_files.KEYS).unlink()
            await refused("without it nothing of anybody opens")
            for damaged in (keys[:-1] + bytes([keys[-1] ^ 1]), keys[:-1], keys[:20], keys[:3], b""):
                (folder / backup_files.KEYS).write_bytes(damaged)
                await refused("cannot be used")
            (folder / backup_files.KEYS).write_bytes(keys)
            await refused("into an empty store alone")
            assert await bus.first(f"KV_{streams.KEYS}", f"$KV.{streams.KEYS}.master.unfinished") is None


async def test_a_folder_with_backups_of_another_installation_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    _, masters = write_master(tmp_path)
    folder, anothers = tmp_path / "backups", MasterKeys.generate()
    async with store(tmp_path / "one") as url, user(url) as bus:
        await fill(url, masters)
        made, _ = await backup.take(bus, masters, folder)
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for write in (backup.take, backup.write_keys):
            with pytest.raises(BackupBroken, match=r"not in the key file.*name another folder"):
                await write(bus, anothers, folder)
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
        rotated = MasterKeys(anothers.current, [masters.current])
        assert await backup.write_keys(bus, rotated, folder)
        restore.check(made, rotated)
        (folder / backup_files.KEYS).write_bytes(b"")  # damaged, which is nobody's
        assert await backup.write_keys(bus, rotated, folder)
    restore.check(made, rotated)


async def test_a_copy_of_another_archive_is_not_written_over(tmp_path: Path) -> None:
    _, masters = write_master(tmp_path)
    event = Stored("gh.evt.job.a.executor.JobClaimed", 1, {}, b"{}")
    ours, anothers = (Archive(find_files(str(tmp_path / name)), ArchiveKey.generate()) for name in ("a", "b"))
    for archive in (ours, anothers):
        archive.enlist(archive.store([event], 1, 1))
    archive_copy.take(ours, masters, tmp_path, 1)
    with pytest.raises(BackupBroken, match=r"the key of another archive.*name another folder"):
        archive_copy.take(anothers, masters, tmp_path, 1)
    with pytest.raises(BackupBroken, match=r"not in the key file.*name another folder"):
        archive_copy.take(ours, MasterKeys.generate(), tmp_path, 1)
    copy = archive_copy.check(tmp_path, masters, 1)
    assert copy is not None
    assert copy.key.secret == ours.key.secret
    gone_on = Archive(find_files(str(tmp_path / "c")), ours.key)  # as a stack that was restored, and another log since
    gone_on.enlist(gone_on.store([event, event], 1, 2))
    with pytest.raises(BackupBroken, match=r"archive of another log.*name another folder"):
        archive_copy.take(gone_on, masters, tmp_path, 1)
    ours.enlist(ours.store([event], 2, 2))
    archive_copy.take(ours, masters, tmp_path, 2)
    archive_copy.take(ours, masters, tmp_path, 1)
    assert archive_copy.check(tmp_path, masters, 2), "which a later backup needs"
    damaged = tmp_path / archive_copy.FOLDER / archive_copy.KEY
    damaged.write_bytes(damaged.read_bytes()[:-1])
    archive_copy.take(ours, masters, tmp_path, 1)
    assert archive_copy.check(tmp_path, masters, 1)


async def test_a_slow_backup_does_not_put_back_the_key_of_who_was_erased_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, masters = write_master(tmp_path)
    rewriting: list[asyncio.Task[int]] = []
    async with store(tmp_path / "one") as url, user(url) as bus, user(url) as other:
        await fill(url, masters)

        async def erase_once(service: str, point: str, *names: str) -> None:
            if names == ("keys-read",) and not rewriting:
                await erase(url, masters, BOB)
                rewriting.append(asyncio.create_task(backup.write_keys(other, masters, tmp_path / "backups")))
                await asyncio.wait(rewriting, timeout=2)

        monkeypatch.setattr(fault, "point", erase_once)
        made, _ = await backup.take(bus, masters, tmp_path / "backups")
        await asyncio.gather(*rewriting)
    async with store(tmp_path / "two") as url:
        async with user(url) as bus:
            await restore.restore(bus, made, masters)
        assert await read(url, masters, ADA) == ("by a friend", FILE)
        with pytest.raises(Erased):
            await read(url, masters, BOB)


async def test_of_two_backups_made_at_once_one_is_refused_and_the_other_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, masters = write_master(tmp_path)
    folder = tmp_path / "backups"
    async with store(tmp_path / "one") as url, user(url) as bus, user(url) as other:
        await fill(url, masters)

        async def begin_another(service: str, point: str, *names: str) -> None:
            if names == (streams.EVENTS,):
                monkeypatch.undo()
                with pytest.raises(BackupBroken, match="another backup is being made"):
                    await backup.take(other, masters, folder)

        monkeypatch.setattr(fault, "point", begin_another)
        made, _ = await backup.take(bus, masters, folder)
    restore.check(made, masters)


async def test_the_body_of_a_dead_letter_is_in_no_backup(tmp_path: Path) -> None:
    _, masters = write_master(tmp_path)
    async with store(tmp_path / "one") as url, user(url) as bus, user(url, services.JOB_INTAKE) as intake:
        await fill(url, masters)
        made, manifest = await backup.take(bus, masters, tmp_path / "backups")
        letters = JetStreamStore(intake)
        [sealed] = [await letters.get_letter(reference) or b"" for reference in await letters.list_letters()]
    key = backup_files.backup_key(masters.current)
    for each in manifest.streams:
        opened = b"".join(backup_files.read_segments(made / each.name, key, f"{manifest.id}/{each.stream}"))
        assert sealed not in opened, each.stream


async def test_a_store_whose_dead_letters_may_lie_among_the_objects_is_not_backed_up(tmp_path: Path) -> None:
    _, masters = write_master(tmp_path)
    async with store(tmp_path / "one") as url, user(url) as bus:
        config = (await bus.describe(moved_objects.BEFORE))["config"]
        everything = [f"$O.{streams.ARTIFACTS}.{kind}.>" for kind in "CM"]
        await bus.api(f"STREAM.UPDATE.{moved_objects.BEFORE}", config | {"subjects": everything})
        with pytest.raises(BackupBroken, match="run the migration"):
            await backup.take(bus, masters, tmp_path / "backups")
        await migrating.migrate(bus)
        await backup.take(bus, masters, tmp_path / "backups")


async def test_what_waits_outside_is_told(tmp_path: Path) -> None:
    _, masters = write_master(tmp_path)
    async with store(tmp_path / "one") as url, user(url) as bus:
        for sent in ("job.requested", "human.resolved"):
            await bus.publish(Outgoing(sent, b"{}"))
        _, manifest = await backup.take(bus, masters, tmp_path / "backups")
    assert manifest.left_out == 2


async def test_so_many_of_the_latest_backups_stay_as_are_asked_for(tmp_path: Path) -> None:
    key, masters = write_master(tmp_path)
    folder = tmp_path / "backups"
    async with store(tmp_path / "one") as url:
        await fill(url, masters)
        async with user(url) as bus:
            made = [(await backup.take(bus, masters, folder))[0] for _ in range(3)]
        said = run("backup", url, key, "--latest", "2", str(folder))
        assert said.returncode == 0, said.stderr
        [second, last] = backup_files.find_finished(folder)
        assert (second, last in made) == (made[-1], False)
        for number in ("0", "-1", "all"):
            refused = run("backup", url, key, "--latest", number, str(folder))
            assert (refused.returncode, f"{number!r} is not a number of backups, 1 or more" in refused.stderr) == (
                2,
                True,
            )
        assert backup_files.find_finished(folder) == [second, last]
    assert restore.check(last, masters).manifest.id == last.name


async def test_when_a_backup_was_made_is_written_for_prometheus_and_not_when_none_was(tmp_path: Path) -> None:
    key, _ = write_master(tmp_path)
    folder, metrics = tmp_path / "backups", tmp_path / "backup.prom"
    folder.mkdir()
    async with store(tmp_path / "one") as url:
        assert run("backup", url, key, "--metrics", str(metrics), "--keys", str(folder)).returncode == 0
        assert not metrics.exists()
        before = time.time()
        assert run("backup", url, key, "--metrics", str(metrics), str(folder)).returncode == 0
        [(name, value)] = [line.split() for line in metrics.read_text().splitlines()]
        assert name == "ghosthands_backup_made_timestamp_seconds"
        assert before - 1 <= float(value) <= time.time() + 1
        said = run("backup", url, key, "--metrics", str(tmp_path / "nowhere/backup.prom"), str(folder))
        assert said.returncode == backup.NOT_DROPPED
        assert said.stderr.startswith("the backup was made, but Prometheus is not told: ")


async def test_a_backup_whose_forerunners_cannot_be_deleted_is_made_and_told_and_ends_with_a_code_of_its_own(
    tmp_path: Path,
) -> None:
    key, masters = write_master(tmp_path)
    folder = tmp_path / "backups"
    cut_off = """
from ghosthands.vault import backup, backup_files
def fail(path): raise OSError(30, "Read-only file system", str(path))
backup_files.shutil.rmtree = fail
backup.main()
"""
    async with store(tmp_path / "one") as url:
        async with user(url) as bus:
            first, _ = await backup.take(bus, masters, folder)
        said = run("backup", url, key, "--latest", "1", str(folder), code=cut_off)
        [whole] = backup_files.find_finished(folder)  # half removed, the first is none any more
        assert whole != first
        assert said.returncode == backup.NOT_DROPPED
        assert said.stdout.startswith(f"{whole} holds the log")
        assert said.stderr.startswith("the backup was made, but older ones could not be deleted: ")
        assert said.stderr.endswith("Read-only file system\n")
        assert restore.check(whole, masters).manifest.id == whole.name
        async with user(url) as bus:
            await backup.take(bus, masters, folder)
    assert not list(folder.glob(".*.part"))
