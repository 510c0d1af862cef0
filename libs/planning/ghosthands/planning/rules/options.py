"""What the options of a list are, where its label does not tell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pycountry
from babel import Locale

from ghosthands.planning.signals import words

#: those that forms are in
_LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl")
#: whose states and provinces forms ask for
_DIVIDED = ("US", "CA")


@cache
def country_options() -> frozenset[str]:
    """The world's countries, to know a list of them by."""
    return frozenset(_countries())


@cache
def state_options() -> frozenset[str]:
    """The states of the USA, the provinces of Canada and their codes; the codes of countries are partly the same."""
    return frozenset(_states())


def _countries() -> Iterator[str]:
    for language in _LANGUAGES:
        territories = Locale.parse(language).territories
        yield from (words(territories[country.alpha_2]) for country in pycountry.countries)


def _states() -> Iterator[str]:
    for part in pycountry.subdivisions:
        if part.country_code in _DIVIDED:
            yield from (words(part.name), words(part.code.partition("-")[2]))
