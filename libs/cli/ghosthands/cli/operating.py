"""The commands of who runs a stack: the console, submissions, draining hosts, dead letters, the master key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ghosthands.cli.arguments import AsJson
from ghosthands.cli.endings import Work, ends

operating_app = typer.Typer()
dead_app = typer.Typer(help="List, resend or drop messages that no service could handle.", no_args_is_help=True)
operating_app.add_typer(dead_app, name="dead")
submissions_app = typer.Typer(help="Stop and allow submissions, everywhere or at one site.", no_args_is_help=True)
operating_app.add_typer(submissions_app, name="submissions")
master_key_app = typer.Typer(help="Replace the key that seals the applicants' keys.", no_args_is_help=True)
operating_app.add_typer(master_key_app, name="master-key")

_Site = Annotated[str, typer.Argument(metavar="SITE", help="A posting's host; without one, everywhere.")]


@operating_app.command("console")
@ends
def console(
    job: Annotated[
        str | None,
        typer.Argument(metavar="JOB", help="Print a link to this job alone, for a person who may answer for it."),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Print a link to the console in the browser, valid once."""
    from ghosthands.cli.commands import console

    return console.run(job, as_json=as_json)


@submissions_app.command("stop")
@ends
def stop_submissions(site: _Site = "", as_json: AsJson = False) -> Work:
    """Stop submissions until they are allowed again."""
    from ghosthands.cli.commands import orders

    return orders.stop_submissions(site, as_json=as_json)


@submissions_app.command("allow")
@ends
def allow_submissions(site: _Site = "", as_json: AsJson = False) -> Work:
    """Allow submissions again; those that waited continue."""
    from ghosthands.cli.commands import orders

    return orders.allow_submissions(site, as_json=as_json)


@submissions_app.command("show")
@ends
def show_submissions(as_json: AsJson = False) -> Work:
    """Show where submissions are stopped, and since when."""
    from ghosthands.cli.commands import orders

    return orders.show_submissions(as_json=as_json)


@operating_app.command("drain")
@ends
def drain(
    host: Annotated[
        str, typer.Argument(metavar="HOST", help="The host's name, as `sessions` and the console show it.")
    ],
    undo: Annotated[bool, typer.Option("--undo", help="Let it open browsers again.")] = False,
    as_json: AsJson = False,
) -> Work:
    """Make a host open no more browsers, before it is replaced."""
    from ghosthands.cli.commands import orders

    return orders.drain(host, undo=undo, as_json=as_json)


@dead_app.command("list")
@ends
def dead_list(as_json: AsJson = False) -> Work:
    """List the messages, and why each was given up."""
    from ghosthands.cli.commands import orders

    return orders.show_dead(as_json=as_json)


Number = Annotated[int, typer.Argument(metavar="NUMBER", help="The message's number in the list.")]


@dead_app.command("redrive")
@ends
def dead_redrive(number: Number) -> Work:
    """Send a message again."""
    from ghosthands.cli.commands import orders

    return orders.redrive(number)


@dead_app.command("drop")
@ends
def dead_drop(number: Number) -> Work:
    """Drop a message."""
    from ghosthands.cli.commands import orders

    return orders.drop(number)


_Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="The folder of the backups and of the keys beside them.")
]


@operating_app.command("backup")
@ends
def backup(folder: _Folder) -> Work:
    """Add a sealed backup of this stack to a folder.

    It contains the log, the vault and the artifacts, and is made while everything runs; the tables can be rebuilt.
    Applicants' keys are stored once, beside the backups, so that no backup reveals an applicant who was erased.
    """
    from ghosthands.cli.commands import backup

    return backup.backup(folder)


@operating_app.command("restore")
@ends
def restore(folder: _Folder) -> Work:
    """Restore a backup, or a folder's latest, into an empty stack."""
    from ghosthands.cli.commands import backup

    return backup.restore(folder)


@operating_app.command("archive")
@ends
def archive(
    older_than: Annotated[
        float,
        typer.Option(
            "--older-than", metavar="DAYS", min=0, max=36_500, help="Younger jobs, and the last hour's, stay."
        ),
    ] = 30.0,
) -> Work:
    """Move ended jobs from the log to files, with the stack down.

    The files are sealed and compressed. Everything that reads the log reads them too.
    """
    from ghosthands.cli.commands import archive

    return archive.archive(older_than)


@operating_app.command("export")
@ends
def export(
    whose: Annotated[str, typer.Argument(metavar="APPLICANT", help="TENANT/USER, an applicant's id, or a JOB.")],
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="The ZIP archive to write; only you can read it.")],
    as_json: AsJson = False,
) -> Work:
    """Write everything held about an applicant, for them to read."""
    from ghosthands.cli.commands import export

    return export.run(whose, to, as_json=as_json)


@operating_app.command("erase")
@ends
def erase(
    whose: Annotated[
        str,
        typer.Argument(metavar="APPLICANT", help="TENANT/USER, an applicant's id, or a JOB by 8 characters or more."),
    ],
    cancel: Annotated[bool, typer.Option("--cancel", help="First cancel the applicant's running jobs.")] = False,
    as_json: AsJson = False,
) -> Work:
    """Destroy everything held about an applicant.

    Their key is destroyed, and everything that it sealed is deleted. This cannot be undone. The log's events, which
    contain no values, stay.
    """
    from ghosthands.cli.commands import erase

    erase.run(whose, cancel=cancel, as_json=as_json)
    return None


@master_key_app.command("rotate")
@ends
def rotate_master_key() -> Work:
    """Create a new master key, while the stack is down.

    The next start rewraps everything with it. The older keys stay in the file until you delete their lines.
    """
    from ghosthands.cli.commands import master_key

    master_key.rotate()
    return None
