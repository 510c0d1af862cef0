"""What a page agrees to in the applicant's name: a box that it has ticked itself.

Only the terms of applying may stay ticked. Offers, and whatever else is agreed to, are the applicant's own to give.
"""

from __future__ import annotations

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.keys import CONSTANTS, NO
from ghosthands.domain.page import FieldKind, FieldModel, FieldState
from ghosthands.planning.choosing import choose
from ghosthands.planning.questions import reading
from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.rules import consent, offers
from ghosthands.planning.signals import words

#: The reason of the action that unticks such a box.
TAKEN_BACK = "marketing:taken_back"


def is_agreed_by_the_page(field: FieldModel, refused: str, address: str) -> bool:
    """Whether it is a box that the page has ticked, and that agrees to more than the terms of applying.

    `refused` is why nothing of the applicant's goes in there; the page's `address` tells whose form it is.
    """
    if field.kind is not FieldKind.CHECKBOX or field.state is not FieldState.FILLED or field.locked:
        return False
    return refused == LeftBecause.MARKETING or _agrees_to_more(field, address)


def is_accepted_by_the_page(field: FieldModel, refused: str) -> bool:
    """Whether it is an offer among whose buttons the page has chosen one."""
    is_chosen = field.kind is FieldKind.RADIO and field.state is FieldState.FILLED and not field.locked
    return is_chosen and refused == LeftBecause.MARKETING


def may_decline(field: FieldModel) -> bool:
    """Whether one of the field's options is a plain no."""
    labels = [option.label for option in field.options if not option.placeholder]
    return choose(labels, CONSTANTS[NO]) is not None


def _agrees_to_more(field: FieldModel, address: str) -> bool:
    said = words(field.label)
    if offers.names_a_channel(said) or reading.read(field.label).about is QuestionClass.CONSENT_SMS:
        return True
    headings = (field.section, *field.around)
    return consent.speaks_of_agreeing(said) and not consent.asks_for_consent(field.label, headings, address)
