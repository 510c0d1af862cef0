"""Names for the same thing: countries and their codes, states, degrees, genders.

A name may stand in several families ("GA" is Georgia the state and Gabon, "Georgia" a state and a country): then the
options decide, since only one of the families is usually among them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources

_STATES = """
    AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
    |DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas
    |KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi
    |MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York
    |NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island
    |SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington
    |WV West Virginia|WI Wisconsin|WY Wyoming
    |AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia
    |ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon|NT Northwest Territories|NU Nunavut
"""
_FAMILIES = (
    (
        "High school",
        "High school diploma",
        "Secondary school",
        "Secondary education",
        "GED",
        "High school or equivalent",
    ),
    ("Associate", "Associates", "Associate's degree", "Associate degree", "AA", "AS", "A.A.", "A.S."),
    (
        "Bachelor",
        "Bachelors",
        "Bachelor's",
        "Bachelor's degree",
        "Bachelor degree",
        "Bachelor of Science",
        "Bachelor of Arts",
        "Undergraduate degree",
        "BSc",
        "B.Sc.",
        "BS",
        "B.S.",
        "BA",
        "B.A.",
        "BEng",
    ),
    (
        "Master",
        "Masters",
        "Master's",
        "Master's degree",
        "Master degree",
        "Master of Science",
        "Master of Arts",
        "MSc",
        "M.Sc.",
        "MS",
        "M.S.",
        "MA",
        "M.A.",
        "MEng",
    ),
    ("MBA", "M.B.A.", "Master of Business Administration", "Master of Business Administration (M.B.A.)"),
    (
        "PhD",
        "Ph.D.",
        "Doctorate",
        "Doctoral degree",
        "Doctor of Philosophy",
        "Doctor of Philosophy (Ph.D.)",
        "Doctorate degree",
    ),
    ("JD", "J.D.", "Juris Doctor", "Juris Doctor (J.D.)"),
    ("MD", "M.D.", "Doctor of Medicine", "Doctor of Medicine (M.D.)"),
    ("Male", "Man", "M", "Cisgender man"),
    ("Female", "Woman", "F", "Cisgender woman"),
    ("Non-binary", "Nonbinary", "Non binary", "Genderqueer", "Non-binary/third gender", "Enby"),
    ("Black", "African American", "Black or African American", "Black/African American"),
    ("White", "Caucasian", "White/Caucasian"),
    ("Hispanic", "Latino", "Latina", "Latinx", "Hispanic or Latino", "Hispanic/Latino", "Hispanic or Latinx"),
    ("Two or more races", "Multiracial", "Mixed", "Multiple races"),
    ("Native American", "American Indian", "American Indian or Alaska Native", "American Indian or Alaskan Native"),
    ("Pacific Islander", "Native Hawaiian", "Native Hawaiian or Other Pacific Islander"),
    ("Mobile", "Cell", "Cell phone", "Mobile phone", "Cellular"),
    ("Landline", "Home", "Home phone", "Telephone"),
    ("LinkedIn", "Linked In", "LinkedIn.com"),
    ("Remote", "Fully remote", "Work from home", "100% remote"),
    ("On-site", "Onsite", "On site", "In office", "In-office", "In person"),
    ("He/him", "He/him/his", "He him"),
    ("She/her", "She/her/hers", "She her"),
    ("They/them", "They/them/theirs", "They them"),
)


def normal(text: str) -> str:
    """A text as it is compared: without accents, case, punctuation and doubled space."""
    plain = unicodedata.normalize("NFKD", text).replace("’", "'")
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()
    dotless = re.sub(r"(?<=[^\W\d])\.", "", bare).replace("'", "")
    return " ".join(re.findall(r"[\w+#&]+", dotless))


def families_of(text: str) -> frozenset[int]:
    """The families `text` is a name of, by number; empty for anything else."""
    return _index().get(normal(text), frozenset())


def names_of(text: str) -> tuple[str, ...]:
    """The longest name in each of its families: what a search for the thing may need; empty for anything else."""
    families = families_of(text)
    return tuple(max(names, key=len) for number, names in enumerate(_all_names()) if number in families)


def code_of(text: str) -> str | None:
    """The shortest name of the one thing that `text` names, such as `CA`; None for anything else."""
    families = families_of(text)
    codes = {min(names, key=len) for number, names in enumerate(_all_names()) if number in families}
    return codes.pop() if len(codes) == 1 else None


@cache
def _all_names() -> tuple[tuple[str, ...], ...]:
    return tuple(map(tuple, _all()))


@cache
def _index() -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, names in enumerate(_all()):
        for name in map(normal, names):
            found[name] = found.get(name, frozenset()) | {number}
    return found


def _all() -> Iterator[Iterable[str]]:
    yield from _countries()
    yield from _states()
    yield from _FAMILIES


def _countries() -> Iterator[tuple[str, ...]]:
    table = (resources.files(__package__) / "countries.tsv").read_text(encoding="utf-8")
    for line in table.splitlines():
        short, long, names = line.split("\t")
        yield (short, long, *names.split("|"))


def _states() -> Iterator[tuple[str, ...]]:
    for entry in " ".join(_STATES.split()).split("|"):
        code, name = entry.strip().split(maxsplit=1)
        yield (code, name)
