"""The erasure of an applicant: the request and its result."""

from __future__ import annotations

import msgspec


class EraseApplicant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to delete everything held of an applicant; repeated, it goes on where it stopped."""

    #: `TENANT/USER` as the upstream product names them, the applicant's id, or the id of a job of theirs
    whose: str
    #: cancel their jobs that still run
    cancel: bool = False


class RunningJob(msgspec.Struct, frozen=True, kw_only=True):
    """A job of the applicant that has not ended, or whose browser is still open."""

    job_id: str
    #: why it cannot be cancelled, in words; empty if it can be, or was
    refusal: str = ""


class Erasure(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an erasure; nothing is erased while jobs run."""

    tenant: str
    applicant: str
    running: tuple[RunningJob, ...] = ()
    #: the number of deleted items
    values: int = 0
    objects: int = 0
    letters: int = 0
    #: the jobs that remain on the log, with keys and codes only
    jobs: tuple[str, ...] = ()
    #: jobs that may be theirs, since only a newer release can read whose they are
    unread: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether nothing of the applicant is left."""
        return not self.running
