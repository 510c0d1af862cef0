"""Which folders beside the keys are backups, and may be deleted as such."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from ghosthands.vault import backup_files

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


def test_only_folders_named_as_backups_are_deleted(tmp_path: Path) -> None:
    made = [backup_files.name_at(NOON + timedelta(microseconds=n)) for n in range(3)]
    foreign = ["2024-x", f"{made[0]} (copy)", "20300101T120000Z"]
    for name in (*made, *foreign):
        (tmp_path / name).mkdir()
        (tmp_path / name / backup_files.MANIFEST).touch()
    backup_files.drop_older(tmp_path, 1)
    assert backup_files.find_finished(tmp_path) == [tmp_path / made[-1]]
    assert {path.name for path in tmp_path.iterdir()} == {made[-1], *foreign}


def test_only_folders_named_as_unfinished_backups_are_deleted(tmp_path: Path) -> None:
    for name in (f".{backup_files.name_at(NOON)}.part", ".fooZ.part"):
        (tmp_path / name).mkdir()
    backup_files.drop_unfinished(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [".fooZ.part"]
