"""What a soak tells: what the stack came to hold beside what it held, and the last hundred beside the first."""

from __future__ import annotations

import asyncio
import os
import sys

from ghosthands.bench import soak
from ghosthands.bench.measure import Pair
from ghosthands.bench.processor_time import ProcessorTime
from ghosthands.bench.soak import Holding

SAME = Pair(3.0, 3.0)
BEFORE = {"planner": Holding(80.0, 1, 8), "chromium": Holding(240.0, 10, 360)}


def ratios(after: dict[str, Holding], seconds: Pair = SAME) -> dict[str, tuple[float, bool | None]]:
    return {each.name: (each.ratio, each.on_target) for each in soak.tell(seconds, after, BEFORE)}


def test_a_stack_that_holds_what_it_held_is_on_target() -> None:
    told = ratios(BEFORE)
    assert told["soak.memory"] == told["soak.processes"] == told["soak.handles"] == told["soak.seconds"] == (1.0, True)
    assert told["soak.memory.planner"] == (1.0, None)


def test_what_grew_is_told_in_whole_and_by_part() -> None:
    told = ratios({**BEFORE, "planner": Holding(160.0, 2, 40)}, Pair(3.6, 3.0))
    assert told["soak.memory"] == (1.25, False)
    assert told["soak.memory.planner"] == (2.0, None)
    assert told["soak.memory.chromium"] == (1.0, None)
    assert told["soak.processes"] == (1.0909, False)
    assert told["soak.handles"] == (1.087, False)
    assert told["soak.seconds"] == (1.2, False)


def test_a_process_is_told_by_what_it_has_for_itself() -> None:
    ours = soak.look_at(os.getpid())
    held = bytearray(os.urandom(1 << 20) * 40)
    assert soak.look_at(os.getpid()).megabytes - ours.megabytes > 30
    assert (ours.processes, ours.handles > 2) == (1, True)
    del held


def test_who_has_ended_holds_nothing() -> None:
    assert soak.look_at(1 << 22) == Holding()


async def test_the_living_processes_of_a_part_are_found_and_the_dead_are_not() -> None:
    async with ProcessorTime.watching() as parts:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "input()", "ghosthands.planner", stdin=asyncio.subprocess.PIPE
        )
        assert process.pid in parts.find_living()["planner"]
        await process.communicate(b"\n")
        assert process.pid not in parts.find_living().get("planner", [])
