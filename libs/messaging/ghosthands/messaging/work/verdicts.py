"""Verdicts on messages about jobs: their senders hear them on `gh.out`, like the upstream product."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from ghosthands.messaging.log import follow
from ghosthands.messaging.log.follow import StreamFeed
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.server.streams import OUT
from ghosthands.messaging.wire import subjects

#: the kind of verdict on an answer to a job's request
ANSWER = "answer"
#: seconds between two looks at a feed without news
LOOK_SECONDS = 5.0


class Complaint(msgspec.Struct, frozen=True):
    """One fault of a message."""

    field: str
    code: str
    message: str


class Verdict(msgspec.Struct, frozen=True):
    """A verdict: whether a message was accepted, and the reasons if not."""

    accepted: bool
    #: the message's sequence in its stream; None if it came by another way
    message_sequence: int | None = None
    code: str = ""
    message: str = ""
    reasons: tuple[Complaint, ...] = ()
    #: the sequence of the answer that the message was passed on as
    answer_sequence: int | None = None

    @property
    def why(self) -> str:
        """The reason for a refusal, for people."""
        faults = "; ".join(fault.message for fault in self.reasons)
        return f"{self.message}: {faults}" if self.message and faults else self.message or faults


async def hear(bus: Bus, tenant: str, task: str, what: str, sequence: int, *, seconds: float) -> Verdict | None:
    """Wait for the verdict on the message of that sequence in its stream; None if there is none in time.

    A message that was passed on as an answer is accepted once that answer is. Raises Forbidden.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            verdict = await _hear_one(bus, subjects.out(tenant, task, what), sequence)
            if verdict.answer_sequence is None:
                return verdict
            return await _hear_one(bus, subjects.out(tenant, task, ANSWER), verdict.answer_sequence)
    return None


async def _hear_one(bus: Bus, subject: str, sequence: int) -> Verdict:
    async with StreamFeed(bus, subject, _read, follow.reading(bus, OUT, subject)) as feed:
        while True:
            for verdict in await feed.next(LOOK_SECONDS):
                if verdict.message_sequence == sequence:
                    return verdict


def _read(stored: Sequence[Stored]) -> list[Verdict]:
    return [msgspec.json.decode(one.data, type=Verdict) for one in stored]
