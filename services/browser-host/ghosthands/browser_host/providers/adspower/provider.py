"""The AdsPower provider: a free profile of its pool, opened by the AdsPower that runs on this machine.

The browser is AdsPower's: it is asked to start and to stop it, and nobody else ends it, but for one that AdsPower has
lost sight of. One profile beyond those in use may be kept open, so that the next session finds it warm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress

import httpx

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.profiles import Profile, Profiles
from ghosthands.browser_host.providers.adspower import orphans
from ghosthands.browser_host.providers.adspower.client import AdsPower, Started
from ghosthands.browser_host.providers.adspower.errors import UNAVAILABLE, AdsPowerError, missing_kernel
from ghosthands.browser_host.providers.adspower.pool import Pool
from ghosthands.browser_host.providers.devtools import Line, NoAnswer
from ghosthands.browser_host.providers.provider import Order
from ghosthands.chassis import logging
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.errors import Transient

#: Seconds before a session that found every profile in use looks again.
BUSY_SECONDS = 5.0
#: Seconds for which a profile is left alone that somebody else has open, and one that AdsPower will not open.
IN_USE_SECONDS = 30.0
ASIDE_SECONDS = 600.0
#: How often a browser without a process of this machine's is looked at.
LOOK_SECONDS = 1.0

log = logging.get(__name__)


class AdsPowerBrowser:
    """A profile's browser; see `provider.Running`."""

    owns_browser = True

    def __init__(self, provider: AdsPowerProvider, profile_id: str, started: Started) -> None:
        self._provider = provider
        self._profile_id = profile_id
        self.ws_url = started.ws_url
        self._port = started.debug_port
        self._is_gone = False
        self.process: ProcessIdentity | None = next(orphans.find(profile_id), None)

    @property
    def alive(self) -> bool:
        """See Running."""
        return self.process.alive if self.process is not None else not self._is_gone

    async def gone(self, timeout_seconds: float | None) -> bool:
        """See Running."""
        if self.process is not None:
            return await self.process.gone(timeout_seconds)
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_seconds):
                await self._silence()
        return self._is_gone

    async def end(self) -> None:
        """See Running."""
        await self._provider.stop(self._profile_id)
        self._is_gone = True

    async def _silence(self) -> None:
        """Wait until the browser does not answer any more."""
        async with httpx.AsyncClient(trust_env=False) as client:
            while not self._is_gone:
                try:
                    await client.get(f"http://127.0.0.1:{self._port}/json/version")
                except httpx.HTTPError:
                    self._is_gone = True
                await asyncio.sleep(LOOK_SECONDS)


