"""Options that say themselves whether the applicant needs a sponsor, whatever their question is called.

"I have the right to work in the UK without sponsorship" beside "I need sponsorship" asks for the need of a sponsor,
even under "Right to work", where a bare yes would choose neither for certain. Such a list is answered only if one of
its options alone is true: with "I am a citizen" in it, a human chooses.
"""

from __future__ import annotations

from ghosthands.domain.page import FieldModel
from ghosthands.domain.polarity import Polarity, is_decline, stated, told_beside
from ghosthands.planning.choosing import choose
from ghosthands.planning.known import Known
from ghosthands.planning.matching import BY_OPTIONS, Match
from ghosthands.planning.permits import PERMITS, holds_where_asked
from ghosthands.planning.questions.classes import Asks, QuestionClass, QuestionReading, Tense
from ghosthands.planning.questions.reading import read
from ghosthands.planning.rule import CHOICES

REASON = "options:sponsorship"
_NEED, _PERMISSION = "profile.requires_sponsorship", "profile.work_authorization"
#: Words of a right to work beside a need for a sponsor: "the right to work without sponsorship".
_RIGHT = frozenset(
    {"right", "full", "authorized", "authorised", "eligible", "entitled", "permitted", "allowed", "legal"}
)


def find_said(field: FieldModel, known: Known) -> Match | None:
    """Return the match for the need of a sponsor, if exactly one of the field's options says the truth about it."""
    need, asked = stated(known.values.get(_NEED, "")), read(field.label)
    if field.kind not in CHOICES or asked.about not in PERMITS or need is Polarity.DECLINE:
        return None
    if not asked.of_applicant or asked.asks is not Asks.PLAIN:
        return None
    labels = [option.label for option in field.options if not option.placeholder]
    if asked.about is not QuestionClass.SPONSORSHIP and any(told_beside(label) is not None for label in labels):
        return None  # "Yes, no sponsorship required" says yes to the right to work, and no to the need
    readings = [read(label) for label in labels if not is_decline(label)]
    if need is Polarity.NO and stated(known.values.get(_PERMISSION, "")) is not Polarity.YES:
        return None
    if not all(map(_is_decided, readings)):
        return None
    at = choose(labels, known.values.get(_NEED, ""))
    if at is None or need is None or not _says(read(labels[at]), need):
        return None
    is_there = holds_where_asked(f"{field.label} {labels[at]}", _NEED, known)
    return Match(_NEED, BY_OPTIONS, REASON) if is_there and _agree(field.label, labels[at]) else None


def _is_decided(option: QuestionReading) -> bool:
    """Whether an option's truth follows from the need for a sponsor, or it says nothing of a permission."""
    if option.about is QuestionClass.SPONSORSHIP:
        return option.asks is not Asks.UNCLEAR
    is_denied = option.about is QuestionClass.WORK_AUTHORIZATION and option.asks is Asks.TURNED
    return is_denied or option.about is QuestionClass.NONE


def _says(option: QuestionReading, need: Polarity) -> bool:
    """Whether an option says just that there is, or is not, the need for a sponsor at any time."""
    if option.about is not QuestionClass.SPONSORSHIP or not option.of_applicant or option.rest - _RIGHT:
        return False
    if need is Polarity.YES:
        return option.asks is Asks.PLAIN and option.tense in (Tense.UNSAID, Tense.BOTH)
    return option.asks is Asks.TURNED


def _agree(label: str, option: str) -> bool:
    """Whether a label and its option name no two countries."""
    places = [read(text).places for text in (label, option)]
    return not all(places) or places[0] == places[1]
