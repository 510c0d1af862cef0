"""An applicant as the vault knows one: whose key it is."""

from __future__ import annotations

import msgspec


class Applicant(msgspec.Struct, frozen=True):
    """Names whose data it is: the tenant, and the applicant's derived id (`domain.ids.applicant_id`)."""

    tenant: str
    id: str
