"""Consent boxes in all languages, by wordings written before the rules that read them (`consents_fresh.txt`).

What is a term of applying is agreed to where it is required. What goes beyond applying is nobody's but the applicant's:
it stays off, is taken back where the page has ticked it, and is asked about where it is required.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, FieldState
from ghosthands.domain.plan import LeftAlone, PlannedAction, Unanswered
from ghosthands.planning.plan import FieldOutcome
from tests.unit.libs.planning.test_plan import field, outcomes, page, planned


class Wording(NamedTuple):
    """One line of the table."""

    language: str
    kind: str
    words: str


def _read_table() -> list[Wording]:
    lines = (Path(__file__).parent / "consents_fresh.txt").read_text().splitlines()
    return [Wording(*map(str.strip, line.split("|", 2))) for line in lines if line and not line.startswith("#")]


TABLE = _read_table()
TERMS = [one.words for one in TABLE if one.kind == "terms"]
BEYOND = [one.words for one in TABLE if one.kind == "beyond"]


def _box(words: str, **more: Any) -> FieldModel:
    return field(words, FieldKind.CHECKBOX, **more)


def _become(box: FieldModel) -> FieldOutcome:
    (one,) = outcomes(planned(page(box)))
    return one


@pytest.mark.parametrize("words", TERMS)
def test_the_terms_of_applying_are_agreed_to_where_they_are_required(words: str) -> None:
    made = _become(_box(words, required=True))
    assert isinstance(made, PlannedAction)
    assert made.key == "constant.yes"
    assert isinstance(_become(_box(words)), LeftAlone)


@pytest.mark.parametrize("words", BEYOND)
def test_what_goes_beyond_applying_is_off_or_asked(words: str) -> None:
    assert isinstance(_become(_box(words)), LeftAlone)
    taken_back = _become(_box(words, state=FieldState.FILLED))
    assert isinstance(taken_back, PlannedAction)
    assert taken_back.key == "constant.no"
    assert isinstance(_become(_box(words, required=True)), Unanswered)
    asked = planned(page(_box(words, required=True, state=FieldState.FILLED)))
    assert [one.field_id for one in asked.unclear] == [words], "nobody has chosen it but the page"
