"""Browsers that jobs hold while they wait for a human: a reason why a job that is queued gets none."""

from __future__ import annotations

from ghosthands.cli import console
from ghosthands.cli.client import Client
from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.job import open_request
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import hosts

#: most browsers whose jobs are looked at
MOST = 20
#: most of them that are named
NAMED = 4


async def describe_held(client: Client) -> str:
    """Return how many browsers wait with which jobs for a human, and what frees one; empty if none does.

    Raises StreamUnavailable.
    """
    there = await hosts.read_hosts(client.bus)
    jobs = sorted({one.job_id for host in there for one in host.open if one.job_id})[:MOST]
    held = [job_id[: console.SHORT_ID] for job_id in jobs if await _is_asking(client, job_id)]
    if not held:
        return ""
    slots = sum(host.slots for host in there)
    which = "browser" if slots == 1 else "browsers"
    more = ", …" if len(held) > NAMED else ""
    named = f"({', '.join(held[:NAMED])}{more})"
    if len(held) == 1:
        by, mend = "is held by a job that waits", f"ghosthands answer {held[0]}"
    else:
        by, mend = "are held by jobs that wait", "ghosthands jobs --status paused"
    goes_on = "once answered, it goes on" if len(held) == 1 else "one that is answered goes on"
    return f"{len(held)} of {slots} {which} {by} for a human {named}; {goes_on} and frees its browser: {mend}"


async def _is_asking(client: Client, job_id: str) -> bool:
    """Whether the job waits for a human; one that only a newer release can read is passed over."""
    try:
        history = await client.events.load(subjects.job(job_id))
    except NewerMessage:
        return False
    return open_request(job_of(history)) is not None
