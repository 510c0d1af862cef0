"""The names of fields in other languages than English (`field_words.toml`), a pattern for each kind of field.

The patterns are for texts from `signals.words`: small letters without accents or punctuation.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources

from ghosthands.planning.alternatives import joined
from ghosthands.planning.signals import words

#: The table's line of words around a field's name: your, current.
_AROUND = "around"
#: Most of these words before the name of a field: "your current".
_BEFORE = 2
#: … and of words beside an e-mail address or a number.
_BESIDE = "beside"
_MORE = "…"
#: What makes of a field's word another thing: "Street performance experience".
OF_SOMETHING_ELSE = (
    r"\b(?:experience|skills?|knowledge|training|licen[cs]es?|certificat\w+|performances?|workers?|files?"
    r"|interviews?)\b"
)
#: Scripts that put no space between words.
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
#: What phrases in Latin letters are made of, once accents are taken off.
_LATIN = re.compile(r"[ -~ßıøæłđ…]*")
#: Letters that are written both ways, and that stay when accents are removed.
_WRITTEN_BOTH_WAYS = str.maketrans({"ı": "[iı]", "ø": "(?:ø|oe?)", "æ": "(?:æ|ae)", "ł": "[lł]", "đ": "[dđ]"})


@cache
def pattern(kind: str) -> str:
    """Return the pattern of all names of that kind of field: alternatives, to be joined with others."""
    return "|".join(_gather(_list(kind), *_read_around()))


@cache
def named(kind: str) -> str:
    """Return the words in names and ids, whose authors leave out "your" and spaces: `nomfamille`, `kod_pocztowy`."""
    phrases = (phrase for phrase in _list(kind) if not (phrase.startswith("*") and phrase.endswith("*")))
    return "|".join(_gather(phrases, gap=" ?"))


@cache
def among_others(kind: str) -> tuple[str, ...]:
    """Return the names of that kind beside which more may stand, in Latin letters, without what they are beside."""
    phrases = (phrase.removeprefix(_MORE).removesuffix(_MORE).strip() for phrase in _list(kind) if _is_among(phrase))
    return tuple(sorted(set(map(_source, phrases))))


@cache
def alone(kind: str) -> str:
    """Return the pattern of the other names of that kind: all that the label says, or not in Latin letters."""
    return "|".join(_gather((phrase for phrase in _list(kind) if not _is_among(phrase)), *_read_around()))


@cache
def beside() -> tuple[str, ...]:
    """Return the words that may stand beside an e-mail address or a number of the applicant's, in Latin letters."""
    lines = (table.get(each, "") for table in _tables().values() for each in (_AROUND, _BESIDE))
    return tuple(
        sorted({_source(word) for line in lines if _is_latin(line) for word in line.replace("|", " ").split()})
    )


def _is_among(phrase: str) -> bool:
    return _is_latin(phrase) and (_MORE in phrase or "*" in phrase)


def _is_latin(phrase: str) -> bool:
    return bool(_LATIN.fullmatch(words(phrase)))


@cache
def mentioned(kind: str) -> tuple[str, str]:
    """Return the words of that kind for any place in a text: those of spaced scripts, and the others."""
    phrases = set(_list(kind))
    unspaced = {phrase for phrase in phrases if _UNSPACED.search(phrase)}
    return joined(sorted(map(_source, phrases - unspaced))), joined(sorted(map(_source, unspaced)))


@cache
def together(kind: str, other: str) -> str:
    """Return the pattern of both in one box, in either order, with or without an "and": "PLZ, Ort"."""
    return "|".join(filter(None, (_join(table, kind, other) for table in _tables().values())))


def _join(table: Mapping[str, str], kind: str, other: str) -> str:
    one, more = (_one_of(table.get(each, "")) for each in (kind, other))
    return rf"^(?:(?:{one}) (?:\w{{1,3}} )?(?:{more})|(?:{more}) (?:\w{{1,3}} )?(?:{one}))$" if one and more else ""


def _one_of(line: str) -> str:
    """Return the phrases of a line that are plain words."""
    phrases = (phrase.removeprefix(_MORE).removesuffix(_MORE).strip() for phrase in _split(line))
    return "|".join(
        sorted({_source(phrase) for phrase in phrases if "*" not in phrase and not _UNSPACED.search(phrase)})
    )


def _list(kind: str) -> list[str]:
    return [phrase for table in _tables().values() for phrase in _split(table.get(kind, ""))]


