"""`ghosthands codes`: what is asked of hitl-gateway, and that no secret is ever shown."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from ghosthands.cli import lookup, terminal
from ghosthands.cli.commandline import app
from ghosthands.cli.commands import codes
from ghosthands.cli.exits import Exit
from ghosthands.domain import job
from ghosthands.domain.code_sources import CodeSource, CodeSourcesOf, KeptCodeSource
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.testkit.story import NOON, requested

SECRET = "JBSWY3DPEHPK3PXP"
KEPT = [
    KeptCodeSource(source=CodeSource.AUTHENTICATOR, place="jobs.acme.com"),
    KeptCodeSource(source=CodeSource.MAILBOX, place="imap.example.com"),
]
MAILBOX = {"host": "imap.example.com", "username": "ada", "password": "correct horse"}


class Desk:
    """Hitl-gateway's, as far as it answers this."""

    def __init__(self) -> None:
        self.asked: list[CodeSourcesOf] = []
        self.kept = KEPT
        self.refusal: str | None = None

    async def answer(self, _bus: object, _subject: str, data: bytes, *, timeout: float) -> bytes:
        assert timeout > 0
        self.asked.append(msgspec.json.decode(data, type=CodeSourcesOf))
        if self.refusal is not None and len(self.asked) > 1:
            raise RequestRefused("not_a_secret", self.refusal)
        return msgspec.json.encode(self.kept)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, house: Any, history: Callable[..., Any]) -> Desk:
    made = Desk()

    @asynccontextmanager
    async def connect(_to: object) -> AsyncIterator[Any]:
        yield house

    async def use_running() -> None:
        return None

    async def find_history(_client: object, given: str) -> Any:
        if given == "refused":
            return history(job.JobRejected(at=NOON, tenant="valet", task="t", reasons=()))
        return history(requested())

    monkeypatch.setattr(codes, "connect", connect)
    monkeypatch.setattr(codes, "use_running", use_running)
    monkeypatch.setattr(lookup, "find_history", find_history)
    monkeypatch.setattr(codes.micro, "ask", made.answer)
    monkeypatch.setattr(terminal, "is_there", lambda: False)
    return made


def run(*words: str, typed: str = "") -> tuple[int, str]:
    told = CliRunner().invoke(app, ["codes", *words], input=typed)
    return told.exit_code, told.output


def test_the_sources_of_a_jobs_applicant_are_listed(desk: Desk, screen: Callable[[], str]) -> None:
    assert run("job")[0] == 0
    (asked,) = desk.asked
    assert (asked.tenant, asked.applicant) == (requested().tenant, requested().applicant)
    assert (asked.authenticator, asked.mailbox, asked.forget) == (None, None, None)
    assert "authenticator jobs.acme.com" in screen()
    assert "mailbox mail at imap.example.com" in screen()


def test_that_there_is_no_source_is_said(desk: Desk, screen: Callable[[], str]) -> None:
    desk.kept = []
    assert run("job")[0] == 0
    assert "a human is asked" in screen()


def test_machines_read_one_document(desk: Desk) -> None:
    code, told = run("job", "--json")
    assert (code, [one["place"] for one in json.loads(told)]) == (0, ["jobs.acme.com", "imap.example.com"])


def test_a_secret_comes_by_a_pipe_and_is_not_shown(desk: Desk, screen: Callable[[], str]) -> None:
    code, told = run("job", "--authenticator", "jobs.acme.com", typed=f"{SECRET}\n")
    assert code == 0
    given = desk.asked[-1].authenticator
    assert given is not None
    assert (given.domain, given.secret) == ("jobs.acme.com", SECRET)
    assert SECRET not in told + screen()


def test_a_mailbox_comes_by_a_file_of_its_owners_alone(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "mailbox.json"
    file.write_text(json.dumps(MAILBOX))
    file.chmod(0o600)
    assert run("job", "--mailbox", str(file))[0] == 0
    given = desk.asked[-1].mailbox
    assert given is not None
    assert (given.host, given.username, given.password, given.port) == (*MAILBOX.values(), 993)


@pytest.mark.parametrize(
    ("text", "mode", "said"),
    [(json.dumps(MAILBOX), 0o644, "chmod 600"), ('{"host": "imap"}', 0o600, "must hold"), ("no", 0o600, "not JSON")],
)
def test_a_file_that_is_no_mailbox_or_open_to_others_is_not_sent(
    desk: Desk, tmp_path: Path, screen: Callable[[], str], text: str, mode: int, said: str
) -> None:
    file = tmp_path / "mailbox.json"
    file.write_text(text)
    file.chmod(mode)
    assert run("job", "--mailbox", str(file))[0] == Exit.USAGE
    assert said in screen()
    assert "correct horse" not in screen()
    assert desk.asked == []


@pytest.mark.parametrize("place", ["jobs.acme.com", "mailbox"])
def test_a_source_is_let_go_of(desk: Desk, place: str) -> None:
    assert run("job", "--forget", place)[0] == 0
    assert desk.asked[-1].forget == place


def test_a_site_that_no_code_comes_from_is_not_let_go_of(desk: Desk, screen: Callable[[], str]) -> None:
    assert run("job", "--forget", "elsewhere.example")[0] == Exit.USAGE
    assert screen() == "no code comes from elsewhere.example"
    assert len(desk.asked) == 1


def test_what_hitl_gateway_does_not_take_is_told(desk: Desk, screen: Callable[[], str]) -> None:
    desk.refusal = "that is no secret of an authenticator"
    assert run("job", "--authenticator", "jobs.acme.com", typed="nonsense\n")[0] == Exit.USAGE
    assert screen() == "that is no secret of an authenticator"


def test_a_job_that_was_refused_has_no_applicant(desk: Desk, screen: Callable[[], str]) -> None:
    assert run("refused")[0] == Exit.USAGE
    assert screen() == "this job was refused: it has no applicant"
