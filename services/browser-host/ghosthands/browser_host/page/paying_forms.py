"""The forms of a page that take a payment, also by the frames that they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ghosthands.browser_host.page.inventory import RawChild
from ghosthands.browser_host.page.seen import FrameScan, list_asked
from ghosthands.planning import cards


def find(seen: Sequence[FrameScan]) -> frozenset[cards.Form]:
    """Return the forms that take a payment, by what they ask themselves or in the frames that they hold.

    A frame of a form that pays is a part of it: its box for a card's expiry is asked of nobody either.
    """
    holders = {path: form for frame in seen for path, form, _ in _list_held(frame)}
    asked = [(form, control) for own, control in list_asked(seen) for form in (own, *_list_around(own[0], holders))]
    of_cards = [
        each
        for frame in seen
        if frame.seen
        for _, form, child in _list_held(frame)
        if child.seen and cards.is_cards_frame(child.said)
        for each in (form, *_list_around(frame.path, holders))
    ]
    paying = cards.find_paying(asked) | frozenset(of_cards)
    parts = {
        (frame.path, control.form)
        for frame in seen
        for control in frame.raw.controls
        if any(number and (path, number) in paying for path, number in _list_around(frame.path, holders))
    }
    return paying | parts


def _list_held(frame: FrameScan) -> list[tuple[str, cards.Form, RawChild]]:
    """List the frames in a frame, each with its place and the form that holds it."""
    prefix = f"{frame.path}/" if frame.path else ""
    return [(f"{prefix}{at}", (frame.path, child.form), child) for at, child in enumerate(frame.raw.frames)]


def _list_around(path: str, holders: Mapping[str, cards.Form]) -> list[cards.Form]:
    """List the forms that hold the frame, the nearest first."""
    found: list[cards.Form] = []
    while path in holders:
        found.append(holders[path])
        path = holders[path][0]
    return found
