"""A job and everybody around it: executors that claim and crash, services that answer, timers, humans, a client.

Each method is one thing that may happen; chance decides how. Whatever is appended is shown to every invariant. `rules`
are the decider's four public functions, so that a mutated decider lives in the same world.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

import job_view
from job_invariants import (
    CLOSING,
    COMMANDED_AGAIN,
    ENDING,
    ENDS,
    FOLDING,
    INVARIANTS,
    NAMES,
    RESTING,
    Broken,
    Happened,
)
from job_memory import Memory
from job_services import Sent, Services, sent
from job_site import Site

from ghosthands.domain import job, session
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, BlockerGone, HumanResolved, HumanTimedOut, Resolution
from ghosthands.domain.message import Event
from ghosthands.testkit.story import NOON, requested

#: steps of an orderly end before a job counts as one that never ends
PATIENCE = 600


class Rules(NamedTuple):
    """The decider: the job's, or a mutation of it."""

    decide: Callable[[job.JobCommand, job.Job], list[Event]] = job.decide
    evolve: Callable[[job.Job, Event, int], job.Job] = job.evolve
    next_step: Callable[[job.Job, datetime], job.Step] = job.next_step
    deadlines: Callable[[job.Job], dict[str, datetime]] = job.deadlines


class World:
    """One job among everybody else; `watching` are the invariants to mind."""

    def __init__(self, chance: Random, rules: Rules = Rules(), watching: Collection[str] = NAMES) -> None:  # noqa: B008
        self.chance, self.rules, self.watching = chance, rules, watching
        self.site = Site(chance)
        self.services = Services(chance, self.site)
        self.state = job.Job(id="job-1")
        self.now = NOON
        self.log: list[Happened] = []
        #: deadlines that will fire
        self.timers: dict[str, datetime] = {}
        #: commands nobody has answered, and facts that were not yet appended
        self.unanswered: list[Sent] = []
        self.coming: list[Event] = []
        #: a RunJob waits or is in hand; an executor is at it
        self.to_run = self.running = False
        #: for how long the executor at work listens, where it would not for ever
        self.until: datetime | None = None
        self.counted: Counter[str] = Counter()
        #: the deadlines that were set, and the end of the job's own time, before what happens now
        self.timers_before: dict[str, datetime] = {}
        self.clock_of_job: datetime | None = None
        self.past = Memory()

    def __str__(self) -> str:
        return "\n".join(f"  {n + 1} {one.at:%H:%M:%S} {_told(one.event)}" for n, one in enumerate(self.log))

    # Appending

    def _append(self, event: Event, *, decided: bool, again: bool = False) -> None:
        before = self.state
        sequence = len(self.log) + 1
        self.clock_of_job = self.rules.deadlines(before).get("job")
        self.timers_before = dict(self.timers)
        self.state = self._guarded(lambda: self.rules.evolve(before, event, sequence))
        happened = Happened(event, before, self.state, self.now, decided, again)
        self.log.append(happened)
        for name, invariant in INVARIANTS.items():
            if name in self.watching:
                for what in invariant(self, self.log):
                    raise Broken(name, what, self)
        if isinstance(event, job.JobRequested):
            self.past = Memory()
        self.past.remember(happened, sequence)
        self._count(happened)

    def _guarded(self, act: Callable[[], Any]) -> Any:
        """What comes of a call into the decider, which may refuse a command and otherwise never raises."""
        try:
            return act()
        except CommandRejected:
            raise
        except Exception as error:
            raise Broken(FOLDING, repr(error), self) from error

    def _count(self, happened: Happened) -> None:
        """What was reached, by name."""
        event = happened.event
        self.counted[type(event).__name__] += 1
        self.counted[f"phase {happened.after.phase}"] += 1
        self.counted[f"submission {job_view.submission_of(happened.after)}"] += 1
        for what in ("step", "outcome", "kind"):
            if (value := getattr(event, what, None)) is not None and happened.decided:
                self.counted[f"{what} {value}"] += 1
        if isinstance(event, ENDS):
            self.counted[f"ended by {type(event).__name__}"] += 1

    def _decide(self, command: job.JobCommand) -> list[Event]:
        """Decide, set the deadlines of what was decided, append it, give the commands."""
        events: list[Event] = self._guarded(lambda: self.rules.decide(command, self.state))
        after = self.state
        for event in events:
            after = self._guarded(lambda event=event, after=after: self.rules.evolve(after, event, len(self.log) + 1))
        self._set_deadlines(after)
        for event in events:
            self._append(event, decided=True)
            if isinstance(event, job.StepChosen):
                self.unanswered.append(sent(self.state, event))
        return events

    def _set_deadlines(self, state: job.Job) -> None:
        self.timers |= self.rules.deadlines(state)

    def tell(self, *facts: Event, again: bool = False) -> None:
        """Another service reports this; whoever waits for a browser, or ended without one, is woken by it."""
        for fact in facts:
            self._append(fact, decided=False, again=again)
            is_browser = isinstance(fact, session.SessionOpened) or getattr(fact, "command", "") == "OpenSession"
            if is_browser and job.is_runnable(self.state, self.now):
                self.to_run = True

    # The client

    def request(self, **changes: object) -> None:
        """The application is asked for."""
        self._twice(job.RequestJob(requested(at=self.now, **changes)))
        self.to_run = True

    def reject(self) -> None:
        """What was asked for cannot be carried out."""
        reasons = (job.Reason("target_url", "invalid", "say where"),)
        self._twice(job.RejectJob(job.JobRejected(at=self.now, tenant="valet", task="task-1", reasons=reasons)))

    def cancel(self) -> None:
        """The application is no longer wanted."""
        self._twice(job.CancelJob(self.now))
        self.to_run = True

    def retry(self) -> None:
        """What ended unsent is to be tried anew."""
        try:
            self._decide(job.RetryJob(self.now))
        except CommandRejected:
            return
        self.to_run = True

    def say(self) -> None:
        """Somebody in charge says something: to what is asked, or to what ended."""
        ask = job.open_request(self.state)
        answered = tuple(one.question_key for one in ask.fields) if ask else ("key",)
        try:
            self._decide(job.ContinueJob(self.now, answered, has_words=self.chance.random() < 0.5))
        except CommandRejected:
            return
        if ask is not None:
            by_kind = {AskKind.FIELDS: Resolution.VALUE, AskKind.REVIEW: Resolution.REVIEWED}
            self.resolve(by_kind.get(ask.kind, Resolution.DONE))
        self.to_run = True

    def _twice(self, command: job.JobCommand) -> None:
        """Give a command, and give it again."""
        try:
            self._decide(command)
            again = self._decide(command) if not isinstance(command, job.Proceed) else []
        except CommandRejected:
            return
        if again and COMMANDED_AGAIN in self.watching:
            raise Broken(COMMANDED_AGAIN, f"{command} caused {again}", self)

    # Executors

    def run(self) -> bool:
        """The executor at work takes one step, or one takes the job up; whether anything was to do."""
        if not self.to_run:
            return False
        if not self.running:
            return self._claim()
        step = self._guarded(lambda: self.rules.next_step(self.state, self.now))
        match step:
            case job.Rest() if self.state.phase is job.Phase.PENDING:  # tried anew: the RunJob of that waits
                self.running = False
                return True
            case job.Rest():
                self._mind_rest()
                self.to_run = self.running = False
                return False
            case job.Await(until):
                self._mind_wait(until)
                self.until = until
                return False
            case _:
                self._decide(job.Proceed(self.now))
                return True

    def _claim(self) -> bool:
        if not job.is_runnable(self.state, self.now):
            self.to_run = False
            return False
        self._decide(job.ClaimJob("executor", self.now))
        self.running = True
        self._set_deadlines(self.state)
        return True

    def crash(self) -> None:
        """The executor dies; its RunJob comes again, to another."""
        self.running = False

    def rival(self) -> None:
        """Another executor claims the job that one is at."""
        if job.is_runnable(self.state, self.now) and self._decide(job.ClaimJob("rival", self.now)):
            self.to_run = self.running = True
            self._set_deadlines(self.state)

    def _mind_rest(self) -> None:
        """Nobody looks at the job now: a deadline, a browser or an answer must be on its way."""
        state = self.state
        is_done = state.ended and job_view.closing(state) is None
        is_queued = job.is_queued(state) and self._is_answerable()
        is_closing = state.ended and any(one.step is job.StepKind.CLOSE_SESSION for one in self.unanswered)
        names = {"waiting": "human", "backing_off": "retry"}
        has_timer = names.get(state.phase.value) in self.timers
        if not (is_done or is_queued or is_closing or has_timer) and RESTING in self.watching:
            raise Broken(RESTING, f"rests {state.phase} for ever", self)

    def _mind_wait(self, until: datetime | None) -> None:
        """The executor listens: something must come, or time run out."""
        bounded = until is not None or self.state.ended or "job" in self.rules.deadlines(self.state)
        commanded = job_view.awaited(self.state) is not None
        if not (commanded or until is not None) and RESTING in self.watching:
            raise Broken(RESTING, "awaits what nobody was asked for", self)
        if not bounded and not self._is_answerable() and RESTING in self.watching:
            raise Broken(RESTING, "awaits without an end", self)

    def _is_answerable(self) -> bool:
        """Whether the command that is awaited is still on its way."""
        waited_for = job_view.awaited(self.state)
        return waited_for is not None and any(one.command_id == waited_for.command_id for one in self.unanswered)

    # The other services

    def answer(self) -> bool:
        """What the job waits for is answered, at times only in part for now; whether anything was."""
        if self.coming:
            self.tell(self.coming.pop(0))
            return True
        waited_for = job_view.awaited(self.state)
        mine = [one for one in self.unanswered if waited_for and one.command_id == waited_for.command_id]
        if not mine:
            return False
        self._answer(mine[0])
        return True

    def _answer(self, command: Sent) -> None:
        self.unanswered.remove(command)
        self.now += timedelta(seconds=self.chance.choice((0.5, 1, 2)))
        facts = self.services.answer(command)
        if len(facts) > 1 and self.chance.random() < 0.15:
            facts, rest = facts[:1], facts[1:]
            self.coming += rest
        self.tell(*facts)

    def answer_late(self) -> None:
        """A command of an earlier claim is answered."""
        if self.unanswered:
            self._answer(self.chance.choice(self.unanswered))

    def lose_answer(self) -> None:
        """A command is never answered."""
        waited_for = job_view.awaited(self.state)
        if waited_for is None or waited_for.step in (job.StepKind.OPEN_SESSION, job.StepKind.CLOSE_SESSION):
            return  # these stand in a queue until somebody takes them
        self.unanswered = [one for one in self.unanswered if one.command_id != waited_for.command_id]

    def stray(self) -> None:
        """A fact about something else: another command, another session, another question."""
        cause, elsewhere = f"stray-{len(self.log)}", "another-session"
        page, code = self.site.shown, self.chance.choice(("session_gone", "engine_not_attached", "timeout"))
        asked = self.chance.choice(tuple(Resolution))
        facts: tuple[Event, ...] = (
            session.PageObserved(cause=cause, session_id=elsewhere, page=page, took_ms=1),
            session.CommandRefused(cause=cause, command="Observe", code=code, retryable=True),
            session.SessionLost(session_id=elsewhere, reason="crashed"),
            session.SessionFenced(cause=cause, session_id=elsewhere, epoch=10_000),
            session.ActionFailed(cause=cause, action_id="another", target="a", code="not_pressed", took_ms=1),
            session.ActionSucceeded(cause=cause, action_id="another", took_ms=1),
            HumanResolved(request_id="another", resolution=asked, at=self.now),
            HumanTimedOut(request_id="another", at=self.now),
            self.services.recovered(cause, elsewhere, job_view.engine_of(self.state)),
        )
        self.tell(self.chance.choice(facts))

    def redeliver(self) -> None:
        """A fact that was told is told again."""
        told = [one.event for one in self.log if not one.decided and self._may_come_again(one.event)]
        if told:
            self.tell(self.chance.choice(told), again=True)

    def _may_come_again(self, event: Event) -> bool:
        """That a browser opened, or a human sent something, its host says once: the log takes that word only once."""
        return not isinstance(event, session.SessionOpened | session.HumanSubmitted | session.ControlReleased)

    def lose_held(self) -> None:
        """The host dies and its successor adopts the browser: what the network held in it is gone."""
        self.services.held.clear()

    def lose_browser(self) -> None:
        """An open browser is gone."""
        if self.services.open:
            self.tell(self.services.lost(self.chance.choice(sorted(self.services.open))))

    # People

    def wall_goes(self) -> None:
        """What a human is asked to get past is gone, whoever did it; or that is told of what is no wall."""
        ask, wall = job_view.ask_of(self.state), job.find_awaited_wall(self.state)
        if ask is None:
            return
        if wall is not None:
            self.site.wall = None
        self.tell(BlockerGone(session_id="any", request_id=ask.request_id, type=wall or BlockerType.CAPTCHA))
        self.to_run = True

    def take_control(self) -> None:
        """A human takes the page in hand."""
        if open_session := job_view.session_of(self.state):
            self.tell(session.ControlTaken(session_id=open_session.id, viewer_id="viewer"))

    def release_control(self, *, submitted: bool) -> None:
        """The human lets go of the page, having sent a form or not."""
        held = [one.event for one in self.log if isinstance(one.event, session.ControlTaken | session.ControlReleased)]
        if not held or not isinstance(held[-1], session.ControlTaken):
            return
        seconds, taken = self.chance.choice((1, 20, 200)), held[-1].session_id
        self.now += timedelta(seconds=seconds)
        if submitted:
            self.send_by_hand()
        self.tell(
            session.ControlReleased(session_id=taken, viewer_id="viewer", held_ms=seconds * 1000, submitted=submitted),
        )

    def send_by_hand(self) -> None:
        """The human who holds the page sends something, from however many pages on."""
        held = [one.event for one in self.log if isinstance(one.event, session.ControlTaken | session.ControlReleased)]
        if not held or not isinstance(held[-1], session.ControlTaken):
            return
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            self.site.pressed()
        self.tell(session.HumanSubmitted(session_id=held[-1].session_id, viewer_id="viewer"))

    def resolve_late(self, resolution: Resolution) -> bool:
        """Somebody says after the end whether it was sent; whether that was in doubt."""
        doubt = job.find_doubt(self.state)
        if doubt is None:
            return False
        self.tell(HumanResolved(request_id=doubt.request_id, resolution=resolution, at=self.now))
        self.to_run = True
        return True

    def resolve(self, resolution: Resolution | None = None) -> bool:
        """The human answers; whether they were asked."""
        ask = job_view.ask_of(self.state)
        if ask is None or job_view.answer_of(self.state) is not None:
            return False
        fitting = {
            AskKind.FIELDS: (Resolution.VALUE, Resolution.VALUE, Resolution.SKIP),
            AskKind.BLOCKER: (Resolution.DONE, Resolution.DONE, Resolution.CREDENTIALS, Resolution.SKIP),
            AskKind.REVIEW: (Resolution.REVIEWED, Resolution.REVIEWED, Resolution.DONE, Resolution.SKIP),
        }
        chosen = resolution or self.chance.choice(fitting.get(ask.kind, (Resolution.DONE, Resolution.SKIP)))
        if chosen in (Resolution.DONE, Resolution.VALUE, Resolution.CREDENTIALS):
            self.site.helped()
        answered = tuple(one.question_key for one in ask.fields) if chosen is Resolution.VALUE else ()
        approved, rejected = self._judge_drafts(ask, chosen)
        self.now += timedelta(seconds=self.chance.choice((1, 30)))
        self.tell(
            HumanResolved(
                request_id=ask.request_id,
                resolution=chosen,
                at=self.now,
                answered=answered,
                approved=approved,
                rejected=rejected,
            ),
        )
        self.to_run = True
        return True

    def _judge_drafts(self, ask: job.HumanRequested, chosen: Resolution) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Which of the drafts they approve, and which not."""
        if ask.kind is not AskKind.REVIEW or chosen not in (Resolution.REVIEWED, Resolution.DONE):
            return (), ()
        approved = [key for key in ask.drafted if chosen is Resolution.DONE or self.chance.random() < 0.7]
        others = () if chosen is Resolution.DONE else (one.question_key for one in ask.fields)
        return tuple(approved), tuple(key for key in others if key not in approved)

    # Time

    def wait(self, seconds: float) -> None:
        """Time passes, and what is due fires."""
        self.now += timedelta(seconds=seconds)
        for name, at in sorted(self.timers.items()):
            if at <= self.now:
                del self.timers[name]
                self._fire(name)

    def _fire(self, name: str) -> None:
        ask = job_view.ask_of(self.state)
        is_open = self.state.phase is job.Phase.WAITING and job_view.answer_of(self.state) is None
        if name == "human" and ask is not None and is_open:
            due = self.rules.deadlines(self.state).get("human", self.now)
            if due > self.now:  # somebody holds the page, or held it: looked at again
                self.timers[name] = min(due, self.now + timedelta(seconds=10))
                return
            self.tell(HumanTimedOut(request_id=ask.request_id, at=self.now))
            self.to_run = True
            return
        self._twice(job.ExpireJob(self.now))
        self.to_run = self.to_run or job.is_runnable(self.state, self.now)

    # The end of it

    def go_on(self, times: int = 1) -> None:
        """The executor works and is answered, so many times, however long each takes."""
        for _ in range(times):
            if not self.run() and not self.answer():
                return

    def play_out(self, *, answering: bool = True) -> None:
        """Nothing out of the way happens any more: the job ends, and no browser is left open.

        Unless `answering`, no service and no human says another word, and time alone goes on.
        """
        if self.state.phase in (job.Phase.NEW, job.Phase.REJECTED):
            return
        if not answering:
            self.coming.clear()
        for _ in range(PATIENCE):
            if not self.run() and not (answering and self._anybody_answers()) and not self._time_goes_on():
                break
        queued = job.is_queued(self.state) and not answering
        if not self.state.ended and not queued and ENDING in self.watching:
            raise Broken(ENDING, f"it stays {self.state.phase}", self)
        closing = {one.session_id for one in self.unanswered if one.step is job.StepKind.CLOSE_SESSION}
        if left := self.services.open - closing:
            self._mind_left(left, queued=queued)

    def _mind_left(self, left: set[str], *, queued: bool) -> None:
        if not queued and CLOSING in self.watching:
            raise Broken(CLOSING, f"{left} stay open", self)

    def _anybody_answers(self) -> bool:
        if self.answer():
            return True
        if self.unanswered and self.state.ended:
            self._answer(self.unanswered[0])
            return True
        return self.chance.random() < 0.8 and self.resolve()

    def _time_goes_on(self) -> bool:
        """To the next thing that is due, if anything is."""
        listens_until = [self.until] if self.until is not None and self.to_run else []
        moments = [*self.timers.values(), *listens_until]
        self.until = None
        if not moments:
            return False
        self.wait(max(0.0, (min(moments) - self.now).total_seconds()))
        return True


def _told(event: Event) -> str:
    shown = {name: value for name in event.__struct_fields__ if (value := getattr(event, name)) not in (None, (), "")}
    shown.pop("page", None)
    return f"{type(event).__name__} " + " ".join(f"{name}={value!s:.40}" for name, value in shown.items())
