"""Starts a whole stack and keeps it running: NATS and its streams, PostgreSQL, the seven services, a process each.

Everything that the supervisor starts ends with it: in order when it stops, by the parent-death signal when it is
killed, and at the next start at the latest, which ends by pid and start time what `stack.json` names. Browsers outlive
the service that launched them, not the stack.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Any, Self

from ghosthands import chromium
from ghosthands.chromium import processes
from ghosthands.domain.services import BROWSER_HOST, HITL_GATEWAY
from ghosthands.messaging.server import permissions
from ghosthands.messaging.work.provisioner import Provisioner
from ghosthands.stack import browsers_dir, old_logs, passwords, ports, postgres, probes, record, services
from ghosthands.stack.commands import ProcessCommand
from ghosthands.stack.config import StackConfig
from ghosthands.stack.errors import SettingRefused, StackError
from ghosthands.stack.nats import NatsServer, migrate, start_provisioner
from ghosthands.stack.nats import check as check_streams
from ghosthands.stack.passwords import ServicePassword, StackSecrets
from ghosthands.stack.postgres import PostgresServer
from ghosthands.stack.processes import ManagedProcess, Trouble, end_tasks
from ghosthands.stack.record import Record, RecordedProcess
from ghosthands.stack.services import Surroundings
from ghosthands.stack.state import StateDir

log = logging.getLogger(__name__)

#: the role for reading that projector's migrations make
READER_ROLE = "ghosthands_reader"

_NATS = "nats"
_POSTGRES = "postgres"

#: The signal by which a service knows that the stack ends: a browser-host hands nothing over then.
_STOPS_FOR_GOOD = signal.SIGINT


def check(config: StackConfig) -> None:
    """Check that a stack can keep its state in its folder, and make nothing.

    Raises StackError, which names the remedy.
    """
    folder = StateDir(config.state_dir.resolve())
    folder.check()
    if not config.database_url:
        postgres.check(folder)


class Supervisor:
    """A stack for as long as the `async with` block lasts; everything runs in the thread that entered it."""

    def __init__(self, config: StackConfig | None = None) -> None:
        self.config = config or StackConfig()
        self.state = StateDir(self.config.state_dir.resolve())
        self.nats_url = self.config.nats_url or ""
        self.database_url = self.config.database_url or ""
        #: as a role that may only read; of a PostgreSQL of your own, as its owner
        self.reader_url = self.config.database_url or ""
        #: the ports of hitl-gateway's HTTP API and worker routes
        self.http_port = self.worker_port = 0
        #: for an operator's own NATS: the settings that differ from the declared ones
        self.stream_differences: list[str] = []
        #: the names of what is not ready yet, and since when
        self._awaited: dict[str, float] = {}
        self._ready = False
        self._owns_state = False
        self._secrets = StackSecrets({}, "")
        self._master_key_file = self.state.master_key_file
        self._processes: dict[str, ManagedProcess] = {}
        self._metrics_ports: dict[str, int] = {}
        self._postgres: PostgresServer | None = None
        self._minding: asyncio.Task[None] | None = None
        self._keeping_logs: asyncio.Task[None] | None = None
        self._provisioner: Provisioner | None = None
        #: the lock on the state and the kept ports
        self._held = ExitStack()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self, on_begin: Callable[[], None] = lambda: None) -> None:
        """Start everything and wait until it is ready. Raises StackError, and leaves nothing running then.

        `on_begin` is called before the first server is started, after every check that the stack itself makes before;
        it may raise a StackError to refuse the start.
        """
        try:
            await self._prepare()
            on_begin()
            await self._start()
        except BaseException as error:
            await self.stop()
            if isinstance(error, OSError):
                raise StackError(f"the stack cannot start: {error} (see {self.state.path})") from error
            raise

    async def stop(self, grace_seconds: float | None = None) -> None:
        """Stop everything, services first, in bounded time; harmless when nothing runs."""
        grace = self.config.grace_seconds if grace_seconds is None else grace_seconds
        await end_tasks(*filter(None, (self._minding, self._keeping_logs)))
        servers = [process for name, process in self._processes.items() if name in (_POSTGRES, _NATS)]
        others = [process for process in self._processes.values() if process not in servers]
        await asyncio.gather(*(process.stop(grace) for process in others))
        if self._provisioner is not None:
            await self._provisioner.stop()
        await asyncio.gather(*(process.stop(grace) for process in servers))
        self._processes.clear()
        await self._leave()

    def password_of(self, user: str) -> ServicePassword:
        """Return a NATS user's login. Raises StackError for an unknown user."""
        return record.password_of(self._secrets, user)

    def process(self, name: str) -> ManagedProcess:
        """Return the process of a service, or of `nats` or `postgres`. Raises StackError when it is not run here."""
        if name not in self._processes:
            raise StackError(f"{name!r} does not run here: there are {', '.join(self._processes)}")
        return self._processes[name]

    async def wait_until_restarted(self, name: str, times: int = 1) -> None:
        """Wait until the process has been restarted `times` times since the start and is ready again."""
        await self.process(name).wait_until_restarted(times)

    async def wait_for_trouble(self, name: str, known: str) -> str:
        """Wait until the process's trouble differs from `known`, and return it; empty where there is none."""
        return await self.process(name).wait_for_trouble(known)

    async def restart(self, name: str, extra_env: Mapping[str, str]) -> None:
        """Stop a service and start it with `extra_env` in place of the configured one; not counted as a restart."""
        await self.process(name).restart(
            self._environment(name, extra_env, metrics_port=self._metrics_ports[name]),
            grace_seconds=self.config.grace_seconds,
            timeout_seconds=self.config.ready_timeout_seconds,
        )

    async def add(self, service: str, name: str, extra_env: Mapping[str, str]) -> None:
        """Start another process of a service, under a name of its own; return when it is ready. Raises StackError."""
        (self._metrics_ports[name],) = ports.keep_ports(1, self._held)
        await self._run(self._service(service, name, extra_env))

    async def remove(self, name: str) -> None:
        """Stop a process that was added, and forget it; its port stays kept until the stack stops."""
        await self._processes.pop(name).stop(self.config.grace_seconds)
        del self._metrics_ports[name]
        self._write_record()

    def list_late(self, seconds: float) -> list[str]:
        """Return the names of what has not become ready for that many seconds."""
        now = asyncio.get_running_loop().time()
        return [name for name, since in self._awaited.items() if now - since >= seconds]

    @property
    def names(self) -> list[str]:
        """The names of what runs here: the services, and `nats` and `postgres` where they are embedded."""
        return list(self._processes)

    def metrics_url(self, name: str) -> str:
        """Return the address at which a service serves /metrics, /healthz and /readyz."""
        return f"http://127.0.0.1:{self._metrics_ports[name]}"

    async def _prepare(self) -> None:
        """Prepare what servers and services need, and refuse what could not be started."""
        self.state.prepare()
        self._held.enter_context(self.state.locked())
        self._owns_state = True
        if self.config.keep_logs_days:
            self._keeping_logs = asyncio.create_task(old_logs.keep(self.state.logs, self.config.keep_logs_days))
        if ended := await record.end_leftovers(self.state):
            log.info("leftovers_ended", extra={"processes_ended": ended})
        ports.demand(self.config.wanted_ports)
        browsers_dir.sweep()
        if not browsers_dir.lay_in_memory(self.state.browsers):
            log.warning("browsers_on_disk", extra={"mend": browsers_dir.MEND})
        passwords_file = self.config.nats_passwords_file
        given = passwords.read_passwords(passwords_file) if passwords_file else {}
        self._secrets = passwords.load_or_make(self.state, permissions.USERS, given)
        self._write_record()  # from here on other commands see that it is starting
        self._master_key_file = self.config.master_key_file or passwords.make_master_key(self.state)
        passwords.check_master_key(self._master_key_file)
        await self._check_browser()

    async def _start(self) -> None:
        await _run_together(self._start_nats(), self._start_postgres())
        login = self.password_of(permissions.MIGRATION)
        self._provisioner = await start_provisioner(self.nats_url, login, self.config.ack_wait_seconds)
        await self._start_services()
        self._ready = True
        self._write_record()

    async def _check_browser(self) -> None:
        if BROWSER_HOST not in self.config.services:
            return
        try:
            await asyncio.to_thread(chromium.version, chromium.find())
        except chromium.NotChromium as error:
            raise SettingRefused(str(error)) from error
        except chromium.ChromiumNotFound as error:
            raise StackError(str(error)) from error

    @contextmanager
    def _awaiting(self, name: str) -> Iterator[None]:
        """Count the named process as not ready until the block ends."""
        self._awaited[name] = asyncio.get_running_loop().time()
        try:
            yield
        finally:
            del self._awaited[name]

    async def _start_nats(self) -> None:
        login, ack_wait = self.password_of(permissions.MIGRATION), self.config.ack_wait_seconds
        if self.config.nats_url:
            with self._awaiting("NATS (GHOSTHANDS_NATS_URL)"):
                self.stream_differences = await check_streams(self.nats_url, login, ack_wait)
            for difference in self.stream_differences:
                log.warning("stream_differs", extra={"difference": difference})
            return
        (free,) = ports.keep_ports(1, self._held)
        server = NatsServer(self.state, self._secrets, port=self.config.nats_port or free)
        await server.make_store_fit()
        self.nats_url = server.url
        await self._run(server.process(self.config.back_off, self._write_record, self.config.tolerance))
        await migrate(self.nats_url, login, ack_wait)
        self._minding = asyncio.create_task(server.mind_the_disk(login, self.config.tolerance.every))

    async def _start_postgres(self) -> None:
        if self.config.database_url:
            return
        self._postgres = server = PostgresServer(self.state)
        await self._run(server.process(self.config.back_off, self._write_record, self.config.tolerance))
        self.database_url, self.reader_url = server.url(), server.url(READER_ROLE)

    async def _start_services(self) -> None:
        names = self.config.services
        *metrics_ports, http_port, worker_port = ports.keep_ports(len(names) + 2, self._held)
        self._metrics_ports = dict(zip(names, metrics_ports, strict=True))
        if HITL_GATEWAY in names:
            self.http_port = self.config.http_port or http_port
            self.worker_port = self.config.worker_port or worker_port
        extra = self.config.extra_env
        await _run_together(*(self._run(self._service(name, name, extra.get(name, {}))) for name in names))

    @property
    def service_secret(self) -> str:
        """The secret that VALET sends, as it was made for this stack."""
        return self._secrets.service_secret

    @property
    def metrics_token(self) -> str:
        """The token for the services' metrics, as it was made for this stack."""
        return self._secrets.metrics_token

    def _service(self, service: str, name: str, extra_env: Mapping[str, str]) -> ManagedProcess:
        argv = self.config.service_command(service)
        env = self._environment(service, extra_env, metrics_port=self._metrics_ports[name])
        return ManagedProcess(
            ProcessCommand(name, argv, self.state.log_file(name), env, stop_signal=_STOPS_FOR_GOOD),
            until_ready=lambda: probes.wait_until_ok(f"{self.metrics_url(name)}/readyz"),
            back_off=self.config.back_off,
            on_change=self._write_record,
            examine=lambda: self._examine_service(name),
            tolerance=self.config.tolerance,
        )

    async def _examine_service(self, name: str) -> Trouble | None:
        """Return a trouble if its event loop does not run.

        A missing dependency is none, as a restart would not help.
        """
        alive = await probes.is_ok(f"{self.metrics_url(name)}/healthz")
        return None if alive else Trouble(f"it does not answer; see {self.state.log_file(name)}")

    def _environment(self, service: str, extra: Mapping[str, str], *, metrics_port: int) -> dict[str, str]:
        surroundings = Surroundings(
            state=self.state,
            master_key_file=self._master_key_file,
            nats_url=self.nats_url,
            database_url=self.database_url,
            reader_url=self.reader_url,
            ack_wait_seconds=self.config.ack_wait_seconds,
            http_port=self.http_port,
            worker_port=self.worker_port,
            service_secret=self._secrets.service_secret,
            metrics_token=self._secrets.metrics_token,
        )
        return services.environment(service, surroundings, self.password_of(service), metrics_port, extra)

    async def _run(self, process: ManagedProcess) -> None:
        self._processes[process.name] = process
        with self._awaiting(process.name):
            await process.start(self.config.ready_timeout_seconds)

    def _write_record(self) -> None:
        """Write the record; called at the beginning, at each start, and when a process is ready."""
        own = processes.identify(os.getpid())
        assert own is not None  # noqa: S101 - we are alive
        current = Record(
            boot_id=record.boot_id(),
            supervisor=RecordedProcess(own.pid, own.start_time),
            ready=self._ready,
            nats_url=self.nats_url,
            database_url=self.database_url,
            reader_url=self.reader_url,
            processes={name: self._record(name, each) for name, each in self._processes.items() if each.identity},
            stays=self.config.stays,
        )
        try:
            record.write(self.state, current)
        except OSError as error:  # a full disk must not keep a service from being restarted
            log.error("record_not_written", extra={"error": str(error)})

    def _record(self, name: str, process: ManagedProcess) -> RecordedProcess:
        assert process.identity is not None  # noqa: S101 - only started ones are recorded
        return RecordedProcess(
            pid=process.identity.pid,
            start_time=process.identity.start_time,
            stop_signal=process.command.stop_signal,
            restarts=process.restarts,
            metrics_port=self._metrics_ports.get(name),
            trouble=process.trouble,
        )

    async def _leave(self) -> None:
        """Leave the state directory as a stopped stack leaves it."""
        if not self._owns_state:
            return
        await record.end_browsers(self.state)
        browsers_dir.leave_memory(self.state.browsers)
        if self._postgres is not None:
            await self._postgres.leave()
        self.state.record_file.unlink(missing_ok=True)
        self._ready = self._owns_state = False
        self._held.close()


async def _run_together(*works: Coroutine[Any, Any, None]) -> None:
    """Run them side by side; when one fails, cancel and await the others, then raise its error."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
