"""An archive's files and the manifest that lists them, whichever place they lie in."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from ghosthands.messaging.archive import bucket as bucket_files
from ghosthands.messaging.archive import sealed
from ghosthands.messaging.archive.folder import FolderFiles
from ghosthands.messaging.archive.key import ArchiveKey, ArchiveUnreadable
from ghosthands.messaging.archive.sealed import AT_ONCE, MANIFEST, Archive, find_files
from ghosthands.messaging.archive.segments import Segment
from ghosthands.messaging.server.jetstream import Stored

ON = "gh.evt.job.a.>"
in_either = pytest.mark.parametrize("archive_named", ["folder", "bucket"], indirect=True)


def event(place: int) -> Stored:
    return Stored("gh.evt.job.a.executor.JobClaimed", place, {}, b"{}")


def store(archive: Archive, place: int) -> Segment:
    return archive.store([event(place)], place, place)


async def read(archive: Archive, up_to: int) -> list[int]:
    return [message.sequence for message in await archive.read(ON, after=0, up_to=up_to)]


@in_either
async def test_what_was_stored_and_not_enlisted_is_nothing_that_was_lost(archive_named: str) -> None:
    archive = Archive(find_files(archive_named), ArchiveKey.generate())
    left = store(archive, 1)
    archive.check()
    assert archive.read_manifest().end == 0
    archive.enlist(store(archive, 1))
    archive.check(1)
    assert await read(archive, 1) == [1]
    assert left.name in find_files(archive_named).names()


@in_either
async def test_of_two_that_archive_at_once_one_is_refused_and_nothing_of_the_other_lost(archive_named: str) -> None:
    key = ArchiveKey.generate()
    one, other = (Archive(find_files(archive_named), key) for _ in range(2))
    theirs, ours = store(one, 1), store(other, 1)
    one.enlist(theirs)
    with pytest.raises(ArchiveUnreadable, match="ends at 1 by now: another one archives too"):
        other.enlist(ours)
    other.check(1)
    assert await read(other, 1) == [1]


class WaitingKey(ArchiveKey):
    """One by which two prove a manifest that has the first place at the same moment, where they may."""

    both = threading.Barrier(2)

    def prove(self, said: bytes) -> str:
        if b'"first":1,' in said:
            with suppress(threading.BrokenBarrierError):
                self.both.wait(1)
        return super().prove(said)


@in_either
async def test_of_two_that_enlist_at_the_same_moment_one_is_refused(archive_named: str) -> None:
    key = WaitingKey.generate()
    one, other = (Archive(find_files(archive_named), key) for _ in range(2))
    theirs, ours = store(one, 1), store(other, 1)
    enlisting = (asyncio.to_thread(one.enlist, theirs), asyncio.to_thread(other.enlist, ours))
    ends = await asyncio.gather(*enlisting, return_exceptions=True)
    [refused] = [end for end in ends if end is not None]
    assert "another one archives too" in str(refused)
    assert other.read_manifest().segments == (theirs if ends[0] is None else ours,)


@in_either
def test_a_manifest_that_is_lost_is_told_from_an_archive_that_is_empty(archive_named: str) -> None:
    files = find_files(archive_named)
    archive = Archive(files, ArchiveKey.generate())
    archive.check()
    files.write("0-1.sealed", b"of a manifest that is not there")
    with pytest.raises(ArchiveUnreadable, match=f"{MANIFEST} is lost"):
        archive.check()


async def test_an_archive_of_before_is_read_and_added_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = FolderFiles(tmp_path)
    archive = Archive(files, ArchiveKey.generate())
    monkeypatch.setattr(sealed, "FORMAT", 1)
    written = store(archive, 1)
    before = msgspec.structs.replace(written, file="")
    files.write("00000000000000000001-00000000000000000001.sealed", files.read(written.name))
    (tmp_path / written.name).unlink()
    archive.write_manifest([before])
    monkeypatch.undo()
    archive.enlist(store(archive, 2))
    archive.check(2)
    assert await read(archive, 2) == [1, 2]


def test_a_folder_of_an_archive_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    archive = Archive(FolderFiles(folder), ArchiveKey.generate())
    archive.enlist(store(archive, 1))
    assert [path for path in (folder, *folder.iterdir()) if path.stat().st_mode & 0o77] == []


class FarFiles(FolderFiles):
    """Files so far away that one answer comes when as many are asked for as may be."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.asked = threading.Barrier(AT_ONCE)

    def read(self, name: str, part: tuple[int, int] | None = None) -> bytes:
        if name != MANIFEST:
            self.asked.wait(20)
        return super().read(name, part)


async def test_what_lies_in_many_segments_is_asked_for_at_once(tmp_path: Path) -> None:
    key = ArchiveKey.generate()
    archive = Archive(FolderFiles(tmp_path), key)
    for place in range(1, AT_ONCE + 1):
        archive.enlist(store(archive, place))
    far = Archive(FarFiles(tmp_path), key)
    far.check(AT_ONCE)
    assert await read(far, AT_ONCE) == list(range(1, AT_ONCE + 1))


async def test_a_store_that_accepts_and_says_nothing_holds_up_nothing_else(
    bucket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.setblocking(False)
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        archive = Archive(find_files(f"s3://{bucket}/log"), ArchiveKey.generate())
        reading = [asyncio.create_task(read(archive, 1)) for _ in range(40)]
        connection, _ = await loop.sock_accept(silent)
        try:
            await asyncio.wait_for(loop.getaddrinfo("127.0.0.1", 80), 5)
        finally:
            for one in reading:
                one.cancel()
            connection.close()
    assert {type(end) for end in await asyncio.gather(*reading, return_exceptions=True)} == {asyncio.CancelledError}


def test_a_try_that_is_not_answered_leaves_time_for_another() -> None:
    assert 2 * bucket_files.TRY <= bucket_files.TRIES


async def test_what_cannot_be_read_of_many_segments_is_told(tmp_path: Path) -> None:
    key = ArchiveKey.generate()
    archive = Archive(FolderFiles(tmp_path), key)
    for place in range(1, 4):
        archive.enlist(store(archive, place))
    (tmp_path / archive.read_manifest().segments[1].name).unlink()
    with pytest.raises(ArchiveUnreadable, match="is lost"):
        await read(Archive(FolderFiles(tmp_path), key), 3)


class CountingFiles(FolderFiles):
    """Counts what is read of segments."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.reads = 0

    def read(self, name: str, part: tuple[int, int] | None = None) -> bytes:
        self.reads += name != MANIFEST
        return super().read(name, part)


async def test_many_who_read_at_once_do_not_each_read_every_segments_marks(tmp_path: Path) -> None:
    key, segments, readers = ArchiveKey.generate(), 3, 10 * AT_ONCE
    archive = Archive(FolderFiles(tmp_path), key)
    for place in range(1, segments + 1):
        archive.enlist(store(archive, place))
    files = CountingFiles(tmp_path)
    asked = Archive(files, key)
    await asyncio.gather(*(asked.read(f"gh.evt.job.b{number}.>", after=0, up_to=segments) for number in range(readers)))
    assert files.reads <= segments * AT_ONCE  # as many as begin before the first is through
