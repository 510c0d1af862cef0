from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ghosthands.chromium import processes
from ghosthands.stack import BackOff, ManagedProcess, StackError, Tolerance, commands
from ghosthands.stack.commands import ProcessCommand
from ghosthands.stack.processes import Trouble

SLEEPER = "import time; time.sleep(600)"
QUICK = BackOff(first=0.01, longest=0.02)


async def at_once() -> None:
    """Ready as soon as it is asked."""


async def never() -> None:
    await asyncio.Event().wait()


def python(script: str, log: Path, **fields: object) -> ProcessCommand:
    return ProcessCommand("it", [sys.executable, "-I", "-S", "-c", script], log, **fields)  # type: ignore[arg-type]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "it.log"


@asynccontextmanager
async def running(
    command: ProcessCommand, until_ready: Callable[[], Awaitable[None]] = at_once, back_off: BackOff = QUICK
) -> AsyncIterator[ManagedProcess]:
    process = ManagedProcess(command, until_ready=until_ready, back_off=back_off)
    try:
        await process.start(30)
        yield process
    finally:
        await process.stop(grace_seconds=5)


def test_the_wait_before_a_restart_doubles_up_to_a_limit() -> None:
    back_off = BackOff()
    assert [back_off.after(failures) for failures in (1, 2, 3, 6, 7, 5000)] == [0.2, 0.4, 0.8, 6.4, 10.0, 10.0]


async def test_what_a_process_says_is_in_its_log(log: Path) -> None:
    async with running(python(f"print('hello', flush=True); {SLEEPER}", log), until_ready=lambda: says(log, "hello")):
        assert commands.last_words(log) == "hello"


async def test_it_leads_its_own_session_and_ends_with_us(log: Path) -> None:
    shows_bond = (
        "import ctypes, time; signal = ctypes.c_int(); ctypes.CDLL(None).prctl(2, ctypes.byref(signal));"
        "print('bound by', signal.value, flush=True); time.sleep(600)"
    )
    async with running(python(shows_bond, log), until_ready=lambda: says(log, "bound by 15")) as process:
        stat = processes.read_stat(process.pid)
        assert stat is not None
        assert stat.session == process.pid


async def test_stopping_asks_with_the_commands_own_signal(log: Path) -> None:
    says_which = (
        # written past Python's own buffer: the signal may come while the last words are still being flushed
        "import os, signal, sys, time\n"
        "def on_signal(number, frame): os.write(1, b'got %d\\n' % number); sys.exit()\n"
        "signal.signal(signal.SIGINT, on_signal)\nprint('set', flush=True)\ntime.sleep(600)"
    )
    command = python(says_which, log, stop_signal=signal.SIGINT)
    async with running(command, until_ready=lambda: says(log, "set")):
        pass
    assert commands.last_words(log) == "got 2"


async def test_a_suspended_process_is_stopped_without_waiting_out_the_grace(log: Path) -> None:
    async with running(python(SLEEPER, log)) as process:
        os.kill(process.pid, signal.SIGSTOP)
        async with asyncio.timeout(20):
            await process.stop(grace_seconds=60)


async def test_stopping_twice_is_stopping_once(log: Path) -> None:
    async with running(python(SLEEPER, log)) as process:
        await process.stop(grace_seconds=5)
        await process.stop(grace_seconds=5)
        assert not process.ready


async def test_it_is_started_again_for_as_long_as_it_ends(log: Path) -> None:
    async with running(python("print('once more')", log)) as process:
        async with asyncio.timeout(30):
            await process.wait_until_restarted(times=3)
        assert process.restarts >= 3


async def test_a_process_that_never_becomes_ready_is_given_up_after_five_ends(log: Path) -> None:
    with pytest.raises(StackError, match="it keeps ending at its start: no use; see "):
        async with running(python("print('no use')", log), until_ready=never):
            pass
    assert times_said(log, "no use") == 5


