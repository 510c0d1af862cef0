"""Stored logins: the domains on which an applicant is signed in, and until when; their secrets are in the vault."""

from __future__ import annotations

from datetime import datetime

import msgspec


class LoginsOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request about an applicant's stored logins."""

    tenant: str
    applicant: str
    #: first delete what is stored for this domain
    forget: str | None = None


class KeptLogin(msgspec.Struct, frozen=True, kw_only=True):
    """A domain on which an applicant is signed in, and until when."""

    domain: str
    saved_at: datetime
    expires_at: datetime
