"""Blocks and boxes that a form names by a level of schooling: "High school", "College", "Graduate school".

Which of the applicant's entries such a one asks for follows from the degrees that the entries tell: it is filled only
where exactly one of them is of that level. Its match has a key that no profile has until then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ghosthands.domain.page import FieldModel
from ghosthands.planning.choosing.degrees import DegreeLevel, level_of
from ghosthands.planning.entry_dates import UNTOLD
from ghosthands.planning.matching import BY_LABEL, Match
from ghosthands.planning.rule import FACTUAL
from ghosthands.planning.rules.history import EDUCATION, LOWER_SCHOOL
from ghosthands.planning.signals import Signals

#: What begins the part of a match's reason that names the level.
_MARK = ":level_"
_PREFIX = "profile.education"
#: The names of levels, and the degrees that end each.
_SAID: Mapping[str, tuple[re.Pattern[str], frozenset[DegreeLevel]]] = {
    "school": (LOWER_SCHOOL, frozenset({DegreeLevel.SCHOOL})),
    "doctorate": (
        re.compile(
            r"\b(?:doctora(?:te|l)|doctorat|doctorado|dottorato|doutorado|doktorat\w*|promotionsstudium|ph ?d)\b"
        ),
        frozenset({DegreeLevel.DOCTORATE}),
    ),
    "master": (
        re.compile(r"\b(?:masters?(?:studium|studiet)?|maestria|mestrado|laurea magistrale|studia magisterskie)\b"),
        frozenset({DegreeLevel.MASTER}),
    ),
    "bachelor": (
        re.compile(
            r"\b(?:bachelors?(?:studium|studiet)?|licenciatura|bacharelado|laurea triennale|studia licencjackie)\b"
        ),
        frozenset({DegreeLevel.BACHELOR}),
    ),
    "college": (
        re.compile(r"\b(?:college|under ?graduate)\b"),
        frozenset({DegreeLevel.ASSOCIATE, DegreeLevel.BACHELOR}),
    ),
    "graduate": (
        re.compile(
            r"\b(?:post ?)?graduate (?:school|studies|university|program(?:me)?|education)\b|\bpost ?graduate\b"
        ),
        frozenset({DegreeLevel.MASTER, DegreeLevel.DOCTORATE}),
    ),
}
#: Words before and behind the level that say no more than that its school is meant.
_BEFORE = re.compile(
    r"^(?:(?:name|names|of|the|your|attended|last) )+|^(?:name|nom|nombre|nome) (?:der|des|du|de la|del|della|do|da) "
)
_OF_ITS_NAME = re.compile(
    r"^(?:(?:or|and) ged|(?:or )?university|degree program)?\s*(?:school|institution)?\s*(?:names?|attended)?$"
)
#: Most words of a label that names a level, and what of it.
_LABEL_WORDS = 5
_INSTITUTION = f"{_PREFIX}{UNTOLD}institution"


def mark(found: Match, heading: str) -> Match:
    """Return the match of an entry that nobody numbers, with the level that its heading names, if it names one."""
    level = _find_level(heading)
    return replace(found, reason=f"{found.reason}{_MARK}{level[0]}") if level else found


def find_labelled(
    shown: Sequence[FieldModel], matches: Mapping[str, Match], read: Mapping[str, Signals]
) -> dict[str, Match]:
    """Return the matches of boxes whose own label names a level: "High school name", "College major".

    The school of one level alone is that of any: "College" may be the only school that a form asks for. Beside
    "College major" it is of the same entry as that.
    """
    named = {field.id: said for field in shown if (said := _read_label(field, read[field.id]))}
    is_alone = len(set(named.values())) == 1
    return {
        field_id: Match(key, BY_LABEL, f"label:entry{_MARK}{level}")
        for field_id, (level, key) in named.items()
        if not (is_alone and key == _INSTITUTION) and (field_id not in matches or _is_of_education(matches[field_id]))
    }


def asks_for_level(found: Match) -> bool:
    """Whether a match asks for the entry of a level."""
    return _MARK in found.reason


def find_entry(found: Match, values: Mapping[str, str]) -> Match | None:
    """Return the match with the key of the one entry whose degree is of that level; None for none, or several."""
    _, degrees = _SAID[found.reason.rpartition(_MARK)[2]]
    of_level = [key for key in _list_degrees(values) if level_of(values[key]) in degrees]
    if len(of_level) != 1:
        return None
    return replace(found, key=found.key.replace(f"{_PREFIX}{UNTOLD}", of_level[0].removesuffix("degree")))


def _list_degrees(values: Mapping[str, str]) -> Iterator[str]:
    return (key for key in values if key.startswith(f"{_PREFIX}.") and key.endswith(".degree"))


def _is_of_education(found: Match) -> bool:
    return found.key.startswith(f"{_PREFIX}.") or found.key == "profile.minor"


def _find_level(text: str) -> tuple[str, re.Match[str]] | None:
    """Return the one level that a text names, and where; None for none, or several."""
    found = [(name, said) for name, (pattern, _) in _SAID.items() if (said := pattern.search(text))]
    return found[0] if len(found) == 1 else None


def _read_label(field: FieldModel, signals: Signals) -> tuple[str, str] | None:
    """Return the level that a short label begins with, and the key of what it asks of it."""
    text = _BEFORE.sub("", signals.title)
    level = _find_level(text) if field.kind in FACTUAL and len(text.split()) <= _LABEL_WORDS else None
    if level is None or level[1].start() > 0 or signals.written.rstrip(" *").endswith("?"):
        return None
    name, said = level
    rest = text[said.end() :].strip()
    if _OF_ITS_NAME.fullmatch(rest):
        return name, _INSTITUTION
    rule = next((rule for rule in EDUCATION if field.kind in rule.kinds and rule.fits_label(rest)), None)
    key = (rule.key or "") if rule else ""
    return (name, key.replace(f"{_PREFIX}.0.", f"{_PREFIX}{UNTOLD}")) if key.startswith(f"{_PREFIX}.0.") else None