async def test_exit_code_2_is_not_tried_again(log: Path) -> None:
    with pytest.raises(StackError, match="it keeps ending at its start: GHOSTHANDS_X: is missing; see "):
        async with running(python("print('GHOSTHANDS_X: is missing'); raise SystemExit(2)", log), until_ready=never):
            pass
    assert times_said(log, "missing") == 1


async def test_a_log_that_cannot_be_opened_is_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    process = ManagedProcess(python(SLEEPER, folder / "it.log"), until_ready=at_once, back_off=QUICK)
    starting = asyncio.create_task(process.start(30))
    async with asyncio.timeout(30):
        while process.restarts == 0:  # noqa: ASYNC110 - it waits for a timer, as we do
            await asyncio.sleep(0.005)
    make(folder)
    await starting
    assert process.ready
    await process.stop(grace_seconds=5)


async def test_a_process_that_stays_unwell_is_ended_and_started_again(log: Path) -> None:
    unwell: list[int] = []

    async def examine() -> Trouble | None:
        return None if process.restarts else Trouble(f"it is unwell ({unwell.append(process.pid)})")

    process = ManagedProcess(
        python(SLEEPER, log),
        until_ready=at_once,
        back_off=QUICK,
        examine=examine,
        tolerance=Tolerance(every=0.01, running=0.05),
    )
    await process.start(30)
    async with asyncio.timeout(30):
        assert await process.wait_for_trouble("") == "it is unwell (None)"
        await process.wait_until_restarted(times=1)
        assert await process.wait_for_trouble("it is unwell (None)") == ""
    assert process.pid not in unwell
    await process.stop(grace_seconds=5)


async def test_where_a_restart_does_not_help_an_unwell_process_is_left_and_named(log: Path) -> None:
    asked = asyncio.Semaphore(0)

    async def examine() -> Trouble | None:
        asked.release()
        return Trouble("the disk is full", restart_helps=False)

    process = ManagedProcess(
        python(SLEEPER, log),
        until_ready=at_once,
        back_off=QUICK,
        examine=examine,
        tolerance=Tolerance(every=0.01, running=0.02),
    )
    await process.start(30)
    async with asyncio.timeout(30):
        for _ in range(20):
            await asked.acquire()
    assert (process.trouble, process.restarts) == ("the disk is full", 0)
    await process.stop(grace_seconds=5)


@pytest.mark.parametrize("error", [PermissionError("not to be read"), StackError("not to be read")])
async def test_where_a_look_fails_that_is_the_trouble_and_the_next_look_is_taken(log: Path, error: Exception) -> None:
    looks = iter([error])

    async def examine() -> Trouble | None:
        for failure in looks:
            raise failure
        return None

    process = ManagedProcess(
        python(SLEEPER, log), until_ready=at_once, back_off=QUICK, examine=examine, tolerance=Tolerance(every=0.01)
    )
    await process.start(30)
    async with asyncio.timeout(30):
        assert await process.wait_for_trouble("") == "not to be read"
        assert await process.wait_for_trouble("not to be read") == ""
    assert process.restarts == 0
    await process.stop(grace_seconds=5)


async def test_a_process_that_only_starts_is_not_called_unwell(log: Path) -> None:
    looks = asyncio.Semaphore(0)

    async def examine() -> Trouble | None:
        looks.release()
        return None if process.ready else Trouble("it does not say how it is")

    async def until_looked_at() -> None:
        for _ in range(5):
            await looks.acquire()

    troubles: list[str] = []
    process = ManagedProcess(
        python(SLEEPER, log),
        until_ready=until_looked_at,
        back_off=QUICK,
        on_change=lambda: troubles.append(process.trouble),
        examine=examine,
        tolerance=Tolerance(every=0.01),
    )
    await process.start(30)
    assert set(troubles) == {""}
    await process.stop(grace_seconds=5)


