"""Whether what a profile says of a permission to work, or of a sponsor, holds in the country that a question names.

A profile says it of no country: of the one that the applicant lives in, as far as anybody can tell. Whoever says it of
countries, in facts or answers, is answered for in no country that they do not name, and nowhere otherwise than there.
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

_PERMITS = frozenset({QuestionClass.WORK_AUTHORIZATION, QuestionClass.SPONSORSHIP, QuestionClass.VISA_STATUS})
_HOME = "profile.location.country"


def holds_where_asked(label: str, key: str, known: Known) -> bool:
    """Whether what stands under the key answers the label's question for the countries that it names."""
    about = class_of(key)
    if about not in _PERMITS or not (named := _list_countries(read(label))):
        return True
    told = list(_list_told(known))
    if not told:
        return named <= (_find_home(known.values) or named)
    turned = opposite(known.values.get(key, ""))
    same = {other for reading, other in told if reading.about is about and _list_countries(reading) == named}
    return turned is not None and same == {turned}


def _list_countries(reading: QuestionReading) -> frozenset[str]:
    return reading.places - {JOBS_PLACE}


def _list_told(known: Known) -> Iterator[tuple[QuestionReading, str | None]]:
    """What the applicant says of permits in countries, and the opposite of it; None where it is no plain yes or no."""
    for key, question in known.own.items():
        reading = read(question)
        if reading.about in _PERMITS and _list_countries(reading):
            yield reading, opposite(known.values.get(key, "")) if reading.asks is Asks.PLAIN else None


def _find_home(values: Mapping[str, str]) -> frozenset[str]:
    """The country that the applicant lives in, where that is known."""
    country = values.get(_HOME, "")
    return find_countries(country, plain(country), "en")
