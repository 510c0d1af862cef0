"""The amount that a question asks for: its only figure, in what its class counts in, and which side of it is meant."""

from __future__ import annotations

import re
from typing import NamedTuple

from ghosthands.planning.questions.classes import IN_YEARS, MEASURED, Bound, QuestionClass
from ghosthands.planning.questions.wordings import Language

_FIGURE = re.compile(r"\d+(?:[.,]\d{3})*(?:\.\d+)?")
#: What stands between the thousands of a figure, "1,500" or "4.668.000".
_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")
#: The signs of each side, before a figure.
_SIGNS = {"<": "less", ">": "more", **dict.fromkeys(("<=", "≤", "≦", "⩽"), "most")}
_SIGNS |= {"＜": "less", "＞": "more", **dict.fromkeys((">=", "≥", "≧", "⩾"), "least")}
_SIGN = re.compile(rf"(?<![-<>=~≤≥])(?:{'|'.join(sorted(_SIGNS, key=len, reverse=True))})(?=\s*\d)")
#: A sign that is read as no side: one behind the figure, "~5", "=> 5".
_OTHER_SIGN = re.compile(r"[<>≤≥≦≧⩽⩾＜＞]|[=≠~≈±≮≯≰≱]\s*\d")
_AGES = {"eighteen": 18.0, "sixteen": 16.0, "twenty one": 21.0}
_MONTHS = 12


class Amount(NamedTuple):
    """A figure and the side of it that a yes would be on."""

    quantity: float | None = None
    bound: Bound = Bound.LEAST


def spell_signs(language: Language, text: str) -> str:
    """Return the text with the signs before figures in words: "<5" as "less than 5"."""
    return _SIGN.sub(lambda found: f" {language.amounts[_SIGNS[found[0]]].first} ", text)


def read_amount(language: Language, about: QuestionClass, text: str, said: str) -> Amount:
    """Return the only figure, and which side of it is asked for; no figure where there are several."""
    figures = {float(_THOUSANDS.sub("", found)) for found in _FIGURE.findall(text)}
    figures |= {figure for word, figure in _AGES.items() if word in said}
    bound = Bound.LEAST
    if about in MEASURED:
        figures |= {language.numbers[word] for word in said.split() if word in language.numbers}
        bound = _find_bound(language, about, said)
    elif about is QuestionClass.OVER_AGE:
        bound = _find_age_bound(language, said)
    if _OTHER_SIGN.search(text):
        bound = Bound.SEVERAL
    if len(figures) != 1:
        return Amount(bound=bound)
    figure = figures.pop()
    if about in IN_YEARS and language.amounts["months"].search(said):
        return Amount(None if language.amounts["years"].search(said) else figure / _MONTHS, bound)
    return Amount(figure, bound)


def strip_amount(language: Language, about: QuestionClass, said: str) -> str:
    """Return the sentence without the words of its amount, for a class that is measured."""
    if about not in MEASURED:
        return said
    for name in _WORDS:
        said = language.amounts[name].sub(said)
    return " ".join(word for word in said.split() if word not in language.numbers)


def _find_bound(language: Language, about: QuestionClass, said: str) -> Bound:
    """Return the side that is asked for; a sentence that names two of them may mean either."""
    found: set[Bound] = set()
    for name, bound in _BOUNDS.items():
        phrases = language.amounts[name]
        if phrases.search(said):
            found.add(bound)
            said = phrases.sub(said)
    if found == {Bound.UP_TO} and about is QuestionClass.TRAVEL:
        return Bound.LEAST  # who would travel "up to 20 %" of the time would travel so much
    return found.pop() if len(found) == 1 else Bound.SEVERAL if found else Bound.LEAST


def _find_age_bound(language: Language, said: str) -> Bound:
    """Return the side of an age that is asked for; "under 18" is the reverse of the plain question, and no side."""
    for name in ("most", "up_to"):
        if language.amounts[name].search(said):
            return _BOUNDS[name]  # who is 18 is "18 or under", and is no minor
    opposite = language.opposites[QuestionClass.OVER_AGE]
    return Bound.LESS if language.amounts["less"].search(opposite.sub(said)) else Bound.LEAST


#: The phrases of each side, in the order of tries: "no more than" has "more than" in it.
_BOUNDS = {
    "most": Bound.MOST,
    "least": Bound.LEAST,
    "up_to": Bound.UP_TO,
    "more": Bound.MORE,
    "less": Bound.LESS,
}
_WORDS = (*_BOUNDS, "percent")
