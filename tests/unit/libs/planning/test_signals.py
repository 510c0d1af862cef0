"""What a field says of itself, as comparable words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning.signals import Signals, identifier_words, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("First Name *", "first name"),
        ("E-mail (required)", "e mail"),
        ("Prénom (facultatif)", "prenom"),
        ("Adresse – Pflichtfeld", "adresse"),
        ("Don’t fill this", "dont fill this"),
        ("Your manager's name", "your manager name"),
        ("Nom de l’entreprise", "nom de l entreprise"),
        ("お名前（必須）", "お名前"),
        ("がくれき", "がくれき"),
        ("***", ""),
    ],
)
def test_a_label_becomes_plain_words(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("job_application[first_name]", "job application first name"),
        ("addressLine1", "address line 1"),
        ("name--legalName--firstName", "name legal name first name"),
        ("URLInput", "url input"),
        ("txtEMail", "txt e mail"),
    ],
)
def test_an_identifier_is_split_at_its_humps(identifier: str, expected: str) -> None:
    assert identifier_words(identifier) == expected


def signals(label: str) -> Signals:
    return Signals.of(FieldModel(id="f", locator=Locator("#f"), kind=FieldKind.TEXT, label=label))


def test_a_label_shown_twice_is_read_once() -> None:
    assert signals("City City").label == "city"


def test_a_long_label_is_headed_by_what_comes_before_its_explanation() -> None:
    asked = signals("Phone (please enter the number in international format, without blanks or brackets)")
    assert asked.title == "phone"
    assert asked.label.startswith("phone please enter")


def test_a_long_sentence_has_no_head() -> None:
    assert signals("Tell us about the last time you had to move a whole city to another country").title == ""


def test_an_option_that_stands_for_nothing_chosen_is_no_option() -> None:
    options = (OptionModel("Select…", placeholder=True), OptionModel("Yes"))
    asked = FieldModel(id="f", locator=Locator("#f"), kind=FieldKind.SELECT, options=options)
    assert Signals.of(asked).options == ("yes",)


@given(st.text(max_size=60))
def test_words_stand_one_blank_apart(text: str) -> None:
    once = words(text)
    assert once == once.strip()
    assert "  " not in once


@pytest.mark.parametrize(
    "label", ["Namn (frivilligt)", "Namn (obligatoriskt)", "Namn [pflichtfeld]", "Namn (opcjonalnie)"]
)
def test_what_marks_a_field_as_optional_is_no_part_of_its_name(label: str) -> None:
    assert words(label) == "namn"
