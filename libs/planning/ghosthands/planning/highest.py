"""The highest degree: which entry of an applicant's education answers a question for its level.

A profile lists its entries in any order. Where one of several has no level that is known, or no end that is past, none
is the highest for certain; nor is the only one where its end is still to come.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from ghosthands.planning.choosing import dates
from ghosthands.planning.choosing.degrees import level_of
from ghosthands.planning.matching import Match

#: The rule of questions for a level, and the key by which it asks.
RULE = "highest_degree"
KEY = "profile.education.0.degree"
_DEGREE = re.compile(r"profile\.education\.(\d+)\.degree")
_STATED = "profile.degree_type"
_OF_ITS_END = ("graduation_year", "end_date")
#: The end of a date that is known to the year or the month only.
_LAST_MONTH, _LAST_DAY = 12, 31


def asks_for_highest(found: Match) -> bool:
    """Whether a match is one for the level of the whole education, and not for the degree of an entry."""
    return found.key == KEY and found.reason.endswith(f":{RULE}")


def find_highest(found: Match, values: Mapping[str, str], today: date | None) -> Match | None:
    """Return the match with the key of the highest degree; None where it is not certain which of several that is.

    `today` tells which ends are past; without it none is.
    """
    degrees = [key for key in sorted(values) if values[key] and (_DEGREE.fullmatch(key) or key == _STATED)]
    if not degrees:
        return found
    if len(degrees) == 1:
        return None if _may_go_on(degrees[0], values, today) else replace(found, key=degrees[0])
    levels = {key: level for key in degrees if (level := level_of(values[key]))}
    if len(levels) < len(degrees):
        return None
    best = [key for key in degrees if levels[key] == max(levels.values())]
    finished = [key for key in best if _is_finished(key, values, today)]
    if not finished and _STATED in best and not any(_may_go_on(key, values, today) for key in best):
        finished = [_STATED]
    return replace(found, key=finished[0]) if finished else None


def _is_finished(key: str, values: Mapping[str, str], today: date | None) -> bool:
    ends = _list_ends(key, values)
    return bool(ends) and all(_is_past(end, today) for end in ends)


def _may_go_on(key: str, values: Mapping[str, str], today: date | None) -> bool:
    """Whether it has an end that may be to come."""
    return not all(_is_past(end, today) for end in _list_ends(key, values))


def _list_ends(key: str, values: Mapping[str, str]) -> list[str]:
    entry = key.removesuffix("degree")
    return [end for name in _OF_ITS_END if (end := values.get(f"{entry}{name}"))]


def _is_past(end: str, today: date | None) -> bool:
    """Whether the end is a date, the last day of which is past, whichever way it is read."""
    days = [dates.parse(end, order) for order in dates.ORDERS]
    return today is not None and all(
        day is not None
        and (day.year, day.month or _LAST_MONTH, day.day or _LAST_DAY) <= (today.year, today.month, today.day)
        for day in days
    )
