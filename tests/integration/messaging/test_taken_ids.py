"""Ids that another login uses up: what is to be said under them is said all the same, on a real server."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from nats import nuid
from nats.aio.msg import Msg

from ghosthands.domain import services
from ghosthands.domain.applicant import ApplicationReserved
from ghosthands.domain.errors import Conflict, Permanent
from ghosthands.domain.job import Band, JobRequested, RunJob
from ghosthands.domain.plan import PlanPage
from ghosthands.domain.recipe import RecipeMissed
from ghosthands.domain.session import CommandRefused, SessionLost
from ghosthands.messaging.log.event_log import Change
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.server.permissions import CLI, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import MESSAGE_ID, Cause, Envelope
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work.commands import Commands, envelope_of

BusOf = Callable[[str], Awaitable[Bus]]

NOW = datetime(2026, 1, 1, tzinfo=UTC)
WAKE = subjects.in_band(services.EXECUTOR, "RunJob", Band.NORMAL)
REFUSED = CommandRefused(cause="c", command="PlanPage", code="no_page_model")
MISSED = RecipeMissed(cause="c", fingerprint="f")


async def take(bus: Bus, subject: str, message_id: str, data: bytes = b"{}", **headers: str) -> None:
    """Store something under that id, as whoever has the bus's login may."""
    await bus.request(subject, data, {MESSAGE_ID: message_id, **headers})


def envelope(service: str, name: str, job: Aggregate, event_id: str) -> Envelope:
    return Envelope(
        id=event_id,
        name=name,
        version=1,
        service=service,
        subject=job.id,
        at=NOW,
        correlation=job.id,
        causation="c",
        tenant="acme",
    )


@pytest.mark.parametrize("taker", [services.JOB_INTAKE, services.HITL_GATEWAY])
async def test_a_command_is_stored_though_its_id_was_used_up(
    taker: str, bus_of: BusOf, job: Aggregate, cause: Cause
) -> None:
    executor, command_id = await bus_of(services.EXECUTOR), str(uuid.uuid4())
    run = RunJob(job_id=job.id, tenant="acme")
    told = envelope_of(run, command_id, cause, sender=taker, at=NOW).headers()
    await (await bus_of(taker)).request(WAKE, Codec().encode(run), told)
    plan = PlanPage(job_id=job.id, tenant="acme", applicant="a", model_ref="m")
    await Commands(executor).send(plan, command_id=command_id, cause=cause)
    stored = await executor.last(streams.COMMANDS, subjects.command(services.PLANNER, "PlanPage"))
    assert stored is not None
    assert stored.headers["ce-id"] == command_id


@pytest.mark.parametrize("taken_on", ["the same job", "another job"])
async def test_a_fact_is_stored_though_its_id_was_used_up(
    taken_on: str, bus_of: BusOf, job: Aggregate, cause: Cause
) -> None:
    planner, taker = JetStreamEventLog(await bus_of(services.PLANNER)), await bus_of(services.COOKBOOK)
    before = await planner.load(job)
    on = job if taken_on == "the same job" else subjects.job(str(uuid.uuid4()))
    for refused in (MISSED, REFUSED):
        name = type(refused).__name__
        told = envelope(services.COOKBOOK, name, on, cause.message_id(0)).headers()
        told[MESSAGE_ID] = cause.message_id(0) if refused is MISSED else str(uuid.uuid4())
        await taker.request(subjects.event(on, services.COOKBOOK, name), Codec().encode(refused), told)
    known = await planner.load(job)
    assert not known.has(cause.message_id(0), services.PLANNER)
    [said] = await planner.append_facts(before, [REFUSED], cause=cause)
    assert (said.service, said.id) == (services.PLANNER, cause.message_id(0))
    assert await planner.append_facts(known, [REFUSED], cause=cause) == [said]
    assert await planner.append_facts(await planner.load(job), [REFUSED], cause=cause) == [said]
    assert (await planner.load(job)).has(cause.message_id(0), services.PLANNER)


async def test_facts_side_by_side_are_stored_though_an_id_was_used_up(
    bus_of: BusOf, job: Aggregate, cause: Cause, browser_host: JetStreamEventLog
) -> None:
    taker, lost = await bus_of(services.COOKBOOK), SessionLost(session_id="s", reason="crashed")
    await take(taker, subjects.event(job, services.COOKBOOK, "RecipeMissed"), cause.message_id(1))
    assert len(await browser_host.append_facts(await browser_host.load(job), [lost, lost], cause=cause)) == 2


@pytest.mark.parametrize(
    ("owner", "taker", "subject", "takes"),
    [
        (services.HITL_GATEWAY, services.JOB_INTAKE, "gh.out.acme.t.status", "gh.out.acme.t.accepted"),
        (services.HITL_GATEWAY, VALET, "human.resolved", "job.cancel"),
        (services.HITL_GATEWAY, CLI, "job.requested", "job.cancel"),
        (services.JOB_INTAKE, services.PLANNER, "gh.dead.job-intake.GH_INTAKE", "gh.dead.planner.GH_COMMANDS"),
    ],
)
async def test_nobody_uses_up_the_id_of_anothers_message(
    owner: str, taker: str, subject: str, takes: str, bus_of: BusOf
) -> None:
    message_id = str(uuid.uuid4())
    await take(await bus_of(taker), takes, message_id)
    assert not (await (await bus_of(owner)).publish(Outgoing(subject, b"{}", {MESSAGE_ID: message_id}))).duplicate


