"""Starts and stops a service, the same way for all; a service's `__main__` is ``run(build, Settings)``.

Start: settings, logs, the health pages, NATS (waited for as long as it takes), `build`, then all pullers and tasks.
Stop, on SIGTERM, or for good on SIGINT: nothing new is pulled, the messages in hand are finished within
`GRACE_SECONDS` or left to be redelivered, then `on_stop`, then NATS is closed.

Exit codes: 0 stopped when asked; 1 something died, and the supervisor should start it again; 2 it cannot start with
these settings, and starting it again will not help. A dependency that is away is no reason to exit.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any, NoReturn, TypeVar

from ghosthands.chassis import dependencies, health, logging, metrics, settings
from ghosthands.chassis.pulse import Pulse
from ghosthands.chassis.server import raise_descriptor_limit
from ghosthands.chassis.service import Context, MessageLoop, Service, Stopping
from ghosthands.domain.errors import GhostHandsError, StreamUnavailable, Transient
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.server import jetstream
from ghosthands.messaging.server.jetstream import Bus

#: How long the messages in hand may take once the process is asked to stop (a puller's own `stop`).
GRACE_SECONDS = 10.0
#: How long any part of stopping may take, including handing back unfinished messages; a supervisor that kills a service
#: waits longer than this for each of the two parts (pullers, on_stop).
LIMIT_SECONDS = 17.0
#: How long one attempt to reach NATS lasts before it is logged and repeated.
CONNECT_SECONDS = 5.0

S = TypeVar("S", bound=settings.BaseSettings)
T = TypeVar("T")

Build = Callable[[S, Context], Awaitable[Service]]

log = logging.get(__name__)


class _Stopped(Exception):
    """The process was told to stop before it had started."""


def run(build: Build[S], settings_type: type[S]) -> NoReturn:
    """Run the service until it is told to stop, then exit the process."""
    try:
        loaded = settings.load(settings_type)
    except settings.SettingsInvalid as error:
        print(*error.lines, sep="\n", file=sys.stderr)  # noqa: T201 - there is no log yet
        sys.exit(2)
    name = settings.service_name(settings_type)
    logging.configure(name, format=loaded.log_format, level=loaded.log_level)
    logging.route_uncaught()
    raise_descriptor_limit()
    gc.freeze()  # the modules stay: looking through all of them again and again would hold up what is being done
    sys.exit(asyncio.run(_serve_until_signalled(build, loaded, name)))


async def _serve_until_signalled(build: Build[S], loaded: S, name: str) -> int:
    stopping = Stopping()

    def stop(*, for_good: bool) -> None:
        stopping.for_good |= for_good
        stopping.set()

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, partial(stop, for_good=False))
    loop.add_signal_handler(signal.SIGINT, partial(stop, for_good=True))
    return await serve(build, loaded, name, stopping)


async def serve(build: Build[S], loaded: S, name: str, stopping: Stopping) -> int:
    """Run the service's whole life, until `stopping` is set or it dies; return the exit code."""
    readiness = health.Readiness(name)
    try:
        pages = health.app(readiness, loaded.metrics_token.get_secret_value())
        async with health.serving(pages, loaded.metrics_host, loaded.metrics_port) as port:
            log.info("service_starting", metrics_port=port, settings=loaded.masked())
            for reason in loaded.list_doubtful():
                log.warning("setting_doubtful", reason=reason)
            code = await _live(build, loaded, name, readiness, stopping)
    except _Stopped:
        code = 0
    except (health.AddressTaken, settings.SettingsInvalid) as error:
        log.error("cannot_start", reason=str(error))
        code = 2
    except GhostHandsError as error:  # its text names the mend and holds no value, by the rule for all of them
        log.error("cannot_start", error=type(error).__name__, reason=str(error))
        code = 2
    except Exception:
        log.exception("service_died")
        code = 1
    log.info("service_stopped", exit_code=code)
    return code


async def _live(build: Build[S], loaded: S, name: str, readiness: health.Readiness, stopping: Stopping) -> int:
    bus = await _run_unless_stopped(stopping, dependencies.reach(readiness, "nats", lambda: _connect(loaded, name)))
    readiness.checks["nats"] = Pulse(bus).is_there
    try:
        context = Context(name, bus, readiness, stopping, loaded.ack_wait_seconds)
        service = await _run_unless_stopped(stopping, _build_service(build, loaded, context))
        readiness.checks.update(service.checks)
        log.info("service_started")
        return await _work(service, stopping, context.bus)
    finally:
        await bus.close()


