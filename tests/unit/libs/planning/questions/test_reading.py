"""Questions are read into classes, and never the wrong way round: what nobody is sure of is unclear."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ghosthands.planning.questions.classes import EUROPE, JOBS_PLACE, Asks, QuestionClass, Tense
from ghosthands.planning.questions.phrases import LANGUAGES
from ghosthands.planning.questions.reading import read
from ghosthands.planning.questions.wordings import languages

HERE = Path(__file__).parent
#: Of 100 questions, how many have to come out right, and of all how many may come out the wrong way round, and unclear.
#: Those of the first stranger were set aside at first, and have been learnt from since.
#: Those of the second nobody has looked at: what was seen when they were read last.
KNOWN, STRANGERS, SECOND = (99, 0, 50), (96, 0, 36), (88, 1, 110)
#: Classes that were made of part of another since.
BROADER = {"hispanic": "ethnicity", "orientation": "gender", "transgender": "gender", "relocation_help": "none"}


def lines(name: str) -> Iterator[dict[str, Any]]:
    return map(json.loads, (HERE / name).read_text(encoding="utf-8").splitlines())


class Score(NamedTuple):
    right: Counter[str]
    of: Counter[str]
    turned_wrongly: int
    unclear: int

    @property
    def percent(self) -> float:
        return 100 * self.right.total() / self.of.total()


def score(name: str) -> Score:
    right, of, wrong, unclear = Counter[str](), Counter[str](), 0, 0
    for line in lines(name):
        reading = read(line["text"])
        of[line["lang"]] += 1
        if line["class"] not in (reading.about, BROADER.get(reading.about)):
            continue
        right[line["lang"]] += 1
        if "asks" in line:
            unclear += reading.asks is Asks.UNCLEAR
            wrong += reading.asks not in (Asks.UNCLEAR, Asks[line["asks"].upper()])
    return Score(right, of, wrong, unclear)


@pytest.mark.parametrize(
    ("name", "held"),
    [("known.jsonl", KNOWN), ("strangers.jsonl", STRANGERS), ("strangers_second.jsonl", SECOND)],
)
def test_questions_are_read_into_their_class_and_the_right_way_round(name: str, held: tuple[float, int, int]) -> None:
    told = score(name)
    print(f"{name}: {told.percent:.1f} % of {told.of.total()}, {told.unclear} unclear, {told.turned_wrongly} wrong")
    print({code: f"{told.right[code]}/{told.of[code]}" for code in told.of})
    least, most_wrongly, most_unclear = held
    assert told.percent >= least
    assert told.turned_wrongly <= most_wrongly
    assert told.unclear <= most_unclear


def test_every_language_has_words_for_every_class() -> None:
    by_others = {QuestionClass.YEARS_WITH, QuestionClass.NONE}
    for code in LANGUAGES:
        has = {wording.about for wording in languages()[code].wordings}
        assert set(QuestionClass) - by_others == has - by_others, code


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Do you require sponsorship?", Asks.PLAIN),
        ("Do you NOT require sponsorship?", Asks.TURNED),
        ("You don't need a visa, and not a sponsor either?", Asks.UNCLEAR),
        ("Is there any reason you could not relocate?", Asks.TURNED),
        ("Would you rule out working weekends?", Asks.TURNED),
        ("Are you unemployed at present?", Asks.TURNED),
        ("Are you over 18, yes or no?", Asks.PLAIN),
        ("Would you dread relocating?", Asks.UNCLEAR),
        ("Would you work overtime without pay?", Asks.UNCLEAR),
        ("Are you still without a food handler certificate?", Asks.TURNED),
        ("As our farm is not on a bus route, do you own a car?", Asks.PLAIN),
        ("If you are not authorized to work here, tick this box", Asks.TURNED),
        ("Are you able to work weekends in our Slough bakery?", Asks.PLAIN),
        ("Is working overtime in our busy bakery distasteful to you?", Asks.UNCLEAR),
        ("Würden Sie Überstunden an Feiertagen verabscheuen?", Asks.UNCLEAR),
        ("Do you have any restriction that prevents you from lifting 25 kg?", Asks.TURNED),
        ("No tengo ningún tipo de antecedentes penales", Asks.TURNED),
        ("All drivers take random drug tests. Do you agree to be tested?", Asks.PLAIN),
        ("You must not have a criminal record. Can you confirm that?", Asks.UNCLEAR),
        ("Êtes-vous prêt(e) à déménager ?", Asks.PLAIN),
        ("Have you let your nursing licence lapse?", Asks.UNCLEAR),
        ("Quick question: do you require sponsorship?", Asks.PLAIN),
        ("Quick question: are you not allowed to work in the US?", Asks.TURNED),
        ("Tick if this is not so: do you require sponsorship?", Asks.TURNED),
        ("Do you speak Polish? (this helps us plan)", Asks.PLAIN),
        ("Please grade your Mandarin: none, basic, conversational, fluent", Asks.PLAIN),
        ("未满18岁吗？", Asks.TURNED),
        ("您是否年满18岁？", Asks.PLAIN),
    ],
)
def test_what_is_turned_round_is_known_and_what_may_be_is_unclear(text: str, asks: Asks) -> None:
    assert read(text).asks is asks


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("We want everybody at home here, so please answer honestly: do you have relatives here?", "relatives"),
        ("Before we talk about pay: when could you start?", "start_date"),
        ("Current salary: 40,000, 50,000 or more", "current_salary"),
    ],
)
def test_what_leads_up_to_a_question_is_not_what_it_is_about(text: str, about: str) -> None:
    assert read(text).about == about


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


def test_figure_thing_language_and_person_are_read() -> None:
    assert read("Do you have at least 5 years of experience with Python?").quantity == 5
    assert read("How many years of experience do you have with Python?").thing == "python"
    assert read("Do you have experience with C++?").thing != read("Do you have experience with C?").thing
    assert read("Do you speak German fluently?").languages == {"de"}
    assert not read("Is your spouse authorized to work in the US?").of_applicant


@pytest.mark.parametrize("text", ["", "?", "First name", "If yes, please explain", "Why do you want to work here?"])
def test_what_asks_nothing_of_the_kind_is_no_class(text: str) -> None:
    assert read(text).about is QuestionClass.NONE
