"""Of a job that waits, every way on is listed with the command that does it, and none that would be refused."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from typer.testing import CliRunner

from ghosthands.cli.commandline import app
from ghosthands.cli.questions import AskedField, Question
from ghosthands.cli.watching import JobWatch
from ghosthands.cli.ways_on import list_ways_on, show_ways_on
from ghosthands.domain import job, page
from ghosthands.domain.codes import BlockerType, Doubt
from ghosthands.domain.human import AskKind
from ghosthands.testkit.story import NOON, Story

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
SIZE = AskedField(question_key="k2", label="Size?", options=["Small", "Large"])
OTHERS = ["ghosthands live 0b8f7d3e", "ghosthands console 0b8f7d3e"]


def question(*fields: AskedField, kind: AskKind, code: str | None = None) -> Question:
    due = NOON + timedelta(minutes=5)
    named: dict[str, Any] = {"tenant": "t", "job_id": JOB, "request_id": "r", "page_url": None, "due": due}
    return Question(**named, kind=kind, code=code, fields=list(fields))


def waiting(told: Callable[..., Any], kind: AskKind, *before: Any) -> JobWatch:
    seen = JobWatch(JOB)
    ask = job.HumanRequested(request_id="r", kind=kind, at=NOON, timeout_seconds=300)
    seen.take(told(*Story(JOB).begun().log, *before, ask))
    return seen


@pytest.mark.parametrize(
    ("asked", "answers"),
    [
        (question(SIZE, kind=AskKind.FIELDS), ["", "--value k2=…", "--done", "--skip"]),
        (question(SIZE, kind=AskKind.REVIEW), ["", "--value k2=…", "--done", "--reject k2", "--skip"]),
        (question(kind=AskKind.BLOCKER, code="captcha"), ["", "--done", "--skip"]),
        (question(kind=AskKind.BLOCKER, code="login"), ["", "--credentials FILE", "--done", "--skip"]),
        (question(kind=AskKind.BLOCKER, code=BlockerType.TWO_FACTOR), ["", "--code CODE", "--done", "--skip"]),
    ],
    ids=["fields", "review", "captcha", "login", "code"],
)
def test_a_paused_job_can_be_answered_told_taken_over_and_stopped(
    asked: Question, answers: list[str], told: Callable[..., Any]
) -> None:
    ways = [way.command for way in list_ways_on(asked, waiting(told, asked.kind))]
    assert ways == [
        *(f"ghosthands answer 0b8f7d3e {how}".rstrip() for how in answers),
        "ghosthands continue 0b8f7d3e",
        *OTHERS,
        "ghosthands cancel 0b8f7d3e",
    ]


def test_what_may_have_been_sent_is_neither_continued_nor_stopped(told: Callable[..., Any]) -> None:
    button = {"button_id": "b", "button_role": page.ButtonRole.SUBMIT, "fingerprint": "f"}
    intent = job.EffectIntended(at=NOON, intent_id="i", kind=job.EffectKind.SUBMIT, **button)  # type: ignore[arg-type]
    asked = question(kind=AskKind.SUBMIT_UNCLEAR)
    ways = [way.command for way in list_ways_on(asked, waiting(told, asked.kind, intent))]
    options = ("", "--submitted", "--not-submitted")
    assert ways == [*(f"ghosthands answer 0b8f7d3e {how}".rstrip() for how in options), *OTHERS]


def test_a_box_is_answered_with_a_yes(told: Callable[..., Any]) -> None:
    asked = question(AskedField(question_key="k3", kind="checkbox", options=["Yes", "No"]), kind=AskKind.FIELDS)
    ways = [way.command for way in list_ways_on(asked, waiting(told, asked.kind))]
    assert "ghosthands answer 0b8f7d3e --value k3=yes" in ways


def test_no_page_is_offered_that_was_lost_with_its_browser_before_it_told(told: Callable[..., Any]) -> None:
    asked = question(kind=AskKind.SUBMIT_UNCLEAR, code=Doubt.BROWSER_GONE)
    ways = [way.command for way in list_ways_on(asked, waiting(told, asked.kind))]
    assert "ghosthands live 0b8f7d3e" not in ways


def test_every_command_that_is_shown_is_one_that_there_is(told: Callable[..., Any]) -> None:
    asked = question(SIZE, kind=AskKind.REVIEW)
    for _, command in list_ways_on(asked, waiting(told, asked.kind)):
        _, name, _, *options = shlex.split(command)
        shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200"}).output
        assert all(option in shown for option in options if option.startswith("--")), command


def test_they_stand_below_each_other_for_a_reader(told: Callable[..., Any], printed: Callable[[], str]) -> None:
    asked = question(kind=AskKind.BLOCKER, code="captcha")
    show_ways_on(asked, waiting(told, asked.kind))
    columns = {line.index("ghosthands") for line in printed().splitlines()}
    assert len(columns) == 1
