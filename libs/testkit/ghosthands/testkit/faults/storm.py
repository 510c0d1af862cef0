"""A storm: processes and browsers are killed at random while jobs of every kind go on, and then it is over.

What is killed, when, and which jobs there are is drawn by a seed; what coincides with what is not. Afterwards every
job has to have ended, be it for having been killed too often, and what the careers site received is held against the
log.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from ghosthands.chromium import ProcessIdentity
from ghosthands.domain import services
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import HumanRequested
from ghosthands.domain.message import Event
from ghosthands.domain.session import SessionOpened
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.testkit.faults import matrix
from ghosthands.testkit.faults.cell import CHROMIUM, Cell, Hands, Scenario
from ghosthands.testkit.faults.plans import Plans
from ghosthands.testkit.faults.tables import differing
from ghosthands.testkit.faults.trial import Trial
from ghosthands.testkit.faults.trial_result import TrialResult
from ghosthands.testkit.lab import Lab

#: the jobs of a storm; each is drawn as often as it stands here
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
)
#: events after which a job is cancelled, or requested again, where it is drawn to be
EVENTS = ("JobRequested", "SessionOpened", "PlanProposed", "ActionVerified", "EffectIntended")
VICTIMS = (*services.SERVICES, CHROMIUM)

#: seconds for a job in a storm
PATIENCE = 1800.0
#: seconds within which what a browser sent has arrived
COUNTED_SECONDS = 3.0
#: seconds for what is left to do once it is over
REST_SECONDS = 180.0


@dataclass
class StormResult:
    """A storm that is over, and its jobs."""

    seed: int
    kills: Counter[str] = field(default_factory=Counter)
    #: how often a process was stopped for a while, and went on as if nothing had been
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
        """What must not be, in words; empty when all is well."""
        of_jobs = [f"{one.cell}: {wrong}\n{one.seen}" for one in self.trials for wrong in one.harm]
        of_all = [self.problem] if self.problem else []
        if self.dead_letters:
            of_all.append(f"{self.dead_letters} messages were given up")
        if self.tables:
            of_all.append(f"tables differ from their rebuild: {', '.join(self.tables)}")
        return of_all + of_jobs

    def __str__(self) -> str:
        killed = ", ".join(f"{victim} {times}" for victim, times in sorted(self.kills.items()))
        ends = Counter(str(one.seen.phase) for one in self.trials)
        ended = ", ".join(f"{times} {phase}" for phase, times in sorted(ends.items()))
        return (
            f"seed {self.seed}: {sum(self.kills.values())} kills ({killed}), {self.freezes} freezes in "
            f"{self.seconds:.0f} s; {len(self.trials)} jobs ({ended}), {sum(one.submissions for one in self.trials)} "
            f"applications sent, at most {max((one.submissions for one in self.trials), default=0)} a job; "
            f"{self.repeats} requests repeated; {len(self.violations)} violations"
        )


class Storm:
    """One storm over a lab, from its first kill until every job of it has ended."""

    def __init__(
        self, lab: Lab, seed: int, kills: int, *, in_flight: int = 4, pause: tuple[float, float] = (1.5, 5.0)
    ) -> None:
        self.lab = lab
        self.kills = kills
        self.in_flight = in_flight
        self.pause = pause
        self.result = StormResult(seed)
        self._random = random.Random(seed)  # noqa: S311  nothing secret
        self._jobs: set[_StormTrial] = set()
        self._ended: list[tuple[_StormTrial, TrialResult]] = []
        self._over = asyncio.Event()

    async def run(self) -> StormResult:
        """Kill until there were so many kills; then wait for every job, and look at what they left."""
        started, dead_before = time.monotonic(), await self.lab.dead_letters()
        async with asyncio.TaskGroup() as tasks:
            for _ in range(self.in_flight):
                tasks.create_task(self._keep_applying())
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

    async def _keep_applying(self) -> None:
        while not self._over.is_set():
            repeated_at = self._random.choice(EVENTS) if self._random.random() < 0.3 else ""
            trial = _StormTrial(self.lab, self._draw_scenario(), repeated_at)
            self._jobs.add(trial)
            self._ended.append((trial, await trial.run()))
            self._jobs.remove(trial)
            self.result.repeats += trial.is_repeated

    def _draw_scenario(self) -> Scenario:
        scenario = self._random.choice(SCENARIOS)
        if scenario.cancelled_at is None and self._random.random() < 0.2:
            return replace(scenario, cancelled_at=(self._random.choice(EVENTS), 1))
        return scenario

    async def _keep_killing(self) -> None:
        try:
            while sum(self.result.kills.values()) < self.kills:
                await asyncio.sleep(self._random.uniform(*self.pause))
                victim = self._random.choice(VICTIMS)
                if self._random.random() < 0.02 and victim != CHROMIUM:
                    await self._freeze(victim, self._random.uniform(3.0, 12.0))
                elif self._kill(victim):
                    self.result.kills[victim] += 1
        finally:
            self._over.set()

    def _kill(self, victim: str) -> bool:
        if victim != CHROMIUM:
            return self._signal(victim, signal.SIGKILL)
        browsers = [browser for one in sorted(self._jobs, key=lambda one: one.job_id) for browser in one.browsers()]
        if not browsers:
            return False
        os.kill(self._random.choice(browsers).pid, signal.SIGKILL)
        return True

    async def _freeze(self, victim: str, seconds: float) -> None:
        """Stop the process for longer than its messages are its own, and let it go on."""
        pid = self.lab.stack.process(victim).pid
        if self._signal(victim, signal.SIGSTOP):
            self.result.freezes += 1
            await asyncio.sleep(seconds)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def _signal(self, victim: str, number: signal.Signals) -> bool:
        try:
            self.lab.signal(victim, number)
        except (ProcessLookupError, LookupError):  # it is dead, and not yet back
            return False
        return True


class _StormTrial(Trial):
    """A job in a storm: it is given time, and may be requested again when it has a certain event."""

    def __init__(self, lab: Lab, scenario: Scenario, repeated_at: str) -> None:
        super().__init__(lab, Plans(Path(), ()), Cell(scenario, ()), patience=PATIENCE)
        self.is_repeated = False
        self._repeated_at = repeated_at

    def browsers(self) -> list[ProcessIdentity]:
        """The job's browsers that run."""
        opened = [event for event in self.seen.named(SessionOpened.__name__) if isinstance(event, SessionOpened)]
        known = [ProcessIdentity(one.pid, one.pid_start_time) for one in opened if one.pid and one.pid_start_time]
        return [one for one in known if one.alive]

    async def run(self) -> TrialResult:
        """Run it to its end, whatever else goes on meanwhile."""
        return await self._follow_until(_be_content)

    async def tell_again(self, result: TrialResult) -> TrialResult:
        """The result, with what VALET was told and the site received since."""
        received = [one.received_at for one in self.lab.site.ledger.of(self.posting.key)]
        return replace(result, received=received, said=await self.lab.said(self.body["valet_task_id"]))

    async def _react(self, new: Sequence[Recorded[Event]]) -> None:
        await super()._react(new)
        if not self.is_repeated and any(one.name == self._repeated_at for one in new):
            self.is_repeated = True
            await self.lab.publish("job.requested", self.body)

    async def _truth(self, ask: HumanRequested) -> Resolution:
        await self.lab.site.ledger.wait_counted(self.posting.key, 1, COUNTED_SECONDS)  # what is on its way arrives
        return await super()._truth(ask)

    async def _forget_forms(self) -> None:
        """Leave it: which steps a job takes does not matter here."""

    async def _be_at_hand(self, hands: Hands) -> None:
        try:
            await super()._be_at_hand(hands)
        except Exception:
            self._hands_off.set()


async def _be_content() -> None:
    """Wait for nothing: other jobs go on."""
