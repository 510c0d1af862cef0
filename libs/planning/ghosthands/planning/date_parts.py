"""Dates asked for in parts: boxes that share the words of one date, or of which only the first has a label."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ghosthands.domain.page import FieldModel
from ghosthands.planning.rules.dates import PARTS
from ghosthands.planning.signals import PART_OF_DATE, identifier_words, words

_PART = re.compile("|".join(pattern.pattern for pattern in PARTS.values()))


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
    shown = (field.placeholder, *(option.label for option in field.options[:1]), *PART_OF_DATE.findall(field.label))
    said = (*map(identifier_words, (field.name, field.dom_id)), *map(words, shown))
    return next((part for text in said for part, pattern in PARTS.items() if pattern.search(text)), None)


def _date_of(field: FieldModel) -> str:
    """Return the name of the date in the part's name or id; empty where it is no part."""
    named = identifier_words(field.name or field.dom_id)
    date = _PART.sub("", named).strip()
    return date if date != named else ""
