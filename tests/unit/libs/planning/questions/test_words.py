"""The lists of words: every language has some for every class, and none says a phrase twice."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from ghosthands.planning import questions
from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.questions.phrases import LANGUAGES
from ghosthands.planning.questions.wordings import languages

#: Lists of words, which are divided by spaces.
OF_WORDS = ("plain", "passing", "opening", "you")


def list_choices(told: Any, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """Each choice of phrases, or list of words, with where it stands."""
    match told:
        case str() if name in OF_WORDS:
            yield name, told.split()
        case str():
            yield from ((name, [one.strip() for one in part.split("|")]) for part in told.split(" + ") if part.strip())
        case list():
            for at, each in enumerate(told):
                yield from list_choices(each, f"{name}.{at}")
        case dict():
            for key, each in told.items():
                yield from list_choices(each, f"{name}.{key}" if name else key)


def test_every_language_has_words_for_every_class() -> None:
    by_others = {QuestionClass.YEARS_WITH, QuestionClass.NONE}
    for code in LANGUAGES:
        has = {wording.about for wording in languages()[code].wordings}
        assert set(QuestionClass) - by_others == has - by_others, code


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_list_says_anything_twice(code: str) -> None:
    told = tomllib.loads((resources.files(questions) / "words" / f"{code}.toml").read_text(encoding="utf-8"))
    twice = {
        name: repeated
        for name, listed in list_choices(told)
        if (repeated := [one for one, times in Counter(listed).items() if times > 1])
    }
    assert not twice
