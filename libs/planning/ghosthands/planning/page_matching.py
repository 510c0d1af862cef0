"""Matches a page's fields with regard to each other.

Entries of histories are counted; "Name" beside a last name is a first name; a day, a month and a year together may be a
birthday; on a page to log in at, the field before the password is the name of the account, whatever its label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ghosthands.domain.page import FieldKind, FieldModel, FilePurpose, PageModel
from ghosthands.planning import context, date_parts, entries, joint_labels
from ghosthands.planning.context import FormPart
from ghosthands.planning.matching import BY_LABEL, PASSWORDS, Match, match
from ghosthands.planning.refusal import is_trap
from ghosthands.planning.rule import TEXTUAL
from ghosthands.planning.rules.address import HOUSE_NUMBER
from ghosthands.planning.rules.contact import EMAIL
from ghosthands.planning.rules.credentials import TYPED, USERNAME
from ghosthands.planning.rules.dates import BIRTHDAY, LIFETIME_YEARS, NO_BIRTHDAY, PARTS, YEAR
from ghosthands.planning.signals import Signals, words

_NEW_ACCOUNT = re.compile(
    r"\b(?:sign ?up|register|registr(?!y)\w+|create|join|new (?:account|customer|user)|inscri\w+|erstellen)\b"
)
_ACCOUNT = re.compile(r"\b(?:sign ?in|log ?in|logon|anmelden|einloggen|connexion|acceder|entrar|accedi|inloggen)\b")
_OTHER_HALF = {"profile.first_name": "profile.last_name", "profile.last_name": "profile.first_name"}
#: Keys that may name an account on a login page, whatever the label.
#: a name that is whole in its words
_FULL = re.compile(r"full|complet[oa]?|vollstandig|voller|volledig|pe[lł]ne|fullst[aä]ndig|fulde|koko|tam ad|полн")
_GIVES_WAY = frozenset({"profile.phone", "profile.full_name", "profile.first_name"})
#: Keys of which a login page may ask for either one, in a box each.
_EITHER = frozenset({"profile.email", "profile.phone"})
#: Keys by which a page asks who the person is, which no page to sign in at does.
_INTRODUCES = ("profile.full_name", "profile.first_name", "profile.last_name", "profile.date_of_birth")
_TWICE = 2
#: The reason of a match with the password of an account that there is.
_CURRENT = frozenset({"autocomplete:current-password"})
_NICKNAME = re.compile(r"\bnick ?name\b")
_OR_PHONE = re.compile(r"\b(?:phone|mobile)\b")
#: The first part of reasons that no neighbour overrules.
_SAID_BY_THE_PAGE = ("platform:", "autocomplete:")
#: A label's other meanings, likeliest first, used where another field already asks for its first meaning.
#: "Kraj" is Polish for a country, Slovenian for a town, Czech for a region; "презиме" Serbian for a last name.
MEANS_ELSEWHERE = {
    "kraj": ("profile.location.city", "profile.location.state"),
    "презиме": ("profile.middle_name",),
}
#: A state where no other field is one; beside a state it is a part that a profile lacks.
_WITHIN_A_STATE = re.compile(r"^(?:county|county (?:or )?parish|parish)$")
_TITLE = "profile.current_title"
#: Labels of a job without a word on whose, as `signals.words` makes them.
_POSTS = frozenset({"position", "role", "stelle", "poste", "puesto", "posizione", "cargo", "functie", "stanowisko"})
#: How far apart the halves of a name may be: a middle name and a title may be between.
_HALVES = 3
_STREET, _STREET_ALONE = "profile.address_line1", "profile.address_street"
_WHOLE_ADDRESS = "profile.address_full"
#: Keys of which one says that the town is asked for in a box of its own.
_TOWNS = frozenset({"profile.location.city", "profile.location.zip", "profile.location.zip_and_city"})
#: The number of boxes, side by side, for a date's parts.
_DATE_PARTS = 3


def match_page(
    page: PageModel, signals: Mapping[str, Signals] | None = None, parts: Mapping[str, FormPart] | None = None
) -> dict[str, Match]:
    """Return the page's matches by field id, for the fields that a person sees, and may answer."""
    read = signals or {field.id: Signals.of(field) for field in page.fields}
    stands = parts or context.read(page, read)
    asked = (field for field in page.fields if field.is_shown and not stands[field.id].is_others)
    shown = [field for field in asked if not is_trap(read[field.id])]
    matches = _asked_of_the_applicant(_counted(shown, page, read, stands), stands)
    matches |= _with_split_names(shown, matches, read)
    matches |= _shared_labels(shown, matches)
    matches = _with_split_addresses(shown, matches)
    matches |= _parts_of_dates(shown, matches)
    matches |= _birthdays(shown, matches, read)
    matches |= _lone_years(shown, matches, read, stands)
    matches |= _nicknames(matches, read)
    matches |= _other_languages(matches, read)
    matches = _without_counties(matches, read)
    matches = _without_lone_posts(page, matches, read)
    matches |= _logins(page, shown, matches, read)
    return matches | _new_passwords(page, shown, matches, read)


