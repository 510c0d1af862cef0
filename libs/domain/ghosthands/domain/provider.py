"""The providers of a session's browser, by the names that events and commands use."""

from __future__ import annotations

from enum import StrEnum


class ProviderName(StrEnum):
    """The sources of a job's browser."""

    #: Chromium that the host starts for the session
    LOCAL = "local"
    #: the browser that the user has open
    OPERATOR = "operator"
    #: an AdsPower profile
    ADSPOWER = "adspower"
