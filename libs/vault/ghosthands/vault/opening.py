"""Opens the vault for the services that have the master key."""

from __future__ import annotations

from pathlib import Path

from ghosthands.domain import services
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.vault.errors import MasterKeyError
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault


async def open_vault(bus: Bus, master_key_file: Path | None) -> Vault:
    """Open the vault behind the bus with the keys of that file. Raises MasterKeyError, which names the fix."""
    if master_key_file is None:
        raise MasterKeyError("GHOSTHANDS_MASTER_KEY_FILE is not set; it names the key that opens the vault")
    keeper = bus.service == services.KEY_KEEPER
    vault = Vault(JetStreamStore(bus), MasterKeys.load(master_key_file), keeper=keeper)
    await vault.keyring.prove()
    return vault
