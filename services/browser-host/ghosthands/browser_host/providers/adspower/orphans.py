"""Orphaned browsers: AdsPower says that their profile is closed, and their process runs on.

They are known by their profile's folder, `…/cache/<profile id>_…`. Only the host that started a profile may look for
its orphan.
"""

from __future__ import annotations

from collections.abc import Iterator

from ghosthands import chromium
from ghosthands.chassis import logging
from ghosthands.chromium import ChromiumError, FoundBrowser, running

log = logging.get(__name__)


def find(profile_id: str) -> Iterator[FoundBrowser]:
    """Yield the browser processes on this machine that work on the profile."""
    for browser in running.list_browsers():
        if browser.profile_dir.parent.name == "cache" and browser.profile_dir.name.startswith(f"{profile_id}_"):
            yield browser


async def ws_url(profile_id: str) -> str | None:
    """Return the DevTools address of the profile's browser, if one runs and answers, whatever AdsPower says."""
    for found in find(profile_id):
        if process := await chromium.adopt(found.profile_dir, found.pid, found.start_time):
            return process.ws_url
    return None


async def end(profile_id: str) -> bool:
    """End what still works on the profile; return whether there was something, and it ended."""
    ended = False
    for found in find(profile_id):
        log.warning("adspower_orphan_ended", pid=found.pid)
        try:
            await chromium.end(found)
        except ChromiumError as error:
            log.error("browser_not_ended", reason=str(error))
            return False
        ended = True
    return ended
