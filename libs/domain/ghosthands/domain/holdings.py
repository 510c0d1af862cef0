"""All that is held of an applicant, told to whoever may ask: which things there are, and each of them by its name."""

from __future__ import annotations

import msgspec


class HoldingsOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks what is held of an applicant."""

    #: `TENANT/USER` as the upstream product names them, the applicant's id, or the id of a job of theirs
    whose: str


class Holdings(msgspec.Struct, frozen=True, kw_only=True):
    """What is held: names like paths, `values/jobs/<job>/request.json`; the same things have the same names."""

    tenant: str
    applicant: str
    names: tuple[str, ...]
    #: their key was destroyed: what the log tells is all there is
    is_erased: bool = False


class HoldingOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for one of them, from that byte on; the answer is its bytes, at most SLICE_BYTES, and nothing at its end."""

    whose: str
    name: str
    offset: int = 0


#: of one answer; larger things come in several
SLICE_BYTES = 4 * 1024 * 1024
