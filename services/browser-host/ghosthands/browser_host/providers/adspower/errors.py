"""The errors of AdsPower's Local API, known by their words alone: every answer has status 200, and a sentence.

AdsPowerError ├─ AdsPowerTransient the same may go well later ├─ AdsPowerPermanent it will not, until somebody does
something └─ AlreadySo what was asked for is already so
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.domain.codes import BrowserFailure
from ghosthands.domain.errors import GhostHandsError


@dataclass(frozen=True)
class Meaning:
    """The meaning of one of AdsPower's error sentences."""

    kind: type[AdsPowerError]
    #: the code of the refusal that a job ends with
    code: BrowserFailure
    #: whether another profile may do better
    of_profile: bool = False
    #: seconds before it is worth trying again
    delay_seconds: float = 0.0


class AdsPowerError(GhostHandsError):
    """AdsPower did not do it. Its own words are in the message: they hold no secret, at most a profile's id."""

    def __init__(self, said: str, meaning: Meaning) -> None:
        super().__init__(f"AdsPower: {said}")
        self.said = said
        self.meaning = meaning

    @property
    def refusal(self) -> BrowserUnavailable:
        """The error to raise for the session that wanted a browser."""
        retryable = isinstance(self, AdsPowerTransient)
        return BrowserUnavailable(str(self), code=self.meaning.code, retryable=retryable)


class AdsPowerTransient(AdsPowerError):
    """AdsPower refused for now; the same request may go well later."""


class AdsPowerPermanent(AdsPowerError):
    """AdsPower refused for good: trying again will not help."""


class AlreadySo(AdsPowerError):
    """AdsPower refused because what was asked for is so already."""


UNAVAILABLE = Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_UNAVAILABLE, delay_seconds=1.0)
RATE_LIMITED = Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_UNAVAILABLE, delay_seconds=1.1)
OUTDATED = Meaning(AdsPowerPermanent, BrowserFailure.ADSPOWER_OUTDATED)
KERNEL_MISSING = Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_NO_KERNEL, of_profile=True, delay_seconds=10.0)
NOT_OPEN = Meaning(AlreadySo, BrowserFailure.ADSPOWER_UNAVAILABLE)
#: the meaning of unknown sentences, which may pass
UNKNOWN = Meaning(AdsPowerTransient, BrowserFailure.ADSPOWER_UNAVAILABLE, of_profile=True, delay_seconds=1.0)

#: the first that matches wins; case does not matter
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
#: kinds of kernel, by the name of the browser built from it
_KERNELS = {"sunbrowser": "Chrome", "flowerbrowser": "Firefox"}


def error_of(said: str) -> AdsPowerError:
    """Return the error for a sentence of AdsPower's."""
    for pattern, meaning in MEANINGS:
        if re.search(pattern, said, re.IGNORECASE):
            return meaning.kind(said, meaning)
    return UNKNOWN.kind(said, UNKNOWN)


def missing_kernel(said: str) -> tuple[str, str] | None:
    """Return kind and version of the kernel that must be downloaded first; None if the sentence names none."""
    found = _KERNEL.search(said)
    return (_KERNELS[found[1].lower()], found[2]) if found else None
