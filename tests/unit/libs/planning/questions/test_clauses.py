"""What stands beside the question in its sentence counts: another question, a condition, a turn, a tag."""

from __future__ import annotations

import pytest

from ghosthands.planning.questions.classes import Asks
from ghosthands.planning.questions.reading import read


@pytest.mark.parametrize(
    "text",
    [
        "Are you authorized to work in the US, or would you need us to sponsor you?",
        "Are you at least 18 and do you have a valid driver's license?",
        "Would you agree to a background check and a drug test?",
        "Dürfen Sie in Deutschland arbeiten, oder brauchen Sie ein Visum?",
        "Avez-vous le permis B et un véhicule ?",
        "¿Puede trabajar legalmente en España, o necesita patrocinio?",
    ],
)
def test_a_sentence_that_asks_for_two_things_is_unclear(text: str) -> None:
    """A yes to one of them may be a no to the other."""
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Do you require sponsorship for a visa or work permit?",
        "Can you lift 50 lbs with or without reasonable accommodation?",
        "I certify that the information given here is true and complete.",
    ],
)
def test_one_thing_in_two_words_is_one_question(text: str) -> None:
    assert read(text).asks is Asks.PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "Do you require sponsorship or are you already authorized to work in the US?",
        "If you are under 18, can you furnish a work permit?",
        "Do you have friends at Acme, but no relatives?",
        "Haben Sie einen Führerschein, aber kein eigenes Auto?",
        "Do you have a car, or do you have no car?",
        "Hai già lavorato per noi, o non sei mai stato nostro dipendente?",
        "Würdest du samstags arbeiten, wenn wir dir einen Zuschlag zahlen?",
        "如果公司提供宿舍,您愿意搬到上海吗?",
    ],
)
def test_a_question_with_a_condition_or_another_question_in_it_is_unclear(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Will you now, or will you in the future, require sponsorship?",
        "Do you now or will you in the future require sponsorship?",
        "If selected, would you be prepared to relocate?",
        "Vil du arbejde over, hvis det er nødvendigt?",
        "Is it OK if we run a check on your background?",
    ],
)
def test_one_question_in_two_clauses_is_one_question(text: str) -> None:
    assert read(text).asks is Asks.PLAIN


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("We sadly can't help with visas for this one. Would you need one to work in Berlin?", Asks.UNCLEAR),
        ("Our farm isn't on a bus route: do you have a car?", Asks.UNCLEAR),
        ("You will not be working weekends: are you ok with that?", Asks.UNCLEAR),
        ("Would you accept overtime if it was not paid?", Asks.UNCLEAR),
        ("Our farm isn't on a bus route – do you have a car?", Asks.UNCLEAR),
        ("No llega el autobús, ¿tienes coche?", Asks.UNCLEAR),
        ("公司附近没有地铁,您有车吗?", Asks.UNCLEAR),
    ],
)
def test_what_turns_another_clause_makes_unclear_the_one_that_asks(text: str, asks: Asks) -> None:
    assert read(text).asks is asks


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("You have a car, don't you?", Asks.PLAIN),
        ("Sie können samstags arbeiten, nicht wahr?", Asks.PLAIN),
        ("Puedes trabajar los sábados, ¿no?", Asks.PLAIN),
        ("Weekends are fine, no?", Asks.UNCLEAR),
        ("您介不介意加班?", Asks.UNCLEAR),
    ],
)
def test_a_tag_behind_a_question_turns_nothing(text: str, asks: Asks) -> None:
    assert read(text).asks is asks
