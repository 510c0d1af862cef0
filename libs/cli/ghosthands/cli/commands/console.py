"""`ghosthands console`: prints a link to the console, for an operator, or for a guest who answers one job."""

from __future__ import annotations

from ghosthands.cli import console
from ghosthands.cli.client import ANSWERING, Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import find_history
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.links import ConsoleLink, LinkWanted
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import RequestRefused


async def run(job: str | None, *, as_json: bool) -> None:
    """Print the link. Raises Stop(USAGE) for an unknown job, Stop(NO) for one that asks nothing."""
    async with connect(await use_running()) as client:
        job_id = (await find_history(client, job)).aggregate.id if job else None
        link = await read_link(client, job_id)
    if as_json:
        console.emit(link)
    else:
        console.out.print(link.url, soft_wrap=True, markup=False, highlight=False)


async def read_link(client: Client, job_id: str | None = None) -> ConsoleLink:
    """Return a new link. Raises Stop(NO) where none can be made."""
    try:
        return await micro.ask_for(
            client.bus, subjects.LINKS, LinkWanted(job_id=job_id), ConsoleLink, timeout=ANSWERING
        )
    except RequestRefused as refused:
        raise Stop(Exit.NO, str(refused)) from None
    except StreamUnavailable:
        raise Stop(Exit.UNAVAILABLE, "hitl-gateway does not answer; `ghosthands doctor` says what is wrong") from None
