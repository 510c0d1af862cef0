"""Cuts a text into sentences, and a sentence into clauses, each with the mark or word that joins it to the last one.

A sentence is cut at its marks, as it is written, or at the words that join two questions ("a licence and a car"), as
`plain` made them; nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ghosthands.planning.questions.phrases import plain
from ghosthands.planning.questions.wordings import Language

#: "kat. B" and "Kl. B" go on behind their point.
_SENTENCE_END = re.compile(
    r"(?<=[?!;\n。？！；])\s*|(?<=[a-zà-ÿ)\d]{2}\.)(?<![KkCc]at\.)(?<![Kk]l\.)\s+(?=[A-ZÀ-ÝŁŚŻ¿¡])"
    r"|(?<=[a-zà-ÿ],)\s+(?=¿(?:no|verdad|cierto)\?)"
)
#: The marks that end a clause, except within a figure, "40,000".
_MARK = re.compile(r"(?<!\d)[,:]|[,:](?!\d)|[;–—，、：；]|(?<=\s)-(?=\s)")
#: The marks after which a clause is independent; after commas and words it may belong to the last one.
_PARTING = frozenset(":;–—：；-")
_COLONS = frozenset(":：")
_ASKING = re.compile(r"[?？]")
#: Brackets in a question, which often hold examples.
BRACKETS = re.compile(r"[(\[（【][^()\[\]（）【】]*[)\]）】]")


class Clause(NamedTuple):
    """A part of a sentence."""

    #: its text as written, with its final mark
    text: str
    #: its text as `plain` makes it
    words: str
    #: the mark, or the word, between it and the last one; empty for the first
    by: str = ""

    @property
    def is_parted(self) -> bool:
        """Whether more than a comma or a word separates it from the last one."""
        return self.by in _PARTING

    def asks_itself(self, language: Language) -> bool:
        """Whether it may be a question of its own: separated, or with the person asked among its first words."""
        return self.is_parted or self.text.startswith("¿") or language.asks_itself(self.words)


def join(clauses: Sequence[Clause]) -> Clause:
    """Join clauses that follow each other into one."""
    text = " ".join(one.text for one in clauses)
    return Clause(text, plain(text), clauses[0].by)


def is_question(text: str) -> bool:
    """Whether a text has a question mark."""
    return bool(_ASKING.search(text))


def cut_sentences(text: str) -> list[str]:
    """Return the sentences of a text that have words."""
    return [one for one in _SENTENCE_END.split(text) if plain(one)]


def cut_clauses(sentence: str) -> list[Clause]:
    """Return the clauses of a sentence between its marks that have words."""
    if not _MARK.search(sentence):
        return [Clause(sentence, plain(sentence))]
    cut = (((text + behind).strip(), before) for before, text, behind in _cut(sentence, _MARK))
    return [Clause(text, words, by) for text, by in cut if (words := plain(text))]


def cut_lead(sentence: str) -> tuple[str, str]:
    """Split a sentence at its last colon into the lead and the question; no lead without a colon."""
    if _COLONS.isdisjoint(sentence):
        return "", sentence
    clauses = cut_clauses(sentence)
    begins = next((at for at in range(len(clauses) - 1, 0, -1) if clauses[at].by in _COLONS), 0)
    return (join(clauses[:begins]).text, join(clauses[begins:]).text) if begins else ("", sentence)


def cut_joined(language: Language, sentence: str) -> list[Clause]:
    """Return the parts of a sentence between the joining words, whatever its marks, without its harmless words."""
    said = plain(sentence)
    if not language.joining.search(said):
        return [Clause(said, said)]
    cut = ((text.strip(), before) for before, text, _ in _cut(language.harmless.sub(said), language.joining.pattern))
    return [Clause(words, words, by) for words, by in cut if words] or [Clause(said, said)]


def _cut(text: str, joint: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the parts of a text between its joints, each with the joint before it and the one after it."""
    at, before = 0, ""
    for found in joint.finditer(text):
        yield before, text[at : found.start()], found[0]
        at, before = found.end(), found[0]
    yield before, text[at:], ""
