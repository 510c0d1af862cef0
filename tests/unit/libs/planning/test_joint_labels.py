"""One box takes all that its label names; of a row of boxes with one label each takes its part."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator, PageModel, PageType
from ghosthands.planning.page_matching import match_page


def box(label: str, name: str = "", placeholder: str = "", kind: FieldKind = FieldKind.TEXT, at: int = 0) -> FieldModel:
    return FieldModel(
        id=f"f{at}", locator=Locator(css=f"#f{at}"), kind=kind, label=label, name=name, placeholder=placeholder
    )


def keys(*boxes: Sequence[str]) -> list[str | None]:
    """The keys of boxes, each a label, a name and a placeholder."""
    fields = tuple(box(*each, at=at) for at, each in enumerate(boxes))
    page = PageModel(
        url="https://jobs.example.com",
        platform="generic",
        page_type=PageType.FORM,
        fingerprint="f",
        fields=fields,
    )
    found = match_page(page)
    return [found[field.id].key.removeprefix("profile.") if field.id in found else None for field in fields]


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Postleitzahl/Wohnort", "location.zip_and_city"),
        ("PLZ & Stadt", "location.zip_and_city"),
        ("Código postal y ciudad", "location.zip_and_city"),
        ("Straße, Hausnummer, PLZ, Ort", "address_full"),
        ("Adresse (Straße, PLZ, Ort)", "address_full"),
        ("Rue, code postal et ville", "address_full"),
        ("Ulica, kod pocztowy, miasto", "address_full"),
        ("Full address including postcode", "address_full"),
        ("Adresse inkl. PLZ", "address_full"),
        ("Ville et pays", "location.full"),
        ("Stadt / Land", "location.full"),
        ("Città, Paese", "location.full"),
        ("Straße und Hausnummer", "address_line1"),
        ("Street / Road", "address_line1"),
        ("State / Province", "location.state"),
        ("Town / City", "location.city"),
        ("Country / Region", "location.country"),
        ("Full legal name (last, first)", "full_name_last_first"),
        ("Name (Last, First)", "full_name_last_first"),
        ("Last name, first name", "full_name_last_first"),
        ("Name, Vorname", "full_name_last_first"),
        ("Nachname, Vorname", "full_name_last_first"),
        ("Nom, prénom", "full_name_last_first"),
        ("Apellidos, nombre", "full_name_last_first"),
        ("Full name (first, last)", "full_name"),
        ("First and last name", "full_name"),
        ("Nom et prénom", "full_name"),
        ("Vor- und Nachname", "full_name"),
        ("Address of your school, city", None),
        ("Employer's street, city", None),
        ("Straße, PLZ, Ort der Firma", None),
    ],
)
def test_one_box_takes_what_its_label_names(label: str, key: str | None) -> None:
    assert keys([label]) == [key]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([["PLZ / Ort"], [""]], ["location.zip", "location.city"]),
        ([["Post code / Town", "a6"], ["", "a7"]], ["location.zip", "location.city"]),
        ([["PLZ, Ort", "plz"], ["", "ort"]], ["location.zip", "location.city"]),
        ([["Straße / Nr."], [""]], ["address_street", "address_house_number"]),
        ([["Vorname / Nachname"], [""]], ["first_name", "last_name"]),
        ([["Name, Vorname"], ["Name, Vorname"]], ["last_name", "first_name"]),
        ([["Street, ZIP, City"], [""], [""]], ["address_line1", "location.zip", "location.city"]),
        # the second box says what it takes, which is not what the label has in its place
        ([["PLZ / Ort"], ["", "email"]], ["location.zip_and_city", "email"]),
        ([["PLZ / Ort"], ["Telefon"]], ["location.zip_and_city", "phone"]),
        ([["PLZ / Ort"], ["", "", "Land"]], ["location.zip_and_city", "location.country"]),
    ],
)
def test_each_box_of_a_row_takes_its_part(row: list[list[str]], expected: list[str | None]) -> None:
    assert keys(*row) == expected


def test_a_street_beside_its_number_is_the_street_alone() -> None:
    assert keys(["Straße"], ["Hausnummer"], ["PLZ"]) == ["address_street", "address_house_number", "location.zip"]
    assert keys(["Street number"], ["Street name"]) == ["address_house_number", "address_street"]


@pytest.mark.parametrize(
    ("street", "number"),
    [
        ("Straat", "Huisnummer (met toevoeging)"),
        ("Straat", "Huisnummer incl. toevoeging"),
        ("Straat", "Huisnr. + toev."),
        ("Straße", "Hausnummer mit Zusatz"),
        ("Street name", "House number (incl. addition)"),
        ("Sokak", "Kapı No"),
        ("Street", "No."),
        ("Straße", "Nr."),
        ("Rue", "Numéro"),
        ("Rue", "N°"),
        ("Calle", "Nº"),
        ("Rua", "Número"),
        ("Ulica", "Numer"),
    ],
)
def test_a_number_behind_a_street_is_the_houses_also_with_its_addition(street: str, number: str) -> None:
    assert keys([street], [number]) == ["address_street", "address_house_number"]


def test_a_number_that_is_not_next_behind_a_street_is_not_the_houses() -> None:
    assert keys(["Street"], ["City"], ["No."]) == ["address_line1", "location.city", None]
    assert keys(["No."], ["Street"]) == [None, "address_line1"]


def test_a_house_number_without_a_street_is_not_the_applicants() -> None:
    assert keys(["Postcode"], ["House number"]) == ["location.zip", None]


def test_an_address_beside_a_town_is_its_first_line() -> None:
    assert keys(["Address (street, city)"], ["Town"]) == ["address_line1", "location.city"]
