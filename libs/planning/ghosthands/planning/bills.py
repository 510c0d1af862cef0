"""Which fields are about who pays: the holder of a card, and who gets a bill where that is not the applicant.

A shop knows its customers by the bill alone, so the only name and address of a form are the applicant's, whatever they
are called. Who applies is asked who they are before, and pays nothing: a name or an address that is asked for again for
a bill is nobody's to guess.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.page import FieldKind, FieldModel, FilePurpose, PageModel
from ghosthands.planning.asking import NAMES, PLACES, REACHES, STREETS, ask_for
from ghosthands.planning.rules import address_words
from ghosthands.planning.rules.questions import find_question
from ghosthands.planning.rules.refusals import REFUSALS
from ghosthands.planning.signals import Signals, words
from ghosthands.platforms import GENERIC

#: Keys of what a bill says of who gets it.
_ON_A_BILL = (*REACHES, *PLACES, "profile.current_company")
_CARD = next(rule for rule in REFUSALS if rule.name == LeftBecause.PAYMENT)


def list_fields(
    page: PageModel, shown: Sequence[FieldModel], mine: Collection[str], signals: Mapping[str, Signals]
) -> Iterator[str]:
    """Yield the ids of those of `mine`, the applicant's by all else, that are a card's holder, or who gets a bill."""
    cards = {field.id for field in shown if is_card(signals[field.id])}
    holders = set(_list_holders(shown, mine, cards, signals)) if cards else set[str]()
    yield from holders
    own = [field for field in shown if field.id in mine and field.id not in cards | holders]
    before: set[str] = set()
    for heading, group in groupby(own, lambda field: _heading_of_a_bill(signals[field.id])):
        keys = {field.id: ask_for(signals[field.id].title) or "" for field in group}
        if not heading:
            before.update(keys.values())
        elif _asks_again(before, keys.values()) and _is_of_who_applies(page, signals):
            yield from (field_id for field_id, key in keys.items() if key.startswith(_ON_A_BILL))


def is_card(signals: Signals) -> bool:
    """Whether it is one of a card's own fields."""
    return _CARD.fits_label(signals.label) or any(map(_CARD.fits_identifier, signals.identifiers))


def _list_holders(
    shown: Sequence[FieldModel], mine: Collection[str], cards: Collection[str], signals: Mapping[str, Signals]
) -> Iterator[str]:
    """Yield the names among a card's number and date that have no contact data beside them."""
    for at, field in enumerate(shown):
        if field.id not in mine or ask_for(signals[field.id].title) not in NAMES:
            continue
        beside = [shown[index].id for index in (at - 1, at + 1) if 0 <= index < len(shown)]
        is_reached = any(ask_for(signals[each].title) and each not in cards for each in beside)
        if any(each in cards for each in beside) and not is_reached:
            yield field.id


def _heading_of_a_bill(signals: Signals) -> str:
    """Return the heading of a bill or a payment that the field stands below; none where there is no such."""
    return next(filter(address_words.OF_A_BILL.search, (signals.section, *signals.around)), "")


def _asks_again(before: Collection[str], keys: Collection[str]) -> bool:
    """Whether the applicant has said who they are, and a name, or the street they gave, is asked for once more."""
    is_named = not NAMES.isdisjoint(before)
    is_placed = not STREETS.isdisjoint(before) and not STREETS.isdisjoint(keys)
    return is_named and (not NAMES.isdisjoint(keys) or is_placed)


def _is_of_who_applies(page: PageModel, signals: Mapping[str, Signals]) -> bool:
    """Whether the page takes a resume, asks what only applicants are asked, or sends an application."""
    if page.platform != GENERIC or any(file.purpose is not FilePurpose.OTHER for file in page.file_inputs):
        return True
    if any(address_words.OF_AN_APPLICATION.search(words(button.text)) for button in page.buttons):
        return True
    asked = (signals[field.id] for field in page.fields if field.kind is not FieldKind.CHECKBOX)
    return any(find_question(each.label, each.kind) for each in asked)
