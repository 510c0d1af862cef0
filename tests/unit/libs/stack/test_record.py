from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ghosthands import stack
from ghosthands.chromium import processes
from ghosthands.stack import passwords, record
from ghosthands.stack.record import Record, RecordedProcess
from ghosthands.stack.state import StateDir


@pytest.fixture
def folder(tmp_path: Path) -> StateDir:
    passwords.load_or_make(StateDir(tmp_path), ("valet",), {})
    return StateDir(tmp_path)


def recorded(pid: int) -> RecordedProcess:
    identity = processes.identify(pid)
    assert identity is not None
    return RecordedProcess(identity.pid, identity.start_time)


def of(supervisor: RecordedProcess, **others: RecordedProcess) -> Record:
    return Record(record.boot_id(), supervisor, True, "nats://x", "postgresql://x", "postgresql://y", others)


def test_a_stack_whose_supervisor_lives_is_found(folder: StateDir) -> None:
    record.write(folder, of(recorded(os.getpid())))
    found = stack.find_running(folder.path)
    assert found is not None
    assert (found.nats_url, found.ready, found.password_of("valet").user) == ("nats://x", True, "valet")


def test_a_record_of_a_supervisor_that_is_gone_counts_for_nothing(folder: StateDir) -> None:
    gone = msgspec.structs.replace(recorded(os.getpid()), start_time=1)
    record.write(folder, of(gone))
    assert stack.find_running(folder.path) is None


def test_a_record_from_before_the_last_boot_counts_for_nothing(folder: StateDir) -> None:
    record.write(folder, msgspec.structs.replace(of(recorded(os.getpid())), boot_id="earlier"))
    assert stack.find_running(folder.path) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"supervisor": 1}'])
def test_a_record_nobody_understands_counts_for_nothing(folder: StateDir, text: str) -> None:
    folder.record_file.write_text(text)
    assert stack.find_running(folder.path) is None


def test_where_there_was_never_a_stack_none_is_found(tmp_path: Path) -> None:
    assert stack.find_running(tmp_path / "nowhere") is None


@pytest.fixture
def sleepers() -> Iterator[tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]]:
    """Two processes, each in its own session."""
    children = [subprocess.Popen(["sleep", "600"], start_new_session=True) for _ in range(2)]
    yield children[0], children[1]
    for child in children:
        child.kill()
        child.wait()


async def test_leftovers_are_ended_by_pid_and_start_time(
    folder: StateDir, sleepers: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]
) -> None:
    left, innocent = sleepers
    reused = msgspec.structs.replace(recorded(innocent.pid), start_time=1)
    gone = msgspec.structs.replace(recorded(os.getpid()), start_time=1)
    record.write(folder, of(gone, planner=recorded(left.pid), executor=reused))
    assert await record.end_leftovers(folder) == 1
    assert left.wait() == -signal.SIGTERM
    assert innocent.poll() is None
    assert not folder.record_file.exists()
