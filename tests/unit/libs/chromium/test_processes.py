from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ghosthands.chromium import processes
from ghosthands.chromium.processes import ProcessIdentity


@contextmanager
def sleeper(*, command: str = "sleep", session: bool = False) -> Iterator[ProcessIdentity]:
    child = subprocess.Popen([command, "600"], start_new_session=session)
    identity = processes.identify(child.pid)
    assert identity is not None
    while not processes.command_line(child.pid):
        os.sched_yield()  # for a moment after it was begun it has none yet
    try:
        yield identity
    finally:
        child.kill()
        child.wait()


@contextmanager
def leader_of(script: str) -> Iterator[tuple[ProcessIdentity, str]]:
    """A process that leads a session, and the first line it wrote."""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert child.stdout is not None
    said = child.stdout.readline()
    stat = processes.read_stat(child.pid)
    assert stat is not None
    try:
        yield stat.identity, said
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def test_we_ourselves_are_alive() -> None:
    us = processes.identify(os.getpid())
    assert us is not None
    assert us.alive


def test_those_are_found_whose_command_line_says_so() -> None:
    with sleeper() as one:
        assert one in [stat.identity for stat in processes.list_living("sleep")]
        assert one in [stat.identity for stat in processes.list_living()]
        assert one not in [stat.identity for stat in processes.list_living("no such command")]


def test_a_pid_with_another_start_time_is_another_process() -> None:
    with sleeper() as real:
        earlier = replace(real, start_time=real.start_time - 1)
        assert not earlier.alive
        assert not earlier.signal(signal.SIGKILL)
        assert real.alive


def test_a_zombie_is_gone() -> None:
    child = subprocess.Popen(["true"])
    identity = processes.read_stat(child.pid)
    assert identity is not None
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # ended, and its status still to be collected
    assert processes.identify(child.pid) is None
    assert not identity.identity.alive
    child.wait()


def test_a_command_named_with_parentheses_and_spaces_is_read_correctly(tmp_path: Path) -> None:
    odd = tmp_path / "a) S 1 (b"
    odd.symlink_to("/bin/sleep")
    with sleeper(command=str(odd)) as identity:
        assert processes.read_stat(identity.pid) is not None
        assert identity.alive


async def test_waiting_for_the_end_of_a_process_returns_when_it_ends() -> None:
    with sleeper() as identity:
        waiting = asyncio.create_task(identity.wait_until_gone(30))
        await asyncio.sleep(0)
        assert identity.signal(signal.SIGTERM)
        assert await waiting


async def test_waiting_for_a_process_that_goes_on_times_out() -> None:
    with sleeper() as identity:
        assert not await identity.wait_until_gone(0.05)
        assert identity.alive


async def test_ending_a_session_ends_the_helpers_of_a_leader_that_is_gone_already() -> None:
    script = "import subprocess; print(subprocess.Popen(['sleep', '600']).pid, flush=True)"
    with leader_of(script) as (leader, said):
        helper = processes.identify(int(said))
        assert helper is not None
        await leader.wait_until_gone(30)
        assert helper.alive
        assert await processes.end_session(leader, stop=signal.SIGTERM, grace_seconds=1)
        assert not helper.alive


async def test_ending_a_session_that_ignores_the_polite_signal_kills_it() -> None:
    script = "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)"
    with leader_of(script) as (leader, _):
        assert await processes.end_session(leader, stop=signal.SIGTERM, grace_seconds=0.05)
        assert not leader.alive


async def test_ending_a_session_whose_number_has_a_new_owner_touches_nothing() -> None:
    with sleeper(session=True) as owner:
        earlier = replace(owner, start_time=owner.start_time - 1)
        assert await processes.end_session(earlier, stop=signal.SIGTERM, grace_seconds=1)
        assert owner.alive
