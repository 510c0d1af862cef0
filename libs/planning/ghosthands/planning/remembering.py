"""Remembering: which of an applicant's answers are kept for other forms, and where they are used again.

Only an own answer to this very question counts, and only if it means the same on any site: not what is asked about this
employer, job or place, nor what a page asks of several people or things in the same words, no consent, and no dates.
Sensitive answers are kept as far as they are the same everywhere: no wanted salary and nothing about health; a
permission to work for the country that the question names; for a criminal record a no. A form with other options asks
again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.keys import REMEMBERED
from ghosthands.domain.page import OF_SEVERAL, FieldKind, FieldModel, PageModel
from ghosthands.domain.polarity import Polarity, opposite, stated
from ghosthands.planning import meaning
from ghosthands.planning.matching import match
from ghosthands.planning.question import Questions
from ghosthands.planning.questions.classes import EUROPE, JOBS_PLACE
from ghosthands.planning.questions.places import strip_capitals
from ghosthands.planning.questions.reading import read
from ghosthands.planning.refusal import refusals
from ghosthands.planning.rule import DROPDOWNS, TEXTUAL
from ghosthands.planning.rules import consent
from ghosthands.planning.rules.sensitive import sensitivity
from ghosthands.planning.signals import Signals, uncached_words, words

#: Words for this employer, job or place.
_HERE = re.compile(
    r"\b(?:us|our|ours|we|here|this|these|that role)\b"
    r"|\bthe (?:company|role|position|job|team|office|vacancy|location|employer)\b"
    r"|\b(?:uns|unser\w*|wir|hier|dies(?:e|er|es|em|en)|die (?:stelle|firma)|das unternehmen)\b"
    r"|\b(?:nous|notre|nos|ici|ce|cet|cette|le poste|l entreprise)\b"
    r"|\b(?:nosotr[oa]s|nuestr[oa]s?|aqui|este|esta|el puesto|la empresa)\b"
    r"|\b(?:noi|nostr[oaie]|qui|quest[oaie])\b|\b(?:nossa?s?|nosso|neste|nesta|esta vaga)\b"
    r"|\b(?:ons|onze|wij|deze|dit|de functie)\b|\b(?:nas|nasz\w*|tej|tego|tym)\b"
    r"|\b(?:oss|var|vart|vare|vores|denne|denna|dette|detta|har)\b"
)
#: A follow-up to another question.
_FOLLOW_UP = re.compile(r"^(?:if|please|falls|wenn|si|se|indien|jesli|om)\b")
#: Keys about one posting, or valid only for a time.
_PASSING = frozenset(
    {
        "profile.available_start_date",
        "profile.availability_window",
        "profile.how_did_you_hear",
        "profile.previously_employed",
        "profile.background_check_consent",
        "profile.sms_consent",
    }
)
_YEAR = re.compile(r"\b20\d\d\b")
_LATIN = re.compile(r"[a-z]")
_LONG_FORMS = frozenset({FieldKind.TEXT, FieldKind.TEXTAREA, FieldKind.CONTENTEDITABLE, FieldKind.NUMBER})
_ONE_OF_MANY = DROPDOWNS - {FieldKind.MULTI_SELECT} | {FieldKind.RADIO}


def list_kept(page: PageModel, said: Mapping[str, str]) -> dict[str, RememberedAnswer]:
    """Return the own answers to this page to remember, by question key as in `said`."""
    questions, refused = Questions(page), refusals(page)
    fields = (field for field in page.fields if field.id not in refused and not questions.is_ambiguous(field))
    asked = {questions.key(field): field for field in fields}
    return {
        key: RememberedAnswer(text, asked[key].kind, _list_options(asked[key]), " ".join(asked[key].label.split()))
        for key, text in said.items()
        if key in asked and holds_elsewhere(asked[key], text)
    }


def find_again(field: FieldModel, before: RememberedAnswer) -> bool:
    """Whether the earlier answer fits the field, which asks the same question."""
    same_options = _list_options(field) == before.options
    return same_options and _is_alike(field.kind, before.kind) and holds_elsewhere(field, before.text)


def find_in_other_words(field: FieldModel, remembered: Mapping[str, RememberedAnswer]) -> meaning.OwnAnswer | None:
    """Return the remembered answer to the field's question in other words, if the field can take it unchanged."""
    if field.kind in OF_SEVERAL:
        return None
    asked = {f"{REMEMBERED}{key}": before.question for key, before in remembered.items() if before.question}
    values = {f"{REMEMBERED}{key}": before.text for key, before in remembered.items()}
    said = meaning.find_own_answer(field, asked, values)
    if said is None or not holds_elsewhere(field, values[said.key]):
        return None
    is_yes_or_no = opposite(values[said.key]) is not None
    options = _list_options(field)
    return said if is_yes_or_no or uncached_words(values[said.key]) in options or field.kind in TEXTUAL else None


def holds_elsewhere(field: FieldModel, text: str) -> bool:
    """Whether that answer means the same on any form that asks the question."""
    signals = Signals.of(field)
    if field.kind in (FieldKind.CHECKBOX, FieldKind.DATE) or not _LATIN.search(signals.label):
        return False
    asked = f"{words(strip_capitals(field.label))} {signals.section}"  # "US" is no us
    if _HERE.search(asked) or _FOLLOW_UP.search(signals.label) or consent.speaks_of_agreeing(signals.label):
        return False
    found = match(field, "", signals)
    if found is not None and found.key in _PASSING:
        return False
    return not _YEAR.search(text) and _may_be_kept(sensitivity(signals), field.label, text)


def _may_be_kept(about: str | None, label: str, text: str) -> bool:
    """Whether a sensitive answer is the same everywhere."""
    match about:
        case "pay" | "health" | "secret":
            return False
        case "visa":
            return _names_a_country(label)
        case "criminal_record":
            return stated(text) is Polarity.NO
        case _:
            return True


def _names_a_country(label: str) -> bool:
    """Whether exactly one country is named."""
    places = read(label).places
    return len(places) == 1 and not places & {EUROPE, JOBS_PLACE}


def _list_options(field: FieldModel) -> frozenset[str]:
    return frozenset(Signals.of(field).options)


def _is_alike(kind: FieldKind, other: FieldKind) -> bool:
    """Whether both take the same form of answer."""
    families = (_LONG_FORMS, _ONE_OF_MANY, OF_SEVERAL)
    return kind is other or any(kind in family and other in family for family in families)
