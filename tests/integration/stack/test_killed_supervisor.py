"""A supervisor that is told to stop, or killed, leaves nothing behind that the next start does not end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ghosthands import chromium, stack
from ghosthands.chromium import processes
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.stack import StackConfig, Supervisor, record
from ghosthands.stack.record import Record

pytestmark = [pytest.mark.integration, pytest.mark.slow]

Config = Callable[..., StackConfig]
Until = Callable[[Callable[[], object]], Awaitable[None]]
Remaining = Callable[[], list[ProcessIdentity]]

SCRIPT = Path(__file__).with_name("run_stack.py")


@asynccontextmanager
async def supervisor_process(
    state_dir: Path, *behaviours: str, postgres: bool = False, ignoring: str = ""
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A supervisor in its own process, ready; with PostgreSQL, which takes most of a start, only where asked for."""
    database = {} if postgres else {"GHOSTHANDS_DATABASE_URL": "postgresql://nobody-asks"}
    command = [sys.executable, str(SCRIPT), str(state_dir), *behaviours]
    shell = ["sh", "-c", f"trap '' {ignoring}; exec \"$@\"", "sh"] if ignoring else []
    child = await asyncio.create_subprocess_exec(*shell, *command, stdout=PIPE, env=os.environ | database)
    assert child.stdout is not None
    try:
        assert await asyncio.wait_for(child.stdout.readline(), 120) == b"ready\n"
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


def record_of(state_dir: Path) -> Record:
    found = stack.find_running(state_dir)
    assert found is not None
    return found.record


async def all_gone(identities: list[ProcessIdentity], seconds: float = 30) -> bool:
    return all(await asyncio.gather(*(identity.wait_until_gone(seconds) for identity in identities)))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_everything_in_order_and_exits_with_0(
    state_dir: Path, remaining: Remaining, number: signal.Signals
) -> None:
    async with supervisor_process(state_dir) as supervisor:
        assert remaining()
        supervisor.send_signal(number)
        assert await asyncio.wait_for(supervisor.wait(), 60) == 0
    assert remaining() == []
    assert not (state_dir / "stack.json").exists()


async def test_a_second_signal_does_not_wait_for_the_deaf(state_dir: Path, remaining: Remaining) -> None:
    async with supervisor_process(state_dir, "planner=deaf", postgres=True) as supervisor:
        executor = record_of(state_dir).processes["executor"].identity
        supervisor.send_signal(signal.SIGTERM)
        assert await executor.wait_until_gone(30)  # it is stopping, and waits for planner
        supervisor.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(supervisor.wait(), 10) == 0
    assert remaining() == []


async def test_a_signal_its_caller_ignores_is_ignored_as_under_nohup(state_dir: Path, until: Until) -> None:
    async with supervisor_process(state_dir, ignoring="HUP") as supervisor:
        supervisor.send_signal(signal.SIGHUP)
        record_of(state_dir).processes["executor"].identity.signal(signal.SIGKILL)
        await until(lambda: record_of(state_dir).processes["executor"].restarts == 1)
        supervisor.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(supervisor.wait(), 60) == 0


async def test_a_killed_supervisor_takes_its_processes_along(state_dir: Path, remaining: Remaining) -> None:
    async with supervisor_process(state_dir, postgres=True) as supervisor:
        started = [process.identity for process in record_of(state_dir).processes.values()]
        assert len(started) == 4
        supervisor.kill()
        assert await all_gone(started)
    assert remaining() == []


async def test_the_start_after_a_kill_ends_what_is_left_and_keeps_the_data(state_dir: Path, config: Config) -> None:
    async with supervisor_process(state_dir, "planner=deaf", "executor=helped", postgres=True) as supervisor:
        deaf = record_of(state_dir).processes["planner"].identity
        helper = processes.identify(int((state_dir / "helper.pid").read_text()))
        master_key = (state_dir / "master.key").read_bytes()
        supervisor.kill()
        await supervisor.wait()
    assert helper is not None
    assert deaf.alive
    assert stack.find_running(state_dir) is None
    async with Supervisor(config(database_url=None)) as again:
        assert not deaf.alive
        assert not helper.alive
        assert again.process("postgres").ready
        assert (state_dir / "master.key").read_bytes() == master_key


async def test_a_browser_of_a_killed_stack_is_ended_at_the_next_start(state_dir: Path, config: Config) -> None:
    async with supervisor_process(state_dir) as supervisor:
        kept = state_dir / "browsers/job.session"
        browser = await chromium.launch(kept, log_path=state_dir / "logs/browser.log")
        supervisor.kill()
        await supervisor.wait()
    assert browser.alive
    async with Supervisor(config()):
        assert not browser.alive
        assert list(kept.iterdir()) == [], "what was typed goes with it"


async def test_a_postmaster_that_outlived_its_supervisor_is_ended_at_the_next_start(
    state_dir: Path, config: Config
) -> None:
    async with supervisor_process(state_dir, postgres=True) as supervisor:
        postgres = record_of(state_dir).processes["postgres"].identity
        # Stopped, it cannot react to its parent's death: as good as a server on a machine too busy to.
        postgres.signal(signal.SIGSTOP)
        supervisor.kill()
        await supervisor.wait()
    (state_dir / "stack.json").unlink()  # even where nothing is recorded
    assert postgres.alive
    async with Supervisor(config(database_url=None)) as again:
        assert not postgres.alive
        assert again.process("postgres").ready


async def test_a_record_from_before_the_machine_was_restarted_kills_nobody(state_dir: Path, config: Config) -> None:
    innocent = subprocess.Popen(["sleep", "600"])  # noqa: ASYNC220 - it returns at once
    identity = processes.identify(innocent.pid)
    assert identity is not None
    async with supervisor_process(state_dir) as supervisor:
        text = (state_dir / "stack.json").read_text()
        supervisor.kill()
        await supervisor.wait()
    recorded = f'{{"pid": {identity.pid}, "start_time": {identity.start_time}}}'
    text = text.replace(record.boot_id(), "another-boot").replace(
        '"processes": {', f'"processes": {{"innocent": {recorded},'
    )
    (state_dir / "stack.json").write_text(text)
    async with Supervisor(config()):
        assert identity.alive
    innocent.kill()
    innocent.wait()


async def test_two_supervisors_at_once_run_one_stack(state_dir: Path) -> None:
    async with supervisor_process(state_dir) as first:
        second = await asyncio.create_subprocess_exec(sys.executable, str(SCRIPT), str(state_dir), stdout=PIPE)
        said, _ = await asyncio.wait_for(second.communicate(), 60)
        assert second.returncode == 1
        assert f"already runs on {state_dir} (process {first.pid})" in said.decode()
        assert first.returncode is None
        assert all(process.identity.alive for process in record_of(state_dir).processes.values())


async def test_the_stack_runs_in_the_foreground_as_a_module(state_dir: Path) -> None:
    env = os.environ | {"GHOSTHANDS_STATE_DIR": str(state_dir / "file/below"), "GHOSTHANDS_NATS_PORT": ""}
    (state_dir / "file").touch()
    child = await asyncio.create_subprocess_exec(sys.executable, "-m", "ghosthands.stack", env=env, stderr=PIPE)
    _, said = await asyncio.wait_for(child.communicate(), 60)
    assert child.returncode == 1
    assert "cannot be used (Not a directory): make it writable, or set GHOSTHANDS_STATE_DIR" in said.decode()
    assert len(said.decode().splitlines()) == 1
