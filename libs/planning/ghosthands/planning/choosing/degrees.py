"""Degrees by their level, in the languages of forms: "Licence (Bac+3)" is a bachelor's, "Abitur" ends a school.

A level is that of what was completed; what is less, or not finished yet, has none: "Some college", "ohne Abschluss".
Professional doctorates, such as in law and medicine, have none either, since lists name them beside a doctorate.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from ghosthands.domain.caches import CACHED_OPTIONS
from ghosthands.planning.choosing.synonyms import normal


class DegreeLevel(IntEnum):
    """The level of a degree, the lowest first."""

    SCHOOL = 1
    ASSOCIATE = 2
    BACHELOR = 3
    MASTER = 4
    DOCTORATE = 5


_NAMES = {
    DegreeLevel.SCHOOL: re.compile(
        r"\b(?:high school|secondary (?:school|education)|a levels?|ged|abitur|allgemeine hochschulreife|baccalaureat"
        r"|bac(?! ?\+)|bachillerato|(?:diploma di )?maturita|matura|ensino medio|ensino secundario|vwo|studentexamen"
        r"|gymnasieexamen|studentereksamen|vitnemal|lukio|ylioppilas\w*"
        r"|wyksztalcenie srednie|stredni skola|erettsegi)\b"
    ),
    DegreeLevel.ASSOCIATE: re.compile(r"\b(?:associates?|aa|aas)\b"),
    DegreeLevel.BACHELOR: re.compile(
        r"\b(?:bachelors?\w*|bsc|ba|bs|beng|bcom|bba|undergraduate degree|bac ?\+ ?3|grado universitario"
        r"|laurea triennale|bacharelado|licencjat|kandidatexamen|bakalar\w*|bacheloruddannelse|kandidaatti"
        r"|alempi korkeakoulututkinto)\b|^grado$|^licence$|学士|本科"
    ),
    DegreeLevel.MASTER: re.compile(
        r"\b(?:masters?(?:abschluss|grad|studium|examen|eksamen)?|msc|ma|ms|meng|mba|mestrado|magister\w*|magistr"
        r"|laurea (?:magistrale|specialistica)|bac ?\+ ?5|maisteri\w*|ylempi korkeakoulututkinto|mesterfokozat)\b"
        r"|修士|硕士"
    ),
    DegreeLevel.DOCTORATE: re.compile(
        r"\b(?:ph ?d|doctora(?:te|l)|doctor|doctorat|doctorado|doktor\w*|promotion|dottorato(?: di ricerca)?|doutora\w+"
        r"|tohtori\w*)\b|博士"
    ),
}
#: what makes another thing of a degree's name
_OTHERWISE = re.compile(
    r"\b(?:less|some|no|not|none|below|without|ohne|kein\w*|sans|sin|senza|sem|zonder|utan|uden|uten|bez|in progress"
    r"|incomplet\w*|ongoing|candidate|student|currently|pursuing|enrolled|laufend|en cours|en curso|cursando|in corso"
    r"|juris|jd|medicine|md|fach\w+|dropout|abandon\w*|expected|medio|grado superior|teilweise|trunco)\b"
)
#: a bachelor's, say, of a subject, which is not one of another
_OF_SUBJECT = re.compile(r"\b(?:bachelor|master|doctor|associate)s? (?:of|in|en|der|em|de) \w")
_OR_MORE = re.compile(
    r"\b(?:or|and) (?:higher|above|more)\b|\boder hoher\b|\bou (?:plus|superieur\w*|superior)\b|\bo (?:superior|mas)\b"
    r"|\bo superiore\b|\bof hoger\b|\beller (?:hogre|hojere|hoyere)\b|\blub wyz\w+"
)
_LETTERS = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "-": " "})
#: labels with a level from which a list is one of degrees
_FEWEST = 2


@lru_cache(maxsize=CACHED_OPTIONS)
def level_of(text: str) -> DegreeLevel | None:
    """Return the level of the one degree that a text names, also with its subject; None for none, or several."""
    found = _list_levels(_plain(text))
    return found[0] if len(found) == 1 else None


def degree_chosen(labels: Sequence[str], text: str) -> list[int]:
    """Return the indices of the labels for a degree of that level; empty where the list is not one of degrees."""
    level = level_of(text)
    offered = [_list_offered(label) for label in labels] if level else []
    if level is None or sum(map(bool, offered)) < _FEWEST:
        return []
    return [index for index, levels in enumerate(offered) if level in levels]


def _list_offered(label: str) -> list[DegreeLevel]:
    """Return the levels that a label takes: "Bachelor or higher" takes every higher one too."""
    said = _plain(label)
    if _OF_SUBJECT.search(said):
        return []
    found = _list_levels(_OR_MORE.sub(" ", said))
    return [level for level in DegreeLevel if level >= found[0]] if found and _OR_MORE.search(said) else found


def _list_levels(said: str) -> list[DegreeLevel]:
    return [] if _OTHERWISE.search(said) else [level for level, names in _NAMES.items() if names.search(said)]


def _plain(text: str) -> str:
    """Return a text for comparison, with the "+" of "Bac+3" in one form."""
    return re.sub(
        r"\s*\+\s*", "+", normal(text.replace("ß", "ss").replace("ł", "l").replace("ø", "o").replace("-", " "))
    )
