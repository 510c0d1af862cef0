"""Dates in whatever form: of a text, of a label, of a control."""

from __future__ import annotations

import pytest

from ghosthands.planning.choosing import dates


def test_a_date_may_begin_with_its_year_whatever_stands_between() -> None:
    for text in ("2027/03/04", "2027.03.04", "2027-03-04"):
        assert dates.parse(text) == dates.Day(2027, 3, 4)


def test_the_day_of_the_week_before_a_date_adds_nothing_to_it() -> None:
    for text in ("Thu Mar 04 2027", "Thursday, March 4, 2027", "thurs. 4 March 2027"):
        assert dates.parse(text) == dates.Day(2027, 3, 4)
    assert dates.parse("Sunday") is None


def test_a_month_is_written_in_words_where_a_format_has_room_for_them() -> None:
    day = dates.Day(2027, 2, 1)
    assert day.written("DD-MMM-YYYY") == "01-Feb-2027"
    assert day.written("d MMMM yyyy") == "01 February 2027"


def test_the_format_of_a_date_stands_in_the_words_of_its_label() -> None:
    assert dates.format_in("Available from (DD-MMM-YYYY)") == "DD-MMM-YYYY"
    assert dates.format_in("Start date, mm/yy") == "mm/yy"
    assert dates.format_in("Date of birth (YYYYMMDD)") == "YYYYMMDD"
    assert dates.format_in("Day, month and year") == ""
    assert dates.format_in("DD/MM/YYYY or MM/DD/YYYY") == ""


@pytest.mark.parametrize(
    ("shown", "spelled"),
    [
        ("TT.MM.JJJJ", "DD.MM.YYYY"),
        ("tt.mm.jjjj", "DD.MM.YYYY"),
        ("JJ/MM/AAAA", "DD/MM/YYYY"),
        ("GG.AA.YYYY", "DD.MM.YYYY"),
        ("PP.KK.VVVV", "DD.MM.YYYY"),
        ("ÅÅÅÅ-MM-DD", "YYYY-MM-DD"),
        ("MM.JJJJ", "MM.YYYY"),
        ("XX.XX.XXXX", ""),
        ("XXX-YYY-ZZZZ", ""),
        ("TT.MM.", ""),
        ("IT/HR", ""),
        ("AA-BBBB", ""),
        ("Datum", ""),
    ],
)
def test_a_format_may_be_spelled_in_any_language(shown: str, spelled: str) -> None:
    assert dates.spell_format(shown) == spelled


def test_a_format_in_the_words_of_a_label_may_be_spelled_in_its_language() -> None:
    assert dates.format_in("Eintrittstermin (TT.MM.JJJJ)") == "TT.MM.JJJJ"
    assert dates.format_in("Format: TT.MM.JJJJ.") == "TT.MM.JJJJ"
    assert dates.format_in("Gehalt p.a./mtl.") == ""


@pytest.mark.parametrize(
    ("language", "shown"),
    [("de", "DD.MM.YYYY"), ("de-AT", "DD.MM.YYYY"), ("fr", "DD/MM/YYYY"), ("sv", "YYYY-MM-DD"), ("", ""), ("x y", "")],
)
def test_a_language_has_a_format(language: str, shown: str) -> None:
    assert dates.format_of(language) == shown


def test_a_date_with_slashes_may_be_read_as_another() -> None:
    for text in ("04/03/2027", "04-03-2027"):
        assert dates.is_mistakable(text)
    for text in ("04.03.2027", "4. 3. 2027", "2027-03-04", "2027. 03. 04."):
        assert not dates.is_mistakable(text)


def test_eight_digits_are_a_date_with_the_year_first_or_last() -> None:
    assert dates.parse("20270201") == dates.Day(2027, 2, 1)
    assert dates.parse("01022027", dates.DAY_FIRST) == dates.Day(2027, 2, 1)
    assert dates.parse("01022027", dates.MONTH_FIRST) == dates.Day(2027, 1, 2)
    assert dates.parse("20270231") is None
    assert dates.parse("41555501") is None
