"""A sentence is cut into clauses, and a clause beside the one that asks counts."""

from __future__ import annotations

import pytest

from ghosthands.planning.questions.classes import Asks
from ghosthands.planning.questions.clauses import Clause, cut_clauses, cut_joined, cut_lead, cut_sentences, join
from ghosthands.planning.questions.reading import read
from ghosthands.planning.questions.wordings import languages


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It is far. Do you drive?", ["It is far.", "Do you drive?"]),
        ("You work in the U.S. from home? Yes!", ["You work in the U.S. from home?", "Yes!"]),
        ("Puedes trabajar los sábados, ¿no?", ["Puedes trabajar los sábados,", "¿no?"]),
        ("工作地点在德国。您有工作许可吗？", ["工作地点在德国。", "您有工作许可吗？"]),
        ("…  ?", []),
    ],
)
def test_a_text_is_cut_into_the_sentences_that_say_anything(text: str, sentences: list[str]) -> None:
    assert cut_sentences(text) == sentences


@pytest.mark.parametrize(
    ("sentence", "clauses"),
    [
        ("Do you drive?", [("Do you drive?", "")]),
        ("It is far, so: do you drive?", [("It is far,", ""), ("so:", ","), ("do you drive?", ":")]),
        (
            "It is far – and up-hill - do you drive?",
            [("It is far –", ""), ("and up-hill -", "–"), ("do you drive?", "-")],
        ),
        ("公司很远，您有车吗？", [("公司很远，", ""), ("您有车吗？", "，")]),
        ("Over 40,000 at 10:30, or less", [("Over 40,000 at 10:30,", ""), ("or less", ",")]),
        (", – now", [("now", "–")]),
    ],
)
def test_a_sentence_is_cut_at_its_marks_but_not_within_a_figure(sentence: str, clauses: list[tuple[str, str]]) -> None:
    assert [(clause.text, clause.by) for clause in cut_clauses(sentence)] == clauses


def test_a_sentence_is_cut_at_the_words_that_join_unless_they_are_harmless() -> None:
    english, polish = languages()["en"], languages()["pl"]
    joined = cut_joined(english, "Do you drive, and have you a car as well as a bike (yes or no)?")
    assert [(clause.words, clause.by) for clause in joined] == [
        ("do you drive", ""),
        ("have you a car", "and"),
        ("a bike", "as well as"),
    ]
    assert cut_joined(english, "Do you drive?") == [Clause("do you drive", "do you drive")]
    assert [clause.words for clause in cut_joined(polish, "Czy ma Pani auto?")] == ["ma pani auto"]


def test_a_clause_may_ask_by_itself_where_more_than_a_comma_parts_it_or_it_says_who_is_asked() -> None:
    english, spanish = languages()["en"], languages()["es"]
    clauses = cut_clauses("It is far: a car, for short, do you have one")
    assert [clause.asks_itself(english) for clause in clauses] == [False, True, False, True]
    assert cut_clauses("Está lejos, ¿tiene coche?")[1].asks_itself(spanish)


def test_clauses_are_joined_to_the_one_that_they_are_together() -> None:
    clauses = cut_clauses("It is far: a car, for short, is needed")
    assert join(clauses[1:3]) == Clause("a car, for short,", "a car for short", ":")


@pytest.mark.parametrize(
    ("sentence", "lead", "asked"),
    [
        ("Pay: gross: how much?", "Pay: gross:", "how much?"),
        ("How much: ", "", "How much: "),
        ("At 10:30, or later?", "", "At 10:30, or later?"),
    ],
)
def test_what_leads_up_to_a_question_ends_in_its_last_colon(sentence: str, lead: str, asked: str) -> None:
    assert cut_lead(sentence) == (lead, asked)


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
        "Czy pracowała Pani u nas, czy nigdy nie była Pani u nas zatrudniona?",
        "Czy potrzebuje Pan wizy, czy może Pan pracować bez wizy?",
        "Würdest du samstags arbeiten, wenn wir dir einen Zuschlag zahlen?",
        "如果公司提供宿舍,您愿意搬到上海吗?",
        "I can travel provided that I hold a driving licence.",
        "Would you relocate provided that you were sponsored?",
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
        "Czy wymaga Pan sponsorowania wizy (lub nie dotyczy)?",
        "Czy posiadasz pozwolenie na pracę w Polsce lub nie wiem?",
    ],
)
def test_one_question_in_two_clauses_is_one_question(text: str) -> None:
    assert read(text).asks is Asks.PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "We sadly can't help with visas for this one. Would you need one to work in Berlin?",
        "Our farm isn't on a bus route: do you have a car?",
        "You will not be working weekends: are you ok with that?",
        "Would you accept overtime if it was not paid?",
        "Our farm isn't on a bus route – do you have a car?",
        "No llega el autobús, ¿tienes coche?",
        "公司附近没有地铁,您有车吗?",
    ],
)
def test_what_turns_another_clause_makes_unclear_the_one_that_asks(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


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
