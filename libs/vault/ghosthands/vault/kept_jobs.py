"""What lies in the vault of each job, found by where it lies and taken away; for that nobody needs a key.

What lies where is told in `vault`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime

from ghosthands.vault.store import KeptValue, Store

_REQUESTS = "val/*/jobs/*/request"
#: what belongs to a job beside its request
_BESIDE = ("answers/{job}/*", "additions/{job}/*", "drafts/{job}/*", "jobs/{job}/extract", "jobs/{job}/files/*")


@dataclass(frozen=True)
class KeptRequest:
    """A job's request, as it lies in the vault."""

    applicant_id: str
    job_id: str
    value: KeptValue


@dataclass(frozen=True)
class NamedFile:
    """Which file of its applicant's a job came with."""

    job_id: str
    #: where in the vault that is told
    path: str
    kept_at: datetime


class KeptJobs:
    """Finds what is kept of jobs, and takes it away."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def each_request(self, before: datetime) -> AsyncGenerator[KeptRequest, None]:
        """Every request put before that, the oldest first; none that is younger is looked at."""
        async with aclosing(self._store.each_value(_REQUESTS)) as values:
            async for value in values:
                if value.kept_at >= before:
                    return
                _, applicant_id, _, job_id, _ = value.key.split("/")
                yield KeptRequest(applicant_id, job_id, value)

    async def list_values(self, request: KeptRequest) -> Sequence[KeptValue]:
        """All there is of the request's job, itself last: so whoever is killed taking it away finds it again."""
        found: list[KeptValue] = []
        for path in _BESIDE:
            found += await self._store.list_values(f"val/{request.applicant_id}/{path.format(job=request.job_id)}")
        return [*found, request.value]

    async def take(self, value: KeptValue) -> None:
        """Take it away as it was found; what was put there since stays."""
        await self._store.take(value)

    async def list_files(self, applicant_id: str) -> Sequence[NamedFile]:
        """The files that the applicant's jobs came with."""
        found = await self._store.list_values(f"val/{applicant_id}/jobs/*/files/*")
        paths = ((value.key.split("/", 2)[2], value.kept_at) for value in found)
        return [NamedFile(path.split("/")[1], path, kept_at) for path, kept_at in paths]
