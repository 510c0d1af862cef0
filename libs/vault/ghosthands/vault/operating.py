"""An operator's access to an installation's store: the login of the user `migration`, and the master key."""

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
    """Load the keys of GHOSTHANDS_MASTER_KEY_FILE. Raises MasterKeyError."""
    file = secret_files.read("GHOSTHANDS_MASTER_KEY_FILE")
    if not file:
        raise MasterKeyError("GHOSTHANDS_MASTER_KEY_FILE is not set; it names the key that seals backups")
    return MasterKeys.load(Path(file))


def refuse(text: str, *, code: int = 1) -> NoReturn:
    """End the program with an error message and that exit code."""
    sys.stderr.write(f"{text}\n")
    sys.exit(code)


def tell(text: str) -> None:
    """Print a line about what was done."""
    sys.stdout.write(f"{text}\n")


@asynccontextmanager
async def operated() -> AsyncIterator[tuple[Bus, MasterKeys]]:
    """Open a connection to the store, and load the master keys. Raises GhostHandsError, with the reason."""
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
