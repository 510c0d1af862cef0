"""Matching: which of the applicant's keys a field asks for, how surely, and by which rule.

It tries in this order: the platform's own ids, the author's `autocomplete` token, labels (education and work under
their headings, then questions, then contact data), placeholders, names and ids, the kind of the control. The first that
understands the field decides, even if it only knows that no key belongs there; except a label that placeholder and name
both contradict.

A match does not say whether the applicant has that key, nor whether the profile may fill the field: see `refusal`;
`page_matching` has what only a field's neighbours say about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain

from ghosthands import platforms
from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.domain.keys import CONSTANTS, YES
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planning import asking, autocomplete, context, forms_of_address, joint_labels
from ghosthands.planning.choosing import choose
from ghosthands.planning.choosing.durations import are_of_notice
from ghosthands.planning.context import FormPart
from ghosthands.planning.rule import CHOICES, DROPDOWNS, TEXTUAL, FieldRule, RuleBook
from ghosthands.planning.rules import consent, credentials
from ghosthands.planning.rules.address import ADDRESS_LINE2, CITY, HOUSE_NUMBER, STATE
from ghosthands.planning.rules.contact import (
    CONTACT,
    FIRST_NAME,
    LAST_NAME,
    PHONE,
    PHONE_COUNTRY,
    PHONE_PREFIX,
    TITLE,
)
from ghosthands.planning.rules.credentials import CREDENTIALS
from ghosthands.planning.rules.history import EDUCATION, EDUCATION_ANYWHERE, WORK
from ghosthands.planning.rules.options import country_options, state_options
from ghosthands.planning.rules.questions import QUESTIONS, find_question
from ghosthands.planning.signals import Signals, words

#: Rules of general labels that may name a part in brackets; several parts there mean the whole.
_NAMED_IN_BRACKETS = frozenset({"address_line1", "lone_name", "full_name", "location"})
_IN_BRACKETS = re.compile(r"[(（【\[]([^()（）【】\[\],;、/]{1,30})[)）】\]]")
#: Rules of what is only a part of what the label's other words name.
_GOES_ON = frozenset({"lone_name", HOUSE_NUMBER.name})
#: What stands between a label's alternatives.
_EITHER = re.compile(r"\s*[/|]\s*|\s+or\s+")
#: The confidence by each kind of evidence, 0–1.
BY_PLATFORM = 0.99
BY_AUTHOR = 0.95
BY_LABEL = 0.9
BY_PLACEHOLDER = 0.8
BY_IDENTIFIER = 0.8
#: the label says something we do not understand, the placeholder something we do
BY_PLACEHOLDER_ALONE = 0.65
#: The name may be left from the form that was copied, so no field takes this: a model, or a human, reads the label.
BY_IDENTIFIER_ALONE = 0.55
BY_OPTIONS = 0.8
BY_KIND = 0.75
BY_KIND_ALONE = 0.6

GENERAL: tuple[FieldRule, ...] = (*QUESTIONS, *EDUCATION_ANYWHERE, *CREDENTIALS, *CONTACT)
#: The rules that come first under the heading of a history.
_OF_HISTORY: Mapping[FormPart, tuple[FieldRule, ...]] = {FormPart.EDUCATION: EDUCATION, FormPart.WORK: WORK}
UNDER_EDUCATION: tuple[FieldRule, ...] = (*EDUCATION, *GENERAL)
UNDER_WORK: tuple[FieldRule, ...] = (*WORK, *GENERAL)
#: A rule that matches, the text that it matches, and the confidence.
Hit = tuple[FieldRule, str, float]

_KIND_KEYS = {
    FieldKind.EMAIL: "profile.email",
    FieldKind.TEL: "profile.phone",
    FieldKind.PASSWORD: "credentials.password",
}

#: Keys whose words also name other people and things.
_OF_ANYTHING = ("profile.full_name", "profile.first_name", "profile.last_name", "profile.location.", "profile.address_")
#: Rules that yield to a placeholder or name that says more: "Address", with "Apartment, suite" in the box.
_GIVES_WAY: dict[str, tuple[FieldRule, ...]] = {
    "address_line1": (ADDRESS_LINE2,),
    "phone": (PHONE_PREFIX,),
    "country": (PHONE_COUNTRY,),
    "location": (CITY, STATE),
    "lone_name": (FIRST_NAME, LAST_NAME),
}
#: Keys that one label may ask for together ("Phone or e-mail"): the box's name says which.
_ASKED_WITH: dict[str, tuple[FieldRule, ...]] = {"email": (PHONE,)}
_USERNAME = "credentials.username"
PASSWORDS = frozenset({"credentials.password", "credentials.new_password"})
#: The part of a key that marks a history's first entry.
HISTORY = ".0."
#: Authors put `name` on the parts of a name too.
_PART_OF_NAME = re.compile(r"\b(?:first|given|last|family|middle) ?name\b|\bsurname\b")
_BOTH_NAMES = next(rule for rule in CONTACT if rule.name == "full_name_of_both")
_PARTS_OF_NAME = frozenset(f"profile.{part}" for part in ("first_name", "middle_name", "middle_initial", "last_name"))
#: … and the name of a part on a whole one.
_WHOLE_NAME = re.compile(r"^(?:your )?full (?:legal )?name\b|^attention$")
#: Labels of search boxes, which ask for some place or person, not the applicant's data.
_SEARCHES = re.compile(
    r"^(?:search|filter|find|q)\b|\blocator\b|\b(?:search|filter|look ?up|finder)(?: (?:box|field|input|term|text))?$"
)
#: What begins with these, and is not "What is your …", wants more than a fact.
_STORY = re.compile(
    r"^(?:why|how|describe|explain|tell|discuss|what (?:is|are|was|were|do|does|did|would|will|made|makes|have|has|can)"
    r"|warum|wieso|weshalb|beschreiben|erklaren|erzahlen|pourquoi|decrivez|expliquez|racontez|por que|describa|describe"
    r"|explique|cuente|perche|descriva|descrivi|spieg\w+|porque|descreva|waarom|beschrijf|dlaczego|opisz|varfor|beskriv"
    r"|hvorfor)\b"
)
#: Controls for more than a fact, and the words from which their label is more than a fact's name.
_OF_LINES, _FACT_WORDS = frozenset({FieldKind.TEXTAREA, FieldKind.CONTENTEDITABLE}), 5
#: Labels of places that words which are not understood make somebody else's or a thing's: "Branch address".
_A_PLACE_OF_ANOTHER = re.compile(
    r"^(?:\w+ ){1,3}(?:address|city|town|state|province|country|zip|postcode|adress|adresse|osoite)$"
    r"|^(?:\w+ )?\w+(?:adresse|anschrift|adress|adres|osoite)$"
)
#: The last sign of a question.
_ASKS = ("?", "？", "؟")
_SECTION_NUMBER = re.compile(r"\b(\d{1,2})$")
_ENTRY_NUMBER = re.compile(r"\[(\d{1,2})\]|--(\d{1,2})$")


@dataclass(frozen=True, slots=True)
class Match:
    """The key that belongs into a field, and what decided that."""

    #: `profile.email`, `constant.yes`, …
    key: str
    #: 0–1
    confidence: float
    #: the deciding rule: `label:first_name`, `platform:<its name>`, …
    reason: str

    @property
    def is_login(self) -> bool:
        """Whether it is login data, which only the vault has."""
        return self.key.startswith(credentials.PREFIX)


#: Words for keys. Where the author's token contradicts the words that people read, the words count.
_ABOUT = {
    "profile.current_company": "company",
    "profile.address_line1": "street",
    "profile.address_line2": "street",
    "profile.phone_country_code": "phone",
    "profile.phone": "phone",
    "profile.location.country": "country",
    "profile.location.city": "city",
    "profile.first_name": "name",
    "profile.last_name": "name",
}
_STREET = re.compile(
    r"\bstreet (?:address|name)$|strasse\b|straat\b|\brue\b|\bcalle\b|\bvia\b|\brua\b|\bulica\b|\bulice\b|\butca\b"
    r"|\bvejnavn\b|\bgatuadress\b|\bgateadresse\b|\bkatuosoite\b"
)
#: Keys between which a list of countries, states or dialling codes decides.
_LISTS_OF_PLACES = frozenset(
    {"profile.location.full", "profile.location.country", "profile.phone", "profile.phone_country_code"}
)
_NOTICE, _SALUTATION = "profile.notice_period", "profile.salutation"
_MOST_NOTICES = 20
#: Keys of which a list of notice periods asks for that one: "Availability".
_TIMES_TO_START = frozenset({_NOTICE, "profile.available_start_date", "profile.availability_window"})
_ENOUGH_COUNTRIES = 5
_ENOUGH_STATES = 10
#: Most words of a plain label; longer ones may be about more than the field.
_PLAIN_WORDS = 3


def match(
    field: FieldModel,
    platform: str,
    signals: Signals | None = None,
    part: FormPart | None = None,
    *,
    address: str = "",
) -> Match | None:
    """Return what the field asks for; None when no rule knows, or the rules know that no key belongs there.

    The page's `address` tells whose form it is.
    """
    signals = signals or Signals.of(field)
    if known := platforms.known_field(platform, field.dom_id, field.name):
        return Match(known.key, BY_PLATFORM, f"platform:{platform}") if known.key else None
    part = part or context.stand(signals)
    if part.is_others:
        return None
    found = _by_words(field, signals, address)
    return None if found and context.withholds(part, found.key) else found


def _by_words(field: FieldModel, signals: Signals, address: str) -> Match | None:
    agreed = consent_match(field, address) if field.required else None
    if field.kind is FieldKind.CHECKBOX:
        return agreed or _by_texts(field, signals)
    return _by_author(field, signals) or agreed or _by_texts(field, signals)


def _by_author(field: FieldModel, signals: Signals) -> Match | None:
    """Return the match by the autocomplete token, unless the field itself contradicts it.

    Authors write `new-password` and `username` on addresses too, to keep browsers from filling them.
    """
    key = autocomplete.key(field.autocomplete)
    if key is None or (field.kind is FieldKind.EMAIL and key != "profile.email"):
        return None
    if field.kind is not FieldKind.PASSWORD and (key in PASSWORDS or (key == _USERNAME and signals.label)):
        return None
    if _says_other(key, signals):
        return None
    parts = any(map(_PART_OF_NAME.search, (signals.label, *signals.identifiers)))
    if key == "profile.full_name" and parts and not _BOTH_NAMES.fits_label(signals.label):
        return None
    if key in _PARTS_OF_NAME and _WHOLE_NAME.search(signals.label):
        return None
    return Match(key, BY_AUTHOR, f"autocomplete:{autocomplete.token(field.autocomplete)}")


def _says_other(key: str, signals: Signals) -> bool:
    """Whether a plain label, an example of a part of an address, or the options are about something else."""
    if _by_options(signals) not in (None, key):
        return True
    plain = 0 < len(signals.label.split()) <= _PLAIN_WORDS
    part, hint = context.stand(signals), signals.placeholder
    rule = _said(part, signals.kind, signals.written, signals.label, signals.label) if plain else None
    if rule is None and plain and hint and _is_in_an_address(key):
        example = _said(part, signals.kind, hint, hint, hint)
        rule = example if example and _is_in_an_address(example.key or "") else None
    if rule and key == "profile.address_line2" and _is_plain_street(rule, signals):
        return True
    if rule is HOUSE_NUMBER:
        return key.startswith("profile.address_")
    if rule and {rule.key, key} < _PARTS_OF_NAME:
        return rule.key != key
    about = _ABOUT.get(rule.key or "") if rule else None
    return about is not None and key in _ABOUT and about != _ABOUT[key]


def _is_in_an_address(key: str) -> bool:
    return key.startswith(("profile.location.", "profile.address_"))


def _by_options(signals: Signals) -> str | None:
    """Return the key for a list of countries, states, dialling codes, notices or forms of address; None for others."""
    if signals.kind in CHOICES and len(signals.options) <= _MOST_NOTICES and are_of_notice(signals.options):
        return _NOTICE
    if signals.kind in CHOICES and forms_of_address.are_applicants(signals.title, signals.options):
        return _SALUTATION
    if signals.kind not in DROPDOWNS:
        return None
    if signals.dials:
        return "profile.phone_country_code"
    countries = sum(option in country_options() for option in signals.options)
    states = sum(option in state_options() for option in signals.options)
    if states >= _ENOUGH_STATES and 2 * states > len(signals.options) and states > countries:
        return "profile.location.state"  # territories are among the states, and countries too
    return "profile.location.country" if countries >= _ENOUGH_COUNTRIES else None


def consent_match(field: FieldModel, address: str) -> Match | None:
    """Return the match of a box or question that agrees to the terms of applying, and to nothing beyond them."""
    headings = (field.section, *field.around)
    if field.kind in TEXTUAL or not consent.asks_for_consent(field.label, headings, address):
        return None
    if field.kind is not FieldKind.CHECKBOX:
        labels = [option.label for option in field.options if not option.placeholder]
        index = choose(labels, CONSTANTS[YES])
        if index is None or not consent.agrees_outright(labels[index]):
            return None
    return Match(YES, BY_LABEL, "label:consent")


def _by_texts(field: FieldModel, signals: Signals) -> Match | None:
    hit = _decisive(list(_hits(signals)))
    listed = _by_options(signals)
    told_by_list = _TIMES_TO_START if listed == _NOTICE else _LISTS_OF_PLACES
    is_titled = hit is not None and listed == _SALUTATION and hit[0].name == TITLE
    if listed and (is_titled or (hit[0].key in told_by_list if hit else _is_plain(signals))):
        return Match(listed, BY_OPTIONS, "options:" + listed.rpartition(".")[2])
    if hit is None:
        return _by_kind(signals)
    rule, where, confidence = hit
    return _numbered(Match(rule.key, confidence, f"{where}:{rule.name}"), field, signals) if rule.key else None


def _is_plain(signals: Signals) -> bool:
    """Whether a label that is not understood may still be the name of a list: "Lookup", not "Cemetery state"."""
    return len(signals.label.split()) <= _PLAIN_WORDS and not _A_PLACE_OF_ANOTHER.search(signals.label)


def find_stop(field: FieldModel, platform: str, signals: Signals) -> str | None:
    """Return the name of the stop that matches: the field is known, and nothing of the applicant's belongs there."""
    if known := platforms.known_field(platform, field.dom_id, field.name):
        return None if known.key else platform
    if (part := context.stand(signals)).is_others:
        return part.name.lower()
    hit = _decisive(list(_hits(signals)))
    return hit[0].name if hit is not None and hit[0].key is None else None


