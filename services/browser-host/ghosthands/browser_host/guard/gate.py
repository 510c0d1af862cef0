"""The gate of one browser: whether what was filled in may leave it now, and what left or tried to.

It is closed from the first look on. A press of ours opens it, until what came of that was read; and a human who holds
the page. It outlives every connection: what was filled in on a page is remembered as long as this process lives.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from ghosthands.browser_host.guard.filled import Carried, Filled
from ghosthands.browser_host.guard.held_press import HeldPress
from ghosthands.browser_host.guard.page_request import PageRequest
from ghosthands.browser_host.guard.traces import Traces
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.domain import keys
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.polarity import opposite
from ghosthands.domain.requests import Hand, RequestHeld, RequestKind, RequestPassed, RequestSource, RunMode
from ghosthands.vault.profile import ApplicantData

#: how long a press may keep it open at most: as long as its consequences are waited for
PRESS_SECONDS = 90.0
#: and how long a form that was sent by us may think before it goes
PATIENT_SECONDS = 40.0
#: how long after the last key a page may look up what was typed
_LOOKUP_SECONDS = 1.5
_CHOSEN = (ActionKind.SELECT, ActionKind.CHOOSE, ActionKind.CHECK)
NOTHING: Mapping[str, str] = {}
#: in place of a key, where another process filled the page and it has not been read since
_UNKNOWN = "unknown"


class Gate:
    """The gate of one session's browser."""

    def __init__(self, mode: RunMode = RunMode.REAL) -> None:
        self.mode = mode
        self.filled = Filled()
        self._traces = Traces()
        #: the keys of what a request that was held would have told, since the last run of actions began
        self.kept_back: set[str] = set()
        self.level = GuardLevel.RESTING
        #: most of what was filled in left since the last press began
        self.has_left = False
        #: an engine was given a task in words: from then on what does not merely read stays here
        self.only_reads = False
        #: the press that leads on whose consequences wait for leave, or would; None while there is none
        self.held: HeldPress | None = None
        #: hears of what a human sends, before it leaves: whether it plainly is a form, and the frame it is for
        self.on_human_sent: Callable[[bool, str], None] = lambda _is_form, _frame_id: None
        #: that which did, by document and address
        self._left: set[tuple[str, str, str, bytes]] = set()
        self._is_pressed = False
        self._open_until = 0.0
        self._patient_until = 0.0
        self._typing_until = 0.0
        self._told: dict[tuple[object, ...], Event] = {}

    @property
    def opened_by(self) -> Hand | None:
        """The hand that opened it; None while it is closed."""
        if self.level is GuardLevel.OPEN:
            return Hand.HUMAN
        is_open = time.monotonic() < self._open_until and self.mode is not RunMode.DRY
        return Hand.OURS if is_open else None

    def open(self, *, is_patient: bool = False) -> None:
        """Open it for one press; `is_patient`: a page that thinks before it sends is looked at several times."""
        self.has_left = False
        self._left.clear()
        self._patient_until = time.monotonic() + PATIENT_SECONDS * is_patient
        self._is_pressed = True
        self._open_until = time.monotonic() + PRESS_SECONDS

    def hold(self, hosts: Collection[str]) -> HeldPress:
        """Have what the next press sends wait for leave; `hosts` are those of the page."""
        self.close()
        self.has_left = False
        self._is_pressed = True
        self.held = HeldPress(hosts)
        return self.held

    def end_hold(self, *, made: bool = True) -> HeldPress | None:
        """End the waiting, and say what waited. `made`: the press led on, or may have."""
        held, self.held = self.held, None
        self._is_pressed = made and self._is_pressed
        return held

    def takes(self, outgoing: PageRequest, frame_id: str) -> bool:
        """Whether that, which carries most, goes for this press: the same goes once, whoever sends it again."""
        mark = (frame_id, outgoing.method, outgoing.url, outgoing.content)
        if mark in self._left:
            return False
        self.has_left = True
        self._left.add(mark)
        return True

    def look(self) -> None:
        """The page was read: that is what the press came to, unless it has not been sent yet."""
        if self.has_left or time.monotonic() >= self._patient_until:
            self.close()

    def take_back(self) -> None:
        """Close the gate again: nothing went by the press it was opened for."""
        self.close()
        self.has_left = False

    def close(self) -> None:
        """What the press came to was read, or it was none."""
        self._open_until = 0.0

    def read(self, held: Mapping[str, str], *, everything: Mapping[str, str] = NOTHING) -> None:
        """The page was read, and holds those values by key: after a press no others count as filled in on it.

        In a dry run of which it is not known what was filled in, it may be `everything` of the applicant's.
        """
        if self.mode is RunMode.DRY and self.filled.is_unknown:
            held = {**everything, **held}
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
        self.kept_back.clear()
        self._typing_until = float("inf")
        try:
            yield
        finally:
            self._typing_until = time.monotonic() + _LOOKUP_SECONDS

    def weigh(self, outgoing: PageRequest) -> Carried:
        """How much of what was filled in it carries."""
        carried = self.filled.search(outgoing.url, outgoing.body) if self.filled else Carried()
        if self.mode is not RunMode.DRY:
            return carried
        told = self._find_told(outgoing, carried)
        return replace(carried, told=told, values=max(carried.values, min(len(told), carried.of)))

    def _find_told(self, outgoing: PageRequest, carried: Carried) -> frozenset[str]:
        """The keys of all that it would tell anything of."""
        if not self.filled:
            self._traces.listen(outgoing.url, outgoing.headers)
            return frozenset()
        if self.filled.is_unknown:
            return frozenset({_UNKNOWN} if outgoing.body or urlsplit(outgoing.url).query else ())
        is_looked_up = outgoing.kind is RequestKind.FETCH and time.monotonic() < self._typing_until
        body, given = b"".join(piece or b"" for piece in outgoing.body), self.filled.given
        told = self._traces.find(given, outgoing.url, outgoing.headers, body, is_looked_up=is_looked_up)
        return told | {key for key in given if carried.file and key.startswith(keys.FILES)}

    def holds(self, outgoing: PageRequest, carried: Carried) -> bool:
        """Whether it has to stay here."""
        if self.opened_by is not None:
            return False
        if self.mode is RunMode.DRY and (carried.told or carried.unreadable):
            return True
        if self.only_reads and not outgoing.reads:
            return True
        if outgoing.kind is RequestKind.FORM:
            return self.level > GuardLevel.RESTING or self.filled.on_page or carried.anything
        if carried.unreadable and not outgoing.reads:
            return True
        if carried.is_lone and outgoing.kind is not RequestKind.NAVIGATION:
            return not (outgoing.reads or time.monotonic() < self._typing_until)
        return carried.most

    def note_human(self, outgoing: PageRequest, carried: Carried, frame_id: str = "") -> None:
        """Note that the request leaves next by a human's hand: what is no form may be sent like one."""
        is_form = outgoing.kind is RequestKind.FORM or (carried.most and not carried.is_lone)
        if is_form or not outgoing.reads:
            self.on_human_sent(is_form, frame_id)

    def note(
        self,
        outgoing: PageRequest,
        carried: Carried,
        source: RequestSource,
        session_id: str,
        *,
        hand: Hand | None,
        site: str,
    ) -> None:
        """Remember what left by that hand, or for None was kept from it, until it is told; the like is told once."""
        key = (hand, outgoing.kind, source, site)
        before = self._told.get(key)
        about: dict[str, Any] = {
            "session_id": session_id,
            "kind": outgoing.kind,
            "source": source,
            "site": site,
            "values": max(getattr(before, "values", 0), carried.values),
            "of": carried.of,
            "size": max(getattr(before, "size", 0), outgoing.size),
            "file": carried.file,
            "times": getattr(before, "times", 0) + 1,
        }
        if hand is None:
            self._told[key] = RequestHeld(**about, unreadable=carried.unreadable)
        else:
            self._told[key] = RequestPassed(**about, hand=hand, most=carried.most)

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
            filled.note_file(action.key, file.name, file.data)
            continue
        value = data.value(action.key)
        given = opposite(value) or value if action.negated else value
        filled.note(action.key, given, is_choice=action.kind in _CHOSEN)
        field = model.field(action.field_id)
        if action.kind is ActionKind.CHECK and isinstance(field, FieldModel):
            filled.note_consent(field.label, field.name)
