"""Compares the projections with the log by projector's own rebuild, as a process beside the running one."""

from __future__ import annotations

import asyncio
import sys

import msgspec

from ghosthands.domain import services
from ghosthands.messaging import fault
from ghosthands.testkit.lab import Lab

_REBUILD = (sys.executable, "-m", "ghosthands.projector.rebuild", "--compare", "--json")


async def differing(lab: Lab) -> list[str]:
    """Return the tables that differ from the folded log. Raises AssertionError where they cannot be compared."""
    environment = {**lab.stack.process(services.PROJECTOR).command.env}
    environment.pop(fault.VARIABLE, None)
    process = await asyncio.create_subprocess_exec(
        *_REBUILD, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    said, complained = await process.communicate()
    if process.returncode not in (0, 1):
        raise AssertionError(f"the tables could not be compared: {complained.decode()}")
    report = msgspec.json.decode(said)
    return [table["table"] for table in report["tables"] if not table["equal"]]
