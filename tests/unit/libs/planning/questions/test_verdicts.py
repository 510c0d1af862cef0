"""A statement with its verdicts beside it, "True or false?", is read as the statement without them."""

from __future__ import annotations

import pytest

from ghosthands.planning.questions.classes import Asks, QuestionClass
from ghosthands.planning.questions.reading import read

C = QuestionClass


@pytest.mark.parametrize(
    ("text", "about", "asks"),
    [
        ("True or false: I own a car.", C.OWN_TRANSPORT, Asks.PLAIN),
        ("True or false? I do not own a car.", C.OWN_TRANSPORT, Asks.TURNED),
        ("I do not need visa sponsorship. [True/False]", C.SPONSORSHIP, Asks.TURNED),
        ("Agree or disagree: I can work weekends.", C.WEEKENDS, Asks.PLAIN),
        ("Richtig oder falsch: Ich habe keinen Führerschein.", C.DRIVING_LICENCE, Asks.TURNED),
        ("Ich habe einen Führerschein. Richtig oder falsch?", C.DRIVING_LICENCE, Asks.PLAIN),
        ("Vrai ou faux : je n'ai pas besoin de parrainage de visa.", C.SPONSORSHIP, Asks.TURNED),
        ("¿Verdadero o falso? No necesito visado.", C.SPONSORSHIP, Asks.TURNED),
        ("Nunca trabalhei nesta empresa. Verdadeiro ou falso?", C.FORMER_EMPLOYEE, Asks.TURNED),
        ("Vero o falso: non ho la patente.", C.DRIVING_LICENCE, Asks.TURNED),
        ("Waar of niet waar: ik heb een rijbewijs.", C.DRIVING_LICENCE, Asks.PLAIN),
        ("Sant eller falskt: jag har körkort.", C.DRIVING_LICENCE, Asks.PLAIN),
        ("Sandt eller falsk: jeg har kørekort.", C.DRIVING_LICENCE, Asks.PLAIN),
        ("Prawda czy fałsz: mam prawo jazdy.", C.DRIVING_LICENCE, Asks.PLAIN),
    ],
)
def test_verdicts_beside_a_statement_turn_nothing(text: str, about: QuestionClass, asks: Asks) -> None:
    assert (read(text).about, read(text).asks) == (about, asks)


@pytest.mark.parametrize(
    "text",
    [
        "It is false that I need visa sponsorship.",
        "Is it true or false that you need no visa sponsorship?",
        "Do you disagree that you need visa sponsorship?",
    ],
)
def test_a_verdict_within_the_statement_is_a_part_of_it(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


def test_nothing_but_verdicts_is_no_question() -> None:
    assert read("True or false?").about is C.NONE
