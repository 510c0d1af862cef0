"""A field's question: the key under which its answer is looked up, now and after a human gave one.

The key is made from the label, so the same question on another form finds the same answer. Where a page repeats the
words under different headings ("If yes, please explain"), the heading becomes part of the question; file inputs of one
label are told apart by their names, or by number. The parts of one date are one question.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection

from ghosthands.domain.keys import ANSWERS, DRAFTS
from ghosthands.domain.page import AnyField, FieldKind, FieldModel, FileInputModel, PageModel
from ghosthands.domain.questions import normalise, question_key
from ghosthands.planning import date_parts
from ghosthands.planning.signals import PART_OF_DATE

#: a label that the page has twice, once visible and once for screen readers
_DOUBLED = re.compile(r"^(.+?)(?:\s+\1)+$", re.DOTALL)


class Questions:
    """The questions of one page."""

    def __init__(self, page: PageModel) -> None:
        every: tuple[AnyField, ...] = (*page.fields, *page.file_inputs)
        texts = {field.id: _text(field) for field in every}
        texts |= {part: texts[labelled.id] for part, labelled in date_parts.find_labelled(page.fields).items()}
        under: defaultdict[str, set[str]] = defaultdict(set)
        for field in page.fields:
            under[normalise(texts[field.id])].add(normalise(field.section))
        self._keys = {field_id: question_key(text) for field_id, text in texts.items()}
        for field in page.fields:
            if len(under[normalise(texts[field.id])]) > 1:
                self._keys[field.id] = question_key(f"{field.section} {texts[field.id]}")
        alike: defaultdict[str, list[FileInputModel]] = defaultdict(list)
        for file in page.file_inputs:  # they know no heading
            alike[self._keys[file.id]].append(file)
        for files in alike.values():
            named = len({file.name for file in files if file.name}) == len(files)
            for number, file in enumerate(files if len(files) > 1 else (), start=1):
                self._keys[file.id] = question_key(f"{texts[file.id]}, {file.name if named else f'file {number}'}")

    def key(self, field: AnyField) -> str:
        """Return the key under which the field's question is remembered."""
        return self._keys[field.id]

    def answer(self, field: FieldModel, keys: Collection[str]) -> str | None:
        """Return the key of the person's own answer to the field's question, where there is one."""
        key = f"{ANSWERS}{self.key(field)}"
        return key if key in keys else None

    def draft(self, field: FieldModel, keys: Collection[str]) -> str | None:
        """Return the key of the draft for the field's question, where there is one."""
        key = f"{DRAFTS}{self.key(field)}"
        return key if key in keys else None


def _text(field: AnyField) -> str:
    """Return the best text for the field's question; its id where it has no words at all."""
    hints = (field.placeholder, field.name, field.dom_id) if isinstance(field, FieldModel) else (field.name,)
    return next((text for text in (_asked(field), *hints) if normalise(text)), f"field {field.id}")


def _asked(field: AnyField) -> str:
    """Return the label once, and without the part of a date that one of several boxes takes."""
    label = _DOUBLED.sub(r"\1", field.label)
    return PART_OF_DATE.sub("", label) if isinstance(field, FieldModel) and field.kind is FieldKind.DATE else label
