"""Commands for one browser host, moved out of the stream of all commands, where they lay before hosts had their own."""

from __future__ import annotations

from ghosthands.domain import services
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects


async def move(bus: Bus, before: str, consumer: str, host: str) -> None:
    """Put what waits for the host where it is taken now, and end the consumer it had. Raises StreamUnavailable."""
    service = services.BROWSER_HOST
    async for waiting in bus.each(before, f"gh.cmd.{service}.{host}.*"):
        moved = subjects.command(service, waiting.subject.rpartition(".")[2], host=host)
        await bus.publish(Outgoing(moved, waiting.data, waiting.headers))
        await bus.delete(before, waiting.sequence)
    await bus.api(f"CONSUMER.DELETE.{before}.{consumer}")
