"""`python -m ghosthands.messaging.server.migrate [REPLICAS]`: make the streams and consumers of a NATS of one's own.

Logs in as the user `migration` at GHOSTHANDS_NATS_URL, with GHOSTHANDS_NATS_PASSWORD, or the file of that name in
GHOSTHANDS_SECRETS_DIR. May run again whenever, and must run before services of a newer version start. `ghosthands up`
does the same for the server it brings along; of a NATS of one's own it changes nothing, and names this command.
"""

from __future__ import annotations

import asyncio
import os
import sys

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.server import addresses, jetstream, permissions, secret_files, streams

ANSWER_SECONDS = 30.0


def main() -> None:
    """Migrate, or exit with what keeps us from it."""
    try:
        url = addresses.nats(os.environ.get("GHOSTHANDS_NATS_URL", ""))
    except ValueError as error:
        sys.exit(f"GHOSTHANDS_NATS_URL {error}")
    ack_wait = float(os.environ.get("GHOSTHANDS_ACK_WAIT_SECONDS") or streams.ACK_WAIT_SECONDS)
    replicas = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    try:
        asyncio.run(migrate(url, secret_files.read("GHOSTHANDS_NATS_PASSWORD"), replicas, ack_wait))
    except GhostHandsError as error:
        sys.exit(f"the streams were not made: {error}")


async def migrate(url: str, password: str, replicas: int, ack_wait: float) -> None:
    """Bring the server's streams and consumers to what this version declares. Raises GhostHandsError."""
    bus = await jetstream.connect(url, user=permissions.MIGRATION, password=password, timeout=ANSWER_SECONDS)
    try:
        await streams.migrate(bus, replicas=replicas, ack_wait=ack_wait)
    finally:
        await bus.close()


if __name__ == "__main__":
    main()
