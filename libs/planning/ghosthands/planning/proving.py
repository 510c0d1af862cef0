"""Proving: whether a draft says anything of a person that neither their profile nor their resume does.

It looks for what could be false: names, numbers, degrees, licences, honours, and in sentences that tell of the person
every word that is not plain. Each must stand in the sources; what stands beside a number must stand near that number
there too. It understands nothing: a true sentence in other words than the sources' is refused as well, and costs a
question to the applicant. No sentence that it lets through names what the sources do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ghosthands.planning.rules import draft_words
from ghosthands.planning.signals import words

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_CLAUSE = re.compile(r"[,;:–—]\s+|\s+[–—-]\s+|\s+(?:and|und|et|y)\s+")
_TOKEN = re.compile(r"[^\W\d_][\w+#&]*(?:[.\-/'’][^\W_][\w+#]*)*|\d[\d.,\u00a0\u202f']*(?:\s\d{3}\b)*")
_SPLIT = re.compile(r"[.\-/'’&]")
_FIGURE = re.compile(r"\d[\d.,\u00a0\u202f']*(?:\s\d{3}\b)*")
_APOSTROPHE = re.compile(r"['\u2018\u2019\u02bc`]")
_THOUSANDS = re.compile(r"[.,\s\u00a0\u202f'](?=\d{3}(?!\d))")
#: letters of a word that make its stem
_STEM = 6
#: words that say nothing alone
_SHORT = 2


class Unproven(StrEnum):
    """A kind of claim without proof."""

    NUMBER = "number"
    NAME = "name"
    DEGREE_OR_LICENCE = "degree_or_licence"
    FACT = "fact"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class _Line:
    """What one line of the sources says, with its neighbours."""

    stems: frozenset[str]
    figures: frozenset[str]


class Sources:
    """All that the applicant says of themselves."""

    def __init__(self, lines: Iterable[str]) -> None:
        told = [line for line in lines if line.strip()]
        self._lines = [_read_line(" . ".join(told[max(0, at - 1) : at + 2])) for at in range(len(told))]
        whole = "\n".join(told)
        self.stems = frozenset(map(_stem, _say(whole).split()))
        self.concepts = _find_concepts(_say(whole))
        self.figures = frozenset(_find_figures(whole))
        self.said = _say(whole)

    def say_together(self, figure: str, stems: Iterable[str]) -> bool:
        """Whether one place of the sources has the figure and all of that."""
        wanted = frozenset(stems)
        return any(figure in line.figures and wanted <= line.stems for line in self._lines)


def find_unproven(draft: str, sources: Sources, language: str) -> Unproven | None:
    """The first kind of claim that the sources do not bear out; None where there is none."""
    if language not in draft_words.PLAIN:
        return Unproven.LANGUAGE
    found = (_check(sentence, sources, language) for sentence in _SENTENCE.split(draft) if sentence.strip())
    return next((claim for claim in found if claim), None)


def find_language(text: str) -> str | None:
    """The language of a text by its commonest words; None where that is not plain."""
    said = _say(text).split()
    counts = sorted(((sum(word in common for word in said), name) for name, common in draft_words.COMMON.items()))
    (second, _), (first, name) = counts[-2:]
    return name if first > second else None


def _check(sentence: str, sources: Sources, language: str) -> Unproven | None:
    said = _say(sentence)
    if _find_concepts(said) - sources.concepts:
        return Unproven.DEGREE_OR_LICENCE
    if any(amount not in sources.said.split() for amount in draft_words.AMOUNTS[language].findall(said)):
        return Unproven.NUMBER
    if not all(_bears_figures(clause, sources, language) for clause in _CLAUSE.split(sentence)):
        return Unproven.NUMBER
    tokens = [match[0] for match in _TOKEN.finditer(sentence) if not match[0][0].isdigit()]
    if any(_is_name(token, at == 0, language) and not _is_known(token, sources) for at, token in enumerate(tokens)):
        return Unproven.NAME
    if _tells(said, language) and not all(_is_proven(word, sources, language) for word in said.split()):
        return Unproven.FACT
    return None


def _bears_figures(clause: str, sources: Sources, language: str) -> bool:
    """Whether each figure of the clause stands in the sources, beside the names that it stands beside here."""
    in_words = draft_words.NUMBERS[language]
    said = _say(clause).split()
    figures = [*_find_figures(clause), *(in_words[word] for word in said if word in in_words)]
    if not figures:
        return True
    beside = [
        _stem(word)
        for word in said
        if not word.isdigit()
        and word not in in_words
        and not _is_plain(word, language)
        and not any(map(str.isdigit, word))
    ]
    return all(sources.say_together(figure, beside) for figure in figures)


def _find_figures(text: str) -> Iterator[str]:
    for match in _FIGURE.finditer(text):
        yield _THOUSANDS.sub("", match[0]).strip(".,'\u00a0\u202f ").replace(",", ".")


def _is_name(token: str, begins: bool, language: str) -> bool:
    """Whether the token is written as a name is."""
    if any(char.isdigit() for char in token) or "+" in token or "#" in token or any(map(str.isupper, token[1:])):
        return True
    word = _say(token)
    if not token[0].isupper() or all(_is_plain(part, language) for part in word.split()):
        return False
    if language == "de" and draft_words.COMMON_NOUN.search(word):
        return False
    return not (begins and draft_words.BEGINNING.match(word))


def _is_known(token: str, sources: Sources) -> bool:
    return all(_stem(part) in sources.stems for part in _say(_SPLIT.sub(" ", token)).split() if len(part) >= _SHORT)


def _tells(said: str, language: str) -> bool:
    """Whether the sentence tells of the person; one that does not plainly wish for something does."""
    return bool(draft_words.TELLING[language].search(said)) or not draft_words.WISHING[language].search(said)


def _is_plain(word: str, language: str) -> bool:
    plain = draft_words.PLAIN[language]
    bare = (word.removesuffix(ending) for ending in draft_words.ENDINGS[language])
    return len(word) < _SHORT or word in plain or (len(word) >= _STEM and any(one in plain for one in bare))


def _is_proven(word: str, sources: Sources, language: str) -> bool:
    """Whether the word is plain, stands in the sources, or was looked at as a number or a degree."""
    if _is_plain(word, language) or word.isdigit() or word in draft_words.NUMBERS[language]:
        return True
    return _stem(word) in sources.stems or bool(_find_concepts(word))


def _say(text: str) -> str:
    """The text's words; what an apostrophe joins is two of them."""
    return words(_APOSTROPHE.sub(" ", text))


def _find_concepts(said: str) -> frozenset[str]:
    return frozenset(name for name, pattern in draft_words.CONCEPTS.items() if pattern.search(said))


def _read_line(text: str) -> _Line:
    return _Line(frozenset(map(_stem, _say(text).split())), frozenset(_find_figures(text)))


def _stem(word: str) -> str:
    bare = word[:-1] if len(word) > _SHORT + 1 and word.endswith(("s", "n")) else word
    return bare[:_STEM]
