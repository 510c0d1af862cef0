"""The part of a form that a field belongs to; it is found first, since "City" means a city in every part.

A part about another person, or about a thing that isn't the applicant's (an employer's seat, a school, a place of
birth, a card), takes nothing of the profile, whatever its fields are called. Under the heading of a history, education
or work, the history's own words come first, and places are those of the school or the employer.

The field's own words decide first, then its name, then the heading, and last its neighbours: a "Phone" that was asked
for before, right after the name of a referee, is the referee's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from enum import Enum, auto
from functools import lru_cache
from itertools import groupby, pairwise

from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.page import FieldKind, FieldModel, FilePurpose, PageModel
from ghosthands.planning import bills, other_forms, things
from ghosthands.planning.asking import NAMES, PLACES, REACHES, STREETS, ask_for, find_contact, has_place, is_reached_by
from ghosthands.planning.questions.classes import QuestionClass
from ghosthands.planning.questions.reading import read as read_question
from ghosthands.planning.rule import CHOICES, TEXTUAL
from ghosthands.planning.rules import context as said
from ghosthands.planning.rules.history import EDUCATION_SECTION, WORK_SECTION, heads_an_entry
from ghosthands.planning.rules.questions import find_question
from ghosthands.planning.rules.refusals import REFUSALS
from ghosthands.planning.signals import Signals, as_heading


class FormPart(Enum):
    """The parts of a form, by the person or thing that they are about."""

    APPLICANT = auto()
    EDUCATION = auto()
    WORK = auto()
    OTHER_PERSON = auto()
    #: an employer's, a school's or a passport's place, number or website; a place of birth
    OTHER_THING = auto()
    #: the filter of a list of jobs, shops or results
    SEARCH = auto()
    #: the place for a code that was sent
    CODE = auto()
    CARD = auto()
    #: another form of the page than the application, such as a newsletter's
    OTHER_FORM = auto()

    @property
    def is_history(self) -> bool:
        """Whether it is one of the applicant's histories."""
        return self in (FormPart.EDUCATION, FormPart.WORK)

    @property
    def is_others(self) -> bool:
        """Whether nothing of the profile belongs there."""
        return self in BECAUSE


#: The parts that take nothing of the profile, and why.
BECAUSE = {
    FormPart.OTHER_PERSON: LeftBecause.OTHER_PERSON,
    FormPart.OTHER_THING: LeftBecause.OTHER_THING,
    FormPart.SEARCH: LeftBecause.SEARCH,
    FormPart.CODE: LeftBecause.ONE_TIME_CODE,
    FormPart.CARD: LeftBecause.PAYMENT,
    FormPart.OTHER_FORM: LeftBecause.OTHER_FORM,
}
#: The parts about somebody or something else.
OF_OTHERS = (FormPart.OTHER_PERSON, FormPart.OTHER_THING)
_CONTACTS = ("profile.phone", "profile.email")
#: Keys by which jobs and shops are searched.
_SEARCHED_BY = ("profile.location.", "profile.address_", "profile.current_", "profile.preferred_locations")
#: Keys that are never asked of a school or employer.
_OWN = frozenset({"profile.first_name", "profile.last_name", "profile.email"})
#: Keys that are asked of anybody who is named.
_ABOUT_A_PERSON = (*REACHES, "profile.address_", "profile.current_", "profile.date_of_birth")
_HALVES = frozenset({"profile.first_name", "profile.last_name"})
#: Keys that a search never asks for; an e-mail address it may, for later results.
_NOT_SEARCHED_WITH = (*sorted(NAMES), "profile.phone")
#: Boxes for words, not for a date or a long text.
_TYPED = frozenset({FieldKind.TEXT, FieldKind.NUMBER})
#: Controls whose questions are sentences, which may name other people and things.
_ASKED_IN_SENTENCES = frozenset({FieldKind.RADIO, FieldKind.CHECKBOX, FieldKind.CHECKBOX_GROUP})
_SEARCH = next(rule for rule in REFUSALS if rule.name == LeftBecause.SEARCH)
#: What belongs to another than the applicant, or the employer or school of theirs: "Professor's e-mail".
_ANOTHERS = re.compile(
    r"\b(?!(?:what|who|it|that|here|let|where|how|there|applicant|candidate|employee|student|member|user|customer|person"
    r"|individual|participant|registrant|patient|guest|volunteer|employer|company|organi[sz]ation|school|university|college"
    r"|institution|business|address|today|buyer|purchaser|recipient|attendee|traveler|passenger|driver|owner|bachelor|master)s?['’])"
    r"[a-z]+(?:['’]s|s['’]) (?:\w+ ){0,2}(?:name|e-?mail|phone|telephone|mobile|cell|contact|number|address|birth)\b",
    re.IGNORECASE,
)
_CODE_LABEL = re.compile(r"^(?:(?:the |your |enter |digit )*(?:code|kod|codigo|codice|koodi|kode)\b.*|digit \d|\d)?$")
#: Least spaces of a sentence; shorter texts are labels.
_SENTENCE_SPACES = 4


