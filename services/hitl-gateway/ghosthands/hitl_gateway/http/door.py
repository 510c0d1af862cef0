"""The HTTP servers: one address for VALET, one for its requests to a worker."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.types import ASGIApp

from ghosthands.chassis import health, logging
from ghosthands.chassis.settings import SettingsInvalid

#: seconds for calls in hand when the service stops
_PARTING_SECONDS = 5
#: most bytes of a WebSocket's message, as at browser-host's own server
_MESSAGE_BYTES = 256 * 1024

log = logging.get(__name__)


@asynccontextmanager
async def serving(app: ASGIApp, host: str, port: int, *, setting: str) -> AsyncIterator[int]:
    """Serve within the block; yield the port. Raises SettingsInvalid, naming the setting, for a port in use."""
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
