"""Three NATS servers that lose each other, under whole applications: what was accepted is sent, once.

Judged by what the site received. The stalls are printed: how long nothing was written after each loss.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.job import Phase
from ghosthands.messaging.server import consumers, permissions, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.practice.postings import Posting
from ghosthands.testkit.cluster import SIZE, Cluster, Node
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

#: jobs that run when something is lost, and that are asked for while it is
BEFORE, MEANWHILE = 3, 3
PATIENCE = 300.0
#: seconds a server is away, or lags behind
AWAY = 5.0

Loss = Callable[[Cluster, Bus], Awaitable[None]]


@pytest.fixture(scope="module")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    async with Cluster(tmp_path_factory.mktemp("replicated")).running() as running:
        yield running


@pytest.fixture(scope="module")
async def admin(cluster: Cluster) -> AsyncIterator[Bus]:
    bus = await cluster.connect(permissions.MIGRATION)
    yield bus
    await bus.close()


@pytest.fixture(scope="module")
async def lab(open_folder: Path, cluster: Cluster) -> AsyncIterator[Lab]:
    ack_wait = consumers.ACK_WAIT_SECONDS  # as the streams were made, which the stack leaves as they are
    async with Lab.start(open_folder / "replicated", cluster=cluster, ack_wait_seconds=ack_wait) as running:
        yield running


async def kill_the_leader(cluster: Cluster, admin: Bus) -> None:
    await be_away([await cluster.find_leader(streams.EVENTS, admin)])


async def kill_a_follower(cluster: Cluster, admin: Bus) -> None:
    await be_away([await find_follower(cluster, admin)])


async def have_a_follower_lag(cluster: Cluster, admin: Bus) -> None:
    follower = await find_follower(cluster, admin)
    follower.signal(signal.SIGSTOP)
    await asyncio.sleep(AWAY)
    follower.signal(signal.SIGCONT)


async def kill_all_three(cluster: Cluster, admin: Bus) -> None:
    await be_away(list(cluster.nodes))


async def find_follower(cluster: Cluster, admin: Bus) -> Node:
    leader = await cluster.find_leader(streams.EVENTS, admin)
    return next(node for node in cluster.nodes if node is not leader)


async def be_away(nodes: list[Node]) -> None:
    for node in nodes:
        node.kill()
    await asyncio.sleep(AWAY)
    for node in nodes:
        node.start()


async def ask_for(lab: Lab, posting: Posting) -> str:
    """Ask as VALET does: until it is accepted."""
    body = lab.request(posting)
    while True:
        with suppress(StreamUnavailable):
            await lab.publish("job.requested", body)
            return job_id_of(body)


async def measure_stall(lab: Lab, stop: asyncio.Event) -> float:
    """The longest time without a new event on the log, in seconds."""
    longest, last, since = 0.0, 0, time.monotonic()
    while not stop.is_set():
        with suppress(StreamUnavailable):
            found = await lab.operator.api(f"STREAM.INFO.{streams.EVENTS}")
            if (sequence := int(found["state"]["last_seq"])) > last:
                longest, last, since = max(longest, time.monotonic() - since), sequence, time.monotonic()
        await asyncio.sleep(0.05)
    return longest


@pytest.mark.parametrize("lose", [kill_the_leader, kill_a_follower, have_a_follower_lag, kill_all_three])
async def test_what_was_accepted_is_sent_once(
    lab: Lab, cluster: Cluster, admin: Bus, lose: Loss, capsys: pytest.CaptureFixture[str]
) -> None:
    postings = [a_posting() for _ in range(BEFORE + MEANWHILE)]
    stop = asyncio.Event()
    stall = asyncio.create_task(measure_stall(lab, stop))
    jobs = [await ask_for(lab, posting) for posting in postings[:BEFORE]]
    await lab.until(jobs[0], lambda seen: seen.phase is Phase.RUNNING)
    losing = asyncio.ensure_future(lose(cluster, admin))
    jobs += [await ask_for(lab, posting) for posting in postings[BEFORE:]]
    ended = [await lab.finished(job_id, timeout=PATIENCE) for job_id in jobs]
    stop.set()
    await losing
    with capsys.disabled():
        print(f"\n{lose.__name__}: nothing was written for {await stall:.1f} s at most")
    found = await cluster.look(streams.EVENTS, admin)
    assert found["config"]["num_replicas"] == SIZE
    assert [seen.phase for seen in ended] == [Phase.COMPLETED] * len(jobs), "\n".join(map(str, ended))
    assert [lab.submissions(posting) for posting in postings] == [1] * len(postings)
