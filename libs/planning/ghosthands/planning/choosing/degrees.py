"""Degrees by their level, in the languages of forms: "Licence (Bac+3)" is a bachelor's, "Abitur" ends a school.

A level is that of what was completed; what is less, or not finished yet, has none: "Some college", "ohne Abschluss". So
has whatever else is said beside a degree's name, except its subject.
Professional doctorates, such as in law and medicine, have none either, since lists name them beside a doctorate.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from ghosthands.domain.caches import CACHED_OPTIONS
from ghosthands.planning.choosing.synonyms import normal_letters


class DegreeLevel(IntEnum):
    """The level of a degree, the lowest first."""

    SCHOOL = 1
    ASSOCIATE = 2
    BACHELOR = 3
    MASTER = 4
    DOCTORATE = 5


_NAMES = {
    DegreeLevel.SCHOOL: r"\b(?:high school|(?:upper )?secondary (?:school|education)|a levels?|ged|abitur"
    r"|allgemeine hochschulreife|baccalaureat|bac(?! ?\+)|bachillerato|(?:diploma di )?maturita|matura|ensino medio"
    r"|ensino secundario|vwo|studentexamen|gymnasieexamen|studentereksamen|vitnemal|lukio|ylioppilas(?:tutkinto)?"
    r"|wyksztalcenie srednie|stredni skola|erettsegi)\b",
    DegreeLevel.ASSOCIATE: r"\b(?:associates?|aa|aas)\b",
    DegreeLevel.BACHELOR: r"\b(?:bachelors?(?:abschluss|grad|examen|eksamen|uddannelse|diplom)?|bsc|ba|bs|beng|bcom|bba"
    r"|undergraduate degree|bac ?\+ ?3|grado universitario|laurea triennale|bacharelado|licencjat|licencjack\w+"
    r"|kandidatexamen|bakalar(?:sk\w+)?|kandidaatti|alempi korkeakoulututkinto)\b|^grado$|^licence$|学士|本科",
    DegreeLevel.MASTER: r"\b(?:masters?(?:abschluss|grad|examen|eksamen)?|msc|ma|ms|meng|mba|mestrado"
    r"|magister(?:sk\w+|examen|abschluss|grad|ium)?|magistr|laurea (?:magistrale|specialistica)|bac ?\+ ?5"
    r"|maisteri(?:n ?tutkinto)?|ylempi korkeakoulututkinto|mesterfokozat)\b|修士|硕士",
    DegreeLevel.DOCTORATE: r"\b(?:ph ?d|doctora(?:te|l)|doctor|doctorat|doctorado"
    r"|doktor(?:at\w*|s?grad\w*|titel|s?examen|abschluss)?|promotion|dottorato(?: di ricerca)?|doutora(?:do|mento)"
    r"|tohtori(?:n ?tutkinto)?)\b|博士",
}
_LEVELS = {level: re.compile(names) for level, names in _NAMES.items()}
_ANY = re.compile("|".join(_NAMES.values()))
#: stands for a degree's name among what is beside it
_NAME = "#"
#: words before what is studied
_OF = frozenset({"of", "in", "en", "de", "der", "di", "do", "da", "w", "z", "van", "i"})
_BESIDE = """
a an the s or ou oder eller lub and und et y e og och & degree degrees diploma diplom diplome title titel titre titulo
titolo level niveau nivel livello poziom niva abschluss grad grado grau graad stopien tytul examen eksamen tutkinto
licence laurea wyzsze hons honours honors university universitaire universitario universitaria postgraduate graduate
equivalent equivalents equivalente aquivalent gleichwertig gelijkwaardig motsvarande tilsvarende rownowazne
rovnocenne completed earned obtained abgeschlossen obtenu afgerond concluido 学位 学历
"""
#: words that leave a degree what it is
_PLAIN = _OF.union(_BESIDE.split())
#: what makes another thing of a degree's name, also where it stands where a subject would
_OTHERWISE = re.compile(
    r"\b(?:less|some|no|not|none|non|nicht|pas|niet|nao|nie|ne|ikke|inte|ei|below|without|ohne|kein\w*|sans|sin|senza|sem"
    r"|zonder|utan|uden|uten|bez|progress|incomplet\w*|un\w*(?:finished|completed)|inacabad\w+|ongoing|candidat\w*"
    r"|students?|studying|researcher|applicant|currently|pursuing|enrolled|laufend\w*|en cours|en curso|cursando"
    r"|in corso|trakcie|pagaende|igangv\w+|kesken|nedokonc\w+|juris|jd|medicine|md|fach\w+|dropout|abandon\w*"
    r"|expected|medio|grado superior|teilweise|trunco|years?|semest\w+|terms?|jahre?|annees?|anos?|anno|jaar|rok\w*"
    r"|craft\w+|trades?\w*|electrician|plumber|mechanic|builder|carpenter|mariner|vocational)\b"
)
_OR_MORE = re.compile(
    r"\b(?:or|and) (?:higher|above|more)\b|\boder hoher\b|\bou (?:plus|superieur\w*|superior)\b|\bo (?:superior|mas)\b"
    r"|\bo superiore\b|\bof hoger\b|\beller (?:hogre|hojere|hoyere)\b|\blub wyz\w+"
)
_ASIDE = re.compile(r"\(([^()]*)\)")
#: labels with a level from which a list is one of degrees
_FEWEST = 2


@lru_cache(maxsize=CACHED_OPTIONS)
def level_of(text: str) -> DegreeLevel | None:
    """Return the level of the one degree that a text names, also with its subject; None for none, or several."""
    found = _list_levels(_plain(text))
    return found[0] if len(found) == 1 and _says_a_degree(text) else None


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
    degree = _OR_MORE.sub(" ", said)
    found = [] if _list_beside(degree) else _list_levels(degree)
    return [level for level in DegreeLevel if level >= found[0]] if found and degree != said else found


def _list_levels(said: str) -> list[DegreeLevel]:
    return [level for level, names in _LEVELS.items() if names.search(said)]


def _says_a_degree(text: str) -> bool:
    """Whether nothing but what was studied is beside a degree's name, behind it: "Bachelor of Arts", "BSc Physics"."""
    said = _ANY.sub(f" {_NAME} ", _plain(_ASIDE.sub(" ", text))).split()
    if any(map(_list_beside, map(_plain, _ASIDE.findall(text)))) or _OTHERWISE.search(_plain(text)):
        return False
    subject = next((at for at, word in enumerate(said) if word not in _PLAIN and word != _NAME), None)
    if subject is None:
        return True
    # "niet afgerond", "final year": what begins small is no subject's name
    is_small = any(normal_letters(word).startswith(said[subject]) for word in text.split() if word[0].islower())
    is_named = _NAME in said[:subject] and (said[subject - 1] in _OF or not is_small)
    return is_named and not any(map(str.isdecimal, "".join(said[subject:])))


def _list_beside(said: str) -> list[str]:
    """Return the words beside a degree's name that may make another thing of it."""
    return [word for word in _ANY.sub(" ", said).split() if word not in _PLAIN]


def _plain(text: str) -> str:
    """Return a text for comparison, with the "+" of "Bac+3" in one form."""
    return re.sub(r"\s*\+\s*", "+", normal_letters(text))
