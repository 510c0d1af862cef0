"""Finds the job that the user names by its id, or by the beginning of it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence

from ghosthands.cli import console
from ghosthands.cli.client import Client
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.job import JobRequested
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History

#: the beginning of a job's id
_BEGINNING = re.compile(r"[0-9a-fA-F-]+")
#: most jobs listed where several ids begin so
TOLD = 5


async def find_history(client: Client, given: str) -> History:
    """Return the job's events.

    Raises Stop(USAGE) where no job, or more than one, is named, Stop(NO) where only a newer release can read it.
    """
    job_id = await complete_id(client, given)
    try:
        found = await client.events.load(subjects.job(job_id))
    except NewerMessage as error:
        mend = f"if no release will ever know it, end the job: ghosthands cancel {job_id} --unread"
        raise Stop(Exit.NO, f"job {job_id} waits for a newer release: {error}; {mend}") from None
    if not found.recorded:
        raise _refuse_unknown_job(given)
    return found


async def find_request(client: Client, given: str) -> JobRequested:
    """Return the request that made the job. Raises Stop(USAGE) as `find_history` does, and where it was refused."""
    request = job_of(await find_history(client, given)).request
    if request is None:
        raise Stop(Exit.USAGE, "this job was refused: it has no applicant")
    return request


async def complete_applicant(client: Client, given: str) -> str:
    """Return the applicant named by `TENANT/USER`, an id or a job, with a job's beginning completed to its id.

    Raises Stop(USAGE).
    """
    return given if "/" in given else await complete_id(client, given)


async def complete_id(client: Client, given: str) -> str:
    """Return the whole id; a whole one needs no tables, a beginning is looked up there."""
    try:
        return str(uuid.UUID(given))
    except ValueError:
        pass
    if not given.strip():
        raise Stop(Exit.USAGE, "no job is named: give its id, or the beginning of it; see: ghosthands jobs")
    if not _BEGINNING.fullmatch(given):
        raise _refuse_unknown_job(given)
    tables = await client.tables()
    found = [row.job_id for row in await tables.jobs_like(given.lower(), limit=TOLD + 1)]
    if len(found) > 1:
        some = ", ".join(found[:TOLD]) + (" …" if len(found) > TOLD else "")
        raise Stop(Exit.USAGE, f"several jobs begin with {given!r}, give more of the id: {some}")
    if not found:
        raise _refuse_unknown_job(given)
    return found[0]


def tell_unread(jobs: Sequence[str]) -> None:
    """Tell of jobs that may be the applicant's as well, since only a newer release can read whose they are."""
    if jobs:
        console.tell(f"only a newer release can read whose these jobs are; upgrade, and ask again: {', '.join(jobs)}")


def _refuse_unknown_job(given: str) -> Stop:
    return Stop(Exit.USAGE, f"there is no job {given!r}; see: ghosthands jobs")
