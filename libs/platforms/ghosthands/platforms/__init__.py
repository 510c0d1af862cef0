"""The applicant-tracking systems that are known by name: one file and one record each; everything else is `generic`.

To add one, write its file, list it here, and give it a family on the practice site that has its markup. The record
(`platform.Platform`) is filled in field by field; the tests read it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ghosthands.domain.cascade import DEFAULT, Cascade
from ghosthands.platforms import (
    adp,
    ashby,
    bamboohr,
    breezy,
    greenhouse,
    icims,
    jazzhr,
    jobvite,
    lever,
    linkedin,
    oracle,
    personio,
    recruitee,
    smartrecruiters,
    successfactors,
    taleo,
    teamtailor,
    ukg,
    workable,
    workday,
)
from ghosthands.platforms.platform import KnownField, ListMarkers, Platform

GENERIC = "generic"
#: in order of precedence for a page with the marks of several
ALL: tuple[Platform, ...] = (
    greenhouse.PLATFORM,
    lever.PLATFORM,
    ashby.PLATFORM,
    workday.PLATFORM,
    linkedin.PLATFORM,
    smartrecruiters.PLATFORM,
    icims.PLATFORM,
    taleo.PLATFORM,
    successfactors.PLATFORM,
    workable.PLATFORM,
    oracle.PLATFORM,
    bamboohr.PLATFORM,
    ukg.PLATFORM,
    jazzhr.PLATFORM,
    recruitee.PLATFORM,
    teamtailor.PLATFORM,
    personio.PLATFORM,
    breezy.PLATFORM,
    jobvite.PLATFORM,
    adp.PLATFORM,
)
BY_NAME = {platform.name: platform for platform in ALL}
#: the cascades alone, for code that decides on engines
CASCADES = {platform.name: platform.cascade for platform in ALL}


def detect(address: str, marked: Sequence[str]) -> str:
    """Return the platform of a page at `address` (host and path), or whose DOM has marks of it.

    The host decides first.
    """
    by_host = [platform.name for platform in ALL if platform.serves(address)]
    return next(iter((*by_host, *marked)), GENERIC)


def union(part: Callable[[Platform], str]) -> str:
    """Return the CSS list of that part of every platform."""
    return ",".join(filter(None, map(part, ALL)))


def known_field(platform: str, *identifiers: str) -> KnownField | None:
    """Return the field that the platform of that name knows by these ids and names; None when it knows none."""
    record = BY_NAME.get(platform)
    return record.known_field(*identifiers) if record else None


def cascade_of(platform: str) -> Cascade:
    """Return the cascade of the platform of that name; the default one for an unknown platform."""
    return CASCADES.get(platform, DEFAULT)


def is_honeypot(platform: str, name: str) -> bool:
    """Whether the platform of that name shows a field called `name` to robots only."""
    record = BY_NAME.get(platform)
    return record is not None and record.is_honeypot(name)


__all__ = [
    "ALL",
    "BY_NAME",
    "CASCADES",
    "GENERIC",
    "KnownField",
    "ListMarkers",
    "Platform",
    "cascade_of",
    "detect",
    "is_honeypot",
    "known_field",
    "union",
]
