"""A browser as its user starts it: DevTools on a port of Chromium's own, without a key."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from ghosthands import chromium
from ghosthands.chromium import BrowserProcess

_POLL_SECONDS = 0.02
#: the file in which Chromium writes its port
_PORT_FILE = "DevToolsActivePort"
_PATIENCE_SECONDS = 30.0


async def launch(
    profile_dir: Path, *, log_path: Path, headless: bool = True, extra_args: Sequence[str] = ()
) -> BrowserProcess:
    """Start a browser; its address is that of its own port."""
    (profile_dir / _PORT_FILE).unlink(missing_ok=True)  # a killed one's
    args = [*extra_args, "--remote-debugging-port=0"]
    process = await chromium.launch(profile_dir, log_path=log_path, headless=headless, extra_args=args)
    async with asyncio.timeout(_PATIENCE_SECONDS):
        while (ws_url := _read_address(profile_dir)) is None:  # noqa: ASYNC110 - the browser writes it
            await asyncio.sleep(_POLL_SECONDS)
    return replace(process, ws_url=ws_url)


def port_of(process: BrowserProcess) -> int:
    """Return the port of its address."""
    return urlsplit(process.ws_url).port or 80


def _read_address(profile_dir: Path) -> str | None:
    with suppress(FileNotFoundError):
        port, _, path = (profile_dir / _PORT_FILE).read_text().partition("\n")
        if path:
            return f"ws://127.0.0.1:{port}{path.strip()}"
    return None
