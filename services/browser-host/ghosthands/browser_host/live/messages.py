"""The messages between a viewer's page and the live view. Any other kind or range is refused.

Places are fractions of the picture, so that they mean the same in whatever size a viewer shows it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from ghosthands.browser_host.live.keys import is_key

#: the most characters pasted at once
MAX_TEXT = 20_000

Fraction = Annotated[float, Meta(ge=0, le=1)]
Distance = Annotated[float, Meta(ge=-5000, le=5000)]
#: CDP's bits: 1 Alt, 2 Ctrl, 4 Meta, 8 Shift
Modifiers = Annotated[int, Meta(ge=0, le=15)]


class MouseAction(StrEnum):
    """An action of a mouse: it moved, or its button went down or up."""

    MOVE = "move"
    DOWN = "down"
    UP = "up"


class KeyAction(StrEnum):
    """An action of a key: it went down or up."""

    DOWN = "down"
    UP = "up"


class Button(StrEnum):
    """A button of a mouse; the names are CDP's."""

    NONE = "none"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class _Heard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A message from a viewer."""


class Mouse(_Heard, frozen=True, kw_only=True):
    """The mouse moved, or one of its buttons went down or up."""

    action: MouseAction
    x: Fraction
    y: Fraction
    button: Button = Button.NONE
    clicks: Annotated[int, Meta(ge=0, le=3)] = 0
    modifiers: Modifiers = 0


class Wheel(_Heard, frozen=True, kw_only=True):
    """The wheel was turned, by CSS pixels."""

    x: Fraction
    y: Fraction
    dx: Distance
    dy: Distance
    modifiers: Modifiers = 0


class KeyStroke(_Heard, frozen=True, kw_only=True, tag="key"):
    """A key went down or up; `key` and `code` are those of the DOM's KeyboardEvent."""

    action: KeyAction
    key: Annotated[str, Meta(min_length=1, max_length=16)]
    code: Annotated[str, Meta(max_length=24, pattern="^[A-Za-z0-9]*$")] = ""
    modifiers: Modifiers = 0

    def __post_init__(self) -> None:
        if not is_key(self.key):
            raise ValueError("no key that can be pressed here")


class Text(_Heard, frozen=True, kw_only=True):
    """Text to insert where the cursor is."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]


class Choose(_Heard, frozen=True, kw_only=True):
    """The viewer chose an option of the list that was shown."""

    list_id: Annotated[int, Meta(ge=0)]
    index: Annotated[int, Meta(ge=0, le=100_000)]


class Take(_Heard, frozen=True):
    """The viewer asks for control of the browser."""


class Release(_Heard, frozen=True):
    """The viewer gives control back."""


Hand = Mouse | Wheel | KeyStroke | Text | Choose
Heard = Hand | Take | Release

_HEARD: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


def parse(data: str) -> Heard:
    """Parse a viewer's message. Raises msgspec.ValidationError, msgspec.DecodeError."""
    return _HEARD.decode(data)


class _Said(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message to a viewer."""


class Holder(StrEnum):
    """The holder of the page, as one viewer sees it."""

    NOBODY = "nobody"
    YOU = "you"
    #: control is requested, and waits for something else to end
    SOON = "soon"
    ANOTHER = "another"


class Halt(StrEnum):
    """The reason why nothing that the human in control sends leaves the browser."""

    #: none: what they send leaves
    NONE = ""
    #: the host is cut off from NATS, and others may take it for gone
    CUT_OFF = "cut_off"
    #: it was; it is back, but what was begun before may have been settled elsewhere
    WAS_CUT_OFF = "was_cut_off"


class Renewed(_Said, frozen=True, kw_only=True):
    """A token to return with: the same viewer, for a while longer."""

    token: str


class State(_Said, frozen=True, kw_only=True):
    """The state of the live view; sent at once, at every change, and now and then as a sign of life."""

    hold: Holder
    can_control: bool
    desktop: bool
    viewers: int
    title: str
    url: str
    #: what the job waits for a human to do; empty if it does not wait
    asked: str
    halt: Halt


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a list."""

    label: str
    group: str = ""
    disabled: bool = False
    selected: bool = False


class List(_Said, frozen=True, kw_only=True):
    """A list that the browser would show beside the page, to choose from."""

    list_id: int
    x: float
    y: float
    width: float
    height: float
    options: list[Option]


class ControlDenied(_Said, frozen=True, kw_only=True, tag="refused"):
    """The request of a viewer was denied; `code` says why."""

    #: a value of ControlDenial
    code: str


Said = Renewed | State | List | ControlDenied


def encode(message: Said) -> str:
    """Encode a message to a viewer."""
    return msgspec.json.encode(message).decode()
