"""Lists of months with their years, in any language: "February 2027", "février 2027", "2027-02"."""

from __future__ import annotations

from collections.abc import Sequence

from ghosthands.planning.choosing import dates

#: labels that are months of a year from which a list is one of them
_FEWEST = 2


def month_chosen(labels: Sequence[str], text: str) -> list[int]:
    """Return the index of the month of the date `text`; empty where the options are no months of a year."""
    day = dates.parse(text)
    if day is None or day.month is None:
        return []
    months = [_month(label) for label in labels]
    if sum(month is not None for month in months) < _FEWEST:
        return []
    return [index for index, month in enumerate(months) if month == (day.year, day.month)]


def _month(label: str) -> tuple[int, int] | None:
    """Return the year and the month that a label names; None where it names a day, or anything else."""
    day = dates.parse(label)
    return (day.year, day.month) if day and day.month and day.day is None else None
