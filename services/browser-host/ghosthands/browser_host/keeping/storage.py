"""What a site keeps in a browser: cookies, and the storage of each origin; in the shape of Playwright's storage state.

It is read from the frames there are and put back before a page's own scripts run: a browser that takes another's place
is to the site the same one. It holds secrets, so it lies in the vault or in memory and nowhere else.

Limits: no IndexedDB, no caches, no service workers; origins without a frame on the page have only their cookies.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from playwright.async_api import Error, Frame, Page

#: What may be kept of one browser; a value of the vault holds little more.
MAX_BYTES = 700 * 1024
#: How long a page that is given its storage back may take to load before it is on its own.
LOAD_SECONDS = 10.0

_READ = """() => {
  const items = (storage) => Object.entries(storage).map(([name, value]) => ({ name, value }));
  try {
    return { origin: location.origin, localStorage: items(localStorage), sessionStorage: items(sessionStorage) };
  } catch {
    return null;  // a sandboxed frame, or storage that is switched off
  }
}"""
_PUT_BACK = """(all) => {
  const put = (storage, items) => {
    for (const { name, value } of items) if (storage.getItem(name) === null) storage.setItem(name, value);
  };
  try {
    const own = all.find((each) => each.origin === location.origin);
    if (own) { put(localStorage, own.localStorage); put(sessionStorage, own.sessionStorage); }
  } catch { /* as above, or full */ }
}"""


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
        """Whose it is."""
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
        """What belongs to the hosts that `belongs` says yes to."""
        return Storage(
            tuple(cookie for cookie in self.cookies if belongs(str(cookie["domain"]).lstrip("."))),
            tuple(origin for origin in self.origins if belongs(origin.host)),
        )

    def over(self, older: Storage) -> Storage:
        """Both, where they differ this one."""
        cookies = {_name(cookie): cookie for cookie in (*older.cookies, *self.cookies)}
        origins = {origin.origin: origin for origin in (*older.origins, *self.origins)}
        return Storage(tuple(cookies.values()), tuple(origins.values()))

    def within_limit(self) -> Storage:
        """As much of it as may be kept: the smallest origins first."""
        kept, room = [], MAX_BYTES - len(msgspec.json.encode(self.cookies))
        for origin in sorted(self.origins, key=lambda one: len(msgspec.json.encode(one))):
            room -= len(msgspec.json.encode(origin))
            if room >= 0:
                kept.append(origin)
        return Storage(self.cookies, tuple(kept))


def _name(cookie: dict[str, Any]) -> tuple[Any, ...]:
    return cookie["name"], cookie["domain"], cookie["path"], cookie.get("partitionKey")


async def read(page: Page) -> Storage:
    """What the sites of the page keep in its browser. Raises playwright's Error."""
    cookies = [dict(cookie) for cookie in await page.context.cookies()]
    origins = {found.origin: found for frame in page.frames if (found := await _read(frame)) is not None}
    return Storage(tuple(cookies), tuple(origins.values())).within_limit()


async def _read(frame: Frame) -> Origin | None:
    if not frame.url.startswith("http"):
        return None
    try:
        found = await frame.evaluate(_READ)
    except Error:  # it is on its way elsewhere
        return None
    origin = msgspec.convert(found, Origin) if found else None
    return origin if origin and (origin.local_storage or origin.session_storage) else None


@asynccontextmanager
async def put_back(page: Page, storage: Storage) -> AsyncIterator[None]:
    """Whatever the page loads within the block finds the storage there. Raises playwright's Error."""
    await page.context.add_cookies([dict(cookie) for cookie in storage.cookies])  # type: ignore[misc]  # theirs
    script = await page.add_init_script(f"({_PUT_BACK})({json.dumps(msgspec.to_builtins(storage.origins))})")
    try:
        yield
        with suppress(Error):  # frames that come later begin without
            await page.wait_for_load_state(timeout=LOAD_SECONDS * 1000)
    finally:
        with suppress(Error):
            await script.close()
