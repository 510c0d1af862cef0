"""What VALET's people say is understood, whichever way it is put."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.contract.answer import HumanAnswer
from ghosthands.contract.body import Invalid, read
from ghosthands.contract.tolerant_answer import adapt_answer
from ghosthands.domain.human import Resolution

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
LOGIN = {"username": "ada", "password": "correct horse"}


def said(**body: Any) -> HumanAnswer:
    return read(HumanAnswer, adapt_answer({"job_id": JOB, **body}))


@pytest.mark.parametrize(
    ("body", "resolution"),
    [
        ({}, Resolution.DONE),
        ({"resolved_by": "human"}, Resolution.DONE),
        ({"notes": "CAPTCHA manually solved by user"}, Resolution.DONE),
        ({"resolution_type": None, "resolution_data": None, "notes": ""}, Resolution.DONE),
        ({"resolution_type": "manual"}, Resolution.DONE),
        ({"resolution_type": "skip"}, Resolution.SKIP),
        ({"resolution_type": "code_entry", "resolution_data": {"code": "123456"}}, Resolution.CODE),
        ({"resolution_data": {"code": "123456"}}, Resolution.CODE),
        ({"resolution_data": "123456"}, Resolution.CODE),
        ({"resolution_type": "credentials", "resolution_data": LOGIN}, Resolution.CREDENTIALS),
        ({"resolution_data": LOGIN}, Resolution.CREDENTIALS),
        ({"resolution": "skip", "resolution_type": "manual"}, Resolution.SKIP),
    ],
)
def test_what_was_done_is_read_from_the_type_or_else_from_what_was_given(
    body: dict[str, Any], resolution: Resolution
) -> None:
    assert said(**body).resolution is resolution


@pytest.mark.parametrize("written", ["123456", "123 456", " 123-456 ", 123456, "123–456"])
def test_a_code_is_its_letters_and_digits_however_it_is_written(written: object) -> None:
    answer = said(resolution_type="code_entry", resolution_data={"code": written})
    assert answer.code is not None
    assert answer.code.get_secret_value() == "123456"


def test_a_code_is_shown_to_nobody() -> None:
    assert "123456" not in repr(said(resolution_data={"code": "123456"}))


def test_the_name_to_sign_in_with_may_be_an_email_address() -> None:
    answer = said(resolution_type="credentials", resolution_data={"email": "ada@x.example", "password": "p w"})
    assert answer.credentials is not None
    assert (answer.credentials.username, answer.credentials.secret) == ("ada@x.example", "p w")


@pytest.mark.parametrize("name", ["notes", "resolution_notes"])
def test_what_a_reviewer_changed_is_read_from_the_note(name: str) -> None:
    note = 'Approved. Field overrides: {"Why us?": "Because {so}.", "years": 4, "drive": true, "none": null} thanks }'
    answer = said(**{name: note})
    assert answer.resolution is Resolution.DONE
    assert answer.values == {"Why us?": "Because {so}.", "years": "4", "drive": "Yes"}


def test_a_note_may_say_it_line_by_line() -> None:
    answer = said(notes="Approved.\nField overrides:\n- Why us?: Because: so\nyears: 4\n\nthanks: all")
    assert answer.values == {"Why us?": "Because: so", "years": "4"}


@pytest.mark.parametrize("note", ["Field overrides: []", "Field overrides:", "Field overrides: {}", "{}"])
def test_a_note_without_overrides_changes_nothing(note: str) -> None:
    assert said(notes=note).values == {}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"resolution_type": "dance"}, "resolution"),
        ({"resolution_type": "credentials"}, "credentials.username"),
        ({"resolution_type": "code_entry", "resolution_data": {"code": "12;34"}}, "code"),
        ({"notes": "Field overrides: {broken"}, "notes"),
        ({"notes": "Approved.\nField overrides: a = b"}, "notes"),
    ],
)
def test_what_says_nothing_is_refused(body: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refusal:
        said(**body)
    assert field in {reason.field for reason in refusal.value.reasons}
