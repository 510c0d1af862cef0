"""`ghosthands backup` remembers a folder only where a backup can lie in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.cli.commands import backup
from ghosthands.cli.exits import Stop


def test_a_folder_that_cannot_be_made_is_refused_and_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(tmp_path / "state"))
    (tmp_path / "a file").write_text("nothing")
    with pytest.raises(Stop, match="can hold no backup"):
        backup.backup(tmp_path / "a file")
    assert backup.rewrite_keys() == []