async def _connect(loaded: settings.BaseSettings, name: str) -> Bus:
    """Connect, trying for CONNECT_SECONDS; the caller reports a failure and tries again."""
    archive = Archive.open(loaded.archive, loaded.archive_key_file)
    bus = await jetstream.connect(
        loaded.nats_url,
        user=loaded.nats_user,
        password=loaded.nats_password.get_secret_value(),
        service=name,
        timeout=CONNECT_SECONDS,
    )
    bus.archive = archive
    bus.on_too_many_batches = metrics.BATCHES_REFUSED.labels(name).inc
    bus.on_disconnected = metrics.DISCONNECTIONS.labels(name).inc
    return bus


async def _build_service(build: Build[S], loaded: S, context: Context) -> Service:
    """Return what `build` makes; try again while a dependency is away; any other error ends the start."""
    return await context.reach("start", lambda: build(loaded, context), only=Transient)


async def _work(service: Service, stopping: asyncio.Event, bus: Bus) -> int:
    """Run everything until told to stop or until something dies; return the exit code."""
    pulling = [asyncio.create_task(puller.run(), name=_name(puller)) for puller in service.pullers]
    others = [asyncio.create_task(_run_task(task), name=_name(task)) for task in service.tasks]
    others.append(asyncio.create_task(_watch_connection(bus), name="connection to NATS"))
    told = asyncio.create_task(_wait(stopping), name="told to stop")
    try:
        code = await _wait_for_end(told, pulling, others)
        log.info("service_stopping", grace_seconds=GRACE_SECONDS)
        await _await_within_limit("pullers", *map(_stop_puller, service.pullers, pulling))
    finally:
        await _cancel_all([told, *pulling, *others], insist_after=5.0)
    if service.on_stop:
        await _await_within_limit("on_stop", service.on_stop())
    return code


async def _watch_connection(bus: Bus) -> None:
    """Raise once the connection is closed for good; do not while it reconnects."""
    await bus.wait_closed()
    raise StreamUnavailable("the connection to NATS was closed for good")


async def _wait_for_end(
    told: asyncio.Task[None], pulling: list[asyncio.Task[None]], others: list[asyncio.Task[None]]
) -> int:
    """Return 0 once told to stop; 1 once a task failed or a puller ended by itself."""
    running = {told, *pulling, *others}
    while True:
        ended, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        for task in ended - {told}:
            if error := task.exception():
                log.critical("task_died", task=task.get_name(), exc_info=error)
                return 1
            if task in pulling:
                log.critical("puller_ended", task=task.get_name())
                return 1
        if told in ended:
            return 0


async def _await_within_limit(what: str, *ending: Awaitable[None]) -> None:
    """Await all of it within the limit; log what fails or takes longer, and leave it."""
    try:
        async with asyncio.timeout(LIMIT_SECONDS):
            for error in await asyncio.gather(*ending, return_exceptions=True):
                if error is not None:
                    log.error("stop_failed", what=what, exc_info=error)
    except TimeoutError:
        log.warning("stop_took_too_long", what=what)


async def _stop_puller(puller: MessageLoop, run: asyncio.Task[None]) -> None:
    """Return when the puller has no message in hand any more and has ended."""
    if ending := puller.stop():
        await ending
    await asyncio.wait({run})


async def _cancel_all(tasks: Iterable[asyncio.Task[Any]], *, insist_after: float) -> None:
    """Cancel the tasks that still run and wait until they have ended.

    Libraries swallow a cancellation now and then (nats-py does while it connects), so it is repeated every
    `insist_after` seconds, within the limit.
    """
    left = {task for task in tasks if not task.done()}
    insisted = 0
    while left and insisted * insist_after < LIMIT_SECONDS:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=insist_after)
        insisted += 1
        for task in ended:
            if not task.cancelled() and (error := task.exception()):
                log.error("stop_failed", what=task.get_name(), exc_info=error)


async def _run_unless_stopped(stopping: asyncio.Event, work: Coroutine[Any, Any, T]) -> T:
    """Return what `work` returns. Raises _Stopped when told to stop first."""
    told = asyncio.create_task(_wait(stopping))
    doing = asyncio.create_task(work)
    try:
        await asyncio.wait({told, doing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _cancel_all([told] if doing.done() else [told, doing], insist_after=1.0)
    succeeded = doing.done() and not doing.cancelled() and doing.exception() is None
    if stopping.is_set() and not succeeded:
        raise _Stopped
    return doing.result()


async def _wait(event: asyncio.Event) -> None:
    await event.wait()


async def _run_task(task: Callable[[], Awaitable[None]]) -> None:
    await task()


def _name(thing: object) -> str:
    return str(getattr(thing, "name", None) or getattr(thing, "__qualname__", None) or type(thing).__name__)
