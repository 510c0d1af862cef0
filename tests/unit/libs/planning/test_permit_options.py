"""A list whose options say whether a sponsor is needed gets the one that is true, and a human where two may be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.libs.planning.questions.test_answers import choose_for

HERE = {"location": {"city": "Leeds", "country": "United Kingdom"}, "work_authorization": "Yes"}
FREE, IN_NEED = HERE | {"requires_sponsorship": False}, HERE | {"requires_sponsorship": True}
IN_UK = ("I have the right to work in the UK without sponsorship", "I need sponsorship to work in the UK")
PLAIN = ("I am authorized to work without sponsorship", "I need sponsorship", "I prefer not to answer")
LABELS = (
    "Right to work",
    "Are you legally authorized to work in the United Kingdom?",
    "What is your work permit status?",
)


def answered(profile: dict[str, Any], label: str, options: tuple[str, ...]) -> str | None:
    return choose_for(label, options, profile, {})


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("options", [IN_UK, PLAIN])
def test_the_option_that_says_the_need_of_a_sponsor_is_chosen(label: str, options: tuple[str, ...]) -> None:
    assert answered(FREE, label, options) == options[0]


@pytest.mark.parametrize("profile", [FREE, IN_NEED])
@pytest.mark.parametrize("label", ["Right to work", "Work authorization", "Are you legally authorised to work?"])
def test_a_yes_of_the_options_own_answers_another_question_than_the_need(label: str, profile: dict[str, Any]) -> None:
    for need in ("No, I need sponsorship", "No, sponsorship required"):
        assert answered(profile, label, ("Yes, no sponsorship required", need)) is None


@pytest.mark.parametrize("label", LABELS)
def test_who_needs_a_sponsor_says_so(label: str) -> None:
    assert answered(IN_NEED, label, IN_UK) == IN_UK[1]


@pytest.mark.parametrize(
    ("profile", "label", "options"),
    [
        # another true option may be meant
        (FREE, "Right to work", (*IN_UK, "I am a British citizen")),
        (FREE, "Right to work", (*IN_UK, "I have settled status")),
        (FREE, "Right to work", (*IN_UK, "I do not have the right to work in the UK")),
        # another country, or none that holds
        (FREE, "Are you authorized to work in Germany?", PLAIN),
        (FREE, "Right to work in Ireland", IN_UK),
        (FREE, "Right to work", tuple(option.replace("the UK", "Ireland") for option in IN_UK)),
        # for a time, or not known
        (FREE, "Right to work", ("I may work without sponsorship until 2027", "I need sponsorship")),
        (IN_NEED, "Right to work", ("I do not need sponsorship", "I will need sponsorship in the future")),
        (HERE, "Right to work", IN_UK),
        (FREE | {"work_authorization": "No"}, "Right to work", IN_UK),
        (FREE, "Does your partner have the right to work?", IN_UK),
    ],
)
def test_where_more_than_one_may_be_true_or_none_is_known_a_human_chooses(
    profile: dict[str, Any], label: str, options: tuple[str, ...]
) -> None:
    assert answered(profile, label, options) is None
