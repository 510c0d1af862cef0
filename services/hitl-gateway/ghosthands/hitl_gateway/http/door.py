"""Where the door is: one address for VALET, one for what it asks a worker for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.types import ASGIApp

from ghosthands.chassis import health, logging
from ghosthands.chassis.settings import SettingsInvalid

#: calls in hand when we stop get so long
_PARTING_SECONDS = 5
#: of a WebSocket's message: as browser-host's own door has it
_MESSAGE_BYTES = 256 * 1024

log = logging.get(__name__)


@asynccontextmanager
async def serving(app: ASGIApp, host: str, port: int, *, setting: str) -> AsyncIterator[int]:
    """Serve within the block; yields the port. Raises SettingsInvalid, naming the setting, for one that is taken."""
    async with AsyncExitStack() as exits:
        try:
            served_at = await exits.enter_async_context(
                health.serving(
                    app,
                    host,
                    port,
                    server_header=False,
                    timeout_graceful_shutdown=_PARTING_SECONDS,
                    ws="websockets-sansio",
                    ws_max_size=_MESSAGE_BYTES,
                )
            )
        except health.AddressTaken as taken:
            message = f"{setting}: {taken}; end what listens there, or set it to another port"
            raise SettingsInvalid([message]) from None
        log.info("http_served", setting=setting, host=host, port=served_at)
        yield served_at
