"""What forms call their fields in other languages than English (`field_words.toml`), a pattern for each kind of field.

The patterns are for what `signals.words` gives: small letters without accents or punctuation.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources

from ghosthands.planning.alternatives import joined
from ghosthands.planning.signals import words

#: The table's line that names no field.
_POSSESSIVE = "possessive"
_MORE = "…"
#: Letters that are written both ways, and that taking off accents leaves.
_WRITTEN_BOTH_WAYS = str.maketrans({"ı": "[iı]", "ø": "[oø]", "æ": "(?:æ|ae)", "ł": "[lł]", "đ": "[dđ]"})


@cache
def pattern(kind: str) -> str:
    """The pattern of all that fields of that kind are called; made of alternatives, to stand among others."""
    phrases = [phrase for table in _tables().values() for phrase in _split(table.get(kind, ""))]
    possessives = [word for table in _tables().values() for word in _split(table.get(_POSSESSIVE, ""))]
    lead = rf"(?:(?:{'|'.join(sorted(set(map(_source, possessives))))}) )?"
    return "|".join(_gather(phrases, lead))


def _gather(phrases: Iterable[str], lead: str) -> Iterator[str]:
    """The phrases gathered by where they stand, so that most places in a text are passed at once."""
    at: dict[tuple[str, str], set[str]] = {}
    for phrase in phrases:
        said = phrase.removeprefix(_MORE).removesuffix(_MORE).strip()
        start = r"\b" if phrase.startswith(_MORE) else "" if said.startswith("*") else f"^{lead}"
        end = r"\b" if phrase.endswith(_MORE) else "" if said.endswith("*") else "$"
        at.setdefault((start, end), set()).add(_source(said.strip("*") if not start or not end else said))
    yield from (f"{start}(?:{joined(sorted(sources))}){end}" for (start, end), sources in sorted(at.items()))


def _source(phrase: str) -> str:
    """The phrase's words, with the rest of a word where it has a `*`."""
    return " ".join(map(_word, phrase.split()))


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
HONORIFIC = pattern("honorific")
EMAIL = pattern("email")
PHONE = pattern("phone")
DIALLING_CODE = pattern("dialling_code")
STREET = pattern("street")
ADDRESS_LINE2 = pattern("address_line2")
POSTAL_CODE = pattern("postal_code")
CITY = pattern("city")
STATE = pattern("state")
COUNTRY = pattern("country")
BIRTH = pattern("birth")
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
DUTIES = pattern("duties")
