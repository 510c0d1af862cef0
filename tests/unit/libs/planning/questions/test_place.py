"""What else a question says is read: which places, when, whom, what thing, how much."""

from __future__ import annotations

import pytest

from ghosthands.planning.questions.classes import EUROPE, JOBS_PLACE, Asks, Tense
from ghosthands.planning.questions.reading import read


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Are you authorized to work in the US?", {"us"}),
        ("Tell us: are you authorized to work?", set()),
        ("Sind Sie berechtigt, in der Schweiz zu arbeiten?", {"ch"}),
        ("Are you authorized to work in the EU?", {EUROPE}),
        ("Are you authorized to work in the country where this job is?", {JOBS_PLACE}),
        ("您可以在中国合法工作吗？", {"cn"}),
    ],
)
def test_the_places_it_names_are_read(text: str, places: set[str]) -> None:
    assert read(text).places == places


@pytest.mark.parametrize(
    "text",
    [
        "Êtes-vous autorisé(e) à travailler légalement dans le pays où se trouve ce poste ?",
        "¿Está habilitado para trabajar en el país donde se encuentra el puesto?",
        "Har du rätt att arbeta i det land där tjänsten är placerad?",
        "Har du ret til at arbejde i det land, hvor stillingen er placeret?",
        "Ben je bevoegd om te werken in het land waar deze baan zich bevindt?",
    ],
)
def test_the_jobs_own_country_is_a_place_in_any_words(text: str) -> None:
    reading = read(text)
    assert (reading.about, reading.asks, reading.places) == ("work_authorization", Asks.PLAIN, {JOBS_PLACE})


@pytest.mark.parametrize(
    "text",
    [
        "The job is in Germany. Do you need sponsorship?",
        "Our headquarters are in Germany – do you need sponsorship?",
        "Nuestra sede está en Alemania, ¿necesitas patrocinio de visado?",
        "工作地点在德国，您有工作许可吗？",
    ],
)
def test_a_country_beside_the_question_may_be_the_jobs_or_may_not(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Can you work in Germany, without us having to sponsor you?",
        "Do you need sponsorship to work in Germany, now or later?",
    ],
)
def test_a_country_in_the_question_is_its_place(text: str) -> None:
    reading = read(text)
    assert (reading.places, reading.asks is Asks.UNCLEAR) == ({"de"}, False)


@pytest.mark.parametrize(
    ("text", "tense"),
    [
        ("Do you require sponsorship?", Tense.UNSAID),
        ("Do you currently require sponsorship?", Tense.NOW),
        ("Will you require sponsorship in the future?", Tense.FUTURE),
        ("Will you now or in the future require sponsorship?", Tense.BOTH),
        ("Benötigen Sie jetzt oder in Zukunft ein Visum?", Tense.BOTH),
    ],
)
def test_the_time_it_asks_of_is_read(text: str, tense: Tense) -> None:
    assert read(text).tense is tense


def test_figure_thing_language_and_person_are_read() -> None:
    assert read("Do you have at least 5 years of experience with Python?").quantity == 5
    assert read("Do you have at least 4.668.000 years of experience with Python?").quantity == 4_668_000
    assert read("Do you have at least 1.5 years of experience with Python?").quantity == 1.5
    assert read("How many years of experience do you have with Python?").thing == "python"
    assert read("Do you have experience with C++?").thing != read("Do you have experience with C?").thing
    assert read("Do you speak German fluently?").languages == {"de"}
    assert not read("Is your spouse authorized to work in the US?").of_applicant


def test_a_thing_with_the_same_name_in_every_language_is_read_as_the_same() -> None:
    asked = ("Are you willing to work night shifts?", "Pouvez-vous travailler de nuit ?", "Kan du arbeta natt?")
    assert {read(text).rest for text in asked} == {frozenset({"night"})}


@pytest.mark.parametrize("text", ["Does your line manager speak French?", "O seu chefe atual fala inglês?"])
def test_what_a_boss_can_says_nothing_of_the_applicant(text: str) -> None:
    assert not read(text).of_applicant
