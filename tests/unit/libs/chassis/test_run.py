import asyncio
import os
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from prometheus_client import REGISTRY
from structlog.testing import LogCapture

from ghosthands.chassis import dependencies, run, settings
from ghosthands.chassis.service import Context, Service
from ghosthands.domain.errors import Permanent, StreamUnavailable, Transient
from ghosthands.messaging.server import jetstream
from ghosthands.messaging.server.jetstream import Ack, Bus, Outgoing


class Settings(settings.BaseSettings):
    model_config = settings.own_prefix("planner")


class FakeBus(Bus):
    """A bus that is connected as long as a test says so."""

    up = True
    stores = True
    closed = False

    @property
    def connected(self) -> bool:
        return self.up

    async def publish_once(self, message: Outgoing, *, timeout: float = 5.0) -> Ack:
        if not self.stores:
            raise StreamUnavailable(f"no answer on {message.subject} within {timeout:g} s")
        return Ack("GH_PULSES", 1)

    async def close(self) -> None:
        self.closed = True


class FakePuller:
    """A puller with one message in hand, which takes as long as a test says."""

    def __init__(self) -> None:
        self.running = asyncio.Event()
        self.stopping = asyncio.Event()
        self.finished = asyncio.Event()

    async def run(self) -> None:
        self.running.set()
        await self.stopping.wait()
        await self.finished.wait()

    async def stop(self) -> None:
        self.stopping.set()
        await self.finished.wait()


@pytest.fixture
def logged() -> Any:
    capture = LogCapture()
    before = structlog.get_config()
    structlog.configure(processors=[capture])
    yield capture.entries
    structlog.configure(**before)


@pytest.fixture(autouse=True)
def bus(monkeypatch: pytest.MonkeyPatch) -> FakeBus:
    fake = FakeBus("planner")

    async def connect(*_args: object, **_kwargs: object) -> Bus:
        return fake

    monkeypatch.setattr(jetstream, "connect", connect)
    monkeypatch.setattr(dependencies, "delays", lambda: iter(lambda: 0.0, 1.0))
    return fake


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


class Life:
    """A service being served in this test."""

    def __init__(self, build: Callable[[Settings, Context], Awaitable[Service]]) -> None:
        self.port = free_port()
        self.stopping = asyncio.Event()
        loaded = Settings(metrics_port=self.port)
        self.served = asyncio.create_task(run.serve(build, loaded, "planner", self.stopping))

    async def ready(self) -> dict[str, Any]:
        async with httpx.AsyncClient() as client:
            answer: dict[str, Any] = (await client.get(f"http://127.0.0.1:{self.port}/readyz")).json()
            return answer

    async def stop(self) -> int:
        self.stopping.set()
        return await asyncio.wait_for(self.served, 30)


def building(made: Service) -> Callable[[Settings, Context], Coroutine[Any, Any, Service]]:
    async def build(_settings: Settings, _context: Context) -> Service:
        return made

    return build


async def at_work() -> Life:
    """A service that runs, and has no message in hand."""
    puller = FakePuller()
    puller.finished.set()
    life = Life(building(Service(pullers=[puller])))
    await puller.running.wait()
    return life


async def forever() -> None:
    await asyncio.Event().wait()


async def test_a_service_runs_until_told_to_stop_and_exits_clean(bus: FakeBus) -> None:
    puller = FakePuller()
    life = Life(building(Service(pullers=[puller], tasks=[forever])))
    await puller.running.wait()
    assert await life.ready() == {"ready": True, "service": "planner", "waiting_for": []}
    puller.finished.set()
    assert await life.stop() == 0
    assert bus.closed


