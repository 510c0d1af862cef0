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
    if day is None:
        return []
    numbers = dates.parts_in(labels)
    wanted = _part(numbers, day)
    return [index for index, number in enumerate(numbers) if wanted is not None and number == wanted]


def _part(numbers: Sequence[int | None], day: dates.Day) -> int | None:
    """Return the number that a list of such takes; None where they are no parts of dates, or it is unknown."""
    offered = set(numbers) - {None}
    if len(offered) < len(numbers) - 2:  # a list may have a heading and a line
        return None
    if len(offered) >= _FEWEST_YEARS and all(1900 <= (number or 0) <= 2100 for number in offered):
        return day.year
    if offered == set(range(1, _MONTHS + 1)):
        return day.month
    return day.day if len(offered) >= _FEWEST_DAYS and offered <= set(range(1, 32)) else None
