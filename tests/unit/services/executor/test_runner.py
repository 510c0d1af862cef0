"""A run of a job, on the log's in-memory twin: the services are played by the test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from ghosthands.domain import ids, job, plan, recipe, services, session
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.errors import Conflict, StaleEpoch, Transient
from ghosthands.domain.human import AskKind, BlockerGone
from ghosthands.domain.job import Phase, RunJob
from ghosthands.domain.kinds import Affinity
from ghosthands.domain.message import Command, Event
from ghosthands.domain.page import FieldFact
from ghosthands.executor.handlers import Handlers
from ghosthands.executor.runner import Runner
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog, MemoryStream
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import MESSAGE_ID, Cause
from ghosthands.messaging.wire.recorded import Received, Recorded
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.timers import Firing, Timers
from ghosthands.testkit.story import NOON, confirmation, fill, form, requested

JOB = ids.derived("a job")
AGGREGATE = subjects.job(JOB)
EARLIER, LATER = NOON + timedelta(seconds=1), NOON + timedelta(seconds=2)
FILLED = form(FieldFact("email", required=True, filled=True))


class House:
    """The other services, in memory: each command is answered the moment it is sent."""

    def __init__(self) -> None:
        self.stream = MemoryStream(lambda: self.now)
        self.log = MemoryEventLog(services.EXECUTOR, clock=lambda: self.now, stream=self.stream)
        self.now = NOON
        self.bus = MemoryBus(services.EXECUTOR)
        self.pages = iter([form(), FILLED, confirmation()])
        self.heard: list[str] = []
        self.before_answer: Callable[[str], None] = lambda _name: None
        self.silent: set[str] = set()
        #: a command came that is not going to be answered
        self.stuck = asyncio.Event()
        self.unanswered = run_job()
        self._at = 0

    def runner(self, worker: str = "w1") -> Runner:
        timers = Timers(self.bus)
        return Runner(self.log, Answering(self), timers, worker=worker, now=lambda: self.now)

    async def run(self, runner: Runner) -> None:
        """RunJob, or the one that is not answered yet again, and each that comes of it."""
        handlers = Handlers(runner)
        await runner.run(self.unanswered)
        while opened := await self._unheard():
            woken = self._woken()
            await handlers.on_browser(opened)
            if self._woken() > woken:
                self.unanswered = run_job(NOON + timedelta(seconds=opened.sequence))
                await runner.run(self.unanswered)

    async def _unheard(self) -> Recorded[Any] | None:
        """The next answer to an OpenSession."""
        recorded = (await self.log.load(AGGREGATE)).recorded
        fresh = (one for one in recorded if one.name in ("SessionOpened", "CommandRefused") and one.sequence > self._at)
        found = next(fresh, None)
        self._at = found.sequence if found else self._at
        return found

    def _woken(self) -> int:
        return sum(message.subject.endswith(".RunJob") for message in self.bus.published)

    async def write(self, service: str, *events: Event, cause: str = "") -> None:
        door = self.log.as_service(service)
        history = await door.load(AGGREGATE)
        known = Cause(command_id=cause or ids.derived(service, len(history.recorded)), tenant="t", correlation=JOB)
        await door.append_facts(history, events, cause=known)

    async def state(self) -> job.Job:
        return job_of(await self.log.load(AGGREGATE))

    async def workers(self) -> list[str]:
        """Who claimed the job, one after the other."""
        return [one.worker for one in (await self.log.load(AGGREGATE)).events if isinstance(one, job.JobClaimed)]

    async def answer(self, command: Command, command_id: str) -> None:
        name = type(command).__name__
        self.heard.append(name)
        self.before_answer(name)
        if name in self.silent:
            self.stuck.set()
            return
        for service, event in self._answers(command, command_id):
            await self.write(service, event, cause=ids.derived(command_id, type(event).__name__, event_key(event)))

    def _answers(self, command: Command, cause: str) -> list[tuple[str, Event]]:
        host = services.BROWSER_HOST
        match command:
            case session.OpenSession():
                opened = session.SessionOpened(
                    cause=cause,
                    session_id=command.session_id,
                    host="h",
                    provider="local",
                    pid=1,
                    pid_start_time=1,
                    epoch=command.epoch,
                )
                return [(host, opened)]
            case session.Fence():
                return [(host, session.SessionFenced(cause=cause, session_id=command.session_id, epoch=command.epoch))]
            case session.Observe():
                page = next(self.pages)
                return [(host, session.PageObserved(cause=cause, session_id="s", page=page, took_ms=1))]
            case recipe.FindRecipe():
                return [(services.COOKBOOK, recipe.RecipeMissed(cause=cause, fingerprint=command.fingerprint))]
            case plan.PlanPage():
                made = plan.PlanProposed(cause=cause, model_ref=command.model_ref, actions=(fill("email"),))
                return [(services.PLANNER, made)]
            case session.RunActions():
                return [(host, self._verified(action, cause)) for action in command.actions]
            case session.Submit():
                action = command.intent_id
                started = session.ActionStarted(
                    cause=cause, session_id="s", action_id=action, kind=plan.ActionKind.SUBMIT, target="send"
                )
                return [(host, started), (host, session.ActionSucceeded(cause=cause, action_id=action, took_ms=1))]
            case session.CloseSession():
                return [(host, session.SessionClosed(session_id=command.session_id, reason=command.reason))]
            case _:
                return []

    @staticmethod
    def _verified(action: plan.PlannedAction, cause: str) -> Event:
        return session.ActionVerified(
            cause=cause, action_id=action.id, field_id=action.field_id, took_ms=1, fingerprint="f"
        )


def event_key(event: Event) -> str:
    return str(getattr(event, "action_id", ""))


class Answering(Commands):
    """Commands that a house answers."""

    def __init__(self, house: House) -> None:
        super().__init__(house.bus, Codec())
        self._house = house

    async def send(self, command: Command, *, command_id: str, **how: Any) -> None:
        await super().send(command, command_id=command_id, **how)
        await self._house.answer(command, command_id)


def run_job(at: datetime = NOON) -> Received[RunJob]:
    return Received(
        id=ids.derived("run", at),
        at=at,
        service="job-intake",
        command=RunJob(job_id=JOB, tenant="t"),
        causation="x",
        correlation=JOB,
        tenant="t",
    )


@pytest.fixture
async def house() -> House:
    house = House()
    await house.write(services.JOB_INTAKE, requested())
    return house


async def test_runs_take_a_job_from_its_request_to_its_end(house: House) -> None:
    await house.run(house.runner())
    state = await house.state()
    assert (state.phase, state.effects.submission) == (Phase.COMPLETED, job.SubmissionState.CONFIRMED)
    assert house.heard == [
        "OpenSession",
        "RunJob",
        "Fence",
        "Observe",
        "FindRecipe",
        "PlanPage",
        "RunActions",
        "Observe",
        "Submit",
        "Observe",
        "CloseSession",
    ]


async def test_a_run_goes_on_past_messages_that_are_no_events(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    subject = subjects.event(AGGREGATE, services.BROWSER_HOST, "SessionLost")
    answer = house.answer

    async def answer_and_misfile(command: Command, command_id: str) -> None:
        await answer(command, command_id)
        house.stream.store([Outgoing(subject, b'{"seq": 7}', {MESSAGE_ID: command_id})])

    monkeypatch.setattr(house, "answer", answer_and_misfile)
    async with asyncio.timeout(10):
        await house.run(house.runner())
    assert (await house.state()).phase is Phase.COMPLETED


async def test_a_stray_run_job_writes_nothing(house: House) -> None:
    await house.run(house.runner())
    before = await house.log.load(AGGREGATE)
    await house.runner().run(run_job(NOON + timedelta(seconds=1)))
    assert (await house.log.load(AGGREGATE)).last_sequence == before.last_sequence


async def test_a_run_for_a_job_nobody_requested_writes_nothing() -> None:
    house = House()
    await house.runner().run(run_job())
    assert (await house.log.load(AGGREGATE)).recorded == ()


async def test_an_executor_that_was_overtaken_stops(house: House) -> None:
    house.silent.add("Observe")
    first = asyncio.create_task(house.run(house.runner("w1")))
    await house.stuck.wait()
    house.silent.clear()
    await house.run(house.runner("w2"))
    with pytest.raises(StaleEpoch):
        await first
    assert (await house.state()).phase is Phase.COMPLETED


async def test_of_two_messages_one_job_is_claimed_for_the_later_has_it_and_the_earlier_is_done(house: House) -> None:
    await house.runner().run(run_job())
    house.silent.add("Observe")
    first = asyncio.create_task(house.runner("w1").run(run_job(EARLIER)))
    await house.stuck.wait()
    house.stuck.clear()
    later = asyncio.create_task(house.runner("w2").run(run_job(LATER)))
    await house.stuck.wait()
    await first
    for worker in ("w3", "w4"):
        await house.runner(worker).run(run_job(EARLIER))
    assert await house.workers() == ["w1", "w1", "w2"]
    later.cancel()


async def test_a_message_that_comes_again_since_its_worker_fell_silent_has_the_job_go_on(house: House) -> None:
    await house.runner().run(run_job())
    house.silent.add("Observe")
    running = asyncio.create_task(house.runner("w1").run(run_job(LATER)))
    await house.stuck.wait()
    house.silent.clear()
    await house.runner("w2").run(run_job(LATER))
    with pytest.raises(StaleEpoch):
        await running
    assert await house.workers() == ["w1", "w1", "w2"]
    assert (await house.state()).phase is Phase.COMPLETED


async def test_an_executor_that_is_to_stop_gives_its_job_back(house: House) -> None:
    house.silent.add("Observe")
    runner = house.runner()
    running = asyncio.create_task(house.run(runner))
    await house.stuck.wait()
    runner.stopping.set()
    with pytest.raises(Transient):
        await running
    house.silent.clear()
    await house.run(house.runner("w2"))
    assert (await house.state()).phase is Phase.COMPLETED


async def test_deadlines_are_scheduled_before_the_event_that_needs_them(house: House) -> None:
    seen: list[int] = []

    def count(name: str) -> None:
        if name == "Observe" and not seen:
            seen.append(sum("gh.timers.executor.set" in message.subject for message in house.bus.published))

    house.before_answer = count
    await house.run(house.runner())
    assert seen == [1]


async def test_a_deadline_ends_a_job_nobody_runs(house: House) -> None:
    house.silent.add("Observe")
    running = asyncio.create_task(house.run(house.runner()))
    await house.stuck.wait()
    running.cancel()
    house.now = NOON + timedelta(seconds=301)
    state = await house.runner().expire(JOB, Cause(command_id="timer", tenant="t", correlation=JOB))
    assert state.phase is Phase.TIMED_OUT


async def test_a_late_deadline_changes_nothing(house: House) -> None:
    await house.run(house.runner())
    house.now = NOON + timedelta(seconds=301)
    state = await house.runner().expire(JOB, Cause(command_id="timer", tenant="t", correlation=JOB))
    assert state.phase is Phase.COMPLETED


@pytest.mark.parametrize(
    "at", ["OpenSession", "Fence", "Observe", "FindRecipe", "PlanPage", "RunActions", "Submit", "CloseSession"]
)
async def test_a_cancel_at_any_moment_is_never_followed_by_an_intent(house: House, at: str) -> None:
    cancelled: list[asyncio.Task[None]] = []

    def cancel(name: str) -> None:
        if name == at and not cancelled:
            cancelled.append(asyncio.create_task(house.write(services.JOB_INTAKE, job.JobCancelRequested(at=NOON))))

    house.before_answer = cancel
    await house.run(house.runner())
    await asyncio.gather(*cancelled)
    await house.run(house.runner())
    names = [one.name for one in (await house.log.load(AGGREGATE)).recorded]
    assert "EffectIntended" not in names[names.index("JobCancelRequested") :]
    assert (await house.state()).phase in (Phase.CANCELLED, Phase.COMPLETED)


@pytest.mark.parametrize("at", ["Fence", "Observe", "FindRecipe", "PlanPage", "RunActions"])
async def test_a_deadline_at_any_step_is_the_jobs_last_word(house: House, at: str) -> None:
    def late(name: str) -> None:
        if name == at:
            house.now = NOON + timedelta(seconds=301)

    house.before_answer = late
    await house.run(house.runner())
    names = [one.name for one in (await house.log.load(AGGREGATE)).recorded]
    assert names[-3:] == ["JobTimedOut", "StepChosen", "SessionClosed"]
    assert house.heard[-1] == "CloseSession"
    assert "EffectIntended" not in names
    assert (await house.state()).phase is Phase.TIMED_OUT


async def test_a_job_that_waits_for_a_browser_holds_no_executor(house: House) -> None:
    house.silent.add("OpenSession")
    await house.runner().run(run_job())
    assert job.is_queued(await house.state())


async def asked_house(**changes: Any) -> House:
    """One whose job was requested so."""
    house = House()
    await house.write(services.JOB_INTAKE, requested(**changes))
    return house


def opened_at(house: House) -> list[str]:
    """The subjects on which a browser was asked for."""
    return [message.subject for message in house.bus.published if message.subject.endswith(".OpenSession")]


def timers_set(house: House) -> dict[str, str]:
    """By name, when each fires."""
    set_ = [message.headers for message in house.bus.published if message.subject.startswith("gh.timers.executor.set.")]
    return {headers["gh-timer-name"]: headers["gh-timer-at"] for headers in set_}


async def test_a_job_that_is_to_begin_later_is_left_alone_until_its_timer_fires() -> None:
    due = NOON + timedelta(hours=3)
    house = await asked_house(scheduled_at=due)
    await house.runner().run(run_job())
    assert (house.heard, (await house.state()).phase) == ([], Phase.PENDING)
    assert timers_set(house) == {"start": due.isoformat()}
    house.now = due
    await Handlers(house.runner()).on_deadline(
        Firing(aggregate=AGGREGATE, name="start", at=due, tenant="t", correlation=JOB)
    )
    assert house.heard == ["RunJob"]
    await house.run(house.runner())
    assert (await house.state()).phase is Phase.COMPLETED


async def test_a_job_that_is_to_begin_later_can_be_cancelled_before() -> None:
    house = await asked_house(scheduled_at=NOON + timedelta(hours=3))
    await house.write(services.JOB_INTAKE, job.JobCancelRequested(at=NOON))
    await house.run(house.runner())
    assert ((await house.state()).phase, house.heard) == (Phase.CANCELLED, [])


@pytest.mark.parametrize(
    ("affinity", "subject", "timers"),
    [
        (Affinity.STRICT, "gh.cmd.browser-host.at.sandbox-1.OpenSession", set()),
        (Affinity.PREFERRED, "gh.cmd.browser-host.at.sandbox-1.OpenSession", {"host"}),
        (Affinity.ANY, "gh.cmd.browser-host.normal.OpenSession", set()),
    ],
)
async def test_a_browser_is_asked_of_the_host_that_the_request_names(
    affinity: Affinity, subject: str, timers: set[str]
) -> None:
    house = await asked_house(worker="sandbox-1", affinity=affinity)
    house.silent.add("OpenSession")
    await house.runner().run(run_job())
    assert (opened_at(house), timers_set(house).keys()) == ([subject], timers)


async def test_a_host_that_is_only_preferred_has_some_seconds_and_then_any_may_take_the_job() -> None:
    house = await asked_house(worker="sandbox-1", affinity=Affinity.PREFERRED)
    house.silent.add("OpenSession")
    await house.runner().run(run_job())
    due = NOON + timedelta(seconds=job.PREFERRED_SECONDS)
    house.now, firing = due, Firing(aggregate=AGGREGATE, name="host", at=due, tenant="t", correlation=JOB)
    for _ in range(2):
        await Handlers(house.runner()).on_deadline(firing)
    own, *others = opened_at(house)
    assert (own, others) == ("gh.cmd.browser-host.at.sandbox-1.OpenSession", ["gh.cmd.browser-host.normal.OpenSession"])
    commands = [message for message in house.bus.published if message.subject in (own, *others)]
    assert len({message.headers["ce-id"] for message in commands}) == 1


async def test_once_a_browser_came_no_other_host_is_asked() -> None:
    house = await asked_house(worker="sandbox-1", affinity=Affinity.PREFERRED)
    await house.run(house.runner())
    due = NOON + timedelta(seconds=job.PREFERRED_SECONDS)
    house.now, firing = due, Firing(aggregate=AGGREGATE, name="host", at=due, tenant="t", correlation=JOB)
    await Handlers(house.runner()).on_deadline(firing)
    assert opened_at(house) == ["gh.cmd.browser-host.at.sandbox-1.OpenSession"]


async def test_a_run_job_that_comes_again_repeats_the_wish_for_a_browser_its_sender_may_not_have_sent(
    house: House,
) -> None:
    house.silent.add("OpenSession")
    await house.runner("w1").run(run_job())
    await house.runner("w2").run(run_job())
    assert house.heard == ["OpenSession", "OpenSession"]
    assert sum(message.subject.endswith("OpenSession") for message in house.bus.published) == 1


async def test_a_job_that_lost_its_browser_comes_before_those_that_never_had_one(house: House) -> None:
    house.silent.add("Observe")
    await house.runner().run(run_job())
    running = asyncio.create_task(house.runner().run(run_job(LATER)))
    await house.stuck.wait()
    opened = next(one.event for one in (await house.log.load(AGGREGATE)).recorded if one.name == "SessionOpened")
    assert isinstance(opened, session.SessionOpened)
    house.silent.add("OpenSession")
    await house.write(services.BROWSER_HOST, session.SessionLost(session_id=opened.session_id, reason="crashed"))
    await running
    asked = [one.subject for one in house.bus.published if one.subject.endswith("OpenSession")]
    assert asked == ["gh.cmd.browser-host.normal.OpenSession", "gh.cmd.browser-host.again.OpenSession"]


async def test_the_word_of_a_browser_wakes_nobody_once_the_job_was_claimed(house: House) -> None:
    await house.run(house.runner())
    opened = next(one for one in (await house.log.load(AGGREGATE)).recorded if one.name == "SessionOpened")
    woken = len(house.bus.published)
    await Handlers(house.runner()).on_browser(opened)
    assert len(house.bus.published) == woken


async def test_a_wall_that_is_gone_wakes_the_job_that_waits_at_it(house: House) -> None:
    await house.run(house.runner())
    asked = job.HumanRequested(request_id="r", kind=AskKind.BLOCKER, at=NOON, timeout_seconds=300, code="captcha")
    await house.write(services.EXECUTOR, asked)
    gone = BlockerGone(session_id="s", request_id="r", type=BlockerType.CAPTCHA)
    await house.write(services.BROWSER_HOST, gone, cause=ids.derived("gone"))
    woken = len(house.bus.published)
    await Handlers(house.runner()).on_browser((await house.log.load(AGGREGATE)).recorded[-1])
    assert len(house.bus.published) == woken + 1


async def test_a_timer_that_is_ahead_of_our_clock_is_heard_again(house: House) -> None:
    firing = Firing(aggregate=AGGREGATE, name="job", at=NOON + timedelta(seconds=2), tenant="t", correlation=JOB)
    with pytest.raises(Transient) as early:
        await Handlers(house.runner()).on_deadline(firing)
    assert early.value.delay == 2


async def test_a_decision_on_a_stale_history_is_refused(house: House) -> None:
    history = await house.log.load(AGGREGATE)
    await house.write(services.JOB_INTAKE, job.JobCancelRequested(at=NOON))
    with pytest.raises(Conflict):
        await house.log.append_decision(
            history, [job.JobClaimed(at=NOON, worker="w")], cause=Cause(command_id="c", tenant="t", correlation=JOB)
        )


async def test_commands_carry_the_epoch_of_the_claim(house: House) -> None:
    await house.runner().run(run_job())
    opened = next(m for m in house.bus.published if m.subject.endswith(".OpenSession"))
    assert msgspec.json.decode(opened.data)["epoch"] == int(opened.headers["gh-epoch"]) == 2
