"""Erasing an applicant: what is asked, and what became of it."""

from __future__ import annotations

import msgspec


class EraseApplicant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks that nothing of an applicant can be had any more; asked again, it goes on where it was."""

    #: `TENANT/USER` as the upstream product names them, the applicant's id, or the id of a job of theirs
    whose: str
    #: their jobs that still run are cancelled for it
    cancel: bool = False


class RunningJob(msgspec.Struct, frozen=True, kw_only=True):
    """A job of theirs that has not ended, or whose browser is still open."""

    job_id: str
    #: why it cannot be cancelled, in words; empty where it can, or was
    refusal: str = ""


class Erasure(msgspec.Struct, frozen=True, kw_only=True):
    """How far it got: while jobs run nothing is erased."""

    tenant: str
    applicant: str
    running: tuple[RunningJob, ...] = ()
    #: of what was erased by this request, how many
    values: int = 0
    objects: int = 0
    letters: int = 0
    #: the jobs that the log still tells of, by keys and codes
    jobs: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether nothing of theirs can be had any more."""
        return not self.running
