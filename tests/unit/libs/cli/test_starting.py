"""The commands that start a job: what each puts into its request, and what it refuses before anything is started."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ghosthands.cli.commandline import app
from ghosthands.cli.commands import apply
from ghosthands.cli.exits import Exit
from ghosthands.contract.request import JobRequest

Screen = Callable[[], str]
SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}}}


def run(*arguments: str) -> int:
    return CliRunner().invoke(app, list(arguments)).exit_code


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was to be started."""
    told: list[dict[str, Any]] = []

    async def note(url: str, profile: Path | None, **how: Any) -> None:
        told.append({"url": url, "profile": profile, **how})

    monkeypatch.setattr(apply, "run", note)
    return told


@pytest.fixture
def schema(tmp_path: Path) -> str:
    path = tmp_path / "wanted.json"
    path.write_text(json.dumps(SCHEMA))
    return str(path)


def test_an_application_says_what_was_given_in_the_requests_own_words(heard: list[dict[str, Any]]) -> None:
    assert run("apply", "URL", "--profile", "me.json", "--browser", "adspower", "--timeout", "60", "--budget", "2") == 0
    (asked,) = heard
    assert (asked["url"], asked["profile"]) == ("URL", Path("me.json"))
    options = asked["options"]
    assert {name: options[name] for name in ("job_type", "browser_mode", "timeout_seconds", "budget", "quality")} == {
        "job_type": "apply",
        "browser_mode": "adspower",
        "timeout_seconds": 60,
        "budget": {"usd": 2.0},
        "quality": "balanced",
    }
    assert options.keys().isdisjoint({"dry_run", "cdp_url", "model"}), "what is not given is the request's to say"


def test_a_job_may_take_as_long_as_a_request_may_say(heard: list[dict[str, Any]]) -> None:
    limits = JobRequest.model_fields["timeout_seconds"].metadata
    most = next(limit.le for limit in limits if hasattr(limit, "le"))
    assert run("apply", "URL", "--profile", "me.json", "--timeout", f"{most}") == 0
    assert run("apply", "URL", "--profile", "me.json", "--timeout", f"{most + 1}") == Exit.USAGE
    assert len(heard) == 1


def test_a_human_may_take_as_long_as_a_request_may_say(heard: list[dict[str, Any]]) -> None:
    assert run("apply", "URL", "--profile", "me.json", "--human-timeout", "604800") == 0
    assert run("apply", "URL", "--profile", "me.json", "--human-timeout", "604801") == Exit.USAGE
    assert [asked["options"]["human_timeout_seconds"] for asked in heard] == [604800]


def test_a_form_to_be_filled_is_no_application(heard: list[dict[str, Any]]) -> None:
    assert run("fill", "URL", "--profile", "me.json", "--resume", "cv.pdf") == 0
    assert (heard[0]["options"]["job_type"], heard[0]["resume"]) == ("fill_form", Path("cv.pdf"))


def test_a_scrape_needs_a_schema_and_no_applicant(heard: list[dict[str, Any]], schema: str) -> None:
    assert run("scrape", "URL", "--schema", schema, "--task", "the title") == 0
    (asked,) = heard
    assert asked["profile"] is None
    wanted = {name: asked["options"][name] for name in ("job_type", "output_schema", "task_description")}
    assert wanted == {"job_type": "scrape", "output_schema": SCHEMA, "task_description": "the title"}


def test_a_task_is_the_engines_where_there_is_one(heard: list[dict[str, Any]]) -> None:
    assert run("task", "URL", "Open the details", "--json") == 0
    (asked,) = heard
    wanted = {name: asked["options"][name] for name in ("job_type", "task_description", "engine_version")}
    assert wanted == {"job_type": "custom", "task_description": "Open the details", "engine_version": 1}
    assert asked["as_json"] is True


@pytest.mark.parametrize(
    "arguments", [("fill", "URL"), ("scrape", "URL"), ("task", "URL"), ("task", "URL", "x", "--dry-run")]
)
def test_what_lacks_what_it_needs_is_not_understood(arguments: Sequence[str], heard: list[dict[str, Any]]) -> None:
    assert run(*arguments) == Exit.USAGE
    assert heard == []


@pytest.mark.parametrize(
    ("content", "said"), [("{", "not JSON"), ('{"type": 7}', "output_schema"), ('{"pattern": "a+"}', "output_schema")]
)
def test_a_schema_that_is_none_is_refused_and_named(content: str, said: str, tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "wanted.json"
    path.write_text(content)
    assert run("scrape", "https://jobs.example.com/1", "--schema", str(path)) == Exit.USAGE
    assert said in screen()
