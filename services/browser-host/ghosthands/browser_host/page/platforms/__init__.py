"""The applicant-tracking systems we know by name, one small file each; everything else is `generic`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ghosthands.browser_host.page.platforms import (
    ashby,
    greenhouse,
    icims,
    lever,
    linkedin,
    smartrecruiters,
    successfactors,
    taleo,
    workable,
    workday,
)
from ghosthands.browser_host.page.platforms.platform import Platform

GENERIC = "generic"
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
)


def detect(address: str, marked: Sequence[str]) -> str:
    """The platform of a page at `address` (host and path) whose DOM bears the marks of `marked`; host first."""
    by_host = [platform.name for platform in ALL if platform.serves(address)]
    return next(iter((*by_host, *marked)), GENERIC)


def union(part: Callable[[Platform], str]) -> str:
    """One CSS list of that part of every platform."""
    return ",".join(filter(None, (part(platform) for platform in ALL)))


__all__ = ["ALL", "GENERIC", "Platform", "detect", "union"]