def read(page: PageModel, signals: Mapping[str, Signals]) -> dict[str, FormPart]:
    """Return the part of each of the page's fields, by id."""
    parts = {field.id: stand(signals[field.id]) for field in page.fields}
    applicants = {field_id for field_id, part in parts.items() if part is FormPart.APPLICANT}
    elsewhere = set(other_forms.list_fields(page, signals, applicants))
    shown = [field for field in page.fields if field.is_shown and field.id not in elsewhere]
    parts |= dict.fromkeys(elsewhere, FormPart.OTHER_FORM)
    parts |= _under_a_posting(page, shown, signals)
    parts |= dict.fromkeys(_headed_by_a_page(shown, parts, signals), FormPart.APPLICANT)
    parts |= dict.fromkeys(_headed_by_a_thing(shown, parts, signals), FormPart.OTHER_THING)
    parts |= dict.fromkeys(_beside_a_search(shown, parts, signals), FormPart.SEARCH)
    parts |= _rest_of_addresses(shown, parts, signals)
    parts |= dict.fromkeys(_companys(shown, parts, signals), FormPart.OTHER_THING)
    parts |= dict.fromkeys(_contact_persons(shown, parts, signals), FormPart.OTHER_PERSON)
    parts |= dict.fromkeys(_neighbours(shown, parts, signals), FormPart.OTHER_PERSON)
    parts |= _asked_again(shown, parts, signals)
    mine = {field.id for field in shown if parts[field.id] is FormPart.APPLICANT}
    return parts | dict.fromkeys(bills.list_fields(page, shown, mine, signals), FormPart.CARD)


def stand(signals: Signals) -> FormPart:
    """Return the part of a field by its own words and its headings."""
    if signals.kind in TEXTUAL and _ANOTHERS.search(signals.written):
        return FormPart.OTHER_PERSON
    part = _stand(signals.kind, signals.label, signals.placeholder, signals.section, signals.identifiers)
    if part is FormPart.APPLICANT:
        part = next(filter(None, (_around(signals, heading) for heading in signals.around)), part)
    is_entrys = part.is_history and heads_an_entry(signals.section)
    return FormPart.OTHER_THING if is_entrys and is_reached_by(ask_for(signals.title)) else part


def _around(signals: Signals, heading: str) -> FormPart | None:
    """Return the part that an outer heading makes of it: another's, or a history of which the inner heads an entry."""
    part = _stand(signals.kind, signals.label, signals.placeholder, heading, signals.identifiers)
    reaches = part in OF_OTHERS or (part.is_history and heads_an_entry(signals.section))
    return part if reaches else None


def names_others(signals: Signals) -> bool:
    """Whether the field's own words are about somebody or something else, whatever its headings say."""
    return stand(replace(signals, section="", around=())) in OF_OTHERS


def names_somebody(label: str) -> bool:
    """Whether a label names somebody else, or whom to turn to."""
    return any(each.search(label) for each in (said.SOMEBODY, said.PERSON, said.CONTACT_PERSON))


@lru_cache(maxsize=CACHED_TEXTS)
def heads_others(heading: str) -> bool:
    """Whether a heading, as written, may make what is below it somebody else's or a thing's."""
    text = as_heading(heading)
    is_things = things.heads_a_thing(text) or said.THINGS.search(text) or said.OF_AN_INSTITUTION.search(text)
    return bool(text) and (is_things or _is_headed_by_people(text) or _is_headed_by_another_name(text))


def withholds(part: FormPart, key: str, *, asked_elsewhere: bool = False) -> bool:
    """Whether the key's value is not what that part of a form asks for."""
    if not part.is_history:
        return part.is_others
    return key.startswith(PLACES) or (asked_elsewhere and key.startswith(REACHES))