async def test_what_a_service_doubts_of_its_settings_is_logged_once_at_its_start(
    logged: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Settings, "list_doubtful", lambda _self: ["the secret can be guessed"])
    tries, is_built = iter([Transient("not yet"), None]), asyncio.Event()

    async def build(_settings: Settings, _context: Context) -> Service:
        if (trouble := next(tries)) is not None:
            raise trouble
        is_built.set()
        return Service(tasks=[forever])

    life = Life(build)
    await asyncio.wait_for(is_built.wait(), 30)
    assert await life.stop() == 0
    told = [entry for entry in logged if entry["event"] == "setting_doubtful"]
    assert [(entry["log_level"], entry["reason"]) for entry in told] == [("warning", "the secret can be guessed")]


async def test_the_message_in_hand_is_finished_before_anything_is_closed(bus: FakeBus) -> None:
    puller, closed_after = FakePuller(), []

    async def on_stop() -> None:
        closed_after.append(puller.finished.is_set())
        assert not bus.closed

    life = Life(building(Service(pullers=[puller], on_stop=on_stop)))
    await puller.running.wait()
    life.stopping.set()
    await puller.stopping.wait()
    assert not life.served.done()
    puller.finished.set()
    assert await life.stop() == 0
    assert closed_after == [True]


async def test_a_message_that_takes_too_long_does_not_keep_the_process(
    monkeypatch: pytest.MonkeyPatch, logged: list[dict[str, Any]]
) -> None:
    monkeypatch.setattr(run, "LIMIT_SECONDS", 0.05)
    puller = FakePuller()
    life = Life(building(Service(pullers=[puller])))
    await puller.running.wait()
    assert await life.stop() == 0
    assert [entry["what"] for entry in logged if entry["event"] == "stop_took_too_long"] == ["pullers"]


async def test_a_puller_whose_stop_is_not_awaited_is_waited_for_all_the_same() -> None:
    class Batches:
        stopped = asyncio.Event()
        running = asyncio.Event()
        ended = False

        async def run(self) -> None:
            self.running.set()
            await self.stopped.wait()
            await asyncio.sleep(0)
            self.ended = True

        def stop(self) -> None:
            self.stopped.set()

    puller = Batches()
    life = Life(building(Service(pullers=[puller])))
    await puller.running.wait()
    assert await life.stop() == 0
    assert puller.ended


async def test_a_task_that_dies_ends_the_process_for_the_supervisor_to_start_it_again(
    bus: FakeBus, logged: list[dict[str, Any]]
) -> None:
    async def dies() -> None:
        raise ZeroDivisionError

    puller = FakePuller()
    puller.finished.set()
    life = Life(building(Service(pullers=[puller], tasks=[dies])))
    assert await life.served == 1
    assert puller.stopping.is_set()
    assert bus.closed
    died = next(entry for entry in logged if entry["event"] == "task_died")
    assert died["task"].endswith("dies")
    assert isinstance(died["exc_info"], ZeroDivisionError)


async def test_a_puller_that_ends_by_itself_ends_the_process() -> None:
    puller = FakePuller()
    puller.stopping.set()
    puller.finished.set()
    assert await Life(building(Service(pullers=[puller]))).served == 1


async def test_a_task_may_end_by_itself() -> None:
    ended = asyncio.Event()

    async def once() -> None:
        ended.set()

    life = Life(building(Service(tasks=[once])))
    await ended.wait()
    assert await life.stop() == 0


async def test_a_task_that_fails_while_it_is_stopped_is_logged_and_left(logged: list[dict[str, Any]]) -> None:
    started = asyncio.Event()

    async def stubborn() -> None:
        started.set()
        try:
            await forever()
        finally:
            raise ConnectionError

    life = Life(building(Service(tasks=[stubborn])))
    await started.wait()
    assert await life.stop() == 0
    assert "stop_failed" in [entry["event"] for entry in logged]


async def test_an_on_stop_that_fails_is_logged_and_left(logged: list[dict[str, Any]], bus: FakeBus) -> None:
    async def on_stop() -> None:
        raise ConnectionError

    puller = FakePuller()
    puller.finished.set()
    life = Life(building(Service(pullers=[puller], on_stop=on_stop)))
    await puller.running.wait()
    assert await life.stop() == 0
    assert "stop_failed" in [entry["event"] for entry in logged]
    assert bus.closed