class AdsPowerProvider:
    """See `provider.Provider`."""

    def __init__(
        self,
        api: AdsPower,
        pool: Pool,
        folders: Profiles,
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

    def profiles(self) -> Collection[Profile]:
        """See Provider."""
        return self._folders.all()

    async def launch(self, profile: Profile, order: Order) -> AdsPowerBrowser:
        """See Provider."""
        headless = not (order.headed or self._headed)
        await self.warmed()  # the next free profile may be just that one
        try:
            browser = await self._opened(profile, headless=headless)
        except AdsPowerError as error:
            log.error("adspower_failed", code=error.meaning.code, reason=error.said)
            raise error.refusal from None
        if self._warm and (self._warming is None or self._warming.done()):
            self._warming = asyncio.create_task(self._warm_up(headless=headless), name="adspower warm-up")
        return browser

    async def adopt(self, profile: Profile, process: ProcessIdentity | None, order: Order) -> AdsPowerBrowser | None:
        """See Provider."""
        profile_id = self._pool.lease_of(profile)
        if profile_id is None:
            return None
        try:
            started = await self._api.active(profile_id) or await _orphan(profile_id)
        except AdsPowerError:
            started = await _orphan(profile_id)
        if started is None:
            return None
        browser = AdsPowerBrowser(self, profile_id, started)
        return browser if process is None or _same(process, browser.process) else None

    async def discard(self, profile: Profile, order: Order) -> None:
        """See Provider."""
        profile_id = self._pool.lease_of(profile)
        if profile_id is not None and profile_id in self._pool.started:
            await self.stop(profile_id)
        await self._pool.release(profile)

    async def stop(self, profile_id: str) -> None:
        """End the profile's browser, also where AdsPower has lost sight of it. Raises nothing."""
        try:
            await self._api.stop(profile_id)
        except AdsPowerError as error:
            log.error("adspower_not_stopped", code=error.meaning.code, reason=error.said)
        await orphans.end(profile_id)
        self._pool.note_stopped(profile_id)

    async def warmed(self) -> None:
        """Wait until the profile that is being opened for the next session is."""
        if self._warming is not None:
            await asyncio.wait({self._warming})

    async def close(self) -> None:
        """See Provider: what is kept warm."""
        if self._warming is not None:
            self._warming.cancel()
        for profile_id in self._pool.started - set(self._pool.leased()):
            await self.stop(profile_id)
        await self._api.close()

    async def _opened(self, profile: Profile, *, headless: bool) -> AdsPowerBrowser:
        """The first free profile that opens. Raises AdsPowerError, BrowserUnavailable, Transient."""
        if not self._pool.known:
            self._pool.known = self._profile_ids or await self._api.profiles()
        trouble: AdsPowerError | None = None
        while (profile_id := next(self._pool.free(), None)) is not None:
            self._pool.lease(profile, profile_id)
            try:
                if started := await self._start(profile_id, headless=headless):
                    return AdsPowerBrowser(self, profile_id, started)
                await self._pool.set_aside(profile, seconds=IN_USE_SECONDS)
            except AdsPowerError as error:
                seconds = error.meaning.delay_seconds or ASIDE_SECONDS
                await self._pool.set_aside(profile, seconds=seconds if error.meaning.of_profile else 0.0)
                await self._refused(profile_id, error)
                if not error.meaning.of_profile:
                    raise
                trouble = error
        raise trouble or self._none_free()

    def _none_free(self) -> Exception:
        rest = BUSY_SECONDS if self._pool.leased() else self._pool.rest_seconds
        if rest is not None and rest <= IN_USE_SECONDS:
            return Transient("every profile of AdsPower's is in use, or rests", delay=max(rest, 1.0))
        return BrowserUnavailable("AdsPower has no profile that may be used", code="adspower_no_profile")

    async def _start(self, profile_id: str, *, headless: bool) -> Started | None:
        """The profile's browser with one empty tab; None where somebody else has it open."""
        if profile_id not in self._pool.started:
            if await self._api.active(profile_id) is not None:
                return None
            self._pool.note_started(profile_id)
        started = await self._api.start(profile_id, headless=headless)
        await _tidy(started)
        return started

    async def _refused(self, profile_id: str, error: AdsPowerError) -> None:
        """It was not started; have fetched what it lacks."""
        log.warning("adspower_profile_refused", code=error.meaning.code, reason=error.said)
        if error.meaning is not UNAVAILABLE:  # without an answer it may well have been started
            self._pool.note_stopped(profile_id)
        if kernel := missing_kernel(error.said):
            with suppress(AdsPowerError):
                await self._api.download_kernel(*kernel)

    async def _warm_up(self, *, headless: bool) -> None:
        """Open the profile that the next session will get."""
        profile_id = next(self._pool.free(), None)
        if profile_id is None or profile_id in self._pool.started:
            return
        try:
            await self._start(profile_id, headless=headless)
        except AdsPowerError as error:
            await self._refused(profile_id, error)


async def _tidy(started: Started) -> None:
    """One empty tab and no other: a frozen one would keep Playwright from connecting."""
    with suppress(NoAnswer):
        line = await Line.to(started.ws_url)
        empty = (await line.call("Target.createTarget", url="about:blank")).get("targetId")
        tabs = (await line.call("Target.getTargets")).get("targetInfos", ())
        for tab in tabs:
            if tab["type"] == "page" and tab["targetId"] != empty:
                await line.call("Target.closeTarget", targetId=tab["targetId"])
        await line.close()


async def _orphan(profile_id: str) -> Started | None:
    process = await orphans.adopted(profile_id)
    return Started(process.ws_url, process.port) if process is not None else None


def _same(one: ProcessIdentity, other: ProcessIdentity | None) -> bool:
    return other is not None and (one.pid, one.start_time) == (other.pid, other.start_time)
