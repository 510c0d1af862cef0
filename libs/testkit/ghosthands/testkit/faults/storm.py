"""A storm: kills processes and browsers at random while jobs of every kind run, and then checks what is left.

A seed decides the jobs, the victims and the times; what coincides is left to chance, except that some of the kills wait
until an engine works a page. Afterwards every job has to have ended, even if only because it was killed too often, and
the careers site's submissions are compared with the log.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from ghosthands.chromium import ProcessIdentity
from ghosthands.domain import services
from ghosthands.domain.engine import MODELLED
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import HumanRequested, JobClaimed
from ghosthands.domain.message import Event
from ghosthands.domain.session import EngineConnected, EngineDisconnected, SessionOpened
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.testkit.faults import matrix
from ghosthands.testkit.faults.cell import CHROMIUM, Cell, Hands, Scenario
from ghosthands.testkit.faults.plans import Plans
from ghosthands.testkit.faults.tables import differing
from ghosthands.testkit.faults.trial import Trial
from ghosthands.testkit.faults.trial_result import TrialResult
from ghosthands.testkit.lab import Lab

#: jobs whose page an engine works; one of the jobs under way is always one of these
ENGINES: tuple[Scenario, ...] = (matrix.ENGINE_HELPS, matrix.ENGINE_FILLS, matrix.ENGINE_DOES)
#: the jobs of a storm; each is drawn as often as it is listed here
SCENARIOS: tuple[Scenario, ...] = (
    matrix.PLAIN,
    matrix.PLAIN,
    matrix.STEPS,
    matrix.STEPS_DRY,
    matrix.QUESTION,
    matrix.CANCELLED,
    matrix.GIVEN_UP,
    matrix.REFUSED,
    matrix.REJECTED,
    matrix.JOINED,
    matrix.SIGNED_IN,
    matrix.EAGER,
    matrix.EAGER_DRY,
    matrix.SENT_BY_HAND,
    matrix.HELPED,
    matrix.HELPED_DRY,
    *ENGINES,
)
#: events after which a job may be cancelled, or requested again
EVENTS = ("JobRequested", "SessionOpened", "PlanProposed", "ActionVerified", "EffectIntended")
VICTIMS = (*services.SERVICES, CHROMIUM)
#: the victims that an engine needs
AROUND_ENGINES = (services.EXECUTOR, services.BROWSER_HOST, CHROMIUM)

#: jobs under way at once, and seconds between two kills; with more jobs there are more kills
USUALLY_AT_ONCE = 4
PAUSE_SECONDS = (1.5, 5.0)
#: events of all jobs between two kills, however slow the machine is; where none of them comes
#: for that many seconds, the kill happens all the same
EVENTS_BETWEEN = 12
SILENCE_SECONDS = 20.0
#: the share of kills that wait for an engine at work, and the most seconds of that wait
AIMED, AIM_SECONDS = 0.25, 60.0
#: seconds for a job in a storm
PATIENCE = 1800.0
#: seconds within which a browser's request has arrived
COUNTED_SECONDS = 3.0
#: seconds for the stack to come to rest afterwards
REST_SECONDS = 180.0


@dataclass
class StormResult:
    """The result of a storm, and its jobs."""

    seed: int
    kills: Counter[str] = field(default_factory=Counter)
    #: the kills while an engine worked a page, for a browser its own page
    amid_engines: Counter[str] = field(default_factory=Counter)
    #: how often a process was suspended for a while, and resumed
    freezes: int = 0
    trials: list[TrialResult] = field(default_factory=list)
    #: requests that were sent again, under the same key
    repeats: int = 0
    #: messages that were given up
    dead_letters: int = 0
    #: tables that differ from what the log folds to
    tables: list[str] = field(default_factory=list)
    problem: str = ""
    seconds: float = 0.0

    @property
    def violations(self) -> list[str]:
        """The violations, in words; empty when all is well."""
        of_jobs = [f"{one.cell}: {wrong}\n{one.seen}" for one in self.trials for wrong in one.harm]
        of_all = [self.problem] if self.problem else []
        if self.dead_letters:
            of_all.append(f"{self.dead_letters} messages were given up")
        if self.tables:
            of_all.append(f"tables differ from their rebuild: {', '.join(self.tables)}")
        return of_all + of_jobs

    def __str__(self) -> str:
        killed, amid = (_tell(kills) for kills in (self.kills, self.amid_engines))
        ends = Counter(str(one.seen.phase) for one in self.trials)
        ended = ", ".join(f"{times} {phase}" for phase, times in sorted(ends.items()))
        return (
            f"seed {self.seed}: {self.kills.total()} kills ({killed}), {self.amid_engines.total()} of them while an "
            f"engine worked a page ({amid}), {self.freezes} freezes in {self.seconds:.0f} s; "
            f"{len(self.trials)} jobs ({ended}), {sum(one.submissions for one in self.trials)} "
            f"applications sent, at most {max((one.submissions for one in self.trials), default=0)} a job; "
            f"{self.repeats} requests repeated; {len(self.violations)} violations"
        )


def _tell(kills: Counter[str]) -> str:
    return ", ".join(f"{victim} {times}" for victim, times in sorted(kills.items()))


class Storm:
    """A storm of kills over a lab, from its first kill until every job of it has ended."""

    def __init__(self, lab: Lab, seed: int, kills: int, *, at_once: int = USUALLY_AT_ONCE) -> None:
        self.lab = lab
        self.kills = kills
        self.at_once = at_once
        self.pause = tuple(seconds * USUALLY_AT_ONCE / at_once for seconds in PAUSE_SECONDS)
        self.result = StormResult(seed)
        self._random = random.Random(seed)  # noqa: S311  nothing secret
        self._jobs: set[_StormTrial] = set()
        self._ended: list[tuple[_StormTrial, TrialResult]] = []
        self._over = asyncio.Event()
        self._events = 0
        self._news = asyncio.Event()

    async def run(self) -> StormResult:
        """Kill the given number of times; then wait for every job, and check the result."""
        started, dead_before = time.monotonic(), await self.lab.dead_letters()
        async with asyncio.TaskGroup() as tasks:
            for number in range(self.at_once):
                tasks.create_task(self._keep_applying(SCENARIOS if number else ENGINES))
            tasks.create_task(self._keep_killing())
        try:
            await self.lab.at_rest(timeout=REST_SECONDS)
            self.result.tables = await differing(self.lab)
        except AssertionError as error:
            self.result.problem = str(error)
        self.result.trials = [await trial.tell_again(result) for trial, result in self._ended]
        self.result.dead_letters = await self.lab.dead_letters() - dead_before
        self.result.seconds = time.monotonic() - started
        return self.result

    async def _keep_applying(self, scenarios: Sequence[Scenario]) -> None:
        while not self._over.is_set():
            repeated_at = self._random.choice(EVENTS) if self._random.random() < 0.3 else ""
            trial = _StormTrial(self.lab, self._draw_scenario(scenarios), repeated_at, self._hear)
            self._jobs.add(trial)
            self._ended.append((trial, await trial.run()))
            self._jobs.remove(trial)
            self.result.repeats += trial.is_repeated

    def _draw_scenario(self, scenarios: Sequence[Scenario]) -> Scenario:
        scenario = self._random.choice(scenarios)
        if scenario.cancelled_at is None and self._random.random() < 0.2:
            return replace(scenario, cancelled_at=(self._random.choice(EVENTS), 1))
        return scenario

    async def _keep_killing(self) -> None:
        try:
            while self.result.kills.total() < self.kills:
                await asyncio.sleep(self._random.uniform(*self.pause))
                await self._until_jobs_went_on()
                if self._random.random() < AIMED and await self._until_an_engine_works():
                    self._kill(self._random.choice(AROUND_ENGINES), of=self._worked)
                    continue
                victim = self._random.choice(VICTIMS)
                if self._random.random() < 0.02 and victim != CHROMIUM:
                    await self._freeze(victim, self._random.uniform(3.0, 12.0))
                else:
                    self._kill(victim, of=self._jobs)
        finally:
            self._over.set()

    def _hear(self, events: int) -> None:
        self._events += events
        self._news.set()

    async def _until_jobs_went_on(self) -> None:
        """Wait for the events between two kills, since on a busy machine seconds alone would allow none."""
        with suppress(TimeoutError):
            while self._events < EVENTS_BETWEEN:
                self._news.clear()
                async with asyncio.timeout(SILENCE_SECONDS):
                    await self._news.wait()
        self._events = 0

    @property
    def _worked(self) -> set[_StormTrial]:
        """The jobs whose page an engine works."""
        return {one for one in self._jobs if one.has_engine}

    async def _until_an_engine_works(self) -> bool:
        """Wait for an engine at work, for AIM_SECONDS at most; return whether one is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(AIM_SECONDS):
                while not self._worked:
                    self._news.clear()
                    await self._news.wait()
        return bool(self._worked)

    def _kill(self, victim: str, *, of: Set[_StormTrial]) -> None:
        """Kill the victim; if it is a browser, that of one of these jobs."""
        struck = list(self._jobs)
        if victim == CHROMIUM:
            running = [(one, each) for one in sorted(of, key=lambda one: one.job_id) for each in one.browsers()]
            if not running:
                return
            job, browser = self._random.choice(running)
            struck = [job]
            os.kill(browser.pid, signal.SIGKILL)
        elif not self._signal(victim, signal.SIGKILL):
            return
        self.result.kills[victim] += 1
        self.result.amid_engines[victim] += any(one.has_engine for one in struck)

    async def _freeze(self, victim: str, seconds: float) -> None:
        """Suspend the process for longer than its messages stay its own, and resume it."""
        pid = self.lab.stack.process(victim).pid
        if self._signal(victim, signal.SIGSTOP):
            self.result.freezes += 1
            await asyncio.sleep(seconds)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def _signal(self, victim: str, number: signal.Signals) -> bool:
        try:
            self.lab.signal(victim, number)
        except (ProcessLookupError, LookupError):  # it is dead, and not restarted yet
            return False
        return True


