"""Refusals: the fields that must not be filled from the profile, and why; decided before anything is matched.

The reasons: nobody fills `invisible`, `honeypot`, `captcha`, `search` and `other_form`; `payment`, `identity_number`,
`one_time_code`, `other_person` and `marketing` take only the person's own answer to that question. Login data is not
refused but matched with keys that no profile has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ghosthands import platforms
from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.page import FieldKind, FieldModel, PageModel
from ghosthands.planning import asking, autocomplete, context
from ghosthands.planning.context import FormPart
from ghosthands.planning.matching import Match, match
from ghosthands.planning.questions import reading
from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.rule import FieldRule
from ghosthands.planning.rules.refusals import REFUSALS
from ghosthands.planning.signals import Signals

#: The keys that a form asks for after the name of a contact.
REACHES = frozenset({"profile.address_line1", "profile.location.country", "profile.email", "profile.phone"})


def refusals(
    page: PageModel, signals: Mapping[str, Signals] | None = None, parts: Mapping[str, FormPart] | None = None
) -> dict[str, str]:
    """Return the reasons by field id, for fields that have one, with regard to each other.

    Beside a card's number a security code is the card's. The parts of a name before an address are the name of the
    person there, although authors call them the card holder's too. An identity number may name a login.
    """
    read = signals or {field.id: Signals.of(field) for field in page.fields}
    stands = parts or context.read(page, read)
    reasons = {
        field.id: why
        for field in page.fields
        if (why := refusal(field, page.platform, read[field.id], stands[field.id]))
    }
    for field in (*_names_of_an_address(page, reasons, read), *_account(page, reasons)):
        del reasons[field.id]
    if LeftBecause.PAYMENT not in reasons.values():
        return reasons
    return {
        field_id: LeftBecause.PAYMENT if why == LeftBecause.ONE_TIME_CODE else why for field_id, why in reasons.items()
    }


def _names_of_an_address(
    page: PageModel, reasons: Mapping[str, str], read: Mapping[str, Signals]
) -> Iterator[FieldModel]:
    """Yield names that only their token calls a card holder's, if contact data follows them."""
    shown = [field for field in page.fields if field.visible]
    for at, field in enumerate(shown):
        if not autocomplete.is_part_of_holder(field.autocomplete) or _by_rules(read[field.id]):
            continue
        beyond = (each for each in shown[at:] if not autocomplete.is_part_of_holder(each.autocomplete))
        after = next(beyond, None)
        if after and after.id not in reasons and _reaches(match(after, page.platform, read[after.id])):
            yield field


def _account(page: PageModel, reasons: Mapping[str, str]) -> Iterator[FieldModel]:
    """Yield an identity number before a password, where nothing else is asked for: people log in with it."""
    shown = [field for field in page.fields if field.visible]
    if [field.kind is FieldKind.PASSWORD for field in shown] == [False, True]:
        yield from (field for field in shown if reasons.get(field.id) == LeftBecause.IDENTITY_NUMBER)


def _reaches(found: Match | None) -> bool:
    return found is not None and found.key in REACHES


def refusal(
    field: FieldModel, platform: str, signals: Signals | None = None, part: FormPart | None = None
) -> str | None:
    """Return why the profile never fills this field; None when it may."""
    signals = signals or Signals.of(field)
    if not field.visible:
        return LeftBecause.LOCKED if field.locked else LeftBecause.INVISIBLE
    if platforms.is_honeypot(platform, field.name):
        return LeftBecause.HONEYPOT
    if part is FormPart.OTHER_FORM:
        return LeftBecause.OTHER_FORM
    if why := _by_author(field, signals) or _by_rules(signals):
        return why
    known = platforms.known_field(platform, field.dom_id, field.name)
    return None if known else context.BECAUSE.get(part or context.stand(signals))


def _by_author(field: FieldModel, signals: Signals) -> str | None:
    """Return the reason that the autocomplete attribute gives to leave the field alone.

    Authors write `one-time-code` on addresses too, to keep browsers from filling them: for these the label decides, and
    so does the control for an e-mail address.
    """
    reason = autocomplete.refusal(field.autocomplete)
    if reason == LeftBecause.ONE_TIME_CODE and (signals.label or field.kind is FieldKind.EMAIL):
        return None
    return reason


def is_trap(signals: Signals) -> bool:
    """Whether the field is there for machines alone, so that it says nothing about its neighbours."""
    return _refuses(_TRAP, signals)


_TRAP = next(rule for rule in REFUSALS if rule.name == LeftBecause.HONEYPOT)
#: Contact data, which is on no card.
_REACHED = ("profile.phone", "profile.email", "profile.address_", "profile.location.city")
#: Places that a card's part asks for by themselves too, to prove that the card is one's own.
_PROVES = "profile.location."
#: The part of a name that is an address' own: `CreditCard.BillingAddress.PostalCode`.
_ADDRESS = re.compile(r"\b(?:addr|address|adresse?|adres|direccion|indirizzo|endereco)\b")
#: The questions that offer to write to somebody, or to keep what was sent.
_OFFERED = frozenset({QuestionClass.CONSENT_MARKETING, QuestionClass.CONSENT_TALENT_POOL})
#: Reasons for which a name is evidence even beside a label; others would take `usernamereg-firstName` for a user name.
_BY_NAME_TOO = frozenset({LeftBecause.HONEYPOT, LeftBecause.CAPTCHA, LeftBecause.PAYMENT})


def _by_rules(signals: Signals) -> str | None:
    refused = next((rule.name for rule in REFUSALS if _refuses(rule, signals)), None)
    return refused or (LeftBecause.MARKETING if _is_read_as_offer(signals) else None)


def _is_read_as_offer(signals: Signals) -> bool:
    """Whether the question that a box asks is one for more than the application."""
    return signals.kind is FieldKind.CHECKBOX and reading.read(signals.written).about in _OFFERED


def _says_how_to_reach(signals: Signals) -> bool:
    """Whether the label is clearly an address or a number: a shop's card form may enclose the bill's too."""
    key = asking.ask_for(signals.title)
    if key is None:
        return False
    return key.startswith(_REACHED) or (key.startswith(_PROVES) and any(map(_ADDRESS.search, signals.identifiers)))


def _refuses(rule: FieldRule, signals: Signals) -> bool:
    """Whether the rule matches the label, the placeholder where there is no label, or the names."""
    if signals.kind not in rule.kinds:
        return False
    if rule.name == LeftBecause.PAYMENT and signals.placeholder and rule.fits_label(signals.placeholder):
        return True
    if rule.fits_label(signals.label or signals.placeholder):
        return rule.name != LeftBecause.MARKETING or reading.read(signals.written).about is not QuestionClass.SOURCE
    if signals.label and rule.name not in _BY_NAME_TOO:
        return False
    is_named = any(map(rule.fits_identifier, signals.identifiers))
    return is_named and not (signals.label and _says_how_to_reach(signals))
