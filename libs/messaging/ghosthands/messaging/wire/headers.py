"""A message's headers as received: one block of bytes, which is parsed when a header is first read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

_EMPTY = b"NATS/1.0\r\n\r\n"


class Headers(Mapping[str, str]):
    """The headers in a block; a status line counts as headers too."""

    def __init__(self, block: bytes) -> None:
        self._block = block

    def __getitem__(self, key: str) -> str:
        return self._parsed[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parsed)

    def __len__(self) -> int:
        return len(self._parsed)

    def __bool__(self) -> bool:
        return len(self._block) > len(_EMPTY)  # asked of every message: not worth parsing for

    @property
    def text(self) -> str:
        """The whole block, decoded, with the line `NATS/1.0` first."""
        return self._block.decode(errors="replace")

    @cached_property
    def _parsed(self) -> dict[str, str]:
        first, *lines = self.text.split("\r\n")
        parsed = {}
        for line in lines:
            key, colon, value = line.partition(":")
            if colon:
                parsed[key] = value.strip()
        _, _, status = first.partition(" ")
        if status:
            parsed["Status"], _, parsed["Description"] = status.strip().partition(" ")
        return parsed
