"""Which folders `ghosthands backup` and `ghosthands restore` remember, whose keys an erasure has to reach."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

from ghosthands.cli.commands import backup
from ghosthands.cli.exits import Exit, Stop


def test_a_folder_that_cannot_be_made_is_refused_and_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(tmp_path / "state"))
    (tmp_path / "a file").write_text("nothing")
    with pytest.raises(Stop, match="can hold no backup"):
        backup.backup(tmp_path / "a file")
    assert backup.rewrite_keys() == []


class Alone:
    """NATS, as it runs for a restoration."""

    nats_url = "nats://nowhere"

    def __init__(self, _config: object) -> None:
        pass

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def password_of(self, _user: str) -> SimpleNamespace:
        return SimpleNamespace(password="only-for-tests")


@pytest.mark.parametrize("named", [".", "20260101T000000.000000Z"])
@pytest.mark.parametrize(("code", "is_remembered"), [(Exit.OK, True), (Exit.NO, False)])
def test_the_folder_of_a_restored_backup_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, code: int, is_remembered: bool
) -> None:
    state, folder = tmp_path / "state", tmp_path / "backups"
    state.mkdir()
    (state / "master.key").write_bytes(b"")
    (folder / "20260101T000000.000000Z").mkdir(parents=True)
    (folder / "20260101T000000.000000Z" / "manifest.json").write_bytes(b"")
    during: list[list[str]] = []

    def run(_module: str, *arguments: str, **_: Any) -> int:
        if "--check" in arguments:
            return Exit.OK
        during.append(json.loads((state / "backups.json").read_bytes()))
        return code

    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(state))
    monkeypatch.setattr(backup.programs, "run", run)
    monkeypatch.setattr(backup.stack, "Supervisor", Alone)
    monkeypatch.setattr(backup.passwords, "check_master_key", lambda _file: None)
    assert backup.restore(folder / named) == code
    assert during == [[str(folder)]]  # whoever is killed behind it has been restored
    assert json.loads((state / "backups.json").read_bytes()) == ([str(folder)] if is_remembered else [])


def test_what_is_said_of_the_keys_is_kept_apart_from_what_the_erasure_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def back_up(_folder: Path, *_flags: str) -> int:
        print("the keys are written anew")
        return Exit.OK

    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(tmp_path))
    (tmp_path / "backups.json").write_text(json.dumps([str(tmp_path)]))
    monkeypatch.setattr(backup, "_back_up", back_up)
    assert backup.rewrite_keys() == []
    said = capsys.readouterr()
    assert (said.out, "written anew" in said.err) == ("", True)
