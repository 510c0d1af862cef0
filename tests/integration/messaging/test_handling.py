"""What becomes of good, bad and hopeless messages, and what the dead letters say."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import msgspec
import pytest
from nats.aio.msg import Msg

from ghosthands.domain import errors, registry, services
from ghosthands.domain.errors import CommandRejected, NotYet, Permanent, Transient
from ghosthands.domain.message import Command
from ghosthands.domain.recipe import FindRecipe, RecipeMissed
from ghosthands.domain.session import CommandRefused
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import direct_get, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.server.permissions import VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Received
from ghosthands.messaging.work import dead_letters, handling
from ghosthands.messaging.work.commands import Commands, envelope_of
from ghosthands.messaging.work.dead_letters import DeadLetter, DeadLetters
from ghosthands.messaging.work.delivery import Delivery, Settlement
from ghosthands.messaging.work.handling import Handling
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.refusals import refusing

BusOf = Callable[[str], Awaitable[Bus]]

SECRET = "ada.lovelace@example.org"


@pytest.fixture
def command(job: subjects.Aggregate) -> FindRecipe:
    return FindRecipe(job_id=job.id, tenant="acme", site="jobs.example.com", platform="greenhouse", fingerprint="f1")


@pytest.fixture
async def cookbook(bus_of: BusOf) -> Bus:
    return await bus_of(services.COOKBOOK)


@pytest.fixture
async def send(bus_of: BusOf, cause: Cause, command: FindRecipe) -> Callable[[], Awaitable[None]]:
    commands = Commands(await bus_of(services.EXECUTOR))
    return lambda: commands.send(command, command_id=str(uuid.uuid4()), cause=cause)


class Worker:
    """Cookbook's queue, handled as a test says."""

    def __init__(self, bus: Bus, handle: Callable[[Received[Command]], Awaitable[None]], **options: object) -> None:
        self.answered: asyncio.Queue[Delivery] = asyncio.Queue()
        self._handling = Handling(
            bus.service,
            handling.commands(),
            handle,
            DeadLetters(bus),
            **options,  # type: ignore[arg-type]
        )
        self._puller = Puller(bus, streams.COMMANDS, [services.COOKBOOK], self._note, slots=2)

    async def _note(self, delivery: Delivery) -> None:
        await self._handling(delivery)
        self.answered.put_nowait(delivery)

    async def next(self) -> Delivery:
        async with asyncio.timeout(30):
            return await self.answered.get()

    async def wait_for_delivery(self, number: int) -> None:
        """Wait until the message was delivered that often; a pull that lapsed may have swallowed one of them."""
        while (await self.next()).delivered < number:
            pass

    async def wait_for(self, outcome: Settlement) -> None:
        """Wait until a message had that outcome."""
        while (await self.next()).settlement is not outcome:
            pass

    async def __aenter__(self) -> Worker:
        self._running = asyncio.create_task(self._puller.run())
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._puller.stop(grace=0)
        await self._running


async def letters(bus: Bus, service: str) -> list[DeadLetter]:
    found = direct_get.each(bus, streams.DEAD, f"gh.dead.{service}.>")
    return [dead_letters.read(stored.data) async for stored in found]


@pytest.fixture(autouse=True)
async def empty_queues(migration: Bus) -> AsyncIterator[None]:
    yield
    for stream in (streams.COMMANDS, *streams.FROM_OUTSIDE, streams.DEAD):
        await migration.api(f"STREAM.PURGE.{stream}", {})


async def test_a_handled_command_is_done(cookbook: Bus, send: Callable[[], Awaitable[None]], command: Command) -> None:
    got: list[Command] = []

    async def handle(received: Received[Command]) -> None:
        got.append(received.command)

    async with Worker(cookbook, handle) as worker:
        await send()
        assert (await worker.next()).settled
    assert got == [command]


async def test_a_rejected_command_is_done(cookbook: Bus, migration: Bus, send: Callable[[], Awaitable[None]]) -> None:
    async def handle(received: Received[Command]) -> None:
        raise CommandRejected("cannot FindRecipe while completed", code="completed")

    async with Worker(cookbook, handle) as worker:
        await send()
        await worker.next()
    assert await letters(migration, services.COOKBOOK) == []


