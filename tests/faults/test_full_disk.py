"""A disk that is full while applications run, and freed: what was accepted is sent, once, by what the site received.

The disk of everything, and one that PostgreSQL has for itself: nothing but the tables waits for that.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.job import Phase
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.stack import StateDir, Tolerance
from ghosthands.testkit.faults.tables import differing
from ghosthands.testkit.lab import Lab, a_posting, job_id_of
from ghosthands.testkit.small_disk import NotMounted, SmallDisk
from tests.integration.stack.test_full_disk import ask_doctor, told

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

#: seconds in which everything must run again
RUNS_AGAIN = 120.0


@pytest.fixture
def small_disk() -> Iterator[SmallDisk]:
    with ExitStack() as stack:
        try:
            disk = stack.enter_context(SmallDisk.mounted(1500))
        except NotMounted as error:
            pytest.skip(str(error))
        yield disk


async def test_what_was_accepted_before_and_after_a_full_disk_is_sent_once(
    small_disk: SmallDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Lab.start(small_disk.path / "lab", tolerance=Tolerance(every=0.5, running=2.0)) as lab:
        postings = [a_posting() for _ in range(4)]
        before, after = ([lab.request(posting) for posting in each] for each in (postings[:2], postings[2:]))
        for body in before:
            await lab.publish("job.requested", body)
        await lab.until(job_id_of(before[0]), lambda seen: seen.phase is Phase.RUNNING)
        small_disk.fill()
        while await is_accepted(lab, after[0]):
            continue  # a repeat, until there is no room for that either
        small_disk.free()
        freed = time.monotonic()
        for body in after:
            await ask_until_accepted(lab, body)
        stored = time.monotonic() - freed
        ended = [await lab.finished(job_id_of(body), timeout=RUNS_AGAIN) for body in (*before, *after)]
        assert [seen.phase for seen in ended] == [Phase.COMPLETED] * 4, "\n".join(map(str, ended))
        assert [lab.submissions(posting) for posting in postings] == [1] * 4
        with capsys.disabled():
            print(f"\nfreed: accepted again after {stored:.1f} s, all done after {time.monotonic() - freed:.1f} s")


async def test_while_the_disk_of_postgres_is_full_jobs_go_on_and_the_tables_follow_once_it_was_freed(
    open_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = open_folder / "lab"
    with ExitStack() as stack:
        try:
            disk = stack.enter_context(SmallDisk.mounted(400, at=StateDir(folder).postgres))
        except NotMounted as error:
            pytest.skip(str(error))
        async with Lab.start(folder, tolerance=Tolerance(every=0.5, running=2.0)) as lab:
            await lab.finished(await lab.apply(a_posting()))
            disk.fill()
            postings = [a_posting() for _ in range(3)]
            jobs = [await lab.apply(posting) for posting in postings]
            ended = [await lab.finished(job_id, timeout=RUNS_AGAIN) for job_id in jobs]
            assert [seen.phase for seen in ended] == [Phase.COMPLETED] * 3, "\n".join(map(str, ended))
            assert [lab.submissions(posting) for posting in postings] == [1] * 3
            async with asyncio.timeout(RUNS_AGAIN):
                assert await told(lab.stack, services.PROJECTOR, ready=False) == ["postgres"]
            found = await ask_doctor(lab.stack)
            assert "MB are free on the disk of" in found["postgres"].detail
            assert found["projector"].detail.startswith("waits for postgres")
            disk.free()
            freed = time.monotonic()
            await lab.at_rest(timeout=RUNS_AGAIN)
            assert await told(lab.stack, services.PROJECTOR, ready=True) == []
            with capsys.disabled():
                print(f"\nfreed: the tables are in step after {time.monotonic() - freed:.1f} s")
            assert await differing(lab) == []


async def is_accepted(lab: Lab, body: Mapping[str, Any]) -> bool:
    """Whether NATS stored the request."""
    try:
        await lab.valet.publish_once(Outgoing("job.requested", msgspec.json.encode(body)), timeout=2.0)
    except StreamUnavailable:
        return False
    return True


async def ask_until_accepted(lab: Lab, body: Mapping[str, Any]) -> None:
    async with asyncio.timeout(RUNS_AGAIN):
        while not await is_accepted(lab, body):
            continue
