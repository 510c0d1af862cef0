"""How whoever operates an installation opens its store: as the user `migration`, with the master key at hand."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NoReturn

from ghosthands.messaging.server import addresses, jetstream, permissions, secret_files
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.vault.errors import MasterKeyError
from ghosthands.vault.master import MasterKeys

ANSWER_SECONDS = 30.0


def load_masters() -> MasterKeys:
    """The keys of GHOSTHANDS_MASTER_KEY_FILE. Raises MasterKeyError."""
    file = secret_files.read("GHOSTHANDS_MASTER_KEY_FILE")
    if not file:
        raise MasterKeyError("GHOSTHANDS_MASTER_KEY_FILE is not set; it names the key that seals backups")
    return MasterKeys.load(Path(file))


def refuse(text: str) -> NoReturn:
    """End the program with these words."""
    sys.stderr.write(f"{text}\n")
    sys.exit(1)


def tell(text: str) -> None:
    """Write a line about what was done."""
    sys.stdout.write(f"{text}\n")


@asynccontextmanager
async def operated() -> AsyncIterator[tuple[Bus, MasterKeys]]:
    """A connection to the store, and the master keys. Raises GhostHandsError, in words."""
    masters = load_masters()
    try:
        url = addresses.nats(os.environ.get("GHOSTHANDS_NATS_URL", ""))
    except ValueError as error:
        raise MasterKeyError(f"GHOSTHANDS_NATS_URL {error}") from None
    password = secret_files.read("GHOSTHANDS_NATS_PASSWORD")
    bus = await jetstream.connect(url, user=permissions.MIGRATION, password=password, timeout=ANSWER_SECONDS)
    try:
        yield bus, masters
    finally:
        await bus.close()
