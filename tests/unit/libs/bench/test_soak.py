"""What a soak tells: what the stack came to hold beside what it held, and the last hundred beside the first."""

from __future__ import annotations

import asyncio
import os
import socket
import sys

import pytest

from ghosthands.bench import soak
from ghosthands.bench.processor_time import CHROMIUM, OURS, ProcessorTime
from ghosthands.bench.soak import Holding, Hundred

SPEND_A_LITTLE = "import time\nwhile time.process_time() < 0.15: pass"
BEFORE = {"planner": Holding(80.0, 1, 8, 4), "chromium": Holding(240.0, 10, 360, 90)}


def make_hundred(held: dict[str, Holding] = BEFORE, *, seconds: float = 3.0, planner: float = 0.5) -> Hundred:
    spent = dict.fromkeys((*OURS, CHROMIUM), 0.0) | {"planner": planner, CHROMIUM: 2.0}
    return Hundred(200, seconds, spent, held)


def ratios(*after: Hundred) -> dict[str, tuple[float, bool | None]]:
    return {each.name: (each.ratio, each.on_target) for each in soak.tell([make_hundred(), *after])}


def test_a_stack_that_holds_what_it_held_is_on_target() -> None:
    told = ratios(make_hundred())
    judged = ("seconds", "processor", "memory", "processes", "handles", "sockets")
    assert {told[f"soak.{what}"] for what in judged} == {(1.0, True)}
    assert told["soak.memory_since_first.planner"] == (1.0, None)


def test_what_grew_is_told_in_whole_and_by_part() -> None:
    grown = {**BEFORE, "planner": Holding(160.0, 2, 40, 20)}
    told = ratios(make_hundred(grown, seconds=3.6, planner=0.6))
    assert told["soak.memory"] == (1.25, False)
    assert told["soak.memory_since_first.planner"] == (2.0, None)
    assert told["soak.memory_since_first.chromium"] == (1.0, None)
    assert told["soak.processes"] == (1.0909, False)
    assert told["soak.handles"] == (1.087, False)
    assert told["soak.sockets"] == (1.1702, False)
    assert told["soak.seconds"] == told["soak.processor"] == (1.2, False)


def test_what_grew_in_the_first_half_is_told_and_judged_by_nobody() -> None:
    grown = make_hundred({**BEFORE, "planner": Holding(160.0, 1, 8, 4)})
    told = ratios(grown, grown, grown)
    assert told["soak.memory"] == (1.0, True)
    assert told["soak.memory_since_first"] == (1.25, None)


def test_each_hundred_is_told_in_a_line() -> None:
    assert str(make_hundred()) == (
        "after 200: 3.00 s each, 0.50 s of the processor ours and 2.00 Chromium's; 11 processes, 368 handles, 94 of"
        " them sockets, 320 MB (planner 80.0, chromium 240.0)"
    )


@pytest.mark.parametrize(("runs", "spans"), [(100, [100]), (300, [100] * 3), (350, [100, 100, 150])])
def test_what_is_left_over_belongs_to_the_last_hundred(runs: int, spans: list[int]) -> None:
    assert list(soak.split(runs)) == spans


def test_a_process_is_told_by_what_it_has_for_itself() -> None:
    ours = soak.look_at(os.getpid())
    held = bytearray(os.urandom(1 << 20) * 40)
    with socket.socket():
        grown = soak.look_at(os.getpid())
    assert grown.megabytes - ours.megabytes > 30
    assert (grown.processes, grown.handles - ours.handles, grown.sockets - ours.sockets) == (1, 1, 1)
    del held


def test_who_has_ended_holds_nothing() -> None:
    assert soak.look_at(1 << 22) == Holding()


async def test_who_has_ended_is_remembered_by_what_its_part_spent_alone() -> None:
    async with ProcessorTime.watching() as parts:
        for _ in range(3):
            process = await asyncio.create_subprocess_exec(sys.executable, "-c", SPEND_A_LITTLE, "ghosthands.planner")
            await process.wait()
        parts.look()
        assert not parts._living
        assert parts.by_part()["planner"] >= 0.15


async def test_the_living_processes_of_a_part_are_found_and_the_dead_are_not() -> None:
    async with ProcessorTime.watching() as parts:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "input()", "ghosthands.planner", stdin=asyncio.subprocess.PIPE
        )
        assert process.pid in parts.find_living()["planner"]
        await process.communicate(b"\n")
        assert process.pid not in parts.find_living().get("planner", [])
