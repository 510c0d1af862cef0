"""Dates in parts of which only the first has a label: `<label for="born-day">`, month and year beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ghosthands.domain.page import FieldModel
from ghosthands.planning.rules.dates import PARTS
from ghosthands.planning.signals import identifier_words

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


def _date_of(field: FieldModel) -> str:
    """Return the name of the date in the part's name or id; empty where it is no part."""
    named = identifier_words(field.name or field.dom_id)
    date = _PART.sub("", named).strip()
    return date if date != named else ""
