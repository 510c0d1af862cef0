"""Batched direct get (NATS ADR-31): every message of a filter in a few round trips, served by any replica.

An answer that breaks off (a reconnect, a lost replica) is noticed by the chain of sequences its messages carry and
asked for again from where it stood.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from datetime import datetime
from typing import Any

import msgspec
from nats.aio.msg import Msg

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server.jetstream import API, BUDGET_SECONDS, TRY_SECONDS, Bus, Stored

PAGE = 1000


async def each(bus: Bus, stream: str, subjects: str, *, after: int = 0) -> AsyncGenerator[Stored, None]:
    """Every message on `subjects` past sequence `after`, oldest first. Raises StreamUnavailable after 30 s of none."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + BUDGET_SECONDS
    pending = 1
    while pending:
        page = _page(bus, stream, {"batch": PAGE, "seq": after + 1, "next_by_subj": subjects})
        try:
            async with aclosing(page):
                async for message in page:
                    if isinstance(message, int):
                        pending = message
                        break
                    yield message
                    after = message.sequence
                    deadline = loop.time() + BUDGET_SECONDS
        except StreamUnavailable:
            if loop.time() > deadline:
                raise
            await bus.wait_connected(max(0.0, deadline - loop.time()))
            await asyncio.sleep(0.1)


async def _page(bus: Bus, stream: str, wanted: Mapping[str, Any]) -> AsyncGenerator[Stored | int, None]:
    """One answer's messages, then how many more there are."""
    answers = bus.answers(f"{API}.DIRECT.GET.{stream}", msgspec.json.encode(wanted), timeout=TRY_SECONDS)
    last: str | None = None
    async with aclosing(answers):
        async for message in answers:
            headers = message.headers or {}
            if last is not None and headers.get("Nats-Last-Sequence") != last:
                raise StreamUnavailable(f"an answer of {stream} broke off")
            match headers.get("Status"):
                case None:
                    last = headers["Nats-Sequence"]
                    yield _stored(message, headers)
                case "204":
                    yield int(headers.get("Nats-Num-Pending", "0"))
                    return
                case "404":
                    yield 0
                    return
                case status:
                    raise StreamUnavailable(f"{stream} cannot be read now: {status}")


def _stored(message: Msg, headers: Mapping[str, str]) -> Stored:
    stored_at = datetime.fromisoformat(headers["Nats-Time-Stamp"])
    return Stored(headers["Nats-Subject"], int(headers["Nats-Sequence"]), headers, message.data, stored_at)
