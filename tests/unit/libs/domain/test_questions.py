import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ghosthands.domain.questions import normalise, question_key


@pytest.mark.parametrize(
    "other",
    [
        "Are you 18 or older? *",
        "are you 18 or older (required)",
        "  ARE YOU\n18 or older?\u00a0(Required) ",
        "Are you 18 or older: (optional)",
        "*Are you 18 or older, required",
        "Are you 18 or older? [Required]:",
        "Are you 18 or older? *required",
    ],
)
def test_one_question_in_other_clothes_has_the_same_key(other: str) -> None:
    assert question_key(other) == question_key("Are you 18 or older?")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Years of C", "Years of C++"),
        ("Years of C#", "Years of C++"),
        ("Under $50 000?", "Under €50 000?"),
        ("Do you now require sponsorship?", "Do you in the future require sponsorship?"),
        ("Is travel required?", "Is travel optional?"),
        ("Is it required to relocate?", "Is it to relocate?"),
    ],
)
def test_questions_that_differ_in_meaning_differ_in_key(one: str, other: str) -> None:
    assert question_key(one) != question_key(other)


@given(st.text())
def test_a_normalised_question_stays_as_it_is(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


@given(st.text(min_size=1))
def test_a_key_is_sixteen_hex_digits(text: str) -> None:
    assume(normalise(text))
    assert len(question_key(text)) == 16
    assert int(question_key(text), 16) >= 0


@pytest.mark.parametrize("text", ["", " * ", "(required)", "…?!"])
def test_a_text_that_asks_nothing_has_no_key(text: str) -> None:
    with pytest.raises(ValueError, match="no question"):
        question_key(text)


def test_a_key_never_changes() -> None:
    """Answers are stored under it: another hash would lose them all."""
    assert question_key("Why do you want to work here?") == "29d13d53c9ee1c47"
