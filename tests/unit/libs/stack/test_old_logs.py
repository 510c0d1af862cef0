"""Logs are set aside by days, while their processes write on, and go when their time is over."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from ghosthands.stack import old_logs
from ghosthands.stack.errors import StackError

TODAY = date(2026, 3, 1)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_log_is_set_aside_while_its_process_writes_on(tmp_path: Path) -> None:
    (tmp_path / "empty.log").touch()
    with (tmp_path / "nats.log").open("ab", buffering=0) as process:
        process.write(b"one\n")
        old_logs.set_aside(tmp_path, TODAY)
        process.write(b"two\n")
        old_logs.set_aside(tmp_path, TODAY)
        process.write(b"three\n")
    assert names(tmp_path) == ["empty.log", "nats.log", "nats.log.2026-03-01"]
    assert (tmp_path / "nats.log.2026-03-01").read_bytes() == b"one\ntwo\n"
    assert (tmp_path / "nats.log").read_bytes() == b"three\n"


def test_what_was_set_aside_goes_after_so_many_days_and_nothing_else(tmp_path: Path) -> None:
    for days in range(5):
        (tmp_path / "nats.log").write_text("a line\n")
        old_logs.set_aside(tmp_path, TODAY + timedelta(days=days))
    for other in ("nats.log", "notes.log.2020-13-77", "notes.txt"):
        (tmp_path / other).write_text("mine\n")
    old_logs.drop_old(tmp_path, 2, TODAY + timedelta(days=4))
    assert names(tmp_path) == [
        "nats.log",
        "nats.log.2026-03-03",
        "nats.log.2026-03-04",
        "nats.log.2026-03-05",
        "notes.log.2020-13-77",
        "notes.txt",
    ]


@pytest.mark.parametrize(("text", "days"), [("", None), ("0", None), (" 14 ", 14)])
def test_a_number_of_days_or_for_ever(text: str, days: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(old_logs.VARIABLE, text)
    assert old_logs.keep_days() == days


@pytest.mark.parametrize("text", ["-1", "2.5", "long", "100000"])
def test_what_is_no_number_of_days_is_refused_with_the_mend(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(old_logs.VARIABLE, text)
    with pytest.raises(StackError, match="GHOSTHANDS_KEEP_LOGS_DAYS should be a whole number of days from 1"):
        old_logs.keep_days()
