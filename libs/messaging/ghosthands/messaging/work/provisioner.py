"""`python -m ghosthands.messaging.work.provisioner`: make the consumer of each browser host's commands, as they come.

A host is known by its name alone, and comes and goes; a consumer takes migration's login, which no service has. So a
host asks for that one, and nothing else is done for anybody. What a host that is gone leaves, the server forgets.

Logs in as `server.login` says, and runs until it is ended; hosts that have their consumer need nobody here. `ghosthands
up` does the same itself.
"""

from __future__ import annotations

import logging

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server import login, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import Endpoint, Micro

log = logging.getLogger(__name__)

_NAME = "provisioner"


class Provisioner:
    """Answers hosts on one connection, which is migration's."""

    def __init__(self, bus: Bus, *, ack_wait: float = streams.ACK_WAIT_SECONDS) -> None:
        self._bus = bus
        self._ack_wait = ack_wait
        self._asked = Micro(bus, _NAME, [Endpoint("host", subjects.PROVISION, self._provide, queue=_NAME)])

    async def start(self) -> None:
        """Answer hosts' requests from now on."""
        await self._asked.start()

    async def stop(self) -> None:
        """Listen no more, and close the connection."""
        try:
            await self._asked.stop()
        finally:
            await self._bus.close()

    async def _provide(self, request: bytes) -> bytes:
        host = request.decode()
        await streams.put_consumer(self._bus, streams.of_host(host), ack_wait=self._ack_wait)
        log.info("consumer_made", extra={"host": host})
        return b""


async def _serve(bus: Bus, ack_wait: float) -> None:
    provisioner = Provisioner(bus, ack_wait=ack_wait)
    await provisioner.start()
    log.info("provisioner_started")
    await bus.wait_closed()
    raise StreamUnavailable("NATS closed the connection for good")


def main() -> None:
    """Answer until ended, or exit with what keeps us from it."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    login.work_as_migration(_serve, else_say="no consumers are made for browser hosts")


if __name__ == "__main__":
    main()
