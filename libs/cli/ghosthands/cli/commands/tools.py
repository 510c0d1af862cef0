"""Commands that hand over to another program of ours: `up`, `scan`, `rebuild`, `practice`."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

from ghosthands import stack
from ghosthands.cli import console
from ghosthands.cli.client import running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.stack import foreground


async def run_up() -> None:
    """The embedded stack until Ctrl-C."""

    async def body(started: stack.Supervisor) -> None:
        console.out.print(f"NATS        {started.nats_url}")
        console.out.print(f"PostgreSQL  {started.database_url}", soft_wrap=True)
        for name in started.config.services:
            console.out.print(f"{name:<12} {started.metrics_url(name)}/readyz")
        console.out.print("[green]ready[/]; Ctrl-C stops it. In another terminal: ghosthands jobs")
        await asyncio.Event().wait()

    found = stack.find_running()
    if found is not None:
        raise Stop(Exit.UNAVAILABLE, f"a stack runs here already (pid {found.record.supervisor.pid})")
    console.err.print("[dim]starting NATS, PostgreSQL and seven services …[/]")
    await foreground.run(stack.StackConfig(), body)


def scan(target: str, *, as_json: bool) -> int:
    """What a page asks, read by browser-host's own one-shot command; its exit code."""
    return _module("ghosthands.browser_host.scan", target, *(["--json"] if as_json else []))


def rebuild(*, compare: bool, as_json: bool) -> int:
    """The tables folded anew from the stream by projector's own command; its exit code."""
    here = running()
    login = here.credentials("projector")
    environment = {
        "GHOSTHANDS_NATS_URL": here.nats_url,
        "GHOSTHANDS_NATS_USER": login.user,
        "GHOSTHANDS_NATS_PASSWORD": login.password,
        "GHOSTHANDS_DATABASE_URL": here.database_url,
    }
    flags = [flag for flag, wanted in (("--compare", compare), ("--json", as_json)) if wanted]
    return _module("ghosthands.projector.rebuild", *flags, environment=environment)


def practice(arguments: list[str]) -> int:
    """The practice careers site until Ctrl-C."""
    return _module("ghosthands.practice", *arguments)


def _module(name: str, *arguments: str, environment: dict[str, str] | None = None) -> int:
    command = [sys.executable, "-m", name, *arguments]
    try:
        return subprocess.run(command, env=os.environ | (environment or {}), check=False).returncode
    except KeyboardInterrupt:
        return Exit.OK
