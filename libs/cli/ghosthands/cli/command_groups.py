"""The commands of `ghosthands` that have a name before theirs: `cookbook`, `callbacks`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ghosthands.cli.arguments import AsJson, JobId
from ghosthands.cli.endings import Work, ends

cookbook_app = typer.Typer(help="The pages that are filled as they were before.", no_args_is_help=True)
callbacks_app = typer.Typer(help="What VALET was to be told of jobs by HTTP.", no_args_is_help=True)

Pages = Annotated[str, typer.Argument(metavar="PAGE|SITE", help="A page, or all of a site's; see `cookbook list`.")]


@cookbook_app.command("list")
@ends
def cookbook_list(as_json: AsJson = False) -> Work:
    """List the pages that are known, the latest used first."""
    from ghosthands.cli.commands import cookbook

    return cookbook.show_all(as_json=as_json)


@cookbook_app.command("show")
@ends
def cookbook_show(
    page: Annotated[str, typer.Argument(metavar="PAGE", help="A page's fingerprint, or its beginning.")],
    as_json: AsJson = False,
) -> Work:
    """Show what is done with a page's fields, and how that fares."""
    from ghosthands.cli.commands import cookbook

    return cookbook.show_one(page, as_json=as_json)


@cookbook_app.command("export")
@ends
def cookbook_export(
    which: Pages,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write it there, not to standard output.")
    ] = None,
) -> Work:
    """Give pages to another installation: keys and locators, signed."""
    from ghosthands.cli.commands import cookbook

    return cookbook.export(which, out)


@cookbook_app.command("import")
@ends
def cookbook_import(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="What was exported.")],
) -> Work:
    """Take pages in, from here or an installation that is trusted."""
    from ghosthands.cli.commands import cookbook

    return cookbook.take_in(path)


@cookbook_app.command("manuals")
@ends
def cookbook_manuals(as_json: AsJson = False) -> Work:
    """List the manuals that version 1 goes by."""
    from ghosthands.cli.commands import cookbook

    return cookbook.show_manuals(as_json=as_json)


@cookbook_app.command("add")
@ends
def cookbook_add(path: Annotated[Path, typer.Argument(metavar="FILE", help="A manual, as JSON.")]) -> Work:
    """Take in a manual that you wrote."""
    from ghosthands.cli.commands import cookbook

    return cookbook.add(path)


@cookbook_app.command("drop")
@ends
def cookbook_drop(manual: Annotated[str, typer.Argument(metavar="MANUAL", help="See `cookbook manuals`.")]) -> Work:
    """Have no job go by a manual any more."""
    from ghosthands.cli.commands import cookbook

    return cookbook.drop(manual)


@cookbook_app.command("retire")
@ends
def cookbook_retire(which: Pages) -> Work:
    """Have pages planned anew, and learnt anew."""
    from ghosthands.cli.commands import cookbook

    return cookbook.retire(which)


@callbacks_app.command("list")
@ends
def callbacks_list(
    job: Annotated[str | None, typer.Argument(metavar="[JOB]", help="One job's; else all that were not taken.")] = None,
    as_json: AsJson = False,
) -> Work:
    """List what was told and not taken, or all of a job's."""
    from ghosthands.cli.commands import callbacks

    return callbacks.show(job, as_json=as_json)


@callbacks_app.command("redrive")
@ends
def callbacks_redrive(job: JobId) -> Work:
    """Tell again what was given up of a job.

    What something told later has overtaken is not told again.
    """
    from ghosthands.cli.commands import callbacks

    return callbacks.redrive(job)
