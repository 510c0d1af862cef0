"""Whether a profile's permission to work, or need of a sponsor, holds in the country that a question names.

A profile names no country for it; it is assumed for the country that the applicant lives in. An applicant who names
countries, in facts or answers, gets no answer for another country, and only the named answer for a named one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


def holds_where_asked(label: str, key: str, known: Known) -> bool:
    """Whether the key's value answers the label's question for the countries that it names."""
    about = class_of(key)
    if about not in PERMITS or not (named := _list_countries(read(label))):
        return True
    told = list(_list_told(known))
    if not told:
        return named <= (find_home(known.values) or named)
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


def find_home(values: Mapping[str, str]) -> frozenset[str]:
    """Return the country that the applicant lives in, where that is known."""
    country = values.get(_HOME, "")
    return find_countries(country, plain(country), "en")
