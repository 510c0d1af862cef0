"""Which way round a field asks for what the profile says."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, FieldState, Locator, OptionModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.questions import question_key
from ghosthands.planning.known import Known
from ghosthands.planning.negation import turn
from ghosthands.planning.plan import PagePlan, plan
from ghosthands.planning.questions.classes import Asks
from ghosthands.planning.signals import Signals

from .test_plan import page

NEEDS = "profile.requires_sponsorship"
WORKED = "profile.previously_employed"
VETERAN = "profile.eeo.veteran"
YES_OR_NO = (OptionModel("Yes"), OptionModel("No"))


def radio(label: str, **more: Any) -> FieldModel:
    return FieldModel(
        **{"id": "f", "locator": Locator("#f"), "kind": FieldKind.RADIO, "label": label, "options": YES_OR_NO, **more}
    )


def planned(field: FieldModel, values: dict[str, str], **known: Any) -> PagePlan:
    return plan(page(field), Known(list(values), values=values, **known), action_id=lambda field_id: f"do-{field_id}")


@pytest.mark.parametrize(
    ("label", "key", "way"),
    [
        ("Will you require visa sponsorship?", NEEDS, Asks.PLAIN),
        ("I do NOT require visa sponsorship", NEEDS, Asks.TURNED),
        ("I don't need sponsorship now or in the future", NEEDS, Asks.TURNED),
        ("Will you require sponsorship, whether or not you live here?", NEEDS, Asks.PLAIN),
        ("Do you need sponsorship? You do not have to answer.", NEEDS, Asks.PLAIN),
        ("We do not discriminate. Do you require sponsorship?", NEEDS, Asks.PLAIN),
        ("Can you work without visa sponsorship?", NEEDS, Asks.TURNED),
        ("I do not say that I will never need sponsorship", NEEDS, Asks.UNCLEAR),
        ("Ich benötige kein Visum", NEEDS, Asks.TURNED),
        ("Nie potrzebuję sponsorowania wizy", NEEDS, Asks.TURNED),
        ("Jag behöver inte visumsponsring", NEEDS, Asks.TURNED),
        ("I have never worked for Acme", WORKED, Asks.TURNED),
        ("I do not have a non-compete", "profile.non_compete", Asks.TURNED),
        ("Are you not a protected veteran?", VETERAN, Asks.UNCLEAR),
        ("Are you a protected veteran?", VETERAN, Asks.PLAIN),
        ("Why not tell us your city?", "profile.location.city", Asks.PLAIN),
    ],
)
def test_the_sentence_that_asks_tells_which_way_round(label: str, key: str, way: Asks) -> None:
    assert turn(label, key, Signals.of(radio(label))) is way


def test_the_opposite_is_part_of_the_plan() -> None:
    (action,) = planned(radio("I do NOT require visa sponsorship", required=True), {NEEDS: "no"}).actions
    assert (action.key, action.negated) == (NEEDS, True)


@pytest.mark.parametrize("value", ["H-1B transfer", "only later, but then yes"])
def test_what_is_no_plain_yes_or_no_is_not_turned_round(value: str) -> None:
    made = planned(radio("I do NOT require visa sponsorship", required=True), {NEEDS: value})
    assert (made.actions, len(made.unanswered)) == ((), 1)


def test_a_text_asked_in_the_negative_is_not_answered_by_the_profile() -> None:
    made = planned(radio("I do NOT require sponsorship because", kind=FieldKind.TEXTAREA, options=()), {NEEDS: "no"})
    assert [one.reason for one in made.left_alone] == ["asked_in_the_negative"]


def box(**more: Any) -> FieldModel:
    return radio("I am willing to relocate", kind=FieldKind.CHECKBOX, options=(), **more)


OWN = f"answers.{question_key('I am willing to relocate')}"


@pytest.mark.parametrize("answer", ["Yes", "No"])
def test_a_plain_answer_goes_into_a_box(answer: str) -> None:
    (action,) = planned(box(), {OWN: answer}).actions
    assert isinstance(action, PlannedAction)
    assert (action.kind, action.key) == (ActionKind.CHECK, OWN)


def test_an_answer_that_is_neither_is_asked_even_where_the_form_does_not_insist() -> None:
    made = planned(box(), {OWN: "It depends on the city"})
    assert (made.actions, [one.field_id for one in made.unclear]) == ((), ["f"])


@pytest.mark.parametrize("state", FieldState)
def test_a_box_that_a_human_saw_to_stays_as_it_is(state: FieldState) -> None:
    made = planned(box(state=state), {OWN: "It depends"}, by_human=["f"])
    assert [one.reason for one in made.left_alone] == ["by_human"]


def test_a_wording_that_nobody_knows_is_unclear_though_the_name_tells_the_key() -> None:
    label = "Does the idea of uprooting your household put fear in you?"
    field = FieldModel(id="f", locator=Locator("#f"), kind=FieldKind.RADIO, label=label)
    assert turn(label, "profile.willing_to_relocate", Signals.of(field)) is Asks.UNCLEAR
