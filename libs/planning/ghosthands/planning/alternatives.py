"""Patterns of many alternatives, compiled so that most texts, and most positions in a text, are skipped quickly.

`\\bfirst|\\blast|^name$` is tried alternative by alternative at every letter of a text. `^(?:name$)` and
`\\b(?:first|last)` find the same, and try their alternatives only where a word begins; those that begin with one letter
(`f(?:irst|amily)`) only where that letter is. They are tried only on a text that has a word with the same first letters
as one of them; alternatives that begin with a letter of another alphabet, in the middle of a word too, only on a text
that has such letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cached_property, lru_cache

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
#: what divides a pattern: a bracket or a bar; and before them, so that they are passed by, escaped ones and sets
_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]", re.DOTALL)
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
            at.setdefault((anchor, _begin_text(anchor, bare) == {_FOREIGN}), []).append(bare)
        #: one for each place where some of them may begin: a pattern of patterns is slower than they are
        self.places = tuple(_Place(anchor, found) for (anchor, _), found in at.items() if found)

    @property
    def beginnings(self) -> frozenset[str]:
        """The beginnings of which `begin_words` has at least one for every text that an alternative matches."""
        return frozenset[str]().union(*(place.beginnings for place in self.places))

    @property
    def is_empty(self) -> bool:
        """Whether nothing matches, as in a rule that reads no labels, or no names."""
        return [place.source for place in self.places] == [_NOTHING]

    def search(self, text: str) -> bool:
        """Whether one of the alternatives is in the text."""
        begun = begin_words(text)
        for place in self.places:  # noqa: SIM110 - a generator takes longer, and this is asked 10,000 times a page
            if not place.beginnings.isdisjoint(begun) and place.search(text):
                return True
        return False


class _Place:
    """The alternatives that may begin at the same places of a text; they are compiled once one of them may match.

    Compiling all that there are takes a second, and most processes need few of them, or none.
    """

    def __init__(self, anchor: str, alternatives: Sequence[str]) -> None:
        self.source = f"{anchor}(?:{joined(alternatives)})"
        self.beginnings = frozenset[str]().union(*(_begin_text(anchor, each) for each in alternatives))

    @cached_property
    def search(self) -> Callable[[str], re.Match[str] | None]:
        """The search of a text for one of the alternatives."""
        return re.compile(self.source).search


@lru_cache(maxsize=CACHED_TEXTS)
def begin_words(text: str) -> frozenset[str]:
    """Return the first one, two and three letters of a text's words; the first word's with a `^` too."""
    words = _WORD.findall(text)
    begun = {word[:length] for word in words for length in range(1, _LETTERS + 1)}
    if words and text.startswith(words[0]):
        begun.update(_START + words[0][:length] for length in range(1, _LETTERS + 1))
    return frozenset(begun | {_ANYHOW} if text.isascii() else begun | {_ANYHOW, _FOREIGN})


def _begin_text(anchor: str, alternative: str) -> Set[str]:
    """Return the beginnings of which `begin_words` has one for every text that the alternative matches."""
    if alternative == _NEVER:
        return frozenset()
    if alternative.startswith(_AHEAD):
        ahead = _split(alternative[len(_AHEAD) : _find_end(alternative) - 1])
        return frozenset[str]().union(*(_begin(each, is_anywhere=True) for each in ahead))
    begun = _begin(alternative, is_anywhere=not anchor)
    return {_START + letters if letters else letters for letters in begun} if anchor == _START else begun


def _begin(alternative: str, *, is_anywhere: bool) -> Set[str]:
    """Return the first letters, at most three, of the words that an alternative may begin with.

    Where the alternative may begin in the middle of a word, return only whether its letters are foreign.
    """
    if alternative.startswith(_WORD_BEGINS):
        alternative, is_anywhere = alternative.removeprefix(_WORD_BEGINS), False
    alternative = alternative.removeprefix(_FOREIGN)
    if not alternative.startswith(_GROUP):
        return _begin_anywhere(alternative) if is_anywhere else _begin_word(alternative)
    end = _find_end(alternative)
    begun = _begin_group(alternative[:end], is_anywhere=is_anywhere)
    if optional := _OPTIONAL.match(alternative, end):
        return begun | _begin(alternative[optional.end() :], is_anywhere=is_anywhere)
    return begun


@lru_cache(maxsize=CACHED_TEXTS)
def _begin_group(group: str, *, is_anywhere: bool) -> frozenset[str]:
    """Return the first letters of the words that one of the group's alternatives may begin with."""
    inside = _split(group[len(_GROUP) : -1])
    return frozenset[str]().union(*(_begin(each, is_anywhere=is_anywhere) for each in inside))


def _begin_anywhere(alternative: str) -> frozenset[str]:
    is_foreign = _LETTER.match(alternative) and not alternative[0].isascii()
    return frozenset({_FOREIGN if is_foreign else _ANYHOW})


def _begin_word(alternative: str) -> frozenset[str]:
    """Return its first letters, including those of a group behind them, `s(?:treet|uite)`; none before a sign."""
    found = _BEGINNING.match(alternative)
    letters = found[0] if found else _ANYHOW
    behind = alternative[len(letters) :]
    if len(letters) == _LETTERS or not letters or not behind.startswith(_GROUP):
        return frozenset({letters})
    end = _find_end(behind)
    if _OPTIONAL.match(behind, end):
        return frozenset({letters})
    return frozenset((letters + more)[:_LETTERS] for more in _begin_group(behind[:end], is_anywhere=False))


def _find_end(group: str) -> int:
    """Return the index after the closing bracket of the group at the beginning of the text."""
    depth = 0
    for sign in _SIGN.finditer(group):
        depth += (sign[0] == "(") - (sign[0] == ")")
        if depth == 0:
            return sign.end()
    return len(group)


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
    depth = begun = 0
    for sign in _SIGN.finditer(pattern):
        depth += (sign[0] == "(") - (sign[0] == ")")
        if sign[0] == "|" and depth == 0:
            yield pattern[begun : sign.start()]
            begun = sign.end()
    yield pattern[begun:]
