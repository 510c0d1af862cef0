"""Trails that are not true: whoever may write on an aggregate wrote them, and they hide nothing, on a real server."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from ghosthands.domain import ownership, services
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.budget import Amounts, BudgetSettled
from ghosthands.domain.human import HumanCame
from ghosthands.domain.job import JobRequested, Phase, StepChosen, StepKind
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import RecipeMissed
from ghosthands.domain.session import CommandRefused, SessionLost
from ghosthands.messaging.log import reading
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server import direct_get, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects, trail
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Cause, Envelope
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.wire.trail import Trail

BusOf = Callable[[str], Awaitable[Bus]]

PATIENCE = 30.0
NOW = datetime(2026, 1, 1, tzinfo=UTC)
WRITERS = sorted(service for service, events in ownership.OWNS.items() if events)

#: an event of each service's own, of a job
SAID: dict[str, Event] = {
    services.JOB_INTAKE: JobRequested(at=NOW, tenant="acme", applicant="a", task="t", site="s", posting="p"),
    services.EXECUTOR: StepChosen(at=NOW, step=StepKind.OBSERVE, command_id="c"),
    services.BROWSER_HOST: SessionLost(session_id="s", reason="crashed"),
    services.PLANNER: CommandRefused(cause="c", command="PlanPage", code="no_page_model"),
    services.COOKBOOK: RecipeMissed(cause="c", fingerprint="f"),
    services.HITL_GATEWAY: HumanCame(at=NOW, request_id="r"),
}
#: and one that is of a ledger, which either of two services may say
SETTLED = BudgetSettled(call_id="c", job_id="j", at=NOW, amounts=Amounts(), reserved=Amounts())


def said(by: str, of: Aggregate) -> Event:
    """What that service says of the aggregate."""
    return SETTLED if of.kind is Kind.BUDGET else SAID[by]


@dataclass
class Log:
    """One aggregate among others, as every service may write on it."""

    aggregate: Aggregate
    doors: dict[str, EventLog]
    beside: Aggregate
    #: by service, where it wrote on the aggregate; and where anybody wrote on the other one
    places: dict[str, list[int]] = field(default_factory=dict)
    others: list[int] = field(default_factory=list)

    async def write(self, *writers: str, rounds: int = 3) -> None:
        """Have these services say something in turn, each time after something elsewhere."""
        for writer in writers * rounds:
            door = self.doors[writer]
            [other] = await door.append_facts(await door.load(self.beside), [said(writer, self.beside)], cause=cause())
            [own] = await door.append_facts(
                await door.load(self.aggregate), [said(writer, self.aggregate)], cause=cause()
            )
            self.others.append(other.sequence)
            self.places.setdefault(writer, []).append(own.sequence)

    async def look_through(self, bus: Bus) -> list[int]:
        """The sequences of all there is, as the server finds it by looking."""
        found = direct_get.each(bus, streams.EVENTS, self.aggregate.subjects())
        return [message.sequence async for message in found]


def cause() -> Cause:
    return Cause(command_id=str(uuid.uuid4()), tenant="acme", correlation="c")


async def forge(bus: Bus, aggregate: Aggregate, trail_told: str | None) -> None:
    """Publish a valid event of the bus's own service with that trail, whatever it should expect."""
    event = said(bus.service, aggregate)
    name = type(event).__name__
    head = Envelope(
        id=str(uuid.uuid4()),
        name=name,
        version=event.VERSION,
        service=bus.service,
        subject=aggregate.id,
        at=NOW,
        correlation="c",
        causation="c",
        tenant="acme",
    )
    headers = head.headers() | ({} if trail_told is None else {trail.HEADER: trail_told})
    await bus.publish(Outgoing(subjects.event(aggregate, bus.service, name), Codec().encode(event), headers))


def lies(log: Log, liar: str) -> dict[str, str | None]:
    """What a service could say of the aggregate that is not so, by what is wrong with it."""
    own, others = log.places[liar], log.others
    every = sorted(place for places in log.places.values() for place in places)
    newest = max(every[-1], others[-1])
    return {
        "it begins here": "0,0",
        "it begins half-way": f"{every[len(every) // 2]},0",
        "it begins in the future": f"{newest + 1000},0",
        "it wrote nothing before": f"{every[0]},0",
        "it left out what lies in the middle": Trail().including([own[0], own[-1]]).encode(every[0], 0),
        "the others' places are its own": Trail().including(others[: len(own)]).encode(every[0], 0),
        "another service's places are its own": Trail().including(every[: len(own)]).encode(every[0], 0),
        "every place is its own": Trail().including(range(1, newest + 1)).encode(every[0], 0),
        "the rest is told elsewhere": Trail(((others[0], others[0]),), has_more=True).encode(every[0], 0),
        "it all came with this": f"0,{min(9999, newest)}",
        "nonsense": "nonsense",
        "nothing": None,
    }


@pytest.fixture
async def doors(bus_of: BusOf) -> dict[str, JetStreamEventLog]:
    return {writer: JetStreamEventLog(await bus_of(writer)) for writer in WRITERS}


