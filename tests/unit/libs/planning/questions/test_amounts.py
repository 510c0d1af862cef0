"""The figure that a question asks for is read in what its class counts in, and with the side of it that is meant."""

from __future__ import annotations

import pytest

from ghosthands.planning.questions.classes import Asks, Bound, QuestionClass
from ghosthands.planning.questions.reading import read


@pytest.mark.parametrize(
    ("text", "quantity", "bound"),
    [
        ("Do you have 3 years of experience with Python?", 3, Bound.LEAST),
        ("Do you have three or more years of experience with Python?", 3, Bound.LEAST),
        ("Do you have more than 3 years of Python experience?", 3, Bound.MORE),
        ("Do you have no more than 3 years of Python experience?", 3, Bound.MOST),
        ("Do you have up to 3 years of Python experience?", 3, Bound.UP_TO),
        ("Do you have less than 3 years of Python experience?", 3, Bound.LESS),
        ("Do you have at least 18 months of experience with Python?", 1.5, Bound.LEAST),
        ("Do you have 3 years and 6 months of experience with Python?", None, Bound.LEAST),
        ("Haben Sie mindestens drei Jahre Erfahrung mit Python?", 3, Bound.LEAST),
        ("Haben Sie höchstens 36 Monate Erfahrung mit Python?", 3, Bound.MOST),
        ("Avez-vous plus de six ans d'expérience en Python ?", 6, Bound.MORE),
        ("¿Tiene un mínimo de dos años de experiencia con Python?", 2, Bound.LEAST),
        ("Hai meno di 6 anni di esperienza con Python?", 6, Bound.LESS),
        ("Tem no máximo 6 anos de experiência com Python?", 6, Bound.MOST),
        ("Heb je meer dan zes jaar ervaring met Python?", 6, Bound.MORE),
        ("Har du minst sex års erfarenhet av Python?", 6, Bound.LEAST),
        ("Czy masz ponad 6 lat doświadczenia w Pythonie?", 6, Bound.MORE),
        ("Har du mindre end 6 års erfaring med Python?", 6, Bound.LESS),
        ("Pythonの経験は2年未満ですか？", 2, Bound.LESS),
        ("您有6年以上Python经验吗？", 6, Bound.LEAST),
        ("Are you willing to travel up to 20% of the time?", 20, Bound.LEAST),
    ],
)
def test_the_side_of_a_figure_is_read(text: str, quantity: float | None, bound: Bound) -> None:
    reading = read(text)
    assert (reading.quantity, reading.bound) == (quantity, bound)


def test_who_has_less_than_the_figure_is_asked_the_other_way_round() -> None:
    assert read("Do you have less than 3 years of Python experience?").asks is Asks.TURNED
    assert read("Do you not have less than 3 years of Python experience?").asks is Asks.UNCLEAR


def test_the_words_of_an_amount_are_no_thing_that_is_asked_for() -> None:
    reading = read("Do you have a minimum of eight years' work experience overall?")
    assert (reading.about, reading.rest) == (QuestionClass.YEARS_OF_EXPERIENCE, frozenset())
