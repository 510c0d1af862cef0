"""Every user against every place where something is stored, each way there is to have something written there.

    publish     the user publishes there
    reply       whatever else it may publish, with that place as the subject to answer to
    copy        what it may read, a message of its own above all, to be answered there
    queue       what waits for it in a queue, to be delivered there
    consumer    a consumer of any stream that delivers there

And each way there is to have taken away or replaced what lies there:

    header      of a message on a subject of its own in any stream: rollups, schedules that end another's, or fire at
                its subject, markers of keys that are gone
    call        of JetStream's: to purge, to delete, to make anew or to change a stream, to delete a message

And against every consumer: to take what waits there for others, to settle what they have in hand, to change or end it.
Judged by what the streams hold afterwards. Spoken without a client library, which would send none of this.
"""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import pytest
from nats.aio.msg import Msg

from ghosthands.domain import ownership, registry, services
from ghosthands.domain.aggregates import Kind
from ghosthands.messaging.server import consumers, permissions, streams
from ghosthands.messaging.server.accounts import covers
from ghosthands.messaging.server.consumers import Consumer
from ghosthands.messaging.server.jetstream import API, ApiError, Bus, Outgoing
from ghosthands.messaging.server.permissions import MIGRATION, USERS
from ghosthands.messaging.wire import subjects
from tests.integration.messaging.conftest import Server, migrated, running
from tests.integration.messaging.line import Line

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow]

STRANGERS = [user for user in USERS if user != MIGRATION]
SENTINEL = "sentinel"

#: what is of jobs, and of no other kind, by who writes it
OF_JOBS = {service: sorted(own, key=str) for service, of in ownership.OWNS_OF.items() if (own := of.get(Kind.JOB))}

#: where values lie, below their applicant
PATHS_OF_VALUES = sorted({path for paths in services.VALUES_OF.values() for path in paths if path != ">"})

#: What finds a message: by its place, by its subject, in batches, all there is.
FINDS = (b'{"seq": 1}', b'{"last_by_subj": ">"}', b'{"seq": 1, "next_by_subj": ">"}', b'{"batch": 9, "seq": 1}')


def places(mark: str) -> list[str]:
    """A subject of each kind on which something is stored, by nobody else's hand where it bears the mark."""
    job = subjects.job(mark)
    return [
        *(
            subjects.event(subjects.Aggregate(kind, mark), service, event.__name__)
            for service, of_kinds in ownership.OWNS_OF.items()
            for kind, events in of_kinds.items()
            for event in events
        ),
        *(subjects.event(subjects.submissions(), service, own[0].__name__) for service, own in OF_JOBS.items()),
        *(subjects.command(kind.SERVICE, name, host=mark) for name, kind in registry.COMMANDS.items()),
        *(
            subjects.timer_set(setter, subjects.Aggregate(kind, mark), "job")
            for setter in streams.TIMERS
            for kind in Kind
        ),
        *(
            subjects.timer_fired(setter, service, job, "job")
            for setter, heard_by in streams.TIMERS.items()
            for service in heard_by
        ),
        *(subjects.dead(service, mark) for service in services.SERVICES),
        *(subjects.letter(service, mark) for service in services.SERVICES),
        *(subjects.pulse(service) for service in services.SERVICES),
        subjects.out("acme", mark, "status"),
        subjects.count_of_calls(mark, 1),
        f"job.{mark}",
        f"human.{mark}",
        subjects.ANSWERED,
        subjects.given_on(mark),
        *(f"$KV.{bucket}.{mark}" for bucket in (streams.HOSTS, streams.GATEWAYS, streams.VAULT, streams.KEYS)),
        *(f"$KV.{streams.GATEWAYS}.{kind}.{mark}" for kinds in services.AGREED_BY.values() for kind in kinds),
        *(f"$KV.{streams.VAULT}.val.{mark}.{path.replace('*', mark)}" for path in PATHS_OF_VALUES),
        *(f"$KV.{streams.KEYS}.{kind}.{mark}" for kind in ("key", "copy", "master")),
        *(
            f"$O.{streams.ARTIFACTS}.{kind}.{name}"
            for kind in "CM"
            for name in (mark, *(f"{service}.{mark}" for service in services.SERVICES))
        ),
    ]