@lru_cache(maxsize=CACHED_TEXTS)
def _stand(kind: FieldKind, label: str, placeholder: str, section: str, identifiers: tuple[str, ...]) -> FormPart:
    text = label or placeholder
    if _is_code(kind, text, section, identifiers):
        return FormPart.CODE
    if said.OF_THE_OFFICE.search(section) or (kind not in _ASKED_IN_SENTENCES and said.OF_THE_OFFICE.search(text)):
        return FormPart.OTHER_THING
    if _is_somebodys(kind, text, identifiers) or (_is_headed_by_people(section) and not _is_question(kind, text)):
        return FormPart.OTHER_PERSON
    if _is_headed_by_another_name(section) and ask_for(text) in NAMES:
        return FormPart.OTHER_PERSON
    if kind not in _ASKED_IN_SENTENCES and things.is_a_things(text, section, identifiers):
        return FormPart.OTHER_THING
    if said.SEARCHING.search(section) and (ask_for(text) or "").startswith(_SEARCHED_BY):
        return FormPart.SEARCH
    headed = _headed(section)
    return FormPart.OTHER_THING if headed is FormPart.WORK and said.COMPANYS_NAMED.search(text) else headed


@lru_cache(maxsize=CACHED_TEXTS)
def _headed(section: str) -> FormPart:
    """Return the history of a heading, if it is one; else the applicant's part."""
    if EDUCATION_SECTION.search(section):
        return FormPart.EDUCATION
    return FormPart.WORK if WORK_SECTION.search(section) else FormPart.APPLICANT


def _is_code(kind: FieldKind, text: str, section: str, identifiers: Sequence[str]) -> bool:
    if kind not in TEXTUAL and kind is not FieldKind.PASSWORD:
        return False
    if not text and any(map(said.CODE_NAMED.search, identifiers)):
        return True
    headed = said.CODE.search(section) and (text == section or _CODE_LABEL.search(text))
    return bool(headed or said.CODE.search(text)) and not said.NO_CODE.search(text)


def _is_somebodys(kind: FieldKind, text: str, identifiers: Sequence[str]) -> bool:
    if kind is FieldKind.CHECKBOX or said.NOT_SOMEBODY.search(text):
        return False
    named = any(said.SOMEBODY_NAMED.search(each) and not said.NOT_SOMEBODY.search(each) for each in identifiers)
    somebodys = kind not in _ASKED_IN_SENTENCES and (said.SOMEBODYS.search(text) or _asks_of_a_person(text))
    return (named or somebodys or said.SOMEBODY.search(text)) and not _asks_for_relatives(kind, text)


def _asks_of_a_person(text: str) -> bool:
    """Whether a short label asks for contact data of somebody it names: "Telefon des Zeugen"."""
    return said.PERSON.search(text) and ask_for(text) is not None


def _asks_for_relatives(kind: FieldKind, text: str) -> bool:
    """Whether it asks the applicant if they have any; a yes or a no reveals nothing else about them."""
    is_sentence = text.count(" ") >= _SENTENCE_SPACES
    return is_sentence and kind in CHOICES and read_question(text).about is QuestionClass.RELATIVES


@lru_cache(maxsize=CACHED_TEXTS)
def _is_headed_by_people(section: str) -> bool:
    headed = said.SOMEBODY.search(section) or said.PEOPLE.search(section)
    return bool(headed) and not said.NOT_SOMEBODY.search(section)


def _is_headed_by_another_name(section: str) -> bool:
    """Whether a heading is over a name that the applicant bears no more, or not at work."""
    return said.OTHER_NAME.search(section) or (said.FORMERLY.search(section) and said.A_NAME.search(section))


def _is_question(kind: FieldKind, text: str) -> bool:
    """Whether it is one of the questions that only applicants are asked."""
    return kind is FieldKind.CHECKBOX or find_question(text, kind) is not None


