"""Boxes that a page's disabled button waits for, though they are not required."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ghosthands.domain.page import ButtonModel, ButtonRole, FieldKind, FieldModel, FieldState, Locator, PageModel
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.questions import question_key
from tests.unit.libs.planning.test_plan import field, page, planned, resume

TERMS = "Ik geef toestemming voor het verwerken van mijn gegevens voor deze sollicitatie"
OTHER = "I agree to a background check"
OFFER = "I agree to receive your newsletter"
PLAIN = "I like cats"


def boxes(*labels: str, **more: Any) -> tuple[FieldModel, ...]:
    return tuple(field(label, FieldKind.CHECKBOX, **more) for label in labels)


def waiting(*fields: FieldModel) -> PageModel:
    button = ButtonModel(
        id="send", locator=Locator("#s"), text="Submit application", role=ButtonRole.SUBMIT, enabled=False
    )
    return replace(page(*fields), buttons=(button,))


NAME = field("First name", required=True, state=FieldState.FILLED)


def test_the_terms_of_applying_are_agreed_to_and_nothing_else() -> None:
    asked = boxes(TERMS, OTHER, OFFER, PLAIN)
    made = planned(waiting(NAME, *asked), only=[one.id for one in asked])
    assert [(one.field_id, one.kind, one.key) for one in made.actions] == [(TERMS, ActionKind.CHECK, "constant.yes")]
    assert not made.unclear


@pytest.mark.parametrize(
    ("labels", "asked"), [((OTHER, OFFER, PLAIN), [OTHER]), ((OFFER, PLAIN), [OFFER]), ((PLAIN,), [])]
)
def test_another_agreement_is_asked_about(labels: tuple[str, ...], asked: list[str]) -> None:
    made = planned(waiting(NAME, *boxes(*labels)), only=labels)
    assert not made.actions
    assert [one.field_id for one in made.unclear] == asked


def test_a_box_is_left_alone_while_anything_else_may_enable_the_button() -> None:
    by_filling = planned(waiting(field("First name"), *boxes(TERMS)))
    assert [one.key for one in by_filling.actions] == ["profile.first_name"]
    assert not planned(waiting(replace(NAME, state=FieldState.EMPTY), *boxes(TERMS)), only=[TERMS]).actions
    without_resume = replace(waiting(NAME, *boxes(TERMS)), file_inputs=(resume(required=True),))
    assert not planned(without_resume, only=[TERMS]).actions
    assert not planned(page(NAME, *boxes(TERMS)), only=[TERMS]).actions


def test_a_box_that_a_human_left_stays_as_it_is() -> None:
    asked = waiting(NAME, *boxes(TERMS))
    assert not planned(asked, only=[TERMS], by_human=frozenset({TERMS})).actions
    assert not planned(asked, only=[TERMS], skipped=frozenset({question_key(TERMS)})).actions
    assert not planned(waiting(NAME, *boxes(TERMS, locked=True)), only=[TERMS]).actions