def one_of_each(user: str, mark: str) -> Iterator[str]:
    """A subject of each kind that the user may publish; of its events, one."""
    of_events = False
    for allowed in permissions.permissions(user).publish:
        if allowed.startswith("gh.evt."):
            if of_events:
                continue
            of_events = True
        yield allowed.replace("*", mark).replace(">", mark)


@dataclass
class Stored:
    """What the streams hold beyond what they held before."""

    migration: Bus
    before: dict[str, int]

    @classmethod
    async def now(cls, migration: Bus) -> Stored:
        return cls(migration, await _settle(migration))

    async def subjects(self) -> set[str]:
        """The subjects of all that came since, once nothing comes any more."""
        found: set[str] = set()
        for name, last in (await _settle(self.migration)).items():
            for sequence in range(self.before[name] + 1, last + 1):
                with suppress(ApiError):  # replaced by a later one of its subject
                    answer = await self.migration.api(f"STREAM.MSG.GET.{name}", {"seq": sequence})
                    found.add(answer["message"]["subject"])
        return {subject for subject in found if not subject.endswith(SENTINEL)}


async def _settle(migration: Bus) -> dict[str, int]:
    """Each stream's last sequence, once it grows by nothing but what is put behind all the rest here."""
    known: dict[str, int] = {}
    while True:
        grown = {stream.name: await _put_sentinel(migration, stream) for stream in streams.STREAMS}
        if all(known.get(name) == last - 1 for name, last in grown.items()):
            return grown
        known = grown


