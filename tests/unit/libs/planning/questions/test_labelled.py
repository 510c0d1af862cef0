"""Labelled questions are read into their classes, and never the wrong way round."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ghosthands.planning.questions.classes import Asks
from ghosthands.planning.questions.reading import read

HERE = Path(__file__).parent
#: Of 100 questions, how many have to come out right, and of all how many may come out the wrong way round, and unclear.
#: Those of the first three strangers were set aside at first, and have been learnt from since.
#: Of the fourth's, 36 of which are in languages that are not read, only the 23 that were read the wrong way round and
#: one more have been looked at; all of the fifth's and the sixth's; of the seventh's five; none of the eighth's;
#: all of the ninth's; the tenth's failures were listed, and nothing was mended for them;
#: all of the eleventh's; all of the twelfth's, two of its causes mended.
#: Traps were written to turn a reading round; what a yes or a no says of them is in `test_answers.py`.
KNOWN, STRANGERS, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH, TENTH, ELEVENTH, TWELFTH = (
    (99, 0, 85),
    (97, 0, 9),
    (98, 0, 27),
    (98, 0, 14),
    (90, 0, 40),
    (93, 0, 22),
    (90, 0, 10),
    (95, 0, 34),
    (95, 0, 10),
    (91, 0, 31),
    (89, 0, 33),
    (93, 0, 22),
    (96, 3, 5),
)
TRAPS = {
    "traps.jsonl": (92, 2, 25),
    "traps_second.jsonl": (80, 1, 6),
    "traps_third.jsonl": (87, 2, 3),
    "traps_fourth.jsonl": (95, 0, 1),
}
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
            unclear += reading.asks is Asks.UNCLEAR and line["asks"] != "unclear"
            is_of_others = not (reading.of_applicant or line.get("of_applicant", True))
            wrong += not is_of_others and reading.asks not in (Asks.UNCLEAR, Asks[line["asks"].upper()])
    return Score(right, of, wrong, unclear)


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("known.jsonl", KNOWN),
        ("strangers.jsonl", STRANGERS),
        ("strangers_second.jsonl", SECOND),
        ("strangers_third.jsonl", THIRD),
        ("strangers_fourth.jsonl", FOURTH),
        ("strangers_fifth.jsonl", FIFTH),
        ("strangers_sixth.jsonl", SIXTH),
        ("strangers_seventh.jsonl", SEVENTH),
        ("strangers_eighth.jsonl", EIGHTH),
        ("strangers_ninth.jsonl", NINTH),
        ("strangers_tenth.jsonl", TENTH),
        ("strangers_eleventh.jsonl", ELEVENTH),
        ("strangers_twelfth.jsonl", TWELFTH),
        *TRAPS.items(),
    ],
)
def test_questions_are_read_into_their_class_and_the_right_way_round(name: str, held: tuple[float, int, int]) -> None:
    told = score(name)
    print(f"{name}: {told.percent:.1f} % of {told.of.total()}, {told.unclear} unclear, {told.turned_wrongly} wrong")
    print({code: f"{told.right[code]}/{told.of[code]}" for code in told.of})
    least, most_wrongly, most_unclear = held
    assert told.percent >= least
    assert told.turned_wrongly <= most_wrongly
    assert told.unclear <= most_unclear
