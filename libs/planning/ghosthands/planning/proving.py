"""Proving: checks that a draft says nothing of a person that is neither in their profile nor in their resume.

It looks for what could be false: names, numbers, degrees, licences, honours, and in sentences about the person every
word that is not plain. Each must be in the sources; a word beside a number must be near that number there too, and a
statement about an employer or a school must be in the sources' lines about that one. It understands no meaning: it also
refuses a true sentence in other words than the sources', which costs a question to the applicant. No sentence that it
accepts names anything that the sources do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ghosthands.planning.rules import draft_words
from ghosthands.planning.signals import uncached_words
from ghosthands.planning.stations import Stations, tells_in_turn

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_CLAUSE = re.compile(r"[,;:–—]\s+|\s+[–—-]\s+|\s+(?:and|und|et|y)\s+")
_TOKEN = re.compile(r"[^\W\d_][\w+#&]*(?:[.\-/'’][^\W_][\w+#]*)*|\d[\d.,\u00a0\u202f']*(?:\s\d{3}\b)*")
_SPLIT = re.compile(r"[.\-/'’&]")
_FIGURE = re.compile(r"\d[\d.,\u00a0\u202f']*(?:\s\d{3}\b)*")
_APOSTROPHE = re.compile(r"['\u2018\u2019\u02bc`]")
_THOUSANDS = re.compile(r"[.,\s\u00a0\u202f'](?=\d{3}(?!\d))")
#: number of letters in a word's stem
_STEM = 6
#: most letters of a word that says nothing alone
_SHORT = 2


class Unproven(StrEnum):
    """A kind of claim without proof."""

    NUMBER = "number"
    NAME = "name"
    DEGREE_OR_LICENCE = "degree_or_licence"
    FACT = "fact"
    LANGUAGE = "language"
    #: words that are in the sources, but for another employer or school
    RELATION = "relation"


@dataclass(frozen=True, slots=True)
class _Line:
    """The stems and figures of one line of the sources, with its neighbours."""

    stems: frozenset[str]
    figures: frozenset[str]


class Sources:
    """The applicant's own data, prepared for proving."""

    def __init__(self, lines: Iterable[str]) -> None:
        told = [line for line in lines if line.strip()]
        self._lines = [_read_line(" . ".join(told[max(0, at - 1) : at + 2])) for at in range(len(told))]
        whole = "\n".join(told)
        self.stems = frozenset(map(_stem, _say(whole).split()))
        self.concepts = _find_concepts(_say(whole))
        self.figures = frozenset(_find_figures(whole))
        self.said = _say(whole)
        self.stations = Stations(told, lambda text: (_read_line(text).stems, _read_line(text).figures))

    def say_together(self, figure: str, stems: Iterable[str]) -> bool:
        """Whether one place of the sources has the figure and all of the stems."""
        wanted = frozenset(stems)
        return any(figure in line.figures and wanted <= line.stems for line in self._lines)


def find_unproven(draft: str, sources: Sources, language: str) -> Unproven | None:
    """Return the first kind of claim that the sources do not support; None where there is none."""
    if language not in draft_words.PLAIN:
        return Unproven.LANGUAGE
    sentences = [sentence for sentence in _SENTENCE.split(draft) if sentence.strip()]
    found = (_check(sentence, sources, language) for sentence in sentences)
    claim = next((claim for claim in found if claim), None)
    return claim or (None if _relates_rightly(sentences, sources, language) else Unproven.RELATION)


def find_language(text: str) -> str | None:
    """Return the language of a text by its commonest words; None where that is not clear."""
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


def _relates_rightly(sentences: Iterable[str], sources: Sources, language: str) -> bool:
    """Whether every statement about an employer or a school is in its lines; a clause without a name continues."""
    about: frozenset[str] = frozenset()
    for sentence in sentences:
        clauses = [clause for clause in _CLAUSE.split(sentence) if not _only_wishes(_say(clause), language)]
        stems = [frozenset(_list_telling(clause, language)) for clause in clauses]
        named = [sources.stations.find_names(each) for each in stems]
        if not draft_words.THERE.search(_say(sentence)):
            about = next(filter(None, named), frozenset())
        for clause, said, names in zip(clauses, stems, named, strict=True):
            if not (sources.stations.are_one(names) or tells_in_turn(_say(clause))):
                return False
            about = names or about
            told = (said & sources.stems) - sources.stations.find_names(said)
            if not sources.stations.bear(about, told, frozenset(_list_figures(clause, language))):
                return False
    return True


def _only_wishes(said: str, language: str) -> bool:
    return not _tells(said, language)


def _list_telling(clause: str, language: str) -> Iterator[str]:
    """Yield the stems of the words that are neither plain nor numbers."""
    for word in _say(clause).split():
        is_number = any(map(str.isdigit, word)) or word in draft_words.NUMBERS[language]
        if not is_number and not _is_plain(word, language):
            yield _stem(word)


def _list_figures(clause: str, language: str) -> list[str]:
    """Return the figures of the clause, also those in words."""
    in_words = draft_words.NUMBERS[language]
    return [*_find_figures(clause), *(in_words[word] for word in _say(clause).split() if word in in_words)]


def _bears_figures(clause: str, sources: Sources, language: str) -> bool:
    """Whether each figure of the clause is in the sources, beside the same names as here."""
    beside = list(_list_telling(clause, language))
    return all(sources.say_together(figure, beside) for figure in _list_figures(clause, language))


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
    """Whether the sentence is about the person; every sentence is, unless it plainly wishes for something."""
    return bool(draft_words.TELLING[language].search(said)) or not draft_words.WISHING[language].search(said)


def _is_plain(word: str, language: str) -> bool:
    plain = draft_words.PLAIN[language]
    bare = (word.removesuffix(ending) for ending in draft_words.ENDINGS[language])
    return len(word) < _SHORT or word in plain or (len(word) >= _STEM and any(one in plain for one in bare))


def _is_proven(word: str, sources: Sources, language: str) -> bool:
    """Whether the word is plain, is in the sources, or was checked as a number or a degree."""
    if _is_plain(word, language) or word.isdigit() or word in draft_words.NUMBERS[language]:
        return True
    return _stem(word) in sources.stems or bool(_find_concepts(word))


def _say(text: str) -> str:
    """Return the text's words; parts joined by an apostrophe are two words."""
    return uncached_words(_APOSTROPHE.sub(" ", text))


def _find_concepts(said: str) -> frozenset[str]:
    return frozenset(name for name, pattern in draft_words.CONCEPTS.items() if pattern.search(said))


def _read_line(text: str) -> _Line:
    return _Line(frozenset(map(_stem, _say(text).split())), frozenset(_find_figures(text)))


def _stem(word: str) -> str:
    bare = word[:-1] if len(word) > _SHORT + 1 and word.endswith(("s", "n")) else word
    return bare[:_STEM]
