"""Running a cell: arm its faults, start its job, be its human, follow it to the end."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import aclosing

from ghosthands.domain import services
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import HumanRequested, Job
from ghosthands.domain.message import Event
from ghosthands.domain.session import SessionOpened
from ghosthands.messaging.fault import names_of
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.testkit.faults.cell import CHROMIUM, SLOW_SECONDS, Cell, Fault, Until
from ghosthands.testkit.faults.plans import Plans
from ghosthands.testkit.faults.tables import differing
from ghosthands.testkit.faults.trial_result import TrialResult
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting, job_id_of

#: seconds for a job, its faults included
PATIENCE = 120.0
#: seconds for what is left to do once a job is over
REST_SECONDS = 30.0
#: seconds the site takes at most to count what it was let go
_COUNTED_SECONDS = 3.0


class Trials:
    """Runs cells, one after the other, and keeps their results."""

    def __init__(self, lab: Lab, plans: Plans, results: list[TrialResult] | None = None) -> None:
        self.lab = lab
        self.plans = plans
        self.results = [] if results is None else results

    async def run(self, cell: Cell) -> TrialResult:
        """What becomes of the cell's job; afterwards the stack is at rest, unless the result has a problem."""
        result = await Trial(self.lab, self.plans, cell).run()
        self.results.append(result)
        return result


class Trial:
    """One cell, run once."""

    def __init__(self, lab: Lab, plans: Plans, cell: Cell) -> None:
        self.lab = lab
        self.plans = plans
        self.cell = cell
        self.posting = a_posting(cell.scenario.family)
        self.body = lab.request(self.posting, query=cell.scenario.query, **cell.scenario.changes)
        self.job_id = job_id_of(self.body)
        self.seen = FollowedJob(Job(id=self.job_id), ())
        #: when the faults struck that are not planned but carried out here
        self.struck: dict[Fault, float] = {}
        self._to_arm = [fault for fault in cell.faults if not fault.while_held]

    async def run(self) -> TrialResult:
        """Run it to its end; what goes wrong on the way is the result's `problem`."""
        started, dead_before, problem = time.monotonic(), await self.lab.dead_letters(), ""
        try:
            await self._until_over()
            await self.lab.at_rest(timeout=REST_SECONDS)
        except (TimeoutError, AssertionError) as error:
            problem = str(error) or f"the job was not over after {PATIENCE:g} s"
        struck = self._cleaned_up()
        return TrialResult(
            cell=self.cell,
            seen=self.seen,
            struck=struck,
            submissions=self.lab.submissions(self.posting),
            said=await self.lab.said(self.body["valet_task_id"]),
            dead_letters=await self.lab.dead_letters() - dead_before,
            tables=await differing(self.lab) if self._kills(services.PROJECTOR) else (),
            seconds=time.monotonic() - started,
            problem=problem,
        )

    async def _until_over(self) -> None:
        """Start the job and follow it, doing what its scenario and its faults ask for. Raises TimeoutError."""
        self._prepare()
        killing = asyncio.create_task(self._kill_while_held())
        try:
            async with asyncio.timeout(PATIENCE), aclosing(self.lab.watch(self.job_id)) as watching:
                await self.lab.publish("job.requested", self.body)
                async for seen in watching:
                    new = seen.recorded[len(self.seen.recorded) :]
                    self.seen = seen
                    await self._react(new)
                    if seen.over:
                        return
        finally:
            killing.cancel()
            await asyncio.gather(killing, return_exceptions=True)

    def _prepare(self) -> None:
        scenario = self.cell.scenario
        if self.cell.hold is not None:
            seconds = SLOW_SECONDS if self.cell.held_until is Until.SLOW else None
            self.lab.site.holds.arm(self.posting.key, self.cell.hold, seconds)
        if scenario.stalled is not None:
            self._signal(scenario.stalled, signal.SIGSTOP)
        self._arm("")

    def _cleaned_up(self) -> Mapping[Fault, float | None]:
        """When each fault struck, everything being back as it was."""
        self.lab.site.holds.release()
        if self.cell.scenario.stalled is not None:
            self._signal(self.cell.scenario.stalled, signal.SIGCONT)
        return {
            fault: self.struck.get(fault) if fault.while_held else self.plans.disarm(fault)
            for fault in self.cell.faults
        }

    async def _react(self, new: Sequence[Recorded[Event]]) -> None:
        scenario = self.cell.scenario
        for one in new:
            for name in names_of(one.event):
                self._arm(name)
            if self.cell.held_until is Until.GOING_ON and any(one.at.timestamp() > at for at in self.struck.values()):
                self.lab.site.holds.release()
            if scenario.cancelled_at == (one.name, self._count(one)):
                await self.lab.publish("job.cancel", {"tenant": self.body["tenant"], "job_id": self.job_id})
            if isinstance(one.event, HumanRequested):
                await self._answer(one.event)
        if self.seen.job.ended and scenario.stalled is not None:
            self._signal(scenario.stalled, signal.SIGCONT)

    def _arm(self, after: str) -> None:
        for fault in [fault for fault in self._to_arm if fault.after == after]:
            self._to_arm.remove(fault)
            self.plans.arm(fault)

    def _count(self, recorded: Recorded[Event]) -> int:
        """The how manieth of its name the event is."""
        return sum(one.name == recorded.name and one.sequence <= recorded.sequence for one in self.seen.recorded)

    async def _answer(self, ask: HumanRequested) -> None:
        """Answer as the scenario has it; what is asked because of a fault, as a truthful human would."""
        answers = self.cell.scenario.answers
        resolution = answers[ask.kind] if ask.kind in answers else await self._truth(ask)
        if resolution is None:
            return
        values = {field.question_key: "Norwegian blue" for field in ask.fields}
        await self.lab.publish(
            "human.resolved",
            {
                "tenant": self.body["tenant"],
                "job_id": self.job_id,
                "request_id": ask.request_id,
                "resolution": resolution,
                "values": values if resolution is Resolution.VALUE else {},
            },
        )

    async def _truth(self, ask: HumanRequested) -> Resolution:
        """What somebody says who looks at the careers site's books."""
        if ask.kind is not AskKind.SUBMIT_UNCLEAR:
            return Resolution.SKIP
        waiting = self.lab.site.holds.release()
        counted = await self.lab.site.ledger.wait_counted(self.posting.key, 1, _COUNTED_SECONDS if waiting else 0)
        return Resolution.DONE if counted else Resolution.SKIP

    async def _kill_while_held(self) -> None:
        """Kill whom the cell says as soon as the application is held; a second application is let go with the first."""
        for fault in self.cell.faults:
            if fault.while_held and await self.lab.site.holds.wait_held(self.posting.key, PATIENCE):
                self.struck[fault] = time.time()
                self._signal(fault.victim, signal.SIGKILL)
                await self.lab.site.ledger.wait_counted(self.posting.key, 2, PATIENCE)
                self.lab.site.holds.release()

    def _signal(self, victim: str, number: signal.Signals) -> None:
        if victim == CHROMIUM:
            (*_, opened) = (event for event in self.seen.named("SessionOpened") if isinstance(event, SessionOpened))
            assert opened.pid is not None, "the browser's process is not ours"
            os.kill(opened.pid, number)
        else:
            self.lab.signal(victim, number)

    def _kills(self, victim: str) -> bool:
        return any(fault.victim == victim for fault in self.cell.faults)
