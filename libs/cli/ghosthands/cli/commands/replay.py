"""`ghosthands replay`: every event of a job from the stream alone; `--verify` compares the tables with it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ghosthands.cli import chronicle, console
from ghosthands.cli.client import connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import find_history
from ghosthands.cli.verification import compare


async def run(job: str, *, verify: bool, as_json: bool) -> None:
    """Print the timeline; with `verify` the comparison too.

    Raises Stop(NO) on a difference, Stop(USAGE) for no such job.
    """
    async with connect(await use_running()) as client:
        told = await find_history(client, job)
        differences = await compare(await client.tables(), told) if verify else None
    lines = chronicle.tell_timeline(told.recorded)
    if as_json:
        summary = chronicle.summarise(told.aggregate.id, told.recorded)
        console.emit({"summary": summary, "timeline": lines, "differences": differences})
    else:
        console.show_timeline(lines)
        if differences is not None:
            _show(differences)
    if differences:
        raise Stop(Exit.NO)


def _show(differences: Sequence[str]) -> None:
    for difference in differences:
        console.out.print(Text.assemble(("✘ ", "red"), difference))
    if not differences:
        console.out.print("[green]✔[/] the tables say what the stream says")