async def _put_sentinel(migration: Bus, stream: streams.Stream) -> int:
    subject = stream.subjects[0].replace("*", SENTINEL).replace(">", SENTINEL)
    headers = {"Nats-Incr": "1"} if stream.name == streams.COUNTS else {}
    return (await migration.publish(Outgoing(subject, b"" if headers else b"{}", headers))).sequence


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for these tests alone, as they leave something in every place there is."""
    with running(Server(tmp_path_factory.mktemp("nats"))) as server:
        yield server


@pytest.fixture(scope="module")
async def migration(server: Server) -> AsyncIterator[Bus]:
    async with migrated(server) as bus:
        yield bus


@pytest.fixture(scope="module")
async def answering(server: Server, migration: Bus) -> AsyncIterator[None]:
    """Services that answer whatever they are asked."""
    opened = []
    for service in services.SERVICES:
        bus = await server.connect(service)
        opened.append(bus)

        async def answer(message: Msg) -> None:
            await message.respond(b"{}")

        for heard in permissions.ANSWERED.get(service, ()):
            await bus.client.subscribe(heard, cb=answer)
    yield
    for bus in opened:
        await bus.close()


@pytest.fixture(params=STRANGERS)
def user(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def mark() -> str:
    return uuid.uuid4().hex


@pytest.fixture
async def line(server: Server, migration: Bus, answering: None, user: str) -> AsyncIterator[Line]:
    line = await Line.open(server, user)
    yield line
    line.close()


def may_write(user: str, places: Sequence[str]) -> set[str]:
    allowed = permissions.permissions(user).publish
    return {place for place in places if any(covers(each, place) for each in allowed)}


async def test_a_publish_is_stored_where_the_user_may_write_and_nowhere_else(
    line: Line, user: str, mark: str, migration: Bus
) -> None:
    stored = await Stored.now(migration)
    for place in places(mark):
        line.publish(place)
    await line.settled()
    counted = {subjects.count_of_calls(mark, 1)}  # takes numbers only, which this is none of
    assert await stored.subjects() == may_write(user, places(mark)) - counted


async def test_no_answer_is_stored_where_the_user_may_not_write(
    line: Line, user: str, mark: str, migration: Bus
) -> None:
    stored = await Stored.now(migration)
    own = list(one_of_each(user, mark))
    for place in places(mark):
        for subject in own:
            line.publish(subject, reply=place)
    await line.settled()
    assert not await stored.subjects() - may_write(user, [*places(mark), *own])


async def test_nothing_is_copied_to_where_the_user_may_not_write(
    line: Line, user: str, mark: str, migration: Bus
) -> None:
    for place in may_write(user, places(mark)):
        line.publish(place)
    await line.settled()
    stored = await Stored.now(migration)
    asks = [subject for subject in one_of_each(user, mark) if subject.startswith(f"{API}.")]
    reads = [subject for subject in asks if "MSG.NEXT" not in subject]
    for place in places(mark):
        for subject in reads:
            for body in FINDS:
                line.publish(subject, body, reply=place)
    await line.settled()
    assert not await stored.subjects() - may_write(user, places(mark))


async def test_nothing_that_is_taken_off_a_queue_comes_to_lie_where_the_user_may_not_write(
    line: Line, user: str, mark: str, migration: Bus
) -> None:
    queues = [consumer for consumer in consumers.CONSUMERS if consumer.service == user]
    waiting = {consumer: consumer.filters[0].replace("*", mark).replace(">", mark) for consumer in queues}
    found: set[str] = set()
    for place in places(mark):
        for subject in waiting.values():
            await migration.publish(Outgoing(subject, b"{}", {}))
        stored = await Stored.now(migration)
        for consumer in queues:
            take = f"{API}.CONSUMER.MSG.NEXT.{consumer.stream}.{consumer.name}"
            line.publish(take, b'{"batch": 1, "no_wait": true}', reply=place)
        await line.settled()
        found |= await stored.subjects()
    assert not found - may_write(user, places(mark))


async def test_no_consumer_delivers_where_the_user_may_not_write(
    line: Line, user: str, mark: str, migration: Bus
) -> None:
    stored = await Stored.now(migration)
    for number, place in enumerate(places(mark)):
        for stream in streams.STREAMS:
            name = f"{mark}{number}"
            config = {"name": name, "deliver_subject": place, "filter_subject": stream.subjects[0]}
            asked = json.dumps({"stream_name": stream.name, "config": config}).encode()
            durable = json.dumps({"stream_name": stream.name, "config": config | {"durable_name": name}}).encode()
            for api in {API, "$JS.API"}:
                line.publish(f"{api}.CONSUMER.CREATE.{stream.name}", asked)
                line.publish(f"{api}.CONSUMER.CREATE.{stream.name}.{name}.{stream.subjects[0]}", asked)
                line.publish(f"{api}.CONSUMER.DURABLE.CREATE.{stream.name}.{name}", durable)
    await line.settled()
    assert not await stored.subjects()
    for stream in streams.STREAMS:
        made = await migration.api(f"CONSUMER.NAMES.{stream.name}", {})
        assert not [name for name in made["consumers"] or () if name.startswith(mark)]


@dataclass(frozen=True)
class Lying:
    """A message that lies in a stream."""

    stream: streams.Stream
    sequence: int
    subject: str

    def is_left_to(self, user: str) -> bool:
        """Whether the user may replace it: by another of its subject, or among timers of its own."""
        is_one_a_subject = self.stream.flags.get("max_msgs_per_subject") == 1
        is_own = user in streams.TIMERS and self.stream.name == streams.timers_of(user)
        return is_own or (is_one_a_subject and bool(may_write(user, [self.subject])))


async def lay_out(migration: Bus, mark: str) -> list[Lying]:
    """A message at every place, a timer where timers are set; none of them is due."""
    lying = []
    for place in places(mark):
        stream = stream_of(place)
        assert stream
        headers = {"Nats-Incr": "1"} if stream.name == streams.COUNTS else {}
        if place.startswith("gh.timers."):
            headers = schedule("2099-01-01T00:00:00Z", target_of(stream)) if ".set." in place else {}
        subject = subjects.count_of_calls(mark, 1) if stream.name == streams.COUNTS else place
        ack = await migration.publish(Outgoing(subject, b"" if headers else b"{}", headers))
        lying.append(Lying(stream, ack.sequence, subject))
    last = {one.subject: one for one in lying}  # of two at one place the first was replaced
    return list(last.values())


def stream_of(subject: str) -> streams.Stream | None:
    return next((each for each in streams.STREAMS if any(covers(wide, subject) for wide in each.subjects)), None)


def schedule(at: str, target: str) -> dict[str, str]:
    return {"Nats-Schedule": f"@at {at}", "Nats-Schedule-Target": target}


def target_of(timers: streams.Stream, name: str = "never") -> str:
    """Where timers of that stream may fire."""
    return timers.subjects[1].replace(">", f"job.{name}.job")


def taking(lying: Sequence[Lying]) -> Iterator[dict[str, str]]:
    """Headers by which a message takes others away, or has them replaced."""
    yield {"KV-Operation": "DEL"}
    yield {"KV-Operation": "PURGE", "Nats-Marker-Reason": "Purge", "Nats-TTL": "1"}
    for one in lying:
        yield {"Nats-Schedule-Next": "purge", "Nats-Scheduler": one.subject}
        yield schedule("2020-01-01T00:00:00Z", one.subject)
        yield schedule("@every 1s", one.subject) | {"Nats-Schedule": "@every 1s", "Nats-Schedule-Source": one.subject}
    yield {"Nats-Rollup": "sub"}
    yield {"Nats-Rollup": "all"}


def calls_that_take(lying: Sequence[Lying], user: str) -> Iterator[tuple[str, bytes]]:
    """JetStream's calls by which messages or streams go, but for those that the user may make."""
    for stream in streams.STREAMS:
        yield f"STREAM.PURGE.{stream.name}", b""
        yield f"STREAM.DELETE.{stream.name}", b""
        for act in ("UPDATE", "CREATE"):
            yield f"STREAM.{act}.{stream.name}", json.dumps(stream.config(1) | {"max_msgs": 1}).encode()
        yield f"STREAM.RESTORE.{stream.name}", json.dumps({"config": stream.config(1), "state": {}}).encode()
    for one in lying:
        yield f"STREAM.PURGE.{one.stream.name}", json.dumps({"filter": one.subject}).encode()
        call = f"STREAM.MSG.DELETE.{one.stream.name}"
        if f"{API}.{call}" not in permissions.permissions(user).publish:
            yield call, json.dumps({"seq": one.sequence}).encode()


