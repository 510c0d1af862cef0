"""What came of a message about a job, heard by whoever sent it: on `gh.out`, where the upstream product hears it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from ghosthands.messaging.log import follow
from ghosthands.messaging.log.follow import StreamFeed
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.server.streams import OUT
from ghosthands.messaging.wire import subjects

#: what is said of an answer to what a job asks
ANSWER = "answer"
#: between two looks at a feed without news
LOOK_SECONDS = 5.0


class Complaint(msgspec.Struct, frozen=True):
    """One thing wrong with a message."""

    field: str
    code: str
    message: str


class Verdict(msgspec.Struct, frozen=True):
    """Whether a message was taken, and if not why."""

    accepted: bool
    #: of the message in GH_INTAKE; none where it was said by another way
    message_sequence: int | None = None
    code: str = ""
    message: str = ""
    reasons: tuple[Complaint, ...] = ()
    #: of the answer that the message was given on as
    answer_sequence: int | None = None

    @property
    def why(self) -> str:
        """Why it was not taken, for people."""
        faults = "; ".join(fault.message for fault in self.reasons)
        return f"{self.message}: {faults}" if self.message and faults else self.message or faults


async def hear(bus: Bus, tenant: str, task: str, what: str, sequence: int, *, seconds: float) -> Verdict | None:
    """What came of the message of that sequence in GH_INTAKE; None where nobody has said so within the time.

    A message that was given on as an answer is taken once that is. Raises Forbidden.
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


def _read(stored: Stored) -> Verdict:
    return msgspec.json.decode(stored.data, type=Verdict)
