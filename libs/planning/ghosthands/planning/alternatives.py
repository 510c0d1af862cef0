"""Patterns of many alternatives, compiled so that most texts, and most positions in a text, are skipped quickly.

`\\bfirst|\\blast|^name$` is tried alternative by alternative at every letter of a text. `^(?:name$)` and
`\\b(?:first|last)` find the same, and try their alternatives only where a word begins; those that begin with one letter
(`f(?:irst|amily)`) only where that letter is. They are tried only on a text that has a word with the same first letters
as one of them; alternatives that begin with a letter of another alphabet, in the middle of a word too, only on a text
that has such letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ghosthands.domain.caches import CACHED_TEXTS

_START = "^"
_WORD_BEGINS = r"\b"
#: Anchors, which few positions in a text match; the last is empty and matches all.
_ANCHORS = (_START, _WORD_BEGINS, "")
#: the required first letter of an alternative
_LETTER = re.compile(r"[^\W\d_](?![?*+{])")
#: a position before no ASCII character; also the beginning of every text that has letters outside ASCII
_FOREIGN = "(?![ -~])"
_NEVER = "(?!)"
_NOTHING = f"(?:{_NEVER})"
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)
_GROUP = "(?:"
#: the start of a lookahead for anything in a text
_AHEAD = "(?=.*"
#: a quantifier that makes a group optional
_OPTIONAL = re.compile(r"\?|\*|\{0,\d*\}")
#: The number of first letters by which words are looked up.
_LETTERS = 3
#: the letters that an alternative must begin with
_BEGINNING = re.compile(r"\w{0,3}(?![?*{])")
_WORD = re.compile(r"\b\w{1,3}")
#: The beginning of every text, for an alternative whose first letters are unknown.
_ANYHOW = ""


class Alternatives:
    """A pattern of alternatives, which tells only whether one of them matches."""

    def __init__(self, pattern: str) -> None:
        at: dict[tuple[str, bool], list[str]] = {(anchor, False): [] for anchor in _ANCHORS}
        for alternative in _split(pattern):
            anchor = next(each for each in _ANCHORS if alternative.startswith(each))
            bare = alternative.removeprefix(anchor)
            at.setdefault((anchor, set(_begin_text(anchor, bare)) == {_FOREIGN}), []).append(bare)
        #: one for each place where some of them may begin: a pattern of patterns is slower than they are
        self.patterns = tuple(re.compile(f"{anchor}(?:{joined(found)})") for (anchor, _), found in at.items() if found)
        beginnings = (
            frozenset(beginning for each in found for beginning in _begin_text(anchor, each))
            for (anchor, _), found in at.items()
            if found
        )
        self._tried = tuple(zip((each.search for each in self.patterns), beginnings, strict=True))

    @property
    def beginnings(self) -> frozenset[str]:
        """The beginnings of which `begin_words` has at least one for every text that an alternative matches."""
        return frozenset[str]().union(*(beginnings for _, beginnings in self._tried))

    @property
    def is_empty(self) -> bool:
        """Whether nothing matches, as in a rule that reads no labels, or no names."""
        return [pattern.pattern for pattern in self.patterns] == [_NOTHING]

    def search(self, text: str) -> bool:
        """Whether one of the alternatives is in the text."""
        begun = begin_words(text)
        for search, beginnings in self._tried:  # noqa: SIM110 - a generator takes longer, and this is asked 10,000 times a page
            if not beginnings.isdisjoint(begun) and search(text):
                return True
        return False


@lru_cache(maxsize=CACHED_TEXTS)
def begin_words(text: str) -> frozenset[str]:
    """Return the first one, two and three letters of a text's words; the first word's with a `^` too."""
    words = _WORD.findall(text)
    begun = {word[:length] for word in words for length in range(1, _LETTERS + 1)}
    if words and text.startswith(words[0]):
        begun.update(_START + words[0][:length] for length in range(1, _LETTERS + 1))
    return frozenset(begun | {_ANYHOW} if text.isascii() else begun | {_ANYHOW, _FOREIGN})


def _begin_text(anchor: str, alternative: str) -> Iterator[str]:
    """Yield the beginnings of which `begin_words` has one for every text that the alternative matches."""
    if alternative == _NEVER:
        return iter(())
    if alternative.startswith(_AHEAD):
        ahead = _split(alternative[len(_AHEAD) : _find_end(alternative) - 1])
        return (beginning for each in ahead for beginning in _begin(each, is_anywhere=True))
    begun = _begin(alternative, is_anywhere=not anchor)
    return (_START + letters if letters else letters for letters in begun) if anchor == _START else begun


def _begin(alternative: str, *, is_anywhere: bool) -> Iterator[str]:
    """Yield the first letters, at most three, of the word that an alternative begins with.

    Where the alternative may begin in the middle of a word, yield only whether its letters are foreign.
    """
    if alternative.startswith(_WORD_BEGINS):
        alternative, is_anywhere = alternative.removeprefix(_WORD_BEGINS), False
    alternative = alternative.removeprefix(_FOREIGN)
    if not alternative.startswith(_GROUP):
        yield from _begin_anywhere(alternative) if is_anywhere else _begin_word(alternative)
        return
    for each in _list_inside(alternative):
        yield from _begin(each, is_anywhere=is_anywhere)
    if optional := _OPTIONAL.match(alternative, _find_end(alternative)):
        yield from _begin(alternative[optional.end() :], is_anywhere=is_anywhere)


def _begin_anywhere(alternative: str) -> Iterator[str]:
    is_foreign = _LETTER.match(alternative) and not alternative[0].isascii()
    yield _FOREIGN if is_foreign else _ANYHOW


def _begin_word(alternative: str) -> Iterator[str]:
    """Yield its first letters, including those of a group behind them, `s(?:treet|uite)`; none before a sign."""
    found = _BEGINNING.match(alternative)
    letters = found[0] if found else _ANYHOW
    behind = alternative[len(letters) :]
    is_known = len(letters) == _LETTERS or not letters or not behind.startswith(_GROUP)
    if is_known or _OPTIONAL.match(behind, _find_end(behind)):
        yield letters
        return
    for each in _list_inside(behind):
        yield from ((letters + more)[:_LETTERS] for more in _begin(each, is_anywhere=False))


def _list_inside(group: str) -> Iterator[str]:
    """Yield the alternatives of the group at the beginning of the text."""
    return _split(group[len(_GROUP) : _find_end(group) - 1])


def _find_end(group: str) -> int:
    """Return the index after the closing bracket of the group at the beginning of the text."""
    depth = end = 0
    for piece in _PIECE.findall(group):
        depth, end = depth + (piece == "(") - (piece == ")"), end + len(piece)
        if depth == 0:
            break
    return end


def gathered(choice: str) -> str:
    """Return the choice, which is in brackets of its own, with its alternatives joined by their first letters."""
    return joined(_split(choice))


def joined(alternatives: Iterable[str]) -> str:
    """Join the alternatives into one; those with the same first letter are grouped behind it."""
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
    """Yield the alternatives outside any brackets."""
    depth, alternative = 0, ""
    for piece in _PIECE.findall(pattern):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and depth == 0:
            yield alternative
            alternative = ""
        else:
            alternative += piece
    yield alternative
