"""A form that takes a payment: what it asks for a card is nobody's to answer here."""

from __future__ import annotations

import pytest

from ghosthands.domain.questions import question_key
from ghosthands.planning.cards import asks_for_a_card
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_context import field


def test_what_a_paying_form_asks_for_a_card_is_neither_asked_nor_answered() -> None:
    asked = [
        field(each, id=each, required=True, form=1) for each in ("Card number", "CVC", "Name on card", "Expiry date")
    ]
    answer = f"answers.{question_key('Card number')}"
    made = plan(page_model(*asked), Known(keys={answer}), action_id=str)
    assert {each.field_id: each.reason for each in made.left_alone} == {each.id: "payment" for each in asked}


def test_an_account_to_be_paid_to_is_asked_for_as_before() -> None:
    made = plan(page_model(field("IBAN", id="iban", required=True)), Known(keys=set()), action_id=str)
    assert [each.field_id for each in made.unanswered] == ["iban"]


@pytest.mark.parametrize(
    "label",
    ["Credit card number *", "CVV", "Kartennummer", "Numéro de carte bancaire", "Número de tarjeta", "Numer karty"],
)
def test_a_card_is_known_by_its_number_or_its_code(label: str) -> None:
    assert asks_for_a_card(label, "")


@pytest.mark.parametrize(
    "label", ["Green card number", "ID card number", "Membership card number", "Name on card", "CV"]
)
def test_other_cards_pay_nothing(label: str) -> None:
    assert not asks_for_a_card(label, "")
