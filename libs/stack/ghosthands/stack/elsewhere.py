"""A stack that is started and watched elsewhere, in containers for example: only its servers' addresses are known.

GHOSTHANDS_STACK=elsewhere says so. GHOSTHANDS_NATS_URL and GHOSTHANDS_NATS_PASSWORDS_FILE, with the users `cli` and
`valet`, give access to the log, and GHOSTHANDS_DATABASE_URL, as a role that may only read, to the tables.
"""

from __future__ import annotations

import os
from pathlib import Path

from ghosthands.messaging.server import addresses, secret_files
from ghosthands.stack import passwords
from ghosthands.stack.errors import SettingRefused
from ghosthands.stack.passwords import ServicePassword

VARIABLE = "GHOSTHANDS_STACK"


class StackElsewhere:
    """The addresses of a stack's servers elsewhere, and the logins there."""

    ready = True

    def __init__(self, nats_url: str, reader_url: str, logins: dict[str, str]) -> None:
        self.nats_url = nats_url
        self.reader_url = reader_url
        self._logins = logins

    def password_of(self, user: str) -> ServicePassword:
        """Return a NATS user's login. Raises SettingRefused for a user without a password in the file."""
        if (password := self._logins.get(user)) is None:
            raise SettingRefused(f"GHOSTHANDS_NATS_PASSWORDS_FILE has no password for {user!r}: add it")
        return ServicePassword(user, password)


def is_named() -> bool:
    """Whether the environment says that the stack is not here; its other settings need not be valid."""
    return os.environ.get(VARIABLE, "here") not in ("here", "")


def find_elsewhere() -> StackElsewhere | None:
    """Return the stack that the environment names; None where it names none. Raises SettingRefused for bad settings."""
    if not is_named():
        return None
    if os.environ[VARIABLE] != "elsewhere":
        raise SettingRefused(f"{VARIABLE} is neither `here` nor `elsewhere`: correct or unset it")
    try:
        nats_url = addresses.nats(_required("GHOSTHANDS_NATS_URL"))
        reader_url = addresses.postgres(_required("GHOSTHANDS_DATABASE_URL"))
        logins = passwords.read_passwords(Path(_required("GHOSTHANDS_NATS_PASSWORDS_FILE")))
    except (ValueError, secret_files.NoSecrets) as error:
        raise SettingRefused(f"the stack elsewhere cannot be reached: {error}") from None
    return StackElsewhere(nats_url, reader_url, logins)


def _required(variable: str) -> str:
    if not (value := secret_files.read(variable)):
        raise SettingRefused(f"{variable} is not set, and {VARIABLE} says that the stack is elsewhere: set it")
    return value
