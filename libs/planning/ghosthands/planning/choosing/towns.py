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
from ghosthands.planning.choosing.places import DIVIDED
from ghosthands.planning.choosing.synonyms import code_of, families_of, means_same, normal

_BETWEEN, _DASHED = re.compile(r"\s*[,;|·•\n]\s*"), re.compile(r"\s+[-–—]\s+")
#: what forms add to the name of a region
_KIND = re.compile(r" (?:county|province|region|state|prefecture|district)$")
#: the most letters of a code
_LONGEST_CODE = 3


@dataclass(frozen=True, slots=True)
class _Said:
    """What an option says around the town."""

    #: how many of the things that the applicant says
    known: int
    #: whether it says something else too
    more: bool


def town_chosen(labels: Sequence[str], residence: Residence) -> list[int]:
    """Return the labels that say where the applicant lives, and say as much of it as any."""
    read = ((index, _read(label, residence)) for index, label in enumerate(labels))
    fitting = {index: said for index, said in read if said is not None}
    plain = {index: said for index, said in fitting.items() if not said.more} or fitting
    most = max((said.known for said in plain.values()), default=0)
    best = [index for index, said in plain.items() if said.known == most]
    return best if most or len(best) == 1 else []  # two towns of that name alone are two towns


def _read(label: str, residence: Residence) -> _Said | None:
    """Return what a label says around the town; None if it says another town, or may."""
    if normal(label) == normal(residence) == normal(residence.town):
        return _Said(0, more=False)
    around = _around(label, residence)
    has_region = any(_is_region(part, residence) for part in around)
    known = [part for part in around if _is_region(part, residence) or _is_country(part, residence, has_region)]
    more = [part for part in around if part not in known]
    if not known or (more and not _may_say(more, residence, len(known))):
        return None
    return _Said(len(known), bool(more))


def _around(label: str, residence: Residence) -> list[str]:
    """Return the other parts of a label that says the town first; empty for any other label."""
    first, *around = (_BETWEEN if _BETWEEN.search(label) else _DASHED).split(label.strip())
    beside = normal(first).removeprefix(normal(residence.town))  # Sydney NSW, Australia
    if not beside:
        return around
    return [beside, *around] if beside.startswith(" ") and _is_region(beside, residence) else []


def _is_region(part: str, residence: Residence) -> bool:
    """Whether it is the applicant's region, by its name or its code."""
    names = _names_of(residence)
    # in a divided country, a county may have the name of another state
    return normal(part) in names or (not _is_divided(residence) and _KIND.sub("", normal(part)) in names)


def _is_country(part: str, residence: Residence, has_region: bool) -> bool:
    """Whether it is the applicant's country: not by a code that may be a state's, such as `CA`, unless all is clear."""
    if not residence.country or not means_same(residence.country, part):
        return False
    return has_region or len(normal(part)) > _LONGEST_CODE or families_of(part) <= families_of(residence.country)


def _may_say(more: Sequence[str], residence: Residence, known: int) -> bool:
    """Whether the option may say what the applicant does not, such as a county, as it also says all that they do.

    Not where it may be the region that tells towns of one name apart.
    """
    is_all_told = bool(residence.country) and known == len(residence.around)
    is_unclear = _is_divided(residence) and not residence.region
    return is_all_told and not is_unclear and not any(map(families_of, more))


def _is_divided(residence: Residence) -> bool:
    return not residence.country or (code_of(residence.country) or "") in DIVIDED


def _names_of(residence: Residence) -> set[str]:
    """Return the names and codes of the applicant's region, in its country or those whose regions are asked for."""
    own = normal(residence.region)
    codes = (code_of(residence.country),) if residence.country else DIVIDED
    alike = (names for code in codes if code for names in _names_of_regions(code) if own in names)
    return {own}.union(*alike) if own else set()


@cache
def _names_of_regions(code: str) -> tuple[frozenset[str], ...]:
    """Return the names and codes of each region of a country, by the country's code."""
    regions = (each for each in pycountry.subdivisions if each.country_code == code)
    return tuple(frozenset((normal(each.name), normal(each.code.partition("-")[2]))) for each in regions)
