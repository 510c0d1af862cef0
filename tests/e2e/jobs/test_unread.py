"""A job with an event that no release knows waits, is told of, and is ended by an operator, and never sent twice."""

from __future__ import annotations

import asyncio
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ghosthands import readmodel
from ghosthands.cli import lookup
from ghosthands.cli.commands.jobs import make_table
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain import services
from ghosthands.domain.codes import JobFailure
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import EffectIntended, EffectKind, JobCompleted, Phase, SubmissionState
from ghosthands.domain.orders import Order, OrderDone, OrderKind
from ghosthands.domain.page import ButtonRole
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work import micro
from ghosthands.readmodel.waiting import find_waiting
from ghosthands.stack import logged_in
from ghosthands.testkit import unreadable
from ghosthands.testkit.lab import TENANT, FollowedJob, Lab, a_posting, job_id_of

pytestmark = pytest.mark.e2e

#: seconds in which a message would have been dealt with
A_WHILE = 3.0


async def begin(lab: Lab, **changes: Any) -> tuple[str, dict[str, Any]]:
    """A job that is on the log and does nothing yet; its id and its request."""
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    body = lab.request(a_posting(), scheduled_at=later, **changes)
    await lab.publish("job.requested", body)
    job_id = job_id_of(body)
    await lab.until(job_id, lambda seen: seen.phase is Phase.PENDING)
    return job_id, body


async def write_unreadable(lab: Lab, job_id: str, service: str) -> None:
    """The service, or whoever has its login, writes an event of a version that nobody knows."""
    async with logged_in(lab.stack, service) as bus:
        await unreadable.write(bus, job_id, tenant=TENANT)


async def give_up(lab: Lab, job_id: str) -> None:
    await micro.ask_for(lab.bus, subjects.order(OrderKind.GIVE_UP), Order(job_id=job_id), OrderDone, timeout=30)


async def parked(lab: Lab, job_id: str) -> list[str]:
    """The codes of what is parked of the job."""
    async with readmodel.connect(lab.stack.reader_url) as reader:
        return [row.code for row in await reader.parked() if job_id in row.subject]


async def until_parked(lab: Lab, job_id: str, codes: list[str]) -> None:
    """Return once exactly that is parked of the job: parking is announced to nobody."""
    for _ in range(1_000):
        if (found := await parked(lab, job_id)) == codes:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{found} is parked, not {codes}")


async def test_a_job_that_cannot_be_read_waits_and_is_told_of(lab: Lab) -> None:
    job_id, body = await begin(lab)
    await write_unreadable(lab, job_id, services.BROWSER_HOST)
    await lab.cancel(job_id)
    await until_parked(lab, job_id, ["newer_message"])
    async with readmodel.connect(lab.stack.reader_url) as reader:
        waiting = find_waiting(await reader.parked())
        listed = make_table(await reader.jobs_like(job_id, limit=1), waiting)
    reason = waiting[job_id]
    assert "waits for a newer release" in next(iter(listed.columns[3].cells))
    assert "PageObserved version 999 (event " in reason
    assert "by browser-host" in reason
    with pytest.raises(Stop, match=f"waits for a newer release.*cancel {job_id} --unread") as stop:
        await lookup.find_history(lab, job_id)  # type: ignore[arg-type]
    assert stop.value.code is Exit.NO
    await asyncio.sleep(A_WHILE)
    assert not any(what == "cancel" for what, _ in await lab.said(body["valet_task_id"])), "it waits for the upgrade"
    await give_up(lab, job_id)
    await answer(lab, await lab.asking(job_id), Resolution.SKIP)
    await lab.finished(job_id)


async def answer(lab: Lab, seen: FollowedJob, resolution: Resolution) -> None:
    ask = seen.ask
    assert ask.kind is AskKind.SUBMIT_UNCLEAR
    await lab.answer(seen.job.id, resolution)


@pytest.mark.parametrize(
    ("resolution", "phase", "failure"),
    [(Resolution.SKIP, Phase.FAILED, JobFailure.EVENTS_UNREADABLE), (Resolution.DONE, Phase.COMPLETED, None)],
)
async def test_where_it_may_have_been_sent_a_human_says_how_the_job_ends(
    lab: Lab, resolution: Resolution, phase: Phase, failure: JobFailure | None
) -> None:
    job_id, body = await begin(lab)
    await write_unreadable(lab, job_id, services.BROWSER_HOST)
    await give_up(lab, job_id)
    seen = await lab.asking(job_id)
    assert seen.job.effects.submission is SubmissionState.UNCLEAR
    again = {**body, "idempotency_key": str(uuid.uuid4()), "valet_task_id": str(uuid.uuid4()), "scheduled_at": None}
    await lab.publish("job.requested", again)
    refused = await lab.until(job_id_of(again), lambda seen: seen.phase is Phase.REJECTED)
    assert [reason.code for reason in refused.job.reasons] == ["duplicate_application"], "its reservation stands"
    await answer(lab, seen, resolution)
    ended = await lab.finished(job_id)
    assert (ended.phase, ended.job.failure) == (phase, failure), ended
    await until_parked(lab, job_id, ["given_up"])
    async with readmodel.connect(lab.stack.reader_url) as reader, asyncio.timeout(60):
        while not (rows := [row for row in await reader.jobs_like(job_id, limit=2) if row.completed_at]):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    assert rows[0].error_code == failure


async def test_where_it_cannot_have_been_sent_the_job_ends_at_once(lab: Lab) -> None:
    job_id, _ = await begin(lab)
    await write_unreadable(lab, job_id, services.COOKBOOK)
    await give_up(lab, job_id)
    ended = await lab.finished(job_id)
    assert (ended.phase, ended.job.failure) == (Phase.FAILED, JobFailure.EVENTS_UNREADABLE), ended
    assert ended.job.effects.submission is SubmissionState.NONE


async def test_an_intent_that_can_be_read_puts_the_sending_in_doubt_whoever_wrote_the_rest(lab: Lab) -> None:
    job_id, _ = await begin(lab)
    intended = EffectIntended(
        at=datetime.now(UTC),
        intent_id=str(uuid.uuid4()),
        kind=EffectKind.SUBMIT,
        button_id="send",
        button_role=ButtonRole.SUBMIT,
        fingerprint="form",
    )
    async with logged_in(lab.stack, services.EXECUTOR) as bus:
        log = JetStreamEventLog(bus)
        history = await log.load(subjects.job(job_id))
        cause = Cause(command_id=str(uuid.uuid4()), tenant=TENANT, correlation=job_id)
        await log.append_facts(history, [intended], cause=cause)
    await write_unreadable(lab, job_id, services.COOKBOOK)
    await give_up(lab, job_id)
    await answer(lab, await lab.asking(job_id), Resolution.DONE)
    ended = await lab.finished(job_id)
    assert ended.named(JobCompleted.__name__), ended


async def test_a_job_whose_events_can_all_be_read_is_not_given_up(lab: Lab) -> None:
    job_id, _ = await begin(lab)
    with pytest.raises(micro.RequestRefused, match="without --unread"):
        await give_up(lab, job_id)
