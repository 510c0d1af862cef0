"""Of what a viewer of a desktop sends, keys, mouse and clipboard pass with control only, however it is cut up."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.browser_host.live.rfb import NotUnderstood, Viewing

GREETING = b"RFB 003.008\n" + b"\x01" + b"\x00"
PASSED_GREETING = b"RFB 003.008\n" + b"\x01" + b"\x01"

FORMAT = b"\x00" + bytes(19)
ENCODINGS = struct.pack(">BxHii", 2, 2, 0, -239)
UPDATE = struct.pack(">BBHHHH", 3, 1, 0, 0, 1280, 1000)
CONTINUOUS = b"\x96" + bytes(9)
FENCE = b"\xf8" + bytes(7) + b"\x03abc"
LOOKING = [FORMAT, ENCODINGS, UPDATE, CONTINUOUS, FENCE]

KEY = struct.pack(">BBxxI", 4, 1, 0x61)
POINTER = struct.pack(">BBHH", 5, 1, 10, 10)
CUT = struct.pack(">BxxxI", 6, 3) + b"abc"
EXTENDED_CUT = struct.pack(">Bxxxi", 6, -8) + bytes(8)
QEMU_KEY = struct.pack(">BBHII", 255, 0, 1, 0x61, 30)
HANDS = [KEY, POINTER, CUT, EXTENDED_CUT, QEMU_KEY]

SET_SIZE = b"\xfb" + bytes(5) + b"\x01\x00" + bytes(16)
POWER_OFF = b"\xfa\x00\x01\x02"
NOBODYS = [SET_SIZE, POWER_OFF]


def passed(pieces: list[bytes], *, may_act: bool) -> bytes:
    viewing = Viewing(lambda: may_act)
    return b"".join(viewing.let_pass(piece) for piece in pieces)


@given(st.lists(st.sampled_from([*LOOKING, *HANDS, *NOBODYS]), max_size=30), st.data())
def test_only_looking_passes_without_control(messages: list[bytes], data: st.DataObject) -> None:
    stream = GREETING + b"".join(messages)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    allowed = [message for message in messages if message in LOOKING]
    assert passed(pieces, may_act=False) == PASSED_GREETING + b"".join(allowed)
    with_hands = [message for message in messages if message not in NOBODYS]
    assert passed(pieces, may_act=True) == PASSED_GREETING + b"".join(with_hands)


def test_control_counts_at_the_moment_of_the_message() -> None:
    control = {"held": False}
    viewing = Viewing(lambda: control["held"])
    viewing.let_pass(GREETING)
    assert viewing.let_pass(KEY) == b""
    control["held"] = True
    assert viewing.let_pass(KEY) == KEY
    control["held"] = False
    assert viewing.let_pass(KEY) == b""


@pytest.mark.parametrize(
    "stream",
    [
        b"RFB 003.003\n\x01",
        b"RFB 003.008\n\x02",
        GREETING + b"\x07" + bytes(20),
        GREETING + struct.pack(">BxxxI", 6, 1 << 30),
        b"GET / HTTP/1.1\r\n\r\n",
    ],
    ids=["another version", "a password", "unknown", "a huge clipboard", "another protocol"],
)
def test_what_is_not_understood_ends_the_line(stream: bytes) -> None:
    with pytest.raises(NotUnderstood):
        passed([stream], may_act=True)
