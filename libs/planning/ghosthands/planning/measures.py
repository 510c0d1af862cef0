"""Whether an answer counts in what a field counts in: unit, period and currency.

Pay in a profile is a year's, in the profile's currency, unless it says otherwise; years of experience are years. An
answer to a question in other words counts in what that question does.
"""

from __future__ import annotations

from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.plan import PlannedAction
from ghosthands.planning.choosing.quantities import UNSAID, CountedIn, agree, measure_of, number_for, number_in
from ghosthands.planning.known import Known

_PAY = "profile.salary_expectation"
_CURRENCY = "profile.salary_currency"
_EXPERIENCE = "profile.years_of_experience"


def fits(field: FieldModel, action: PlannedAction, known: Known) -> bool:
    """Whether the action's value may go into the field, as far as it is a quantity."""
    answer = known.values.get(action.key)
    if answer is None or number_in(answer) is None:
        return True
    said = _measure_said(action.key, known)
    if field.kind is FieldKind.NUMBER:
        return number_for(field.label, answer, said=said) is not None
    asked = _ask(field)
    return (said == UNSAID and not measure_of(asked).scale) or agree(asked, answer, said=said)


def _measure_said(key: str, known: Known) -> CountedIn:
    """Return what the key's value counts in, unless it says itself."""
    if key == _PAY:
        return CountedIn("", "year", measure_of(known.values.get(_CURRENCY, "")).currency)
    return CountedIn("year") if key == _EXPERIENCE else measure_of(known.own.get(key, ""))


def _ask(field: FieldModel) -> str:
    """Return the field's question; its options may tell what it counts in."""
    return " ".join((field.label, *(option.label for option in field.options)))
