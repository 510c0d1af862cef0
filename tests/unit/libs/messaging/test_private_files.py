"""What only its owner may read is written whole."""

from __future__ import annotations

import stat
from pathlib import Path

from ghosthands.messaging import private_files


def test_a_private_file_is_whole_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("old and readable by all")
    private_files.write(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o600)
    assert list(tmp_path.iterdir()) == [path]
