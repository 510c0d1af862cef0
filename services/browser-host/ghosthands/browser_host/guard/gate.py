"""The gate of one browser: it decides whether filled-in values may leave now, and records what left or tried to.

It is closed from the first look at the page on. A press of ours opens it until the result of the press was read, and so
does a human who holds the page. It outlives every connection: it remembers what was filled in on a page for as long as
this process lives.
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
from ghosthands.browser_host.permit import Permit, always
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.chassis import logging
from ghosthands.domain import keys
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.polarity import opposite
from ghosthands.domain.requests import Hand, RequestHeld, RequestKind, RequestPassed, RequestSource, RunMode
from ghosthands.vault.profile import ApplicantData

#: seconds that a press may keep it open at most: as long as a page is waited for whose script stands still
PRESS_SECONDS = 180.0
#: and seconds that a form which we sent may take before its request leaves
PATIENT_SECONDS = 40.0
#: seconds after the last key in which a page may look up what was typed
_LOOKUP_SECONDS = 1.5
_CHOSEN = (ActionKind.SELECT, ActionKind.CHOOSE, ActionKind.CHECK)
NOTHING: Mapping[str, str] = {}
#: stands for a key if another process filled the page and it has not been read since
_UNKNOWN = "unknown"

log = logging.get(__name__)


class Gate:
    """The gate of one session's browser."""

    def __init__(self, mode: RunMode = RunMode.REAL) -> None:
        self.mode = mode
        self.filled = Filled()
        self._traces = Traces()
        #: the keys of the values in requests that were held, since the last run of actions began
        self.kept_back: set[str] = set()
        self.level = GuardLevel.RESTING
        #: whether the human who holds the page may still send something
        self.human_permit: Permit = always
        #: whether most of the filled-in values left since the last press began
        self.has_left = False
        #: whether anything left since the last press began that could be a form, by whichever hand
        self.may_have_sent = False
        #: whether an engine was given a task in words: from then on only requests that merely read may leave
        self.only_reads = False
        #: the current press that leads on, whose requests are held; None if there is none
        self.held: HeldPress | None = None
        #: called with what a human sends, before it leaves: whether it plainly is a form, and the frame it is for
        self.on_human_sent: Callable[[bool, str], None] = lambda _is_form, _frame_id: None
        #: the requests that left for the press, by document and address
        self._left: set[tuple[str, str, str, bytes]] = set()
        #: the frames that the documents are for which were asked for since the last press began
        self.led: set[str] = set()
        self._is_pressed = False
        self._permit: Permit = always
        self._open_until = 0.0
        self._patient_until = 0.0
        self._typing_until = 0.0
        self._told: dict[tuple[object, ...], Event] = {}

    @property
    def opened_by(self) -> Hand | None:
        """The hand that opened the gate; None while it is closed."""
        if self.level is GuardLevel.OPEN:
            return Hand.HUMAN if self.human_permit() else None
        is_open = time.monotonic() < self._open_until and self.mode is not RunMode.DRY
        return Hand.OURS if is_open and self.permits else None

    @property
    def permits(self) -> bool:
        """Whether the press that it was last opened for may still send something."""
        return self._permit()

    def open(self, permit: Permit = always, *, is_patient: bool = False) -> None:
        """Open the gate for one press, until its permit ends.

        `is_patient`: it stays open for several looks at a page that is slow to send.
        """
        self._permit = permit
        self.has_left = self.may_have_sent = False
        self._left.clear()
        self.led.clear()
        self._patient_until = time.monotonic() + PATIENT_SECONDS * is_patient
        self._is_pressed = True
        self._open_until = time.monotonic() + PRESS_SECONDS

    def hold(self, hosts: Collection[str]) -> HeldPress:
        """Hold what the next press sends until it is released; `hosts` are the page's hosts."""
        self.close()
        self.has_left = False
        self._is_pressed = True
        self.held = HeldPress(hosts)
        return self.held

    def end_hold(self, *, made: bool = True) -> HeldPress | None:
        """End the hold and return the held press. `made`: the press led on, or may have."""
        held, self.held = self.held, None
        self._is_pressed = made and self._is_pressed
        return held

    def takes(self, outgoing: PageRequest, frame_id: str) -> bool:
        """Whether the request, which carries most, may leave for this press: the same request leaves only once."""
        mark = (frame_id, outgoing.method, outgoing.url, outgoing.content)
        if mark in self._left:
            return False
        self.has_left = True
        self._left.add(mark)
        return True

    def note_left(self, outgoing: PageRequest, carried: Carried) -> None:
        """Note that the request leaves: it could be a form unless it merely reads, for no document, with no value."""
        if not outgoing.reads or outgoing.is_document or carried.anything:
            self.may_have_sent = True

    def has_carried(self, method: str, url: str) -> bool:
        """Whether such a request, with most of what was filled in, left for the last press."""
        return any(left[1:3] == (method, url) for left in self._left)

    def look(self) -> None:
        """Close the gate once the page was read after the press, unless the request is still due."""
        if self.has_left or time.monotonic() >= self._patient_until:
            self.close()

    def take_back(self) -> None:
        """Close the gate again: no request left for the press it was opened for."""
        self.close()
        self.has_left = False

    def close(self) -> None:
        """Close the gate after a press; a closed one stays closed."""
        self._open_until = 0.0

    def read(self, held: Mapping[str, str], *, everything: Mapping[str, str] = NOTHING) -> None:
        """Note the values that the page was read to hold, by key: after a press, no others count as filled in on it.

        In a dry run that does not know what was filled in, any of the applicant's values may be: `everything`.
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
        """Let the page look up the one value that is typed, within the block and shortly after."""
        self.close()
        self.kept_back.clear()
        self._typing_until = float("inf")
        try:
            yield
        finally:
            self._typing_until = time.monotonic() + _LOOKUP_SECONDS

    def weigh(self, outgoing: PageRequest) -> Carried:
        """Return how much of the filled-in values the request carries."""
        carried = self.filled.search(outgoing.url, outgoing.body) if self.filled else Carried()
        if self.mode is not RunMode.DRY:
            return carried
        told = self._find_told(outgoing, carried)
        return replace(carried, told=told, values=max(carried.values, min(len(told), carried.of)))

    def _find_told(self, outgoing: PageRequest, carried: Carried) -> frozenset[str]:
        """Return the keys of all values that the request would tell anything of."""
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
        """Whether the request must be held."""
        if self.opened_by is not None:
            return False
        if self.level is GuardLevel.OPEN:  # a human's permit has ended, and nobody was told what they send
            return carried.anything or not outgoing.reads
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
        """Note that the request leaves next by a human's hand: a request that is no form may serve as one."""
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
        path: str,
    ) -> None:
        """Record that the request left by that hand, or was held (None), until it is told; equal ones are told once."""
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
            if before is None:
                log.warning("request_held", kind=outgoing.kind.value, values=carried.values, of=carried.of)
            named: dict[str, Any] = {"method": outgoing.method, "path": path, "keys": tuple(sorted(carried.keys))}
            if isinstance(before, RequestHeld) and len(before.keys) > len(carried.keys):
                named = {"method": before.method, "path": before.path, "keys": before.keys}
            self._told[key] = RequestHeld(**about, **named, unreadable=carried.unreadable)
        else:
            self._told[key] = RequestPassed(**about, hand=hand, most=carried.most)

    def take_told(self) -> list[Event]:
        """Return the events on requests that left or were held since the last call."""
        told, self._told = list(self._told.values()), {}
        for event in told:
            if isinstance(event, RequestHeld) and event.times > 1:
                log.warning("requests_held", kind=event.kind.value, times=event.times)
        return told


def note_actions(filled: Filled, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> None:
    """Note the values that the actions fill in."""
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
