"""What AdsPower says when it fails, which is all it says: every answer has status 200, and a sentence.

AdsPowerError
├─ AdsPowerTransient   the same may go well later
├─ AdsPowerPermanent   it will not, until somebody does something
└─ AlreadySo           what was asked for is the case
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.domain.codes import BrowserFailure
from ghosthands.domain.errors import GhostHandsError


@dataclass(frozen=True)
class Meaning:
    """What one of its sentences amounts to."""

    kind: type[AdsPowerError]
    #: of the refusal that a job ends with
    code: BrowserFailure
    #: whether another profile may do better
    of_profile: bool = False
    #: before it is worth trying again
    delay_seconds: float = 0.0


class AdsPowerError(GhostHandsError):
    """AdsPower did not do it. Its own words are in the message: they hold no secret, at most a profile's id."""

    def __init__(self, said: str, meaning: Meaning) -> None:
        super().__init__(f"AdsPower: {said}")
        self.said = said
        self.meaning = meaning

    @property
    def refusal(self) -> BrowserUnavailable:
        """The error as whoever wanted a browser is told of it."""
        retryable = isinstance(self, AdsPowerTransient)
        return BrowserUnavailable(str(self), code=self.meaning.code, retryable=retryable)


class AdsPowerTransient(AdsPowerError):
    """AdsPower refused for now; the same request may go well later."""


class AdsPowerPermanent(AdsPowerError):
    """Trying again will not help."""


class AlreadySo(AdsPowerError):
    """AdsPower refused because what was asked for is so already."""


UNAVAILABLE = Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_UNAVAILABLE, delay_seconds=1.0)
RATE_LIMITED = Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_UNAVAILABLE, delay_seconds=1.1)
OUTDATED = Meaning(AdsPowerPermanent, BrowserFailure.ADSPOWER_OUTDATED)
KERNEL_MISSING = Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_NO_KERNEL, of_profile=True, delay_seconds=10.0)
NOT_OPEN = Meaning(AlreadySo, BrowserFailure.ADSPOWER_UNAVAILABLE)
#: sentences nobody has written down: given the benefit of the doubt
UNKNOWN = Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_UNAVAILABLE, of_profile=True, delay_seconds=1.0)

#: the first that fits wins; letters' case does not matter
MEANINGS: tuple[tuple[str, Meaning], ...] = (
    (r"too many request", RATE_LIMITED),
    (r"daily limit", Meaning(AdsPowerPermanent, BrowserFailure.ADSPOWER_QUOTA)),
    (r"is not open", NOT_OPEN),
    (
        r"browser( \d+)? is updating",
        Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_NO_KERNEL, True, delay_seconds=10.0),
    ),
    (r"browser \d+ is not ready", KERNEL_MISSING),
    (r"api key", Meaning(AdsPowerPermanent, BrowserFailure.ADSPOWER_DENIED)),
    (r"paid subscription", Meaning(AdsPowerPermanent, BrowserFailure.ADSPOWER_PAID_PLAN)),
    (
        r"being used|not allowed to open",
        Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_NO_PROFILE, True, delay_seconds=30.0),
    ),
    (
        r"(user_id|profile\w*|user account).*(not exist|not found)",
        Meaning(AdsPowerPermanent, BrowserFailure.ADSPOWER_NO_PROFILE, True),
    ),
    (r"group not (exist|found)", Meaning(AdsPowerPermanent, BrowserFailure.ADSPOWER_NO_PROFILE)),
    (
        r"proxy is not exist|target blocked",
        Meaning(AdsPowerPermanent, BrowserFailure.ADSPOWER_NO_PROFILE, of_profile=True),
    ),
    (r"^not found$", OUTDATED),
)

_KERNEL = re.compile(r"(SunBrowser|FlowerBrowser) (\d+) is not ready", re.IGNORECASE)
#: kinds of kernel, by what the browser built from it is called
_KERNELS = {"sunbrowser": "Chrome", "flowerbrowser": "Firefox"}


def error_of(said: str) -> AdsPowerError:
    """The error that a sentence of AdsPower's is."""
    for pattern, meaning in MEANINGS:
        if re.search(pattern, said, re.IGNORECASE):
            return meaning.kind(said, meaning)
    return UNKNOWN.kind(said, UNKNOWN)


def missing_kernel(said: str) -> tuple[str, str] | None:
    """Kind and version of the kernel that would have to be downloaded first."""
    found = _KERNEL.search(said)
    return (_KERNELS[found[1].lower()], found[2]) if found else None
