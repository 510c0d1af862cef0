"""Messages that are not what their subjects say: whoever may publish there wrote them, and they stop nobody."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import Conflict, NewerMessage
from ghosthands.domain.job import EffectIntended, EffectKind, JobClaimed
from ghosthands.domain.page import ButtonRole
from ghosthands.domain.session import SessionLost
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import read_stops
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Cause, Envelope
from ghosthands.messaging.wire.subjects import Aggregate

BusOf = Callable[[str], Awaitable[Bus]]

PATIENCE = 30.0


def forged_decision(job: Aggregate) -> tuple[dict[str, str], bytes]:
    """An executor's decision to submit, as an executor would have written it."""
    head = Envelope(
        id=str(uuid.uuid4()),
        name=EffectIntended.__name__,
        version=EffectIntended.VERSION,
        service=services.EXECUTOR,
        subject=job.id,
        at=datetime.now(UTC),
        correlation=job.id,
        causation="c1",
        tenant="acme",
    )
    intended = EffectIntended(
        at=head.at,
        intent_id="i1",
        kind=EffectKind.SUBMIT,
        button_id="b1",
        button_role=ButtonRole.SUBMIT,
        fingerprint="f1",
    )
    return head.headers(), Codec().encode(intended)


@pytest.fixture
async def forger(bus_of: BusOf) -> Bus:
    return await bus_of(services.BROWSER_HOST)


async def forge(forger: Bus, job: Aggregate) -> None:
    """Write the executor's decision where browser-host may write."""
    headers, data = forged_decision(job)
    await forger.publish(Outgoing(subjects.event(job, services.BROWSER_HOST, "SessionLost"), data, headers))


async def forge_nonsense(forger: Bus, job: Aggregate) -> None:
    """Have an answer of the server's, which has no envelope, where browser-host may write."""
    await forger.publish(Outgoing(subjects.event(job, services.BROWSER_HOST, "SessionLost"), b'{"seq": 7}', {}))


async def forge_garbage(forger: Bus, job: Aggregate) -> None:
    """Write what says it is an event that browser-host may write, and does not read like one."""
    head = of_browser_host(job, version=SessionLost.VERSION)
    await forger.publish(Outgoing(subjects.event(job, head.service, head.name), b"garbage", head.headers()))


def of_browser_host(about: Aggregate, *, version: int) -> Envelope:
    return Envelope(
        id=str(uuid.uuid4()),
        name=SessionLost.__name__,
        version=version,
        service=services.BROWSER_HOST,
        subject=about.id,
        at=datetime.now(UTC),
        correlation=about.id,
        causation="c1",
        tenant="acme",
    )


FORGERIES = pytest.mark.parametrize("write", [forge, forge_nonsense, forge_garbage])


@FORGERIES
async def test_a_decision_under_anothers_name_is_no_decision(
    write: Callable[[Bus, Aggregate], Awaitable[None]],
    forger: Bus,
    executor: JetStreamEventLog,
    job: Aggregate,
    cause: Cause,
    claimed: JobClaimed,
) -> None:
    await executor.append_decision(await executor.load(job), [claimed], cause=cause)
    await write(forger, job)
    assert [one.name for one in (await executor.load(job)).recorded] == ["JobClaimed"]


@FORGERIES
async def test_it_stops_neither_decisions_nor_facts_that_come_after_it(
    write: Callable[[Bus, Aggregate], Awaitable[None]],
    forger: Bus,
    executor: JetStreamEventLog,
    browser_host: JetStreamEventLog,
    job: Aggregate,
    cause: Cause,
    claimed: JobClaimed,
    lost: SessionLost,
) -> None:
    await write(forger, job)
    await executor.append_decision(await executor.load(job), [claimed], cause=cause)
    await write(forger, job)
    await browser_host.append_facts(await browser_host.load(job), [lost], cause=cause.at_stage("lost"))
    assert [one.name for one in (await executor.load(job)).recorded] == ["JobClaimed", "SessionLost"]


@FORGERIES
async def test_a_feed_gives_what_comes_before_and_after_it(
    write: Callable[[Bus, Aggregate], Awaitable[None]],
    forger: Bus,
    executor: JetStreamEventLog,
    job: Aggregate,
    cause: Cause,
    claimed: JobClaimed,
) -> None:
    async with executor.follow(job) as feed:
        await write(forger, job)
        await executor.append_decision(await executor.load(job), [claimed], cause=cause)
        assert [one.name for one in await feed.next(PATIENCE)] == ["JobClaimed"]
        await write(forger, job)
        assert await feed.next(0.5) == []


async def test_who_decided_without_it_is_refused_and_decides_anew(
    forger: Bus, executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    history = await executor.load(job)
    await forge(forger, job)
    with pytest.raises(Conflict):
        await executor.append_decision(history, [claimed], cause=cause)
    await executor.append_decision(await executor.refresh(history), [claimed], cause=cause)
    assert [one.name for one in (await executor.load(job)).recorded] == ["JobClaimed"]


@pytest.mark.parametrize(("version", "data"), [(SessionLost.VERSION, b"garbage"), (999_999, b"{}")])
async def test_what_is_written_of_another_kind_than_its_own_stops_no_submission(
    version: int, data: bytes, migration: Bus, executor: JetStreamEventLog
) -> None:
    """As it may lie on a log from before the server refused it, which denies deletion."""
    stops = subjects.submissions()
    head = of_browser_host(stops, version=version)
    await migration.publish(Outgoing(subjects.event(stops, head.service, head.name), data, head.headers()))
    assert (await read_stops(executor)).since == {}


async def test_an_event_of_a_release_to_come_is_waited_for(
    forger: Bus, executor: JetStreamEventLog, job: Aggregate
) -> None:
    head = of_browser_host(job, version=SessionLost.VERSION + 1)
    await forger.publish(Outgoing(subjects.event(job, head.service, head.name), b"{}", head.headers()))
    with pytest.raises(NewerMessage):
        await executor.load(job)
