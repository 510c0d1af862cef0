"""Checks whether a page's fields offer a wanted answer: where a field has options, one of them must say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ghosthands.domain.page import OF_SEVERAL, FieldModel, PageModel
from ghosthands.planning.choosing.options import choose, choose_all
from ghosthands.planning.question import Questions

#: most options that a message names, and characters of each
_MOST, _LONGEST = 12, 60


def find_unoffered(page: PageModel, said: Mapping[str, str]) -> dict[str, FieldModel]:
    """Return the fields, by question key, that have no option for the text in `said` under that key."""
    questions = Questions(page)
    asked = {questions.key(field): field for field in page.fields}
    return {key: asked[key] for key, text in said.items() if key in asked and not _offers(asked[key], text)}


def list_questions(page: PageModel) -> frozenset[str]:
    """Return the question keys of the page's fields."""
    questions = Questions(page)
    return frozenset(map(questions.key, page.fields))


def list_file_questions(page: PageModel) -> dict[str, str]:
    """Return the labels of the page's file inputs by question key: no text answers them."""
    questions = Questions(page)
    return {questions.key(file): file.label for file in page.file_inputs}


def word_unoffered(fields: Iterable[FieldModel]) -> str:
    """Return the possible answers as text, in the page's words alone."""
    return "; ".join(f"{_shorten(field.label)!r} takes one of: {_list_options(field)}" for field in fields)


def _offers(field: FieldModel, text: str) -> bool:
    labels = _labels(field)
    if not labels:
        return True
    return bool(choose_all(labels, text)) if field.kind in OF_SEVERAL else choose(labels, text) is not None


def _list_options(field: FieldModel) -> str:
    labels = _labels(field)
    more = f", … ({len(labels)} in all)" if len(labels) > _MOST else ""
    return ", ".join(map(_shorten, labels[:_MOST])) + more


def _labels(field: FieldModel) -> list[str]:
    return [option.label for option in field.options if not option.placeholder]


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
