"""The countries and languages that a sentence names, in any of the languages that questions are read in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources

import pycountry
from babel import Locale

from ghosthands.planning.questions.names import Names
from ghosthands.planning.questions.phrases import LANGUAGES, UNSPACED, plain

#: "US" is a country in capitals, and the word "us" otherwise.
_CAPITALS = (
    (re.compile(r"\bU\.? ?S\.?(?: ?A\b\.?)?(?![\w'’])|\bEE\.? ?UU\b\.?|\bEUA\b"), "us"),
    (re.compile(r"\bU\.? ?K\b\.?|\bGB\b"), "gb"),
    (re.compile(r"\bE\.?[UE]\.?A?\b(?!\.? ?UU)"), "eu"),
    (re.compile(r"\bUAE\b"), "ae"),
)
#: Any country known by its capitals: most texts have none.
_ANY_CAPITALS = re.compile("|".join(pattern.pattern for pattern, _ in _CAPITALS))
#: Names of countries that often mean something else.
_AMBIGUOUS = frozenset(
    {"georgia", "jersey", "chad", "turkey", "man", "mali", "chile", "cuba", "china", "togo", "guinea"}
)
#: Names of Finnish, in Spanish and Dutch, that are also the end of a weekend ("fins", "fines").
_ENDS = frozenset({"fines", "fins"})
_SPOKEN = frozenset(
    re.findall(
        r"\w+",
        "en de fr es it pt nl sv pl da no nb fi ja zh ko ru ar hi tr uk cs el he ro hu bg hr sk sl et lv lt vi th id ms"
        " ca eu ga fa bn pa ta te ur cy gd gl sq sr mk is sw so ne",
    )
)


def find_countries(text: str, said: str, code: str) -> frozenset[str]:
    """Return the codes of the countries that a sentence names; `said` is the sentence from `plain`."""
    written = {place for pattern, place in _list_capitals(text) if pattern.search(text)}
    return frozenset(written | _countries().find(said, spaced=code not in UNSPACED))


def list_capitals(text: str) -> frozenset[str]:
    """Return the words of the countries that are known by their capitals: "US", "UK"."""
    names = (name for pattern, _ in _list_capitals(text) for name in pattern.findall(text))
    return frozenset(word for name in names for word in plain(name).split())


def _list_capitals(text: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns to try on the text; none where it has no such capitals."""
    return _CAPITALS if _ANY_CAPITALS.search(text) else ()


def find_languages(said: str, code: str) -> frozenset[str]:
    """Return the codes of the languages that a sentence names."""
    return frozenset(_languages().find(said, spaced=code not in UNSPACED))


def strip_capitals(text: str) -> str:
    """Return the text without the countries that are known by their capitals."""
    for pattern, _ in _CAPITALS:
        text = pattern.sub(" ", text)
    return text


def strip_names(said: str, code: str) -> str:
    """Return the sentence from `plain` without the countries and languages in it."""
    spaced = code not in UNSPACED
    return _languages().take_out(_countries().take_out(said, spaced=spaced), spaced=spaced)


@cache
def _countries() -> Names:
    return Names(dict(_list_all_countries()))


@cache
def _languages() -> Names:
    return Names(dict(_list_languages()))


def _list_all_countries() -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        yield from _name_countries(language)
    yield from _told("countries")


def list_countries(code: str) -> Iterator[str]:
    """Return the names of countries in one language."""
    return (name for name, _ in _name_countries(code))


def _name_countries(language: str) -> Iterator[tuple[str, str]]:
    territories = Locale.parse(language).territories
    for country in pycountry.countries:
        name = plain(territories[country.alpha_2])
        if name not in _AMBIGUOUS or name == "china":
            yield name, country.alpha_2.lower()


def _list_languages() -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        yield from ((name, "no" if code == "nb" else code) for name, code in _name_languages(language))
    yield from _told("languages")


def list_languages(code: str) -> Iterator[str]:
    """Return the names of languages in one of them."""
    return (name for name, _ in _name_languages(code))


def _name_languages(language: str) -> Iterator[tuple[str, str]]:
    names = Locale.parse(language).languages
    spoken = ((plain(names[code]), code) for code in sorted(_SPOKEN) if code in names)
    return ((name, code) for name, code in spoken if name not in _ENDS)


def _told(part: str) -> Iterator[tuple[str, str]]:
    """Yield the names of `words/names.toml`: other forms and adjectives."""
    text = (resources.files(__package__) / "words" / "names.toml").read_text(encoding="utf-8")
    for code, names in tomllib.loads(text)[part].items():
        yield from ((plain(name), code) for name in names.split("|"))
