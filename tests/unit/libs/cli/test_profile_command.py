"""`ghosthands profile init|check`."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from ghosthands.cli.commands import profile
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.requests import TEMPLATE

Screen = Callable[[], str]


def test_a_new_profile_is_the_template_for_its_owner_alone(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    profile.make(path)
    assert json.loads(path.read_text()) == TEMPLATE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "profile check" in screen()


def test_a_profile_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    path.write_text("mine")
    with pytest.raises(Stop, match="left as it is") as refusal:
        profile.make(path)
    assert refusal.value.code is Exit.USAGE
    assert path.read_text() == "mine"


def test_a_profile_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="cannot be written"):
        profile.make(tmp_path / "nowhere" / "me.json")


def test_the_blank_template_is_told_what_it_misses(tmp_path: Path, screen: Screen) -> None:
    profile.make(tmp_path / "me.json")
    with pytest.raises(Stop, match=r"profile\.first_name") as refusal:
        profile.check(tmp_path / "me.json")
    assert refusal.value.code is Exit.USAGE


def test_a_profile_that_will_do_is_told_what_forms_ask_beside(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}))
    profile.check(path)
    assert "can be applied with" in screen()
    assert "would have you asked: phone, location" in screen()


def test_names_that_no_form_is_filled_from_are_told(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    ada = {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}
    path.write_text(json.dumps({**ada, "pronouns": "she/her", "prefered_name": "Ada", "[b]": "x"}))
    profile.check(path)
    assert "can be applied with" in screen()
    assert "unknown, and never filled in: prefered_name, [b] empty" in screen()


@pytest.mark.parametrize(
    ("phone", "doubted"),
    [("12", True), ("+1 555 0100 ext. 12345678", True), ("+1 (555) 010-0199", False), ("030 901820", False)],
)
def test_a_phone_that_nobody_could_call_is_told(phone: str, doubted: bool, tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    ada = {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}
    path.write_text(json.dumps({**ada, "phone": phone}))
    profile.check(path)
    assert (f"does not look like a number that can be called: {phone}" in screen()) is doubted


def test_a_path_with_brackets_is_told_as_it_is(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "[bold]me[/].json"
    path.parent.mkdir(parents=True)
    profile.make(path)
    assert str(path) in screen()