def bus_in(log: Log, service: str) -> Bus:
    door = log.doors[service]
    assert isinstance(door, JetStreamEventLog)
    return door._bus


def a_log(doors: dict[str, JetStreamEventLog], kind: Kind) -> Log:
    return Log(Aggregate(kind, str(uuid.uuid4())), dict(doors), Aggregate(kind, str(uuid.uuid4())))


def sequences(history: History) -> list[int]:
    return [one.sequence for one in history.recorded]


#: how close to each other what is read may lie, for each way of reading it
WAYS = {"by trails": (0, 0), "by looking": (0, 4000), "a stretch": (50, 0), "any": (5, 20)}


@pytest.mark.parametrize(
    ("liar", "kind"),
    [*((liar, Kind.JOB) for liar in SAID), (services.BROWSER_HOST, Kind.BUDGET)],
)
async def test_what_a_service_says_of_earlier_events_hides_none_of_them(
    liar: str, kind: Kind, doors: dict[str, JetStreamEventLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = a_log(doors, kind)
    first, other = (services.PLANNER,) * 2 if kind is Kind.BUDGET else (services.JOB_INTAKE, services.EXECUTOR)
    await log.write(first, liar, other, rounds=2)
    reader = log.doors[first if liar == other else other]
    half = await reader.load(log.aggregate)
    await log.write(other, liar, rounds=2)
    missed = []
    for wrong, told in lies(log, liar).items():
        await forge(bus_in(log, liar), log.aggregate, told)
        whole = await log.look_through(bus_in(log, liar))
        for way, (near, close) in WAYS.items():
            monkeypatch.setattr(reading, "NEAR", near)
            monkeypatch.setattr(reading, "CLOSE", close)
            if sequences(await reader.load(log.aggregate)) != whole:
                missed.append((wrong, way, "read anew"))
            if sequences(await reader.refresh(half)) != whole:
                missed.append((wrong, way, "read on"))
    assert missed == []


@pytest.mark.parametrize(("near", "close"), [(0, 0), (5, 20)])
async def test_a_reader_who_goes_on_misses_nothing_of_what_came_before_a_lie(
    near: int, close: int, doors: dict[str, JetStreamEventLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = a_log(doors, Kind.JOB)
    await log.write(services.JOB_INTAKE, services.EXECUTOR, services.COOKBOOK)
    monkeypatch.setattr(reading, "NEAR", near)
    monkeypatch.setattr(reading, "CLOSE", close)
    reader = log.doors[services.EXECUTOR]
    known = await reader.load(log.aggregate)
    async with reader.follow(log.aggregate) as feed:
        got = [one.sequence for one in await feed.next(PATIENCE)]
        for told in lies(log, services.COOKBOOK).values():
            await log.write(services.COOKBOOK, services.BROWSER_HOST, rounds=2)
            await forge(bus_in(log, services.COOKBOOK), log.aggregate, told)
            whole = await log.look_through(bus_in(log, services.COOKBOOK))
            known = await reader.refresh(known)
            assert sequences(known) == whole
            while got[-1] < whole[-1]:
                got += [one.sequence for one in await feed.next(PATIENCE)]
            assert got == whole


async def test_no_job_is_new_again_by_what_cookbook_says(doors: dict[str, JetStreamEventLog]) -> None:
    log = a_log(doors, Kind.JOB)
    await log.write(services.JOB_INTAKE, services.EXECUTOR, services.BROWSER_HOST, rounds=7)
    for told in ("0,0", "-,0", None):
        await forge(bus_in(log, services.COOKBOOK), log.aggregate, told)
        for reader in (services.EXECUTOR, services.JOB_INTAKE, services.HITL_GATEWAY):
            history = await log.doors[reader].load(log.aggregate)
            assert job_of(history).phase is not Phase.NEW
            assert history.recorded[0].service == services.JOB_INTAKE


async def test_the_next_true_word_of_a_service_is_believed_again(
    doors: dict[str, JetStreamEventLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "NEAR", 0)
    monkeypatch.setattr(reading, "CLOSE", 0)
    log = a_log(doors, Kind.JOB)
    await log.write(services.JOB_INTAKE, services.COOKBOOK)
    await forge(bus_in(log, services.COOKBOOK), log.aggregate, "0,0")
    await log.write(services.COOKBOOK, rounds=1)

    async def look(*_: object) -> list[object]:
        raise AssertionError("the server was to look for it")

    monkeypatch.setattr(reading, "_look_through", look)
    history = await log.doors[services.EXECUTOR].load(log.aggregate)
    assert len(history.recorded) == 8


async def test_what_a_reader_holds_without_its_events_is_gone_on_with(
    doors: dict[str, JetStreamEventLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "NEAR", 0)
    log = a_log(doors, Kind.BUDGET)
    await log.write(services.PLANNER, services.BROWSER_HOST)
    reader = log.doors[services.PLANNER]
    bare = (await reader.load(log.aggregate)).without_events()
    await log.write(services.PLANNER, services.BROWSER_HOST)
    await forge(bus_in(log, services.BROWSER_HOST), log.aggregate, f"{log.places[services.PLANNER][0]},0")
    assert len((await reader.refresh(bare)).recorded) == 7