async def test_nothing_is_taken_away_or_replaced_that_is_not_left_to_the_user(
    line: Line, user: str, mark: str, migration: Bus
) -> None:
    lying = await lay_out(migration, mark)
    configs = {stream.name: await config_of(migration, stream.name) for stream in streams.STREAMS}
    own_mark = uuid.uuid4().hex
    own = {
        stream.name: place
        for place in [*one_of_each(user, own_mark), *sorted(may_write(user, places(own_mark)))]
        if (stream := stream_of(place))
    }
    for place in own.values():
        for headers in taking(lying):
            line.publish_with(headers, place)
    for call, body in calls_that_take(lying, user):
        for api in (API, "$JS.API"):
            line.publish(f"{api}.{call}", body)
    await line.settled()
    await fire_once(line, user, migration)
    await _settle(migration)
    gone = {one.subject for one in lying if not one.is_left_to(user) and not await is_there(migration, one)}
    assert gone == set()
    assert {stream.name: await config_of(migration, stream.name) for stream in streams.STREAMS} == configs


async def fire_once(line: Line, user: str, migration: Bus) -> None:
    """Return once what the user set to fire has fired, by one more that it sets."""
    if user not in streams.TIMERS:
        return
    [stream] = (each for each in streams.STREAMS if each.name == streams.timers_of(user))
    fired = target_of(stream, uuid.uuid4().hex)
    setting = subjects.timer_set(user, subjects.job(uuid.uuid4().hex), "job")
    line.publish_with(schedule("2020-01-01T00:00:00Z", fired), setting)
    await line.settled()
    async with asyncio.timeout(30):
        while not await migration.first(stream.name, fired):  # noqa: ASYNC110  nothing tells
            await asyncio.sleep(0.05)


async def config_of(migration: Bus, stream: str) -> object:
    return (await migration.describe(stream))["config"]