def find_rule(signals: Signals) -> FieldRule | None:
    """Return the rule that matches the label alone, including one that only knows the question."""
    return _read(context.stand(signals), signals) if signals.label else None


def _decisive(hits: Sequence[Hit]) -> Hit | None:
    """Return the best evidence, except a label where placeholder and names agree on another key of the profile."""
    others = hits[1:]
    if {where for _, where, _ in others} == {"placeholder", "name"} and _contradict(hits[0], others):
        return others[0]
    return hits[0] if hits else None


def _contradict(best: Hit, others: Sequence[Hit]) -> bool:
    """Whether the others agree on a key of the profile that is not the best's."""
    label, keys = best[0].key, {rule.key for rule, _, _ in others}
    return len(keys) == 1 and label not in keys and all(key and key.startswith("profile.") for key in (label, *keys))


def _hits(signals: Signals) -> Iterator[Hit]:
    """Yield the rule that matches each text, the best evidence first."""
    part, kind, hint = context.stand(signals), signals.kind, signals.placeholder
    by_label = _read(part, signals) if signals.label else None
    if by_label and not signals.is_headline:
        yield _more_exact(by_label, signals), "label", BY_LABEL
    rule = _said(part, kind, hint, hint, hint) if hint else None
    if rule and not _abbreviates(rule, signals, by_label):
        yield rule, "placeholder", BY_PLACEHOLDER if not signals.label else BY_PLACEHOLDER_ALONE
    for identifier in signals.identifiers:
        rule = _named(part, kind, identifier)
        if rule and not (by_label is None and asking.is_reached_by(rule.key) and _says_more(signals)):
            yield rule, "name", BY_IDENTIFIER if not signals.label else BY_IDENTIFIER_ALONE
    if by_label and signals.is_headline:
        yield _more_exact(by_label, signals), "label", BY_LABEL


