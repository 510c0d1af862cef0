"""The registry of this host's open sessions: their browsers, the free slots, and one lock per owner.

A slot is taken from the moment an OpenSession is accepted, not only once its browser runs, so that no more are pulled
than fit. Everything that is done to the sessions of a job, or of a tool session's name, waits for their lock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.session import Session
from ghosthands.chassis.locks import KeyedLocks
from ghosthands.domain.errors import Transient
from ghosthands.messaging.work.turns import Seeker, Turns

#: Seconds before an OpenSession that found no slot is redelivered.
NO_SLOT_SECONDS = 1.0

#: Seconds without a command after which a session counts as at rest: its job waits for a human.
AT_REST_SECONDS = 30.0


@dataclass(frozen=True, eq=False)
class Booking:
    """A slot for a session that is to be opened; every command that wants to open it has its own booking."""

    key: SessionKey
    tenant: str
    #: the site of the session's job; empty for a tool session
    site: str
    #: done once the session is not wanted any more
    interruption: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Sessions:
    """The host's sessions; `on_free` is called whenever a slot becomes free."""

    def __init__(self, *, slots: int, per_site: int) -> None:
        self.slots = slots
        self.per_site = per_site
        #: whether no more are opened; those that are open go on
        self.is_draining = False
        self.on_free: Callable[[], None] = lambda: None
        #: set whenever a session came or went; cleared by its reader, who reports the sessions
        self.changed = asyncio.Event()
        self._open: dict[SessionKey, Session] = {}
        #: one for every command that wants to open a session
        self._booked: list[Booking] = []
        self._locks = KeyedLocks()
        self._turns = Turns(per_site)

    @property
    def free(self) -> int:
        """The number of sessions that this host still has room for."""
        if self.is_draining:
            return 0
        return self.slots - len(self._open.keys() | {one.key for one in self._booked})

    @property
    def looks(self) -> int:
        """The number of OpenSession commands that may still be pulled: one even when there is no free slot."""
        return 0 if self.is_draining else max(self.free, 1)

    def require_turn(self, seeker: Seeker) -> None:
        """Raise NotYet unless the session is open or opening here, or there is room for it and it is its turn."""
        there = self._open.keys() | {one.key for one in self._booked}
        if seeker.key not in there:
            self._turns.require(
                seeker,
                slots=self.free,
                room_for=lambda one: {one.server: self.per_site - self._count_at_work(one.server)},
                at_work=there,
            )

    def drain(self) -> None:
        """Open no more sessions from now on, until the process ends or `undrain`."""
        self.is_draining = True
        self.changed.set()

    def undrain(self) -> None:
        """Let sessions be opened again."""
        self.is_draining = False
        self.changed.set()
        self.on_free()

    def __len__(self) -> int:
        return len(self._open)

    def all(self) -> list[Session]:
        """Return all open sessions, in the order they were opened in."""
        return list(self._open.values())

    def opening(self) -> list[Booking]:
        """Return a booking for every session that is being opened."""
        return list({one.key: one for one in self._booked if one.key not in self._open}.values())

    def get(self, owner: str, session_id: str) -> Session | None:
        """Return the owner's open session of that id."""
        return self._open.get(SessionKey(owner, session_id))

    def has(self, session: Session) -> bool:
        """Whether this very session is still open."""
        return self._open.get(session.key) is session

    def interrupt(self, key: SessionKey, reason: str) -> None:
        """End whatever the session is doing, or its opening."""
        if session := self._open.get(key):
            session.interrupt(reason)
        for booking in self._booked:
            if booking.key == key and not booking.interruption.done():
                booking.interruption.set_result(reason)

    @contextmanager
    def booked(self, key: SessionKey, tenant: str, site: str) -> Iterator[Booking]:
        """Book a slot for a session that is opened within the block: one slot, however many commands open it.

        Raises Transient if there is none.
        """
        is_new = key not in self._open and all(one.key != key for one in self._booked)
        if is_new and self.free <= 0:
            raise Transient(f"all {self.slots} slots of this host are taken", delay=NO_SLOT_SECONDS)
        booking = Booking(key, tenant, site)
        self._booked.append(booking)
        self.changed.set()
        try:
            yield booking
        finally:
            self._booked.remove(booking)
            self.changed.set()
            self.on_free()

    def add(self, session: Session) -> None:
        """Register the session, which is open from now on."""
        self._open[session.key] = session
        self.changed.set()

    def remove(self, session: Session) -> bool:
        """Remove the session; return whether it was still registered."""
        was_here = self._open.pop(session.key, None) is not None
        self.changed.set()
        self.on_free()
        return was_here

    def lock(self, owner: str) -> asyncio.Lock:
        """Return the lock for everything done to an owner's sessions on this host, first come, first served."""
        return self._locks.of(owner)

    def _count_at_work(self, site: str) -> int:
        """Return the number of sessions at work on the site; one whose job waits for a human is not."""
        there = [session for session in self._open.values() if session.site == site]
        coming = {one.key for one in self._booked if one.site == site and one.key not in self._open}
        return sum(map(self._is_at_work, there)) + len(coming)

    def _is_at_work(self, session: Session) -> bool:
        return self.lock(session.owner).locked() or time.monotonic() - session.used_at < AT_REST_SECONDS
