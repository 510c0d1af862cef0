"""Reads what a site keeps in a browser, and puts it back before a page's own scripts run.

So a browser that replaces another is the same one to the site.

Limits: no IndexedDB, no caches, no service workers; origins without a frame on the page have only their cookies.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec
from playwright.async_api import Error, Frame, Page

from ghosthands.browser_host.ports.storage import Origin, Storage

#: How many seconds a page that is given its storage back may take to load within the block.
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


async def read(page: Page) -> Storage:
    """Return what the sites of the page keep in its browser. Raises playwright's Error."""
    cookies = [dict(cookie) for cookie in await page.context.cookies()]
    origins = {found.origin: found for frame in page.frames if (found := await _read(frame)) is not None}
    return Storage(tuple(cookies), tuple(origins.values())).within_limit()


async def _read(frame: Frame) -> Origin | None:
    if not frame.url.startswith("http"):
        return None
    try:
        found = await frame.evaluate(_READ)
    except Error:  # it is navigating
        return None
    origin = msgspec.convert(found, Origin) if found else None
    return origin if origin and (origin.local_storage or origin.session_storage) else None


@asynccontextmanager
async def put_back(page: Page, storage: Storage) -> AsyncIterator[None]:
    """Put the storage back into every document the page loads within the block. Raises playwright's Error."""
    await page.context.add_cookies([dict(cookie) for cookie in storage.cookies])  # type: ignore[misc]  # theirs
    script = await page.add_init_script(f"({_PUT_BACK})({json.dumps(msgspec.to_builtins(storage.origins))})")
    try:
        yield
        with suppress(Error):  # frames that load later do without
            await page.wait_for_load_state(timeout=LOAD_SECONDS * 1000)
    finally:
        with suppress(Error):
            await script.close()
