"""Credentials at the command line: from a file that is nobody else's, or typed and not shown."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ghosthands.cli import asking, terminal
from ghosthands.cli.credentials import choose_for_page, read_credentials
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.questions import Question
from ghosthands.cli.requests import make_request
from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import AskKind
from ghosthands.messaging.server.jetstream import Ack

Screen = Callable[[], str]

SECRET = " correct horse battery"
ACME = {"domain": "acme.com", "username": "ada", "password": SECRET}
EU = {**ACME, "domain": "eu.acme.com"}
ADA = {"profile": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}, "qa_answers": {}}


def written(folder: Path, content: str, mode: int = 0o600) -> Path:
    path = folder / "credentials.json"
    path.write_text(content)
    path.chmod(mode)
    return path


def refused(path: Path) -> str:
    with pytest.raises(Stop) as refusal:
        read_credentials(path)
    assert refusal.value.code is Exit.USAGE
    return str(refusal.value)


@pytest.mark.parametrize("content", [[ACME], ACME])
def test_a_file_holds_a_list_or_one_alone(tmp_path: Path, content: Any) -> None:
    assert read_credentials(written(tmp_path, json.dumps(content))) == [ACME]


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_file_that_others_may_read_is_refused_with_the_mend(tmp_path: Path, mode: int) -> None:
    assert "chmod 600" in refused(written(tmp_path, json.dumps([ACME]), mode))


def test_a_pipe_will_do(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, json.dumps([ACME]).encode())
    os.close(writing)
    assert read_credentials(Path(f"/dev/fd/{reading}")) == [ACME]
    os.close(reading)


@pytest.mark.parametrize("content", ["[]", "7", '["ada"]', f'[{{"password": "{SECRET}"', "\ufeff{"])
def test_what_is_no_list_of_them_is_refused_and_not_repeated(tmp_path: Path, content: str) -> None:
    assert SECRET not in refused(written(tmp_path, content))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://jobs.acme.com/login", ACME),
        ("https://eu.acme.com/login", EU),
        ("https://notacme.com/", None),
        (None, EU),
    ],
)
def test_the_nearest_domain_of_the_page_is_meant(url: str | None, found: dict[str, str] | None) -> None:
    assert choose_for_page([ACME, EU], url) == found


def test_one_without_a_domain_is_for_whatever_page_asks() -> None:
    bare = {"username": "ada", "password": SECRET}
    assert choose_for_page([bare], "https://jobs.acme.com/") == bare


def test_a_request_with_credentials_for_no_domain_is_refused_here_without_repeating_them() -> None:
    with pytest.raises(Stop) as refusal:
        make_request("https://acme.com/1", ADA, credentials=[{**ACME, "domain": "com"}])
    assert "credentials.0.domain" in str(refusal.value)
    assert SECRET not in str(refusal.value)


def void(_: object) -> None:
    """Whatever it was."""


class Wire:
    """Keeps what is published."""

    def __init__(self) -> None:
        self.published: list[Any] = []

    async def publish(self, _subject: str, body: Any) -> Ack:
        self.published.append(body)
        return Ack("GH_HUMANS", len(self.published))


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Callable[[str], None], Callable[[], str]]]:
    """Types at the terminal that standard input is, and sees what the terminal shows of it."""
    master, slave = pty.openpty()
    os.set_blocking(master, False)

    def shown() -> str:
        try:
            return os.read(master, 4096).decode()
        except BlockingIOError:
            return ""

    with open(slave, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield lambda text: void(os.write(master, text.encode())), shown
    os.close(master)


def asked(code: str) -> Question:
    return Question(
        tenant="t",
        job_id="j",
        request_id="r",
        kind=AskKind.BLOCKER,
        code=code,
        page_url="https://jobs.acme.com/login",
        due=datetime.now(UTC) + timedelta(seconds=300),
        fields=[],
    )


@pytest.mark.parametrize("code", ["login", Stuck.CREDENTIALS_REFUSED])
async def test_whoever_sits_there_may_type_them(
    code: str,
    keyboard: tuple[Callable[[str], None], Callable[[], str]],
    screen: Screen,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typing, wire = keyboard[0], Wire()
    lines = iter(["credentials", "ada"])

    async def line(_prompt: str) -> str:
        return next(lines)

    monkeypatch.setattr(terminal, "read_line", line)
    typing(f"{SECRET}\n")
    assert await asking.put(wire, asked(code))  # type: ignore[arg-type]
    (answer,) = wire.published
    assert (answer["resolution"], answer["credentials"]) == ("credentials", {"username": "ada", "password": SECRET})
    assert SECRET not in screen()


async def test_a_secret_is_not_shown_and_the_next_line_is_again(
    keyboard: tuple[Callable[[str], None], Callable[[], str]], screen: Screen
) -> None:
    typing, shown = keyboard
    reading = asyncio.ensure_future(terminal.read_secret("> "))
    await asyncio.sleep(0)  # by then the terminal is silent
    typing("hidden\n")
    assert await reading == "hidden"
    assert "hidden" not in shown()
    typing("seen\n")
    assert await terminal.read_line("> ") == "seen"
    assert "seen" in shown()