def _under_a_posting(
    page: PageModel, shown: Sequence[FieldModel], signals: Mapping[str, Signals]
) -> dict[str, FormPart]:
    """Return the parts of the fields under a posting's title that is a word for somebody too: "Recruiter".

    The form begins under it, and nowhere else on the page is a name asked for. That alone may be a step that asks for a
    referee, so the page also takes the applicant's resume.
    """
    if not any(file.purpose is FilePurpose.RESUME for file in page.file_inputs):
        return {}
    found: dict[str, FormPart] = {}
    for title in dict.fromkeys(heading for field in shown for heading in _headings(signals[field.id])):
        if not _is_headed_by_people(title) or not said.A_JOB.search(title):
            continue
        below = {
            field.id: _untitled(signals[field.id], title) for field in shown if _is_below(signals[field.id], title)
        }
        freed = {field_id: stand(own) for field_id, own in below.items()}
        mine = [own for field_id, own in below.items() if freed[field_id] is FormPart.APPLICANT]
        keys = {ask_for(own.title) or "" for own in mine}
        is_named = bool(keys & NAMES) and any(key.startswith(_CONTACTS) for key in keys)
        is_related = any(said.RELATIONSHIP.search(own.label) for own in mine)
        is_only = is_named and not is_related and _begins_with(shown, below, signals)
        if is_only:
            found |= freed
    return found


def _headings(signals: Signals) -> tuple[str, ...]:
    return (signals.section, *signals.around)


def _is_below(signals: Signals, title: str) -> bool:
    return title in _headings(signals)


def _untitled(signals: Signals, title: str) -> Signals:
    """Return the signals without that heading."""
    around = tuple(heading for heading in signals.around if heading != title)
    return replace(signals, section="" if signals.section == title else signals.section, around=around)


def _begins_with(shown: Sequence[FieldModel], below: Collection[str], signals: Mapping[str, Signals]) -> bool:
    """Whether nothing but a search stands before these fields, and no name is asked for elsewhere."""
    first = next(at for at, field in enumerate(shown) if field.id in below)
    before = (signals[field.id] for field in shown[:first])
    others = (signals[field.id] for field in shown if field.id not in below)
    return all(_SEARCH.fits_label(own.label or own.placeholder) for own in before) and not any(
        ask_for(own.title) in NAMES for own in others
    )


def _headed_by_a_page(
    shown: Sequence[FieldModel], parts: Mapping[str, FormPart], signals: Mapping[str, Signals]
) -> Iterator[str]:
    """Yield the fields under a title such as "Employment" that heads the applicant's own name too.

    Such a title ("Recherche" is another) heads a page, not a history or a search.
    """
    of_history = [field for field in shown if parts[field.id].is_history]
    titles = {signals[field.id].section for field in of_history if ask_for(signals[field.id].title) in _OWN}
    yield from (field.id for field in of_history if signals[field.id].section in titles)
    searched = [field for field in shown if parts[field.id] is FormPart.SEARCH]
    sections = {signals[field.id].section for field in searched}
    mine = (signals[field.id] for field in shown if parts[field.id] is FormPart.APPLICANT)
    beside = (own for own in mine if own.section in sections)
    titles = {own.section for own in beside if (ask_for(own.title) or "").startswith(_NOT_SEARCHED_WITH)}
    yield from (field.id for field in searched if signals[field.id].section in titles)


def _headed_by_a_thing(
    shown: Sequence[FieldModel], parts: Mapping[str, FormPart], signals: Mapping[str, Signals]
) -> Iterator[str]:
    """Yield the places under a heading that names an employer or a school, or its address, and nobody's name."""
    for section, group in groupby(shown, lambda field: signals[field.id].section):
        if not (said.THINGS.search(section) or said.OF_AN_INSTITUTION.search(section)):
            continue
        keys = {field.id: ask_for(signals[field.id].title) or "" for field in group}
        is_place = any(key.startswith(PLACES) for key in keys.values())
        if is_place and not _OWN & set(keys.values()) and not said.NOT_A_THING.search(section):
            mine = (field_id for field_id in keys if parts[field_id] is FormPart.APPLICANT)
            yield from (field_id for field_id in mine if is_reached_by(keys[field_id]))


def _beside_a_search(
    shown: Sequence[FieldModel], parts: Mapping[str, FormPart], signals: Mapping[str, Signals]
) -> Iterator[str]:
    """Yield the places right before or behind a box that says what is searched for: "Search jobs", "City"."""
    for at in [at for at, field in enumerate(shown) if _is_search(signals[field.id])]:
        for beside in (shown[index] for index in (at - 1, at + 1) if 0 <= index < len(shown)):
            own = signals[beside.id]
            is_of_it = own.section == signals[shown[at].id].section and parts[beside.id] is FormPart.APPLICANT
            if is_of_it and (ask_for(own.title or own.placeholder) or "").startswith(_SEARCHED_BY):
                yield beside.id


