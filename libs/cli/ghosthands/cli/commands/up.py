"""`ghosthands up`: runs the stack until Ctrl-C."""

from __future__ import annotations

import asyncio
import itertools

from ghosthands import stack
from ghosthands.cli import console, own_stack
from ghosthands.cli.client import connect
from ghosthands.cli.commands.console import read_link
from ghosthands.cli.exits import Stop
from ghosthands.domain.errors import GhostHandsError, StreamUnavailable
from ghosthands.messaging.archive.key import ArchiveUnreadable
from ghosthands.messaging.log import whole


async def run() -> None:
    """Start the stack, print its addresses, and wait. Raises StackError."""
    config = stack.StackConfig.lasting()
    if stack.find_running(config.state_dir) is not None:  # at once: to read every service's settings takes seconds
        raise stack.StateDir(config.state_dir.resolve()).taken()
    await own_stack.run(config, _wait)
    console.tell("stopped")


async def _wait(started: stack.Supervisor) -> None:
    config = started.config
    services = {name: f"{started.metrics_url(name)}/readyz" for name in config.services}
    places = {
        "state": started.state.path,
        "NATS": "by GHOSTHANDS_NATS_URL" if config.nats_url else started.nats_url,
        "HTTP": f"http://127.0.0.1:{started.http_port}",
        "PostgreSQL": "by GHOSTHANDS_DATABASE_URL" if config.database_url else started.reader_url,
        **services,
        "console": await _link_console(started),
    }
    for name, place in places.items():
        console.out.print(f"{name:<12}  {place}", soft_wrap=True, markup=False, highlight=name != "console")
    for difference in started.stream_differences:
        console.tell(f"NATS: {difference}", style="yellow")
    console.out.print("[green]ready[/]; Ctrl-C stops it. In another terminal: ghosthands jobs")
    told = (tell(started, name) for tell in (_tell_restarts, _tell_troubles) for name in started.names)
    await asyncio.gather(_tell_archive(started), *told)


async def _link_console(started: stack.Supervisor) -> str:
    """Return a link by which the first person signs in, or how to get one."""
    try:
        async with connect(started) as client:
            return (await read_link(client)).url
    except Stop:
        return "later: ghosthands console"


async def _tell_archive(started: stack.Supervisor) -> None:
    """Print a line if a part of the archive is missing; it reads each of the archive's files."""
    try:
        async with connect(started) as client:
            await whole.check_archive(client.bus)
    except ArchiveUnreadable as error:
        console.tell(f"archive: {error}", style="yellow")
    except (StreamUnavailable, Stop):
        pass  # NATS's own trouble is reported
    except GhostHandsError as error:  # no reason to stop the stack
        console.tell(f"archive: it could not be looked at: {error}", style="yellow")


async def _tell_restarts(started: stack.Supervisor, name: str) -> None:
    """Print a line whenever the process was restarted, for ever."""
    for times in itertools.count(1):
        await started.wait_until_restarted(name, times)
        console.tell(f"{name} died and was started again; see {started.state.log_file(name)}", style="yellow")


async def _tell_troubles(started: stack.Supervisor, name: str) -> None:
    """Print a line whenever the process's trouble changes or ends, for ever."""
    trouble = ""
    while True:
        trouble = await started.wait_for_trouble(name, trouble)
        console.tell(f"{name}: {trouble or 'well again'}", style="yellow")
