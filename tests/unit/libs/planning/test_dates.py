"""Dates in whatever form: of a text, of a label, of a control."""

from __future__ import annotations

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
    assert dates.format_in("Day, month and year") == ""
    assert dates.format_in("DD/MM/YYYY or MM/DD/YYYY") == ""
