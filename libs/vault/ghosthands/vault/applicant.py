"""An applicant's identity in the vault: the owner of a key."""

from __future__ import annotations

import msgspec


class Applicant(msgspec.Struct, frozen=True):
    """The owner of data: the tenant, and the applicant's derived id (`domain.ids.applicant_id`)."""

    tenant: str
    id: str