def _asked_of_the_applicant(matches: Mapping[str, Match], parts: Mapping[str, FormPart]) -> dict[str, Match]:
    """Drop what a history asks of a school or employer if the applicant is asked for it elsewhere."""
    asked = {found.key for field_id, found in matches.items() if not parts[field_id].is_history}
    return {
        field_id: found
        for field_id, found in matches.items()
        if not context.withholds(parts[field_id], found.key, asked_elsewhere=found.key in asked)
    }


def _counted(
    shown: Sequence[FieldModel], page: PageModel, read: Mapping[str, Signals], parts: Mapping[str, FormPart]
) -> dict[str, Match]:
    """Return each field's own match, a history's with the number of its entry."""
    found = (
        (field.id, match(field, page.platform, read[field.id], parts[field.id], address=page.url)) for field in shown
    )
    matches = {field_id: one for field_id, one in found if one}
    return matches | entries.number(shown, matches, read)


def _with_split_names(
    shown: Sequence[FieldModel], matches: Mapping[str, Match], read: Mapping[str, Signals]
) -> dict[str, Match]:
    """Match "Name" near one half of a name without the other half as that other half."""
    halves = {index: key for index, field in enumerate(shown) if (key := _key(matches, field)) in _OTHER_HALF}
    lonely = {at: half for at, half in halves.items() if not _stands_near(at, _OTHER_HALF[half], halves)}
    found: dict[str, Match] = {}
    for index, field in enumerate(shown):
        one = matches.get(field.id)
        if one is None or not _says_name(one, read[field.id]):
            continue
        if near := {half for at, half in lonely.items() if abs(at - index) <= _HALVES}:
            half = min(near)
            found[field.id] = Match(_OTHER_HALF[half], one.confidence, f"{one.reason}:beside_{half.rpartition('.')[2]}")
    return found


def _shared_labels(shown: Sequence[FieldModel], matches: Mapping[str, Match]) -> dict[str, Match]:
    """Match each box of a row whose one label names what all of them take: "PLZ / Ort" before two boxes."""
    taken = {field_id: one.key for field_id, one in matches.items()}
    shared = joint_labels.share([field for field in shown if not _is_said_by_the_page(matches.get(field.id))], taken)
    return {field.id: Match(str(rule.key), BY_LABEL, f"shared:{rule.name}") for field, rule in shared}


def _with_split_addresses(shown: Sequence[FieldModel], matches: Mapping[str, Match]) -> dict[str, Match]:
    """Match a street beside a box for the house's number as the street alone, and a whole address as the first line.

    An address is whole only where nothing else asks for the town, and a number is the applicant's only with a street.
    """
    found = {**matches, **dict(_numbers_behind_streets(shown, matches))}
    keys = [_key(found, field) for field in shown]
    numbers = {at for at, key in enumerate(keys) if key == HOUSE_NUMBER.key}
    for at, (field, key) in enumerate(zip(shown, keys, strict=True)):
        if key == _STREET and any(abs(at - number) <= _HALVES for number in numbers):
            found[field.id] = _become(matches[field.id], _STREET_ALONE)
        elif key == HOUSE_NUMBER.key and _STREET not in keys[max(0, at - _HALVES) : at + _HALVES + 1]:
            del found[field.id]
        elif key == _WHOLE_ADDRESS and any(other in _TOWNS for other in keys):
            found[field.id] = _become(matches[field.id], _STREET)
    return found


