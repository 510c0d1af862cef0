"""Appending to the log, beside publishing the same messages with nats-py alone.

Our side derives ids, writes the envelope, sets the expectation, keeps the history and follows the retry table. The
reference publishes messages with the same subjects, headers and bodies, all made in advance except the expected
sequence, to the same stream, also over one connection. Both wait for the disk: the server syncs every message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from uuid import uuid4

from nats.js import JetStreamContext

from ghosthands import stack
from ghosthands.bench import servers
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, make_rates, repeat, take_turns, time_once
from ghosthands.domain.job import StepChosen, StepKind
from ghosthands.domain.services import EXECUTOR
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.wire import subjects, trail
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import EXPECTED_SEQUENCE, EXPECTED_SEQUENCE_FILTER, Cause, Envelope
from ghosthands.messaging.wire.recorded import History

TENANT = "bench"

#: number of events of a short application
EVENTS_OF_A_JOB = 20

#: jobs in a run, one after another
JOBS_ONE_AT_A_TIME = 50

#: jobs appended to at once, and how often in a run this happens
JOBS_AT_ONCE = 128
WAVES = 12
EVENTS_OF_A_WAVE = 4

ONE_AT_A_TIME = Contest(
    "append.one_at_a_time", "appends/s", Better.HIGHER, "nats-py publishing the same messages", target=0.8
)
PIPELINED = Contest(
    "append.pipelined", "appends/s", Better.HIGHER, f"the same messages, {JOBS_AT_ONCE} under way", target=0.8
)


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run both contests on servers of their own."""
    return await servers.run_with_servers(lambda running: _measure(running, runs, progress))


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with servers.connect(running, EXECUTOR) as [bus], servers.connect_bare(running) as client:
        sides = AppendSides(JetStreamEventLog(bus), client.jetstream(timeout=30))
        single = await repeat(sides.one_at_a_time, runs, progress, "one at a time")
        pipelined = await repeat(sides.pipelined, runs, progress, "pipelined")
    return [ONE_AT_A_TIME.result(single), PIPELINED.result(pipelined)]


class AppendSides:
    """The event log and the bare client, at the same work."""

    def __init__(self, log: EventLog, bare: JetStreamContext) -> None:
        self._log = log
        self._bare = bare

    async def one_at_a_time(self) -> Pair:
        """Return the appends a second, each awaited before the next."""
        return await self._rates(turns=JOBS_ONE_AT_A_TIME, jobs=1, events=EVENTS_OF_A_JOB)

    async def pipelined(self) -> Pair:
        """Return the appends a second, to many jobs side by side."""
        return await self._rates(turns=WAVES, jobs=JOBS_AT_ONCE, events=EVENTS_OF_A_WAVE)

    async def _rates(self, *, turns: int, jobs: int, events: int) -> Pair:
        prepared = iter([[read_messages_of_a_job(events) for _ in range(jobs)] for _ in range(turns)])
        decided = [make_event() for _ in range(events)]

        async def ours() -> float:
            return await time_once(asyncio.gather(*(append_to_a_job(self._log, decided) for _ in range(jobs))))

        async def reference() -> float:
            return await time_once(asyncio.gather(*(publish(self._bare, messages) for messages in next(prepared))))

        return make_rates(await take_turns(ours, reference, turns), turns * jobs * events)


async def append_to_a_job(log: EventLog, events: Iterable[StepChosen]) -> History:
    """Append the events to a new job, each on the history with those before it."""
    job_id = str(uuid4())
    cause = Cause(command_id=job_id, tenant=TENANT, correlation=job_id)
    history = History(subjects.job(job_id))
    for event in events:
        history = history.continued(await log.append_decision(history, [event], cause=cause))
    return history


async def publish(bare: JetStreamContext, messages: Iterable[Outgoing]) -> None:
    """Publish the messages in order, each expecting the last one to be the newest on its job."""
    last = 0
    for message in messages:
        ack = await bare.publish(
            message.subject, message.data, headers={**message.headers, EXPECTED_SEQUENCE: str(last)}
        )
        last = ack.seq


def read_messages_of_a_job(events: int) -> list[Outgoing]:
    """Return the messages that the log writes for a new job, without the expected sequences."""
    job_id, codec = str(uuid4()), Codec()
    return [_make_message(job_id, make_event(), codec.encode) for _ in range(events)]


def make_event() -> StepChosen:
    """Return a decision of ordinary size."""
    actions = tuple(str(uuid4()) for _ in range(3))
    return StepChosen(at=datetime.now(UTC), step=StepKind.RUN_ACTIONS, command_id=str(uuid4()), actions=actions)


def _make_message(job_id: str, event: StepChosen, encode: Callable[[StepChosen], bytes]) -> Outgoing:
    job = subjects.job(job_id)
    head = Envelope(
        id=str(uuid4()),
        name=type(event).__name__,
        version=event.VERSION,
        service=EXECUTOR,
        subject=job_id,
        at=event.at,
        correlation=job_id,
        causation=job_id,
        tenant=TENANT,
    )
    # a later event's is some bytes longer, by sequences that are unknown in advance
    told = trail.Trail().encode(0, 0)
    headers = {**head.headers(), EXPECTED_SEQUENCE_FILTER: job.subjects(), trail.HEADER: told}
    return Outgoing(subjects.event(job, EXECUTOR, head.name), encode(event), headers)
