"""Boxes to agree to something that their markup does not require: those that a page ticks, or that it waits for.

Of what a page has ticked itself, only the terms of applying may stay. Offers, and whatever else is agreed to, are the
applicant's own to give, also where a button stays disabled until they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.keys import CONSTANTS, NO
from ghosthands.domain.page import FieldKind, FieldModel, FieldState, PageModel
from ghosthands.domain.polarity import is_negated
from ghosthands.planning.choosing import choose
from ghosthands.planning.matching import Match, consent_match
from ghosthands.planning.questions import reading
from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.rules import consent, offers
from ghosthands.planning.rules.refusals import UNTOUCHABLE
from ghosthands.planning.signals import words

#: The reason of the action that unticks such a box.
TAKEN_BACK = "marketing:taken_back"
#: Reasons to leave a box alone that a page's waiting for it does not change.
_STILL_LEFT = UNTOUCHABLE | {LeftBecause.SKIPPED, LeftBecause.BY_HUMAN}


def is_agreed_by_the_page(field: FieldModel, refused: str, address: str) -> bool:
    """Whether it is a box that the page has ticked, and that agrees to more than the terms of applying.

    `refused` is why nothing of the applicant's goes in there; the page's `address` tells whose form it is.
    """
    if field.kind is not FieldKind.CHECKBOX or field.state is not FieldState.FILLED or field.locked:
        return False
    return refused == LeftBecause.MARKETING or _agrees_to_more(field, address)


def may_refuse(field: FieldModel) -> bool:
    """Whether a tick may be what refuses the offer: "I do not wish to receive news"."""
    return is_negated(field.label) or offers.opts_out(words(field.label))


def is_accepted_by_the_page(field: FieldModel, refused: str) -> bool:
    """Whether it is an offer among whose buttons the page has chosen one."""
    is_chosen = field.kind is FieldKind.RADIO and field.state is FieldState.FILLED and not field.locked
    return is_chosen and refused == LeftBecause.MARKETING


def may_decline(field: FieldModel) -> bool:
    """Whether one of the field's options is a plain no to the offer."""
    labels = [option.label for option in field.options if not option.placeholder]
    return choose(labels, CONSTANTS[NO]) is not None and not may_refuse(field)


def _agrees_to_more(field: FieldModel, address: str) -> bool:
    said = words(field.label)
    if offers.names_a_channel(said) or reading.read(field.label).about is QuestionClass.CONSENT_SMS:
        return True
    headings = (field.section, *field.around)
    return consent.speaks_of_agreeing(said) and not consent.asks_for_consent(field.label, headings, address)


def waits(page: PageModel) -> bool:
    """Whether the page keeps its button disabled though all that it requires is filled in."""
    asked = (field for field in page.fields if field.visible and field.required)
    files = (file for file in page.file_inputs if file.required)
    is_filled = all(field.state is FieldState.FILLED for field in asked) and all(
        file.already_uploaded for file in files
    )
    return page.disabled_button is not None and is_filled


def find_wanted(page: PageModel, left: Mapping[str, str]) -> tuple[list[tuple[FieldModel, Match]], list[FieldModel]]:
    """Return the boxes that a waiting page may want ticked, of the fields `left` alone with these reasons.

    First the terms of applying, each with its match; then other agreements, or offers where there are no others.
    """
    boxes = [field for field in page.fields if field.id in left and _may_be_ticked(field, left[field.id])]
    matches = ((field, consent_match(field, page.url)) for field in boxes)
    terms = [(field, found) for field, found in matches if found is not None]
    others = [field for field in boxes if consent.speaks_of_agreeing(words(field.label))]
    beside = [field for field in others if left[field.id] != LeftBecause.MARKETING]
    return terms, beside or others


def _may_be_ticked(field: FieldModel, why_left: str) -> bool:
    is_empty = field.kind is FieldKind.CHECKBOX and field.state is FieldState.EMPTY
    return is_empty and field.visible and not field.locked and why_left not in _STILL_LEFT
