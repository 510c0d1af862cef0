"""Whatever is sent is answered: taken, refused with reasons, or a dead letter; and each message counts once."""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from itertools import islice

import msgspec
import pytest

from ghosthands.contract.told import TOLD
from ghosthands.domain import services
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.server.permissions import CLI, VALET
from ghosthands.messaging.work.verdicts import ANSWER

from .conftest import Door
from .fuzz import Fuzz, Sent

pytestmark = [pytest.mark.integration, pytest.mark.slow]

#: the same messages again by GHOSTHANDS_FUZZ_SEED=…
SEED = int(os.environ.get("GHOSTHANDS_FUZZ_SEED", "0")) or random.randrange(1, 1_000_000)
PUBLISHED_AT_ONCE = 64


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(500, id="some"),
        pytest.param(10_000, id="many", marks=[pytest.mark.heavy, pytest.mark.timeout(1200)]),
    ],
)
async def test_every_message_is_taken_refused_or_dead(door: Door, count: int) -> None:
    print(f"{count} messages, GHOSTHANDS_FUZZ_SEED={SEED}")
    hearers = (services.JOB_INTAKE, services.HITL_GATEWAY)
    processes = [door.stack.process(name).pid for name in hearers]
    sent: dict[tuple[str, int], Sent] = {}
    messages = Fuzz(SEED).messages(count)
    while some := list(islice(messages, PUBLISHED_AT_ONCE)):
        acks = await asyncio.gather(
            *(door.buses[VALET].publish(Outgoing(message.subject, message.data)) for message in some)
        )
        sent |= dict(zip(((ack.stream, ack.sequence) for ack in acks), some, strict=True))
    await door.until_settled(*hearers)

    dead = Counter([(letter["stream"], letter["sequence"]) for letter in await read(door, streams.DEAD)])
    tasks, answered = Counter[str](), set[tuple[str, int]]()
    for told in await door.buses[CLI].read_back(streams.OUT, "gh.out.>", after=0):
        _, _, _, task, what = told.subject.split(".")
        if what in TOLD:
            TOLD[what].model_validate_json(told.data)
        body = msgspec.json.decode(told.data)
        if what in ("accepted", "rejected"):
            assert what == "accepted" or body["reasons"], told.subject
            tasks[task] += 1
        stream = streams.HUMANS if what == ANSWER else streams.INTAKE
        answered.add((stream, body.get("message_sequence") or 0))

    assert len(sent) == count
    assert set(dead) <= set(sent)
    assert len(dead) == await door.count_dead()
    assert set(dead.values()) <= {1}
    known = {message.task for message in sent.values() if message.task}
    unnamed = [number for number, one in sent.items() if one.subject == "job.requested" and not one.task]
    assert sum(times for task, times in tasks.items() if task not in known) == len(set(unnamed) - set(dead))
    lost = [
        (number, one)
        for number, one in sent.items()
        if number not in dead and number not in answered and one.task not in tasks and number not in unnamed
    ]
    assert not lost
    assert [door.stack.process(name).pid for name in hearers] == processes
    taken = len(sent) - len(dead)
    print(f"{taken} answered, {len(dead)} dead letters")


async def read(door: Door, stream: str) -> list[dict[str, object]]:
    found = await door.buses[CLI].read_back(stream, "gh.dead.>", after=0)
    return [msgspec.json.decode(one.data) for one in found]
