"""Whether an answer counts in what a field counts in: unit, period and currency.

Pay in a profile is a year's, in the profile's currency or else that of where the applicant lives, unless it says
otherwise; years of experience are years. An answer to a question in other words counts in what that question does; one
to this very question in what is asked for.
"""

from __future__ import annotations

import re

from babel.numbers import get_territory_currencies

from ghosthands.domain.keys import ANSWERS, REMEMBERED
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.plan import PlannedAction
from ghosthands.planning.choosing.quantities import (
    UNSAID,
    CountedIn,
    agree,
    currency_of,
    find_unit,
    list_units,
    measure_of,
    number_for,
    number_in,
)
from ghosthands.planning.choosing.ranges import drop_thousands, names_a_unit
from ghosthands.planning.known import Known
from ghosthands.planning.permits import find_home

_DIGIT = re.compile(r"\d")
_PAY = "profile.salary_expectation"
_CURRENCY = "profile.salary_currency"
_EXPERIENCE = "profile.years_of_experience"


def fits(field: FieldModel, action: PlannedAction, known: Known) -> bool:
    """Whether the action's value may go into the field, as far as it is a quantity."""
    answer = known.values.get(action.key)
    if answer is None or number_in(answer) is None:
        return True
    if action.key == _EXPERIENCE and list_units(field.label) - {"year"}:
        return False  # "Years of experience in months"
    asked = _ask(field)
    is_of_this = action.key in (f"{ANSWERS}{action.question_key}", f"{REMEMBERED}{action.question_key}")
    said = measure_of(asked) if is_of_this else _measure_said(action.key, known)
    if field.kind is FieldKind.NUMBER:
        number = number_for(field.label, answer, said=said)
        is_typed = is_of_this or number == number_for(field.label, answer)  # the host knows what the answer says alone
        return number is not None and is_typed and agree(asked, answer, said=said)
    if not _counts_as_its_options(field, find_unit(answer)):
        return False
    if said.unit and not find_unit(answer) and measure_of(asked).unit not in ("", said.unit):
        return False
    return is_of_this or (said == UNSAID and not measure_of(asked).scale) or agree(asked, answer, said=said)


def _counts_as_its_options(field: FieldModel, unit: str) -> bool:
    """Whether an answer with that unit may be compared with options that are numbers without one: "0-15" of days."""
    options = [option.label for option in field.options]
    is_bare = any(map(_DIGIT.search, options)) and not any(map(names_a_unit, options))
    return not unit or not is_bare or measure_of(field.label).unit == unit


def _measure_said(key: str, known: Known) -> CountedIn:
    """Return what the key's value counts in, unless it says itself."""
    if key == _PAY:
        return CountedIn("", "year", currency_of(known.values.get(_CURRENCY, "")) or _find_home_currency(known))
    before = known.remembered.get(key.removeprefix(REMEMBERED))
    return (
        CountedIn("year") if key == _EXPERIENCE else measure_of(before.question if before else known.own.get(key, ""))
    )


def _find_home_currency(known: Known) -> str:
    """Return the currency of the country where the applicant lives; empty where that is not known."""
    home = {one for country in find_home(known.values) for one in get_territory_currencies(country.upper())}
    return home.pop() if len(home) == 1 else ""


def _ask(field: FieldModel) -> str:
    """Return the field's question; its hint and its options may tell what it counts in.

    An option's thousands are its own: "60 k€ - 70 k€" takes 65,000.
    """
    return " ".join((field.label, field.placeholder, *(drop_thousands(option.label) for option in field.options)))
