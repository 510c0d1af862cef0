"""Patterns of many alternatives, compiled so that most texts, and most places of a text, are passed at once.

`\\bfirst|\\blast|^name$` is tried alternative by alternative at every letter of a text. `^(?:name$)` and
`\\b(?:first|last)` find the same, and look at all of them only where a word begins; those that begin with one letter
(`f(?:irst|amily)`) only where that letter is. And they are tried only on a text that has a word which begins as one of
them does, by its first letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

#: What alternatives begin with that few places of a text meet; the last is nothing, which all do.
_ANCHORS = ("^", r"\b", "")
#: a letter that an alternative begins with, and that it must have
_LETTER = re.compile(r"[^\W\d_](?![?*+{])")
#: where no letter of other alphabets than the Latin one without its marks can be
_FOREIGN = "(?![ -~])"
_NOTHING = "(?:(?!))"
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)
_GROUP = "(?:"
#: what lets a group be left out
_OPTIONAL = re.compile(r"\?|\*|\{0,\d*\}")
#: the letters that an alternative must begin with
_BEGINNING = re.compile(r"\w{0,3}(?![?*{])")
_WORD = re.compile(r"\b\w{1,3}")
#: Begins every text: of an alternative it is not known with which letters it begins.
_ANYHOW = ""
#: The beginnings of what may stand in the middle of a word.
_MIDDLE = frozenset({_ANYHOW})
#: Texts whose beginnings are remembered.
_REMEMBERED = 20_000


class Alternatives:
    """A pattern of alternatives, of which it is only asked whether one fits."""

    def __init__(self, pattern: str) -> None:
        by_anchor: dict[str, list[str]] = {anchor: [] for anchor in _ANCHORS}
        for alternative in _split(pattern):
            anchor = next(each for each in _ANCHORS if alternative.startswith(each))
            by_anchor[anchor].append(alternative.removeprefix(anchor))
        #: one for each place where some of them may begin: a pattern of patterns is slower than they are
        self.patterns = tuple(
            re.compile(f"{anchor}(?:{joined(found)})") for anchor, found in by_anchor.items() if found
        )
        beginnings = (_list_beginnings(found) if anchor else _MIDDLE for anchor, found in by_anchor.items() if found)
        self._tried = tuple(zip((each.search for each in self.patterns), beginnings, strict=True))

    @property
    def is_empty(self) -> bool:
        """Whether nothing fits: what a rule has for a label or a name that it does not read."""
        return [pattern.pattern for pattern in self.patterns] == [_NOTHING]

    def search(self, text: str) -> bool:
        """Whether one of them is in the text."""
        begun = _begin_words(text)
        for search, beginnings in self._tried:  # noqa: SIM110 - a generator takes longer, and this is asked 10,000 times a page
            if not beginnings.isdisjoint(begun) and search(text):
                return True
        return False


@lru_cache(maxsize=_REMEMBERED)
def _begin_words(text: str) -> frozenset[str]:
    """What the words of a text begin with: one letter, two, and three."""
    words = _WORD.findall(text)
    return _MIDDLE.union(word[:length] for word in words for length in (1, 2, 3))


def _list_beginnings(alternatives: Iterable[str]) -> frozenset[str]:
    """The first letters of a text's word, at most three, without which none of them fits there."""
    return frozenset(beginning for each in alternatives for beginning in _begin(each))


def _begin(alternative: str) -> Iterator[str]:
    alternative = alternative.removeprefix(_FOREIGN)
    if not alternative.startswith(_GROUP):
        yield _beginning_of(alternative)
        return
    end = _find_end(alternative)
    for each in _split(alternative[len(_GROUP) : end - 1]):
        yield from _begin(each)
    if optional := _OPTIONAL.match(alternative, end):
        yield from _begin(alternative[optional.end() :])


def _beginning_of(alternative: str) -> str:
    """The word's first letters; `_ANYHOW` where it begins with a sign."""
    found = _BEGINNING.match(alternative)
    return found[0] if found else _ANYHOW


def _find_end(group: str) -> int:
    """The place where the bracket closes that the text begins with."""
    depth = end = 0
    for piece in _PIECE.findall(group):
        depth, end = depth + (piece == "(") - (piece == ")"), end + len(piece)
        if depth == 0:
            break
    return end


def gathered(choice: str) -> str:
    """The choice, which stands in brackets of its own, with its alternatives joined by their first letters."""
    return joined(_split(choice))


def joined(alternatives: Iterable[str]) -> str:
    """The alternatives as one, those that begin with the same letter behind it: a text's has to be met once."""
    by_letter: dict[str, list[str]] = {}
    others: list[str] = []
    for alternative in alternatives:
        if _LETTER.match(alternative):
            by_letter.setdefault(alternative[0], []).append(alternative[1:])
        else:
            others.append(alternative)
    plain = [_behind(letter, rest) for letter, rest in by_letter.items() if letter.isascii()]
    foreign = [_behind(letter, rest) for letter, rest in by_letter.items() if not letter.isascii()]
    return "|".join([*plain, *others, *([f"{_FOREIGN}(?:{'|'.join(foreign)})"] if foreign else [])])


def _behind(letter: str, rest: list[str]) -> str:
    return f"{letter}(?:{'|'.join(rest)})" if len(rest) > 1 else letter + rest[0]


def _split(pattern: str) -> Iterator[str]:
    """The alternatives that stand in no brackets."""
    depth, alternative = 0, ""
    for piece in _PIECE.findall(pattern):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and depth == 0:
            yield alternative
            alternative = ""
        else:
            alternative += piece
    yield alternative
