"""Synonyms: names for the same country, state, degree or gender, with their codes.

A name may belong to several families ("GA" is Georgia the state and Gabon, "Georgia" a state and a country): then the
options decide, since only one of the families is usually among them.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from ghosthands.planning.choosing.places import all_places

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
    ("Permanent resident", "Lawful permanent resident", "Legal permanent resident", "Green card holder"),
    ("LinkedIn", "Linked In", "LinkedIn.com"),
    ("Remote", "Fully remote", "Work from home", "100% remote"),
    ("On-site", "Onsite", "On site", "In office", "In-office", "In person"),
    ("He/him", "He/him/his", "He him"),
    ("She/her", "She/her/hers", "She her"),
    ("They/them", "They/them/theirs", "They them"),
)
#: letters that stay when accents are taken off, and the hyphen
_LETTERS = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "-": " "})


def normal(text: str) -> str:
    """Return a text for comparison: without accents, case, punctuation and doubled space."""
    bare = (text if text.isascii() else _take_off_accents(text)).casefold()
    dotless = re.sub(r"(?<=[^\W\d])\.", "", bare).replace("'", "")
    return " ".join(re.findall(r"[\w+#&]+", dotless))


def _take_off_accents(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).replace("’", "'")
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def normal_letters(text: str) -> str:
    """Return a text for comparison with words in plain letters, the parts of "Bachelor-Abschluss" apart."""
    return normal(text.translate(_LETTERS))


@dataclass(frozen=True, slots=True)
class _Family:
    """A thing, and its names."""

    #: its shortest name
    code: str
    #: the names by which a search may find it
    searched: tuple[str, ...]
    names: tuple[str, ...]


def families_of(text: str) -> frozenset[int]:
    """Return the numbers of the families that `text` is a name in; empty for anything else."""
    return _index().get(normal(text), frozenset())


def same_option(wanted: str, held: str) -> bool:
    """Whether a control that shows `held` has the option `wanted` chosen."""
    return normal(wanted) == normal(held)


def means_same(text: str, label: str) -> bool:
    """Whether a label is the text itself, or another name for the same thing."""
    one, other = normal(text), normal(label)
    return one == other or not _index().get(one, frozenset()).isdisjoint(_index().get(other, frozenset()))


def names_of(text: str) -> tuple[str, ...]:
    """Return the names by which a search may find the thing; empty for anything without another name."""
    return tuple(name for number in sorted(families_of(text)) for name in _families()[number].searched)


def code_of(text: str) -> str | None:
    """Return the shortest name of the one thing that `text` names, such as `CA`; None for anything else."""
    codes = {_families()[number].code for number in families_of(text)}
    return codes.pop() if len(codes) == 1 else None


@cache
def _families() -> tuple[_Family, ...]:
    places = (_Family(place.code, place.searched, place.names) for place in all_places())
    others = (_Family(min(names, key=len), (max(names, key=len),), names) for names in _FAMILIES)
    return (*places, *others)


@cache
def _index() -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, family in enumerate(_families()):
        for name in map(normal, family.names):
            found[name] = found.get(name, frozenset()) | {number}
    return found
