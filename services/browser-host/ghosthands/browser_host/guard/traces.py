"""The traces of the applicant in a request: what it would tell a site in a dry run, in which it must tell nothing.

A trace is more than the values themselves: also what is typed of a value that is looked up letter by letter, the other
names that a list may be searched by, and common words, if one of these is all that a part of the request says. A part
is what stands between delimiters: a parameter, a string of JSON, a piece of a path. What addresses and headers said
before anything was filled in is the page's own, and tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from ghosthands.browser_host.guard.filled import Given, encodings, write_digits
from ghosthands.browser_host.guard.readings import fold, read_all
from ghosthands.planning.choosing import code_of, names_of

#: how many letters, or digits, of a value's beginning tell it from any other word
_FEWEST_LETTERS = 3
_FEWEST_DIGITS = 6
#: a shorter value is part of many a word
_SHORTEST_PART = 5
_LONG_WORD = 8
_SEPARATORS = re.compile(r"[\s().\-/]")
_DELIMITERS = re.compile(r"[&?#=/\"'\r\n\t,;:|<>(){}\[\]]+")
_SITE = re.compile(r"https?://(?:www\.)?[^/]*")


@dataclass(frozen=True, slots=True)
class Told:
    """All readings of one request, and the parts that they are made of."""

    texts: frozenset[str]
    #: the texts without what separates digits
    digits: frozenset[str]
    parts: frozenset[str]
    #: the texts as they came: encodings have capitals
    raw: frozenset[str]


class Traces:
    """The search for what tells of the applicant; it first learns what the page says anyway."""

    def __init__(self) -> None:
        #: what was said before there was anything to tell
        self._said = set[str]()

    def listen(self, url: str, headers: Mapping[str, str]) -> None:
        """Learn what the page sends before anything is filled, so that it is not taken for a leak."""
        self._said.update((*_split_address(url), *headers.values()))

    def find(
        self,
        given: Mapping[str, Given],
        url: str,
        headers: Mapping[str, str],
        body: bytes,
        *,
        is_looked_up: bool = False,
    ) -> frozenset[str]:
        """Return the keys of all values that the request tells anything of.

        `is_looked_up`: a single letter of a value tells of it now.
        """
        said = [one for one in (*_split_address(url), *headers.values()) if one not in self._said]
        told = _read([one.encode() for one in said] + [body])
        fewest = 1 if is_looked_up else _FEWEST_LETTERS
        return frozenset(key for key, one in given.items() if _tells(told, one, fewest))


def _read(said: Iterable[bytes]) -> Told:
    raw = frozenset(text for one in said for text in read_all(one))
    texts = frozenset(map(fold, raw))
    parts = frozenset(part for text in raw for part in _split(text))
    return Told(texts, frozenset(_SEPARATORS.sub("", text) for text in texts), parts, raw)


def _tells(told: Told, given: Given, fewest: int) -> bool:
    value = fold(given.text)
    beginnings = _find_beginnings(value)
    if value in told.parts or any(_begins(part, beginnings, fewest) for part in told.parts):
        return True
    if any(fold(name) in told.parts for name in _other_names(given.text)):
        return True
    if not _is_plain(given, value) and any(_stands_in(value, text) for text in told.texts):
        return True
    if any(number in text for number in write_digits(given.text) for text in told.digits):
        return True
    return any(_stands_in(code, text) for code in encodings(given.text) for text in told.raw)


def _is_plain(given: Given, value: str) -> bool:
    """Whether the value is a word that occurs in many sentences."""
    return len(value) < _FEWEST_LETTERS or (given.is_choice and value.isalpha() and len(value) < _LONG_WORD)


def _stands_in(value: str, text: str) -> bool:
    """Whether the value occurs in the text; a short one only as a word of its own."""
    if len(value) >= _SHORTEST_PART:
        return value in text
    return re.search(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", text) is not None


def _begins(part: str, beginnings: Iterable[str], fewest: int) -> bool:
    letters, digits = sum(map(str.isalpha, part)), sum(map(str.isdecimal, part))
    return (letters >= fewest or digits >= _FEWEST_DIGITS) and any(one.startswith(part) for one in beginnings)


def _find_beginnings(value: str) -> list[str]:
    """Return where one may begin to type the value: its beginning, each part, and the part after an address's site."""
    site = _SITE.match(value)
    return [*([] if site else [value]), *(_split(value[site.end() :] if site else value))]


def _other_names(value: str) -> Iterator[str]:
    """Yield the names and codes by which a list may be searched for the value, or hold it."""
    yield from names_of(value)
    if code := code_of(value):
        yield code


def _split_address(url: str) -> list[str]:
    """Return the parts of the address, each parameter with its name."""
    parts = urlsplit(url)
    return [parts.netloc, *parts.path.split("/"), *parts.query.split("&"), parts.fragment]


def _split(text: str) -> list[str]:
    """Return the folded parts of the text between delimiters."""
    return [part for part in map(fold, _DELIMITERS.split(text)) if part]
