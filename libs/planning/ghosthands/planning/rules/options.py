"""What the options of a list are, where its label does not tell."""

from __future__ import annotations

from collections.abc import Iterator

import pycountry
from babel import Locale

from ghosthands.planning.signals import words

#: those that forms are in
_LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl")
#: whose states and provinces forms ask for
_DIVIDED = ("US", "CA")


def _countries() -> Iterator[str]:
    for language in _LANGUAGES:
        territories = Locale.parse(language).territories
        yield from (words(territories[country.alpha_2]) for country in pycountry.countries)


def _states() -> Iterator[str]:
    for part in pycountry.subdivisions:
        if part.country_code in _DIVIDED:
            yield from (words(part.name), words(part.code.partition("-")[2]))


#: The world's countries, to know a list of them by.
COUNTRY_OPTIONS = frozenset(_countries())
#: The states of the USA, the provinces of Canada and their codes; the codes of countries are partly the same.
STATE_OPTIONS = frozenset(_states())