def _says_more(signals: Signals) -> bool:
    """Whether a label that is not understood is a question, or over a box of lines: more than the box's name says."""
    return bool(signals.label) and (signals.kind in _OF_LINES or signals.written.rstrip(" *").endswith(_ASKS))


def _abbreviates(rule: FieldRule, signals: Signals, by_label: FieldRule | None) -> bool:
    """Whether a placeholder only repeats words of a label that is not understood: "Name" of "Name of the event"."""
    hint, label = signals.placeholder.split(), signals.label.split()
    return by_label is None and set(hint) < set(label) and (rule.key or "").startswith(_OF_ANYTHING)


def _read(part: FormPart, signals: Signals) -> FieldRule | None:
    """Return the rule that matches the label, or the part that it names in brackets: "Address (city)"."""
    found = _said(part, signals.kind, signals.written, signals.label, signals.title)
    if signals.kind in TEXTUAL and (found is None or found.key in joint_labels.MAY_BE_SEVERAL):
        found = joint_labels.find_whole(signals.written) or found
    if found and found.key and signals.kind in TEXTUAL and signals.title == signals.label:
        found = None if joint_labels.asks_two_facts(signals.written, signals.kind, _find_half) else found
    if found is None and _EITHER.search(signals.written):
        return _read_either(signals)
    if found is None or found.name not in _NAMED_IN_BRACKETS or not (inner := _IN_BRACKETS.search(signals.written)):
        return found
    said = words(inner[1])
    part_of_it = _said(part, signals.kind, inner[1], said, said)
    return part_of_it if part_of_it and part_of_it.key else found


