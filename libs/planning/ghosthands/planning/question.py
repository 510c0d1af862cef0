"""A field's question: the key under which its answer is looked up, now and after a human gave one.

The key is made from the label, so the same question on another form finds the same answer. The path of all headings
around it belongs to the question where the words alone ask something else: where the page asks them again ("If yes,
please explain", the "Name" of two referees), and where only a heading says that they are about somebody or something
else, since a referee's "Phone" is nobody else's on any page. What the paths do not tell apart has the fields' names
too, or their numbers. File inputs know no heading. The parts of one date are one question.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from ghosthands.domain.generated import is_generated
from ghosthands.domain.keys import ANSWERS, DRAFTS
from ghosthands.domain.page import AnyField, FieldKind, FieldModel, FileInputModel, PageModel
from ghosthands.domain.questions import normalise, question_key
from ghosthands.planning import context, date_parts
from ghosthands.planning.context import FormPart
from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.questions.reading import read
from ghosthands.planning.signals import Signals

#: a label that the page has twice, once visible and once for screen readers
_DOUBLED = re.compile(r"^(.+?)(?:\s+\1)+$", re.DOTALL)
_Asked = TypeVar("_Asked", FieldModel, FileInputModel)


class Questions:
    """The questions of one page."""

    def __init__(self, page: PageModel, parts: Mapping[str, FormPart] | None = None) -> None:
        """Name the page's questions; `parts` are what `context.read` finds, where that was done already."""
        every: tuple[AnyField, ...] = (*page.fields, *page.file_inputs)
        words = {field.id: _text(field) for field in every}
        words |= {part: words[labelled.id] for part, labelled in date_parts.find_labelled(page.fields).items()}
        texts = dict(words)
        headed = {field.id for field in (*_list_headed(page, parts), *_list_told_apart(page.fields, texts))}
        texts |= {field.id: f"{_path(field)} {words[field.id]}" for field in page.fields if field.id in headed}
        texts |= _number([field for field in page.fields if field.visible], texts)
        texts |= _name_files(page.file_inputs, texts)
        self._keys = {field_id: question_key(text) for field_id, text in texts.items()}
        self._ambiguous = {
            field.id for field in page.fields if texts[field.id] != words[field.id] and _is_unclassed(field.label)
        }

    def key(self, field: AnyField) -> str:
        """Return the key under which the field's question is remembered."""
        return self._keys[field.id]

    def is_ambiguous(self, field: FieldModel) -> bool:
        """Whether the page asks several things in these words, and they are of no class that is asked of one alone."""
        return field.id in self._ambiguous

    def answer(self, field: FieldModel, keys: Collection[str]) -> str | None:
        """Return the key of the person's own answer to the field's question, where there is one."""
        key = f"{ANSWERS}{self.key(field)}"
        return key if key in keys else None

    def draft(self, field: FieldModel, keys: Collection[str]) -> str | None:
        """Return the key of the draft for the field's question, where there is one."""
        key = f"{DRAFTS}{self.key(field)}"
        return key if key in keys else None


def _is_unclassed(label: str) -> bool:
    """Whether a question is compared with others by its words alone."""
    asked = read(label)
    return asked.about is QuestionClass.NONE or asked.is_hinted


def _path(field: FieldModel) -> str:
    return " ".join((*reversed(field.around), field.section))


def _list_told_apart(fields: Iterable[FieldModel], texts: Mapping[str, str]) -> list[FieldModel]:
    """Return the fields that share a text and have other paths of headings."""
    alike = (each for each in _list_alike(fields, texts) if len({normalise(_path(field)) for field in each}) > 1)
    return [field for each in alike for field in each]


def _list_headed(page: PageModel, parts: Mapping[str, FormPart] | None) -> list[FieldModel]:
    """Return the fields that are about somebody or something else by their headings alone."""
    below = {field.id: Signals.of(field) for field in page.fields if _is_below_others(field)}
    if not below:
        return []
    parts = parts or context.read(page, {field.id: Signals.of(field) for field in page.fields})
    others = (field for field in page.fields if field.id in below and parts[field.id] in context.OF_OTHERS)
    return [field for field in others if not context.names_others(below[field.id])]


def _is_below_others(field: FieldModel) -> bool:
    return any(map(context.heads_others, (field.section, *field.around)))


def _number(fields: Iterable[FieldModel], texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of the fields that nothing told apart so far, with their names or numbers."""
    found: dict[str, str] = {}
    for alike in _list_alike(fields, texts):
        dates = date_parts.group(alike)
        told = _tell_apart([date[0].name for date in dates if not is_generated(date[0].name)], len(dates), "field")
        for date, one in zip(dates, told, strict=True):
            found |= {part.id: f"{texts[part.id]}{one}" for part in date}
    return found


def _name_files(files: Iterable[FileInputModel], texts: Mapping[str, str]) -> dict[str, str]:
    return {
        file.id: f"{texts[file.id]}{one}"
        for alike in _list_alike(files, texts)
        for file, one in zip(alike, _tell_apart([file.name for file in alike], len(alike), "file"), strict=True)
    }


def _list_alike(fields: Iterable[_Asked], texts: Mapping[str, str]) -> list[list[_Asked]]:
    """Return the fields that share a text with others, by their text, in the page's order."""
    alike: defaultdict[str, list[_Asked]] = defaultdict(list)
    for field in fields:
        alike[normalise(texts[field.id])].append(field)
    return [each for each in alike.values() if len(each) > 1]


def _tell_apart(names: Sequence[str], count: int, kind: str) -> list[str]:
    """Return what tells so many questions apart: their names, where each has one of its own, else their numbers."""
    if count == 1:
        return [""]
    named = len({normalise(name) for name in names} - {""}) == count
    return [f", {names[at] if named else f'{kind} {at + 1}'}" for at in range(count)]


def _text(field: AnyField) -> str:
    """Return the best text for the field's question; its id where it has no words at all."""
    hints = (field.placeholder, field.name, field.dom_id) if isinstance(field, FieldModel) else (field.name,)
    return next((text for text in (_asked(field), *hints) if normalise(text)), f"field {field.id}")


def _asked(field: AnyField) -> str:
    """Return the label once, and without the part of a date that one of several boxes takes."""
    label = _DOUBLED.sub(r"\1", field.label)
    return date_parts.drop_part(label) if isinstance(field, FieldModel) and field.kind is FieldKind.DATE else label
