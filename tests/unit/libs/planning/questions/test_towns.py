"""A permit is answered for in no town that may be abroad."""

from __future__ import annotations

import pytest

from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.questions.reading import read
from tests.unit.libs.planning.questions.test_answers import answered


@pytest.mark.parametrize(
    "text",
    [
        "Are you authorized to work in Berlin?",
        "Would you need a sponsor at our Paris site?",
        "London office: do you require visa sponsorship?",
        "The team sits in Toronto. Do you need a visa sponsor?",
        "Do you have the right to work in the London area?",
        "Will you need sponsorship in the Greater Toronto Area?",
        "Brauchen Sie für unser Büro in Zürich ein Visum?",
        "Pour notre bureau de Montréal, avez-vous besoin d'un visa ?",
        "¿Tiene permiso de trabajo para nuestra oficina en Bogotá?",
        "Czy możesz legalnie pracować w Krakowie?",
        "Behöver du visum för vårt kontor i Oslo?",
    ],
)
def test_a_permit_for_an_unknown_town_is_a_humans_to_answer(text: str) -> None:
    assert answered(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Are you authorized to work in Austin?",
        "Are you authorized to work in New York City?",
        "Are you legally authorized to work in California?",
        "Are you legally authorized to work for Globex?",
        "For the Senior Data Engineer position, are you authorized to work?",
        "Are You Authorized To Work In The Country Of This Job?",
        "Sind Sie berechtigt, in Vollzeit zu arbeiten?",
    ],
)
def test_at_home_and_beside_names_of_no_town_it_is_answered(text: str) -> None:
    assert answered(text) == "Yes"


def test_of_whom_no_country_is_known_no_town_is_known_to_be_abroad() -> None:
    assert answered("Are you authorized to work in Berlin?", location={}, facts={}) == "Yes"


@pytest.mark.parametrize("text", ["Får du jobba i Kanada?", "Må du arbejde i Polen?", "Får du arbeta i Frankrike?"])
def test_whether_one_may_work_is_asked_of_any_country(text: str) -> None:
    reading = read(text)
    assert reading.about is QuestionClass.WORK_AUTHORIZATION
    assert len(reading.places) == 1
