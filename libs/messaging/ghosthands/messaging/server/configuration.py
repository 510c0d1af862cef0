"""The configuration of a NATS server: complete for a local one, or only the users for an operator's own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from ghosthands.domain import ownership
from ghosthands.messaging.server import accounts, permissions, streams

MAX_PAYLOAD_BYTES = streams.MAX_INTAKE_BYTES
#: The most atomic batches that may be open in one stream, and at the server. A login that leaves batches open delays
#: everybody else's once there are so many. With the server's own limits (50, for 10 seconds) five messages a second are
#: enough for that; with these, as many as would delay others in any case.
MAX_OPEN_BATCHES = 1000
#: Seconds after its last message until an open batch is abandoned. Ours are committed within milliseconds, and one that
#: was abandoned is sent again.
OPEN_BATCH_SECONDS = 2
#: How many closed connections the server remembers. At its default of 10 000, a check that connects every other second
#: makes it keep 6 MB.
MAX_CLOSED_CLIENTS = 100


def server_config(
    *,
    port: int,
    store_dir: Path,
    encryption_key: str,
    passwords: Mapping[str, str],
    watcher_password: str | None = None,
    owns: permissions.Owns = ownership.OWNS_OF,
) -> str:
    """Return a nats-server configuration for loopback, with all users.

    Everything acknowledged is on the disk (`sync_interval: always`), and sealed there with `encryption_key`. With a
    `watcher_password` there is a WATCHER. The text contains passwords and the key: write it with mode 600. Raises
    KeyError if a user has no password.
    """
    allowed = {user: permissions.permissions(user, owns=owns) for user in permissions.USERS}
    known = {user: _quoted(passwords[user]) for user in permissions.USERS}
    if watcher_password:
        known[permissions.WATCHER] = _quoted(watcher_password)
        allowed[permissions.WATCHER] = permissions.OF_WATCHER
    users = accounts.render(allowed, known)
    return server_settings(port, store_dir, encryption_key) + users


def included() -> str:
    """Return the part that an operator's own server includes; it reads each user's password from a variable."""
    allowed = {user: permissions.permissions(user) for user in permissions.USERS}
    return accounts.render(
        allowed, {user: f"$GHOSTHANDS_NATS_PASSWORD_{user.replace('-', '_').upper()}" for user in allowed}
    )


def server_settings(port: int, store_dir: Path, encryption_key: str) -> str:
    """Return the configuration without the users."""
    lines = [
        f"listen: {_quoted(f'127.0.0.1:{port}')}",
        f"max_payload: {MAX_PAYLOAD_BYTES}",
        f"max_closed_clients: {MAX_CLOSED_CLIENTS}",
        "jetstream {",
        f"  store_dir: {_quoted(str(store_dir))}",
        f"  key: {_quoted(encryption_key)}",
        "  cipher: aes",
        "  sync_interval: always",
        "  limits {",
        f"    batch {{ max_inflight_per_stream: {MAX_OPEN_BATCHES}, max_inflight_total: {MAX_OPEN_BATCHES},"
        f' timeout: "{OPEN_BATCH_SECONDS}s" }}',
        "  }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text)
