"""Lists of ranges of numbers: `0-2 years`, `3 bis 5 Jahre`, `más de 10`, `$100k - $120k`, `1-2 months`.

A number counts in what the ranges count in, or is converted. Where it is uncertain whether a range holds it, as for 4
weeks and "less than 1 month", none is chosen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from ghosthands.planning.choosing import range_words
from ghosthands.planning.choosing.quantities import UNITS, has_other_scale, is_quantity
from ghosthands.planning.choosing.range_words import before, behind

_MONEY = (
    r"(?:(?:us|r)?\$|[€£¥₹]|zł|kč|(?:eur|usd|gbp|chf|pln|sek|nok|dkk|czk|cad|aud|nzd|sgd|inr|brl|huf|euros?|dollars?"
    r"|pounds?|francs?|kr)\b\.?)"
)
#: groups of three digits behind dots, commas, spaces or apostrophes are thousands
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)")
_THOUSAND = (
    r"(?:k(?![^\W\d_])|k(?=eur|usd|gbp|chf|pln|sek|nok|dkk)|t(?= ?€|eur)|tkr|(?:tsd|tausend|thousand|mila|mil|mille|tys"
    r"|tis|tusen|duizend)\b\.?)"
)
_UNITS = {unit: "|".join([words, *range_words.UNITS.get(unit, ())]) for unit, words in UNITS.items()}
_UNIT = "|".join(rf"(?P<{unit.replace(' ', '_')}>(?:{words})(?!\w))" for unit, words in _UNITS.items())
_NUMBER = re.compile(
    rf"(?:(?<!\w){_MONEY} ?)?(?P<digits>{_GROUPED.pattern}|\d+(?:[.,]\d+)?) ?(?P<thousand>{_THOUSAND})?"
    rf" ?(?:{_MONEY})?(?P<plus>\+)? ?(?:{_UNIT}|(?P<counted>年|个月|ヶ月|か月|カ月|週間|周|天|日))?",
    re.IGNORECASE,
)
_COUNTED = {"年": "year", "週間": "week", "周": "week", "天": "day", "日": "day"}
_BETWEEN = re.compile(
    rf"#\+? ?(?:{range_words.BETWEEN}) ?(?:(?P<open>{range_words.LESS_THAN})|{range_words.AT_MOST})? ?#", re.IGNORECASE
)
_OVER = before(range_words.MORE_THAN)
#: What a label says of its only number, the first that fits: which limit that is, and whether it is outside.
_LIMITS = (
    (range_words.NOT_MORE, "high", False),
    (range_words.NOT_LESS, "low", False),
    (_OVER, "low", True),
    (before(range_words.LESS_THAN), "high", True),
    (behind(range_words.UNDER_BEHIND), "high", True),
    (behind(range_words.MORE_BEHIND), "low", False),
    (behind(range_words.LESS_BEHIND), "high", False),
    (before(range_words.AT_LEAST), "low", False),
    (before(range_words.AT_MOST), "high", False),
)
_DENYING = re.compile(rf"\b{range_words.DENYING}\b", re.IGNORECASE)
#: labels that are ranges from which a list is one of ranges
_FEWEST = 2
#: the base that a unit is converted into, how many of it at least, and at most
_DAYS = {"day": (1, 1), "week": (7, 7), "month": (28, 31), "year": (365, 366)}
_EXACT = {("week", "day"): 7, ("year", "month"): 12}


class _Amount(NamedTuple):
    number: float
    #: empty where it says none
    unit: str
    #: whether its scale is said: "60k"
    is_scaled: bool = False


class _Range(NamedTuple):
    low: float
    high: float
    unit: str
    #: whether the limit itself is outside the range
    open_low: bool = False
    open_high: bool = False
    #: whether it has no width: a label with one number alone
    is_single: bool = False


def range_chosen(labels: Sequence[str], text: str) -> list[int]:
    """Return the indices of the ranges that contain the number `text`; empty where the options are no ranges."""
    stated = _read_amount(text)
    ranges = [_read_range(label) for label in labels] if stated else []
    if stated is None or sum(each is not None and not each.is_single for each in ranges) < _FEWEST:
        return []
    if not stated.unit:
        stated = stated._replace(unit=_usual_unit(ranges))
    held = [each is not None and _holds(each, stated) for each in ranges]
    return [] if None in held else [index for index, each in enumerate(held) if each]


def names_a_unit(label: str) -> bool:
    """Whether one of a label's numbers has a unit of time behind it: "1-2 months"."""
    return any(amount.unit for amount in _take_numbers(label)[0])


def drop_thousands(label: str) -> str:
    """Return a label without the words for thousands behind its numbers, as they are read here: "60 €" for "60 k€"."""
    kept, at = "", 0
    for found in _NUMBER.finditer(label):
        if found["thousand"]:
            kept, at = kept + label[at : found.start("thousand")], found.end("thousand")
    return kept + label[at:]