async def test_a_passing_failure_comes_again_after_its_delay(
    cookbook: Bus, send: Callable[[], Awaitable[None]]
) -> None:
    times: list[float] = []

    async def handle(received: Received[Command]) -> None:
        times.append(asyncio.get_running_loop().time())
        if len(times) == 1:
            raise Transient("the vault is away", delay=0.5)

    async with Worker(cookbook, handle) as worker:
        await send()
        first, second = await worker.next(), await worker.next()
    assert second.delivered == first.delivered + 1
    assert times[1] - times[0] >= 0.4


async def test_a_hopeless_command_becomes_a_dead_letter(
    cookbook: Bus, migration: Bus, send: Callable[[], Awaitable[None]]
) -> None:
    async def handle(received: Received[Command]) -> None:
        raise Permanent("no such site", code="no_such_site")

    async with Worker(cookbook, handle) as worker:
        await send()
        dead = await worker.next()
    [letter] = await letters(migration, services.COOKBOOK)
    assert (letter.reason, letter.stream, letter.sequence) == ("no_such_site", streams.COMMANDS, dead.sequence)
    assert (letter.type, letter.deliveries, letter.reference) == ("ghosthands.FindRecipe.v2", 1, None)


async def test_a_command_that_keeps_failing_becomes_a_dead_letter_in_the_end(
    cookbook: Bus, migration: Bus, send: Callable[[], Awaitable[None]]
) -> None:
    async def handle(received: Received[Command]) -> None:
        raise RuntimeError(SECRET)

    async with Worker(cookbook, handle, max_failures=2) as worker:
        await send()
        await worker.next()
        last = await worker.next()
    [letter] = await letters(migration, services.COOKBOOK)
    assert (letter.reason, letter.deliveries) == ("too_many_failures", last.delivered)


async def test_a_command_that_waited_often_is_not_given_up_at_its_first_failure(
    cookbook: Bus, migration: Bus, send: Callable[[], Awaitable[None]]
) -> None:
    waits, errors_left, got = [NotYet("others go first", delay=0.01)] * 6, [ValueError("a bug")], list[Command]()

    async def handle(received: Received[Command]) -> None:
        for left in (waits, errors_left):
            if left:
                raise left.pop()
        got.append(received.command)

    async with Worker(cookbook, handle) as worker:
        await send()
        await worker.wait_for(Settlement.HANDLED)
    assert len(got) == 1
    assert await letters(migration, services.COOKBOOK) == []


