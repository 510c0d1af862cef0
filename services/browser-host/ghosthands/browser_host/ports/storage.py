"""The storage of sites in a browser: cookies and each origin's storage, in the shape of Playwright's storage state.

It holds secrets, so it lies in the vault or in memory and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

#: The most bytes kept of one browser; a value of the vault holds little more.
MAX_BYTES = 700 * 1024


class Item(msgspec.Struct, frozen=True):
    """One entry of an origin's storage."""

    name: str
    value: str


class Origin(msgspec.Struct, frozen=True, rename="camel"):
    """The storage of one origin."""

    origin: str
    local_storage: tuple[Item, ...] = ()
    session_storage: tuple[Item, ...] = ()

    @property
    def host(self) -> str:
        """The host of the origin; empty where it has none."""
        return urlsplit(self.origin).hostname or ""


class Storage(msgspec.Struct, frozen=True):
    """Cookies, as Playwright has them, and origins."""

    cookies: tuple[dict[str, Any], ...] = ()
    origins: tuple[Origin, ...] = ()

    def __repr__(self) -> str:
        return f"Storage({len(self.cookies)} cookies, {len(self.origins)} origins)"

    def __bool__(self) -> bool:
        return bool(self.cookies or self.origins)

    def of(self, belongs: Callable[[str], bool]) -> Storage:
        """Return the part that belongs to the hosts for which `belongs` returns True."""
        return Storage(
            tuple(cookie for cookie in self.cookies if belongs(str(cookie["domain"]).lstrip("."))),
            tuple(origin for origin in self.origins if belongs(origin.host)),
        )

    def over(self, older: Storage) -> Storage:
        """Return both storages merged; where they differ, this one wins."""
        cookies = {_name(cookie): cookie for cookie in (*older.cookies, *self.cookies)}
        origins = {origin.origin: origin for origin in (*older.origins, *self.origins)}
        return Storage(tuple(cookies.values()), tuple(origins.values()))

    def within_limit(self) -> Storage:
        """Return as much of the storage as may be kept, the smallest origins first."""
        kept, room = [], MAX_BYTES - len(msgspec.json.encode(self.cookies))
        for origin in sorted(self.origins, key=lambda one: len(msgspec.json.encode(one))):
            room -= len(msgspec.json.encode(origin))
            if room >= 0:
                kept.append(origin)
        return Storage(self.cookies, tuple(kept))


def _name(cookie: dict[str, Any]) -> tuple[Any, ...]:
    return cookie["name"], cookie["domain"], cookie["path"], cookie.get("partitionKey")
