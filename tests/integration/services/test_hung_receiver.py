"""A receiver that takes callbacks and never answers holds up its own, and nobody else's callbacks or deadlines."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from itertools import groupby

import pytest

from ghosthands.domain import job, services
from ghosthands.domain.human import AskKind, HumanTimedOut
from ghosthands.testkit.receiver import Heard, Receiver

from .conftest import SECRET, Case, Town

pytestmark = [pytest.mark.integration, pytest.mark.slow]

#: jobs whose receiver hangs: more than a gateway looks into at once
FLOOD = 100
#: within which the others are told, less than one call to the hung receiver lasts; it takes some tenths of a second
SOON = 8.0
#: how often as long as without a hung receiver they may take, where that is more: on a machine that is busy
SLOWER = 20


@pytest.fixture
async def hung() -> AsyncIterator[Receiver]:
    """It takes what it is told and answers nothing, until it is opened."""
    hasty = Receiver(SECRET, clock=lambda: time.monotonic() * 60)  # which counts as many a second as others a minute
    async with hasty.listening() as receiver:
        receiver.open.clear()
        yield receiver


async def begin(town: Town, receiver: Receiver) -> Case:
    """A job that runs and asks, whose course the receiver is to be told."""
    case = Case(town)
    await case.start(callback_url=receiver.callback_url(), valet_task_id=case.task)
    await case.say(services.EXECUTOR, job.JobClaimed(at=datetime.now(UTC), worker="w1"))
    await case.ask(timeout_seconds=1, kind=AskKind.FIELDS)
    return case


def order(heard: Sequence[Heard]) -> list[str]:
    """What was told, with repeats that follow what they repeat, under the same id, counted once."""
    runs = [(delivery, [one.word for one in same]) for delivery, same in groupby(heard, lambda one: one.delivery)]
    assert len({delivery for delivery, _ in runs}) == len(runs), "a repeat came after something else"
    return [words[0] for _, words in runs]


async def time_it(town: Town, receiver: Receiver) -> tuple[Case, dict[str, float]]:
    """A job whose course the receiver is told, and the seconds until it was, and until a human's deadline was kept."""
    took = {}
    began = time.monotonic()
    told = await begin(town, receiver)
    await receiver.until(lambda: len(receiver.of(told.id)) == 2)
    took["told"] = time.monotonic() - began
    began = time.monotonic()
    waiting = await begin(town, receiver)
    await waiting.set_deadline(datetime.now(UTC))
    await waiting.until(HumanTimedOut)
    took["a human's deadline kept"] = time.monotonic() - began
    return told, took


async def test_a_hung_receiver_delays_its_own_callbacks_alone(town: Town, hung: Receiver, receiver: Receiver) -> None:
    _, alone = await time_it(town, receiver)
    flood = [await begin(town, hung) for _ in range(FLOOD)]
    await hung.until_asked(16)
    told, took = await time_it(town, receiver)
    print(f"{hung.asked} waited for a hung receiver;", {what: round(seconds, 2) for what, seconds in took.items()})
    assert all(seconds < max(SOON, SLOWER * alone[what]) for what, seconds in took.items()), (took, alone)
    assert order(receiver.of(told.id)) == ["running", "needs_human:verification"]

    hung.open.set()
    await hung.until(lambda: all(len(set(hung.words(case.id))) == 2 for case in flood), timeout=120.0)
    assert all(order(hung.of(case.id)) == ["running", "needs_human:verification"] for case in flood)
