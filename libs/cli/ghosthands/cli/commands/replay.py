"""`ghosthands replay`: a job's timeline from the stream alone; `--verify` holds the tables against it."""

from __future__ import annotations

from ghosthands.cli import chronicle, console
from ghosthands.cli.client import connected, running
from ghosthands.cli.commands.jobs import full_id
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.verification import compare
from ghosthands.messaging import subjects


async def run(job_id: str, *, verify: bool, as_json: bool) -> None:
    """The timeline; with `verify` the comparison too. Raises Stop(NO) on a difference, Stop(USAGE) for no such job."""
    async with connected(running()) as client:
        whole = await full_id(client, job_id)
        history = await client.events.load(subjects.job(whole))
        if not history.recorded:
            raise Stop(Exit.USAGE, f"the stream knows no job {whole}; see: ghosthands jobs")
        differences: list[str] = []
        if verify:
            differences = await compare(client.tables, history)
    if as_json:
        told = chronicle.summary(whole, history.recorded)
        console.emit({"summary": told, "timeline": chronicle.timeline(history.recorded), "differences": differences})
    else:
        console.show_timeline(chronicle.timeline(history.recorded))
        _report(verify, differences)
    if differences:
        raise Stop(Exit.NO)


def _report(verify: bool, differences: list[str]) -> None:
    for difference in differences:
        console.out.print(f"[red]differs[/] {difference}")
    if verify and not differences:
        console.out.print("[green]✔[/] the tables say what the stream says")
