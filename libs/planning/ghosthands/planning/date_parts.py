"""The parts of one date of which the first alone has a label: `<label for="born-day">`, month and year beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ghosthands.domain.page import FieldModel
from ghosthands.planning.rules.dates import PARTS
from ghosthands.planning.signals import identifier_words

_PART = re.compile("|".join(pattern.pattern for pattern in PARTS.values()))


def find_labelled(fields: Sequence[FieldModel]) -> dict[str, FieldModel]:
    """The part whose label asks for the whole date, by id of each part that has none."""
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
    """What the part's name or id says beside that it is a part; empty where it is none."""
    named = identifier_words(field.name or field.dom_id)
    date = _PART.sub("", named).strip()
    return date if date != named else ""
