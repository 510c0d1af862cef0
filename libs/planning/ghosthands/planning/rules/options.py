"""Recognises a list by its options, where its label does not help."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pycountry
from babel import Locale

from ghosthands.planning.signals import words

#: the languages of forms
_LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl")
#: countries whose states or provinces forms ask for
_DIVIDED = ("US", "CA")


@cache
def country_options() -> frozenset[str]:
    """Return the world's countries, which identify a list of them."""
    return frozenset(_countries())


@cache
def state_options() -> frozenset[str]:
    """Return the states of the USA, the provinces of Canada and their codes, some of which are countries' codes too."""
    return frozenset(_states())


def _countries() -> Iterator[str]:
    for language in _LANGUAGES:
        territories = Locale.parse(language).territories
        yield from (words(territories[country.alpha_2]) for country in pycountry.countries)


def _states() -> Iterator[str]:
    for part in pycountry.subdivisions:
        if part.country_code in _DIVIDED:
            yield from (words(part.name), words(part.code.partition("-")[2]))
