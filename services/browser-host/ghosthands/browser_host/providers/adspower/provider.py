"""The AdsPower provider: a free profile of its pool, opened by the AdsPower that runs on this machine.

The browser is AdsPower's: AdsPower starts and stops it on request, and nobody else ends it, unless AdsPower has lost
sight of it. One profile beyond those in use may be kept open, so that the next session finds it warm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.devtools import BrowserWatch, NoAnswer, line_to
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.adspower import orphans
from ghosthands.browser_host.providers.adspower.client import AdsPower
from ghosthands.browser_host.providers.adspower.errors import UNAVAILABLE, AdsPowerError, missing_kernel
from ghosthands.browser_host.providers.adspower.pool import Pool
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.chassis import logging
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.codes import BrowserFailure
from ghosthands.domain.errors import Transient

#: Seconds before a session that found every profile in use looks again.
BUSY_SECONDS = 5.0
#: Seconds for which a profile is blocked that somebody else has open, and one that AdsPower will not open.
IN_USE_SECONDS = 30.0
ASIDE_SECONDS = 600.0

log = logging.get(__name__)


class AdsPowerBrowser:
    """The browser of an AdsPower profile."""

    owns_browser, proxied, door = True, False, None

    def __init__(self, provider: AdsPowerProvider, profile_id: str, ws_url: str) -> None:
        self._provider = provider
        self._profile_id = profile_id
        self.ws_url = ws_url
        self.process: ProcessIdentity | None = next(orphans.find(profile_id), None)
        self._life = self.process or BrowserWatch(ws_url)

    @property
    def alive(self) -> bool:
        """Whether it ran when it was last looked at, by its process or over DevTools."""
        return self._life.alive

    async def wait_until_gone(self, timeout_seconds: float | None) -> bool:
        """Wait until it has ended; return False if it still runs after `timeout_seconds` (None: wait for ever)."""
        return await self._life.wait_until_gone(timeout_seconds)

    async def end(self) -> None:
        """Stop the profile through AdsPower."""
        if isinstance(self._life, BrowserWatch):
            await self._life.close()
        await self._provider.stop(self._profile_id)


class AdsPowerProvider:
    """The provider of browsers of free AdsPower profiles."""

    def __init__(
        self,
        api: AdsPower,
        pool: Pool,
        folders: UserDataDirs,
        *,
        profile_ids: Collection[str] = (),
        headed: bool = False,
        warm: bool = False,
    ) -> None:
        self._api = api
        self._pool = pool
        self._folders = folders
        self._profile_ids = profile_ids
        self._headed = headed
        self._warm = warm
        self._warming: asyncio.Task[None] | None = None

    def session_keys(self) -> Collection[SessionKey]:
        """Return every session that has a folder here."""
        return self._folders.all()

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> AdsPowerBrowser:
        """Open the first free profile for the session. Raises BrowserUnavailable, Transient if none is free now."""
        headless = not (launch_request.headed or self._headed)
        try:
            browser = await self._open_free_profile(key, headless=headless)
        except AdsPowerError as error:
            log.error("adspower_failed", code=error.meaning.code, reason=error.said)
            raise error.refusal from None
        if self._warm and (self._warming is None or self._warming.done()):
            self._warming = asyncio.create_task(self._warm_up(headless=headless), name="adspower warm-up")
        return browser

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> AdsPowerBrowser | None:
        """Return the browser of the session's leased profile; None if it is no longer the same one."""
        profile_id = self._pool.lease_of(key)
        if profile_id is None or (process is not None and not _is_same(process, next(orphans.find(profile_id), None))):
            return None
        try:
            known = await self._api.active(profile_id)
        except AdsPowerError:
            known = None
        ws_url = known or await orphans.ws_url(profile_id)
        return AdsPowerBrowser(self, profile_id, ws_url) if ws_url is not None else None

    async def discard(self, key: SessionKey, launch_request: LaunchRequest) -> None:
        """Stop the profile that the session has, and let it rest."""
        profile_id = self._pool.lease_of(key)
        if profile_id is not None and profile_id in self._pool.started:
            await self.stop(profile_id)
        await self._pool.release(key)

    async def stop(self, profile_id: str) -> None:
        """Stop the profile's browser, even if AdsPower has lost sight of it; one that may still run stays ours."""
        try:
            await self._api.stop(profile_id)
            is_stopped = True
        except AdsPowerError as error:
            log.error("adspower_not_stopped", code=error.meaning.code, reason=error.said)
            is_stopped = False
        if await orphans.end(profile_id) or is_stopped:
            self._pool.note_stopped(profile_id)

    async def wait_until_warm(self) -> None:
        """Wait until the profile that is being opened for the next session is open."""
        if self._warming is not None:
            await asyncio.wait({self._warming})

    async def close(self) -> None:
        """Stop the profile that is kept warm."""
        if self._warming is not None:
            self._warming.cancel()
        for profile_id in self._pool.started - set(self._pool.leased()):
            await self.stop(profile_id)
        await self._api.close()

    async def _open_free_profile(self, key: SessionKey, *, headless: bool) -> AdsPowerBrowser:
        """Open the first free profile that works. Raises AdsPowerError, BrowserUnavailable, Transient."""
        if not self._pool.free():  # there may be others by now
            self._pool.known = self._profile_ids or await self._api.profile_ids()
        tried: set[str] = set()
        trouble: AdsPowerError | None = None
        while (profile_id := await self._find_untried(tried)) is not None:
            tried.add(profile_id)
            self._pool.lease(key, profile_id)
            try:
                if ws_url := await self._start(profile_id, headless=headless):
                    return AdsPowerBrowser(self, profile_id, ws_url)
                await self._pool.set_aside(key, seconds=IN_USE_SECONDS)
            except AdsPowerError as error:
                seconds = error.meaning.delay_seconds or ASIDE_SECONDS
                await self._pool.set_aside(key, seconds=seconds if error.meaning.of_profile else 0.0)
                await self._take_refusal(error)
                if not error.meaning.of_profile:
                    raise
                trouble = error
        raise trouble or self._describe_shortage()

    async def _find_untried(self, tried: Collection[str]) -> str | None:
        """Return a free profile that was not tried yet, or None."""
        await self.wait_until_warm()  # it may be just that one
        return next((each for each in self._pool.free() if each not in tried), None)

    def _describe_shortage(self) -> Exception:
        wait = BUSY_SECONDS if self._pool.leased() else self._pool.wait_seconds(IN_USE_SECONDS)
        if wait is not None:
            return Transient("every profile of AdsPower's is in use, or rests", delay=max(wait, 1.0))
        return BrowserUnavailable("AdsPower has no profile that may be used", code=BrowserFailure.ADSPOWER_NO_PROFILE)

    async def _start(self, profile_id: str, *, headless: bool) -> str | None:
        """Start the browser with one empty tab, and return its DevTools address; None if somebody else has it open."""
        is_ours = profile_id in self._pool.started
        if not is_ours and await self._api.active(profile_id) is not None:
            return None
        self._pool.note_started(profile_id)
        try:
            ws_url = await self._api.start(profile_id, headless=headless)
        except AdsPowerError as error:
            if not is_ours and error.meaning is not UNAVAILABLE:  # without an answer it may well have been started
                self._pool.note_stopped(profile_id)
            raise
        await _tidy(ws_url)
        return ws_url

    async def _take_refusal(self, error: AdsPowerError) -> None:
        """Log the refusal, and download the kernel if the profile lacks one."""
        log.warning("adspower_profile_refused", code=error.meaning.code, reason=error.said)
        if kernel := missing_kernel(error.said):
            with suppress(AdsPowerError):
                await self._api.download_kernel(*kernel)

    async def _warm_up(self, *, headless: bool) -> None:
        """Open the profile that the next session will get."""
        profile_id = next(iter(self._pool.free()), None)
        if profile_id is None or profile_id in self._pool.started:
            return
        try:
            await self._start(profile_id, headless=headless)
        except AdsPowerError as error:
            await self._take_refusal(error)


async def _tidy(ws_url: str) -> None:
    """Leave one empty tab and no other: a frozen one would keep Playwright from connecting."""
    with suppress(NoAnswer):
        async with line_to(ws_url) as line:
            empty = (await line.call("Target.createTarget", url="about:blank")).get("targetId")
            tabs = (await line.call("Target.getTargets")).get("targetInfos", ())
            for tab in tabs:
                if tab["type"] == "page" and tab["targetId"] != empty:
                    await line.call("Target.closeTarget", targetId=tab["targetId"])


def _is_same(one: ProcessIdentity, other: ProcessIdentity | None) -> bool:
    return other is not None and (one.pid, one.start_time) == (other.pid, other.start_time)
