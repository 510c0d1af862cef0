from __future__ import annotations

import asyncio
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ghosthands.chromium import processes
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.domain.services import SERVICES
from ghosthands.stack import BackOff, StackConfig, Supervisor

FAKE = Path(__file__).with_name("fake_service.py")


Config = Callable[..., StackConfig]
Until = Callable[[Callable[[], object]], Awaitable[None]]


@pytest.fixture
def state_dir() -> Iterator[Path]:
    """A state directory that unprivileged users can pass through; nothing that names it may survive the test."""
    with _empty_dir() as folder:
        yield folder


@pytest.fixture
def remaining(state_dir: Path) -> Callable[[], list[ProcessIdentity]]:
    """Tells which processes of the stack on `state_dir` still run."""
    return lambda: still_running(state_dir)


@pytest.fixture
def until() -> Until:
    """Waits for what other processes do: returns once the condition holds, fails when it does not in 60 s."""

    async def wait(condition: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not condition():  # noqa: ASYNC110 - another process cannot set our event
                await asyncio.sleep(0.02)

    return wait


@pytest.fixture
def config(state_dir: Path) -> Config:
    """A stack of two fake services; keywords are StackConfig's, `behaviours` maps a service to what it does.

    Without PostgreSQL, which takes most of a start's time: `database_url=None` has it started.
    """

    def make(behaviours: dict[str, str] | None = None, **settings: Any) -> StackConfig:
        extra_env = {name: {"FAKE_SERVICE": does} for name, does in (behaviours or {}).items()}
        defaults = {"state_dir": state_dir, "extra_env": extra_env, "database_url": "postgresql://nobody-asks"}
        return of_fakes(**(defaults | settings))

    return make


@pytest.fixture(scope="module")
async def running() -> AsyncIterator[Supervisor]:
    """A whole stack of seven fake services, shared by a module's tests."""
    with _empty_dir() as folder:
        async with Supervisor(of_fakes(state_dir=folder, services=SERVICES)) as supervisor:
            yield supervisor


def of_fakes(**settings: Any) -> StackConfig:
    defaults = {
        "services": ("planner", "executor"),
        "service_command": lambda name: [sys.executable, str(FAKE), name],
        "back_off": BackOff(first=0.05, longest=0.2),
        "nats_url": None,
        "database_url": None,
    }
    return StackConfig(**(defaults | settings))


@contextmanager
def _empty_dir() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="gh-"))
    folder.chmod(0o711)
    yield folder
    deadline = time.monotonic() + 60  # a killed supervisor's processes take their leave
    while (left := still_running(folder)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for process in left:
        process.signal(signal.SIGKILL)
    shutil.rmtree(folder)
    assert left == []


def still_running(folder: Path) -> list[ProcessIdentity]:
    """Every living process whose command line, working directory or state directory lies in `folder`."""
    return [stat.identity for stat in processes.list_living() if str(folder) in _traces(stat.pid)]


def _traces(pid: int) -> str:
    try:
        environ = Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace")
        where = Path(f"/proc/{pid}/cwd").readlink()
    except OSError:
        return ""
    ours = [entry for entry in environ.split("\0") if entry.startswith("GHOSTHANDS_STATE_DIR=")]
    return " ".join([*processes.command_line(pid), str(where), *ours])
