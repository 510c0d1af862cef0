"""A cancel amid the download of a resume holds: there is a job to cancel as soon as its request has been looked at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import msgspec
import pytest

from ghosthands.domain import job
from ghosthands.domain.errors import NotYet
from ghosthands.job_intake.downloads import CalledOff, Downloads
from ghosthands.messaging.clock import utc_now

from .conftest import JOB, World

CANCEL = {"job_id": JOB}


@dataclass
class Storage:
    """A server that is asked for a resume and lets go of nothing."""

    url: str = ""
    times_asked: int = 0
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        self.times_asked += 1
        self.asked.set()
        await reader.read()
        writer.close()


@pytest.fixture
async def storage() -> AsyncIterator[Storage]:
    storage = Storage()
    server = await asyncio.start_server(storage.answer, "127.0.0.1", 0)
    async with server:
        storage.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/cv.pdf"
        yield storage


@asynccontextmanager
async def requesting(world: World, storage: Storage, downloads: Downloads) -> AsyncIterator[asyncio.Task[None]]:
    """The job's request, in hand while its resume is waited for."""
    in_hand = asyncio.create_task(world.request(resume={"download_url": storage.url}, downloads=downloads))
    await storage.asked.wait()
    try:
        yield in_hand
    finally:
        in_hand.cancel()
        await asyncio.gather(in_hand, return_exceptions=True)


def decided(state: job.Job) -> list[str]:
    """What executor makes of the job when it takes it."""
    (claimed,) = job.decide(job.ClaimJob("w", utc_now()), state)
    taken = job.evolve(state, claimed, 7)
    return [type(event).__name__ for event in job.decide(job.Proceed(utc_now()), taken)]


async def test_a_job_that_is_cancelled_amid_the_download_ends_unbegun(world: World, storage: Storage) -> None:
    downloads = Downloads()
    async with requesting(world, storage, downloads) as in_hand:
        await world.hear("job.cancel", CANCEL, downloads=downloads)
        with pytest.raises(CalledOff):
            await in_hand
    assert [one["accepted"] for one in world.told("cancel")] == [True]

    await world.request(resume={"download_url": storage.url}, downloads=downloads)
    assert storage.times_asked == 1
    assert decided(await world.job()) == ["JobCancelled"]
    assert len(world.told("accepted")) == len(world.woken()) == 1


async def test_a_cancel_that_another_instance_hears_between_two_tries_holds_too(world: World, storage: Storage) -> None:
    async with requesting(world, storage, Downloads()):
        pass  # whoever had it in hand is gone
    await world.hear("job.cancel", CANCEL)
    await world.request(resume={"download_url": storage.url})
    assert storage.times_asked == 1
    assert decided(await world.job()) == ["JobCancelled"]


async def test_another_tenant_cannot_cancel_it(world: World, storage: Storage) -> None:
    async with requesting(world, storage, Downloads()):
        await world.hear("job.cancel", {"tenant": "another", **CANCEL})
    (told,) = [one for one in world.bus.published if one.subject.endswith(".cancel")]
    assert msgspec.json.decode(told.data)["code"] == "unknown_job"
    assert not (await world.job()).cancel_requested


async def test_a_cancel_on_the_heels_of_its_request_is_not_answered_before_that_was_looked_at(world: World) -> None:
    with pytest.raises(NotYet):
        await world.hear("job.cancel", CANCEL, after=timedelta(seconds=1))
    await world.request()
    await world.hear("job.cancel", CANCEL, after=timedelta(seconds=1))
    assert (await world.job()).cancel_requested


async def test_a_job_that_was_refused_after_its_cancel_can_be_requested_again(world: World, storage: Storage) -> None:
    async with requesting(world, storage, Downloads()):
        await world.hear("job.cancel", CANCEL)
    await world.request(valet_user_id="nobody")
    assert (await world.job()).phase is job.Phase.REJECTED
    await world.request()
    assert decided(await world.job()) != ["JobCancelled"]
