"""Whether a control holds what was meant, however the page writes it."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.browser_host.page import values
from ghosthands.browser_host.page.values import Upload
from ghosthands.planning.choosing import dates


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        ("+1 (555) 010-2345", "555-010-2345"),
        ("5550102345", "(555) 010-2345"),
        ("+49 30 1234567", "+49301234567"),
        ("+49 151 12345678", "15112345678"),
        ("+49 151 12345678", "0151 12345678"),
        ("1-555-010-2345", "(555) 010-2345"),
        ("+1", "+1"),
        ("+44", "44"),
    ],
)
def test_a_phone_number_is_its_digits(wanted: str, held: str) -> None:
    assert values.same_phone(wanted, held)


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        ("5550102345", "5550102346"),
        ("5550102345", "45"),
        ("5550102345", ""),
        ("1234567", "991234567"),
        ("+49 30 1234567", "1234567"),
        ("+44 20 7946 0018", "+49 20 7946 0018"),
        ("+1", ""),
        ("+1", "+44"),
        ("+1", "555-010-2345"),
    ],
)
def test_other_digits_are_another_number(wanted: str, held: str) -> None:
    assert not values.same_phone(wanted, held)


def test_an_extension_is_held_where_it_stands_apart_from_the_number() -> None:
    wanted = "+1 512 555 0100 ext. 12"
    assert values.same_phone(wanted, "(512) 555-0100 x12")
    assert not values.same_phone(wanted, "(512) 555-010012")
    assert not values.same_phone(wanted, "(512) 555-0100")


@given(st.integers(-(10**9), 10**9))
def test_a_number_is_itself(number: int) -> None:
    assert values.same_number(str(number), f"{number:,}")


@pytest.mark.parametrize(("wanted", "held"), [("a\r\nb", "a\nb"), ("sw1a 1aa", "SW1A 1AA"), (" Jane ", "Jane")])
def test_text_is_the_same_but_for_space_and_case(wanted: str, held: str) -> None:
    assert values.same_text(wanted, held)


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        ("90000", "$90,000"),
        ("USD 90,000", "90,000.00"),
        ("90000", "90.000 €"),
        ("90000", "90\u202f000"),
        ("5550102345", "(555) 010-2345"),
        ("+44 20 7946 0018", "020 7946 0018"),
        ("123456789", "12-3456789"),
        ("0.5", "0.5"),
        ("90000", "90000.00"),
    ],
)
def test_text_that_the_page_formats_means_the_same(wanted: str, held: str) -> None:
    assert values.same_meaning(wanted, held)


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        ("90000", "9000"),
        ("90000", "$9,000.00"),
        ("5550102345", "(555) 010-2346"),
        ("B2", "2"),
        ("02139", "2139"),
        ("02139", "2,139"),
        ("2139", "02139"),
        ("1234567", "991234567"),
        ("0012345678", "12345678"),
    ],
)
def test_other_amounts_and_numbers_do_not(wanted: str, held: str) -> None:
    assert not values.same_meaning(wanted, held)


@pytest.mark.parametrize(
    ("held", "dial", "same"),
    [
        ("2079460018", "44", True),
        ("020 7946 0018", "44", True),
        ("2079460018", "1", False),
        ("+44 20 7946 0018", "1", True),
    ],
)
def test_the_dial_code_beside_a_number_is_part_of_it(held: str, dial: str, same: bool) -> None:
    assert values.same_phone("+44 20 7946 0018", held, dial) is same


@pytest.mark.parametrize(("order", "same"), [("dmy", True), ("mdy", False)])
def test_a_date_is_read_in_the_order_of_its_control(order: str, same: bool) -> None:
    assert dates.same_day("2027-04-03", "03/04/2027", order) is same


@pytest.mark.parametrize("held", ["03", "3", "March", "Mar"])
def test_a_part_of_a_date_is_held_in_any_writing(held: str) -> None:
    assert dates.same_part("03", held)


def test_other_text_is_not() -> None:
    assert not values.same_text("Jane", "Jan")


@pytest.mark.parametrize(
    "text",
    ["2026-03-15", "03/15/2026", "15.03.2026", "March 15, 2026", "15 March 2026", "Mar 15th, 2026", "2026-03-15T00:00"],
)
def test_a_date_is_read_however_it_is_written(text: str) -> None:
    assert dates.parse(text) == (2026, 3, 15)


@pytest.mark.parametrize("text", ["2026-03", "March 2026", "03/2026", "mar. 2026"])
def test_a_month_is_a_date_without_a_day(text: str) -> None:
    assert dates.parse(text) == (2026, 3, None)


@pytest.mark.parametrize("text", ["", "immediately", "2026-13-01", "31.02.2026", "two weeks"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert dates.parse(text) is None


@given(st.dates(datetime.date(1900, 1, 1), datetime.date(2100, 1, 1)))
def test_every_day_survives_every_format(day: datetime.date) -> None:
    known = dates.parse(day.isoformat())
    assert known is not None
    for pattern in ("YYYY-MM-DD", "MM/DD/YYYY", "dd.mm.yyyy"):
        written = known.written(pattern)
        if pattern != "dd.mm.yyyy" or day.day > 12 or "." in written:
            assert dates.same_day(day.isoformat(), written)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2:30 PM", "14:30"),
        ("12 am", "00:00"),
        ("12:15 p.m.", "12:15"),
        ("14:30", "14:30"),
        ("9.05", "09:05"),
        ("9", None),
        ("25:00", None),
        ("13 pm", None),
        ("in the evening", None),
    ],
)
def test_a_time_of_day_is_read_however_it_is_written(text: str, time: str | None) -> None:
    assert values.clock_time(text) == time


def test_a_part_of_a_date_is_written_alone() -> None:
    day = dates.parse("2026-03-15")
    assert day is not None
    assert [day.written("MM"), day.written("YYYY"), day.written("yy")] == ["03", "2026", "26"]


def test_a_file_shows_nothing_of_itself() -> None:
    assert repr(Upload(b"secret", "jane-doe.pdf", "application/pdf")) == "Upload(media_type='application/pdf')"


def test_a_time_of_day_is_found_behind_a_date() -> None:
    assert values.clock_time_in("2027-03-04 2:30 PM") == "14:30"
    assert values.clock_time_in("2027-03-04T14:30:00") == "14:30"
    assert values.clock_time_in("2027-03-04") is None


def test_another_time_is_put_behind_a_date_by_the_same_clock() -> None:
    assert values.replace_clock("3/4/2027, 12:00 AM", "14:30") == "3/4/2027, 2:30 PM"
    assert values.replace_clock("2027-03-04 00:00", "14:30") == "2027-03-04 14:30"
    assert values.replace_clock("3/4/2027", "14:30") == "3/4/2027"


def test_a_date_is_told_without_the_time_behind_it() -> None:
    assert values.drop_clock("3/4/2027, 2:30 PM") == "3/4/2027"
    assert values.drop_clock("2027-03-04T14:30") == "2027-03-04"
    assert values.drop_clock("4 March 2027") == "4 March 2027"


@pytest.mark.parametrize(
    ("options", "text", "part"),
    [
        ([str(hour) for hour in range(1, 13)], "2:30 PM", "2"),
        ([f"{hour:02}" for hour in range(1, 13)], "12:15 am", "12"),
        ([f"{hour:02}" for hour in range(24)], "2:30 PM", "14"),
        (["00", "15", "30", "45"], "14:30", "30"),
        (["00", "15", "30", "45"], "14:20", None),
        (["00", "30"], "14:30", "30"),
        ([str(number) for number in range(25)], "2:07 PM", None),
        ([str(number) for number in range(13)], "2:07 PM", None),
        (["AM", "PM"], "14:30", "PM"),
        (["a.m.", "p.m."], "9:00", "a.m."),
        (["1", "2", "3"], "2:30 PM", None),
        (["Morning", "Evening"], "2:30 PM", None),
        ([str(hour) for hour in range(1, 13)], "2", None),
    ],
)
def test_a_list_of_hours_minutes_or_halves_has_a_part_of_a_time(
    options: list[str], text: str, part: str | None
) -> None:
    assert values.clock_part(options, text) == part


def test_an_hour_of_twelve_wants_its_half_of_the_day_and_no_other_number_does() -> None:
    of_twelve = [str(hour) for hour in range(1, 13)]
    assert values.half_beside(of_twelve, "2:30 PM") == "pm"
    assert values.half_beside(of_twelve, "2") == values.half_beside(["00", "30"], "2:30 PM") == ""
    assert [values.same_half("pm", told) for told in ("P.M.", "AM", "")] == [True, False, False]


def test_a_time_told_in_two_stands_whole_in_its_box() -> None:
    told = [("2:30", "PM"), ("02:30", "p.m."), ("2:30 ", "PM"), ("2:30", "AM"), ("14:30", "PM"), ("2:30", "none")]
    assert [values.is_told_in_two("14:30", *each) for each in told] == [True, True, False, False, False, False]


def test_a_time_is_said_without_its_half_of_the_day() -> None:
    assert [values.without_half(clock) for clock in ("14:30", "00:05", "12:00", "09:15")] == [
        "2:30",
        "12:05",
        "12:00",
        "9:15",
    ]


def test_the_same_time_is_held_however_the_page_writes_it() -> None:
    assert values.same_meaning("2:30 PM", "14:30")
    assert not values.same_meaning("2:30 PM", "02:30")
