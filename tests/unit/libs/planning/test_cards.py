"""A form that takes a payment: what it asks for a card is nobody's to answer here."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldModel
from ghosthands.domain.questions import question_key
from ghosthands.planning.cards import find_paying, is_cards_frame, takes_a_payment
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_context import field


def test_what_a_paying_form_asks_for_a_card_is_neither_asked_nor_answered() -> None:
    asked = [
        field(each, id=each, required=True, form=1) for each in ("Card number", "CVC", "Name on card", "Expiry date")
    ]
    answer = f"answers.{question_key('Card number')}"
    page = page_model(*asked, paying=(("", 1),))
    made = plan(page, Known(keys={answer}), action_id=str)
    assert {each.field_id: each.reason for each in made.left_alone} == {each.id: "payment" for each in asked}


def test_an_account_to_be_paid_to_is_asked_for_as_before() -> None:
    made = plan(page_model(field("IBAN", id="iban", required=True)), Known(keys=set()), action_id=str)
    assert [each.field_id for each in made.unanswered] == ["iban"]


def test_an_ordinary_form_with_another_card_is_asked_about_it_and_filled() -> None:
    asked = [
        field("First name", id="first", required=True, form=1),
        field("Last name", id="last", required=True, form=1),
        field("Email", id="email", required=True, form=1),
        field("Card number", id="card", required=True, form=1, section="CSCS card"),
        field("Expiry date", id="expiry", required=True, form=1, section="CSCS card"),
    ]
    keys = {"profile.first_name", "profile.last_name", "profile.email"}
    made = plan(page_model(*asked), Known(keys=keys), action_id=str)
    assert not find_paying((("", 1), each) for each in asked)
    assert [each.field_id for each in made.actions] == ["first", "last", "email"]
    assert [each.field_id for each in made.unanswered] == ["card", "expiry"]


@pytest.mark.parametrize(
    "label",
    [
        "Credit card number *",
        "Credit or debit card number",
        "CVV",
        "CVC (3 digits)",
        "CVC/CVV",
        "Kreditkartennummer",
        "Numéro de carte bancaire",
        "Número de tarjeta de crédito",
        "Numer karty płatniczej",
    ],
)
def test_a_card_that_pays_is_known_by_its_number_or_its_code(label: str) -> None:
    assert takes_a_payment([field(label)])


@pytest.mark.parametrize("token", ["cc-number", "cc-csc"])
def test_a_card_that_pays_is_known_by_its_token(token: str) -> None:
    assert takes_a_payment([field("Number", autocomplete=token)])


NUMBERS = (
    "Card number",
    "Card no.",
    "Kartennummer",
    "Numéro de carte",
    "Número de tarjeta",
    "Numero della carta",
    "Número do cartão",
    "Kaartnummer",
    "Kortnummer",
    "Kortin numero",
    "Numer karty",
    "Číslo karty",
    "カード番号",
)


@pytest.mark.parametrize("label", NUMBERS)
def test_the_number_of_some_card_alone_pays_nothing(label: str) -> None:
    assert not takes_a_payment([field("First name"), field(label), field("Expiry date")])
    assert not takes_a_payment([field(label), field("Expiry date", placeholder="DD/MM/YYYY")])


@pytest.mark.parametrize("label", NUMBERS)
@pytest.mark.parametrize(
    "beside",
    [
        field("Security code"),
        field("CSC"),
        field("Name on card"),
        field("Karteninhaber"),
        field("Nom sur la carte"),
        field("Expires", autocomplete="cc-exp"),
        field("Expiry date", placeholder="MM/YY"),
        field("Gültig bis (MM/JJ)"),
        field("Date d'expiration", placeholder="MM / AA"),
    ],
)
def test_a_cards_number_pays_beside_what_only_payment_cards_have(label: str, beside: FieldModel) -> None:
    assert takes_a_payment([field(label), beside])


@pytest.mark.parametrize(
    "label",
    [
        "Green card number",
        "ID card number",
        "Membership card number",
        "Name on card",
        "CV",
        "CSC",
        "CVC: certificate",
        "Expires MM/YY",
    ],
)
def test_other_cards_pay_nothing(label: str) -> None:
    assert not takes_a_payment([field(label)])


@pytest.mark.parametrize(
    "said",
    [
        "Secure card payment input frame __privateStripeFrame4125",
        "Secure payment input frame",
        "Iframe for secured card number",
        "Secure Credit Card Frame - CVV braintree-hosted-field-cvv",
        "checkout-frames-cardNumber",
        "Kartennummer",
        "Cadre de saisie sécurisé pour le paiement par carte",
    ],
)
def test_a_frame_says_that_it_asks_for_a_card(said: str) -> None:
    assert is_cards_frame(said)


@pytest.mark.parametrize(
    "said",
    ["", "Greenhouse Job Board grnhse_iframe", "Job application: Payments engineer", "Business card design", "Map"],
)
def test_another_frame_does_not(said: str) -> None:
    assert not is_cards_frame(said)
