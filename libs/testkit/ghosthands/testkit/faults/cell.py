"""A cell of the matrix: a job, and the faults that strike while it runs."""

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

#: seconds a slow site holds an application: longer than a killed process is away, shorter than any wait
SLOW_SECONDS = 8.0


class Until(StrEnum):
    """The end of the site's hold on an application after a process was killed."""

    #: until the job goes on, or a second application comes
    GOING_ON = "the job goes on"
    #: for `SLOW_SECONDS` in any case
    SLOW = "a while later"
    #: until a human is asked
    ASKED = "a human is asked"


class HandPoint(StrEnum):
    """A point at which a process is killed while a human has control of the page."""

    IN_CONTROL = "while a human has control"
    #: and they sent the form
    SENT = "while a human who sent it has control"


@dataclass(frozen=True)
class Hands:
    """A human who takes control of the job's browser, and releases it again."""

    #: the event after which they take control
    at: str = "HumanRequested"
    #: whether they send the form themselves
    send: bool = True


class AccountNeed(StrEnum):
    """The state of the applicant's account where the site wants one."""

    NONE = "none yet"
    THERE = "there already"
    #: the account exists, with another password than the request's
    LOCKED = "another password"


@dataclass(frozen=True)
class Scenario:
    """A job's course without faults."""

    name: str
    ends: Phase = Phase.COMPLETED
    family: str = "greenhouse"
    query: str = ""
    #: changes to the usual request
    changes: Mapping[str, Any] = field(default_factory=dict)
    #: the expected questions with their answers, if any; the job asks others only because of a fault
    answers: Mapping[AskKind, Resolution | None] = field(default_factory=dict)
    #: VALET cancels when this event has come that often
    cancelled_at: tuple[str, int] | None = None
    #: set where the site wants an account, and the vault has credentials
    account: AccountNeed | None = None
    hands: Hands | None = None
    #: a service that does nothing until the job has ended
    stalled: str | None = None

    @property
    def is_dry(self) -> bool:
        """Whether nothing may be sent, which includes a task in words."""
        return bool(self.changes.get("dry_run")) or self.changes.get("job_type") == JobType.CUSTOM


@dataclass(frozen=True)
class Fault:
    """A SIGKILL: its victim, and the point at which it strikes."""

    victim: str
    #: one of `fault.POINTS`, of browser-host's `faults.STEPS` or a number, a `HoldPoint` of the site, or a `HandPoint`
    point: str
    #: the message concerned
    name: str = ""
    #: the event of the job that arms it; armed at once by default
    after: str = ""

    @property
    def while_held(self) -> bool:
        """Whether the trial kills the victim while the site holds the application."""
        return self.point in tuple(HoldPoint)

    @property
    def is_planned(self) -> bool:
        """Whether the services' own plans carry it out; else the trial does."""
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
        """The point at which the site holds the application."""
        return next((HoldPoint(fault.point) for fault in self.faults if fault.while_held), None)

    @property
    def page_tells(self) -> bool:
        """Whether the page shows the outcome of a sent application: the site answers, and nothing cuts it off.

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
