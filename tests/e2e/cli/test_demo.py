"""`ghosthands demo`: what `make demo` runs."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytestmark = pytest.mark.e2e


def test_every_application_is_sent_once_and_nothing_stays(bare_shell: Any) -> None:
    ended = bare_shell.run("demo")
    assert ended.code == 0, ended.err
    assert len(re.findall(r": completed$", ended.out, re.MULTILINE)) == 3
    assert len(re.findall(r"submissions, counted by the site +1\b", ended.out)) == 3
    assert len(re.findall(r"\bfilled +\d+ by our own hand", ended.out)) == 3
    assert ended.err.count("done: the application was submitted") == 3  # each event once, as it comes
    assert "Next" in ended.out
