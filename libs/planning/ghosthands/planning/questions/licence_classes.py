"""The classes of vehicle that a question about a driving licence names: "class C", "Klasse CE", "permis B"."""

from __future__ import annotations

import re

_CLASS = r"AM|A[12]?|B(?:1|96)?\+?E?|[CD]1?\+?E?|E|F|T"
_CLASS_WORD = r"class(?:es|e)?|clases?|cat(?:egor(?:y|ies|ia|ie))?|kat(?:egori\w*)?|klass(?:en?)?|tipo|type"
_BEFORE = rf"{_CLASS_WORD}|licen[cs]e|licencia|conduire|permis|carnet|patente|guida|jazdy"
#: behind a word for it or for the licence, however it is written
_NAMED = re.compile(rf"(?<!\w)(?:{_BEFORE})[\s.:(-]+(?!de )({_CLASS})(?!\w)", re.IGNORECASE)
#: in capitals, where it is no word that a sentence has anyway: "A licence"
_WRITTEN = re.compile(rf"(?<![A-Za-zÀ-ÿ])(?![AE] [a-zà-ÿ])({_CLASS})(?![A-Za-zÀ-ÿ'’])")
_WORDS = re.compile(rf"(?:{_CLASS_WORD})\Z")


def replace_licence_classes(rest: frozenset[str], text: str) -> frozenset[str]:
    """What a question says beside the words of its kind, with the classes it names told in one way: "class ce".

    What is taken for a class and is none makes the question one that nobody has answered, and so a human's.
    """
    written = {one.casefold() for one in (*_NAMED.findall(text), *_WRITTEN.findall(text))}
    letters = {letter for one in written for letter in (one, *one.split("+"))}
    if not written:
        return rest
    bare = {word for word in rest - letters if not _WORDS.match(word)}
    return frozenset(bare | {f"class {one.replace('+', '')}" for one in written})
