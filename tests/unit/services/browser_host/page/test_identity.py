"""Who a question is: the same for everyone who fills the form, another as soon as it asks something else."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.browser_host.page import identity
from ghosthands.browser_host.page.identity import Identity

WORDS = st.text(string.ascii_letters + " ", min_size=3, max_size=40).filter(lambda text: bool(text.strip()))
QUESTIONS = st.lists(
    st.builds(Identity.of, st.sampled_from(["text", "select"]), WORDS, st.just(""), st.just("")),
    min_size=1,
    max_size=8,
    unique=True,
)


def form(*labels: str) -> str:
    return identity.fingerprint("generic", [Identity.of("text", label, "", "") for label in labels])


@pytest.mark.parametrize(
    "noisy",
    ["First name*", "First name *", "First Name (required)", "  first   name ", "First name 0/255", "First name:"],
)
def test_stars_case_space_and_counters_are_noise(noisy: str) -> None:
    assert form(noisy) == form("First name")


def test_generated_ids_do_not_change_the_question() -> None:
    one = Identity.of("text", "City", ":r1:", "react-select-2-input")
    other = Identity.of("text", "City", ":r9:", "react-select-7-input")
    assert one == other


def test_numbers_in_a_label_count() -> None:
    assert form("Address line 1") != form("Address line 2")


def test_a_renamed_question_is_another_form() -> None:
    assert form("First name", "City") != form("First name", "Town")


def test_the_platform_belongs_to_the_form() -> None:
    questions = [Identity.of("text", "City", "", "")]
    assert identity.fingerprint("lever", questions) != identity.fingerprint("ashby", questions)


@given(QUESTIONS, st.data())
def test_a_question_added_or_removed_is_another_form(questions: list[Identity], data: st.DataObject) -> None:
    whole = identity.fingerprint("generic", questions)
    gone = data.draw(st.integers(0, len(questions) - 1))
    assert identity.fingerprint("generic", questions[:gone] + questions[gone + 1 :]) != whole


@given(QUESTIONS)
def test_every_question_has_an_id_of_its_own(questions: list[Identity]) -> None:
    doubled = identity.ids([*questions, *questions])
    assert len(set(doubled)) == len(doubled)


def test_an_id_does_not_depend_on_the_other_questions() -> None:
    city, name = Identity.of("text", "City", "city", ""), Identity.of("text", "Name", "name", "")
    assert identity.ids([city])[0] == identity.ids([name, city])[1]


@pytest.mark.parametrize(
    ("label", "shown"),
    [("First name *", "First name"), ("Phone (required)", "Phone"), ("Resume/CV*", "Resume/CV"), ("Email:", "Email")],
)
def test_a_label_is_quoted_without_its_star(label: str, shown: str) -> None:
    assert identity.clean(label) == shown


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("4. Are you happy to work weekends?", "Are you happy to work weekends?"),
        ("Question 5: Do you have a pet? *", "Do you have a pet?"),
        ("Q7. Please tell us about your last project", "Please tell us about your last project"),
        ("Frage 3: Haben Sie einen Führerschein?", "Haben Sie einen Führerschein?"),
        ("2 → Would you relocate?", "Would you relocate?"),
        ("2. Vorname", "2. Vorname"),
        ("3.5 years or more?", "3.5 years or more?"),
        ("18+ or older?", "18+ or older?"),
    ],
)
def test_a_question_is_quoted_without_its_number_in_a_list(label: str, shown: str) -> None:
    assert identity.clean(label) == shown


@pytest.mark.parametrize(
    "label", ["Do you need a visa? Do you need a visa?", "Do you need a visa? * Do you need a visa? *"]
)
def test_a_label_that_is_there_to_be_seen_and_to_be_heard_is_quoted_once(label: str) -> None:
    assert identity.clean(label) == "Do you need a visa?"
