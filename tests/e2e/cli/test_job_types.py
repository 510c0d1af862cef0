"""Jobs that send no application, and manuals, from the command line; the site says what it received."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

DRAFT = {
    "url_pattern": "jobs.example.com/*",
    "steps": [
        {"action": "navigate", "value": "apply"},
        {"action": "fill", "selector": "label=Email", "value": "profile.email"},
        {"action": "press", "value": "Escape"},
        {"action": "click", "selector": "text=Submit"},
    ],
}


def test_what_a_page_says_is_printed_in_the_shape_that_was_asked_for(shell: Any, site: Any, tmp_path: Path) -> None:
    schema = tmp_path / "wanted.json"
    schema.write_text(
        json.dumps({"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]})
    )
    ended = shell.run("scrape", site.posting(), "--schema", str(schema), "--json")
    assert ended.code == 0, ended.err
    assert ended.json["summary"]["outcome"] == "scraped"
    assert ended.json["data"]["title"]


@pytest.mark.parametrize("command", [("fill",), pytest.param(("task",), marks=pytest.mark.heavy)])
def test_a_form_is_filled_and_nothing_is_sent(shell: Any, site: Any, me: list[str], command: tuple[str, ...]) -> None:
    posting = site.posting()
    given = me if command == ("fill",) else ["Fill in the form", *me[:2]]
    ended = shell.run(*command, posting, *given, "--json")
    assert ended.code == 0, ended.err
    assert ended.json["summary"]["outcome"] == "filled"
    assert ended.json["summary"]["fields_verified"] > 5
    assert site.submissions(posting) == 0


@pytest.mark.heavy  # it waits for the tables; its parts are in tests/unit/libs/cli/test_cookbook_command.py
def test_a_manual_is_taken_in_listed_written_out_again_and_dropped(shell: Any, tmp_path: Path) -> None:
    path, out = tmp_path / "manual.json", tmp_path / "again.json"
    path.write_text(json.dumps(DRAFT))
    added = shell.run("cookbook", "add", str(path))
    assert added.code == 0, added.err
    short = added.out.split()[1]
    shell.wait_until(lambda: find(shell, short))
    (listed,) = find(shell, short)
    assert (listed["url_pattern"], listed["source"], listed["health"]) == ("jobs.example.com/*", "template", 100)
    assert shell.run("cookbook", "export", short, "--out", str(out)).code == 0
    assert shell.run("cookbook", "add", str(out)).out == added.out, "it is the same manual"
    assert shell.run("cookbook", "drop", short).code == 0
    shell.wait_until(lambda: find(shell, short)[0]["retired"])


def find(shell: Any, short: str) -> list[Any]:
    """The manuals in the list whose ids begin so."""
    return [one for one in shell.run("cookbook", "manuals", "--json").json if one["manual_id"].startswith(short)]


def test_a_manual_that_is_none_is_refused_with_the_step_that_is_wrong(shell: Any, tmp_path: Path) -> None:
    path = tmp_path / "manual.json"
    away = {"action": "navigate", "value": "https://elsewhere.example/"}
    path.write_text(json.dumps(DRAFT | {"steps": [*DRAFT["steps"], away]}))
    ended = shell.run("cookbook", "add", str(path))
    assert (ended.code, "step 5" in ended.err) == (1, True), ended.err
    assert shell.run("cookbook", "drop", "no-such").code == 2