async def test_one_that_is_ended_as_it_never_started_says_why(log: Path) -> None:
    async def examine() -> Trouble | None:
        return Trouble("it does not say how it is")

    process = ManagedProcess(
        python(SLEEPER, log),
        until_ready=never,
        back_off=QUICK,
        examine=examine,
        tolerance=Tolerance(every=0.01, starting=0.05),
    )
    starting = asyncio.create_task(process.start(30))
    async with asyncio.timeout(30):
        assert await process.wait_for_trouble("") == "it does not say how it is"
    await asyncio.wait({starting})
    with pytest.raises(StackError, match="it keeps ending at its start"):
        await starting
    await process.stop(grace_seconds=5)


async def test_what_cannot_be_prepared_is_not_started_and_says_why(log: Path) -> None:
    async def prepare() -> None:
        raise StackError("the disk is full: free it")

    process = ManagedProcess(python(SLEEPER, log), until_ready=at_once, back_off=QUICK, prepare=prepare)
    with pytest.raises(StackError, match="it keeps ending at its start: the disk is full: free it; see "):
        await process.start(30)
    assert process.identity is None
    await process.stop(grace_seconds=5)


async def test_a_command_is_run_to_its_end_and_answers(log: Path) -> None:
    assert await commands.run(python("print('one'); print('two')", log)) == "one\ntwo"


async def test_a_command_that_fails_is_an_error_with_its_last_words(log: Path) -> None:
    with pytest.raises(StackError, match=r"it failed \(exit code 3\): too bad"):
        await commands.run(python("print('first'); print('too bad'); raise SystemExit(3)", log))


async def test_a_cancelled_command_is_ended(log: Path, tmp_path: Path) -> None:
    started = tmp_path / "started"
    tells = f"import os; open({str(started)!r}, 'w').write(f'{{os.getpid()}} started'); {SLEEPER}"
    work = asyncio.create_task(commands.run(python(tells, log)))
    await says(started, "started")
    identity = processes.identify(first_number(started))
    assert identity is not None
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert not identity.alive


async def test_a_process_that_is_not_ready_yet_ends_without_the_trace_of_an_interrupt(log: Path) -> None:
    command = python(f"print('imports', flush=True); {SLEEPER}", log, stop_signal=signal.SIGINT)
    process = ManagedProcess(command, until_ready=never, back_off=QUICK)
    starting = asyncio.create_task(process.start(30))
    await says(log, "imports")
    await process.stop(grace_seconds=30)
    starting.cancel()
    assert process.identity is not None
    assert not process.identity.alive
    assert times_said(log, "KeyboardInterrupt") == 0


async def test_a_command_that_does_not_exist_says_so(log: Path) -> None:
    with pytest.raises(StackError, match="not-a-command: No such file"):
        await commands.run(ProcessCommand("it", ["not-a-command"], log))


def test_a_log_is_its_owners_alone(log: Path) -> None:
    log.touch(0o644)
    commands.spawn(python("print('new')", log)).wait()
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_big_log_is_set_aside_at_the_next_start(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "LOG_LIMIT_BYTES", 10)
    log.write_text("more than ten bytes")
    commands.spawn(python("print('new')", log)).wait()
    assert log.with_name("it.log.1").read_text() == "more than ten bytes"
    assert log.read_text() == "new\n"


def make(folder: Path) -> None:
    folder.mkdir()


def first_number(path: Path) -> int:
    return int(path.read_text().split()[0])


def times_said(log: Path, words: str) -> int:
    return log.read_text().count(words) if log.exists() else 0


async def says(log: Path, words: str) -> None:
    async with asyncio.timeout(30):
        while not times_said(log, words):  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.01)


def test_the_last_words_of_a_service_are_its_reason_not_that_it_stopped(log: Path) -> None:
    log.write_text('{"event": "cannot_start", "reason": "no key"}\n{"event": "service_stopped", "exit_code": 2}\n')
    assert commands.last_words(log) == "no key"