def _usual_unit(ranges: Sequence[_Range | None]) -> str:
    """Return the unit in which a bare number counts: the ranges' own, or years in a list of months and years."""
    units = {each.unit for each in ranges if each and each.unit}
    return units.pop() if len(units) == 1 else "year" if units == {"month", "year"} else ""


def _holds(each: _Range, stated: _Amount) -> bool | None:
    """Whether the range contains the amount; None where its unit leaves that open."""
    above = _compare(stated, _Amount(each.low, each.unit), allow_equal=not each.open_low)
    below = _compare(_Amount(each.high, each.unit), stated, allow_equal=not each.open_high)
    return False if False in (above, below) else None if None in (above, below) else True


def _compare(more: _Amount, less: _Amount, *, allow_equal: bool) -> bool | None:
    """Whether the one is more than the other; None where their units leave that open."""
    if math.inf in (more.number, less.number) or less.number == 0 == more.number or not (more.unit and less.unit):
        return more.number >= less.number if allow_equal else more.number > less.number
    (fewest, most), (others_fewest, others_most) = _spread(more, less.unit), _spread(less, more.unit)
    if (fewest >= others_most) if allow_equal else (fewest > others_most):
        return True
    return None if (most > others_fewest or (allow_equal and most == others_fewest)) else False


def _spread(amount: _Amount, beside: str) -> tuple[float, float]:
    """Return the least and the most that an amount may be, in a unit in which one counted in `beside` is compared."""
    if amount.unit == beside:
        return amount.number, amount.number
    for (larger, smaller), count in _EXACT.items():
        if {amount.unit, beside} == {larger, smaller}:
            exact = amount.number * (count if amount.unit == larger else 1)
            return exact, exact
    fewest, most = _DAYS.get(amount.unit, (0, math.inf))
    return amount.number * fewest, amount.number * most


def _read_amount(text: str) -> _Amount | None:
    """Return the number that a text states, with its unit, and no more."""
    amounts, skeleton = _take_numbers(text)
    is_bare = skeleton.strip("+ ") == "#"
    return amounts[0] if len(amounts) == 1 and (is_bare or is_quantity(text)) and not has_other_scale(text) else None


def _read_range(label: str) -> _Range | None:
    """Return the range that a label says; None where it says none, or more than one."""
    amounts, skeleton = _take_numbers(label)
    if has_other_scale(label) or not amounts:
        return None
    if len(amounts) > 1:
        between = _BETWEEN.search(skeleton) if len(amounts) == 2 else None
        return _between(amounts[0], amounts[1], skeleton, between) if between else None
    [(number, unit, _)] = amounts
    for words, limit, is_open in _LIMITS:
        if found := words.search(skeleton):
            beside = f"{skeleton[: found.start()]} {skeleton[found.end() :]}"
            if _DENYING.search(beside):
                return None
            return (
                _Range(number, math.inf, unit, open_low=is_open)
                if limit == "low"
                else _Range(-math.inf, number, unit, open_high=is_open)
            )
    return _Range(number, number, unit, is_single=True) if skeleton.strip() == "#" else None


def _between(low: _Amount, high: _Amount, skeleton: str, found: re.Match[str]) -> _Range | None:
    unit = high.unit or low.unit
    if low.unit not in ("", unit):
        exact = _EXACT.get((unit, low.unit), 0)  # "6 months to 2 years"
        high, unit = high._replace(number=high.number * exact), low.unit
    if high.is_scaled and not low.is_scaled and low.number < high.number / 1000:
        low = low._replace(number=low.number * 1000)
    if low.number > high.number or _DENYING.search(skeleton):
        return None
    return _Range(low.number, high.number, unit, bool(_OVER.search(skeleton)), found["open"] is not None)


def _take_numbers(text: str) -> tuple[list[_Amount], str]:
    """Return a text's numbers, and the text with a "#" for each and its unit."""
    amounts = [_amount(found) for found in _NUMBER.finditer(text)]
    skeleton = _NUMBER.sub(lambda found: " #+" if found["plus"] else " # ", text)
    return amounts, " ".join(skeleton.split())


def _amount(found: re.Match[str]) -> _Amount:
    digits = found["digits"]
    number = float(re.sub(r"\D", "", digits) if _GROUPED.fullmatch(digits) else digits.replace(",", "."))
    named = (unit for unit in UNITS if found[unit.replace(" ", "_")])
    unit = next(named, "") or (_COUNTED.get(found["counted"], "month") if found["counted"] else "")
    return _Amount(number * 1000 if found["thousand"] else number, unit, bool(found["thousand"]))
