"""Maintenance commands that use migration's NATS login.

The login is the user `migration` at GHOSTHANDS_NATS_URL, with GHOSTHANDS_NATS_PASSWORD, or the file of that name in
GHOSTHANDS_SECRETS_DIR; GHOSTHANDS_ACK_WAIT_SECONDS is the services' own.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.server import addresses, consumers, jetstream, permissions, secret_files
from ghosthands.messaging.server.jetstream import Bus

ANSWER_SECONDS = 30.0

#: A function of the connection and the services' ack wait in seconds.
Work = Callable[[Bus, float], Awaitable[None]]


def work_as_migration(work: Work, *, else_say: str) -> None:
    """Do the work with migration's login, or exit with the reason why it cannot be done."""
    try:
        url = addresses.nats(os.environ.get("GHOSTHANDS_NATS_URL", ""))
    except ValueError as error:
        sys.exit(f"GHOSTHANDS_NATS_URL {error}")
    ack_wait = float(os.environ.get("GHOSTHANDS_ACK_WAIT_SECONDS") or consumers.ACK_WAIT_SECONDS)
    try:
        asyncio.run(_work(work, url, secret_files.read("GHOSTHANDS_NATS_PASSWORD"), ack_wait))
    except GhostHandsError as error:
        sys.exit(f"{else_say}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


async def _work(work: Work, url: str, password: str, ack_wait: float) -> None:
    bus = await jetstream.connect(url, user=permissions.MIGRATION, password=password, timeout=ANSWER_SECONDS)
    try:
        await work(bus, ack_wait)
    finally:
        await bus.close()
