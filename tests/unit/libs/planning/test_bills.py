"""Who gets a bill: the customer of a shop, and nobody that is known where somebody applies."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import ButtonModel, ButtonRole, FieldModel, FileInputModel, FilePurpose, Locator, PageModel
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.refusal import refusals
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_context import field, numbered

OWN = (("First name", "About you"), ("Last name", "About you"), ("E-mail", "About you"))
HOME = (("Street", "Address"), ("City", "Address"))
CARD = tuple(
    (label, "Licence fee (optional – pay later possible)")
    for label in ("Cardholder name", "Card number", "Expiry", "CVC")
)
BILLED = ("First name", "Last name", "Street", "City", "ZIP")


def bill(heading: str, *labels: str) -> tuple[tuple[str, str], ...]:
    return tuple((label, heading) for label in labels or BILLED)


RESUME = FileInputModel(id="cv", locator=Locator("#cv"), label="CV", purpose=FilePurpose.RESUME)


def sends(text: str) -> ButtonModel:
    return ButtonModel(id="send", locator=Locator("#send"), text=text, role=ButtonRole.SUBMIT)


def applying(*asked: FieldModel) -> PageModel:
    """A page that takes a resume too."""
    return page_model(*asked, file_inputs=(RESUME,))


def filled(page: PageModel) -> set[str]:
    refused = refusals(page)
    return {field_id for field_id in match_page(page) if field_id not in refused}


@pytest.mark.parametrize(
    "heading",
    ["Billing address", "Rechnungsadresse", "Adresse de facturation", "Dirección de facturación", "Factuuradres"],
)
def test_a_bills_address_beside_a_card_is_payment_where_somebody_applies(heading: str) -> None:
    asked = numbered(*OWN, *CARD, *bill(heading))
    page = applying(*asked)
    assert filled(page) == {"0", "1", "2"}
    why = refusals(page)
    assert {why[str(at)] for at in range(len(OWN), len(asked))} == {"payment"}


@pytest.mark.parametrize("heading", ["Invoice details", "Rechnungsempfänger", "Coordonnées de facturation"])
def test_who_gets_a_bill_is_not_known_without_a_card_either(heading: str) -> None:
    assert filled(applying(*numbered(*OWN, *bill(heading, "Name", "Street", "City")))) == {"0", "1", "2"}


def test_the_street_that_was_asked_for_is_not_given_for_a_bill_again() -> None:
    asked = numbered(*OWN, *HOME, *CARD, *bill("Billing address", "Street", "City"))
    assert filled(applying(*asked)) == {"0", "1", "2", "3", "4"}


@pytest.mark.parametrize(
    "page",
    [
        page_model(*numbered(*OWN, *bill("Billing address")), platform="greenhouse"),
        page_model(*numbered(*OWN, *bill("Billing address")), buttons=(sends("Submit application"),)),
        page_model(*numbered(*OWN, *bill("Billing address")), buttons=(sends("Bewerbung absenden"),)),
        page_model(
            *numbered(*OWN, *bill("Billing address")), field("Expected salary", id="salary", section="Billing address")
        ),
    ],
)
def test_an_application_is_known_by_what_it_asks_and_sends(page: PageModel) -> None:
    assert filled(page) - {"salary"} == {"0", "1", "2"}


@pytest.mark.parametrize(
    "asked",
    [
        bill("Billing address"),
        (*bill("Billing address"), *CARD),
        (*CARD, *bill("Billing address")),
        (("E-mail", "Contact"), *CARD, *bill("Billing address")),
        (*bill("Shipping address"), *CARD),
        (*OWN, *CARD, *bill("Billing address", "Street", "City", "ZIP")),
    ],
)
def test_the_only_address_is_the_applicants_whatever_it_is_called(asked: tuple[tuple[str, str], ...]) -> None:
    fields = numbered(*asked)
    assert filled(applying(*fields)) == {each.id for each in fields if (each.label, each.section) not in CARD}


@pytest.mark.parametrize("card", [CARD, ()])
def test_a_shop_sends_its_bill_to_who_buys(card: tuple[tuple[str, str], ...]) -> None:
    fields = numbered(*OWN, *card, *bill("Billing address"))
    page = page_model(*fields, buttons=(sends("Place order"), sends("Apply now")))
    assert filled(page) == {each.id for each in fields if (each.label, each.section) not in card}


def test_a_posting_that_is_named_after_bills_is_no_bill() -> None:
    asked = numbered(*((label, "Billing Specialist") for label in ("First name", "Last name", "E-mail", "City")))
    assert filled(applying(*asked)) == {"0", "1", "2", "3"}
