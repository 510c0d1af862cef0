"""`ghosthands jobs`, `show`, `cancel`: what the tables know of the jobs, and the wish to stop one."""

from __future__ import annotations

import uuid

from ghosthands.cli import chronicle, console
from ghosthands.cli.client import Client, connected, running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain import job
from ghosthands.messaging import subjects
from ghosthands.messaging.states import job_of
from ghosthands.readmodel import Status
from rich.table import Table


async def run_jobs(*, limit: int, status: Status | None, as_json: bool) -> None:
    """The latest jobs."""
    async with connected(running()) as client:
        rows = await client.tables.jobs(limit, status)
    if as_json:
        console.emit(rows)
        return
    table = Table("job", "status", "site", "verified", "submission", "code", "requested", box=None, header_style="dim")
    table.columns[0].no_wrap, table.columns[0].min_width = True, 36
    for row in rows:
        table.add_row(
            row.job_id,
            row.status,
            row.site or "",
            str(row.fields_verified),
            row.submission,
            row.error_code or "",
            f"{row.created_at:%Y-%m-%d %H:%M:%S}",
        )
    console.out.print(table if rows else "no jobs yet")


async def run_show(job_id: str, *, as_json: bool) -> None:
    """One job: its summary and what it waits for."""
    async with connected(running()) as client:
        history = await client.events.load(subjects.job(await full_id(client, job_id)))
    told = chronicle.summary(history.aggregate.id, history.recorded)
    if as_json:
        console.emit({"summary": told, "timeline": chronicle.timeline(history.recorded)})
        return
    console.show_timeline(chronicle.timeline(history.recorded))
    console.show_summary(told)


async def run_cancel(job_id: str) -> None:
    """Ask the job to stop. Raises Stop(NO) when it cannot be stopped any more."""
    async with connected(running()) as client:
        whole = await full_id(client, job_id)
        async with client.events.follow(subjects.job(whole)) as feed:
            history = await client.events.load(subjects.job(whole))
            state = job_of(history)
            refusal = _refusal(state)
            if refusal:
                raise Stop(Exit.NO, refusal)
            tenant = state.request.tenant if state.request else "valet"
            await client.publish("job.cancel", {"tenant": tenant, "job_id": whole})
            while not state.ended:
                for one in await feed.next(30.0):
                    state = job.evolve(state, one.event, one.sequence)
    console.out.print(f"job {whole}: {state.phase}")
    if state.phase is not job.Phase.CANCELLED:
        raise Stop(Exit.NO)


def _refusal(state: job.Job) -> str | None:
    if state.ended:
        return f"the job is {state.phase} already"
    if state.submission is not job.Submission.NONE:
        return "too late: its submission has begun"
    return None


async def full_id(client: Client, given: str) -> str:
    """The id of a job that was named by it or by its beginning. Raises Stop(USAGE) for none or several."""
    try:
        return str(uuid.UUID(given))
    except ValueError:
        pass
    found = [row.job_id for row in await client.tables.jobs_like(given, limit=2)]
    if len(found) != 1:
        known = "several jobs begin" if found else "no job begins"
        raise Stop(Exit.USAGE, f"{known} with {given!r}; see: ghosthands jobs")
    return found[0]