async def is_there(migration: Bus, one: Lying) -> bool:
    found = await migration.at(one.stream.name, one.sequence)
    return found is not None and found.subject == one.subject


def every_consumer(host: str) -> list[Consumer]:
    """All that are declared, and that of a host."""
    return [*consumers.CONSUMERS, consumers.of_host(host)]


async def standing(migration: Bus, consumer: Consumer) -> tuple[int, int]:
    """How many messages were delivered, and how many are in hand."""
    told = await migration.api(f"CONSUMER.INFO.{consumer.stream}.{consumer.name}")
    return told["delivered"]["consumer_seq"], told["num_ack_pending"]


async def take(migration: Bus, consumer: Consumer, mark: str) -> str:
    """Have one message in hand and another waiting; where the one in hand is answered."""
    for _ in range(2):
        await migration.publish(Outgoing(consumer.filters[0].replace("*", mark).replace(">", mark), b"{}"))
    came: asyncio.Queue[Msg] = asyncio.Queue()
    inbox = migration.new_inbox()
    await migration.subscribe(inbox, came.put_nowait)
    await migration.send(f"{API}.CONSUMER.MSG.NEXT.{consumer.stream}.{consumer.name}", b'{"batch": 1}', reply=inbox)
    async with asyncio.timeout(60):
        return (await came.get()).reply


async def test_nobody_takes_or_settles_what_waits_for_another(line: Line, user: str, mark: str, migration: Bus) -> None:
    await consumers.put_consumer(migration, consumers.of_host(mark))
    others = [consumer for consumer in every_consumer(mark) if consumer.service != user]
    in_hand = {consumer: await take(migration, consumer, mark) for consumer in others}
    before = {consumer: await standing(migration, consumer) for consumer in others}
    for place in may_write(user, places(mark)):
        line.publish(place, b"+TERM")  # to be read from there, as the answer
    await line.settled()
    reads = [subject for subject in one_of_each(user, mark) if ".GET." in subject]
    for consumer, answered_at in in_hand.items():
        line.publish(answered_at, b"+TERM")
        of_it = f"{consumer.stream}.{consumer.name}"
        for api in (API, "$JS.API"):
            line.publish(f"{api}.CONSUMER.RESET.{of_it}", b'{"seq": 1}')
            line.publish(f"{api}.CONSUMER.MSG.NEXT.{of_it}", b'{"batch": 9}', reply=f"_INBOX_{user}.{mark}")
        for subject in reads:
            for body in FINDS:
                line.publish(subject, body, reply=answered_at)
    await line.settled()
    await _settle(migration)
    assert {consumer.name for consumer in others if await standing(migration, consumer) != before[consumer]} == set()


async def test_nobody_changes_or_ends_a_consumer(line: Line, mark: str, migration: Bus) -> None:
    await consumers.put_consumer(migration, consumers.of_host(mark))
    before = [await settings_of(migration, consumer) for consumer in every_consumer(mark)]
    for consumer in every_consumer(mark):
        of_it = f"{consumer.stream}.{consumer.name}"
        changed = consumer.config(1.0) | {"description": mark}
        asked = json.dumps({"stream_name": consumer.stream, "config": changed}).encode()
        for api in (API, "$JS.API"):
            line.publish(f"{api}.CONSUMER.CREATE.{of_it}", asked)
            line.publish(f"{api}.CONSUMER.CREATE.{of_it}.{consumer.filters[0]}", asked)
            line.publish(f"{api}.CONSUMER.DURABLE.CREATE.{of_it}", asked)
            line.publish(f"{api}.CONSUMER.PAUSE.{of_it}", b'{"pause_until": "2099-01-01T00:00:00Z"}')
            line.publish(f"{api}.CONSUMER.DELETE.{of_it}")
    await line.settled()
    await _settle(migration)
    assert [await settings_of(migration, consumer) for consumer in every_consumer(mark)] == before


async def settings_of(migration: Bus, consumer: Consumer) -> object:
    return (await migration.api(f"CONSUMER.INFO.{consumer.stream}.{consumer.name}"))["config"]
