"""The open sessions of this host: who has which browser, how many more fit, and whose turn it is.

A slot is taken from the moment an OpenSession is in hand, not only once its browser stands, so that no more are pulled
than fit. All commands of one job take turns.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ghosthands.browser_host.driving.browser import Browser
from ghosthands.browser_host.engines.slot import EngineSlot
from ghosthands.browser_host.guard.submit_guard import Guard
from ghosthands.browser_host.live.control import Control
from ghosthands.browser_host.profiles import Profile
from ghosthands.browser_host.redaction import PageRedaction
from ghosthands.chassis.turns import Turns
from ghosthands.domain.engine import EngineName
from ghosthands.domain.errors import Transient
from ghosthands.domain.job import JobRequested
from ghosthands.domain.page import BlockerType, PageModel
from ghosthands.messaging.wire.recorded import History

#: Seconds before an OpenSession that found no place is looked at again.
NO_SLOT_SECONDS = 1.0
SITE_BUSY_SECONDS = 5.0

#: Seconds without a command after which a session counts as at rest: its job waits for a human.
AT_REST_SECONDS = 30.0

_MODELS_KEPT = 4


@dataclass
class Session:
    """A browser at work, for a job or for whoever asks for the browser tools."""

    profile: Profile
    tenant: str
    #: the job's site, as it was asked for; empty for a tool session
    site: str
    browser: Browser
    #: what its job wants asked instead of the installation's model, and where a model is shown pictures
    model: str | None = None
    image_model: str | None = None
    #: whether a human holds the page
    control: Control = field(default_factory=Control)
    #: it stays open however long nothing happens
    keep_alive: bool = False
    #: code of what last went wrong in it
    last_error: str | None = None
    #: monotonic seconds
    used_at: float = field(default_factory=time.monotonic)
    #: the job's history as the last command left it
    history: History | None = None
    #: what the applicant's files are called, by key; None until they were read
    file_names: dict[str, str] | None = None
    redaction: PageRedaction | None = None
    #: walls that a user at their own browser was asked to get past
    asked: set[BlockerType] = field(default_factory=set)
    #: which engine works its page; there from the moment the host took the session in
    slot: EngineSlot = field(init=False)
    #: done once the session is to end: whatever is under way in it ends first
    interruption: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    _models: dict[str, PageModel] = field(default_factory=dict)

    @classmethod
    def of_job(cls, request: JobRequested, profile: Profile, browser: Browser) -> Session:
        """The browser at work for the job that was asked for so."""
        return cls(profile, request.tenant, request.site, browser, model=request.model, image_model=request.image_model)

    @property
    def id(self) -> str:
        """The session's id."""
        return self.profile.session_id

    @property
    def job_id(self) -> str:
        """Whose it is."""
        return self.profile.job_id

    @property
    def least_guard(self) -> Guard:
        """How much is vetoed on its page unless a human holds it: no tool can ever send anything."""
        return Guard.OPEN if self.profile.tools is None else Guard.ENGINE

    @property
    def is_held(self) -> bool:
        """Whether a human holds its page."""
        return self.control.held

    @property
    def worked_by(self) -> EngineName:
        """Who works its page now."""
        return EngineName.HUMAN if self.is_held else self.slot.name

    def interrupt(self, reason: str) -> None:
        """End whatever is under way."""
        if not self.interruption.done():
            self.interruption.set_result(reason)

    @property
    def latest(self) -> PageModel | None:
        """The page as it was last read."""
        return next(reversed(self._models.values()), None)

    def remember(self, model_ref: str, model: PageModel) -> None:
        """Keep a page model as it was read, with everything that is not stored."""
        self._models[model_ref] = model
        while len(self._models) > _MODELS_KEPT:
            del self._models[next(iter(self._models))]

    def recall(self, model_ref: str) -> PageModel | None:
        """The model as it was read; None once it was forgotten, or read by an earlier process."""
        return self._models.get(model_ref)


@dataclass(frozen=True, eq=False)
class Booking:
    """A slot for a session that is to be opened; each who wants to open it has their own."""

    profile: Profile
    tenant: str
    #: where; empty for a tool session
    site: str
    #: done once the session is not wanted any more
    interruption: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Sessions:
    """The host's sessions; `on_free` hears whenever a slot becomes free."""

    def __init__(self, *, slots: int, per_site: int) -> None:
        self.slots = slots
        self.per_site = per_site
        self.on_free: Callable[[], None] = lambda: None
        #: set whenever a session came or went; cleared by who tells of them
        self.changed = asyncio.Event()
        self._open: dict[Profile, Session] = {}
        #: once for each who wants to open it
        self._booked: list[Booking] = []
        self._turns = Turns()

    @property
    def free(self) -> int:
        """How many more sessions fit."""
        return self.slots - len(self._open.keys() | {one.profile for one in self._booked})

    def __len__(self) -> int:
        return len(self._open)

    def all(self) -> list[Session]:
        """Every open session."""
        return list(self._open.values())

    def opening(self) -> list[Booking]:
        """Every session that is being opened."""
        return list({one.profile: one for one in self._booked if one.profile not in self._open}.values())

    def get(self, job_id: str, session_id: str) -> Session | None:
        """The job's open session of that id."""
        return self._open.get(Profile(job_id, session_id))

    def has(self, session: Session) -> bool:
        """Whether this very session is still open."""
        return self._open.get(session.profile) is session

    def interrupt(self, profile: Profile, reason: str) -> None:
        """End whatever is under way in the session, or on the way to it."""
        if session := self._open.get(profile):
            session.interrupt(reason)
        for booking in self._booked:
            if booking.profile == profile and not booking.interruption.done():
                booking.interruption.set_result(reason)

    @contextmanager
    def booked(self, profile: Profile, tenant: str, site: str) -> Iterator[Booking]:
        """A slot for a session to be opened within the block: one, however many want to open it at once.

        Raises Transient where there is none; without a site there are as many as there are slots.
        """
        if profile not in self._open and all(one.profile != profile for one in self._booked):
            if self.free <= 0:
                raise Transient(f"all {self.slots} slots of this host are taken", delay=NO_SLOT_SECONDS)
            if site and self._at(site) >= self.per_site:
                raise Transient(f"{self.per_site} sessions are at work at the same site", delay=SITE_BUSY_SECONDS)
        booking = Booking(profile, tenant, site)
        self._booked.append(booking)
        self.changed.set()
        try:
            yield booking
        finally:
            self._booked.remove(booking)
            self.changed.set()
            self.on_free()

    def add(self, session: Session) -> None:
        """The session is open."""
        self._open[session.profile] = session
        self.changed.set()

    def remove(self, session: Session) -> bool:
        """The session is gone; whether it was still here."""
        was_here = self._open.pop(session.profile, None) is not None
        self.changed.set()
        self.on_free()
        return was_here

    def turn(self, job_id: str) -> asyncio.Lock:
        """The lock under which everything of a job happens on this host, first come, first served."""
        return self._turns.of(job_id)

    def _at(self, site: str) -> int:
        """How many sessions bother the site; one whose job waits for a human does not."""
        there = [session for session in self._open.values() if session.site == site]
        coming = {one.profile for one in self._booked if one.site == site and one.profile not in self._open}
        return sum(map(self._is_at_work, there)) + len(coming)

    def _is_at_work(self, session: Session) -> bool:
        return self.turn(session.job_id).locked() or time.monotonic() - session.used_at < AT_REST_SECONDS
