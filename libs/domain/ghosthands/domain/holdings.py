"""An applicant's export: the names of everything held of them, and the content of each."""

from __future__ import annotations

import msgspec


class HoldingsOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for the names of everything held of an applicant."""

    #: `TENANT/USER` as the upstream product names them, the applicant's id, or the id of a job of theirs
    whose: str


class Holdings(msgspec.Struct, frozen=True, kw_only=True):
    """The names of everything held, as paths such as `values/jobs/<job>/request.json`; each thing keeps its name."""

    tenant: str
    applicant: str
    names: tuple[str, ...]
    #: whether their key was destroyed, so that only the log is left
    is_erased: bool = False
    #: jobs that may be theirs, since only a newer release can read whose they are
    unread: tuple[str, ...] = ()


class HoldingOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for one of them from a byte offset; the answer is at most SLICE_BYTES, and empty at the end."""

    whose: str
    name: str
    offset: int = 0


#: of one answer; larger things take several
SLICE_BYTES = 4 * 1024 * 1024
