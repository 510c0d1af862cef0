"""Boxes whose names mislead, or are all there is: a name decides where the label doesn't speak of something else.

`thin_evidence.txt` has a page below each "#", and a box a line: label, name, kind, autocomplete and the key that it
takes, "-" for none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.refusal import refusals
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_left_alone import key
from tests.unit.libs.planning.test_matching import field

COUNTRIES = ("Austria", "Belgium", "Brazil", "Canada", "Denmark", "France", "Germany", "Italy")
PROVINCES = ("Alberta", "Ontario", "Quebec")
LINES = Path(__file__).with_suffix("").with_name("thin_evidence.txt").read_text(encoding="utf-8").splitlines()


def list_pages() -> Iterator[tuple[str, list[list[str]]]]:
    title = ""
    for is_title, lines in groupby(LINES, lambda line: line.startswith("#")):
        if is_title:
            (title,) = lines
        else:
            yield title.removeprefix("# "), [[part.strip() for part in line.split("|")] for line in lines]


def box(at: int, label: str, name: str, kind: str, token: str) -> FieldModel:
    offered = (PROVINCES if name == "State" else COUNTRIES) if kind == FieldKind.SELECT else ()
    return field(label, FieldKind(kind), id=f"f{at}", name=name, autocomplete=token, options=offered)


PAGES = dict(list_pages())


@pytest.mark.parametrize("title", PAGES)
def test_a_box_takes_what_its_label_asks_for_whatever_its_name(title: str) -> None:
    boxes = [box(at, *line[:-1]) for at, line in enumerate(PAGES[title])]
    page = page_model(*boxes)
    matches, left = match_page(page), refusals(page)
    taken = {each.label: matches[each.id].key for each in boxes if each.id in matches and each.id not in left}
    assert taken == {line[0]: line[-1] for line in PAGES[title] if line[-1] != "-"}


@pytest.mark.parametrize(
    "label",
    [
        "Adresse du magasin",
        "Ville de la société",
        "Code postal du chantier",
        "Ciudad de la sucursal",
        "Indirizzo dell'evento",
        "Città della sede",
        "Endereço do imóvel",
        "Ort der Tätigkeit",
        "Postleitzahl der Baustelle",
        "Plaats van het evenement",
        "Adress till arbetsplatsen",
        "Adreça de l'establiment",
    ],
)
def test_a_place_of_something_that_is_not_known_is_left(label: str) -> None:
    assert key(label) is None


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Adresse de résidence", "profile.address_line1"),
        ("Adresse de votre domicile", "profile.address_line1"),
        ("Adresse du candidat", "profile.address_line1"),
        ("Adresse de facturation", "profile.address_line1"),
        ("Ciudad de residencia actual", "profile.location.city"),
        ("Dirección del domicilio", "profile.address_line1"),
        ("Código postal de envío", "profile.location.zip"),
        ("Indirizzo dell'abitazione", "profile.address_line1"),
        ("Comune di residenza", "profile.location.city"),
        ("Endereço de correspondência", "profile.address_line1"),
        ("Postleitzahl des Wohnorts", "profile.location.zip"),
        ("Adresse für den Versand", "profile.address_line1"),
        ("Adres van de kandidaat", "profile.address_line1"),
        ("Adresse til faktura", "profile.address_line1"),
        ("Adresa de domiciliu", "profile.address_line1"),
        ("Dirección de correo electrónico", "profile.email"),
    ],
)
def test_a_place_of_a_residence_a_bill_or_the_applicant_is_the_applicants(label: str, expected: str) -> None:
    assert key(label) == expected


def test_the_rest_of_a_things_address_is_left_too() -> None:
    labels = ("Adresse", "Adresse du chantier", "Code postal", "Ville")
    boxes = [box(at, label, "", "text", "") for at, label in enumerate(labels)]
    assert match_page(page_model(*boxes)).keys() == {"f0"}


@pytest.mark.parametrize("name", ["apbct__email_id__gravity_form_26", "apbct__email_id__wp_contact_form_7_79"])
def test_a_trap_that_only_its_name_betrays_is_left(name: str) -> None:
    assert key(name=name) is None


def test_a_dialling_code_typed_beside_a_mobile_number_is_no_number() -> None:
    assert key(name="mobile_country_code", dom_id="mobile_country_code_contact_us") is None
    assert key("Country code and phone number") == "profile.phone"