def _is_search(signals: Signals) -> bool:
    text = signals.label or signals.placeholder
    return signals.kind in _SEARCH.kinds and " " in text and _SEARCH.fits_label(text)


def _rest_of_addresses(
    shown: Sequence[FieldModel], parts: Mapping[str, FormPart], signals: Mapping[str, Signals]
) -> dict[str, FormPart]:
    """What goes on with an address that is somebody else's, or a thing's: "Employer's street", "City", "ZIP"."""
    found: dict[str, FormPart] = {}
    whose = FormPart.APPLICANT
    for field in shown:
        key, own = ask_for(signals[field.id].title) or "", parts[field.id]
        if own in OF_OTHERS:
            begins = key in STREETS or said.ADDRESS.search(signals[field.id].title)
            whose = own if begins or (whose is own and key.startswith(PLACES)) else FormPart.APPLICANT
        elif own is FormPart.APPLICANT and whose is not own and key.startswith(PLACES) and key not in STREETS:
            found[field.id] = whose
        else:
            whose = FormPart.APPLICANT
    return found


def _companys(
    shown: Sequence[FieldModel], parts: Mapping[str, FormPart], signals: Mapping[str, Signals]
) -> Iterator[str]:
    """What only its name calls a company's place or number, where the applicant's own is asked for too."""
    asked = [(ask_for(signals[field.id].title), field) for field in shown if parts[field.id] is FormPart.APPLICANT]
    named = {field.id for _, field in asked if any(map(said.COMPANYS_NAMED.search, signals[field.id].identifiers))}
    mine = {key for key, field in asked if field.id not in named}
    yield from (field.id for key, field in asked if field.id in named and key in mine and is_reached_by(key))


def _contact_persons(
    shown: Sequence[FieldModel], parts: Mapping[str, FormPart], signals: Mapping[str, Signals]
) -> Iterator[str]:
    """Yield the persons to turn to where the applicant is asked for a name of their own beside."""
    mine = [field for field in shown if parts[field.id] is FormPart.APPLICANT and field.kind in TEXTUAL]
    contacts = {field.id for field in mine if said.CONTACT_PERSON.search(signals[field.id].title)}
    named = {
        (field.locator.frame, field.form)
        for field in mine
        if field.id not in contacts and ask_for(signals[field.id].title) in NAMES
    }
    yield from (field.id for field in mine if field.id in contacts and (field.locator.frame, field.form) in named)


def _neighbours(shown: Sequence[FieldModel], parts: Mapping[str, FormPart], signals: Mapping[str, Signals]) -> set[str]:
    """Return the fields beside a field about somebody else, under one heading, that repeat an earlier question."""
    mine = [parts[field.id] is FormPart.APPLICANT for field in shown]
    theirs: set[int] = set()

    def key(at: int) -> str | None:
        return ask_for(signals[shown[at].id].title) if mine[at] else None

    def spread(indices: Iterable[int], section: str) -> None:
        for at in indices:
            if signals[shown[at].id].section != section or (mine[at] and key(at) is None):
                return
            if mine[at] and not any(key(other) == key(at) for other in range(at) if other not in theirs):
                return
            theirs.update([at] if mine[at] else [])

    for at, field in enumerate(shown):
        own = signals[field.id]
        related = bool(said.RELATIONSHIP.search(own.label))
        if related or (parts[field.id] is FormPart.OTHER_PERSON and not _is_headed_by_people(own.section)):
            spread(range(at + 1, len(shown)), own.section)
        if related:
            spread(range(at - 1, -1, -1), own.section)
    return {shown[at].id for at in theirs}


