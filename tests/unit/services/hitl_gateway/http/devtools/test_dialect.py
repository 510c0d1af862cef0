"""VALET's DevTools calls, and what a viewer would do for them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ghosthands.hitl_gateway.http.devtools import dialect
from ghosthands.hitl_gateway.http.devtools.bounds import Bucket
from ghosthands.hitl_gateway.http.devtools.dialect import CallFault, CallRefused
from ghosthands.hitl_gateway.http.devtools.picture import SeenPicture, read_picture

PICTURE = SeenPicture(b"", 1000, 500)


def read(method: str, **params: Any) -> list[dialect.Gesture]:
    call = dialect.read_call(json.dumps({"id": 7, "method": method, "params": params}))
    return dialect.read_gestures(call, PICTURE)


def test_a_place_is_a_fraction_of_the_picture() -> None:
    (pressed,) = read("Input.dispatchMouseEvent", type="mousePressed", x=250, y=250, button="left", clickCount=1)
    assert pressed == {
        "type": "mouse", "action": "down", "x": 0.25, "y": 0.5, "button": "left", "clicks": 1, "modifiers": 0
    }  # fmt: skip
    (wheel,) = read("Input.dispatchMouseEvent", type="mouseWheel", x=0, y=0, deltaX=0, deltaY=120)
    assert (wheel["type"], wheel["dx"], wheel["dy"]) == ("wheel", 0, 120)


def test_a_character_is_typed_once_however_it_is_told() -> None:
    typed = [{"type": "key", "action": action, "key": "é"} for action in ("down", "up")]
    assert read("Input.dispatchKeyEvent", type="keyDown", text="é") == typed
    assert read("Input.dispatchKeyEvent", type="char", text="é") == typed
    assert read("Input.dispatchKeyEvent", type="keyUp", text="é") == []
    assert read("Input.dispatchKeyEvent", type="rawKeyDown", key="é") == []
    assert read("Input.dispatchKeyEvent", type="char", text="\r")[0]["key"] == "Enter"
    assert read("Input.dispatchKeyEvent", type="char", text="👩‍👧") == [{"type": "text", "text": "👩‍👧"}]
    assert read("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab")[0]["key"] == "Tab"


@pytest.mark.parametrize(
    ("fault", "method", "params"),
    [
        (CallFault.NOT_PASSED_ON, "Runtime.evaluate", {"expression": "document.cookie"}),
        (CallFault.OUTSIDE, "Input.dispatchMouseEvent", {"type": "mousePressed", "x": 1001, "y": 1}),
        (CallFault.OUTSIDE, "Input.dispatchMouseEvent", {"type": "mousePressed", "x": -1, "y": 1}),
        (CallFault.MISFIT, "Input.dispatchMouseEvent", {"type": "mousePressed"}),
        (CallFault.MISFIT, "Input.dispatchMouseEvent", {"type": "dragEnter", "x": 1, "y": 1}),
        (CallFault.MISFIT, "Input.dispatchMouseEvent", {"type": "mouseWheel", "x": 1, "y": 1, "deltaY": 1e9}),
        (CallFault.MISFIT, "Input.dispatchKeyEvent", {"type": "char", "text": "x" * 65}),
        (CallFault.MISFIT, "Input.dispatchKeyEvent", {"type": "keyDown", "code": "'; drop"}),
    ],
)
def test_what_is_not_of_the_kind_is_refused_by_its_number(
    fault: CallFault, method: str, params: dict[str, Any]
) -> None:
    with pytest.raises(CallRefused) as refused:
        read(method, **params)
    told = json.loads(dialect.write_refusal(refused.value))
    assert (told["id"], told["error"]) == (7, {"code": fault.number, "message": str(fault)})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '{"id":"7","method":"Page.enable"}',
        '{"method":"Page.enable"}',
        '{"id":7,"method":"M","sessionId":"s"}',
    ],
)
def test_what_is_no_call_to_this_page_is_refused(text: str) -> None:
    with pytest.raises(CallRefused) as refused:
        dialect.read_call(text)
    assert refused.value.fault is CallFault.MALFORMED


def test_only_the_picture_there_is_can_be_had() -> None:
    call = dialect.read_call('{"id":1,"method":"Page.captureScreenshot","params":{"format":"png"}}')
    with pytest.raises(CallRefused):
        dialect.check_screenshot(call)


def test_a_picture_says_how_large_it_is() -> None:
    header = b"\xff\xd8\xff\xe0\x00\x04JF\xff\xc2\x00\x11\x08\x01\x90\x02\x80\x03"
    assert read_picture(header) == SeenPicture(header, 640, 400)
    for broken in (b"", b"\x89PNG", header[:9], b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x00\x00\x00"):
        assert read_picture(broken) is None


def test_a_bucket_gives_so_many_at_once_and_more_as_time_goes() -> None:
    at = [0.0]
    bucket = Bucket(at_once=2, per_second=10, clock=lambda: at[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    at[0] = 0.1
    assert [bucket.take() for _ in range(2)] == [True, False]
    at[0] = 100
    assert [bucket.take() for _ in range(3)] == [True, True, False]
