"""A cancel races the intent on a real server: whoever is first on the log wins, every time."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from ghosthands import stack
from ghosthands.domain import ids, job, services
from ghosthands.domain.errors import Conflict
from ghosthands.domain.ownership import OWNS
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.testkit.story import NOON, Story

RACES = 100


async def seed(doors: dict[str, JetStreamEventLog], job_id: str, *, after: int) -> int:
    """The job's history up to the moment before its intent, each event by its owner; the last one's sequence."""
    story = Story(job_id, after=after).filled()
    history = await doors[services.EXECUTOR].load(subjects.job(job_id))
    for number, event in enumerate(story.log):
        owner = next(door for name, door in doors.items() if type(event) in OWNS[name])
        cause = Cause(command_id=ids.derived(job_id, number), tenant="t", correlation=job_id)
        history = history.continued(await owner.append_facts(history, [event], cause=cause))
    assert isinstance(job.next_step(job_of(history), NOON), job.Append)
    return history.last_sequence


#: seconds of head start, for the intent and for the cancel, in turn; None: the other one is over before it begins
STARTS: list[tuple[float | None, float | None]] = [(0.0, 0.0), (0.0, 0.001), (0.001, 0.0), (0.0, None), (None, 0.0)]


async def intend(door: JetStreamEventLog, history: History, wait: float = 0.0) -> None:
    """What executor does: decide on what it read, unless somebody wrote meanwhile."""
    await asyncio.sleep(wait)
    cause = Cause(command_id=ids.derived("run"), tenant="t", correlation=history.aggregate.id)
    while True:
        try:
            await door.append_decision(history, job.decide(job.Proceed(NOON), job_of(history)), cause=cause)
            return
        except Conflict:
            history = await door.refresh(history)


async def cancel(door: JetStreamEventLog, history: History, wait: float = 0.0) -> None:
    """What job-intake does."""
    await asyncio.sleep(wait)
    cause = Cause(command_id=ids.derived("cancel", history.aggregate.id), tenant="t", correlation=history.aggregate.id)
    await door.append_facts(history, [job.JobCancelRequested(at=NOON)], cause=cause)


async def race(doors: dict[str, JetStreamEventLog], read: History, first: float | None, second: float | None) -> None:
    """Both on what was read, each with its head start."""
    executor, intake = doors[services.EXECUTOR], doors[services.JOB_INTAKE]
    if second is None:
        await intend(executor, read)
        await cancel(intake, read)
    elif first is None:
        await cancel(intake, read)
        await intend(executor, read)
    else:
        await asyncio.gather(intend(executor, read, first), cancel(intake, read, second))


async def test_there_is_never_an_intent_after_a_cancel(state_dir: Path) -> None:
    config = stack.StackConfig(state_dir=state_dir, services=(), nats_url=None, database_url=None)
    async with stack.Supervisor(config) as running, AsyncExitStack() as exits:
        doors = {
            service: JetStreamEventLog(await exits.enter_async_context(stack.logged_in(running, service)))
            for service in services.SERVICES
        }
        won, last = {"intent": 0, "cancel": 0}, 0
        for number in range(RACES):
            job_id = ids.derived("race", number)
            last = await seed(doors, job_id, after=last)
            read = await doors[services.EXECUTOR].load(subjects.job(job_id))
            await race(doors, read, *STARTS[number % len(STARTS)])
            raced = (await doors[services.EXECUTOR].load(subjects.job(job_id))).recorded
            last = raced[-1].sequence
            names = [one.name for one in raced]
            assert "EffectIntended" not in names[names.index("JobCancelRequested") :]
            won["intent" if "EffectIntended" in names else "cancel"] += 1
    assert won["intent"] + won["cancel"] == RACES
    assert min(won.values()) >= RACES // len(STARTS), f"the race was none: {won}"