def _numbers_behind_streets(shown: Sequence[FieldModel], matches: Mapping[str, Match]) -> Iterator[tuple[str, Match]]:
    """Yield each box next behind a street's that says "No." and nothing else, as the house's number."""
    for street, field in pairwise(shown):
        is_next = _key(matches, street) == _STREET and street.section == field.section and field.id not in matches
        if is_next and field.kind in TEXTUAL and joint_labels.NUMBER.search(words(field.label)):
            yield field.id, Match(str(HOUSE_NUMBER.key), BY_LABEL, f"shared:{HOUSE_NUMBER.name}")


def _become(one: Match, key: str) -> Match:
    return replace(one, key=key, reason=f"{one.reason}:beside_its_parts")


def _is_said_by_the_page(found: Match | None) -> bool:
    """Whether the platform or the author says what belongs there, over which no neighbour decides."""
    return found is not None and found.reason.startswith(_SAID_BY_THE_PAGE)


def _stands_near(at: int, half: str, halves: Mapping[int, str]) -> bool:
    """Whether that half of a name is asked for nearby."""
    return any(key == half and abs(at - other) <= _HALVES for other, key in halves.items())


def _key(matches: Mapping[str, Match], field: FieldModel) -> str:
    found = matches.get(field.id)
    return found.key if found else ""


def _says_name(found: Match, signals: Signals) -> bool:
    """Whether it says "Name" and not which."""
    says_full = any(map(_FULL.search, (signals.label, *signals.identifiers)))
    return found.reason.endswith((":lone_name", ":full_name")) and not says_full


def _parts_of_dates(shown: Sequence[FieldModel], matches: Mapping[str, Match]) -> dict[str, Match]:
    """Return the match of the labelled part for the parts without a label."""
    labelled = date_parts.find_labelled(shown)
    return {part: matches[head.id] for part, head in labelled.items() if head.id in matches and part not in matches}


def _birthdays(
    shown: Sequence[FieldModel], matches: Mapping[str, Match], read: Mapping[str, Signals]
) -> dict[str, Match]:
    """Match a day, a month and a year side by side as a birthday, if they say so.

    They also count if their years span a lifetime and nothing says what else they are: a sensitive answer is not
    guessed.
    """
    found: dict[str, Match] = {}
    asked = [_part(read[field.id]) for field in shown]
    for at in range(len(shown) - _DATE_PARTS + 1):
        if set(asked[at : at + _DATE_PARTS]) != set(PARTS):
            continue
        if _is_birthday([read[field.id] for field in shown[at : at + _DATE_PARTS]]):
            for field in shown[at : at + _DATE_PARTS]:
                found[field.id] = Match("profile.date_of_birth", BY_LABEL, "beside:birthday_parts")
    return {field_id: one for field_id, one in found.items() if _may_become(matches.get(field_id), one)}


def _lone_years(
    shown: Sequence[FieldModel],
    matches: Mapping[str, Match],
    read: Mapping[str, Signals],
    parts: Mapping[str, FormPart],
) -> dict[str, Match]:
    """Match the one "Year" of a school, which has no other date, as that of graduation."""
    found: dict[str, Match] = {}
    for field in shown:
        if parts[field.id] is not FormPart.EDUCATION or field.id in matches or not _says_year(read[field.id]):
            continue
        beside = [
            one for one in shown if one.id != field.id and (one.section, one.around) == (field.section, field.around)
        ]
        keys = {matches[one.id].key for one in beside if one.id in matches}
        entries_asked = {key.rpartition(".")[0] for key in keys if key.startswith("profile.education.")}
        is_dated = any(key.endswith(("_date", "_year")) for key in keys) or any(_part(read[one.id]) for one in beside)
        if len(entries_asked) == 1 and not is_dated:
            found[field.id] = Match(f"{entries_asked.pop()}.graduation_year", BY_LABEL, "beside:lone_year")
    return found


