"""Whatever is lost while nobody lives, a job that has not ended is woken: each phase, and each wait of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import cast

import pytest

from ghosthands.domain import ids, job, services
from ghosthands.domain.codes import SessionEnd, SessionLoss
from ghosthands.domain.errors import NotYet, Transient
from ghosthands.domain.human import HumanCame, HumanTimedOut, Resolution
from ghosthands.domain.job import Phase, RunJob, StepKind
from ghosthands.domain.kinds import Affinity
from ghosthands.domain.ownership import OWNS
from ghosthands.domain.session import SessionClosed, SessionLost
from ghosthands.executor.runner import Runner
from ghosthands.executor.watch import ANYHOW, ASLEEP, SENDING, SILENCE, Watch
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Cause, Envelope
from ghosthands.messaging.wire.recorded import Received
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.timers import Timers
from ghosthands.testkit.story import Story, form, requested


def pending(story: Story) -> None:
    story.tell(requested())


def begins_later(story: Story) -> None:
    story.tell(requested(scheduled_at=story.now + timedelta(hours=1)))


def cancelled_before_it_ran(story: Story) -> None:
    story.tell(requested(), job.JobCancelRequested(at=story.now))


def waits_for_a_browser(story: Story) -> None:
    story.tell(requested())
    story.claim()
    story.expect_step(StepKind.OPEN_SESSION)


def waits_for_one_host(story: Story) -> None:
    story.tell(requested(worker="host-7", affinity=Affinity.STRICT))
    story.claim()
    story.expect_step(StepKind.OPEN_SESSION)


def waits_for_another_browser(story: Story) -> None:
    lose_browser(story)
    story.expect_step(StepKind.OPEN_SESSION)


def lose_browser(story: Story) -> None:
    story.begun().observed(form())
    assert story.job.browser.session is not None
    story.tell(SessionLost(session_id=story.job.browser.session.id, reason=SessionLoss.CRASHED))


def has_a_browser_and_nobody_claimed_it_since(story: Story) -> None:
    story.begun()


def in_hand(story: Story) -> None:
    story.begun()
    story.claim()
    story.expect_step(StepKind.FENCE)


def with_an_intent(story: Story) -> None:
    story.intended()


def asks_a_human(story: Story) -> None:
    story.asked_for_fields()


def was_answered(story: Story) -> None:
    story.asked_for_fields()
    story.resolved(Resolution.DONE)


def was_not_answered_in_time(story: Story) -> None:
    asked = story.asked_for_fields()
    story.wait(301).tell(HumanTimedOut(request_id=asked.request_id, at=story.now))


def is_to_show_its_page_again(story: Story) -> None:
    asked = story.asked_for_fields()
    assert story.job.browser.session is not None
    lost = SessionLost(session_id=story.job.browser.session.id, reason=SessionLoss.PUT_AWAY)
    story.tell(lost, HumanCame(request_id=asked.request_id, at=story.now))


def opens_its_page_again(story: Story) -> None:
    is_to_show_its_page_again(story)
    story.claim()
    story.expect_step(StepKind.OPEN_SESSION)


def backs_off(story: Story) -> None:
    story.tell(requested())
    story.claim()
    story.refused(story.expect_step(StepKind.OPEN_SESSION), "browser_crashed", retryable=True)
    story.claim()
    story.proceed_to(job.RetryScheduled)


def has_a_browser_to_close(story: Story) -> None:
    story.begun()
    story.claim()
    story.decide(job.CancelJob(story.now))
    story.proceed_to(job.JobCancelled)


def was_tried_anew(story: Story) -> None:
    story.tell(requested(), job.JobCancelRequested(at=story.now))
    story.claim()
    story.proceed_to(job.JobCancelled)
    story.decide(job.RetryJob(story.now))


def completed(story: Story) -> None:
    story.applied()
    story.expect_step(StepKind.CLOSE_SESSION)
    assert story.job.browser.session is not None
    story.tell(SessionClosed(session_id=story.job.browser.session.id, reason=SessionEnd.COMPLETED))


#: Each wait of a job, the phase it is in, and where the message lies that ends it; None: a deadline does.
WAITS: dict[Callable[[Story], None], tuple[Phase, str | None]] = {
    pending: (Phase.PENDING, "gh.cmd.executor.normal.RunJob"),
    begins_later: (Phase.PENDING, None),
    cancelled_before_it_ran: (Phase.PENDING, "gh.cmd.executor.normal.RunJob"),
    waits_for_a_browser: (Phase.RUNNING, "gh.cmd.browser-host.normal.OpenSession"),
    waits_for_one_host: (Phase.RUNNING, "gh.cmd.browser-host.at.host-7.OpenSession"),
    has_a_browser_and_nobody_claimed_it_since: (Phase.RUNNING, "gh.cmd.executor.normal.RunJob"),
    in_hand: (Phase.RUNNING, "gh.cmd.executor.normal.RunJob"),
    with_an_intent: (Phase.RUNNING, "gh.cmd.executor.normal.RunJob"),
    asks_a_human: (Phase.WAITING, None),
    was_answered: (Phase.WAITING, "gh.cmd.executor.normal.RunJob"),
    was_not_answered_in_time: (Phase.WAITING, "gh.cmd.executor.normal.RunJob"),
    is_to_show_its_page_again: (Phase.WAITING, "gh.cmd.executor.normal.RunJob"),
    opens_its_page_again: (Phase.WAITING, "gh.cmd.browser-host.again.OpenSession"),
    waits_for_another_browser: (Phase.RUNNING, "gh.cmd.browser-host.again.OpenSession"),
    backs_off: (Phase.BACKING_OFF, None),
    has_a_browser_to_close: (Phase.CANCELLED, "gh.cmd.executor.normal.RunJob"),
    was_tried_anew: (Phase.PENDING, "gh.cmd.executor.normal.RunJob"),
}
by_deadline = [wait for wait, (_, queue) in WAITS.items() if queue is None]
by_message = [wait for wait, (_, queue) in WAITS.items() if queue is not None]


class House:
    """A job as a story tells it, what is left in the queues, and an executor that is about to stop."""

    def __init__(self, wait: Callable[[Story], None]) -> None:
        self.story = Story()
        wait(self.story)
        self.queue = WAITS.get(wait, (None, None))[1]
        self.now = self.story.now
        self.log = MemoryEventLog(services.EXECUTOR, clock=lambda: self.now)
        self.bus = MemoryBus(services.EXECUTOR)
        #: when the oldest message of each queue came
        self.queues: dict[str, datetime] = {}
        stopping = asyncio.Event()
        stopping.set()
        self.runner = Runner(
            self.log, Commands(self.bus), Timers(self.bus), worker="w", stopping=stopping, now=lambda: self.now
        )

    async def write(self) -> None:
        """The story, onto the log."""
        for number, event in enumerate(self.story.log):
            owner = next(service for service, owned in OWNS.items() if type(event) in owned)
            door = self.log.as_service(owner)
            cause = Cause(command_id=ids.derived("event", number), tenant="valet", correlation=self.story.job.id)
            await door.append_facts(await door.load(self.aggregate), [event], cause=cause)
        assert job_of(await self.log.load(self.aggregate)) == self.story.job

    @property
    def aggregate(self) -> subjects.Aggregate:
        return subjects.job(self.story.job.id)

    async def look(self) -> timedelta | None:
        """How long the watch leaves the job alone; None: for good."""

        async def find_oldest(queue: str) -> datetime | None:
            return self.queues.get(queue)

        try:
            await Watch(self.runner, find_oldest).look(await self.begun())
        except NotYet as error:
            return timedelta(seconds=error.delay)
        return None

    async def begun(self) -> Envelope:
        first = (await self.log.load(self.aggregate)).recorded[0]
        about = {"id": first.id, "name": first.name, "version": 1, "service": first.service, "at": first.at}
        whose = {"correlation": first.correlation, "causation": first.causation, "tenant": first.tenant}
        return Envelope(subject=self.story.job.id, **about, **whose)

    def woken(self) -> list[Received[RunJob]]:
        sent = [one for one in self.bus.published if one.subject.endswith(".RunJob")]
        return [cast("Received[RunJob]", Codec().decode_command(one.subject, one.headers, one.data)) for one in sent]


@pytest.fixture
async def house(request: pytest.FixtureRequest) -> House:
    house = House(request.param)
    await house.write()
    return house


def of(waits: Iterable[Callable[[Story], None]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("house", waits, ids=lambda wait: wait.__name__, indirect=True)


def test_every_phase_in_which_a_job_waits_is_walked() -> None:
    unended = {phase for phase in Phase if not job.Job(id="j", phase=phase).ended} - {Phase.NEW}
    assert {phase for phase, _ in WAITS.values()} >= unended
    for wait, (phase, _) in WAITS.items():
        story = Story()
        wait(story)
        assert story.job.phase is phase, wait


@of(WAITS)
async def test_a_job_whose_message_and_timers_are_gone_is_woken_and_goes_on(house: House) -> None:
    house.now += timedelta(hours=2)
    assert await house.look() == SILENCE
    (message,) = house.woken()
    before, sent = (await house.log.load(house.aggregate)).last_sequence, len(house.bus.published)
    with suppress(Transient):
        await house.runner.run(message)
    went_on = (await house.log.load(house.aggregate)).last_sequence > before
    assert went_on or len(house.bus.published) > sent


@of(by_message)
async def test_a_job_whose_message_may_be_in_its_queue_still_is_left_alone(house: House) -> None:
    assert house.queue is not None
    house.queues[house.queue] = house.now + SENDING / 2
    house.now += ANYHOW - SILENCE
    assert await house.look() == SILENCE
    assert house.woken() == []


@of(by_message)
async def test_behind_a_message_that_nobody_ever_takes_a_job_is_woken_once_an_hour(house: House) -> None:
    assert house.queue is not None
    house.queues[house.queue] = house.now - timedelta(days=1)
    asleep = ASLEEP._value.get()
    for _ in range(3 * ANYHOW // SILENCE):
        assert await house.look() is not None
        house.now += SILENCE
    assert len(house.woken()) == 2
    assert ASLEEP._value.get() == asleep, "a long queue is no reason to alert anybody"


@of([has_a_browser_to_close])
async def test_a_job_that_ended_is_asked_ever_less_often_to_close_a_browser_whose_host_is_gone(house: House) -> None:
    began, woken = house.now, 0
    while house.now < began + timedelta(days=30):
        left = await house.look()
        assert left is not None
        if len(house.woken()) > woken:
            woken = len(house.woken())
            with suppress(Transient):
                await house.runner.run(house.woken()[-1])
        house.now += left
    assert 5 < woken < 25


@of(by_message)
async def test_younger_messages_in_a_queue_are_those_of_other_jobs(house: House) -> None:
    queues = {queue for _, queue in WAITS.values() if queue is not None}
    house.queues = dict.fromkeys(queues, house.now + SENDING * 2)
    house.now += timedelta(hours=2)
    await house.look()
    assert len(house.woken()) == 1


@of(by_deadline)
async def test_what_a_deadline_ends_has_until_that(house: House) -> None:
    (due,) = job.deadlines(house.story.job).values()
    house.now = due + SILENCE - timedelta(seconds=1)
    assert await house.look() == timedelta(seconds=1)
    assert house.woken() == []


@of(WAITS)
async def test_a_job_that_spoke_lately_is_left_alone(house: House) -> None:
    house.now += SILENCE - timedelta(seconds=1)
    left = await house.look()
    assert left is not None
    assert left >= timedelta(seconds=1)
    assert house.woken() == []


@of([completed])
async def test_a_job_that_ended_is_looked_after_no_more(house: House) -> None:
    house.now += timedelta(hours=2)
    assert await house.look() is None
    assert house.woken() == []
