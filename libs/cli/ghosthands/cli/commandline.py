"""The `ghosthands` command line: every command, its arguments and its help; what it does is in `commands/`.

A command is imported when it is called, because each needs only a part of the libraries.
"""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from ghosthands.cli import console, starting
from ghosthands.cli.arguments import AsJson, JobId
from ghosthands.cli.command_groups import callbacks_app, cookbook_app
from ghosthands.cli.endings import Work, ends
from ghosthands.cli.help_page import HelpPage
from ghosthands.cli.operating import operating_app
from ghosthands.readmodel.status import JobStatus

HELP = """Applies for jobs on a person's behalf: fills the form in a real browser, reads it back, submits once.

Exit codes: 0 success · 1 the job failed or was refused, or a check found a problem · 2 the input or a setting is not
usable, or names something that does not exist · 3 the job waits for a human · 4 the stack is not running, does not
start, does not answer or takes nothing more · 70 an error of GhostHands' own · 130 interrupted."""

app = typer.Typer(
    cls=HelpPage,
    help=HELP,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
profile_app = typer.Typer(help="Create and check an applicant's profile, a JSON file.", no_args_is_help=True)
app.add_typer(profile_app, name="profile")
app.add_typer(cookbook_app, name="cookbook")
app.add_typer(callbacks_app, name="callbacks")
app.add_typer(operating_app)

ProfilePath = Annotated[Path, typer.Argument(metavar="FILE", help="The profile.")]


@app.command()
@ends
def demo() -> Work:
    """Run three applications end to end on a local careers site."""
    from ghosthands.cli.commands import demo

    return demo.run()


@app.command()
@ends
def up() -> Work:
    """Start the stack and keep it running until Ctrl-C."""
    from ghosthands.cli.commands import up

    return up.run()


app.command(cls=starting.Dryable)(ends(starting.apply))
app.command()(ends(starting.fill))
app.command()(ends(starting.scrape))
app.command()(ends(starting.task))


@app.command()
@ends
def scan(
    target: Annotated[str, typer.Argument(metavar="URL|FILE", help="A web address or an HTML file.")],
    as_json: AsJson = False,
) -> Work:
    """Print what a page asks; nothing is filled or sent."""
    from ghosthands.cli.commands import programs

    return programs.scan(target, as_json=as_json)


@profile_app.command("init")
@ends
def profile_init(path: ProfilePath = Path("profile.json")) -> None:
    """Create a profile to fill in."""
    from ghosthands.cli.commands import profile

    profile.make(path)


@profile_app.command("check")
@ends
def profile_check(
    path: ProfilePath = Path("profile.json"),
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="The resume that goes with it.")] = None,
) -> None:
    """Print what is wrong with a profile, or missing from it."""
    from ghosthands.cli.commands import profile

    profile.check(path, resume=resume)


@app.command()
@ends
def jobs(
    limit: Annotated[int, typer.Option(metavar="N", help="The most jobs to list.", min=1, max=1000)] = 20,
    status: Annotated[JobStatus | None, typer.Option(metavar="STATUS", help=f"Only {', '.join(JobStatus)}.")] = None,
    as_json: AsJson = False,
) -> Work:
    """List the latest jobs."""
    from ghosthands.cli.commands import jobs

    return jobs.run(limit=limit, status=status, as_json=as_json)


@app.command()
@ends
def insight(as_json: AsJson = False) -> Work:
    """Show what known forms save, and the success by platform."""
    from ghosthands.cli.commands import insight

    return insight.run(as_json=as_json)


@app.command()
@ends
def show(job: JobId, as_json: AsJson = False) -> Work:
    """Show one job: its course, its outcome, its open questions."""
    from ghosthands.cli.commands import show

    return show.run(job, as_json=as_json)


