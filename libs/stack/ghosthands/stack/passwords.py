"""The secrets of an embedded stack, made on its first start.

They are the NATS passwords, the at-rest key, the vault's master key, the secret shared with VALET, and the metrics'
token. Losing `secrets.json` makes the event store unreadable, losing `master.key` the vault: neither is ever made anew
beside data that needs the old one.
"""

from __future__ import annotations

import base64
import secrets
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from ghosthands.messaging import private_files
from ghosthands.stack.errors import SettingRefused, StackError
from ghosthands.stack.state import StateDir

_MASTER_KEY_BYTES = 32


class StackSecrets(msgspec.Struct, frozen=True):
    """The content of `secrets.json`: NATS passwords, JetStream's key, VALET's secret, the metrics' token."""

    nats_passwords: dict[str, str]
    #: encrypts JetStream's files
    at_rest_key: str
    #: authenticates VALET and us to each other over HTTP, unless GH_SERVICE_SECRET is set
    service_secret: str = ""
    #: the token a scraper sends, unless GHOSTHANDS_METRICS_TOKEN is set
    metrics_token: str = ""


class ServicePassword(msgspec.Struct, frozen=True):
    """A NATS user's name and password; the `repr` shows the name only."""

    user: str
    password: str

    def __repr__(self) -> str:
        return f"ServicePassword(user={self.user!r}, password=…)"


def load(state: StateDir) -> StackSecrets:
    """Return the secrets of an earlier start. Raises StackError when there are none or they are unreadable."""
    try:
        return msgspec.json.decode(state.secrets_file.read_bytes(), type=StackSecrets)
    except OSError as error:
        raise StackError(f"{state.secrets_file} cannot be read ({error.strerror}): run as its owner") from error
    except msgspec.DecodeError as error:
        raise StackError(
            f"{state.secrets_file} is damaged: restore it, or remove {state.path} and start anew"
        ) from error


def load_or_make(state: StateDir, nats_users: Iterable[str], given: Mapping[str, str]) -> StackSecrets:
    """Return the stack's secrets, with a password for each NATS user; `given` passwords take precedence.

    Missing secrets are made. Raises StackError when they are missing and data here need them.
    """
    _check_not_lost(state.secrets_file, state)
    before = load(state) if state.secrets_file.exists() else StackSecrets({}, _key())
    known = before.nats_passwords | dict(given)
    after = StackSecrets(
        nats_passwords={user: known.get(user) or _key() for user in nats_users},
        at_rest_key=before.at_rest_key,
        service_secret=before.service_secret or _key(),
        metrics_token=before.metrics_token or _key(),
    )
    if after != before or not state.secrets_file.exists():
        private_files.write(state.secrets_file, msgspec.json.format(msgspec.json.encode(after)))
    return after


def make_master_key(state: StateDir) -> Path:
    """Return the file with the vault's master key, made when missing. Raises StackError when data need a lost one."""
    file = state.master_key_file
    _check_not_lost(file, state)
    if not file.exists():
        private_files.write(file, _make_master_key())
    return file


def rotate_master_key(file: Path) -> None:
    """Put a new master key before those in the file, for services that start from now on. Raises StackError."""
    check_master_key(file)
    try:
        private_files.write(file, _make_master_key() + file.read_bytes())
    except OSError as error:
        raise StackError(f"cannot write {file}: {error.strerror}") from None


def check_master_key(file: Path) -> None:
    """Check, before anything starts, that the file holds keys and is private to its owner. Raises StackError."""
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
        lines = (line.strip() for line in file.read_text("ascii").splitlines())
        keys = [base64.b64decode(line, validate=True) for line in lines if line and line[0] != "#"]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in base64"
        raise StackError(f"cannot read the master key in {file} ({reason}): put back your copy of it") from None
    if not keys or any(len(key) != _MASTER_KEY_BYTES for key in keys):
        raise StackError(f"{file} holds no master key: put back your copy of it")
    if mode & 0o077:
        raise StackError(f"others may read the master key in {file} (mode {mode:o}): run chmod 600 {file}")


def _make_master_key() -> bytes:
    return base64.b64encode(secrets.token_bytes(_MASTER_KEY_BYTES)) + b"\n"


def _check_not_lost(file: Path, state: StateDir) -> None:
    if state.nats_store.exists() and not file.exists():
        raise StackError(
            f"{file} is missing, and what {state.nats_store} holds cannot be read without it:"
            f" put back your copy, or remove {state.path} and start anew"
        )


def read_passwords(path: Path) -> dict[str, str]:
    """Read the passwords of a NATS we do not run: a JSON object of users and passwords. Raises SettingRefused."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError) as error:
        raise SettingRefused(
            f"{path} holds no NATS passwords ({error}): expected a JSON object, user to password"
        ) from error


def _key() -> str:
    return secrets.token_urlsafe(32)
