"""Lengths of time in any of the languages that `quantities` knows: "3 months" is "Préavis : 3 mois"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from ghosthands.domain.caches import CACHED_OPTIONS
from ghosthands.planning.choosing.notice_words import NOTICE, bare
from ghosthands.planning.choosing.quantities import find_unit, number_in, take_out_quantity

_NO_WORD = re.compile(r"[\W_]+")
#: what is exactly so many of another unit
_OF = {"week": ("day", 7), "year": ("month", 12)}
_FEWEST = 2
_DIGIT = re.compile(r"\d")
_BARE_NOTICE = re.compile(rf"\b(?:{bare(NOTICE.pattern)})\b")


class Duration(NamedTuple):
    """A number of days, of months, or of another unit."""

    number: Decimal
    unit: str


def duration_chosen(labels: Sequence[str], text: str) -> list[int]:
    """Return the indices of the labels that say that length of time and no more; empty where `text` says none."""
    wanted = _read(text)
    return [index for index, label in enumerate(labels) if _read(label) == wanted] if wanted else []


@lru_cache(maxsize=CACHED_OPTIONS)
def are_of_notice(labels: tuple[str, ...]) -> bool:
    """Whether a list, whose options may be without accents, offers notice periods by name."""
    return sum(bool(_DIGIT.search(label) and _BARE_NOTICE.search(label)) for label in labels) >= _FEWEST


def _read(text: str) -> Duration | None:
    """Return the length that a text states, beside words for a notice alone."""
    number, unit = number_in(text), find_unit(text)
    beside = " ".join(_NO_WORD.sub(" ", take_out_quantity(text)).split())
    if number is None or not unit or (beside and not NOTICE.fullmatch(beside)):
        return None
    whole, count = _OF.get(unit, (unit, 1))
    return Duration(number * count, whole)