class _StormTrial(Trial):
    """A job in a storm: it has more time, and may be requested again at a certain event."""

    def __init__(self, lab: Lab, scenario: Scenario, repeated_at: str, hear: Callable[[int], None]) -> None:
        super().__init__(lab, Plans(Path(), ()), Cell(scenario, ()), patience=PATIENCE)
        self.is_repeated = False
        self._repeated_at = repeated_at
        self._hear = hear

    @property
    def has_engine(self) -> bool:
        """Whether an engine, not our own hand, works its page."""
        at_work = False
        for one in self.seen.recorded:
            if isinstance(one.event, JobClaimed | EngineDisconnected | SessionOpened):
                at_work = False
            elif isinstance(one.event, EngineConnected):
                at_work = one.event.engine in MODELLED
        return at_work and not self.seen.job.ended

    def browsers(self) -> list[ProcessIdentity]:
        """Return the job's running browsers."""
        opened = [event for event in self.seen.named(SessionOpened.__name__) if isinstance(event, SessionOpened)]
        known = [ProcessIdentity(one.pid, one.pid_start_time) for one in opened if one.pid and one.pid_start_time]
        return [one for one in known if one.alive]

    async def run(self) -> TrialResult:
        """Run it to its end, whatever else goes on meanwhile."""
        return await self._follow_until(_be_content)

    async def tell_again(self, result: TrialResult) -> TrialResult:
        """Return the result with what VALET was told and the site received since."""
        received = [one.received_at for one in self.lab.site.ledger.of(self.posting.key)]
        return replace(result, received=received, said=await self.lab.said(self.body["valet_task_id"]))

    async def _react(self, new: Sequence[Recorded[Event]]) -> None:
        await super()._react(new)
        self._hear(len(new))
        if not self.is_repeated and any(one.name == self._repeated_at for one in new):
            self.is_repeated = True
            await self.lab.publish("job.requested", self.body)

    async def _truth(self, ask: HumanRequested) -> Resolution:
        await self.lab.site.ledger.wait_counted(self.posting.key, 1, COUNTED_SECONDS)  # a request may be on its way
        return await super()._truth(ask)

    async def _forget_forms(self) -> None:
        """Do nothing: the steps of a job do not matter here."""

    async def _be_at_hand(self, hands: Hands) -> None:
        try:
            await super()._be_at_hand(hands)
        except Exception:
            self._hands_off.set()


async def _be_content() -> None:
    """Wait for nothing: other jobs go on."""
