"""A message's headers as they came: one block of bytes, taken apart when somebody asks for one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

_EMPTY = b"NATS/1.0\r\n\r\n"


class Headers(Mapping[str, str]):
    """The headers in a block; a status is one of them."""

    def __init__(self, block: bytes) -> None:
        self._block = block

    def __getitem__(self, key: str) -> str:
        return self._parsed[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parsed)

    def __len__(self) -> int:
        return len(self._parsed)

    def __bool__(self) -> bool:
        return len(self._block) > len(_EMPTY)  # asked of every message: no reason to take it apart

    @property
    def text(self) -> str:
        """All of them, line by line, below the line `NATS/1.0`."""
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
