"""Direct get (NATS ADR-31): reads every message of a filter, or those at given sequences, from any replica.

It takes a few round trips. The sequences in the messages form a chain that shows when an answer broke off (a reconnect,
a lost replica); it is then asked for again from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import Any

import msgspec
from nats.aio.msg import Msg

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server.jetstream import API, BUDGET_SECONDS, TRY_SECONDS, Bus, Stored

PAGE = 1000


#: Sequences in one request.
_PLACES = 500
#: The greatest gap between two sequences in the same range of a request; the messages in it are read too.
_SLACK = 2


async def each(
    bus: Bus, stream: str, subjects: str, *, after: int = 0, count: int | None = None
) -> AsyncGenerator[Stored, None]:
    """Yield every message on `subjects` past sequence `after`, oldest first; no more than `count` of them.

    Without `count`, the server searches the rest of the stream to find that there are no more. Raises StreamUnavailable
    after 30 s without a message.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + BUDGET_SECONDS
    pending = 1
    while pending and count != 0:
        wanted = PAGE if count is None else min(PAGE, count)
        page = _page(bus, stream, {"batch": wanted, "seq": after + 1, "next_by_subj": subjects})
        try:
            async with aclosing(page):
                async for message in page:
                    if isinstance(message, int):
                        pending = message
                        break
                    yield message
                    after = message.sequence
                    count = None if count is None else count - 1
                    deadline = loop.time() + BUDGET_SECONDS
        except StreamUnavailable:
            if loop.time() > deadline:
                raise
            await bus.wait_connected(max(0.0, deadline - loop.time()))
            await asyncio.sleep(0.1)


async def at(bus: Bus, stream: str, places: Sequence[int]) -> list[Stored]:
    """Return the messages at these sequences, in order; from any replica, or from the leader what that one lacks.

    No server searches for anything: it knows where a sequence is. Raises StreamUnavailable.
    """
    found: dict[int, Stored] = {}
    for start in range(0, len(places), _PLACES):
        await _take_places(bus, stream, places[start : start + _PLACES], found)
    for place in places:
        if place not in found and (message := await bus.at(stream, place)):
            found[place] = message
    return [found[place] for place in places if place in found]


async def _take_places(bus: Bus, stream: str, places: Sequence[int], found: dict[int, Stored]) -> None:
    """Add what one replica has at these sequences to `found`, with another request if an answer broke off."""
    deadline = asyncio.get_running_loop().time() + BUDGET_SECONDS
    while missing := [place for place in places if place not in found]:
        try:
            await _take_answers(bus, stream, missing, found)
        except StreamUnavailable:
            if asyncio.get_running_loop().time() > deadline:
                raise
            await bus.wait_connected(max(0.0, deadline - asyncio.get_running_loop().time()))
            await asyncio.sleep(0.1)
        else:
            return


async def _take_answers(bus: Bus, stream: str, places: Sequence[int], found: dict[int, Stored]) -> None:
    stretches = _stretches(places)
    unanswered, single = len(stretches), {first for first, last in stretches if first == last}
    requests = (_request(first, last) for first, last in stretches)
    answers = bus.answers(f"{API}.DIRECT.GET.{stream}", *requests, timeout=TRY_SECONDS)
    async with aclosing(answers):
        async for message in answers:
            headers = message.headers or {}
            match headers.get("Status"):
                case None:
                    stored = _stored(message, headers)
                    found[stored.sequence] = stored
                    unanswered -= stored.sequence in single
                case "204" | "404":
                    unanswered -= 1
                case status:
                    raise StreamUnavailable(f"{stream} cannot be read now: {status}")
            if not unanswered:
                return


def _request(first: int, last: int) -> bytes:
    wanted = {"seq": first} if first == last else {"seq": first, "batch": last - first + 1}
    return msgspec.json.encode(wanted)


def _stretches(places: Sequence[int]) -> list[tuple[int, int]]:
    """Group the sequences into ranges (first, last) of those close together."""
    stretches: list[tuple[int, int]] = []
    for place in places:
        if stretches and place - stretches[-1][1] <= _SLACK + 1:
            stretches[-1] = (stretches[-1][0], place)
        else:
            stretches.append((place, place))
    return stretches


async def _page(bus: Bus, stream: str, wanted: Mapping[str, Any]) -> AsyncGenerator[Stored | int, None]:
    """Yield the messages of one answer, then the number of remaining ones."""
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
