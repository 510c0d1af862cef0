"""A program that runs in this process is handed what it is to have, and leaves the environment as it was."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ghosthands.cli.commands import programs
from ghosthands.cli.exits import Exit


def test_a_program_has_the_variables_it_is_handed_and_nobody_has_them_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "said_by_a_program.py").write_text("import os, sys; sys.exit(os.environ['NEW'] + os.environ['OLD'])")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("sys.argv", ["ghosthands"])
    monkeypatch.setenv("OLD", "as it was")
    monkeypatch.delenv("NEW", raising=False)
    code = programs.run("said_by_a_program", given={"NEW": "told", "OLD": "told"}, exits={1: Exit.NO})
    assert code == Exit.NO
    assert (os.environ["OLD"], "NEW" in os.environ) == ("as it was", False)
