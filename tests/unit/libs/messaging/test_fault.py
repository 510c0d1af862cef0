"""Fault points: where a process is told to die, and that it does so once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from ghosthands.messaging import fault


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
        ("executor:before-append", fault.Plan("executor", "before-append")),
        ("executor:before-append:EffectIntended", fault.Plan("executor", "before-append", name="EffectIntended")),
        ("planner:after-append-before-ack:3", fault.Plan("planner", "after-append-before-ack", nth=3)),
        (
            "browser-host:after-effect-before-append:Submit:2:/tmp/a:b",
            fault.Plan("browser-host", "after-effect-before-append", "Submit", 2, Path("/tmp/a:b")),
        ),
        ("x:before-append:/tmp/m", fault.Plan("x", "before-append", marker=Path("/tmp/m"))),
    ],
)
def test_a_plan_is_read_from_the_variable(text: str, plan: fault.Plan) -> None:
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
