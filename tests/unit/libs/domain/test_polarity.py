"""What an answer says to a statement beside a tick box."""

from __future__ import annotations

import pytest

from ghosthands.domain.polarity import Polarity, answered, opposite

FELONY = "I have been convicted of a felony"
NOT_NEEDED = "I do NOT require sponsorship"


@pytest.mark.parametrize(
    ("text", "statement", "says"),
    [
        ("Yes", FELONY, Polarity.YES),
        ("No", FELONY, Polarity.NO),
        ("No, I have not", FELONY, Polarity.NO),
        ("I have never been", FELONY, Polarity.NO),
        ("Yes, I have not", FELONY, None),
        ("It is complicated", FELONY, None),
        ("I prefer not to say", FELONY, None),
        ("Yes, but long ago", FELONY, None),
        ("yes and no", FELONY, None),
        ("Yes", NOT_NEEDED, Polarity.YES),
        ("No", NOT_NEEDED, Polarity.NO),
        ("Yes, I do not need any", NOT_NEEDED, Polarity.YES),
        ("No, I do not need any", NOT_NEEDED, None),
        ("I do not need any", NOT_NEEDED, None),
        ("Ja", "Ich habe einen Führerschein", Polarity.YES),
        ("nein", "Ich habe einen Führerschein", Polarity.NO),
    ],
)
def test_a_tick_is_a_yes_to_the_words_beside_it(text: str, statement: str, says: Polarity | None) -> None:
    assert answered(text, statement) is says


@pytest.mark.parametrize(("text", "turned"), [("yes", "no"), ("No", "yes"), ("H-1B", None), ("no, but soon", None)])
def test_only_a_plain_answer_has_an_opposite(text: str, turned: str | None) -> None:
    assert opposite(text) == turned
