"""Lists of ranges of numbers: `0-2 years`, `3 to 5`, `10+`, `more than 10`, `$100k - $120k`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

_NUMBER = r"[$€£]?\s*(\d[\d,]*(?:\.\d+)?)\s*(k\b)?"
_UNIT = r"(?:\s*(?:years?|yrs?|months?|days?|people|employees|usd|eur|gbp))?"
_BETWEEN = re.compile(rf"{_NUMBER}{_UNIT}\s*(?:-|–|—|\bto\b|\band\b)\s*(?:less than\s+)?{_NUMBER}", re.IGNORECASE)
_AT_LEAST = re.compile(
    rf"{_NUMBER}{_UNIT}\s*(?:\+|\bplus\b|(?:or|and) (?:more|above|over|greater|longer)\b)"
    rf"|\b(?:at least|from|minimum(?: of)?)\s+{_NUMBER}",
    re.IGNORECASE,
)
_MORE_THAN = re.compile(rf"(?:\b(?:more|greater|longer) than|\bover|\babove|>)\s*{_NUMBER}", re.IGNORECASE)
_LESS_THAN = re.compile(rf"(?:\b(?:less|fewer|shorter) than|\bunder|\bbelow|<)\s*{_NUMBER}", re.IGNORECASE)
_AT_MOST = re.compile(
    rf"\b(?:up to|at most)\s+{_NUMBER}|{_NUMBER}{_UNIT}\s*(?:or|and) (?:less|fewer|under|below)\b", re.IGNORECASE
)
_STATED = re.compile(rf"{_NUMBER}\+?{_UNIT}", re.IGNORECASE)
#: labels that are ranges from which a list is one of ranges
_FEWEST = 2


class _Range(NamedTuple):
    low: float
    high: float
    #: whether the limit itself is outside the range
    open_low: bool = False
    open_high: bool = False

    def holds(self, number: float) -> bool:
        above = number > self.low if self.open_low else number >= self.low
        return above and (number < self.high if self.open_high else number <= self.high)


def range_chosen(labels: Sequence[str], text: str) -> list[int]:
    """Return the indices of the ranges that contain the number `text`; empty where the options are no ranges."""
    stated = _STATED.fullmatch(text.strip())
    ranges = [_range(label) for label in labels] if stated else []
    if stated is None or sum(each is not None for each in ranges) < _FEWEST:
        return []
    number = _numbers(stated)[0]
    return [index for index, each in enumerate(ranges) if each is not None and each.holds(number)]


def _range(label: str) -> _Range | None:
    if found := _BETWEEN.search(label):
        low, high = _numbers(found)
        thousands = bool(found[4]) and not found[2] and low < high / 1000
        return _Range(low * 1000 if thousands else low, high)
    if found := _AT_LEAST.search(label):
        return _Range(_numbers(found)[0], math.inf)
    if found := _MORE_THAN.search(label):
        return _Range(_numbers(found)[0], math.inf, open_low=True)
    if found := _LESS_THAN.search(label):
        return _Range(-math.inf, _numbers(found)[0], open_high=True)
    if found := _AT_MOST.search(label):
        return _Range(-math.inf, _numbers(found)[0])
    return None


def _numbers(found: re.Match[str]) -> list[float]:
    """Return the numbers in their order; each is a group of digits before one that may say thousands."""
    pairs = zip(found.groups()[::2], found.groups()[1::2], strict=True)
    return [float(digits.replace(",", "")) * (1000 if thousands else 1) for digits, thousands in pairs if digits]
