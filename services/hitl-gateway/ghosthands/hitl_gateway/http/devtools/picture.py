"""A picture of a page as browser-host sends it, with its size: VALET's positions are pixels of that picture."""

from __future__ import annotations

import base64
import struct
from dataclasses import dataclass

#: the markers of a JPEG's frame headers, with its size: SOF0 to SOF15 except DHT, JPG and DAC (ITU T.81, table B.1)
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_START = b"\xff\xd8"


@dataclass(frozen=True)
class SeenPicture:
    """A picture of the page, as JPEG."""

    data: bytes
    width: int
    height: int

    @property
    def text(self) -> str:
        """The picture in base64."""
        return base64.b64encode(self.data).decode()


def read_picture(data: bytes) -> SeenPicture | None:
    """Read the picture and its size; None where the bytes are no JPEG that states its size."""
    at = len(_START)
    if not data.startswith(_START):
        return None
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return SeenPicture(data, width, height) if width and height else None
        at += 2 + length
    return None
