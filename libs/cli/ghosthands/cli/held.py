"""Browsers that jobs hold while they wait for a human: a reason why a job that is queued gets none."""

from __future__ import annotations

from ghosthands.cli.client import Client
from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.job import open_request
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import hosts

#: most browsers whose jobs are looked at
MOST = 20


async def describe_held(client: Client) -> str:
    """Return how many browsers wait with their jobs for a human, and what frees one; empty if none does.

    Raises StreamUnavailable.
    """
    there = await hosts.read_hosts(client.bus)
    jobs = [one.job_id for host in there for one in host.open if one.job_id][:MOST]
    held = sum([await _is_asking(client, job_id) for job_id in jobs])
    if not held:
        return ""
    slots = sum(host.slots for host in there)
    which = "browser" if slots == 1 else "browsers"
    count = f"{held} of {slots} {which} {'is' if held == 1 else 'are'} held by jobs that wait for a human"
    return f"{count}; a job that is answered goes on and frees its own: ghosthands jobs --status paused"


async def _is_asking(client: Client, job_id: str) -> bool:
    """Whether the job waits for a human; one that only a newer release can read is passed over."""
    try:
        history = await client.events.load(subjects.job(job_id))
    except NewerMessage:
        return False
    return open_request(job_of(history)) is not None