async def test_while_nats_is_away_the_service_waits_and_says_so(
    monkeypatch: pytest.MonkeyPatch, logged: list[dict[str, Any]]
) -> None:
    tried = asyncio.Event()

    async def connect(*_args: object, **_kwargs: object) -> Bus:
        tried.set()
        await forever()
        raise AssertionError

    monkeypatch.setattr(jetstream, "connect", connect)
    life = Life(building(Service()))
    await tried.wait()
    assert await life.ready() == {"ready": False, "service": "planner", "waiting_for": ["nats"]}
    assert await life.stop() == 0


async def test_a_start_that_swallows_a_cancellation_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried, swallowed = asyncio.Event(), asyncio.Event()

    async def connect(*_args: object, **_kwargs: object) -> Bus:
        tried.set()
        try:
            await forever()
        except asyncio.CancelledError:
            swallowed.set()
        await forever()
        raise AssertionError

    monkeypatch.setattr(jetstream, "connect", connect)
    life = Life(building(Service()))
    await tried.wait()
    assert await life.stop() == 0
    assert swallowed.is_set()


async def test_nats_is_tried_again_until_it_answers(
    monkeypatch: pytest.MonkeyPatch, bus: FakeBus, logged: list[dict[str, Any]]
) -> None:
    attempts = iter([Transient("away"), Permanent("NATS refuses the credentials"), OSError(), None])

    async def connect(*_args: object, **_kwargs: object) -> Bus:
        if error := next(attempts):
            raise error
        return bus

    monkeypatch.setattr(jetstream, "connect", connect)
    puller = FakePuller()
    puller.finished.set()
    life = Life(building(Service(pullers=[puller])))
    await puller.running.wait()
    assert await life.stop() == 0
    assert [entry["dependency"] for entry in logged if entry["event"] == "dependency_unreachable"] == ["nats"] * 3


async def test_a_server_lost_later_is_said_in_readyz(bus: FakeBus) -> None:
    life = await at_work()
    bus.up = False
    assert (await life.ready())["waiting_for"] == ["nats"]
    assert await life.stop() == 0


async def test_a_server_that_is_connected_and_stores_nothing_is_said_in_readyz(bus: FakeBus) -> None:
    bus.stores = False
    life = await at_work()
    assert (await life.ready())["waiting_for"] == ["nats"]
    bus.stores = True
    assert (await life.ready())["ready"]
    assert await life.stop() == 0


@pytest.mark.parametrize(
    ("what", "happens"),
    [("batches_refused", "on_too_many_batches"), ("disconnections", "on_disconnected")],
)
async def test_what_nats_refuses_and_each_lost_connection_is_counted(bus: FakeBus, what: str, happens: str) -> None:
    life = await at_work()
    counted = (f"ghosthands_nats_{what}_total", {"service": "planner"})
    before = REGISTRY.get_sample_value(*counted)
    assert before is not None  # from the start on, so that the first one is an increase
    getattr(bus, happens)()
    assert REGISTRY.get_sample_value(*counted) == before + 1
    assert await life.stop() == 0


async def test_a_service_s_own_checks_are_asked_too() -> None:
    async def no_postgres() -> bool:
        return False

    puller = FakePuller()
    puller.finished.set()
    life = Life(building(Service(pullers=[puller], checks={"postgres": no_postgres})))
    await puller.running.wait()
    assert (await life.ready())["waiting_for"] == ["postgres"]
    assert await life.stop() == 0


async def test_what_build_needs_is_waited_for_by_name() -> None:
    tried, there = asyncio.Event(), asyncio.Event()

    async def connect() -> str:
        tried.set()
        if not there.is_set():
            await asyncio.sleep(0)
            raise OSError
        return "pool"

    puller = FakePuller()
    puller.finished.set()

    async def build(_settings: Settings, context: Context) -> Service:
        assert await context.reach("postgres", connect) == "pool"
        return Service(pullers=[puller])

    life = Life(build)
    await tried.wait()
    assert "postgres" in (await life.ready())["waiting_for"]
    there.set()
    await puller.running.wait()
    assert (await life.ready())["ready"]
    assert await life.stop() == 0


