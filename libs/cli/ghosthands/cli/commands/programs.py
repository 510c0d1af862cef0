"""Commands that run a program of another part (`scan`, `rebuild`, `practice`, `backup`) in this process.

Their exit codes become those of this command line.
"""

from __future__ import annotations

import asyncio
import os
import runpy
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from ghosthands import stack
from ghosthands.cli.client import use_running
from ghosthands.cli.exits import Exit, Stop

NOTHING: Mapping[str, str] = {}


def scan(target: str, *, as_json: bool) -> int:
    """Read a page's questions by browser-host's own one-shot command; return the exit code."""
    unreadable, no_browser = 2, 3
    exits = {unreadable: Exit.USAGE, no_browser: Exit.UNAVAILABLE}
    return run("ghosthands.browser_host.scan_command", target, *_make_flags(json=as_json), exits=exits)


def rebuild(*, compare: bool, as_json: bool) -> int:
    """Fold the tables again from the stream by projector's own command; return the exit code. Raises Stop(USAGE)."""
    here = asyncio.run(use_running())
    if isinstance(here, stack.StackElsewhere):
        mend = "run `python -m ghosthands.projector.rebuild` there, with projector's own settings"
        raise Stop(Exit.USAGE, f"only projector writes the tables of a stack elsewhere: {mend}")
    login = here.password_of("projector")
    given = {
        "GHOSTHANDS_NATS_URL": here.nats_url,
        "GHOSTHANDS_NATS_USER": login.user,
        "GHOSTHANDS_NATS_PASSWORD": login.password,
        "GHOSTHANDS_DATABASE_URL": here.database_url,
        **stack.find_archive(stack.StateDir(stack.StackConfig().state_dir)),
    }
    refused, away = 2, 3
    exits = {refused: Exit.USAGE, away: Exit.UNAVAILABLE}
    flags = _make_flags(compare=compare, json=as_json)
    return run("ghosthands.projector.rebuild", *flags, given=given, exits=exits)


def serve_practice(host: str, port: int) -> int:
    """Serve the practice careers site until Ctrl-C; return the exit code."""
    taken = 1
    return run("ghosthands.practice", "--host", host, "--port", str(port), exits={taken: Exit.USAGE})


def _make_flags(**wanted: bool) -> list[str]:
    return [f"--{name}" for name, is_wanted in wanted.items() if is_wanted]


def run(module: str, *arguments: str, exits: Mapping[int, Exit], given: Mapping[str, str] = NOTHING) -> int:
    """Run the module as `python -m` would, with these additional variables; return its exit code as one of ours."""
    sys.argv[1:] = arguments
    with _environment(given):
        try:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else Exit.OK
            if isinstance(end.code, str):
                sys.stderr.write(f"{end.code}\n")
                code = 1
            return exits.get(code, code)
    return Exit.OK


@contextmanager
def _environment(given: Mapping[str, str]) -> Iterator[None]:
    """Set these variables in this process' environment within the block."""
    before = {name: os.environ.get(name) for name in given}
    os.environ |= given
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