@app.command()
@ends
def live(
    target: Annotated[
        str, typer.Argument(metavar="JOB|SESSION", help="A job, by its id or the beginning of it, or a session's id.")
    ],
    view_only: Annotated[bool, typer.Option("--view-only", help="Print a link that cannot take control.")] = False,
    on: Annotated[
        bool | None, typer.Option("--on/--off", help="Turn its live view on or off; off ends it for all viewers.")
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Print a link to a job's browser: watch it, or take control.

    Anyone who has the link can use it. It is valid for a quarter of an hour, or for as long as somebody watches.
    """
    from ghosthands.cli.commands import live

    return live.run(target, view_only=view_only, on=on, as_json=as_json)


@app.command()
@ends
def answer(
    job: JobId,
    values: Annotated[
        list[str] | None,
        typer.Option(
            "--value", metavar="KEY=TEXT", help="The answer to a question; an option may be given by its number."
        ),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option(
            "--file", metavar="[KEY=]PATH", help="The file that a question asks for; KEY where several ask for one."
        ),
    ] = None,
    rejected: Annotated[
        list[str] | None,
        typer.Option("--reject", metavar="KEY", help="A draft that is not to be used; the others are used."),
    ] = None,
    credentials: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The credentials for the page that asks for them.")
    ] = None,
    code: Annotated[
        str | None, typer.Option(metavar="CODE", help="The code that the applicant received; it is typed in for you.")
    ] = None,
    done: Annotated[
        bool, typer.Option("--done", help="You have done on its page what it asks (ghosthands live JOB).")
    ] = False,
    skip: Annotated[bool, typer.Option("--skip", help="Leave the question open and continue.")] = False,
    submitted: Annotated[
        bool | None,
        typer.Option(
            "--submitted/--not-submitted", help="Whether the application was submitted, where the page does not tell."
        ),
    ] = None,
) -> Work:
    """Answer a job that waits for a human.

    Without options, the command asks the questions at the terminal. A job that ended in doubt whether it was submitted
    takes the answer to that still.
    """
    from ghosthands.cli.commands import answer

    return answer.run(
        job,
        values=values or [],
        done=done,
        skip=skip,
        submitted=submitted,
        credentials=credentials,
        rejected=rejected or [],
        code=code,
        files=files or [],
    )


@app.command()
@ends
def replay(
    job: JobId,
    verify: Annotated[bool, typer.Option("--verify", help="Compare the tables with the log.")] = False,
    as_json: AsJson = False,
) -> Work:
    """Print every event of a job, read from the log alone."""
    from ghosthands.cli.commands import replay

    return replay.run(job, verify=verify, as_json=as_json)


@app.command()
@ends
def rebuild(
    compare: Annotated[bool, typer.Option("--compare", help="Only compare the tables with rebuilt ones.")] = False,
    as_json: AsJson = False,
) -> Work:
    """Rebuild all tables from the log."""
    from ghosthands.cli.commands import programs

    return programs.rebuild(compare=compare, as_json=as_json)


@app.command()
@ends
def cancel(
    job: JobId,
    unread: Annotated[
        bool,
        typer.Option("--unread", help="End a job that waits for a newer release, without what this one cannot read."),
    ] = False,
) -> Work:
    """Cancel a job, unless its submission has begun."""
    from ghosthands.cli.commands import cancel

    return cancel.end_unread(job) if unread else cancel.run(job)


@app.command()
@ends
def retry(job: JobId) -> Work:
    """Try again a job that ended with nothing sent."""
    from ghosthands.cli.commands import anew

    return anew.retry(job)


@app.command("continue")
@ends
def go_on(
    job: JobId,
    message: Annotated[
        str | None,
        typer.Option(
            "--message", metavar="TEXT", help="The answers; other users of this machine see them, unlike a file."
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file with the answers; - is standard input.")
    ] = None,
) -> Work:
    """Resume a paused or unsent job with extra answers.

    The answers are lines `field: value` after a line `Field overrides:`. Without options they are read from standard
    input.
    """
    from ghosthands.cli.commands import anew

    return anew.go_on(job, message=message, file=file)


@app.command()
@ends
def doctor(
    bundle: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write a ZIP archive for support, without secrets and personal data."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check what GhostHands needs, and say how to fix it."""
    from ghosthands.cli.commands import doctor

    doctor.run(as_json=as_json, bundle_file=bundle)


@app.command()
@ends
def models(
    check: Annotated[
        bool, typer.Option("--check", help="Send each available model a short question; that costs money.")
    ] = False,
    as_json: AsJson = False,
) -> Work:
    """List the language models that can be asked, and for what."""
    from ghosthands.cli.commands import models

    return models.run(check=check, as_json=as_json)


@app.command()
@ends
def sessions(
    end: Annotated[
        str | None, typer.Option("--end", metavar="SESSION", help="End this one, whatever it is doing.")
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """List the open browsers of every host, or end one.

    A job whose browser is ended opens another; to stop the job, use `cancel`.
    """
    from ghosthands.cli.commands import sessions

    return sessions.run(end=end, as_json=as_json)


@app.command()
@ends
def logins(
    job: JobId,
    forget: Annotated[str | None, typer.Option("--forget", metavar="DOMAIN", help="Delete this login.")] = None,
    as_json: AsJson = False,
) -> Work:
    """List the sites that a job's applicant is signed in to."""
    from ghosthands.cli.commands import logins

    return logins.run(job, forget=forget, as_json=as_json)


@app.command()
@ends
def codes(
    job: JobId,
    authenticator: Annotated[
        str | None,
        typer.Option(
            "--authenticator", metavar="SITE", help="Store the secret for this site; the command asks for it."
        ),
    ] = None,
    mailbox: Annotated[
        Path | None, typer.Option("--mailbox", metavar="FILE", help="Store the applicant's mailbox, described as JSON.")
    ] = None,
    forget: Annotated[
        str | None, typer.Option("--forget", metavar="SITE", help="Delete the source for this site, or the `mailbox`.")
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """List the sources of one-time codes of a job's applicant."""
    from ghosthands.cli.commands import codes

    return codes.run(job, authenticator=authenticator, mailbox=mailbox, forget=forget, as_json=as_json)


@app.command()
@ends
def answers(
    job: JobId,
    forget: Annotated[str | None, typer.Option("--forget", metavar="KEY", help="Delete this answer.")] = None,
    with_text: Annotated[bool, typer.Option("--show", help="Also show the answers themselves.")] = False,
    as_json: AsJson = False,
) -> Work:
    """List the remembered answers of a job's applicant."""
    from ghosthands.cli.commands import answers

    return answers.run(job, forget=forget, with_text=with_text, as_json=as_json)


@app.command()
@ends
def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP on this machine, not over standard input and output.")
    ] = False,
    port: Annotated[
        int, typer.Option(metavar="N", help="The port for HTTP; 0 takes a free one.", min=0, max=65535)
    ] = 8765,
) -> Work:
    """Serve a browser to an MCP client; nothing can be sent in it.

    Its tools navigate, act, extract, observe and take pictures. It needs a running stack. Over HTTP a client must send
    the token of GHOSTHANDS_MCP_TOKEN or, if that is not set, the one that is printed.
    """
    from ghosthands.cli.commands import mcp

    return mcp.run(http=http, port=port)


@app.command()
@ends
def bench(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The benchmark to run; without it, all are listed.")
    ] = None,
    runs: Annotated[
        int | None,
        typer.Option(metavar="N", help="The number of runs for the medians; at least the usual number.", min=1),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="For `age`: the number of jobs in the old log.", min=1)
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Measure GhostHands beside comparable tools."""
    from ghosthands.cli.commands import bench

    return bench.run(name, runs=runs, jobs=jobs, as_json=as_json)


@app.command()
@ends
def compare(
    urls: Annotated[list[str], typer.Argument(metavar="URL…", help="The postings' addresses.")],
    profile: Annotated[Path, typer.Option(metavar="FILE", help="A profile; see `profile init`.")],
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="The resume to upload.")] = None,
    as_json: AsJson = False,
) -> Work:
    """Compare both engine versions on postings, in dry runs.

    It prints the cost, model calls, time and success of each. Nothing is sent.
    """
    from ghosthands.cli.commands import compare

    return compare.run(urls, profile, resume=resume, as_json=as_json)


@app.command()
@ends
def practice(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", help="The port to listen on; 0 takes a free one.", min=0, max=65535)
    ] = 8700,
) -> Work:
    """Serve the practice careers site until Ctrl-C."""
    from ghosthands.cli.commands import programs

    return programs.serve_practice(host, port)


def _print_version(wanted: bool) -> None:
    if wanted:
        console.out.print(f"ghosthands {metadata.version('ghosthands-cli')}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)]


@app.callback()
def _main(version: Version = False) -> None:
    """The options of `ghosthands` itself."""
