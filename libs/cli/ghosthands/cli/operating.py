"""The commands of who runs a stack: the console, stopping submissions, draining hosts, dead letters."""

from __future__ import annotations

from typing import Annotated

import typer

from ghosthands.cli.arguments import AsJson
from ghosthands.cli.endings import Work, ends

operating_app = typer.Typer()


@operating_app.command("console")
@ends
def console(
    job: Annotated[
        str | None, typer.Argument(metavar="JOB", help="A link to this job alone, for whoever may answer for it.")
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Print a link to the console in the browser, good once."""
    from ghosthands.cli.commands import console

    return console.run(job, as_json=as_json)
