"""A browser's DevTools address on loopback, which contains its key, and the file that stores the address.

The key is in the path, so that any DevTools client can use the address. It is drawn for each browser, and stored in a
file beside its profile that only its host can read: neither on a command line nor in an environment.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

#: the name of our DevTools servers, so that nobody takes such a browser for a user's
SERVER = "GhostHands"

#: Swallows what the library logs of a handshake: an address that is a credential.
SILENT = logging.getLogger(f"{__name__}.silent")
SILENT.setLevel(logging.CRITICAL + 1)


def draw_path() -> str:
    """Return a path that cannot be guessed, in the form of Chromium's own."""
    return f"/devtools/browser/{secrets.token_urlsafe(32)}"


def write_address(listener: socket.socket, path: str) -> str:
    """Return the address of that path at an open port."""
    return f"ws://127.0.0.1:{listener.getsockname()[1]}{path}"


def address_file(profile_dir: Path) -> Path:
    """Return the file that holds the address of the browser on that profile."""
    return profile_dir.with_name(f"{profile_dir.name}.devtools")


def leave_address(profile_dir: Path, ws_url: str) -> None:
    """Write the address to the file, for the process that adopts the browser alone."""
    file = address_file(profile_dir)
    with suppress(FileNotFoundError):
        file.unlink()
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as left:
        left.write(ws_url)


def find_address(profile_dir: Path) -> str | None:
    """Return the address in the file; None where none can be read."""
    try:
        ws_url = address_file(profile_dir).read_text()
    except OSError:
        return None
    return ws_url if urlsplit(ws_url).path.startswith("/devtools/browser/") else None


async def answers(ws_url: str, timeout_seconds: float) -> bool:
    """Whether the browser itself answers there: the handshake completes once it does."""
    try:
        async with connect(ws_url, proxy=None, compression=None, open_timeout=timeout_seconds, ping_interval=None):
            return True
    except (OSError, WebSocketException, TimeoutError):
        return False