def _find_half(written: str, kind: FieldKind) -> FieldRule | None:
    return _said(FormPart.APPLICANT, kind, written, words(written), words(written))


def _read_either(signals: Signals) -> FieldRule | None:
    """Return the rule of a short label's alternatives, "Affiliation / Institution", if those understood agree.

    "Name" or a house's number is no alternative, since it goes on with the one beside it: "House No. / Name".
    """
    if signals.title != signals.label:
        return None
    said = map(words, _EITHER.split(signals.written))
    understood = [rule for each in said if (rule := _fits_contact(signals.kind, each, each))]
    agree = len({rule.key for rule in understood}) == 1 and understood[0].name not in _GOES_ON
    return understood[0] if agree and understood[0].key else None


@lru_cache(maxsize=CACHED_TEXTS)
def _said(part: FormPart, kind: FieldKind, written: str, label: str, title: str) -> FieldRule | None:
    """Return the first rule for this kind of control that matches the words: a history's, a question's, or any."""
    return (
        _fits(_of_history(part, kind), label, title)
        or find_question(written, kind)
        or _fits(_anywhere(kind).list_likely(label, title), label, title)
        or _fits_contact(kind, label, title)
    )


def _fits(rules: Iterable[FieldRule], label: str, title: str) -> FieldRule | None:
    return next((rule for rule in rules if rule.fits_label(label if rule.question else title)), None)


