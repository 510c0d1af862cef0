"""The jobs' data in the vault: found by their paths and deleted, which needs no key.

The layout is described in `vault`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime

from ghosthands.vault.store import KeptValue, Store

_REQUESTS = "val/*/jobs/*/request"
#: a job's data beside its request
_BESIDE = ("answers/{job}/*", "additions/{job}/*", "drafts/{job}/*", "jobs/{job}/extract", "jobs/{job}/files/*")


@dataclass(frozen=True)
class KeptRequest:
    """A job's request in the vault."""

    applicant_id: str
    job_id: str
    value: KeptValue


@dataclass(frozen=True)
class NamedFile:
    """A reference from a job to one of its applicant's files."""

    job_id: str
    #: the path of the reference in the vault
    path: str
    kept_at: datetime


class KeptJobs:
    """Finds the data of jobs, and deletes them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def each_request(self, before: datetime) -> AsyncGenerator[KeptRequest, None]:
        """Yield every request put before that time, oldest first; younger ones are not read."""
        async with aclosing(self._store.each_value(_REQUESTS)) as values:
            async for value in values:
                if value.kept_at >= before:
                    return
                _, applicant_id, _, job_id, _ = value.key.split("/")
                yield KeptRequest(applicant_id, job_id, value)

    async def list_values(self, request: KeptRequest) -> Sequence[KeptValue]:
        """Return all values of the job, the request last, so that an interrupted deletion can find it again."""
        found: list[KeptValue] = []
        for path in _BESIDE:
            found += await self._store.list_values(f"val/{request.applicant_id}/{path.format(job=request.job_id)}")
        return [*found, request.value]

    async def take(self, value: KeptValue) -> None:
        """Delete the value as it was found; a newer one stays."""
        await self._store.take(value)

    async def list_files(self, applicant_id: str) -> Sequence[NamedFile]:
        """Return the files that the applicant's jobs came with."""
        found = await self._store.list_values(f"val/{applicant_id}/jobs/*/files/*")
        paths = ((value.key.split("/", 2)[2], value.kept_at) for value in found)
        return [NamedFile(path.split("/")[1], path, kept_at) for path, kept_at in paths]
