"""Whether a profile's permission to work, or need of a sponsor, holds in the country that a question names.

A profile names no country for it; it is assumed for the country that the applicant lives in. An applicant who names
countries, in facts or answers, gets no answer for another country, and only the named answer for a named one. A town
or region named in a country's stead may be abroad, unless it is the applicant's own or one of the own country's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import pycountry

from ghosthands.domain.polarity import opposite
from ghosthands.planning.known import Known
from ghosthands.planning.questions.classes import JOBS_PLACE, Asks, QuestionClass, QuestionReading
from ghosthands.planning.questions.phrases import plain
from ghosthands.planning.questions.places import find_countries
from ghosthands.planning.questions.reading import read
from ghosthands.planning.rules.questions import class_of

#: The classes of questions about a permission to work in a country.
PERMITS = frozenset({QuestionClass.WORK_AUTHORIZATION, QuestionClass.SPONSORSHIP, QuestionClass.VISA_STATUS})
_HOME = "profile.location.country"
_HOME_TOWN = ("profile.location.city", "profile.location.state")


def holds_where_asked(label: str, key: str, known: Known) -> bool:
    """Whether the key's value answers the label's question for the countries that it names."""
    about = class_of(key)
    if about not in PERMITS:
        return True
    reading = read(label)
    home = find_home(known.values)
    if reading.town and home and not _is_at_home(reading.town, home, known.values):
        return False  # it may be abroad
    if not (named := _list_countries(reading)):
        return True
    told = list(_list_told(known))
    if not told:
        return named <= (home or named)
    turned = opposite(known.values.get(key, ""))
    same = {other for reading, other in told if reading.about is about and _list_countries(reading) == named}
    return turned is not None and same == {turned}


def _list_countries(reading: QuestionReading) -> frozenset[str]:
    return reading.places - {JOBS_PLACE}


def _list_told(known: Known) -> Iterator[tuple[QuestionReading, str | None]]:
    """Yield the applicant's statements on permits in countries, each with its opposite; None for no plain yes or no."""
    for key, question in known.own.items():
        reading = read(question)
        if reading.about in PERMITS and _list_countries(reading):
            yield reading, opposite(known.values.get(key, "")) if reading.asks is Asks.PLAIN else None


def _is_at_home(town: str, home: frozenset[str], values: Mapping[str, str]) -> bool:
    """Whether a town or region is the applicant's, or a region of the country that the applicant lives in."""
    own = {plain(values.get(key, "")) for key in _HOME_TOWN}
    return any(name and f" {name} " in f" {town} " for name in (*own, *_list_regions(home)))


@cache
def _list_regions(countries: frozenset[str]) -> frozenset[str]:
    """Return the names of the countries' states, provinces and the like."""
    regions = (region for region in pycountry.subdivisions if region.country_code.lower() in countries)
    return frozenset(plain(region.name) for region in regions)


def find_home(values: Mapping[str, str]) -> frozenset[str]:
    """Return the country that the applicant lives in, where that is known."""
    country = values.get(_HOME, "")
    return find_countries(country, plain(country), "en")
