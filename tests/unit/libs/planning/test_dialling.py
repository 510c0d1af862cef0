"""Which country's a phone number is, and its number there."""

from __future__ import annotations

import pytest

from ghosthands.planning.choosing import dialling


@pytest.mark.parametrize(
    ("text", "code", "national"),
    [
        ("+1 (555) 010-2345", "1", "5550102345"),
        ("1-555-010-2345", "1", "5550102345"),
        ("+49 (0)151 12345678", "49", "15112345678"),
        ("0044 20 7946 0018", "44", "2079460018"),
        ("+353 1 234 5678", "353", "12345678"),
        ("+39 06 1234567", "39", "061234567"),
        ("+590 590 12 34 56", "590", "590123456"),
        ("+999 123 4567", "999", "1234567"),
        ("+44", "44", ""),
        ("+", "", ""),
        ("0151 12345678", "", "015112345678"),
        ("5550102345", "", "5550102345"),
        ("15112345678", "", "15112345678"),
    ],
)
def test_a_number_is_taken_apart_where_it_says_its_country(text: str, code: str, national: str) -> None:
    assert dialling.read(text) == dialling.PhoneNumber(code, national)


@pytest.mark.parametrize("behind", [" ext. 12", " x12", " #12", ",12", ";ext=12", " доб. 12", " / Durchwahl 12"])
def test_an_extension_is_no_part_of_the_number(behind: str) -> None:
    number = dialling.read(f"+1 512 555 0100{behind}")
    assert (number.digits, number.national, number.extension) == ("15125550100", "5125550100", "12")
    assert not number.is_same(dialling.read("+1 512 555 0100"))
    assert not number.is_same(dialling.read("+1 512 555 010012"))
    assert number.is_same(dialling.read("(512) 555-0100 x 12"))


def test_a_word_behind_a_number_is_no_extension() -> None:
    assert dialling.read("512 555 0100 (mobile)") == dialling.read("512 555 0100")


def test_a_code_shown_before_it_counts_unless_the_number_states_one() -> None:
    assert dialling.read("020 7946 0018", "44").code == "44"
    assert dialling.read("+1 555 010 2345", "44").code == "1"


def test_a_number_shows_nothing_of_itself() -> None:
    assert repr(dialling.read("+1 555 010 2345")) == "PhoneNumber()"


@pytest.mark.parametrize(
    ("text", "code", "national"),
    [
        ("+1 (512) 555-0100", "1", "5125550100"),
        ("+49 0170 1234567", "49", "1701234567"),
        ("+49 (0)170 1234567", "49", "1701234567"),
        ("+39 06 6982 1234", "39", "0669821234"),
    ],
)
def test_a_valid_number_has_a_national_one_without_what_is_dialled_only_at_home(
    text: str, code: str, national: str
) -> None:
    assert dialling.read_valid(text) == dialling.PhoneNumber(code, national)


@pytest.mark.parametrize(
    "text",
    ["+1 512 555 0100 ext. 12", "+1 512 555 0100 #12", "+1 512 555 010", "512 555 0100", "+7 8 495 123 4567", "+", ""],
)
def test_what_is_not_plainly_one_valid_number_has_none(text: str) -> None:
    assert dialling.read_valid(text) is None
