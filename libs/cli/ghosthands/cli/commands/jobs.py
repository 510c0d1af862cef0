"""`ghosthands jobs`: the latest jobs, as the tables have them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rich.table import Table
from rich.text import Text

from ghosthands.cli import console
from ghosthands.cli.client import connect, use_running
from ghosthands.readmodel import JobStatus
from ghosthands.readmodel.rows import JobRow
from ghosthands.readmodel.waiting import find_waiting

_STYLES = {JobStatus.COMPLETED: "green", JobStatus.FAILED: "red", JobStatus.PAUSED: "yellow"}


async def run(*, limit: int, status: JobStatus | None, as_json: bool) -> None:
    """List them, the newest first."""
    async with connect(await use_running()) as client:
        tables = await client.tables()
        rows, waiting = await tables.jobs(limit, status), find_waiting(await tables.parked())
    if as_json:
        console.emit(rows)
    else:
        console.out.print(make_table(rows, waiting) if rows else "no jobs yet")


def make_table(rows: Iterable[JobRow], waiting: Collection[str] = ()) -> Table:
    """Return the jobs as a table, a row each; `waiting` are those that wait for a newer release."""
    listed = console.new_table("job", "requested", "status", "result", "fields", last="site")
    for row in rows:
        listed.add_row(
            row.job_id[: console.SHORT_ID],
            f"{row.created_at.astimezone():%m-%d %H:%M:%S}",
            Text(row.status, style=_STYLES.get(JobStatus(row.status), "")),
            "waits for a newer release" if row.job_id in waiting else _word_result(row),
            str(row.fields_verified),
            Text(row.site or "", no_wrap=True, overflow="ellipsis"),
        )
    return listed


def _word_result(row: JobRow) -> str:
    """Return the result in words, beyond the status."""
    if row.status == JobStatus.PAUSED:
        return "asks a human"
    if row.retry_due is not None:
        return f"tries again at {row.retry_due.astimezone():%H:%M}"
    return (row.error_code or row.outcome or "").replace("_", " ")
