"""Matching: which of the applicant's keys a field asks for, how sure that is, and by which rule.

What is tried, in this order: the platform's own ids, the author's `autocomplete` token, labels (education and work
under their headings, then questions, then contact data), placeholders, names and ids, the kind of the control. The
first that understands the field decides, also where it only knows that nothing of ours belongs there.

A match says nothing of whether the applicant has that key, nor whether the profile may fill the field: see `refusal`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ghosthands.domain.page import FieldKind, FieldModel, PageModel
from ghosthands.planner import autocomplete, platforms
from ghosthands.planner.rule import TEXTUAL, Rule
from ghosthands.planner.rules import consent
from ghosthands.planner.rules.contact import CONTACT
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

GENERAL: tuple[Rule, ...] = (*QUESTIONS, *EDUCATION_ANYWHERE, *CONTACT)

_KIND_KEYS = {FieldKind.EMAIL: "profile.email", FieldKind.TEL: "profile.phone"}
#: What stands in the key of a history's first entry.
_HISTORY = ".0."
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


def match(field: FieldModel, platform: str, signals: Signals | None = None) -> Match | None:
    """What the field asks for; None when no rule knows, or the rules know that it is nothing of ours."""
    signals = signals or Signals.of(field)
    if known := platforms.find(field, platform):
        _, key = known
        return Match(key, BY_PLATFORM, f"platform:{platform}") if key else None
    if field.kind is FieldKind.CHECKBOX:
        return _consent(field, signals) or _by_texts(field, signals)
    return _by_author(field) or _consent(field, signals) or _by_texts(field, signals)


def match_page(page: PageModel) -> dict[str, Match]:
    """The page's matches by field id, where a history that repeats without numbers is counted through."""
    seen: Counter[tuple[str, str]] = Counter()
    matches: dict[str, Match] = {}
    for field in page.fields:
        signals = Signals.of(field)
        if field.visible and (found := match(field, page.platform, signals)):
            if _HISTORY in found.key and _entry(field, signals) is None:
                found = _of_entry(found, seen[found.key, signals.label])
                seen[found.key, signals.label] += 1
            matches[field.id] = found
    return matches


def _by_author(field: FieldModel) -> Match | None:
    key = autocomplete.key(field.autocomplete)
    return Match(key, BY_AUTHOR, f"autocomplete:{autocomplete.token(field.autocomplete)}") if key else None


def _consent(field: FieldModel, signals: Signals) -> Match | None:
    """A required box or question that agrees to the terms of applying, and to nothing beyond them."""
    if not field.required or field.kind in TEXTUAL or not consent.asks_for_consent(signals.label):
        return None
    single = field.kind is FieldKind.CHECKBOX or len(signals.options) == 1
    if single or any(map(consent.AFFIRMATIVE.search, signals.options)):
        return Match(YES, BY_LABEL, "label:consent")
    return None


def _by_texts(field: FieldModel, signals: Signals) -> Match | None:
    for found, where, confidence in _hits(signals):
        if found.key is None:
            return None
        return _numbered(Match(found.key, confidence, f"{where}:{found.name}"), field, signals)
    return _by_kind(signals)


def _hits(signals: Signals) -> Iterator[tuple[Rule, str, float]]:
    """The first rule that each text fits, the best evidence first."""
    label = signals.label
    if label and (found := _first(_rules(signals), label, Rule.fits_label, signals)):
        yield found, "label", BY_LABEL
    hint = signals.placeholder
    if hint and (found := _first(_rules(signals), hint, Rule.fits_label, signals)):
        yield found, "placeholder", BY_PLACEHOLDER if not label else BY_IDENTIFIER_ALONE
    for identifier in signals.identifiers:
        if found := _first(_rules(signals), identifier, Rule.fits_identifier, signals):
            yield found, "name", BY_IDENTIFIER if not label else BY_IDENTIFIER_ALONE


def _first(rules: Iterable[Rule], text: str, fits: Callable[[Rule, str], bool], signals: Signals) -> Rule | None:
    long = fits is Rule.fits_label and signals.is_question
    return next(
        (rule for rule in rules if signals.kind in rule.kinds and (rule.question or not long) and fits(rule, text)),
        None,
    )


def _rules(signals: Signals) -> tuple[Rule, ...]:
    """Under the heading of a history its own rules come first."""
    if EDUCATION_SECTION.search(signals.section):
        return (*EDUCATION, *GENERAL)
    if WORK_SECTION.search(signals.section):
        return (*WORK, *GENERAL)
    return GENERAL


def _by_kind(signals: Signals) -> Match | None:
    """An `<input type=email>` wants an e-mail address, whatever it is called."""
    key = _KIND_KEYS.get(signals.kind)
    if key is None:
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
