"""Stations: the sources' lines about one employer or school, so that a fact of one is never said of another.

A line with a date heads a station; the lines after it belong to it, up to the next such line or one that begins with a
label ("Skills: …"). Words written as names in the heads of stations name them, unless they are also words of a title,
or common in the lines of no station.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

_DATED = re.compile(r"\b(?:19|20)\d\d\b")
_LABELLED = re.compile(r"^[^\W\d][^\d:]{1,30}:")
_CAPITAL = re.compile(r"\b[^\W\d_][\w&]*(?:-\w+)*")
_UNCAPITAL = re.compile(r"^[^\W\d_]+|\b[^\W\d_A-Z][^\W\d_]*")
_BETWEEN = re.compile(r"[,;|:–—•·]|\s-\s")
#: words of a title, which stations share with each other and with other lines
_TITLE = re.compile(
    r"\b(?:\w*engineer|\w*develop|manag|design|analy|consult|assist|direct|lead|senior|junior|head|intern\b|trainee|officer"
    r"|speciali|architect|scientist|teach|\w*nurse|admin|coordinat|techni|\w*entwickl|\w*leiter|\w*ingenieur|\w*berat"
    r"|ingeni|desarroll|chef|vendeu|vended|account|clerk|agent|driver|owner|founder)\w*"
)
#: words that put one station before or after another
_IN_TURN = re.compile(
    r"\b(?:after|before|between|then|from|since|nach|vor|danach|zwischen|dann|apres|avant|puis|entre|despues|antes|luego)\b"
)

#: returns a text's stems, and its figures
Read = Callable[[str], tuple[frozenset[str], frozenset[str]]]


@dataclass(frozen=True, slots=True)
class _Station:
    """The stems and figures of the lines about one employer or school, or of a line about none."""

    stems: frozenset[str]
    figures: frozenset[str]


class Stations:
    """The stations of the sources, by the names in their heads."""

    def __init__(self, lines: Iterable[str], read: Read) -> None:
        parts, outside = _part(lines)
        places = [_Station(*read("\n".join(part))) for part in (*parts, *([line] for line in outside))]
        names = {stem for part in parts for words in _list_names(part[0]) for stem in read(words)[0]}
        titles = {stem for part in parts for words in _list_titles(part[0]) for stem in read(words)[0]}
        common = {stem for line in outside for word in _UNCAPITAL.findall(line) for stem in read(word)[0]}
        self._named = {name: [one for one in places if name in one.stems] for name in names - titles - common}
        self._stations = places[: len(parts)]

    def find_names(self, stems: Collection[str]) -> frozenset[str]:
        """Return the stems that name a station."""
        return frozenset(stems) & self._named.keys()

    def are_one(self, names: Iterable[str]) -> bool:
        """Whether one station has all the names."""
        wanted = frozenset(names)
        return not wanted or any(wanted <= one.stems for one in self._stations)

    def bear(self, names: Iterable[str], stems: Collection[str], figures: Collection[str]) -> bool:
        """Whether each name's station has all of the stems and figures."""
        return all(self._bears(self._named[name], stems, figures) for name in names)

    def _bears(self, stations: Iterable[_Station], stems: Collection[str], figures: Collection[str]) -> bool:
        said = [(one.stems, one.figures) for one in stations]
        words, numbers = (frozenset[str]().union(*each) for each in zip(*said, strict=True))
        return words.issuperset(stems) and numbers.issuperset(figures)


def tells_in_turn(said: str) -> bool:
    """Whether a text may name several stations, because it mentions one after the other."""
    return bool(_IN_TURN.search(said))


def _part(lines: Iterable[str]) -> tuple[list[list[str]], list[str]]:
    """Return the lines of each station, its head first, and the lines of no station."""
    stations: list[list[str]] = []
    outside: list[str] = []
    into = outside
    for line in lines:
        if _LABELLED.match(line):
            into = outside
        elif _DATED.search(line):
            stations.append(into := [])
        into.append(line)
    return stations, outside


def _list_names(head: str) -> Iterator[str]:
    """Yield the words written as names before the date, without titles, which many share."""
    for words in _list_parts(head):
        if not _TITLE.search(words.lower()):
            yield from (found for found in _CAPITAL.findall(words) if found[0].isupper())


def _list_titles(head: str) -> Iterator[str]:
    return (words for words in _list_parts(head) if _TITLE.search(words.lower()))


def _list_parts(head: str) -> list[str]:
    """Return the head's parts before its date; all of them where it begins with the date."""
    before = _DATED.split(head, maxsplit=1)[0]
    return _BETWEEN.split(before if _CAPITAL.search(before) else head)
