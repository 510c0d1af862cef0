"""`ghosthands callbacks`: the callbacks of jobs that VALET did not take; they are sent again on request."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from ghosthands.cli import console
from ghosthands.cli.client import ANSWERING, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import find_history
from ghosthands.domain import codes
from ghosthands.domain.callbacks import RedriveCallbacks
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.readmodel.rows import CallbackRow


async def show(job: str | None, *, as_json: bool) -> None:
    """List a job's callbacks, or all that were not taken. Raises Stop(USAGE) for an unknown job."""
    async with connect(await use_running()) as client:
        tables = await client.tables()
        if job is None:
            rows = await tables.callbacks_not_taken()
        else:
            rows = await tables.callbacks((await find_history(client, job)).aggregate.id)
    if as_json:
        console.emit(rows)
    else:
        console.out.print(make_table(rows) if rows else "nothing was left untold")


async def redrive(job: str) -> None:
    """Send a job's given-up callbacks again. Raises Stop(USAGE), Stop(NO) where there are none."""
    async with connect(await use_running()) as client:
        state = job_of(await find_history(client, job))
        tenant = state.request.tenant if state.request else ""
        asked = RedriveCallbacks(tenant=tenant, job_id=state.id)
        try:
            done = await micro.ask_for(client.bus, subjects.REDRIVE_CALLBACKS, asked, dict[str, int], timeout=ANSWERING)
        except RequestRefused as refused:
            raise Stop(Exit.USAGE, str(refused)) from None
    if not (again := done["redriven"]):
        raise Stop(Exit.NO, "none of its callbacks was given up, or something told later has overtaken them")
    console.out.print(f"{again} told again")


def make_table(rows: Iterable[CallbackRow]) -> Table:
    """Return the callbacks as a table, a row each."""
    listed = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("job", "told", "status", "tries", "last try", "why", "again"):
        listed.add_column(name, no_wrap=name != "why")
    for row in rows:
        known = codes.find(row.code or "", codes.CallbackFault)
        listed.add_row(
            row.job_id[: console.SHORT_ID],
            row.told,
            row.status,
            str(row.tries),
            f"{row.at:%Y-%m-%d %H:%M:%S}",
            " ".join([*([str(row.http_status)] if row.http_status else []), known.words if known else ""]).strip(),
            f"{row.next_at:%H:%M:%S}" if row.next_at else "",
        )
    return listed
