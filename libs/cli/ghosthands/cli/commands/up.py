"""`ghosthands up`: the stack, until Ctrl-C."""

from __future__ import annotations

import asyncio

from ghosthands import stack
from ghosthands.cli import console
from ghosthands.stack import foreground


async def run() -> None:
    """Start it, say where everything is, and wait. Raises StackError."""
    console.tell("starting NATS, PostgreSQL and seven services …")
    await foreground.run(stack.StackConfig(), _wait)
    console.tell("stopped")


async def _wait(started: stack.Supervisor) -> None:
    services = {name: f"{started.metrics_url(name)}/readyz" for name in started.config.services}
    places = {
        "state": started.state.path,
        "NATS": started.nats_url,
        "PostgreSQL": started.reader_url,
        **services,
    }
    for name, place in places.items():
        console.out.print(f"{name:<12}  {place}", soft_wrap=True, markup=False)
    console.out.print("[green]ready[/]; Ctrl-C stops it. In another terminal: ghosthands jobs")
    await asyncio.Event().wait()
