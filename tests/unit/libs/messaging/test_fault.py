"""Fault points: where a process is told to die, and that it does so once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ghosthands.domain.message import Command, Event
from ghosthands.messaging import fault
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.outbox import Outbox


def passes(text: str, *points: tuple[str, ...]) -> int:
    """The exit code of a process that comes by these (service, point, *names)."""
    script = (
        "import asyncio, sys, json\n"
        "from ghosthands.messaging import fault\n"
        "async def main():\n"
        "    for each in json.loads(sys.argv[1]):\n"
        "        await fault.point(*each)\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, json.dumps(points)], env=os.environ | {fault.VARIABLE: text}, check=False
    )
    return done.returncode


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("executor:before-append", fault.FaultPlan("executor", "before-append")),
        ("executor:before-append:EffectIntended", fault.FaultPlan("executor", "before-append", name="EffectIntended")),
        ("planner:after-append-before-ack:3", fault.FaultPlan("planner", "after-append-before-ack", nth=3)),
        (
            "browser-host:after-effect-before-append:Submit:2:/tmp/a:b",
            fault.FaultPlan("browser-host", "after-effect-before-append", "Submit", 2, Path("/tmp/a:b")),
        ),
        (
            "x:before-append:freeze:/tmp/m",
            fault.FaultPlan("x", "before-append", marker=Path("/tmp/m"), number=signal.SIGSTOP),
        ),
        ("x:before-append:/tmp/m", fault.FaultPlan("x", "before-append", marker=Path("/tmp/m"))),
    ],
)
def test_a_plan_is_read_from_the_variable(text: str, plan: fault.FaultPlan) -> None:
    assert fault.parse(text) == plan


@pytest.mark.parametrize("text", ["executor", "executor:somewhere", ""])
def test_a_plan_without_a_known_point_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="before-append"):
        fault.parse(text)


def test_the_process_is_killed_at_its_point() -> None:
    assert passes("executor:before-append", ("executor", fault.BEFORE_APPEND, "JobClaimed")) == -signal.SIGKILL


def test_other_services_points_and_names_pass() -> None:
    others = [("planner", fault.BEFORE_APPEND, "X"), ("executor", fault.BEFORE_ACK, "X"), ("executor", "before-append")]
    assert passes("executor:before-append:X", *others) == 0


def test_the_nth_time_is_counted_among_those_that_match() -> None:
    here, there = ("executor", fault.BEFORE_APPEND, "X"), ("executor", fault.BEFORE_APPEND, "Y")
    assert passes("executor:before-append:X:2", here, there) == 0
    assert passes("executor:before-append:X:2", here, there, here) == -signal.SIGKILL


def test_a_marker_lets_it_happen_once_for_all_processes(tmp_path: Path) -> None:
    marker = tmp_path / "fired"
    text, here = f"executor:before-append:{marker}", ("executor", fault.BEFORE_APPEND)
    assert passes(text, here) == -signal.SIGKILL
    assert marker.exists()
    assert passes(text, here) == 0


class Points:
    """The points that were passed, and how many events the log had by then."""

    def __init__(self, log: MemoryEventLog, aggregate: Aggregate) -> None:
        self._log, self._aggregate = log, aggregate
        self.passed: list[tuple[str, tuple[str, ...], int]] = []

    async def point(self, service: str, point: str, *names: str) -> None:
        stored = len((await self._log.load(self._aggregate)).recorded)
        self.passed.append((point, names, stored))


@pytest.fixture
def points(log: MemoryEventLog, lamp: Aggregate, monkeypatch: pytest.MonkeyPatch) -> Points:
    points = Points(log, lamp)
    monkeypatch.setattr(fault, "point", points.point)
    return points


async def test_an_append_passes_a_point_before_it_and_one_after(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, out: Event, points: Points
) -> None:
    await log.append_facts(await log.load(lamp), [lit, out], cause=cause)
    names = ("LampLit", "LampOut")
    assert points.passed == [(fault.BEFORE_APPEND, names, 0), (fault.AFTER_APPEND, names, 2)]


async def test_an_append_that_has_nothing_to_store_passes_none(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, points: Points
) -> None:
    for _ in range(2):
        await log.append_facts(await log.load(lamp), [lit], cause=cause)
    assert len(points.passed) == 2


async def test_what_is_sent_passes_the_point_after_an_effect(
    codec: Codec, cause: Cause, light: Command, points: Points
) -> None:
    bus = MemoryBus("executor")
    await Commands(bus, codec).send(light, command_id="c2", cause=cause)
    await Outbox(bus).put("acme", "t1", "status", {})
    assert [passed[:2] for passed in points.passed] == [
        (fault.AFTER_EFFECT, ("LightLamp",)),
        (fault.AFTER_EFFECT, ("status",)),
    ]
