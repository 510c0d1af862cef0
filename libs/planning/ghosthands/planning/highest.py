"""The highest degree: which entry of an applicant's education answers a question for its level.

A profile lists its entries in any order. Where one of several has no level that is known, or no sign that it was
finished, none is the highest for certain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from ghosthands.planning.choosing.degrees import level_of
from ghosthands.planning.matching import Match

#: The rule of questions for a level, and the key by which it asks.
RULE = "highest_degree"
KEY = "profile.education.0.degree"
_DEGREE = re.compile(r"profile\.education\.(\d+)\.degree")
_STATED = "profile.degree_type"
_OF_ITS_END = ("graduation_year", "end_date")


def asks_for_highest(found: Match) -> bool:
    """Whether a match is one for the level of the whole education, and not for the degree of an entry."""
    return found.key == KEY and found.reason.endswith(f":{RULE}")


def find_highest(found: Match, values: Mapping[str, str]) -> Match | None:
    """Return the match with the key of the highest degree; None where it is not certain which of several that is."""
    degrees = [key for key in sorted(values) if values[key] and (_DEGREE.fullmatch(key) or key == _STATED)]
    if len(degrees) <= 1:
        return replace(found, key=degrees[0]) if degrees else found
    levels = {key: level for key in degrees if (level := level_of(values[key]))}
    if len(levels) < len(degrees):
        return None
    best = max(levels, key=lambda key: levels[key])
    return replace(found, key=best) if best == _STATED or _is_finished(best, values) else None


def _is_finished(key: str, values: Mapping[str, str]) -> bool:
    entry = key.removesuffix("degree")
    return any(values.get(f"{entry}{name}") for name in _OF_ITS_END)
