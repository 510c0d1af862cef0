"""Chooses the applicant's town among options that say more than its name: `Springfield, Illinois, United States`.

An option has to say the town first, and around it what the applicant says. It may say less of that; it may say more
only where it says all of it. Between two that say as much, none is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import pycountry

from ghosthands.domain.residence import Residence
from ghosthands.planning.choosing.places import DIVIDED, PlaceNames, countries
from ghosthands.planning.choosing.synonyms import families_of, normal

_BETWEEN, _DASHED = re.compile(r"\s*[,;|·•\n]\s*"), re.compile(r"\s+[-–—]\s+")
#: what forms add to the name of a region
_KIND = re.compile(r" (?:county|province|region|state|prefecture|district)$")
#: the most letters of a code
_LONGEST_CODE = 3


@dataclass(frozen=True, slots=True)
class _Agreement:
    """How an option agrees with what the applicant says around the town."""

    #: the number of its parts that say the region or the country
    known: int
    #: whether it says something else too
    adds: bool


def town_chosen(labels: Sequence[str], residence: Residence) -> list[int]:
    """Return the labels that say where the applicant lives, and say as much of it as any."""
    names = _Names.of(residence)
    compared = ((index, _compare(label, residence, names)) for index, label in enumerate(labels))
    fitting = {index: agreement for index, agreement in compared if agreement is not None}
    plain = {index: agreement for index, agreement in fitting.items() if not agreement.adds} or fitting
    most = max((agreement.known for agreement in plain.values()), default=0)
    best = [index for index, agreement in plain.items() if agreement.known == most]
    return best if most or len(best) == 1 else []  # two towns of that name alone are two towns


def _compare(label: str, residence: Residence, names: _Names) -> _Agreement | None:
    """Return how a label agrees with the residence; None if it says another town, or may."""
    if normal(label) == normal(residence) == normal(residence.town):
        return _Agreement(0, adds=False)
    around = [part for part in map(normal, _list_around(label, residence, names)) if part]
    known = names.find_known(around)
    others = [part for part in around if part not in known]
    if not known or (others and not _may_add(others, residence, len(known))):
        return None
    return _Agreement(len(known), bool(others))


def _list_around(label: str, residence: Residence, names: _Names) -> list[str]:
    """Return the other parts of a label that says the town first; empty for any other label."""
    first, *around = (_BETWEEN if _BETWEEN.search(label) else _DASHED).split(label.strip())
    beside = normal(first).removeprefix(normal(residence.town))  # Sydney NSW, Australia
    if not beside:
        return around
    is_around = beside.startswith(" ") and beside.strip() in names.region | names.country
    return [beside, *around] if is_around else []


def _may_add(others: Sequence[str], residence: Residence, known: int) -> bool:
    """Whether the option may say these things too, such as a county, as it says all that the applicant does.

    Without the applicant's region, what it adds may be another one: then it may only be named like the town.
    """
    if not residence.country or known < len(residence.around):
        return False
    if not residence.region:
        return all(part == normal(residence.town) for part in others)
    return not any(map(families_of, others))


@dataclass(frozen=True, slots=True)
class _Names:
    """The names and codes of the applicant's region and country, as `normal` spells them."""

    region: frozenset[str]
    country: frozenset[str]
    #: whether forms write the regions' codes in place of their names
    is_divided: bool

    @classmethod
    def of(cls, residence: Residence) -> _Names:
        """Return those of a residence; a state or province implies its country."""
        own = normal(residence.region)
        country = _find_country(normal(residence.country))
        codes = (country.code,) if country else () if residence.country else tuple(DIVIDED)
        alike = {code: names for code in codes for names in _list_regions(code) if own in names}
        if country is None and len(alike) == 1:
            country = _find_country(normal(next(iter(alike))))
        return cls(
            frozenset({own}).union(*alike.values()) if own else frozenset(),
            frozenset(map(normal, country.names if country else [residence.country])) - {""},
            is_divided=country is not None and country.code in DIVIDED,
        )

    def find_known(self, parts: Sequence[str]) -> list[str]:
        """Return the parts that say the region or the country; a code counts only where nothing else can be meant.

        `CA` may be Canada or California, and `TN` Tamil Nadu or Tennessee.
        """
        is_country_clear = any(part in self.country and not _may_be_state(part) for part in parts)
        regions = [part for part in parts if self._is_region(part, is_country_clear)]
        return [
            part for part in parts if part in regions or (part in self.country and (regions or not _may_be_state(part)))
        ]

    def _is_region(self, part: str, is_country_clear: bool) -> bool:
        if len(part) <= _LONGEST_CODE and not (self.is_divided or is_country_clear):
            return False
        # in a divided country, a county may have the name of another state
        return part in self.region or (not self.is_divided and _KIND.sub("", part) in self.region)


def _may_be_state(part: str) -> bool:
    """Whether a country's code is a state's too."""
    return len(part) <= _LONGEST_CODE and len(families_of(part)) > 1


@cache
def _find_country(own: str) -> PlaceNames | None:
    """Return the country of that name or code, as `normal` spells it; None for anything else."""
    return next((one for one in countries() if own in map(normal, one.names)), None) if own else None


@cache
def _list_regions(code: str) -> tuple[frozenset[str], ...]:
    """Return the names and codes of each region of a country, by the country's code."""
    regions = (each for each in pycountry.subdivisions if each.country_code == code)
    return tuple(frozenset((normal(each.name), normal(each.code.partition("-")[2]))) for each in regions)
