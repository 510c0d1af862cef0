"""What the server refuses, with the configuration we render: ownership, the vault, stream administration."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Iterator

import msgspec
import pytest

from ghosthands.domain import ownership, services
from ghosthands.domain.aggregates import Kind
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.jetstream import API, ApiError, Bus, Outgoing
from ghosthands.messaging.server.permissions import CLI, MIGRATION, TOOLS, USERS, VALET
from ghosthands.messaging.server.waiting import Forbidden
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.provisioner import Provisioner
from tests.integration.messaging.conftest import ACK_WAIT

BusOf = Callable[[str], Awaitable[Bus]]

ALL_EVENTS = sorted({event.__name__ for owned in ownership.OWNS.values() for event in owned})
WITHOUT_VAULT = sorted({*services.SERVICES, CLI, VALET} - services.VAULT_HOLDERS)


async def refused(bus: Bus, subject: str, data: bytes = b"{}") -> bool:
    """Whether the server refuses that publish for lack of permission."""
    try:
        await bus.request(subject, data, timeout=10)
    except Forbidden:
        return True
    return False


@pytest.mark.parametrize("service", services.SERVICES)
async def test_a_service_may_write_its_own_events_and_no_other(
    service: str, bus_of: BusOf, job: subjects.Aggregate
) -> None:
    bus = await bus_of(service)
    own = {event.__name__ for event in ownership.OWNS[service]}
    others = [name for name in ALL_EVENTS if name not in own]
    answers = await asyncio.gather(*(refused(bus, subjects.event(job, service, name)) for name in others))
    assert all(answers)


@pytest.mark.parametrize("service", services.SERVICES)
async def test_a_service_may_not_write_in_the_name_of_another(
    service: str, bus_of: BusOf, job: subjects.Aggregate
) -> None:
    bus = await bus_of(service)
    foreign = [
        subjects.event(job, other, event.__name__)
        for other, owned in ownership.OWNS.items()
        for event in owned
        if other != service
    ]
    assert all(await asyncio.gather(*(refused(bus, subject) for subject in foreign)))


@pytest.mark.parametrize("service", services.SERVICES)
async def test_a_service_may_write_its_events_on_no_other_kind_of_aggregate(service: str, bus_of: BusOf) -> None:
    bus = await bus_of(service)
    elsewhere = [
        subjects.event(subjects.Aggregate(kind, "all"), service, event.__name__)
        for kind in Kind
        for event in ownership.OWNS[service] - ownership.OWNS_OF[service].get(kind, frozenset())
    ]
    assert all(await asyncio.gather(*(refused(bus, subject) for subject in elsewhere)))


@pytest.mark.parametrize("user", [user for user in USERS if user != MIGRATION])
async def test_nobody_says_that_something_was_stored_but_the_service_itself(
    user: str, bus_of: BusOf, migration: Bus
) -> None:
    bus = await bus_of(user)
    said = {service for service in services.SERVICES if not await refused(bus, subjects.pulse(service))}
    assert said == {user} & set(services.SERVICES)
    for service in said:
        assert await migration.last(streams.PULSES, subjects.pulse(service))


@pytest.mark.parametrize("user", WITHOUT_VAULT)
async def test_the_vault_is_closed_to_those_who_do_not_hold_it(user: str, bus_of: BusOf) -> None:
    bus = await bus_of(user)
    ways_in = [
        f"$KV.{streams.VAULT}.acme.someone",
        f"$KV.{streams.KEYS}.key.someone",
        f"$O.{streams.ARTIFACTS}.C.x",
        *(subjects.letter(service, "x") for service in services.SERVICES),
        *(
            f"{API}.{call}.{stream}"
            for stream in (f"KV_{streams.VAULT}", f"KV_{streams.KEYS}", f"OBJ_{streams.ARTIFACTS}", streams.LETTERS)
            for call in ("DIRECT.GET", "STREAM.MSG.GET", "CONSUMER.CREATE")
        ),
        f"{API}.DIRECT.GET.KV_{streams.VAULT}.$KV.{streams.VAULT}.acme.someone",
        f"{API}.CONSUMER.CREATE.KV_{streams.VAULT}.spy.$KV.{streams.VAULT}.x",
    ]
    assert all(await asyncio.gather(*(refused(bus, subject) for subject in ways_in)))


@pytest.mark.parametrize("user", sorted({*services.SERVICES, CLI, VALET}))
async def test_only_the_migration_makes_empties_and_deletes_streams(user: str, bus_of: BusOf) -> None:
    bus = await bus_of(user)
    acts = [
        f"{API}.STREAM.{act}.{stream}"
        for act in ("CREATE", "UPDATE", "DELETE", "PURGE", "MSG.DELETE", "SNAPSHOT", "RESTORE")
        for stream in (streams.EVENTS, streams.COMMANDS, f"KV_{streams.VAULT}")
    ]
    assert all(await asyncio.gather(*(refused(bus, subject) for subject in acts)))


@pytest.mark.parametrize("user", sorted({*services.SERVICES, CLI, VALET, TOOLS}))
async def test_nobody_makes_consumers_of_the_log_or_of_what_goes_outside(user: str, bus_of: BusOf) -> None:
    bus = await bus_of(user)
    for stream, filter_subject in ((streams.EVENTS, subjects.ALL_EVENTS), (streams.OUT, subjects.ALL_OUT)):
        copying = {"stream_name": stream, "config": {"name": "copy", "deliver_subject": f"$KV.{streams.VAULT}.x"}}
        call = f"{API}.CONSUMER.CREATE.{stream}.copy.{filter_subject}"
        assert await refused(bus, call, msgspec.json.encode(copying))


async def test_the_server_itself_denies_deleting_and_purging_events(migration: Bus) -> None:
    info = await migration.api(f"STREAM.INFO.{streams.EVENTS}")
    assert info["config"]["deny_delete"] is True
    assert info["config"]["deny_purge"] is True
    assert info["config"]["allow_atomic"] is True


#: A place in a bucket that the user may write to.
OWN_PLACES = [
    (services.JOB_INTAKE, f"$KV.{streams.GATEWAYS}.sweeps"),
    (services.HITL_GATEWAY, f"$KV.{streams.KEYS}.key"),
    (services.PLANNER, f"$KV.{streams.VAULT}.val.ada.drafts"),
    (services.BROWSER_HOST, f"$O.{streams.ARTIFACTS}.M"),
    (services.BROWSER_HOST, f"$KV.{streams.HOSTS}"),
]


@pytest.mark.parametrize(("user", "place"), OWN_PLACES)
@pytest.mark.parametrize("rolled_up", ["all", "sub"])
async def test_no_message_takes_away_what_others_keep_in_its_bucket(
    user: str, place: str, rolled_up: str, bus_of: BusOf, migration: Bus
) -> None:
    stream = f"{'KV' if place.startswith('$KV') else 'OBJ'}_{place.split('.')[1]}"
    kept = await migration.publish(Outgoing(f"{'.'.join(place.split('.')[:2])}.M.{uuid.uuid4().hex}", b"kept"))
    bus = await bus_of(user)
    with pytest.raises(ApiError, match="rollup not permitted"):
        await bus.publish(Outgoing(f"{place}.{uuid.uuid4().hex}", b"alone", {"Nats-Rollup": rolled_up}))
    assert await migration.at(stream, kept.sequence)


class Violations(logging.Handler):
    """The subjects of the permission violations that were logged."""

    def __init__(self) -> None:
        super().__init__()
        self.subjects: asyncio.Queue[str] = asyncio.Queue()

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg == "nats_permission_violation":
            self.subjects.put_nowait(vars(record)["subject"])


@pytest.fixture
def violations() -> Iterator[Violations]:
    handler = Violations()
    logger = logging.getLogger("ghosthands.messaging.server.connection")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.mark.parametrize("user", sorted({*services.SERVICES, VALET}))
async def test_nobody_listens_beyond_its_own_inbox(user: str, bus_of: BusOf, violations: Violations) -> None:
    bus = await bus_of(user)
    for subject in ("_inbox_another.>", "gh.evt.>", ">"):
        await bus.subscribe(subject, lambda message: None)
        async with asyncio.timeout(60):
            assert await violations.subjects.get() == subject


async def test_valet_may_ask_and_nothing_more(bus_of: BusOf) -> None:
    bus = await bus_of(VALET)
    assert not await refused(bus, "job.cancel", b"not json, but it may be sent")
    assert await refused(bus, subjects.command(services.PLANNER, "PlanPage"))
    assert await refused(bus, f"{API}.STREAM.MSG.GET.{streams.EVENTS}")


@pytest.mark.parametrize("host", ["box-1", "a name of one's own"])
async def test_a_browser_host_has_its_consumer_made_and_makes_none(host: str, bus_of: BusOf) -> None:
    bus = await bus_of(services.BROWSER_HOST)
    with pytest.raises(Forbidden):
        await consumers.put_consumer(bus, consumers.of_host(host))
    with pytest.raises(
        hosts.Unprovided, match=r"nobody answers.*start `python -m ghosthands\.messaging\.work\.provisioner`"
    ):
        await hosts.find_consumer(bus, host)
    provisioner = Provisioner(await bus_of(MIGRATION), ack_wait=ACK_WAIT)
    await provisioner.start()
    made = await hosts.find_consumer(bus, host)
    told = (await bus.api(f"CONSUMER.INFO.{made.stream}.{made.name}"))["config"]
    assert told["filter_subject"] == subjects.commands_of_host(services.BROWSER_HOST, host)
    assert told["ack_wait"] == ACK_WAIT * 1e9
    await provisioner.stop()
    assert await hosts.find_consumer(bus, host) == made, "a host whose consumer is there needs nobody"


async def test_a_forbidden_publish_fails_at_once_and_names_the_subject(bus_of: BusOf) -> None:
    bus = await bus_of(services.PLANNER)
    with pytest.raises(Forbidden, match=r"planner may not publish gh\.out\.acme"):
        await bus.publish(Outgoing("gh.out.acme.t1.status", b"{}"))


async def test_a_forbidden_message_in_the_middle_of_a_batch_refuses_the_batch(
    bus_of: BusOf, job: subjects.Aggregate
) -> None:
    bus = await bus_of(services.EXECUTOR)
    own, foreign = (subjects.event(job, services.EXECUTOR, name) for name in ("JobClaimed", "PlanProposed"))
    with pytest.raises(Forbidden):
        await bus.publish_batch([Outgoing(subject, b"{}") for subject in (own, foreign, own)])


async def test_wrong_credentials_are_told_at_once(server, migration: Bus) -> None:
    server.passwords["nobody"] = "guess"
    with pytest.raises(Forbidden, match="refuses the credentials of user nobody"):
        await server.connect("nobody")


@pytest.mark.parametrize("service", [services.JOB_INTAKE, services.HITL_GATEWAY])
@pytest.mark.parametrize("listened_to", ["gh.out.>", "gh.out.acme.>"])
async def test_valet_hears_what_it_is_told_as_it_is_said(service: str, listened_to: str, bus_of: BusOf) -> None:
    valet, bus = await bus_of(VALET), await bus_of(service)
    heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
    subscription = await valet.subscribe(listened_to, lambda message: heard.put_nowait((message.subject, message.data)))
    await valet.client.flush()  # whoever publishes has another connection
    task = uuid.uuid4().hex
    await bus.publish(Outgoing(f"gh.out.acme.{task}.accepted", b'{"duplicate":false}'))
    async with asyncio.timeout(60):
        assert await heard.get() == (f"gh.out.acme.{task}.accepted", b'{"duplicate":false}')
    await valet.unsubscribe(subscription)