@cache
def _of_history(part: FormPart, kind: FieldKind) -> tuple[FieldRule, ...]:
    """Return a history's own rules for that kind of control."""
    return tuple(rule for rule in _OF_HISTORY.get(part, ()) if kind in rule.kinds)


def _fits_contact(kind: FieldKind, label: str, title: str) -> FieldRule | None:
    """Return the first rule of contact data for this kind of control, if it is the first for any kind.

    None where a story is asked for, which may mention any fact: "Why are you leaving your current company?".
    """
    if _STORY.search(title) or (kind in _OF_LINES and title.count(" ") >= _FACT_WORDS):
        return None
    first = asking.find_contact(title)
    if label == title and (first is None or kind in first.kinds):
        return first
    return _fits(_of_contact(kind), label, title)


@cache
def _anywhere(kind: FieldKind) -> RuleBook:
    """Return the label rules for that kind of control before contact data, without questions."""
    return RuleBook(_that_read_labels(kind, (*QUESTIONS, *EDUCATION_ANYWHERE, *CREDENTIALS)))


@cache
def _of_contact(kind: FieldKind) -> tuple[FieldRule, ...]:
    return _that_read_labels(kind, CONTACT)


def _that_read_labels(kind: FieldKind, rules: Iterable[FieldRule]) -> tuple[FieldRule, ...]:
    return tuple(rule for rule in rules if kind in rule.kinds and not rule.reads_names_alone)


