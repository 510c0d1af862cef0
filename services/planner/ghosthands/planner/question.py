"""A field's question: the key under which its answer is looked up, now and after a human gave one.

The key is made from the label, so the same question on another form finds the same answer. Where a page asks the same
words under different headings ("If yes, please explain"), the heading becomes part of the question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from ghosthands.domain.page import FieldModel, FileInputModel, PageModel
from ghosthands.domain.questions import question_key
from ghosthands.planner.signals import words

AnyField = FieldModel | FileInputModel


class Questions:
    """The questions of one page."""

    def __init__(self, page: PageModel) -> None:
        sections: defaultdict[str, set[str]] = defaultdict(set)
        for field in page.fields:
            sections[words(_text(field))].add(words(field.section))
        self._ambiguous = {text for text, under in sections.items() if len(under) > 1}

    def key(self, field: AnyField) -> str:
        """The field's question key."""
        text = _text(field)
        if isinstance(field, FieldModel) and words(text) in self._ambiguous:
            return question_key(f"{field.section} {text}")
        return question_key(text)

    def answer(self, field: FieldModel, keys: Collection[str]) -> str | None:
        """The key of the person's own answer to the field's question, where there is one."""
        key = f"answers.{self.key(field)}"
        return key if key in keys else None


def _text(field: AnyField) -> str:
    """The best the field has for a question; its id where it has no words at all."""
    hints = (field.placeholder, field.name, field.dom_id) if isinstance(field, FieldModel) else (field.name,)
    return next((text for text in (field.label, *hints) if _asks(text)), f"field {field.id}")


def _asks(text: str) -> bool:
    try:
        return bool(question_key(text))
    except ValueError:
        return False
