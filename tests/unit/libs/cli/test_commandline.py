"""The command line without a stack behind it: what it takes, what it says, what the shell gets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import metadata

import pytest
import typer
from typer.testing import CliRunner

from ghosthands.cli import client
from ghosthands.cli.commandline import app
from ghosthands.cli.commands import apply
from ghosthands.cli.exits import Exit
from ghosthands.stack import StateDir, default_path

Screen = Callable[[], str]
PaperStack = Callable[..., StateDir]

#: commands that need a stack, and a job where they take one
NEED_A_STACK = [
    ("jobs",),
    ("show", "0b8f7d3e"),
    ("replay", "0b8f7d3e"),
    ("cancel", "0b8f7d3e"),
    ("answer", "0b8f7d3e", "--skip"),
    ("rebuild",),
]


def run(*arguments: str) -> tuple[int, str]:
    """The exit code and what typer itself printed."""
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PATIENCE", 0.3)


def app_commands() -> list[str]:
    """The names of all commands that can be called."""
    return list(typer.main.get_group(app).commands)


def test_the_version_is_the_package_s(screen: Screen) -> None:
    assert run("--version")[0] == 0
    assert screen() == f"ghosthands {metadata.version('ghosthands-cli')}"


def test_the_help_tells_every_command_in_one_line_of_80_columns() -> None:
    code, text = run("--help")
    assert code == 0
    lines = text.partition("To begin:\n")[2].splitlines()
    told = [line.split()[0] for line in lines if line.startswith("  ")]
    assert sorted(told) == sorted(app_commands())
    assert all(len(line) < 80 and not line.endswith("...") for line in lines)


def test_the_help_documents_every_exit_code() -> None:
    _, text = run("--help")
    assert all(f"{code.value} " in text for code in Exit)


@pytest.mark.parametrize(
    "arguments",
    [("bogus",), ("show",), ("jobs", "--limit", "0"), ("apply", "https://x.example"), ("practice", "--port", "99999")],
)
def test_a_command_line_that_is_not_understood_is_exit_code_2(arguments: Sequence[str]) -> None:
    code, text = run(*arguments)
    assert code == Exit.USAGE
    assert "Error:" in text


@pytest.mark.parametrize("arguments", NEED_A_STACK, ids=lambda arguments: arguments[0])
def test_without_a_stack_a_command_says_what_starts_one(
    arguments: Sequence[str], screen: Screen, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", f"{tmp_path}/nothing")
    assert run(*arguments)[0] == Exit.UNAVAILABLE
    assert screen() == "no stack runs here; start one in another terminal with: ghosthands up"


@pytest.mark.parametrize("arguments", NEED_A_STACK[:5], ids=lambda arguments: arguments[0])
def test_with_nats_away_a_command_says_so(arguments: Sequence[str], screen: Screen, paper_stack: PaperStack) -> None:
    paper_stack()
    assert run(*arguments)[0] == Exit.UNAVAILABLE
    assert screen().startswith("the stack does not answer: NATS does not answer")
    assert "ghosthands doctor" in screen()


def test_a_record_that_cannot_be_read_says_who_could(screen: Screen, paper_stack: PaperStack) -> None:
    folder = paper_stack()
    folder.record_file.unlink()
    folder.record_file.mkdir()
    assert run("jobs")[0] == Exit.UNAVAILABLE
    assert "run as the user who started the stack" in screen()


def test_secrets_that_are_damaged_are_told(screen: Screen, paper_stack: PaperStack) -> None:
    paper_stack().secrets_file.write_text("nonsense")
    assert run("jobs")[0] == Exit.UNAVAILABLE
    assert "secrets.json is damaged" in screen()


def test_a_state_directory_that_is_a_file_is_no_stack_to_ask(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", "/dev/null/state")
    assert run("jobs")[0] == Exit.UNAVAILABLE
    assert "no stack runs here" in screen()


@pytest.mark.parametrize("command", ["up", "demo"])
def test_a_state_directory_that_cannot_be_made_names_the_variable(
    command: str, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", "/dev/null/state")
    assert run(command)[0] == Exit.UNAVAILABLE
    assert "set GHOSTHANDS_STATE_DIR to a folder that is" in screen()


def test_a_stack_that_keeps_starting_is_given_up(
    screen: Screen, paper_stack: PaperStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "STARTING", 0.2)
    paper_stack(ready=False)
    assert run("jobs")[0] == Exit.UNAVAILABLE
    assert "has been starting for too long" in screen()


def test_a_profile_that_is_not_there_is_told_before_anything_starts(screen: Screen) -> None:
    assert run("apply", "https://jobs.example.com", "--profile", "/nowhere.json")[0] == Exit.USAGE
    assert screen() == "there is no /nowhere.json; make one with: ghosthands profile init /nowhere.json"


def test_the_paper_stack_is_where_commands_look(paper_stack: PaperStack) -> None:
    assert paper_stack().path == default_path()


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        (["URL"], False),
        (["URL", "--dry-run"], True),
        (["--dry-run", "URL"], True),
        (["--dry-run=steps", "URL"], "steps"),
        (["URL", "--dry-run", "--headed"], True),
    ],
)
def test_a_dry_run_is_plain_or_with_steps(
    given: Sequence[str], asked: bool | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = []

    async def note(url: str, *_: object, options: dict[str, object], **__: object) -> None:
        heard.append((url, options.get("dry_run", False)))

    monkeypatch.setattr(apply, "run", note)
    assert run("apply", "--profile", "me.json", *given)[0] == 0
    assert heard == [("URL", asked)]


def test_no_other_dry_run_is_taken() -> None:
    code, said = run("apply", "URL", "--profile", "me.json", "--dry-run=almost")
    assert code == Exit.USAGE
    assert "say --dry-run or --dry-run=steps; there is no 'almost'" in said
