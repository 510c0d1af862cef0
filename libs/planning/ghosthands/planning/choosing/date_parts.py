"""Lists for one part of a date: days, months or years, recognised by their options."""

from __future__ import annotations

from collections.abc import Sequence

from ghosthands.planning.choosing import dates

_FEWEST_DAYS = 28
_MONTHS = 12
#: a list for the date of a start has few years
_FEWEST_YEARS = 2


def part_chosen(labels: Sequence[str], text: str) -> list[int]:
    """Return the index of the part of the date `text` that the list is for; empty where it is for none."""
    day = dates.parse(text)
    wanted = _part(labels, day) if day else None
    if wanted is None:
        return []
    return [index for index, label in enumerate(labels) if dates.part_in(label) == wanted]


def _part(labels: Sequence[str], day: dates.Day) -> int | None:
    """Return the number that a list with such labels takes; None where they are no parts of dates, or it is unknown."""
    offered = {number for label in labels if (number := dates.part_in(label)) is not None}
    if len(offered) < len(labels) - 2:  # a list may have a heading and a line
        return None
    if len(offered) >= _FEWEST_YEARS and all(1900 <= number <= 2100 for number in offered):
        return day.year
    if offered == set(range(1, _MONTHS + 1)):
        return day.month
    return day.day if len(offered) >= _FEWEST_DAYS and offered <= set(range(1, 32)) else None
