"""The classes of vehicles in a question about a driving licence: "class C", "Klasse CE", "permis B"."""

from __future__ import annotations

import re

_CLASS = r"AM|A[12]?|B(?:1|96)?\+?E?|[CD]1?\+?E?|E|F|T"
_CLASS_WORD = (
    r"class(?:es|e)?|clases?|cat(?:egor(?:y|ies|ia|ie))?|kat(?:egori\w*)?|klass(?:en?)?|kl|beh[öo]righet|tipo|type"
)
_BEFORE = rf"{_CLASS_WORD}|licen[cs]e|licencia|conduire|permis|carnet|patente|guida|jazdy"
#: after a word for the class or the licence, in any case
_NAMED = re.compile(rf"(?<!\w)(?:{_BEFORE})[\s.:(-]+(?!de )({_CLASS})(?!\w)", re.IGNORECASE)
#: in capitals, where it is no ordinary word: "A licence"
_WRITTEN = re.compile(rf"(?<![A-Za-zÀ-ÿ])(?![AE] [a-zà-ÿ])({_CLASS})(?![A-Za-zÀ-ÿ'’])")
_WORDS = re.compile(rf"(?:{_CLASS_WORD})\Z")


def replace_licence_classes(rest: frozenset[str], text: str) -> frozenset[str]:
    """Return the question's other words, with the classes it names in one form: "class ce".

    A word wrongly taken for a class makes the question one without an answer, which a human gets.
    """
    written = {one.casefold() for one in (*_NAMED.findall(text), *_WRITTEN.findall(text))}
    letters = {letter for one in written for letter in (one, *one.split("+"))}
    if not written:
        return rest
    bare = {word for word in rest - letters if not _WORDS.match(word)}
    return frozenset(bare | {f"class {one.replace('+', '')}" for one in written})
