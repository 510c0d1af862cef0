"""Addresses that are not where the applicant lives: one that is given if it differs, and that of who gets a bill."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind
from ghosthands.planning.context import FormPart
from tests.unit.libs.planning.test_context import field, keys, numbered, part_of

OWN = (("First name", "You"), ("Last name", "You"), ("E-mail", "You"))


@pytest.mark.parametrize(
    "heading",
    [
        "Permanent address (if different)",
        "Mailing address, if different from above",
        "Home address (if not the same as current)",
        "Postal address (if this is not the same)",
        "Postal address (unless the same as above)",
        "Postanschrift (falls abweichend)",
        "Abweichende Postanschrift",
        "Ständiger Wohnsitz, wenn anders als oben",
        "Adresse permanente (si différente)",
        "Dirección postal (si es diferente)",
        "Domicilio, en caso de ser distinto",
        "Indirizzo di domicilio (se diverso dalla residenza)",
        "Morada fiscal (se for diferente)",
        "Endereço, caso seja diferente",
        "Postadres (indien anders)",
        "Afwijkend postadres",
        "Adres korespondencyjny (jeśli inny niż zameldowania)",
        "Postadress (om annan än ovan)",
        "Postadresse (hvis forskellig fra ovenstående)",
        "Postadresse (hvis annen enn over)",
        "Postiosoite (jos eri kuin yllä)",
        "Korespondenční adresa (pokud se liší)",
        "Doručovacia adresa (ak je iná)",
        "Levelezési cím (ha eltérő)",
        "Adresa de corespondență (dacă diferă)",
        "İkamet adresi (farklıysa)",
        "Почтовый адрес (если отличается)",
        "Поштова адреса (якщо відрізняється)",
        "郵送先住所（現住所と異なる場合）",
        "通讯地址（如与上述不同）",
        "우편 주소 (다를 경우)",
    ],
)
def test_an_address_that_is_wanted_if_it_differs_takes_nothing_of_where_one_lives(heading: str) -> None:
    below = ("Street", "City", "Postcode", "Country", "Company")
    assert keys(*numbered(*OWN, *((label, heading) for label in below))).keys() == {"0", "1", "2"}
    assert part_of(field("City", FieldKind.SELECT, section=heading)) is FormPart.OTHER_THING
    assert part_of(field("City", section="Postal", around=(heading,))) is FormPart.OTHER_THING
    assert keys(field(heading, name="address", autocomplete="street-address")) == {}


@pytest.mark.parametrize("label", ["Phone (if different)", "Stadt (falls abweichend)", "Città (se diversa)"])
def test_a_box_for_what_differs_is_not_filled_with_what_is_the_same(label: str) -> None:
    assert keys(field(label, name="phone" if "Phone" in label else "city")) == {}


@pytest.mark.parametrize(
    "heading",
    [
        "Delivery address of invoice recipient",
        "Address of your landlord",
        "Address of the practice",
        "Lieferadresse des Rechnungsempfängers",
        "Adresse du destinataire de la facture",
        "Dirección del destinatario de la factura",
        "Indirizzo del destinatario della fattura",
        "Endereço do destinatário da fatura",
        "Adres van de factuurontvanger",
        "Adres odbiorcy faktury",
    ],
)
def test_an_address_of_somebody_takes_nothing_of_the_applicants(heading: str) -> None:
    below = ("Company", "Street", "City", "Phone", "Name")
    assert keys(*numbered(*OWN, *((label, heading) for label in below))).keys() == {"0", "1", "2"}


@pytest.mark.parametrize(
    "heading",
    [
        "Permanent address",
        "Current address",
        "Address of residence",
        "Address of the applicant",
        "Postanschrift",
        "Adresse actuelle",
        "We are different",
        "If you want to make a difference",
    ],
)
def test_an_address_that_only_has_such_words_is_the_applicants(heading: str) -> None:
    assert keys(field("City", section=heading)) == {"f": "profile.location.city"}


@pytest.mark.parametrize("heading", ["Preferred name (if different)", "Legal name, if different from above"])
def test_a_name_that_may_differ_is_the_applicants(heading: str) -> None:
    assert keys(field("City", section=heading)) == {"f": "profile.location.city"}


def test_who_is_called_otherwise_still_says_so() -> None:
    assert keys(field("Preferred name (if different)")) == {"f": "profile.preferred_name"}