async def test_a_command_that_fails_again_after_each_wait_becomes_a_dead_letter(
    cookbook: Bus, migration: Bus, send: Callable[[], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    raised = iter([NotYet("others go first", delay=0.01), ValueError("a bug")] * 3)

    async def handle(received: Received[Command]) -> None:
        raise next(raised)

    monkeypatch.setattr(handling, "MAX_DELAY_SECONDS", 0.1)
    async with Worker(cookbook, handle, max_failures=3) as worker:
        await send()
        await worker.wait_for(Settlement.BURIED)
    [letter] = await letters(migration, services.COOKBOOK)
    assert letter.reason == "too_many_failures"
    assert list(raised) == []


@pytest.mark.parametrize(
    ("error", "code", "retryable"),
    [(ValueError("a bug"), "internal_error", True), (Permanent("never", code="not_here"), "not_here", False)],
)
async def test_whoever_waits_for_a_command_that_is_given_up_is_answered(
    cookbook: Bus,
    send: Callable[[], Awaitable[None]],
    job: subjects.Aggregate,
    error: Exception,
    code: str,
    retryable: bool,
) -> None:
    events = JetStreamEventLog(cookbook)

    async def handle(received: Received[Command]) -> None:
        raise error

    async with Worker(cookbook, handle, max_failures=1, give_up=refusing(events)) as worker:
        await send()
        await worker.next()
    [refused] = (await events.load(job)).events
    assert isinstance(refused, CommandRefused)
    assert (refused.command, refused.code, refused.retryable) == ("FindRecipe", code, retryable)


async def test_whoever_waits_for_a_command_that_nobody_can_read_is_answered(
    cookbook: Bus,
    migration: Bus,
    job: subjects.Aggregate,
    cause: Cause,
    command: FindRecipe,
) -> None:
    events = JetStreamEventLog(cookbook)

    async def handle(received: Received[Command]) -> None:
        raise AssertionError("it cannot be decoded")

    headers = well_formed(command, cause) | {"ce-type": "ghosthands.FindRecipe.v2"}
    async with Worker(cookbook, handle, give_up=refusing(events)) as worker:
        await migration.publish(Outgoing(subjects.command(services.COOKBOOK, "FindRecipe"), b"{}", headers))
        await worker.next()
    [refused] = (await events.load(job)).events
    assert isinstance(refused, CommandRefused)
    assert (refused.cause, refused.command, refused.code) == (headers["ce-id"], "FindRecipe", "schema_mismatch")


async def test_what_is_kept_comes_again_whatever_a_handler_makes_of_it(
    cookbook: Bus, migration: Bus, send: Callable[[], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def handle(received: Received[Command]) -> None:
        raise Permanent("the history cannot be read", code="schema_mismatch")

    monkeypatch.setattr(handling, "MAX_DELAY_SECONDS", 0.1)
    async with Worker(cookbook, handle, max_failures=1, keeps=True) as worker:
        await send()
        await worker.wait_for_delivery(3)
        assert await letters(migration, services.COOKBOOK) == []


async def test_a_newer_releases_command_waits_for_who_is_upgraded(
    cookbook: Bus, migration: Bus, job: subjects.Aggregate, cause: Cause, command: FindRecipe, newer_at_once: None
) -> None:
    events, got = JetStreamEventLog(cookbook), list[Command]()

    async def handle(received: Received[Command]) -> None:
        got.append(received.command)

    subject, headers = subjects.command(services.COOKBOOK, "FindRecipe"), well_formed(command, cause)
    with older_release() as upgrade:
        async with Worker(cookbook, handle, max_failures=1, give_up=refusing(events)) as worker:
            await migration.publish(Outgoing(subject, msgspec.json.encode(command), headers))
            await worker.wait_for_delivery(3)
            assert got == []
            upgrade()
            while not got:
                await worker.next()
    assert got == [command]
    assert await letters(migration, services.COOKBOOK) == []
    assert (await events.load(job)).events == ()


async def test_a_job_with_a_newer_releases_event_waits_for_who_is_upgraded(
    cookbook: Bus,
    migration: Bus,
    job: subjects.Aggregate,
    cause: Cause,
    send: Callable[[], Awaitable[None]],
    newer_at_once: None,
) -> None:
    """The command can be read, and what it is about cannot."""
    read = list[int]()

    async def handle(received: Received[Command]) -> None:
        history = await JetStreamEventLog(cookbook).load(job)
        read.append(len(history.events))

    missed = [RecipeMissed(fingerprint="f1", cause="c1")]
    events = JetStreamEventLog(cookbook)
    await events.append_facts(await events.load(job), missed, cause=cause)
    with older_release("RecipeMissed") as upgrade:
        async with Worker(cookbook, handle, max_failures=1, give_up=refusing(events)) as worker:
            await send()
            await worker.wait_for_delivery(3)
            assert read == []
            upgrade()
            while not read:
                await worker.next()
    assert read == [1]
    assert await letters(migration, services.COOKBOOK) == []


@pytest.fixture
def newer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a newer release wrote is looked at again without much of a pause."""
    monkeypatch.setattr(errors, "NEWER_SECONDS", 0.05)


@contextmanager
def older_release(*unknown: str) -> Iterator[Callable[[], None]]:
    """What this process knows lacks these events, or knows an older FindRecipe; until what it gives is called."""
    whole = dict(registry.EVENTS)

    def upgrade() -> None:
        patch.undo()
        registry.EVENTS.clear()
        registry.EVENTS.update(whole)  # in their order, which schemas have too

    with pytest.MonkeyPatch.context() as patch:
        for name in unknown:
            del registry.EVENTS[name]
        if not unknown:
            patch.setattr(FindRecipe, "VERSION", FindRecipe.VERSION - 1)
        try:
            yield upgrade
        finally:
            upgrade()


async def test_an_unexpected_error_is_logged_by_class_and_place_never_by_value(
    cookbook: Bus, send: Callable[[], Awaitable[None]], caplog: pytest.LogCaptureFixture
) -> None:
    async def handle(received: Received[Command]) -> None:
        raise RuntimeError(SECRET)

    async with Worker(cookbook, handle, max_failures=1) as worker:
        await send()
        await worker.next()
    [record] = [record for record in caplog.records if record.msg == "message_failed"]
    assert vars(record)["error"] == "RuntimeError"
    assert "test_handling.py" in vars(record)["at"]
    assert not any(SECRET in str(vars(record)) for record in caplog.records)


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({}, "bad_envelope"),
        ({"ce-type": f"ghosthands.{SECRET}.v1"}, "bad_envelope"),
        ({"ce-type": "ghosthands.NoSuchThing.v1"}, "misfiled"),
        ({"ce-type": "ghosthands.FindRecipe.v1"}, "schema_mismatch"),
    ],
)
async def test_a_malformed_command_becomes_a_dead_letter_that_shows_nothing_of_it(
    cookbook: Bus,
    migration: Bus,
    cause: Cause,
    command: FindRecipe,
    headers: dict[str, str],
    reason: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def handle(received: Received[Command]) -> None:
        raise AssertionError("it cannot be decoded")

    whole = well_formed(command, cause) | headers if headers else {}
    async with Worker(cookbook, handle) as worker:
        subject = subjects.command(services.COOKBOOK, "FindRecipe")
        await migration.publish(Outgoing(subject, b'{"site": 12, "note": "%b"}' % SECRET.encode(), whole))
        await worker.next()
    [letter] = await letters(migration, services.COOKBOOK)
    assert letter.reason == reason
    assert SECRET not in str(letter)
    assert not any(SECRET in str(vars(record)) for record in caplog.records)


def well_formed(command: Command, cause: Cause) -> dict[str, str]:
    """The headers the command would have."""
    head = envelope_of(command, str(uuid.uuid4()), cause, sender=services.EXECUTOR, at=datetime.now(UTC))
    return head.headers()


async def test_a_request_from_outside_that_is_no_json_is_sealed_and_reported(bus_of: BusOf, migration: Bus) -> None:
    bus, valet = await bus_of(services.JOB_INTAKE), await bus_of(VALET)
    sealed: list[bytes] = []

    async def seal(body: bytes) -> str:
        sealed.append(body)
        return "sealed/1"

    def decode(delivery: Delivery) -> None:
        raise Permanent("the request is not JSON", code="malformed_json")

    async def handle(nothing: None) -> None:
        raise AssertionError("it cannot be decoded")

    handler = Handling(bus.service, decode, handle, DeadLetters(bus, seal=seal), max_failures=None)
    puller = Puller(bus, streams.INTAKE, [services.JOB_INTAKE], handler, slots=1)
    running = asyncio.create_task(puller.run())
    reported: asyncio.Queue[Msg] = asyncio.Queue()
    await migration.subscribe("gh.dead.job-intake.>", reported.put_nowait)
    await valet.publish(Outgoing("job.requested", SECRET.encode(), {"ce-type": SECRET}))
    async with asyncio.timeout(30):
        letter = dead_letters.read((await reported.get()).data)
    await puller.stop()
    await running
    assert sealed == [SECRET.encode()]
    assert (letter.reason, letter.subject, letter.reference) == ("malformed_json", "job.requested", "sealed/1")
    assert SECRET not in str(letter)


@pytest.mark.parametrize(
    ("service", "stream", "subject"),
    [
        (services.JOB_INTAKE, streams.INTAKE, "job.requested"),
        (services.HITL_GATEWAY, streams.HUMANS, "human.resolved"),
    ],
)
async def test_a_message_from_outside_that_its_other_delivery_deleted_is_handled_without_an_alarm(
    bus_of: BusOf, migration: Bus, caplog: pytest.LogCaptureFixture, service: str, stream: str, subject: str
) -> None:
    bus, valet = await bus_of(service), await bus_of(VALET)
    taken: asyncio.Queue[Delivery] = asyncio.Queue()

    async def handle(delivery: Delivery) -> None:
        await migration.delete(stream, delivery.sequence)
        await delivery.ack()
        taken.put_nowait(delivery)

    puller = Puller(bus, stream, [service], handle, slots=1)
    running = asyncio.create_task(puller.run())
    await valet.publish(Outgoing(subject, SECRET.encode()))
    async with asyncio.timeout(30):
        assert (await taken.get()).settlement is Settlement.HANDLED
    await puller.stop()
    await running
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    consumer = await migration.api(f"CONSUMER.INFO.{stream}.{service}")
    assert consumer["num_ack_pending"] == 0
