"""The words of a sentence besides those that are looked for in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ghosthands.planning.questions.phrases import UNSPACED
from ghosthands.planning.questions.places import strip_names
from ghosthands.planning.questions.wordings import Language


def list_beside(language: Language, said: str, known: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the remaining words, without places, tenses, negations, plain words and the `known` ones."""
    bare = language.jobs_place.sub(said)
    bare = strip_names(bare, language.code)
    for phrases in (language.obstacles, language.negations, language.future, language.now):
        bare = phrases.sub(bare)
    if language.code in UNSPACED:
        for word in _sort_longest_first(language.plain, known):
            bare = bare.replace(word, " ")
    return (word for word in bare.split() if not (word in language.plain or word in known or word.isdigit()))


@cache
def _sort_longest_first(*words: frozenset[str]) -> list[str]:
    return sorted(frozenset[str]().union(*words), key=lambda word: (-len(word), word))
