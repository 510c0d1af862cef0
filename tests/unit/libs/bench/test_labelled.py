"""Our answers in the words of the labels, and Chromium's."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.bench import forms, labelled
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.labelled import Expected
from ghosthands.bench.match import MatchTally, read_prediction
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.testkit.story import page_model


def field(label: str, kind: FieldKind = FieldKind.TEXT, options: tuple[OptionModel, ...] = ()) -> FieldModel:
    return FieldModel(id=label, locator=Locator(f"#{label}"), kind=kind, label=label, options=options)


def test_every_option_of_a_group_has_the_groups_answer() -> None:
    options = (OptionModel("Yes", Locator("#yes")), OptionModel("No", Locator("#no")))
    asked = page_model(field("Are you over 18?", FieldKind.RADIO, options))
    assert [where.css for where, _ in labelled.understand(asked)] == ["#Are you over 18?", "#yes", "#no"]


def test_what_the_labels_have_no_word_for_is_other_and_what_is_refused_is_nothing() -> None:
    asked = page_model(field("Email"), field("Salary expectations"), field("Card number"))
    assert [key for _, key in labelled.make_answers(asked)] == ["email", "other", None]


def test_a_field_that_nothing_belongs_into_is_met_by_leaving_it_alone() -> None:
    card = Expected(css="#card", visible=True, canonical="cc_number")
    assert [card.is_met(key) for key in (None, "other", "cc_number", "phone")] == [True, True, True, False]


def test_an_alternative_answer_is_right_too() -> None:
    login = Expected(css="#login", visible=True, canonical="username", canonical_alt=("email",))
    assert [login.is_met(key) for key in ("username", "email", None, "phone")] == [True, True, False, False]


def test_chromiums_answer_is_its_overall_type() -> None:
    assert read_prediction("overall type: NAME_FIRST\nhtml type: HTML_TYPE_UNSPECIFIED") == "first_name"
    assert read_prediction("overall type: UNKNOWN_TYPE") is None
    assert read_prediction("") is None


def test_only_what_both_have_a_word_for_is_counted() -> None:
    tally = MatchTally()
    tally.count(Expected(css="a", visible=True, canonical="email"), "email", "phone")
    tally.count(Expected(css="b", visible=True, canonical="city"), None, "city")
    tally.count(Expected(css="c", visible=True, canonical="password"), "password", None)
    right, precise = tally.results("corpus")
    assert (right.ours, right.reference) == (50, 50)
    assert (precise.ours, precise.reference) == (100, 50)


def test_where_chromium_knows_nothing_there_is_nothing_to_compare() -> None:
    tally = MatchTally()
    tally.count(Expected(css="a", visible=True, canonical="email"), "email", None)
    assert tally.results("corpus") == []


def test_a_bench_without_its_pages_says_which_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GHOSTHANDS_FORMS_DIR", str(tmp_path))
    with pytest.raises(BenchFailed, match=r"expected\.jsonl is missing"):
        forms.find_folder("dev", "expected.jsonl")
