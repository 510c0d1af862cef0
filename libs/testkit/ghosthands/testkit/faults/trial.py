"""Runs a cell: arms its faults, starts its job, acts as its human, follows it to the end."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ghosthands.domain import ids, services
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import HumanRequested, Job
from ghosthands.domain.message import Event
from ghosthands.domain.recipe_exchange import PagesOf
from ghosthands.domain.session import SessionOpened
from ghosthands.messaging.fault import names_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.testkit.faults import at_hand
from ghosthands.testkit.faults.cell import (
    CHROMIUM,
    SLOW_SECONDS,
    AccountNeed,
    Cell,
    Fault,
    HandPoint,
    Hands,
    Until,
)
from ghosthands.testkit.faults.plans import Plans
from ghosthands.testkit.faults.tables import differing
from ghosthands.testkit.faults.trial_result import TrialResult
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting, job_id_of

#: seconds for a job on a busy machine, its faults included
PATIENCE = 600.0
#: seconds for the stack to come to rest after a job
REST_SECONDS = 180.0
#: most seconds for the site to count a released application
_COUNTED_SECONDS = 3.0

#: the vault's credentials for a site that wants an account, and such an account's other password
_NAME, _PASSWORD, _ANOTHER = "jordan.at.work@login.example", "correct horse battery staple", "quite another one"


class Trials:
    """Runs cells, one after the other, and keeps their results."""

    def __init__(self, lab: Lab, plans: Plans, results: list[TrialResult] | None = None) -> None:
        self.lab = lab
        self.plans = plans
        self.results = [] if results is None else results

    async def run(self, cell: Cell) -> TrialResult:
        """Run the cell and return its result; afterwards the stack is at rest, unless the result has a problem."""
        result = await Trial(self.lab, self.plans, cell).run()
        self.results.append(result)
        return result


class Trial:
    """A run of one cell of the matrix."""

    def __init__(self, lab: Lab, plans: Plans, cell: Cell, *, patience: float = PATIENCE) -> None:
        self.lab = lab
        self.plans = plans
        self.cell = cell
        self.patience = patience
        self.posting = a_posting(cell.scenario.family, slug=f"company-{secrets.token_hex(4)}")
        changes = {**cell.scenario.changes, **self._credentials()}
        self.body = lab.request(self.posting, query=cell.scenario.query, **changes)
        self.job_id = job_id_of(self.body)
        self.seen = FollowedJob(Job(id=self.job_id), ())
        #: when the faults struck that the trial itself carries out
        self.struck: dict[Fault, float] = {}
        self._to_arm = [fault for fault in cell.faults if fault.is_planned]
        self._tasks: list[asyncio.Task[None]] = []
        #: set while no human has control, or is about to take it
        self._hands_off = asyncio.Event()

    async def run(self) -> TrialResult:
        """Run it to its end; what goes wrong on the way is the result's `problem`."""
        dead_before = await self.lab.dead_letters()
        result = await self._follow_until(lambda: self.lab.at_rest(timeout=REST_SECONDS))
        return replace(
            result,
            dead_letters=await self.lab.dead_letters() - dead_before,
            tables=await differing(self.lab) if self._kills(services.PROJECTOR) else (),
        )

    async def _follow_until(self, at_rest: Callable[[], Awaitable[None]]) -> TrialResult:
        """Follow the job to its end, wait until all is `at_rest`, and return the result."""
        started, problem = time.monotonic(), ""
        try:
            await self._until_over()
            await at_rest()
        except (TimeoutError, AssertionError) as error:
            problem = str(error) or f"the job was not over after {self.patience:g} s"
        struck = self._cleaned_up()
        return TrialResult(
            cell=self.cell,
            seen=self.seen,
            struck=struck,
            received=[one.received_at for one in self.lab.site.ledger.of(self.posting.key)],
            steps=[one.at for one in self.lab.site.ledger.steps if one.posting == self.posting.key],
            accounts=[one for one in self.lab.site.desk.accounts.tries if one.company == self.posting.slug],
            said=await self.lab.said(self.body["valet_task_id"]),
            dead_letters=0,
            tables=(),
            seconds=time.monotonic() - started,
            problem=problem,
        )

    async def _until_over(self) -> None:
        """Follow the job to its end, with its scenario's acts and its faults. Raises TimeoutError."""
        self._prepare()
        await self._forget_forms()
        self._spawn(self._kill_while_held())
        try:
            async with asyncio.timeout(self.patience), aclosing(self.lab.watch(self.job_id)) as watching:
                await self.lab.publish("job.requested", self.body)
                async for seen in watching:
                    new = seen.recorded[len(self.seen.recorded) :]
                    self.seen = seen
                    await self._react(new)
                    if seen.over:
                        return
        finally:
            for task in self._tasks:
                task.cancel()
            for failure in await asyncio.gather(*self._tasks, return_exceptions=True):
                if isinstance(failure, Exception):
                    raise AssertionError(f"what the trial does beside the job failed: {failure!r}") from failure

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def _forget_forms(self) -> None:
        """Make cookbook forget the job's forms: a learnt form takes fewer steps than the faults are planned for."""
        meant = msgspec.json.encode(PagesOf(site=urlsplit(self.body["target_url"]).hostname or ""))
        with suppress(RequestRefused):  # nothing was learnt yet
            await micro.ask(self.lab.bus, subjects.recipes("retire"), meant, timeout=PATIENCE)

    def _prepare(self) -> None:
        scenario = self.cell.scenario
        if self.cell.hold is not None:
            seconds = SLOW_SECONDS if self.cell.held_until is Until.SLOW else None
            self.lab.site.holds.arm(self.posting.key, self.cell.hold, seconds)
        if scenario.account in (AccountNeed.THERE, AccountNeed.LOCKED):
            password = _PASSWORD if scenario.account is AccountNeed.THERE else _ANOTHER
            self.lab.site.desk.accounts.add(self.posting.slug, _NAME, password)
        if scenario.stalled is not None:
            self._signal(scenario.stalled, signal.SIGSTOP)
        if scenario.hands is None:
            self._hands_off.set()
        self._arm("")

    def _credentials(self) -> dict[str, Any]:
        """Return the credentials of an otherwise unknown applicant, where the site wants an account."""
        account = self.cell.scenario.account
        if account is None:
            return {}
        known = {"domain": "127.0.0.1", "username": _NAME, "password": _PASSWORD}
        makes_one = {} if account is AccountNeed.NONE else {"create_account": False}
        return {"valet_user_id": ids.derived("somebody at", self.posting.slug), "credentials": [{**known, **makes_one}]}

    def _cleaned_up(self) -> Mapping[Fault, float | None]:
        """Undo everything and return when each fault struck."""
        self.lab.site.holds.release()
        if self.cell.scenario.stalled is not None:
            self._signal(self.cell.scenario.stalled, signal.SIGCONT)
        return {
            fault: self.plans.disarm(fault) if fault.is_planned else self.struck.get(fault)
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
                await self.lab.cancel(self.job_id)
            if scenario.hands is not None and (one.name, self._count(one)) == (scenario.hands.at, 1):
                self._spawn(self._be_at_hand(scenario.hands))
            if isinstance(one.event, HumanRequested):
                self._spawn(self._answer(one.event))
        if self.seen.job.ended and scenario.stalled is not None:
            self._signal(scenario.stalled, signal.SIGCONT)

    def _arm(self, after: str) -> None:
        for fault in [fault for fault in self._to_arm if fault.after == after]:
            self._to_arm.remove(fault)
            self.plans.arm(fault)

    def _count(self, recorded: Recorded[Event]) -> int:
        """Return the event's ordinal among those of its name."""
        return sum(one.name == recorded.name and one.sequence <= recorded.sequence for one in self.seen.recorded)

    async def _answer(self, ask: HumanRequested) -> None:
        """Answer as the scenario says; a question caused by a fault, as a truthful human would."""
        await self._hands_off.wait()
        answers = self.cell.scenario.answers
        resolution = answers[ask.kind] if ask.kind in answers else await self._truth(ask)
        if resolution is None:
            return
        values = {field.question_key: at_hand.ANSWER for field in ask.fields}
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
        """Return the truthful answer, by the careers site's ledger."""
        if ask.kind is not AskKind.SUBMIT_UNCLEAR:
            return Resolution.SKIP
        waiting = self.lab.site.holds.release()
        counted = await self.lab.site.ledger.wait_counted(self.posting.key, 1, _COUNTED_SECONDS if waiting else 0)
        return Resolution.DONE if counted else Resolution.SKIP

    async def _kill_while_held(self) -> None:
        """Kill the cell's victims as soon as the application is held; release a second application with the first."""
        for fault in self.cell.faults:
            if fault.while_held and await self.lab.site.holds.wait_held(self.posting.key, PATIENCE):
                self.struck[fault] = time.time()
                self._signal(fault.victim, signal.SIGKILL)
                await self.lab.site.ledger.wait_counted(self.posting.key, 2, PATIENCE)
                self.lab.site.holds.release()

    async def _be_at_hand(self, hands: Hands) -> None:
        """Act as the scenario's human, and let the faults that are due meanwhile strike."""
        try:
            await at_hand.act(self.lab, self.posting, hands, lambda: self.seen, self._strike)
        finally:
            self._hands_off.set()

    def _strike(self, point: HandPoint) -> None:
        for fault in [fault for fault in self.cell.faults if fault.point == point]:
            self.struck[fault] = time.time()
            self._signal(fault.victim, signal.SIGKILL)

    def _signal(self, victim: str, number: signal.Signals) -> None:
        if victim == CHROMIUM:
            (*_, opened) = (event for event in self.seen.named("SessionOpened") if isinstance(event, SessionOpened))
            assert opened.pid is not None, "the browser's process is not ours"
            os.kill(opened.pid, number)
        else:
            self.lab.signal(victim, number)

    def _kills(self, victim: str) -> bool:
        return any(fault.victim == victim for fault in self.cell.faults)