def _says_year(signals: Signals) -> bool:
    """Whether it is called a year, or that of its heading, and no more."""
    return bool(PARTS["year"].fullmatch(signals.label.removeprefix(signals.section).strip()))


def _may_become(before: Match | None, one: Match) -> bool:
    """Whether the neighbours may decide: not over the platform or the author."""
    return before is None or (before.key != one.key and not _is_said_by_the_page(before))


def _part(signals: Signals) -> str | None:
    said = (signals.label, signals.placeholder, *signals.identifiers, *signals.offered)
    return next((part for text in said for part, pattern in PARTS.items() if pattern.search(text)), None)


def _is_birthday(parts: Sequence[Signals]) -> bool:
    said = " ".join(text for each in parts for text in (each.label, each.section, *each.identifiers))
    if NO_BIRTHDAY.search(said):
        return False
    return bool(BIRTHDAY.search(said)) or any(map(_is_lifetime, parts))


def _is_lifetime(signals: Signals) -> bool:
    """Whether a list's years go back a lifetime, and its heading has no dates of its own."""
    years = [option for option in signals.options if YEAR.fullmatch(option)]
    unnamed = not signals.label or PARTS["year"].fullmatch(signals.label)
    return len(years) >= LIFETIME_YEARS and bool(unnamed) and not context.stand(signals).is_history


def _other_languages(matches: Mapping[str, Match], read: Mapping[str, Signals]) -> dict[str, Match]:
    """Return another meaning of a word that two languages share, if the page already asks for the first."""
    found: dict[str, Match] = {}
    for field_id, one in matches.items():
        meant = MEANS_ELSEWHERE.get(read[field_id].label, ())
        asked = {other.key for other_id, other in matches.items() if other_id != field_id}
        if one.key in asked and (key := next((each for each in meant if each not in asked), None)):
            found[field_id] = Match(key, one.confidence, f"{one.reason}:elsewhere")
    return found


def _without_counties(matches: Mapping[str, Match], read: Mapping[str, Signals]) -> dict[str, Match]:
    """Drop the counties of states that the page also asks for."""
    states = {field_id for field_id, one in matches.items() if one.key == "profile.location.state"}
    counties = {field_id for field_id in states if _WITHIN_A_STATE.search(read[field_id].label)}
    return {field_id: one for field_id, one in matches.items() if field_id not in counties or states <= counties}


def _without_lone_posts(page: PageModel, matches: Mapping[str, Match], read: Mapping[str, Signals]) -> dict[str, Match]:
    """Drop "Position" where an application asks for no employer: it may be the one that is applied for."""
    is_application = any(file.purpose is FilePurpose.RESUME for file in page.file_inputs)
    is_beside_an_employer = any(one.key.endswith(("current_company", ".company")) for one in matches.values())
    if not is_application or is_beside_an_employer:
        return dict(matches)
    lone = {field_id for field_id, one in matches.items() if one.key == _TITLE and read[field_id].label in _POSTS}
    return {field_id: one for field_id, one in matches.items() if field_id not in lone}


def _nicknames(matches: Mapping[str, Match], read: Mapping[str, Signals]) -> dict[str, Match]:
    """Match the fields called a nickname that, beside a password, mean the account's name."""
    if not any(found.key in PASSWORDS for found in matches.values()):
        return {}
    return {
        field_id: Match("credentials.username", BY_LABEL, "account:nickname")
        for field_id, found in matches.items()
        if found.key == "profile.preferred_name" and _NICKNAME.search(read[field_id].label)
    }