@cache
def _read_around() -> tuple[str, str]:
    """Return the patterns of the words before the name of a field, and after it."""
    said = {_source(word) for table in _tables().values() for word in _split(table.get(_AROUND, ""))}
    spaced = joined(sorted(word for word in said if not _UNSPACED.search(word)))
    unspaced = joined(sorted(word for word in said if _UNSPACED.search(word)))
    before = rf"(?:(?:{spaced}) |(?:{unspaced}) ?){{0,{_BEFORE}}}"
    return before, rf"(?: (?:{spaced})| ?(?:{unspaced}))?"


def _gather(phrases: Iterable[str], before: str = "", behind: str = "", gap: str = " ") -> Iterator[str]:
    """Yield the phrases grouped by their anchors, so that most positions in a text are skipped quickly."""
    at: dict[tuple[str, str], set[str]] = {}
    for phrase in phrases:
        said = phrase.removeprefix(_MORE).removesuffix(_MORE).strip()
        start = r"\b" if phrase.startswith(_MORE) else "" if said.startswith("*") else f"^{before}"
        end = r"\b" if phrase.endswith(_MORE) else "" if said.endswith("*") else f"{behind}$"
        at.setdefault((start, end), set()).add(_source(said.strip("*") if not start or not end else said, gap))
    yield from (f"{start}(?:{joined(sorted(sources))}){end}" for (start, end), sources in sorted(at.items()))


def _source(phrase: str, gap: str = " ") -> str:
    """Return the phrase's words, with the rest of a word where it has a `*`."""
    return gap.join(map(_word, phrase.split()))


def _word(word: str) -> str:
    parts = (words(part).translate(_WRITTEN_BOTH_WAYS) for part in word.split("*"))
    return r"\w*".join(parts)


def _split(line: str) -> list[str]:
    return line.split(" | ") if line else []


@cache
def _tables() -> Mapping[str, Mapping[str, str]]:
    text = (resources.files(__package__) / "field_words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


FIRST_NAME = pattern("first_name")
LAST_NAME = pattern("last_name")
MIDDLE_NAME = pattern("middle_name")
NAME = pattern("name")
BOTH_NAMES = pattern("both_names")
FULL_NAME = pattern("full_name")
#: "Nuvarande titel" is a job's
HONORIFIC = named("honorific")
SALUTATION = named("salutation")
EMAIL = pattern("email")
PHONE = pattern("phone")
DIALLING_CODE = pattern("dialling_code")
PHONE_KIND = pattern("phone_kind")
STREET = pattern("street")
ADDRESS_LINE2 = pattern("address_line2")
ADDRESS_LINE3 = pattern("address_line3")
POSTAL_CODE = pattern("postal_code")
CITY = pattern("city")
ZIP_AND_CITY = together("postal_code", "city")
STATE = pattern("state")
COUNTRY = pattern("country")
BIRTH = pattern("birth")
#: Words before or behind what was somebody's and is no longer, in Latin letters.
FORMER = (
    r"previous|former|prior|earlier|fruhere[rnsm]?|ehemalige[rnsm]?|vorherige[rnsm]?|precedente?s?|precedenti"
    r"|ancien(?:ne)?s?"
    r"|anterior(?:es)?|anterioara|vorige?|eerdere|vroegere|poprzedni\w*|tidigare|tidligere|predchoz\w*|predchadzaj\w*"
    r"|edelli\w+|prethodn\w+|prejsnj\w+|eelmi\w+|ieprieks\w+|ankstesn\w+|elozo|onceki|sebelumnya|truoc day"
)
COMPANY = pattern("company")
JOB_TITLE = pattern("job_title")
WEBSITE = pattern("website")
USERNAME = pattern("username")
CARD = pattern("card")
ID_NUMBER = pattern("id_number")
LEAVE_EMPTY = pattern("leave_empty")
COUPON = pattern("coupon")
SCHOOL = pattern("school")
DEGREE = pattern("degree")
FIELD_OF_STUDY = pattern("field_of_study")
FROM = pattern("from")
UNTIL = pattern("until")
STILL_THERE = pattern("still_there")
DUTIES = pattern("duties")
SALARY = pattern("salary")
START_DATE = pattern("start_date")
NOTICE = pattern("notice")
SOURCE = pattern("source")
BIRTH_NAME = pattern("birth_name")
CIVIL_STATUS = pattern("civil_status")
ADDRESS_NAME = pattern("address_name")
#: Words for a place in larger patterns.
PEOPLE = mentioned("people")
PROFESSIONS = mentioned("professions")
