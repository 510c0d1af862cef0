"""The `ghosthands` command line: parses, calls one function, turns errors into one line and an exit code.

Exit codes: 0 done · 1 the answer is no (the job failed, a difference, a finding) · 2 the input is not usable ·
3 the job waits for a human · 4 the stack is not there or does not answer.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import structlog
import typer
from ghosthands.cli import console
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import GhostHandsError
from ghosthands.readmodel import Status
from ghosthands.stack.errors import StackError

app = typer.Typer(
    help=(
        "Applies for jobs on a person's behalf: fills the form in a real browser, reads it back, submits once.\n\n"
        + (__doc__ or "").split("\n\n")[1].replace("\n", " ")
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
profile_app = typer.Typer(help="An applicant's profile on disk.", no_args_is_help=True)
app.add_typer(profile_app, name="profile")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
JobId = Annotated[str, typer.Argument(help="The job's id, or its beginning.")]


@app.command()
def demo() -> None:
    """Run two applications end to end on a local practice careers site."""
    from ghosthands.cli.commands import demo

    _run(demo.run())


@app.command()
def up() -> None:
    """Start the embedded stack and keep it running until Ctrl-C."""
    from ghosthands.cli.commands import tools

    _run(tools.run_up())


@app.command()
def apply(
    url: Annotated[str, typer.Argument(help="The posting's address.")],
    profile: Annotated[Path, typer.Option(help="A profile; see `profile init`.")],
    resume: Annotated[Path | None, typer.Option(help="The resume to upload.")] = None,
    dry_run: Annotated[bool, typer.Option(help="Fill everything, show what would be sent, never submit.")] = False,
    headed: Annotated[bool, typer.Option(help="Show the browser.")] = False,
    timeout: Annotated[int, typer.Option(help="Seconds the job may work.", min=30, max=1800)] = 300,
    as_json: AsJson = False,
) -> None:
    """Apply to one posting and watch it to its end; starts a stack itself when none runs."""
    from ghosthands.cli.commands import apply

    _run(apply.run(url, profile, resume=resume, dry_run=dry_run, headed=headed, timeout=timeout, as_json=as_json))


@app.command()
def scan(target: Annotated[str, typer.Argument(help="An address or a file.")], as_json: AsJson = False) -> None:
    """Read a page and say what it asks; nothing is filled or sent."""
    from ghosthands.cli.commands import tools

    _exit(tools.scan(target, as_json=as_json))


@profile_app.command("init")
def profile_init(path: Annotated[Path, typer.Argument(help="The file to make.")] = Path("profile.json")) -> None:
    """Make a profile to fill in."""
    from ghosthands.cli.commands import profile

    _call(lambda: profile.init(path))


@profile_app.command("check")
def profile_check(path: Annotated[Path, typer.Argument(help="The profile.")] = Path("profile.json")) -> None:
    """Say what is wrong with a profile, or missing from it."""
    from ghosthands.cli.commands import profile

    _call(lambda: profile.check(path))


@app.command()
def jobs(
    limit: Annotated[int, typer.Option(help="At most so many.", min=1, max=1000)] = 20,
    status: Annotated[Status | None, typer.Option(help="Only those with this status.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the latest jobs."""
    from ghosthands.cli.commands import jobs

    _run(jobs.run_jobs(limit=limit, status=status, as_json=as_json))


@app.command()
def show(job: JobId, as_json: AsJson = False) -> None:
    """Show one job: its timeline and what became of it."""
    from ghosthands.cli.commands import jobs

    _run(jobs.run_show(job, as_json=as_json))


@app.command()
def replay(
    job: JobId,
    verify: Annotated[bool, typer.Option(help="Fold the stream and compare it with the tables.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell a job's timeline from the stream alone."""
    from ghosthands.cli.commands import replay

    _run(replay.run(job, verify=verify, as_json=as_json))


@app.command()
def rebuild(
    compare: Annotated[bool, typer.Option(help="Only compare a fresh fold with the tables.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fold all tables anew from the stream."""
    from ghosthands.cli.commands import tools

    _call(lambda: _exit(tools.rebuild(compare=compare, as_json=as_json)))


@app.command()
def cancel(job: JobId) -> None:
    """Stop a job, unless its submission has begun."""
    from ghosthands.cli.commands import jobs

    _run(jobs.run_cancel(job))


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Check what GhostHands needs, and say what mends what is missing."""
    from ghosthands.cli.commands import doctor

    _call(lambda: doctor.run(as_json=as_json))


@app.command()
def bench(
    name: Annotated[str | None, typer.Argument(help="Which one; without it they are listed.")] = None,
    runs: Annotated[
        int | None, typer.Option(help="Runs to take the medians of; more than the list says.", min=1)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure GhostHands beside its peers, on servers of its own."""
    from ghosthands.cli.commands import bench

    _run(bench.run(name, runs=runs, as_json=as_json))


@app.command()
def practice(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes a free one.")] = 8700,
) -> None:
    """Serve the practice careers site until Ctrl-C."""
    from ghosthands.cli.commands import tools

    _exit(tools.practice(["--host", host, "--port", str(port)]))


@app.callback()
def _configure() -> None:
    """The stack's own log lines belong in its log files; here only what is wrong is said."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    logging.getLogger("ghosthands").setLevel(logging.ERROR)


def _run(work: Coroutine[Any, Any, None]) -> None:
    _call(lambda: asyncio.run(work))


def _call(work: Any) -> None:
    """Do it; whatever goes wrong is one line for the user and an exit code."""
    try:
        work()
    except Stop as stop:
        if str(stop):
            console.err.print(f"[red]{stop}[/]" if stop.code else str(stop))
        _exit(stop.code)
    except StackError as error:
        console.err.print(f"[red]{error}[/]")
        _exit(Exit.UNAVAILABLE)
    except GhostHandsError as error:
        console.err.print(f"[red]{error}[/]; `ghosthands doctor` may say why")
        _exit(Exit.UNAVAILABLE)
    except TimeoutError:
        console.err.print("[red]it took too long[/]; `ghosthands doctor` may say why")
        _exit(Exit.NO)
    except KeyboardInterrupt:
        _exit(130)


def _exit(code: int) -> None:
    sys.stdout.flush()
    raise typer.Exit(int(code))
