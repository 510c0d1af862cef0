"""A cell of the matrix: a job, and who dies where while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase
from ghosthands.domain.kinds import JobType
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.practice.holds import HoldPoint

#: the victim that is no service
CHROMIUM = "chromium"

#: seconds a slow site holds an application: longer than a killed process is away, shorter than anybody waits
SLOW_SECONDS = 8.0


class Until(StrEnum):
    """How long the site holds an application whose holder was killed."""

    #: until the job went on, or a second application came
    GOING_ON = "the job goes on"
    #: for `SLOW_SECONDS` in all, whatever happens meanwhile
    SLOW = "a while later"
    #: until a human is asked
    ASKED = "a human is asked"


class HandPoint(StrEnum):
    """When somebody dies while a human has control of the page."""

    IN_CONTROL = "while a human has control"
    #: and they sent the form
    SENT = "while a human who sent it has control"


@dataclass(frozen=True)
class Hands:
    """A human who takes control of the job's browser, and lets go of it again."""

    #: the event after which they do
    at: str = "HumanRequested"
    #: they send the form themselves
    send: bool = True


class AccountNeed(StrEnum):
    """What there is of the applicant's account where the site wants one."""

    NONE = "none yet"
    THERE = "there already"
    #: and the password that we are given is not its
    LOCKED = "another password"


@dataclass(frozen=True)
class Scenario:
    """A job as it goes when nothing is killed."""

    name: str
    ends: Phase = Phase.COMPLETED
    family: str = "greenhouse"
    query: str = ""
    #: what the request has otherwise than usual
    changes: Mapping[str, Any] = field(default_factory=dict)
    #: what the job asks, and what it is answered, if anything; what it asks beyond that, it asks because of a fault
    answers: Mapping[AskKind, Resolution | None] = field(default_factory=dict)
    #: VALET cancels when this event has come so often
    cancelled_at: tuple[str, int] | None = None
    #: the site wants an account, and the vault has credentials
    account: AccountNeed | None = None
    hands: Hands | None = None
    #: a service that does nothing until the job has ended
    stalled: str | None = None

    @property
    def is_dry(self) -> bool:
        """Whether nothing may be sent: also not by who does a task in words."""
        return bool(self.changes.get("dry_run")) or self.changes.get("job_type") == JobType.CUSTOM


@dataclass(frozen=True)
class Fault:
    """A SIGKILL: of whom, and where."""

    victim: str
    #: of `fault.POINTS`; of browser-host's `faults.STEPS`, or a number; of the site's `HoldPoint`; a `HandPoint`
    point: str
    #: the message concerned
    name: str = ""
    #: armed once the job has this event; at once by default
    after: str = ""

    @property
    def while_held(self) -> bool:
        """Whether the trial kills the victim while the site holds the application."""
        return self.point in tuple(HoldPoint)

    @property
    def is_planned(self) -> bool:
        """Whether the services' own plans see to it; else the trial does."""
        return not self.while_held and self.point not in tuple(HandPoint)

    @property
    def planned_in(self) -> str:
        """The service that has the plan: each kills itself, browser-host its browser too."""
        return BROWSER_HOST if self.victim == CHROMIUM else self.victim

    def __str__(self) -> str:
        return " ".join(filter(None, (self.victim, self.point, self.name, self.after and f"({self.after})")))


@dataclass(frozen=True)
class Cell:
    """A job and its faults, in the order they strike."""

    scenario: Scenario
    faults: tuple[Fault, ...]
    held_until: Until = Until.GOING_ON

    @property
    def hold(self) -> HoldPoint | None:
        """The place at which the site holds the application."""
        return next((HoldPoint(fault.point) for fault in self.faults if fault.while_held), None)

    @property
    def page_tells(self) -> bool:
        """Whether the page shows what became of a sent application: the site answers, and nothing cuts it off.

        With Chromium the page is gone, and with its host all that is on its way to it.
        """
        cutting = (CHROMIUM, BROWSER_HOST)
        return self.held_until is not Until.ASKED and all(fault.victim not in cutting for fault in self.faults)

    @property
    def job(self) -> str:
        """The cell's job, in words."""
        return f"{self.scenario.name}, held until {self.held_until}" if self.hold else self.scenario.name

    def __str__(self) -> str:
        return f"{' + '.join(map(str, self.faults))} [{self.job}]"
