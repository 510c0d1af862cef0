"""AdsPower's Local API: version 2 if the application has it, else version 1.

Every answer has status 200, but that of an unknown address: only its words say what went wrong (`errors`). Calls keep
to the rate limit, and a passing failure of the API's is tried again here; the caller decides on any other failure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import httpx

from ghosthands.browser_host.providers.adspower.errors import (
    OUTDATED,
    RATE_LIMITED,
    UNAVAILABLE,
    AdsPowerError,
    AdsPowerTransient,
    AlreadySo,
    error_of,
)
from ghosthands.browser_host.providers.adspower.limiter import Limiter
from ghosthands.chassis import logging

#: seconds that a profile may take to start
START_SECONDS = 60.0
CALL_SECONDS = 15.0
#: how often a call is made before a passing failure counts
ATTEMPTS = 4
#: how often a profile that has just been started is asked for its address, each time after a longer pause
STARTS = 5
LATER_SECONDS = 0.5
#: the number of profiles on a page of a list
PAGE = 100

log = logging.get(__name__)


class AdsPower:
    """A client of one AdsPower application's Local API."""

    def __init__(self, http: httpx.AsyncClient, limiter: Limiter, *, api_key: str | None = None) -> None:
        self._http = http
        self._limiter = limiter
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        #: the version of the Local API; 1 once the application turned out to be an old one
        self.version = 2

    async def close(self) -> None:
        """Close its connections."""
        await self._http.aclose()

    async def profile_ids(self) -> list[str]:
        """Return the ids of all profiles. Raises AdsPowerError."""
        found: list[str] = []
        while True:
            page = await self._list(len(found) // PAGE + 1)
            found += page
            if len(page) < PAGE:
                return found

    async def start(self, profile_id: str, *, headless: bool) -> str:
        """Start the profile's browser, unless it runs already, without tabs of AdsPower's own; return its address.

        The address is on the machine AdsPower runs on, and never logged. Raises AdsPowerError.
        """
        for tries in range(STARTS):
            data = await self._call_by_version(
                ("POST", "/api/v2/browser-profile/start", _start_params(profile_id, headless)),
                ("GET", "/api/v1/browser/start", _old_start_params(profile_id, headless)),
                seconds=START_SECONDS,
            )
            if ws_url := _ws_url(data):
                return ws_url
            log.info("adspower_without_address")
            self._limiter.hold(tries * LATER_SECONDS)
        raise AdsPowerTransient("the profile was started and says not where", UNAVAILABLE)

    async def stop(self, profile_id: str) -> None:
        """Stop the profile's browser; do nothing if it does not run. Raises AdsPowerError."""
        try:
            await self._call_by_version(
                ("POST", "/api/v2/browser-profile/stop", {"profile_id": profile_id}),
                ("GET", "/api/v1/browser/stop", {"user_id": profile_id}),
            )
        except AlreadySo:
            return

    async def active(self, profile_id: str) -> str | None:
        """Return the DevTools address of the profile's browser, empty if it is not known yet; None if none runs.

        Raises AdsPowerError.
        """
        try:
            data = await self._call_by_version(
                ("GET", "/api/v2/browser-profile/active", {"profile_id": profile_id}),
                ("GET", "/api/v1/browser/active", {"user_id": profile_id}),
            )
        except AlreadySo:
            return None
        return _ws_url(data) if data.get("status") == "Active" else None

    async def download_kernel(self, kind: str, version: str) -> None:
        """Download a browser kernel that a profile lacks; it takes minutes. Raises AdsPowerError."""
        kernel = {"kernel_type": kind, "kernel_version": version}
        await self._call("POST", "/api/v2/browser-profile/download-kernel", kernel, slow=True)

    async def _list(self, page: int) -> list[str]:
        data = await self._call_by_version(
            ("POST", "/api/v2/browser-profile/list", {"page": page, "limit": PAGE}),
            ("GET", "/api/v1/user/list", {"page": str(page), "page_size": str(PAGE)}),
            slow=True,
        )
        rows: Sequence[Mapping[str, Any]] = data.get("list") or ()
        return [str(row.get("profile_id") or row.get("user_id")) for row in rows]

    async def _call_by_version(
        self,
        new: tuple[str, str, Mapping[str, Any]],
        old: tuple[str, str, Mapping[str, Any]],
        *,
        slow: bool = False,
        seconds: float = CALL_SECONDS,
    ) -> dict[str, Any]:
        if self.version == 2:
            try:
                return await self._call(*new, slow=slow, seconds=seconds)
            except AdsPowerError as error:
                if error.meaning is not OUTDATED:
                    raise
            log.info("adspower_is_old")
            self.version = 1
        return await self._call(*old, slow=slow, seconds=seconds)

    async def _call(
        self, method: str, path: str, params: Mapping[str, Any], *, slow: bool = False, seconds: float = CALL_SECONDS
    ) -> dict[str, Any]:
        for _ in range(ATTEMPTS - 1):
            try:
                return await self._call_once(method, path, params, slow=slow, seconds=seconds)
            except AdsPowerTransient as error:
                if error.meaning not in (RATE_LIMITED, UNAVAILABLE):
                    raise
                self._limiter.hold(error.meaning.delay_seconds)
        return await self._call_once(method, path, params, slow=slow, seconds=seconds)

    async def _call_once(
        self, method: str, path: str, params: Mapping[str, Any], *, slow: bool, seconds: float
    ) -> dict[str, Any]:
        await self._limiter.wait(slow=slow)
        in_url, in_body = (params, None) if method == "GET" else (None, params)
        try:
            answer = await self._http.request(
                method, path, params=in_url, json=in_body, headers=self._headers, timeout=seconds
            )
        except httpx.HTTPError as error:
            raise AdsPowerTransient(f"no answer ({type(error).__name__})", UNAVAILABLE) from None
        return _data(answer)


def _data(answer: httpx.Response) -> dict[str, Any]:
    """Return the data of an answer, as an object. Raises AdsPowerError."""
    if answer.status_code == HTTPStatus.NOT_FOUND or answer.text.strip().lower() == "not found":
        raise error_of("Not found")
    try:
        body = answer.json()
    except ValueError:
        body = None
    if not isinstance(body, dict) or "code" not in body:
        raise AdsPowerTransient("an error of its own", UNAVAILABLE)
    if body["code"] != 0:
        raise error_of(str(body.get("msg") or "no reason"))
    data = body.get("data")
    return data if isinstance(data, dict) else {}


def _ws_url(data: Mapping[str, Any]) -> str:
    """Return the address in an answer; empty objects may be left out."""
    return str((data.get("ws") or {}).get("puppeteer") or "")


def _start_params(profile_id: str, headless: bool) -> dict[str, str | list[str]]:
    """Return the parameters of a start: no tab beside ours, nothing filled in or saved by its password manager."""
    return {
        "profile_id": profile_id,
        "headless": "1" if headless else "0",
        "last_opened_tabs": "0",
        "proxy_detection": "0",
        "ip_tab": "0",
        "password_filling": "0",
        "password_saving": "0",
        "cdp_mask": "1",
    }


def _old_start_params(profile_id: str, headless: bool) -> dict[str, str]:
    return {
        "user_id": profile_id,
        "headless": "1" if headless else "0",
        "open_tabs": "1",
        "ip_tab": "0",
        "new_first_tab": "0",
        "disable_password_filling": "1",
        "enable_password_saving": "0",
        "cdp_mask": "1",
    }
