"""The result of a cell's job, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ghosthands.domain.human import AskKind
from ghosthands.domain.job import (
    EffectIntended,
    EffectKind,
    EffectNotDone,
    HumanRequested,
    Phase,
    StepTaken,
    SubmitConfirmed,
)
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageType
from ghosthands.domain.session import ControlReleased, ControlTaken, PageObserved
from ghosthands.practice.accounts import AccountAct, AccountAttempt
from ghosthands.testkit.faults.cell import Cell, Fault, HandPoint
from ghosthands.testkit.lab import FollowedJob

#: VALET's word for a job's end
_TOLD = {Phase.COMPLETED: "completed", Phase.FAILED: "failed", Phase.TIMED_OUT: "failed", Phase.CANCELLED: "cancelled"}

#: how far a file's time may lag behind the clock, with some margin
_COARSE_SECONDS = 0.05


@dataclass(frozen=True)
class TrialResult:
    """The result of a cell that was run."""

    cell: Cell
    seen: FollowedJob
    #: when each fault struck, seconds since the epoch; None where it did not
    struck: Mapping[Fault, float | None]
    #: when the careers site received each application that it counted
    received: Sequence[datetime]
    #: what VALET was told, as (what, body)
    said: Sequence[tuple[str, Mapping[str, Any]]]
    dead_letters: int
    #: tables that differ from their rebuild, where they were compared
    tables: Sequence[str]
    seconds: float
    #: when the site received each step of an unfinished application
    steps: Sequence[datetime] = ()
    #: every account form that was sent
    accounts: Sequence[AccountAttempt] = ()
    #: why the job was not followed to its end
    problem: str = ""

    @property
    def submissions(self) -> int:
        """The number of applications that the site counted."""
        return len(self.received)

    @property
    def violations(self) -> list[str]:
        """The violations, in words; empty when all is well."""
        sent_wrongly = (*self._sent_wrongly(), *self._sent_unannounced(), *self._signed_in_wrongly())
        return [*self._broken_off(), *sent_wrongly, *self._asked_wrongly(), *self._said_wrongly()]

    @property
    def harm(self) -> list[str]:
        """The violations that no number of kills excuses, in words."""
        unended = [] if self.seen.job.ended else [f"the job is {self.seen.phase}"]
        sent_wrongly = (*self._sent_wrongly(), *self._sent_unannounced(), *self._signed_in_wrongly())
        return [*filter(None, [self.problem]), *unended, *sent_wrongly, *self._said_wrongly()]

    @property
    def fired(self) -> bool:
        """Whether every fault of the cell struck."""
        return None not in self.struck.values()

    @property
    def with_open_intent(self) -> bool:
        """Whether a fault struck while an effect was announced, or a human had sent it, and it was not settled."""
        struck = [(fault, at) for fault, at in self.struck.items() if at is not None]
        return any(fault.point == HandPoint.SENT or _intent_open(self.seen, at) for fault, at in struck)

    @property
    def asked(self) -> list[HumanRequested]:
        """The questions to a human that the faults caused."""
        answers = self.cell.scenario.answers
        return [ask for ask in _asks(self.seen) if ask.kind not in answers]

    @property
    def finished_alone(self) -> bool:
        """Whether the job ended as it would have without the faults, and no human had to help."""
        return self.seen.phase is self.cell.scenario.ends and not self.asked

    def __str__(self) -> str:
        return "\n".join([str(self.cell), *(f"  {each}" for each in self.violations), str(self.seen)])

    def _broken_off(self) -> Iterator[str]:
        if self.problem:
            yield self.problem
        for fault, at in self.struck.items():
            if at is None:
                yield f"the fault did not strike: {fault}"
        if self.seen.phase is not self.cell.scenario.ends and not self.asked:
            yield f"the job is {self.seen.phase}, not {self.cell.scenario.ends}"

    def _sent_wrongly(self) -> Iterator[str]:
        if self.submissions > 1:
            yield f"the application was sent {self.submissions} times"
        if self.cell.scenario.is_dry:
            yield from (["a dry run sent something"] if self.received or self.steps else [])
        elif self.seen.phase is Phase.COMPLETED and self.submissions != 1:
            yield f"the job says completed, the site counted {self.submissions}"
        elif self.seen.phase is not Phase.COMPLETED and self.submissions:
            yield f"the job says {self.seen.phase}, the site counted {self.submissions}"

    def _sent_unannounced(self) -> Iterator[str]:
        for at in self.received:
            if not _was_announced(self.seen, at):
                yield "an application was sent without an intent or a human's hand"
        for number, at in enumerate(sorted(self.steps), start=1):
            intents = [one for one in self.seen.recorded if one.at <= at and _is_intent(one.event, EffectKind.STEP)]
            if len(intents) < number:
                yield f"step {number} was sent after {len(intents)} intents"

    def _signed_in_wrongly(self) -> Iterator[str]:
        asked = [one for one in self.accounts if one.deed is AccountAct.CREATE]
        if any(not one.problem for one in asked[:-1]):
            yield "an account that was made was asked for again"
        intents = sum(_is_intent(event, EffectKind.CREATE_ACCOUNT) for event in self.seen.named("EffectIntended"))
        if len(asked) > intents:
            yield f"an account was asked for {len(asked)} times, of {intents} intents"
        refused = sum(one.deed is AccountAct.SIGN_IN and bool(one.problem) for one in self.accounts)
        if refused > 1:
            yield f"credentials that were refused were tried {refused} times"

    def _asked_wrongly(self) -> Iterator[str]:
        unclear = [ask for ask in self.asked if ask.kind is AskKind.SUBMIT_UNCLEAR]
        shown = bool(self.submissions) and self.cell.page_tells
        if unclear and (shown or _confirmation_seen_before(unclear[0], self.seen)):
            yield "a human was asked what the page shows: a confirmation"

    def _said_wrongly(self) -> Iterator[str]:
        if self.dead_letters:
            yield f"{self.dead_letters} messages were given up on"
        if self.tables:
            yield f"tables differ from their rebuild: {', '.join(self.tables)}"
        if self.seen.job.ended and not self._told():
            yield f"VALET was not told that the job is {self.seen.phase}"

    def _told(self) -> bool:
        if self.seen.phase is Phase.REJECTED:
            return any(what == "rejected" for what, _ in self.said)
        told = [body["status"] for what, body in self.said if what == "status"]
        return _TOLD[self.seen.phase] in told and any(what == "accepted" for what, _ in self.said)


def _asks(seen: FollowedJob) -> list[HumanRequested]:
    return [event for event in seen.named(HumanRequested.__name__) if isinstance(event, HumanRequested)]


def _is_intent(event: Event, kind: EffectKind) -> bool:
    return isinstance(event, EffectIntended) and event.kind is kind


def _was_announced(seen: FollowedJob, at: datetime) -> bool:
    """Whether an intent to submit was on the log before the site received it, or a human had control then."""
    before = [one.event for one in seen.recorded if one.at <= at]
    intended = any(_is_intent(one, EffectKind.SUBMIT) for one in before)
    hands = [one for one in before if isinstance(one, ControlTaken | ControlReleased)]
    return intended or (bool(hands) and isinstance(hands[-1], ControlTaken))


def _intent_open(seen: FollowedJob, at: float) -> bool:
    open_now = False
    for one in seen.recorded:
        if one.at.timestamp() > at + _COARSE_SECONDS:
            break
        if isinstance(one.event, EffectIntended | EffectNotDone | StepTaken | SubmitConfirmed):
            open_now = isinstance(one.event, EffectIntended)
    return open_now


def _confirmation_seen_before(ask: HumanRequested, seen: FollowedJob) -> bool:
    before = [one.event for one in seen.recorded]
    pages = [event.page for event in before[: before.index(ask)] if isinstance(event, PageObserved)]
    return any(page.page_type is PageType.CONFIRMATION for page in pages)