@cache
def _that_read_names(part: FormPart, kind: FieldKind) -> tuple[FieldRule, ...]:
    rules = (*_OF_HISTORY.get(part, ()), *GENERAL)
    return tuple(rule for rule in rules if kind in rule.kinds and not rule.reads_labels_alone)


@lru_cache(maxsize=CACHED_TEXTS)
def _named(part: FormPart, kind: FieldKind, identifier: str) -> FieldRule | None:
    """Return the first rule for this kind of control that matches the name; none for the name of a search box."""
    if _SEARCHES.search(identifier):
        return None
    return next((rule for rule in _that_read_names(part, kind) if rule.fits_identifier(identifier)), None)


def _more_exact(found: FieldRule, signals: Signals) -> FieldRule:
    """Return the rule, or the one it yields to where a placeholder or name says more."""
    if _is_plain_street(found, signals):
        return next((other for other in _GIVES_WAY[found.name] if other.fits_label(signals.placeholder)), found)
    others = (other for other in _GIVES_WAY.get(found.name, ()) if _says(other, signals))
    either = (other for other in _ASKED_WITH.get(found.name, ()) if _means(other, found, signals))
    return next(chain(others, either), found)


def _is_plain_street(found: FieldRule, signals: Signals) -> bool:
    """Whether the label asks for a street, even if the author's box number suggests a company's name."""
    return found.name == "address_line1" and bool(_STREET.search(signals.label))


def _means(other: FieldRule, found: FieldRule, signals: Signals) -> bool:
    """Whether a label asks for both and the box's name only for the other one."""
    named = signals.identifiers
    asks_for_both = other.fits_label(signals.label)
    return asks_for_both and any(map(other.fits_identifier, named)) and not any(map(found.fits_identifier, named))


def _says(rule: FieldRule, signals: Signals) -> bool:
    """Whether the placeholder or the names ask for the rule's key."""
    return rule.fits_label(signals.placeholder) or any(map(rule.fits_identifier, signals.identifiers))


def _by_kind(signals: Signals) -> Match | None:
    """Match by the control: `<input type=email>` wants an e-mail address in any case; `tel` only says "digits"."""
    key = _KIND_KEYS.get(signals.kind)
    if key is None or (signals.kind is FieldKind.TEL and (signals.label or signals.identifiers)):
        return None
    return Match(key, BY_KIND_ALONE if signals.label else BY_KIND, f"type:{signals.kind}")


def _numbered(found: Match, field: FieldModel, signals: Signals) -> Match:
    """Return a history's match with the number of its entry, where the heading or the name has it."""
    return of_entry(found, entry(field, signals) or 0)


def of_entry(found: Match, number: int) -> Match:
    """Return the match for that entry of its history, counted from 0."""
    return replace(found, key=found.key.replace(HISTORY, f".{number}."))


def entry(field: FieldModel, signals: Signals) -> int | None:
    """Return the entry's number, counted from 0 (headings count from 1); None when nothing states it."""
    if number := _SECTION_NUMBER.search(signals.section):
        return max(int(number[1]) - 1, 0)
    for identifier in (field.dom_id, field.name):
        if number := _ENTRY_NUMBER.search(identifier):
            return int(number[1] or number[2])
    return None