async def test_a_build_that_meets_something_transient_is_tried_again() -> None:
    puller, attempts = FakePuller(), iter([Transient("away"), None])
    puller.finished.set()

    async def build(_settings: Settings, _context: Context) -> Service:
        if error := next(attempts):
            raise error
        return Service(pullers=[puller])

    life = Life(build)
    await puller.running.wait()
    assert await life.stop() == 0


async def test_a_service_that_is_set_up_wrongly_says_the_mend_and_is_not_to_be_started_again(
    logged: list[dict[str, Any]],
) -> None:
    async def build(_settings: Settings, _context: Context) -> Service:
        raise Permanent("others may read the key file; run: chmod 600 key")

    assert await Life(build).served == 2
    reasons = [entry["reason"] for entry in logged if entry["event"] == "cannot_start"]
    assert reasons == ["others may read the key file; run: chmod 600 key"]


async def test_a_build_without_its_settings_names_the_variable(logged: list[dict[str, Any]]) -> None:
    async def build(loaded: Settings, _context: Context) -> Service:
        loaded.database_dsn()
        raise AssertionError

    assert await Life(build).served == 2
    assert "GHOSTHANDS_DATABASE_URL" in next(e["reason"] for e in logged if e["event"] == "cannot_start")


async def test_a_bug_in_build_ends_the_process_without_a_trace(
    logged: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    async def build(_settings: Settings, _context: Context) -> Service:
        raise ZeroDivisionError("s3cret")

    assert await Life(build).served == 1
    assert "service_died" in [entry["event"] for entry in logged]
    assert "Traceback" not in capsys.readouterr().err


async def test_a_taken_metrics_port_is_said_so(logged: list[dict[str, Any]]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        loaded = Settings(metrics_port=listener.getsockname()[1])
        assert await run.serve(building(Service()), loaded, "planner", asyncio.Event()) == 2
    assert "cannot listen" in next(e["reason"] for e in logged if e["event"] == "cannot_start")


PROGRAM = """
    from ghosthands.chassis import settings
    from ghosthands.chassis.run import run
    from ghosthands.chassis.service import Context, Service

    class Settings(settings.BaseSettings):
        model_config = settings.own_prefix("planner")

    async def build(settings: Settings, context: Context) -> Service:
        return Service()

    run(build, Settings)
"""


Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the program with an environment; at the end nothing of it runs."""
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent(PROGRAM))
    clean = {name: value for name, value in os.environ.items() if not name.startswith(settings.PREFIX)}
    processes: list[subprocess.Popen[str]] = []

    def started(**environment: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(program)]
        processes.append(subprocess.Popen(command, env={**clean, **environment}, stderr=subprocess.PIPE, text=True))
        return processes[-1]

    yield started
    for process in processes:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_process_even_while_nats_is_away(start: Start, number: signal.Signals) -> None:
    url = f"nats://127.0.0.1:{free_port()}"
    process = start(GHOSTHANDS_NATS_URL=url, GHOSTHANDS_LOG_FORMAT="json")
    assert process.stderr
    for line in process.stderr:
        if "service_starting" in line:
            break
    process.send_signal(number)
    _, rest = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "service_stopped" in rest
    assert "Traceback" not in rest


def test_wrong_settings_are_one_line_each_and_no_trace(start: Start) -> None:
    process = start(GHOSTHANDS_METRICS_PORT="x", GHOSTHANDS_LOG_LEVEL="loud")
    _, told = process.communicate(timeout=60)
    assert process.returncode == 2
    assert sorted(line.partition(":")[0] for line in told.splitlines()) == [
        "GHOSTHANDS_LOG_LEVEL",
        "GHOSTHANDS_METRICS_PORT",
    ]
