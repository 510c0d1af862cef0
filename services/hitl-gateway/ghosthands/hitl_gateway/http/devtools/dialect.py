"""The DevTools protocol as VALET speaks it: four methods, validated by type and range; nothing else is passed on."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ghosthands.hitl_gateway.http.devtools.picture import SeenPicture

#: a viewer's message, as browser-host's live view reads it
Gesture = Mapping[str, Any]

_Params = TypeVar("_Params", bound=msgspec.Struct)

_Distance = Annotated[float, Meta(ge=-5000, le=5000)]
_Modifiers = Annotated[int, Meta(ge=0, le=15)]
#: the modifiers of shortcuts, which type nothing: Alt, Ctrl, Meta
_SHORTCUT = 1 | 2 | 4


class Method(StrEnum):
    """The methods that are accepted."""

    ENABLE = "Page.enable"
    SCREENSHOT = "Page.captureScreenshot"
    MOUSE = "Input.dispatchMouseEvent"
    KEY = "Input.dispatchKeyEvent"


class CallFault(StrEnum):
    """The reason why a call is refused; each has a number of JSON-RPC's."""

    MALFORMED = "the message is not a call of the DevTools protocol"
    NOT_PASSED_ON = "this method is not passed on here: Page.enable, Page.captureScreenshot and Input.dispatch… are"
    MISFIT = "the parameters are not of the kind or range that is passed on"
    OUTSIDE = "the place lies outside of the page"
    NO_PICTURE = "the page shows nothing yet"
    HELD = "somebody else has control of the page"
    NOT_GIVEN = "control of the page cannot be had just now"
    CUT_OFF = "the browser has lost its connection to GhostHands: nothing that is sent leaves it until it is back"
    TOO_FAST = "too much is asked at once"

    @property
    def number(self) -> int:
        """The fault's number in JSON-RPC."""
        return _NUMBERS.get(self, -32000)


_NUMBERS = {
    CallFault.MALFORMED: -32600,
    CallFault.NOT_PASSED_ON: -32601,
    CallFault.MISFIT: -32602,
    CallFault.OUTSIDE: -32602,
}


class CallRefused(Exception):
    """The call is not carried out."""

    def __init__(self, fault: CallFault, call_id: int | None = None) -> None:
        super().__init__(fault)
        self.fault = fault
        self.call_id = call_id


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call; a message that names a session of another target is none."""

    id: Annotated[int, Meta(ge=0, le=2**53)]
    method: Annotated[str, Meta(max_length=100)]
    params: dict[str, Any] = {}


class _Numbered(msgspec.Struct):
    """The part of a call that is needed to answer it."""

    id: int | None = None


class _Screenshot(msgspec.Struct, frozen=True):
    format: Literal["jpeg"] = "jpeg"


class _Mouse(msgspec.Struct, frozen=True, rename="camel"):
    type: Literal["mousePressed", "mouseReleased", "mouseMoved", "mouseWheel"]
    x: float
    y: float
    button: Literal["none", "left", "middle", "right"] = "none"
    click_count: Annotated[int, Meta(ge=0, le=3)] = 0
    delta_x: _Distance = 0.0
    delta_y: _Distance = 0.0
    modifiers: _Modifiers = 0


class _Key(msgspec.Struct, frozen=True):
    type: Literal["keyDown", "rawKeyDown", "keyUp", "char"]
    text: Annotated[str, Meta(max_length=64)] = ""
    key: Annotated[str, Meta(max_length=16)] = ""
    code: Annotated[str, Meta(max_length=24, pattern="^[A-Za-z0-9]*$")] = ""
    modifiers: _Modifiers = 0


_ACTIONS = {"mousePressed": "down", "mouseReleased": "up", "mouseMoved": "move"}


def read_call(text: str) -> Call:
    """Return the call that was sent. Raises CallRefused."""
    try:
        return msgspec.json.decode(text, type=Call)
    except (msgspec.DecodeError, ValueError):
        raise CallRefused(CallFault.MALFORMED, _find_id(text)) from None


def check_screenshot(call: Call) -> None:
    """Raise CallRefused for a picture of another format than there is."""
    _read(call, _Screenshot)


def read_gestures(call: Call, picture: SeenPicture) -> list[Gesture]:
    """Return what a viewer of that picture would do; empty for a call without effect. Raises CallRefused."""
    match call.method:
        case Method.MOUSE:
            return [_point(_read(call, _Mouse), picture, call.id)]
        case Method.KEY:
            return _type(_read(call, _Key))
        case _:
            raise CallRefused(CallFault.NOT_PASSED_ON, call.id)


def _point(mouse: _Mouse, picture: SeenPicture, call_id: int) -> Gesture:
    x, y = mouse.x / picture.width, mouse.y / picture.height
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise CallRefused(CallFault.OUTSIDE, call_id)
    where = {"x": x, "y": y, "modifiers": mouse.modifiers}
    if mouse.type == "mouseWheel":
        return {"type": "wheel", **where, "dx": mouse.delta_x, "dy": mouse.delta_y}
    action = {"action": _ACTIONS[mouse.type], "button": mouse.button, "clicks": mouse.click_count}
    return {"type": "mouse", **where, **action}


def _type(key: _Key) -> list[Gesture]:
    """Return a key's gestures.

    A character is a whole stroke, since VALET names no keys; a named key goes down and up as VALET says.
    """
    if key.text and key.type in ("keyDown", "char"):
        return _stroke(key.text) if not key.modifiers & _SHORTCUT else []
    if len(key.key) > 1 and key.type != "char":
        action = "up" if key.type == "keyUp" else "down"
        named = {"key": key.key, "code": key.code, "modifiers": key.modifiers}
        return [{"type": "key", "action": action, **named}]
    return []


def _stroke(text: str) -> list[Gesture]:
    name = "Enter" if text in ("\r", "\n") else text
    if name != "Enter" and not (len(text) == 1 and text.isprintable()):
        return [{"type": "text", "text": text}]
    return [{"type": "key", "action": action, "key": name} for action in ("down", "up")]


def _read(call: Call, params: type[_Params]) -> _Params:
    try:
        return msgspec.convert(call.params, params)
    except msgspec.ValidationError:
        raise CallRefused(CallFault.MISFIT, call.id) from None


def _find_id(text: str) -> int | None:
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.DecodeError, ValueError):
        return None


# Answers


def write_answer(call_id: int, result: Mapping[str, Any] | None = None) -> str:
    """Return the answer to a call that was carried out."""
    return msgspec.json.encode({"id": call_id, "result": result or {}}).decode()


def write_refusal(refused: CallRefused) -> str:
    """Return the answer to a call that was refused; it repeats nothing that was sent."""
    error = {"code": refused.fault.number, "message": str(refused.fault)}
    known = {} if refused.call_id is None else {"id": refused.call_id}
    return msgspec.json.encode({**known, "error": error}).decode()


def tell_navigated(url: str) -> str:
    """Return the message that tells VALET that the page has changed."""
    frame = {"id": "main", "loaderId": "", "url": url, "securityOrigin": "", "mimeType": "text/html"}
    said = {"method": "Page.frameNavigated", "params": {"frame": frame, "type": "Navigation"}}
    return msgspec.json.encode(said).decode()
