"""Logins: on which domains an applicant is known, and until when; what makes them known lies in the vault."""

from __future__ import annotations

from datetime import datetime

import msgspec


class LoginsOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks what is kept of an applicant's logins."""

    tenant: str
    applicant: str
    #: first let go of what is kept for this domain
    forget: str | None = None


class KeptLogin(msgspec.Struct, frozen=True, kw_only=True):
    """A domain that an applicant is known on, and until when."""

    domain: str
    saved_at: datetime
    expires_at: datetime
