"""`ghosthands apply` on a stack that stays."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.chromium import tigervnc

pytestmark = pytest.mark.e2e


def test_an_application_is_watched_to_its_end(shell: Any, site: Any, me: list[str]) -> None:
    posting = site.posting()
    ended = shell.run("apply", posting, *me)
    assert ended.code == 0, ended.err
    assert "completed" in ended.out
    assert " by our own hand" in ended.out
    assert "done: the application was submitted" in ended.err
    assert site.submissions(posting) == 1


def test_machines_get_one_document(applied: Any, site: Any) -> None:
    assert (applied["summary"]["phase"], applied["summary"]["outcome"]) == ("completed", "submitted")
    assert applied["summary"]["fields_verified"] >= 10
    assert applied["timeline"][0]["event"] == "JobRequested"
    assert applied["waits_for"] is None
    assert site.submissions(applied["posting"]) == 1


def test_a_dry_run_shows_what_would_be_sent_and_sends_nothing(shell: Any, site: Any, me: list[str]) -> None:
    posting = site.posting("?unknown=1")
    ended = shell.run("apply", posting, *me, "--dry-run")
    assert ended.code == 0, ended.err
    assert "What is the favourite colour of this team's parrot?" in " ".join(ended.out.split())
    assert "jordan.ellsworth@example.com" in ended.out
    assert "cv.pdf" in ended.out
    assert "How did you hear about this job?" in ended.out
    assert "none: a dry run" in ended.out
    assert site.submissions(posting) == 0


def test_a_second_application_is_refused_with_the_reason_and_the_way_round_it(
    shell: Any, site: Any, me: list[str], applied: Any
) -> None:
    ended = shell.run("apply", applied["posting"], *me)
    assert ended.code == 1
    assert f"job {applied['summary']['job_id']} is this person's application" in ended.out
    assert "--allow-duplicate" in ended.out
    assert "fields verified" not in ended.out
    assert site.submissions(applied["posting"]) == 1


@pytest.mark.skipif(tigervnc.missing() is None, reason="a visible browser has a desktop here: TigerVNC is installed")
def test_a_visible_browser_without_a_display_is_refused_before_anything_starts(
    shell: Any, site: Any, me: list[str]
) -> None:
    ended = shell.run("apply", site.posting(), *me, "--headed")
    assert ended.code == 2
    assert "DISPLAY" in ended.err
    assert ": requested" not in ended.err


def test_at_a_terminal_the_question_is_put_and_its_answer_sent(shell: Any, site: Any, me: list[str]) -> None:
    posting = site.posting("?unknown=1")
    terminal = shell.at_terminal("apply", posting, *me)
    terminal.until("What is the favourite colour of this team's parrot?")
    terminal.until("> ")
    terminal.type("Norwegian blue\n")
    assert terminal.ended() == 0, terminal.screen
    assert "completed" in terminal.screen
    assert site.submissions(posting) == 1


def test_ctrl_c_leaves_the_job_as_it_is_and_it_can_be_cancelled_once(shell: Any, site: Any, me: list[str]) -> None:
    terminal = shell.at_terminal("apply", site.posting("?unknown=1"), *me)
    terminal.until("> ")
    terminal.type("\x03")
    assert terminal.ended() == 130
    assert "Traceback" not in terminal.screen
    short = terminal.screen.partition("ghosthands cancel ")[2].split()[0]
    cancelled = shell.run("cancel", short)
    assert cancelled.code == 0, cancelled.err
    assert cancelled.out.endswith(": cancelled\n")
    again = shell.run("cancel", short)
    assert again.code == 1
    assert "is cancelled already" in again.err
