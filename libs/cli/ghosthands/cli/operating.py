"""The commands of who runs a stack: the console, submissions, draining hosts, dead letters, the master key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ghosthands.cli.arguments import AsJson
from ghosthands.cli.endings import Work, ends

operating_app = typer.Typer()
dead_app = typer.Typer(help="Messages that nobody could handle.", no_args_is_help=True)
operating_app.add_typer(dead_app, name="dead")
submissions_app = typer.Typer(help="Whether anything is submitted: stop, allow.", no_args_is_help=True)
operating_app.add_typer(submissions_app, name="submissions")
master_key_app = typer.Typer(help="What seals all that is kept of applicants.", no_args_is_help=True)
operating_app.add_typer(master_key_app, name="master-key")

_Site = Annotated[str, typer.Argument(metavar="SITE", help="A posting's host; without one, everywhere.")]


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


@submissions_app.command("stop")
@ends
def stop_submissions(site: _Site = "", as_json: AsJson = False) -> Work:
    """Submit nothing from now on, until they are allowed again."""
    from ghosthands.cli.commands import orders

    return orders.stop_submissions(site, as_json=as_json)


@submissions_app.command("allow")
@ends
def allow_submissions(site: _Site = "", as_json: AsJson = False) -> Work:
    """Let them go on, and what waited with them."""
    from ghosthands.cli.commands import orders

    return orders.allow_submissions(site, as_json=as_json)


@submissions_app.command("show")
@ends
def show_submissions(as_json: AsJson = False) -> Work:
    """Show where they are stopped, and since when."""
    from ghosthands.cli.commands import orders

    return orders.show_submissions(as_json=as_json)


@operating_app.command("drain")
@ends
def drain(
    host: Annotated[str, typer.Argument(metavar="HOST", help="Its name, as `sessions` and the console show it.")],
    undo: Annotated[bool, typer.Option("--undo", help="Let it open browsers again.")] = False,
    as_json: AsJson = False,
) -> Work:
    """Have a host open no more browsers, to be replaced."""
    from ghosthands.cli.commands import orders

    return orders.drain(host, undo=undo, as_json=as_json)


@dead_app.command("list")
@ends
def dead_list(as_json: AsJson = False) -> Work:
    """List them: why each was given up, and what it was."""
    from ghosthands.cli.commands import orders

    return orders.show_dead(as_json=as_json)


Number = Annotated[int, typer.Argument(metavar="NUMBER", help="Its number in the list.")]


@dead_app.command("redrive")
@ends
def dead_redrive(number: Number) -> Work:
    """Send its message again."""
    from ghosthands.cli.commands import orders

    return orders.redrive(number)


@dead_app.command("drop")
@ends
def dead_drop(number: Number) -> Work:
    """Take it off the list."""
    from ghosthands.cli.commands import orders

    return orders.drop(number)


_Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Where backups lie, and the keys beside them.")]


@operating_app.command("backup")
@ends
def backup(folder: _Folder) -> Work:
    """Write what is kept here into a folder, sealed.

    The log, the vault and the artifacts, while all goes on; the tables are folded anew. Applicants' keys lie beside the
    backups, once, so that who is erased cannot be had from any of them.
    """
    from ghosthands.cli.commands import backup

    return backup.backup(folder)


@operating_app.command("restore")
@ends
def restore(folder: _Folder) -> Work:
    """Have an empty stack hold what a backup does; else the latest."""
    from ghosthands.cli.commands import backup

    return backup.restore(folder)


@operating_app.command("archive")
@ends
def archive(
    older_than: Annotated[
        float,
        typer.Option(
            "--older-than", metavar="DAYS", min=0, max=36_500, help="What is younger stays, the last hour always."
        ),
    ] = 30.0,
) -> Work:
    """Move ended jobs off the log into files, while it is down.

    Ended jobs go into sealed and compressed files; whatever reads the log reads them unnoticed.
    """
    from ghosthands.cli.commands import archive

    return archive.archive(older_than)


@operating_app.command("export")
@ends
def export(
    whose: Annotated[str, typer.Argument(metavar="APPLICANT", help="TENANT/USER, an applicant's id, or a JOB.")],
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="A ZIP archive, yours alone to read.")],
    as_json: AsJson = False,
) -> Work:
    """Write all that is held of an applicant, for them to read."""
    from ghosthands.cli.commands import export

    return export.run(whose, to, as_json=as_json)


@operating_app.command("erase")
@ends
def erase(
    whose: Annotated[
        str,
        typer.Argument(metavar="APPLICANT", help="TENANT/USER, an applicant's id, or a JOB by 8 characters or more."),
    ],
    cancel: Annotated[bool, typer.Option("--cancel", help="First cancel what still runs for them.")] = False,
    as_json: AsJson = False,
) -> Work:
    """Make sure that nothing of an applicant can be had any more.

    Their key is destroyed, and all that it sealed is taken away. It cannot be undone; what the log tells without values
    stays.
    """
    from ghosthands.cli.commands import erase

    erase.run(whose, cancel=cancel, as_json=as_json)
    return None


@master_key_app.command("rotate")
@ends
def rotate_master_key() -> Work:
    """Make a new master key, while the stack is down.

    What is kept is wrapped by it at the next start; the older keys stay in the file until you delete their lines.
    """
    from ghosthands.cli.commands import master_key

    master_key.rotate()
    return None
