"""An address line is cut into its street and its house's number only where it plainly has one of each."""

from __future__ import annotations

import pytest

from ghosthands.domain import streets
from ghosthands.domain.profile import flatten


@pytest.mark.parametrize(
    ("line", "street", "number"),
    [
        ("Musterstraße 12", "Musterstraße", "12"),
        ("Musterstr. 12a", "Musterstr.", "12a"),
        ("Am Alten Markt 3-5", "Am Alten Markt", "3-5"),
        ("Straße des 17. Juni 135", "Straße des 17. Juni", "135"),
        ("Calle Mayor, 7", "Calle Mayor", "7"),
        ("Via Roma nr. 4", "Via Roma", "4"),
        ("ul. Długa 12/3", "ul. Długa", "12/3"),
        ("Rua do Ouro, nº 20", "Rua do Ouro", "20"),
        ("12 rue de la Paix", "rue de la Paix", "12"),
        ("12 bis, avenue Foch", "avenue Foch", "12 bis"),
        ("221B Baker Street", "Baker Street", "221B"),
    ],
)
def test_a_street_and_its_number_are_told_apart(line: str, street: str, number: str) -> None:
    assert streets.split(line) == (street, number)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "12",
        "Musterstraße",
        "12 Main Street Apt 4",
        "Main Street Apt 4",
        "PO Box 12",
        "Postfach 12",
        "5th Avenue 12 Floor 3",
        "10 Downing Street, London",
        "Rua A, 123, 4 esq",
        "Highway 61",
        "Musterstraße 12, Hinterhaus",
        "Quadra 4 Lote 12, 5",
    ],
)
def test_other_lines_stay_whole(line: str) -> None:
    assert streets.split(line) is None


def test_a_profile_implies_both() -> None:
    known = flatten({"address_line1": "Musterstraße 12"})

    assert (known["profile.address_street"], known["profile.address_house_number"]) == ("Musterstraße", "12")
    assert "profile.address_street" not in flatten({"address_line1": "PO Box 12"})
