"""The commands of `ghosthands` that have a name before theirs: `cookbook`, `callbacks`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ghosthands.cli.arguments import AsJson, JobId
from ghosthands.cli.endings import Work, ends

cookbook_app = typer.Typer(help="Show and manage the recipes and manuals of known pages.", no_args_is_help=True)
callbacks_app = typer.Typer(help="Show and resend the HTTP callbacks about jobs to VALET.", no_args_is_help=True)

Pages = Annotated[str, typer.Argument(metavar="PAGE|SITE", help="A page, or all of a site's; see `cookbook list`.")]


@cookbook_app.command("list")
@ends
def cookbook_list(as_json: AsJson = False) -> Work:
    """List the known pages, the most recently used first."""
    from ghosthands.cli.commands import cookbook

    return cookbook.show_all(as_json=as_json)


@cookbook_app.command("show")
@ends
def cookbook_show(
    page: Annotated[str, typer.Argument(metavar="PAGE", help="A page's fingerprint, or the beginning of it.")],
    as_json: AsJson = False,
) -> Work:
    """Show the recipe of a page, and how often it succeeds."""
    from ghosthands.cli.commands import cookbook

    return cookbook.show_one(page, as_json=as_json)


@cookbook_app.command("export")
@ends
def cookbook_export(
    which: Pages,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead of standard output.")
    ] = None,
) -> Work:
    """Export pages for another installation: keys and locators, signed."""
    from ghosthands.cli.commands import cookbook

    return cookbook.export(which, out)


@cookbook_app.command("import")
@ends
def cookbook_import(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file that `cookbook export` wrote.")],
) -> Work:
    """Import pages that this or a trusted installation exported."""
    from ghosthands.cli.commands import cookbook

    return cookbook.take_in(path)


@cookbook_app.command("manuals")
@ends
def cookbook_manuals(as_json: AsJson = False) -> Work:
    """List the manuals that engine version 1 follows."""
    from ghosthands.cli.commands import cookbook

    return cookbook.show_manuals(as_json=as_json)


@cookbook_app.command("add")
@ends
def cookbook_add(path: Annotated[Path, typer.Argument(metavar="FILE", help="A manual, as JSON.")]) -> Work:
    """Add a manual that you wrote."""
    from ghosthands.cli.commands import cookbook

    return cookbook.add(path)


@cookbook_app.command("drop")
@ends
def cookbook_drop(manual: Annotated[str, typer.Argument(metavar="MANUAL", help="See `cookbook manuals`.")]) -> Work:
    """Drop a manual, so that no job follows it any more."""
    from ghosthands.cli.commands import cookbook

    return cookbook.drop(manual)


@cookbook_app.command("retire")
@ends
def cookbook_retire(which: Pages) -> Work:
    """Retire the recipes of pages, which are then learnt again."""
    from ghosthands.cli.commands import cookbook

    return cookbook.retire(which)


@callbacks_app.command("list")
@ends
def callbacks_list(
    job: Annotated[
        str | None,
        typer.Argument(metavar="[JOB]", help="All callbacks of this job; without it, all that VALET did not take."),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """List the callbacks that VALET did not take, or all of a job."""
    from ghosthands.cli.commands import callbacks

    return callbacks.show(job, as_json=as_json)


@callbacks_app.command("redrive")
@ends
def callbacks_redrive(job: JobId) -> Work:
    """Send a job's abandoned callbacks again.

    A callback that a later one has overtaken is not sent again.
    """
    from ghosthands.cli.commands import callbacks

    return callbacks.redrive(job)
