"""Matching: which of the applicant's keys a field asks for, how sure that is, and by which rule.

What is tried, in this order: the platform's own ids, the author's `autocomplete` token, labels (education and work
under their headings, then questions, then contact data), placeholders, names and ids, the kind of the control. The
first that understands the field decides, also where it only knows that nothing of ours belongs there.

A match says nothing of whether the applicant has that key, nor whether the profile may fill the field: see `refusal`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from ghosthands.domain.page import FieldKind, FieldModel, PageModel
from ghosthands.planner import autocomplete, platforms
from ghosthands.planner.rule import TEXTUAL, Rule
from ghosthands.planner.rules import consent, credentials
from ghosthands.planner.rules.contact import ADDRESS_LINE2, CONTACT
from ghosthands.planner.rules.credentials import CREDENTIALS
from ghosthands.planner.rules.history import EDUCATION, EDUCATION_ANYWHERE, EDUCATION_SECTION, WORK, WORK_SECTION
from ghosthands.planner.rules.questions import QUESTIONS
from ghosthands.planner.signals import Signals
from ghosthands.vault.profile import YES

#: How sure each kind of evidence makes us, 0–1.
BY_PLATFORM = 0.99
BY_AUTHOR = 0.95
BY_LABEL = 0.9
BY_PLACEHOLDER = 0.8
BY_IDENTIFIER = 0.8
#: the label says something we do not understand, the name something we do
BY_IDENTIFIER_ALONE = 0.65
BY_KIND = 0.75
BY_KIND_ALONE = 0.6

GENERAL: tuple[Rule, ...] = (*QUESTIONS, *EDUCATION_ANYWHERE, *CREDENTIALS, *CONTACT)
UNDER_EDUCATION: tuple[Rule, ...] = (*EDUCATION, *GENERAL)
UNDER_WORK: tuple[Rule, ...] = (*WORK, *GENERAL)

_KIND_KEYS = {
    FieldKind.EMAIL: "profile.email",
    FieldKind.TEL: "profile.phone",
    FieldKind.PASSWORD: "credentials.password",
}

#: A label that gives way to a placeholder or name that says more: "Address", with "Apartment, suite" in the box.
_GIVES_WAY = {"address_line1": ADDRESS_LINE2}
#: What stands in the key of a history's first entry.
_HISTORY = ".0."
#: What the name of an account is typed into.
_TYPED = (FieldKind.TEXT, FieldKind.TEL)
#: Authors put `name` on the parts of a name too.
_PART_OF_NAME = re.compile(r"\b(?:first|given|last|family|middle) ?name\b|\bsurname\b")
_SECTION_NUMBER = re.compile(r"\b(\d{1,2})$")
_ENTRY_NUMBER = re.compile(r"\[(\d{1,2})\]|--(\d{1,2})$")


@dataclass(frozen=True, slots=True)
class Match:
    """A field understood."""

    #: `profile.email`, `constant.yes`, …
    key: str
    #: 0–1
    confidence: float
    #: what decided: `label:first_name`, `platform:greenhouse`, …
    reason: str

    @property
    def is_login(self) -> bool:
        """Whether it is login data, which only the vault has."""
        return self.key.startswith(credentials.PREFIX)


def match(field: FieldModel, platform: str, signals: Signals | None = None) -> Match | None:
    """What the field asks for; None when no rule knows, or the rules know that it is nothing of ours."""
    signals = signals or Signals.of(field)
    if known := platforms.find(field, platform):
        return Match(known.key, BY_PLATFORM, f"platform:{platform}") if known.key else None
    if field.kind is FieldKind.CHECKBOX:
        return _consent(field, signals) or _by_texts(field, signals)
    return _by_author(field, signals) or _consent(field, signals) or _by_texts(field, signals)


def match_page(page: PageModel, signals: Mapping[str, Signals] | None = None) -> dict[str, Match]:
    """The page's matches by field id, read in each other's light: histories counted, "Name" beside a last name."""
    read = signals or {field.id: Signals.of(field) for field in page.fields}
    seen: Counter[tuple[str, str]] = Counter()
    matches: dict[str, Match] = {}
    for field in page.fields:
        if field.visible and (found := match(field, page.platform, read[field.id])):
            question = (found.key, read[field.id].label)
            if _HISTORY in found.key and _entry(field, read[field.id]) is None:
                found = _of_entry(found, seen[question])
                seen[question] += 1
            matches[field.id] = found
    return _with_split_names(matches, read) | dict(_usernames(page, matches))


def _usernames(page: PageModel, matches: Mapping[str, Match]) -> Iterator[tuple[str, Match]]:
    """What stands before a password and says nothing we understand is the name one logs in with."""
    shown = [field for field in page.fields if field.visible and field.kind in (*_TYPED, FieldKind.PASSWORD)]
    for field, following in pairwise(shown):
        if following.kind is FieldKind.PASSWORD and field.kind in _TYPED and field.id not in matches:
            yield field.id, Match("credentials.username", BY_KIND_ALONE, "before:password")


def _with_split_names(matches: dict[str, Match], read: Mapping[str, Signals]) -> dict[str, Match]:
    """Where a last name is asked for and no first name, what reads "Name" wants the first name."""
    keys = {found.key for found in matches.values()}
    if "profile.last_name" not in keys or "profile.first_name" in keys:
        return matches
    return {field_id: _as_first_name(found, read[field_id]) for field_id, found in matches.items()}


def _as_first_name(found: Match, signals: Signals) -> Match:
    says_full = any("full" in text for text in (signals.label, *signals.identifiers))
    if says_full or not found.reason.endswith(":full_name"):
        return found
    return replace(found, key="profile.first_name", reason=f"{found.reason}:beside_last_name")


def _by_author(field: FieldModel, signals: Signals) -> Match | None:
    """By the autocomplete token, unless the field itself contradicts it.

    Authors write `new-password` and `username` on addresses too, to keep browsers from filling them.
    """
    key = autocomplete.key(field.autocomplete)
    if key is None or (field.kind is FieldKind.EMAIL and key != "profile.email"):
        return None
    if key.startswith(credentials.PREFIX) and field.kind is not FieldKind.PASSWORD and signals.label:
        return None
    if key == "profile.full_name" and _PART_OF_NAME.search(signals.label):
        return None
    return Match(key, BY_AUTHOR, f"autocomplete:{autocomplete.token(field.autocomplete)}")


def _consent(field: FieldModel, signals: Signals) -> Match | None:
    """A required box or question that agrees to the terms of applying, and to nothing beyond them."""
    if not field.required or field.kind in TEXTUAL or not consent.asks_for_consent(signals.label):
        return None
    single = field.kind is FieldKind.CHECKBOX or len(signals.options) == 1
    if single or any(map(consent.AFFIRMATIVE.search, signals.options)):
        return Match(YES, BY_LABEL, "label:consent")
    return None


def _by_texts(field: FieldModel, signals: Signals) -> Match | None:
    hit = next(_hits(signals), None)
    if hit is None:
        return _by_kind(signals)
    rule, where, confidence = hit
    return _numbered(Match(rule.key, confidence, f"{where}:{rule.name}"), field, signals) if rule.key else None


def _hits(signals: Signals) -> Iterator[tuple[Rule, str, float]]:
    """The rule that each text fits, the best evidence first."""
    label, hint = signals.label, signals.placeholder
    if label and (rule := _first(signals, lambda rule: rule.fits_label(label if rule.question else signals.title))):
        yield _more_exact(rule, signals), "label", BY_LABEL
    if hint and (rule := _first(signals, lambda rule: rule.fits_label(hint))):
        yield rule, "placeholder", BY_PLACEHOLDER if not label else BY_IDENTIFIER_ALONE
    for identifier in signals.identifiers:
        if rule := _first(signals, partial(_names, identifier)):
            yield rule, "name", BY_IDENTIFIER if not label else BY_IDENTIFIER_ALONE


def _names(identifier: str, rule: Rule) -> bool:
    return rule.fits_identifier(identifier)


def _first(signals: Signals, fits: Callable[[Rule], bool]) -> Rule | None:
    """The first rule for this kind of control that fits."""
    return next((rule for rule in _rules(signals) if signals.kind in rule.kinds and fits(rule)), None)


def _more_exact(found: Rule, signals: Signals) -> Rule:
    """The rule, or the one it gives way to where a lesser text says more."""
    other = _GIVES_WAY.get(found.name)
    if other is None:
        return found
    says_more = other.fits_label(signals.placeholder) or any(map(other.fits_identifier, signals.identifiers))
    return other if says_more else found


def _rules(signals: Signals) -> tuple[Rule, ...]:
    """Under the heading of a history its own rules come first."""
    if EDUCATION_SECTION.search(signals.section):
        return UNDER_EDUCATION
    return UNDER_WORK if WORK_SECTION.search(signals.section) else GENERAL


def _by_kind(signals: Signals) -> Match | None:
    """An `<input type=email>` wants an e-mail address, whatever it is called; `tel` only says "digits"."""
    key = _KIND_KEYS.get(signals.kind)
    if key is None or (signals.kind is FieldKind.TEL and signals.label):
        return None
    return Match(key, BY_KIND_ALONE if signals.label else BY_KIND, f"type:{signals.kind}")


def _numbered(found: Match, field: FieldModel, signals: Signals) -> Match:
    """A history's key with the number of its entry, where the heading or the name tells it."""
    return _of_entry(found, _entry(field, signals) or 0)


def _of_entry(found: Match, entry: int) -> Match:
    return replace(found, key=found.key.replace(_HISTORY, f".{entry}."))


def _entry(field: FieldModel, signals: Signals) -> int | None:
    """The entry's number, counted from 0 (headings count from 1); None when nothing tells it."""
    if number := _SECTION_NUMBER.search(signals.section):
        return max(int(number[1]) - 1, 0)
    for identifier in (field.dom_id, field.name):
        if number := _ENTRY_NUMBER.search(identifier):
            return int(number[1] or number[2])
    return None
