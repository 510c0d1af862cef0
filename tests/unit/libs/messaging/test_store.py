"""What is removed of a killed NATS server's store before it is started again, and what never."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from ghosthands.messaging.server import before_start, store
from ghosthands.messaging.server.store import StoreBroken

KEY = b"k" * 64


@pytest.fixture
def messages(tmp_path: Path) -> Path:
    """A stream's folder of messages, with one whole block."""
    folder = tmp_path / "jetstream/$G/streams/GH_INTAKE/msgs"
    folder.mkdir(parents=True)
    (folder / "1.blk").write_bytes(b"sealed")
    (folder / "1.key").write_bytes(KEY)
    return folder


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.mark.parametrize("key", [None, b"", KEY[:20]])
def test_an_empty_block_without_a_whole_key_is_removed(tmp_path: Path, messages: Path, key: bytes | None) -> None:
    (messages / "2.blk").touch()
    if key is not None:
        (messages / "2.key").write_bytes(key)
    assert store.remove_unfinished_blocks(tmp_path) == [messages / "2.blk"]
    assert names(messages) == {"1.blk", "1.key"}


def test_an_empty_block_with_its_key_stays(tmp_path: Path, messages: Path) -> None:
    (messages / "2.blk").touch()
    (messages / "2.key").write_bytes(KEY)
    assert store.remove_unfinished_blocks(tmp_path) == []
    assert names(messages) == {"1.blk", "1.key", "2.blk", "2.key"}


def test_where_messages_miss_their_key_nothing_is_removed_and_the_server_is_not_started(
    tmp_path: Path, messages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (messages / "1.key").unlink()
    (messages / "2.blk").touch()
    with pytest.raises(StoreBroken, match=r"1\.blk holds messages, and its key 1\.key is not beside it: NATS is not"):
        store.remove_unfinished_blocks(tmp_path)
    assert names(messages) == {"1.blk", "2.blk"}
    monkeypatch.setattr(sys, "argv", ["store", str(tmp_path)])
    with pytest.raises(SystemExit, match="put the key back"):
        before_start.main()


def test_what_the_servers_of_a_cluster_agree_upon_is_mended_too(tmp_path: Path) -> None:
    folder = tmp_path / "jetstream/$SYS/_js_/S-R3F-one/msgs"
    folder.mkdir(parents=True)
    (folder / "1.blk").touch()
    assert store.remove_unfinished_blocks(tmp_path) == [folder / "1.blk"]


def test_a_server_that_never_ran_has_nothing_to_mend(tmp_path: Path) -> None:
    assert store.remove_unfinished_blocks(tmp_path / "nothing") == []


def test_on_a_full_disk_the_server_is_not_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=3 * 2**20))
    monkeypatch.setattr(sys, "argv", ["store", str(tmp_path)])
    with pytest.raises(
        SystemExit, match=r"only 3 MB are free .* NATS is not started, as it would lose streams; free 200"
    ):
        before_start.main()
