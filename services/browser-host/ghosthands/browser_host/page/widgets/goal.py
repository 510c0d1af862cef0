"""The goals and readings of controls: what a control must hold, what it holds, and why it cannot hold it."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from ghosthands.domain.codes import ActionFailure


class Unfit(Exception):
    """The value does not go into the control; `code` says why and is all there is to say.

    `final`: another way of filling it would not help.
    """

    def __init__(self, code: ActionFailure, *, final: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.final = final


@dataclass(frozen=True, slots=True)
class Written:
    """A text, in the first of its forms that fits into the control."""

    text: str = field(repr=False)
    #: shorter forms of the same
    alternatives: tuple[str, ...] = field(default=(), repr=False)
    #: `input` type -> the form that this type requires
    by_type: dict[str, str] = field(default_factory=dict, repr=False)
    #: the orders in which a control may show the parts of a date
    orders: tuple[str, ...] = ()
    #: the time of day that goes with a date, by the 24-hour clock; empty if none is told
    clock: str = field(default="", repr=False)
    #: whether it is a suggestion of the page's that was picked
    picked: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """An answer among options; `labels` once they are known."""

    text: str = field(repr=False)
    labels: tuple[str, ...] = field(default=(), repr=False)
    #: the half of the day that the list beside it must say; empty unless it is an hour of twelve
    half: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Ticked:
    """The options of a group that are to be ticked, by index, and no others."""

    wanted: tuple[int, ...]


Goal = Written | Chosen | Ticked


class Beside(msgspec.Struct, frozen=True):
    """The value that an unseen input sends for a question; empty if it sends nothing."""

    text: str
    #: whether it changed since the page was first looked at
    changed: bool = False
    #: whether it is the label of an option
    named: bool = False

    def __repr__(self) -> str:
        return f"Beside(changed={self.changed!r})"


class Reading(msgspec.Struct, frozen=True):
    """The content of a control; only the part that fits its kind is set."""

    code: str | None = None
    text: str = ""
    #: the dial code that a phone's country picker shows, digits only
    dial: str = ""
    #: whether that code is printed there, and cannot be changed
    printed: bool = False
    chosen: tuple[str, ...] = ()
    ticked: tuple[int, ...] = ()
    #: what the list of the halves of the day beside it says; empty if there is none
    half: str = ""
    #: whether the control is sent under a name of its own
    owned: bool = False
    #: what is sent beside it, or instead of what it shows
    beside: tuple[Beside, ...] = ()

    def __repr__(self) -> str:
        return f"Reading(code={self.code!r})"