def _logins(
    page: PageModel, shown: Sequence[FieldModel], matches: Mapping[str, Match], read: Mapping[str, Signals]
) -> dict[str, Match]:
    """Match accounts and their passwords, where the page is one to log in at."""
    typed = [field for field in shown if field.kind in TYPED or field.kind is FieldKind.PASSWORD]
    buttons = " ".join(words(button.text) for button in page.buttons)
    found: dict[str, Match] = {}
    for at, (field, secret) in enumerate(pairwise(typed)):
        if secret.kind is not FieldKind.PASSWORD or field.kind is FieldKind.PASSWORD:
            continue
        if _is_login(typed[max(0, at - 1) : at + 3], buttons, matches, read):
            found[secret.id] = Match("credentials.password", BY_LABEL, "login:password")
            if _is_account(matches.get(field.id), read[field.id]):
                found[field.id] = Match("credentials.username", BY_LABEL, "login:before_password")
    return found


def _new_passwords(
    page: PageModel, shown: Sequence[FieldModel], matches: Mapping[str, Match], read: Mapping[str, Signals]
) -> dict[str, Match]:
    """Match passwords as new ones where two boxes side by side take one, or where the page asks who the person is.

    A page that asks for an e-mail address twice may have a form to sign in with beside another one.
    """
    secrets = [at for at, field in enumerate(shown) if field.kind is FieldKind.PASSWORD and field.id in matches]
    known = {shown[at].id: matches[shown[at].id] for at in secrets}
    keys = Counter(found.key for found in matches.values())
    are_twins = len(secrets) == _TWICE and secrets[1] - secrets[0] == 1
    introduces = len(secrets) == 1 and any(map(keys.get, _INTRODUCES)) and keys["profile.email"] < _TWICE
    if not (are_twins or introduces) or any(one.reason in _CURRENT for one in known.values()):
        return {}
    said = " ".join((*(words(button.text) for button in page.buttons), *(read[field.id].section for field in shown)))
    if _ACCOUNT.search(said) and not _NEW_ACCOUNT.search(said):
        return {}
    return {
        field_id: Match("credentials.new_password", one.confidence, f"{one.reason}:new_account")
        for field_id, one in known.items()
        if one.key == "credentials.password"
    }


def _is_account(found: Match | None, signals: Signals) -> bool:
    """Whether the field before the password may be the account: it is not clearly something else."""
    if found is None or found.key in _GIVES_WAY:
        return True
    named = any(map(USERNAME.fits_identifier, signals.identifiers))
    either = signals.kind is not FieldKind.EMAIL and _OR_PHONE.search(signals.label)
    mailed = any(map(EMAIL.fits_identifier, signals.identifiers))
    return found.key == "profile.email" and (named or (bool(either) and not mailed))


def _is_headed(around: Sequence[FieldModel], read: Mapping[str, Signals]) -> bool:
    """Whether all are under a heading to sign in."""
    return all(_ACCOUNT.search(read[field.id].section) for field in around)


def _speaking(signals: Signals) -> Iterator[str]:
    """Yield the texts that may say whether the account is a new one."""
    yield from (signals.section, signals.label)
    if signals.kind is FieldKind.PASSWORD:
        yield from signals.identifiers


def _is_login(
    around: Sequence[FieldModel], buttons: str, matches: Mapping[str, Match], read: Mapping[str, Signals]
) -> bool:
    """Whether the account and the password are alone among these, and nothing mentions a new account."""
    keys = [matches[field.id].key if field.id in matches else "" for field in around]
    asked = [key for key in keys if key.startswith("profile.")]
    alone = len(asked) <= 1 or (set(asked) == _EITHER and _is_headed(around, read))
    said = " ".join(text for field in around for text in _speaking(read[field.id]))
    confirms = sum(field.kind is FieldKind.PASSWORD for field in around) > 1
    if not alone or confirms or keys.count("credentials.new_password") > 1 or _NEW_ACCOUNT.search(said):
        return False
    return bool(_ACCOUNT.search(f"{buttons} {said}")) or not _NEW_ACCOUNT.search(buttons)
