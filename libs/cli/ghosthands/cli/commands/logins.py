"""`ghosthands logins`: the domains on which a job's applicant is signed in; `--forget` deletes one login."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from ghosthands.cli import console
from ghosthands.cli.client import ANSWERING, Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import find_request
from ghosthands.domain.logins import KeptLogin, LoginsOf
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro


async def run(job: str, *, forget: str | None, as_json: bool) -> None:
    """List the logins. Raises Stop(USAGE) for an unknown job, and where there is nothing to forget."""
    async with connect(await use_running()) as client:
        known = await _ask(client, job, None)
        if forget is not None:
            if forget not in [login.domain for login in known]:
                raise Stop(Exit.USAGE, f"nothing is kept for {forget}")
            known = await _ask(client, job, forget)
    if as_json:
        console.emit(known)
    else:
        console.out.print(make_table(known) if known else "no login is kept")


async def _ask(client: Client, job: str, forget: str | None) -> list[KeptLogin]:
    request = await find_request(client, job)
    asked = LoginsOf(tenant=request.tenant, applicant=request.applicant, forget=forget)
    return await micro.ask_for(client.bus, subjects.LOGINS, asked, list[KeptLogin], timeout=ANSWERING)


def make_table(logins: Iterable[KeptLogin]) -> Table:
    """Return the logins as a table, a row each."""
    listed = console.new_table("domain", "last good", "kept until")
    for login in logins:
        listed.add_row(
            login.domain, *(f"{at.astimezone():%Y-%m-%d %H:%M}" for at in (login.saved_at, login.expires_at))
        )
    return listed
