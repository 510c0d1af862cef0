"""Patterns of many alternatives, compiled so that most places of a text are passed at once.

`\\bfirst|\\blast|^name$` is tried alternative by alternative at every letter of a text. `^(?:name$)` and
`\\b(?:first|last)` find the same, and look at all of them only where a word begins; those that begin with one letter
(`f(?:irst|amily)`) only where that letter is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

#: What alternatives begin with that few places of a text meet; the last is nothing, which all do.
_ANCHORS = ("^", r"\b", "")
#: a letter that an alternative begins with, and that it must have
_LETTER = re.compile(r"[^\W\d_](?![?*+{])")
#: where no letter of other alphabets than the Latin one without its marks can be
_FOREIGN = "(?![ -~])"
_NOTHING = "(?:(?!))"
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)


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
        self._searches = tuple(pattern.search for pattern in self.patterns)

    @property
    def is_empty(self) -> bool:
        """Whether nothing fits: what a rule has for a label or a name that it does not read."""
        return [pattern.pattern for pattern in self.patterns] == [_NOTHING]

    def search(self, text: str) -> bool:
        """Whether one of them is in the text."""
        for search in self._searches:  # noqa: SIM110 - a generator takes longer, and this is asked 10,000 times a page
            if search(text):
                return True
        return False


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