def _asked_again(
    shown: Sequence[FieldModel], parts: Mapping[str, FormPart], signals: Mapping[str, Signals]
) -> dict[str, FormPart]:
    """Return the parts of what is asked again under a heading: somebody else's, or a thing's.

    Nobody is asked for a name and how to reach them under two headings, but where they belong to an address, or to a
    new account. A name alone is asked for again where one signs, or says who one is in law; elsewhere, beside what no
    applicant is asked, it is somebody else's too. A place or a number behind that, without a name, is a thing's.
    """
    groups = [(section, list(group)) for section, group in groupby(shown, lambda field: signals[field.id].section)]
    asked_under: dict[str, set[str]] = {}
    found: dict[str, FormPart] = {}
    for (section, group), (heading, following) in pairwise([*groups, ("", [])]):
        fields = [field for field in group if parts[field.id] is FormPart.APPLICANT]
        keys = {field.id: ask_for(signals[field.id].title) or "" for field in fields}
        before = set[str]().union(*(keys for other, keys in asked_under.items() if other != section))
        after = [ask_for(signals[each.id].title) or "" for each in following if parts[each.id] is FormPart.APPLICANT]
        is_odd = _asks_of_no_applicant(section, group, parts, signals)
        reached = [at for at, field in enumerate(group) if is_reached_by(keys.get(field.id))]
        begun = group[: min(reached, default=0)]
        employs = any(keys.get(field.id, "").startswith("profile.current_") for field in begun)
        begins_odd = employs or _asks_of_no_applicant(section, begun, parts, signals)
        is_anothers = _is_headed_by_another(section, fields, signals)
        if is_anothers and _is_persons({*keys.values()}, before, is_odd) and not _goes_on(heading, after, before):
            mine = (field_id for field_id, key in keys.items() if key.startswith(_ABOUT_A_PERSON))
            found |= dict.fromkeys(mine, FormPart.OTHER_PERSON)
        elif is_anothers and begins_odd and not ask_for(section) and _is_things({*keys.values()}, before):
            places = (field_id for field_id, key in keys.items() if is_reached_by(key))
            found |= dict.fromkeys(places, FormPart.OTHER_THING)
        else:
            asked_under.setdefault(section, set()).update(keys.values())
    return found


def _is_headed_by_another(section: str, fields: Sequence[FieldModel], signals: Mapping[str, Signals]) -> bool:
    """Whether the heading is one, and what stands below is no bill's, card's or account's, which repeat a name too."""
    texts = [section, *(signals[field.id].label for field in fields)]
    if not section or section in texts[1:] or said.OF_A_BUYER.search(section) or any(map(said.SUBJECT.search, texts)):
        return False
    return not any(field.kind is FieldKind.PASSWORD or bills.is_card(signals[field.id]) for field in fields)


def _is_persons(keys: Set[str], before: Set[str], is_odd: bool) -> bool:
    """Whether a name is asked for again, and no place, beside a repeated way to reach or what no applicant is asked."""
    reaches = {key for key in keys if key.startswith(_CONTACTS)}
    is_address = any(key.startswith("profile.location.") for key in keys)
    return not is_address and _asks_again(before, keys) and (bool(reaches & before) or (is_odd and not reaches))


def _goes_on(heading: str, after: Sequence[str], before: Set[str]) -> bool:
    """Whether the block before goes on below the heading, a bill's or the label of one field, with a new place."""
    labelled = ask_for(heading) or ""
    places = {key for key in after if key.startswith("profile.location.")}
    may = said.OF_A_BUYER.search(heading) or (labelled and not labelled.startswith(PLACES))
    return bool(may) and bool(places - before) and not NAMES & set(after)


def _is_things(keys: Set[str], before: Set[str]) -> bool:
    """Whether a number, or any place, is asked for again, behind a name that was asked for, and no name."""
    is_again = any(map(is_reached_by, keys & before)) or (has_place(keys) and has_place(before))
    return is_again and bool(NAMES & before) and not NAMES & keys


def _asks_of_no_applicant(
    section: str, group: Sequence[FieldModel], parts: Mapping[str, FormPart], signals: Mapping[str, Signals]
) -> bool:
    """Whether something beside a name is somebody else's, or typed text that is no contact data, and nobody signs."""
    if said.SIGNED.search(section):
        return False
    return any(
        parts[field.id] in OF_OTHERS
        or (field.kind in _TYPED and signals[field.id].label and find_contact(signals[field.id].title) is None)
        for field in group
    )


def _asks_again(before: Set[str], keys: Set[str]) -> bool:
    """Whether a name that was asked for is asked for again, in whole or in halves."""
    is_whole = "profile.full_name" in keys and "profile.last_name" in before
    is_halved = "profile.full_name" in before and keys >= _HALVES
    return bool(before & keys & NAMES) or is_whole or is_halved
