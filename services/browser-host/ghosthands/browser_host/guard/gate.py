"""The gate of one browser: whether what was filled in may leave it now, and what left or tried to.

It is closed from the first look on. A press of ours opens it, until what came of that was read; and a human who holds
the page. It outlives every connection: what was filled in on a page is remembered as long as this process lives.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ghosthands.browser_host.guard.filled import Carried, Filled
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.requests import Hand, RequestHeld, RequestKind, RequestPassed, RequestSource
from ghosthands.vault.profile import ApplicantData

#: how long a press may keep it open at most: as long as its consequences are waited for
PRESS_SECONDS = 90.0
#: and how long a form that was sent by us may think before it goes
PATIENT_SECONDS = 40.0
#: how long after the last key a page may look up what was typed
_LOOKUP_SECONDS = 1.5
_CHOSEN = (ActionKind.SELECT, ActionKind.CHOOSE, ActionKind.CHECK)
READING = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request that is about to leave."""

    kind: RequestKind
    method: str
    url: str
    #: in pieces; None for one that was not shown
    body: Sequence[bytes | None]

    @property
    def size(self) -> int:
        """Bytes of the body, as far as it was shown."""
        return sum(len(piece or b"") for piece in self.body)

    @property
    def reads(self) -> bool:
        """Whether it merely reads, by its method."""
        return self.method in READING


class Gate:
    """The gate of one session's browser."""

    def __init__(self) -> None:
        self.filled = Filled()
        self.level = GuardLevel.RESTING
        #: most of what was filled in left since the last press began
        self.has_left = False
        self._is_pressed = False
        self._open_until = 0.0
        self._patient_until = 0.0
        self._typing_until = 0.0
        self._told: dict[tuple[object, ...], Event] = {}

    @property
    def opened_by(self) -> Hand | None:
        """By whose hand it is open; None while it is closed."""
        if self.level is GuardLevel.OPEN:
            return Hand.HUMAN
        return Hand.OURS if time.monotonic() < self._open_until else None

    def open(self, *, is_patient: bool = False) -> None:
        """Open it for one press; `is_patient`: a page that thinks before it sends is looked at several times."""
        self.has_left = False
        self._patient_until = time.monotonic() + PATIENT_SECONDS * is_patient
        self._is_pressed = True
        self._open_until = time.monotonic() + PRESS_SECONDS

    def look(self) -> None:
        """The page was read: that is what the press came to, unless it has not been sent yet."""
        if self.has_left or time.monotonic() >= self._patient_until:
            self.close()

    def close(self) -> None:
        """What the press came to was read, or it was none."""
        self._open_until = 0.0

    def read(self, held: Mapping[str, str]) -> None:
        """The page was read, and holds those values by key: after a press no others count as filled in on it."""
        if self._is_pressed and self.opened_by is None:
            self._is_pressed = False
            self.filled.turn_page()
        self.filled.is_unknown = False
        for key, value in held.items():
            self.filled.note(key, value)

    @contextmanager
    def typing(self) -> Iterator[None]:
        """Within the block, and shortly after, a page may look up the one value that was filled in."""
        self.close()
        self._typing_until = float("inf")
        try:
            yield
        finally:
            self._typing_until = time.monotonic() + _LOOKUP_SECONDS

    def weigh(self, outgoing: PageRequest) -> Carried:
        """How much of what was filled in it carries."""
        return self.filled.search(outgoing.url, outgoing.body) if self.filled else Carried()

    def holds(self, outgoing: PageRequest, carried: Carried) -> bool:
        """Whether it has to stay here."""
        if self.opened_by is not None:
            return False
        if outgoing.kind is RequestKind.FORM:
            return self.level > GuardLevel.RESTING or self.filled.on_page or carried.anything
        if carried.unreadable and not outgoing.reads:
            return True
        if carried.is_lone and outgoing.kind is not RequestKind.NAVIGATION:
            return not (outgoing.reads or time.monotonic() < self._typing_until)
        return carried.most

    def note(
        self, outgoing: PageRequest, carried: Carried, source: RequestSource, session_id: str, *, held: bool, site: str
    ) -> None:
        """Remember what left, or was kept from it, until it is told; the like of it is told once."""
        hand = None if held else self.opened_by or Hand.PAGE
        key = (hand, outgoing.kind, source, site)
        before = self._told.get(key)
        times = getattr(before, "times", 0) + 1
        values, size = max(getattr(before, "values", 0), carried.values), max(getattr(before, "size", 0), outgoing.size)
        if hand is None:
            self._told[key] = RequestHeld(
                session_id=session_id,
                kind=outgoing.kind,
                source=source,
                site=site,
                values=values,
                of=carried.of,
                size=size,
                file=carried.file,
                unreadable=carried.unreadable,
                times=times,
            )
            return
        self._told[key] = RequestPassed(
            session_id=session_id,
            kind=outgoing.kind,
            source=source,
            hand=hand,
            site=site,
            values=values,
            of=carried.of,
            size=size,
            file=carried.file,
            most=carried.most,
            times=times,
        )

    def take_told(self) -> list[Event]:
        """What left or tried to since this was last asked."""
        told, self._told = list(self._told.values()), {}
        return told


def note_actions(filled: Filled, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> None:
    """Note what the actions put in."""
    for action in actions:
        if action.key not in data:
            continue
        if action.kind is ActionKind.UPLOAD:
            file = data.file(action.key)
            filled.note_file(file.name, file.data)
            continue
        filled.note(action.key, data.value(action.key), is_choice=action.kind in _CHOSEN)
        field = model.field(action.field_id)
        if action.kind is ActionKind.CHECK and isinstance(field, FieldModel):
            filled.note_consent(field.label, field.name)
