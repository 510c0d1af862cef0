"""`python -m ghosthands.messaging.work.provisioner`: make the consumer of each browser host's commands on request.

Hosts come and go, and are known only by their name; making a consumer takes migration's login, which no service has. So
a host asks for its consumer, and the provisioner does nothing else for anybody. The server deletes the consumers of
hosts that are gone.

It uses the login described in `server.login`, and runs until it is ended; hosts that have their consumer do not need
it. `ghosthands up` does the same itself.
"""

from __future__ import annotations

import logging

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server import consumers, login
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import Endpoint, Micro

log = logging.getLogger(__name__)

_NAME = "provisioner"


class Provisioner:
    """Answers hosts' requests on a connection with migration's login."""

    def __init__(self, bus: Bus, *, ack_wait: float = consumers.ACK_WAIT_SECONDS) -> None:
        self._bus = bus
        self._ack_wait = ack_wait
        self._asked = Micro(bus, _NAME, [Endpoint("host", subjects.PROVISION, self._provide, queue=_NAME)])

    async def start(self) -> None:
        """Begin to answer hosts' requests."""
        await self._asked.start()

    async def stop(self) -> None:
        """Stop listening, and close the connection."""
        try:
            await self._asked.stop()
        finally:
            await self._bus.close()

    async def _provide(self, request: bytes) -> bytes:
        host = request.decode()
        await consumers.put_consumer(self._bus, consumers.of_host(host), ack_wait=self._ack_wait)
        log.info("consumer_made", extra={"host": host})
        return b""


async def _serve(bus: Bus, ack_wait: float) -> None:
    provisioner = Provisioner(bus, ack_wait=ack_wait)
    await provisioner.start()
    log.info("provisioner_started")
    await bus.wait_closed()
    raise StreamUnavailable("NATS closed the connection for good")


def main() -> None:
    """Answer requests until ended, or exit with the reason why that failed."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    login.work_as_migration(_serve, else_say="no consumers are made for browser hosts")


if __name__ == "__main__":
    main()