async def test_another_process_of_the_service_repeats_and_is_a_duplicate(bus_of: BusOf) -> None:
    message = Outgoing(WAKE, b"{}", {MESSAGE_ID: str(uuid.uuid4())})
    first = await (await bus_of(services.HITL_GATEWAY)).publish(message)
    again = await (await bus_of(services.HITL_GATEWAY)).publish(message)
    other = await (await bus_of(services.JOB_INTAKE)).publish(message)
    assert (again.duplicate, again.sequence, other.duplicate) == (True, first.sequence, False)


async def test_what_a_release_wrote_that_gave_the_server_the_bare_id_stands_once(
    bus_of: BusOf, job: Aggregate, cause: Cause
) -> None:
    bus = await bus_of(services.PLANNER)
    planner = JetStreamEventLog(bus)
    before = await planner.load(job)
    told = envelope(services.PLANNER, "CommandRefused", job, cause.message_id(0)).headers()
    await bus.request(subjects.event(job, services.PLANNER, "CommandRefused"), Codec().encode(REFUSED), told)
    for history in (before, await planner.load(job)):
        [said] = await planner.append_facts(history, [REFUSED], cause=cause)
        assert said.id == cause.message_id(0)
    assert len((await planner.load(job)).recorded) == 1


class Cutter:
    """Another login that commits what it takes for the ids of batches still open, from those it heard announced."""

    BATCH = "Nats-Batch-Id"
    #: how many ids it tries past the last one
    GUESSES = 32

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._heard: list[str] = []

    async def listen(self) -> None:
        async def hear(message: Msg) -> None:
            if (batch := (message.headers or {}).get(self.BATCH)) and batch not in self._heard:
                self._heard.append(batch)

        await self._bus.client.subscribe("gh.stored.evt.>", cb=hear)
        await self._bus.client.flush()

    async def cut(self, victim: Bus) -> None:
        """Cut each batch of the victim from now on after its first message, where an id is guessed."""
        request = victim.request

        async def cut_after(
            subject: str, data: bytes = b"", headers: Mapping[str, str] | None = None, **options: Any
        ) -> Msg:
            answer = await request(subject, data, headers, **options)
            if (headers or {}).get("Nats-Batch-Sequence") == "1":
                for guess in (*self._heard, *self._guess()):
                    await self._commit(guess)
                await self._bus.client.flush()
            return answer

        victim.request = cut_after  # type: ignore[method-assign]

    async def _commit(self, batch: str) -> None:
        for commit in ("eob", "1"):
            subject = subjects.event(subjects.job(str(uuid.uuid4())), services.PLANNER, "CommandRefused")
            headers = {self.BATCH: batch, "Nats-Batch-Sequence": "2", "Nats-Batch-Commit": commit}
            await self._bus.send(subject, Codec().encode(REFUSED), headers)

    def _guess(self) -> Iterator[str]:
        """The ids that follow where each is the one before and the same step, which NUIDs of one process are."""
        if len(self._heard) < 2:
            return
        digits = nuid.DIGITS.decode()
        *_, before, last = ([digits.index(digit) for digit in batch[nuid.PREFIX_LENGTH :]] for batch in self._heard)
        at, step = _number(last), _number(last) - _number(before)
        for each in range(1, self.GUESSES):
            yield self._heard[-1][: nuid.PREFIX_LENGTH] + _spell(at + each * step, digits, len(last))


def _number(digits: list[int]) -> int:
    number = 0
    for digit in digits:
        number = number * nuid.BASE + digit
    return number


def _spell(number: int, digits: str, length: int) -> str:
    spelt = ""
    for _ in range(length):
        number, digit = divmod(number, nuid.BASE)
        spelt = digits[digit] + spelt
    return spelt


async def test_nobody_cuts_anothers_batch_in_half_who_knows_the_ids_of_all_before_it(bus_of: BusOf) -> None:
    bus, cutter = await bus_of(services.JOB_INTAKE), Cutter(await bus_of(services.PLANNER))
    intake, requested = JetStreamEventLog(bus), []
    await cutter.listen()
    await cutter.cut(bus)
    for _ in range(6):
        job, person = subjects.job(str(uuid.uuid4())), subjects.applicant(str(uuid.uuid4()))
        asked = JobRequested(at=NOW, tenant="acme", applicant=person.id, task="t", site="x.example", posting="p")
        reserved = ApplicationReserved(posting="p", job_id=job.id)
        changes = [Change(await intake.load(job), [asked]), Change(await intake.load(person), [reserved])]
        cause = Cause(command_id=str(uuid.uuid4()), tenant="acme", correlation=job.id)
        with suppress(Conflict, Permanent):
            await intake.append_all(changes, cause=cause)
        requested.append((job, person))
    stored = [tuple([len((await intake.load(each)).recorded) for each in pair]) for pair in requested]
    assert stored == [(1, 1)] * 6
