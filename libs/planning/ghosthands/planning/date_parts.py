"""Dates asked for in parts: boxes that share the words of one date, or of which only the first has a label.

Where each box is called by its part alone ("Tag", "Monat", "Jahr"), the date is called by the heading over them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from ghosthands.domain.caches import CACHED_OPTIONS
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planning.rules.dates import PARTS
from ghosthands.planning.signals import identifier_words, words

_PART = re.compile("|".join(pattern.pattern for pattern in PARTS.values()))

#: What a date is made of: a day may be missing.
_DATES = ({"day", "month", "year"}, {"month", "year"})
#: Options of which the first may be the part's name.
_FEWEST_OPTIONS = 2
#: The word that a label ends in, where another stands before it.
_LAST = re.compile(r"(?<=\S)\s+(\S+)$")


def name_parts(fields: Sequence[FieldModel]) -> tuple[FieldModel, ...]:
    """Return the fields, those that are called by their part of one date by the question of the whole date."""
    takes = [_part_taken(field) for field in fields]
    if not any(takes):
        return tuple(fields)
    named = list(fields)
    below = Counter(map(_path, fields))
    at = 0
    while at < len(named):
        parts = _take_date(named[at : at + len(PARTS)], takes[at : at + len(PARTS)], below)
        for place, part in enumerate(parts, at):
            named[place] = replace(part, label=_ask_whole(parts, below))
        at += len(parts) or 1
    return tuple(named)


def _path(field: FieldModel) -> tuple[str, ...]:
    return (field.section, *field.around)


def _take_date(
    fields: Sequence[FieldModel], takes: Sequence[str | None], below: Mapping[tuple[str, ...], int]
) -> Sequence[FieldModel]:
    """Return the parts of a date that the fields begin with; none where they begin with no whole date."""
    for date in _DATES:
        if set(takes[: len(date)]) != date:
            continue
        parts = fields[: len(date)]
        is_one = len({(_path(part), part.form, part.locator.frame) for part in parts}) == 1
        if is_one and _ask_whole(parts, below):
            return parts
    return ()


def _ask_whole(parts: Sequence[FieldModel], below: Mapping[tuple[str, ...], int]) -> str:
    """Return what asks for the whole date: the first one's own label, else the heading over them and nothing else."""
    first, *others = (
        "" if _name_of_part(part.label) or not words(part.label) else drop_part(part.label) for part in parts
    )
    if any(label not in ("", first) for label in others):
        return ""
    return first or (parts[0].section if below[_path(parts[0])] == len(parts) else "")


def _name_of_part(text: str) -> str | None:
    said = words(text)
    return next((part for part, pattern in PARTS.items() if pattern.fullmatch(said)), None)


def drop_part(label: str) -> str:
    """Return the label of a part of a date without the part's name at its end: what asks for the whole date."""
    last = _LAST.search(label)
    return label[: last.start()] if last and _name_of_part(last[1]) else label


def _part_taken(field: FieldModel) -> str | None:
    """Return the part that a list or a box takes; None for anything else, and for one that takes no part."""
    if field.kind is FieldKind.DATE:
        return _name_of_part(field.placeholder)
    if len(field.options) < _FEWEST_OPTIONS:
        return None
    own = field.label.removeprefix(drop_part(field.label)) or field.label
    return _read_part(own, field.options[0].label, field.name, field.dom_id)


@lru_cache(maxsize=CACHED_OPTIONS)
def _read_part(label: str, first: str, *names: str) -> str | None:
    """Return the part of which a list has the name, says so in its first line, or is called so for a script."""
    if part := _name_of_part(label) or _name_of_part(first):
        return part
    named = map(identifier_words, names)
    return next((part for text in named for part, name in PARTS.items() if name.search(text)), None)


def find_labelled(fields: Sequence[FieldModel]) -> dict[str, FieldModel]:
    """Return the part whose label is for the whole date, by the id of each part without one."""
    labelled: dict[str, FieldModel] = {}
    for before, field in pairwise(fields):
        if field.label:
            continue
        date = _date_of(field)
        if date and _date_of(before) == date:
            head = before if before.label else labelled.get(before.id)
            if head:
                labelled[field.id] = head
    return labelled


def group(fields: Iterable[FieldModel]) -> list[list[FieldModel]]:
    """Return fields of the same words question by question: the parts of one date are one, each part once."""
    questions: list[list[FieldModel]] = []
    taken: set[str] = set()
    for field in fields:
        part = _find_part(field)
        if part is None or part in taken or not taken:
            questions.append([])
            taken = set()
        questions[-1].append(field)
        taken |= {part} if part else set()
    return questions


def _find_part(field: FieldModel) -> str | None:
    """Return the part that the field takes, by anything but the words that the whole date shares; None for none."""
    shown = (
        field.placeholder,
        *(option.label for option in field.options[:1]),
        field.label.removeprefix(drop_part(field.label)),
    )
    said = (*map(identifier_words, (field.name, field.dom_id)), *map(words, shown))
    return next((part for text in said for part, pattern in PARTS.items() if pattern.search(text)), None)


def _date_of(field: FieldModel) -> str:
    """Return the name of the date in the part's name or id; empty where it is no part."""
    named = identifier_words(field.name or field.dom_id)
    date = _PART.sub("", named).strip()
    return date if date != named else ""
