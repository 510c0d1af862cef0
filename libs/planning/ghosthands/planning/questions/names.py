"""Finds a table's names in a sentence from `plain`: the longest match, from the left, without overlaps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

#: The names and their codes by their beginning, the longest first.
_Begun = Mapping[str, tuple[tuple[str, str], ...]]
#: The gap that a removed name leaves, as wide as a pattern's replacement by a space.
_GAP = ("", "")


class Names:
    """Names and their codes, by first word and, for texts without spaces between words, by first letter."""

    def __init__(self, codes: Mapping[str, str]) -> None:
        self._by_word = _group(codes, lambda name: name.partition(" ")[0])
        self._by_letter = _group(codes, lambda name: name[0])

    def find(self, said: str, *, spaced: bool) -> set[str]:
        """Return the codes of the names in a sentence."""
        return {code for _, code in self._walk(said, spaced) if code}

    def take_out(self, said: str, *, spaced: bool) -> str:
        """Return the sentence without the names in it."""
        pieces = [piece for piece, _ in self._walk(said, spaced)]
        return " ".join(pieces) if spaced else "".join(pieces)

    def _walk(self, said: str, spaced: bool) -> Iterator[tuple[str, str]]:
        if not spaced:
            return self._walk_letters(said)
        words = said.split(" ")
        return iter([(said, "")]) if self._by_word.keys().isdisjoint(words) else self._walk_words(words)

    def _walk_words(self, words: list[str]) -> Iterator[tuple[str, str]]:
        """Yield each word without a code, or for each name a gap with its code."""
        at = 0
        while at < len(words):
            for name, code in self._by_word.get(words[at], ()):
                parts = name.split(" ")
                if words[at : at + len(parts)] == parts:
                    yield from ((gap, code) for gap in _GAP)
                    at += len(parts)
                    break
            else:
                yield words[at], ""
                at += 1

    def _walk_letters(self, said: str) -> Iterator[tuple[str, str]]:
        at = 0
        while at < len(said):
            for name, code in self._by_letter.get(said[at], ()):
                if said.startswith(name, at):
                    yield " ", code
                    at += len(name)
                    break
            else:
                yield said[at], ""
                at += 1


def _group(codes: Mapping[str, str], begin: Callable[[str], str]) -> _Begun:
    begun: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in sorted(codes, key=len, reverse=True):
        begun[begin(name)].append((name, codes[name]))
    return {beginning: tuple(names) for beginning, names in begun.items()}
