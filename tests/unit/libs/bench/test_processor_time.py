"""Processor time is told of the process that spent it, also once it has ended."""

from __future__ import annotations

import asyncio
import sys

from ghosthands.bench.processor_time import ProcessorTime

BUSY = "import time\nwhile time.process_time() < 0.4: pass"
#: as a service has a child that works, and ends before it
WITH_A_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BUSY!r}])"


async def spend(code: str, name: str) -> dict[str, float]:
    """What is told after a process of that name ran the code, from its start to its end."""
    async with ProcessorTime.watching() as spent:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, name)
        await process.wait()
        return spent.by_part()


async def test_a_service_is_told_what_it_spent_itself() -> None:
    spent = await spend(BUSY, "ghosthands.planner")
    assert 0.25 <= spent["planner"] < 2.0
    assert sum(spent.values()) == spent["planner"]


async def test_what_its_children_spent_is_the_services() -> None:
    assert (await spend(WITH_A_CHILD, "ghosthands.projector"))["projector"] >= 0.25


async def test_what_is_no_part_of_the_stack_is_nobodys() -> None:
    assert sum((await spend(BUSY, "somebody else's")).values()) == 0
