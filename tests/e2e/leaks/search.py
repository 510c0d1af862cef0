"""Looking for a person's values wherever GhostHands leaves bytes, in every spelling a leak is likely to have."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

#: bytes; shorter ones are words that stand everywhere, or turn up in sealed bytes by chance
SHORTEST = 8
#: digits alone say somebody's number only when there are enough of them
SHORTEST_NUMBER = 9


@dataclass(frozen=True)
class Leak:
    """A value found where it must not be."""

    where: str
    #: which value and in which spelling; never the value
    what: str


class Search:
    """The values of some people, ready to be looked for."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._needles = {
            needle: f"{name} ({spelling})"
            for name, value in values.items()
            if len(value) >= SHORTEST
            for spelling, needle in spellings(value)
            if len(needle) >= SHORTEST
        }
        self._pattern = re.compile(b"|".join(map(re.escape, sorted(self._needles, key=len, reverse=True))))

    def look(self, where: str, content: bytes) -> Iterator[Leak]:
        """Every spelling found in `content` or in `content` with its letters small."""
        for text in (content, content.lower()):
            for found in self._pattern.finditer(text):
                yield Leak(where, self._needles[found.group()])

    def look_in_files(self, folder: Path) -> Iterator[Leak]:
        """Every file below `folder`, and its name."""
        for path in folder.rglob("*"):
            yield from self.look(f"name of {path}", str(path.relative_to(folder)).encode())
            if path.is_file() and not path.is_symlink():
                yield from self.look(str(path), path.read_bytes())


def spellings(value: str) -> Iterator[tuple[str, bytes]]:
    """The value raw, with small letters, URL-, JSON- and base64-encoded, and its digits alone."""
    raw = value.encode()
    yield "raw", raw
    yield "case-folded", value.casefold().encode()
    yield "url", quote(value, safe="").encode()
    yield "url form", quote_plus(value).encode()
    yield "json", json.dumps(value)[1:-1].encode()
    for offset in range(3):
        encoded = base64.b64encode(b"\0" * offset + raw)
        yield f"base64 at {offset}", encoded[4 if offset else 0 : len(encoded) // 4 * 4 - 4]
    digits = re.sub(r"\D", "", value)
    if len(digits) >= SHORTEST_NUMBER:
        yield "digits", digits.encode()


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a nested value, with its path."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{path}.{index}")
    elif value is not None and not isinstance(value, bool):
        yield path, str(value)


def unmistakable(found: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The values that are this person's and not a form's own words."""
    shared = re.compile(r"skills|location\.(country|state)|degree|\.field$|work_authorization|answers")
    return {
        path: text
        for path, text in found
        if (not shared.search(path) or len(text) > 25) and len(text.encode()) >= SHORTEST
    }
