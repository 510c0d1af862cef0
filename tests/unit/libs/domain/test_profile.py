"""A profile by flat keys, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain.profile import OTHER, flatten, flatten_answers
from ghosthands.domain.questions import question_key
from tests.unit.libs.ada import PROFILE


def test_a_profile_becomes_flat_keys() -> None:
    flat = flatten(PROFILE)
    assert flat["profile.first_name"] == "Ada"
    assert flat["profile.location.zip"] == "W1J 7NT"
    assert flat["profile.education.0.institution"] == "Home"
    assert flat["profile.education.0.graduation_year"] == "1835"
    assert flat["profile.work_history.1.company"] == "Analytical Engines"
    assert flat["profile.eeo.gender"] == "decline"


def test_numbers_truth_values_and_lists_read_as_a_form_wants_them() -> None:
    flat = flatten(PROFILE)
    assert flat["profile.years_of_experience"] == "12"
    assert flat["profile.salary_expectation"] == "90000"
    assert flat["profile.requires_sponsorship_now"] == "no"
    assert flat["profile.skills"] == "mathematics, poetry"


def test_what_is_empty_has_no_key() -> None:
    flat = flatten(PROFILE)
    assert "profile.linkedin_url" not in flat
    assert "profile.location.state" not in flat


def test_what_follows_from_a_profile_is_there_without_being_said() -> None:
    flat = flatten(PROFILE)
    assert flat["profile.full_name"] == "Ada Lovelace"
    assert flat["profile.location.full"] == "London, United Kingdom"
    assert flat["profile.current_company"] == "Analytical Engines"
    assert flat["profile.current_title"] == "Programmer"


def test_an_address_is_there_in_one_line_too() -> None:
    """Forms have one box for what letters have one line for."""
    home = {
        "address_line1": "1 Main St",
        "location": {"city": "Austin", "state": "TX", "zip": "78701", "country": "US"},
    }
    flat = flatten(home)
    assert flat["profile.location.city_state_zip"] == "Austin, TX 78701"
    assert flat["profile.location.zip_and_city"] == "78701 Austin"
    assert flat["profile.address_full"] == "1 Main St, Austin, TX 78701, US"


@pytest.mark.parametrize(
    ("phone", "code"),
    [
        ("+44 20 7946 0958", "+44"),
        ("+1 415 555 0134", "+1"),
        ("+353 1 234 5678", "+353"),
        ("+7 495 123 4567", "+7"),
        ("0151 12345678", None),
        ("(555) 010-2345", None),
    ],
)
def test_a_number_that_states_its_dial_code_tells_it(phone: str, code: str | None) -> None:
    assert flatten({"phone": phone}).get("profile.phone_country_code") == code


def test_half_an_address_is_no_line() -> None:
    flat = flatten({"address_line1": "1 Main St", "location": {"city": "Austin"}})
    assert not {"profile.location.zip_and_city", "profile.address_full"} & {*flat}


def test_what_a_profile_says_itself_wins_over_what_follows() -> None:
    flat = flatten({**PROFILE, "full_name": "Augusta Ada King", "current_company": "None of these"})
    assert flat["profile.full_name"] == "Augusta Ada King"
    assert flat["profile.current_company"] == "None of these"


def test_nobody_without_a_present_job_has_a_present_employer() -> None:
    flat = flatten({"work_history": [{"company": "Babbage & Co", "end_date": "1843"}]})
    assert "profile.current_company" not in flat


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"linkedin": "x"}, "profile.linkedin_url"),
        ({"city": "x"}, "profile.location.city"),
        ({"location": {"postal_code": "x"}}, "profile.location.zip"),
        ({"location": {"region": "x"}}, "profile.location.state"),
        ({"address": "x"}, "profile.address_line1"),
    ],
)
def test_other_names_lead_to_the_same_key(given: dict[str, Any], key: str) -> None:
    assert flatten(given)[key] == "x"


def test_an_unknown_name_never_becomes_a_key() -> None:
    known = flatten({"Ada's secret": "x", "education": [{"Ada": "y"}]})
    assert known == {f"{OTHER}0": "x", f"{OTHER}1": "y"}


names = st.text(max_size=10) | st.sampled_from([*PROFILE, "gender", "city", "company", "institution"])
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=15,
)


@given(st.dictionaries(names, anything, max_size=6))
def test_any_profile_can_be_flattened_and_its_keys_come_from_the_closed_list(profile: dict[str, Any]) -> None:
    flat = flatten(profile)
    assert all(value for value in flat.values())
    assert all(set(key) <= set("abcdefghijklmnopqrstuvwxyz0123456789_.") for key in flat)


def test_answers_are_found_by_their_question() -> None:
    flat = flatten_answers({"Why us? *": "Engines", "Relocate?": True, "Nothing": "", "?!": "no question"})
    assert flat == {f"answers.{question_key('why us')}": "Engines", f"answers.{question_key('relocate')}": "yes"}


@pytest.mark.parametrize(
    ("said", "key", "expected"),
    [
        ({"requires_sponsorship_now": False, "requires_sponsorship_future": True}, "requires_sponsorship", "yes"),
        ({"requires_sponsorship_now": False, "requires_sponsorship_future": False}, "requires_sponsorship", "no"),
        ({"requires_sponsorship_now": False}, "requires_sponsorship", None),
        ({"requires_sponsorship": False}, "requires_sponsorship_future", "no"),
        ({"requires_sponsorship": True}, "requires_sponsorship_now", None),
    ],
)
def test_sponsorship_now_and_later_make_one_answer_only_where_they_must(
    said: dict[str, bool], key: str, expected: str | None
) -> None:
    assert flatten(said).get(f"profile.{key}") == expected
