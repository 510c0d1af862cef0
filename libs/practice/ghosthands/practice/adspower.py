"""Test equipment: a fake AdsPower, with Chromium for profiles.

Its Local API has the documented shapes, quirks and limits. It is for tests, and for people without a licence:

    python -m ghosthands.practice.adspower --port 50325 --profiles 3 --api-key secret

Every answer except that of an unknown address has status 200. Numbers are strings, objects without content are `{}`, a
profile that was just started first reports an empty address, starting one that runs returns its address, stopping one
that does not run is an error in words. It refuses more calls a second than its limit, which for some calls is one,
whatever other calls it takes. A test may cause other failures:

    async with adspower.serving(folder) as fake:
        fake.say("start", "SunBrowser 147 is updating, waiting for download.")    # once
        fake.profiles["fake1"].used_elsewhere = True
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ghosthands import chromium
from ghosthands.chromium import BrowserProcess
from ghosthands.practice import users_browser
from ghosthands.practice.loopback import LoopbackServer, announce, find_address, hear_stop, listen, run

NO_KEY = "Please config the api key in Security Verification"
TOO_MANY = "Too many request per second, please check"
NOT_OPEN = "User_id is not open"
NO_PROFILE = "user_id does not exist"
IN_USE = "The profile is being used by another user; not allowed to open"
QUOTA = "Exceeding open daily limit, recovery after 7 hours"

#: calls with a limit of one a second, by the last part of their address
SLOW = ("list", "cookies", "download-kernel")

#: AdsPower's kernels by their versions; a profile wants one of them
KERNELS = ("147",)


@dataclass
class FakeProfile:
    """A profile of the fake AdsPower."""

    id: str
    number: str
    kernel: str = KERNELS[0]
    #: whether it is open on another machine
    used_elsewhere: bool = False
    #: whether AdsPower wrongly reports its browser as closed
    lost: bool = False
    browser: BrowserProcess | None = None
    #: number of answers to start without an address yet
    shy: int = 1
    #: the parameters of the last start
    asked: dict[str, Any] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether AdsPower knows of a browser of it."""
        return self.browser is not None and self.browser.alive and not self.lost


class FakeAdsPower:
    """A server that answers as an AdsPower application does, and starts real Chromiums."""

    def __init__(
        self,
        folder: Path,
        *,
        profiles: int = 2,
        api_key: str | None = None,
        version: int = 2,
        per_second: int = 2,
        opens: int = 1000,
    ) -> None:
        self.folder = folder
        self.api_key = api_key
        self.version = version
        self.per_second = per_second
        #: the number of profiles it still opens today
        self.opens = opens
        self.kernels = set(KERNELS)
        self.profiles = {f"fake{n}": FakeProfile(f"fake{n}", str(n)) for n in range(1, profiles + 1)}
        #: calls that it answered, by the last part of their address
        self.answered: Counter[str] = Counter()
        #: calls that came too fast
        self.too_many = 0
        #: calls that it never answers, by the last part of their address; and whether there was one
        self.hangs: set[str] = set()
        self.hung = asyncio.Event()
        self.base_url = ""
        self._saying: dict[str, deque[str]] = {}
        #: the calls of the last second, with their times
        self._calls: list[tuple[float, str]] = []

    def say(self, call: str, *sentences: str) -> None:
        """Answer the next calls whose address ends so with these errors instead; `<html>` is a crash."""
        self._saying.setdefault(call, deque()).extend(sentences)

    @property
    def app(self) -> Starlette:
        """The Local API as a Starlette application."""
        return Starlette(routes=[Route("/{path:path}", self._answer, methods=["GET", "POST"])])

    async def close(self) -> None:
        """End the browsers of all profiles."""
        for profile in self.profiles.values():
            if profile.browser is not None:
                await chromium.end(profile.browser)

    async def _answer(self, request: Request) -> Response:
        path = f"/{request.path_params['path']}"
        if path == "/status":
            return _answer({})
        known = self._old if self.version == 1 else {**self._old, **self._new}
        if (call := known.get((request.method, path))) is None:
            return PlainTextResponse("Not found", status_code=404)
        name = path.rpartition("/")[2]
        refusal = self._refusal(request, name)
        if refusal is not None:
            return refusal
        if name in self.hangs:
            self.hung.set()
            await asyncio.Event().wait()
        self.answered[name] += 1
        params = dict(request.query_params) if request.method == "GET" else json.loads(await request.body() or b"{}")
        answer: Response = await call(params)
        return answer

    def _refusal(self, request: Request, name: str) -> Response | None:
        """Return a refusal that any call may get; None for none."""
        if self._is_too_fast(name):
            self.too_many += 1
            return _fail(TOO_MANY)
        if self.api_key and request.headers.get("authorization") != f"Bearer {self.api_key}":
            return _fail(NO_KEY)
        if sentences := self._saying.get(name):
            said = sentences.popleft()
            return HTMLResponse("<html>Bad Gateway</html>") if said == "<html>" else _fail(said)
        return None

    def _is_too_fast(self, name: str) -> bool:
        """Whether the calls within the last second have reached the limit."""
        now = time.monotonic()
        self._calls = [(at, call) for at, call in self._calls if now - at < 1]
        if len(self._calls) >= self.per_second or (name in SLOW and name in {call for _, call in self._calls}):
            return True
        self._calls.append((now, name))
        return False

    @property
    def _new(self) -> Mapping[tuple[str, str], Any]:
        root = "/api/v2/browser-profile"
        return {
            ("POST", f"{root}/start"): self._start,
            ("POST", f"{root}/stop"): self._stop,
            ("GET", f"{root}/active"): self._active,
            ("POST", f"{root}/list"): self._list,
            ("GET", f"{root}/kernels"): self._kernels,
            ("POST", f"{root}/download-kernel"): self._download,
        }

    @property
    def _old(self) -> Mapping[tuple[str, str], Any]:
        return {
            ("GET", "/api/v1/browser/start"): self._start,
            ("GET", "/api/v1/browser/stop"): self._stop,
            ("GET", "/api/v1/browser/active"): self._old_active,
            ("GET", "/api/v1/browser/local-active"): self._local_active,
            ("GET", "/api/v1/user/list"): self._list,
        }

    def _profile(self, params: Mapping[str, Any]) -> FakeProfile | None:
        wanted = str(params.get("profile_id") or params.get("user_id") or "")
        number = str(params.get("profile_no") or params.get("serial_number") or "")
        return self.profiles.get(wanted) or next((one for one in self.profiles.values() if one.number == number), None)

    async def _start(self, params: Mapping[str, Any]) -> Response:
        profile = self._profile(params)
        if profile is None:
            return _fail(NO_PROFILE)
        if profile.used_elsewhere:
            return _fail(IN_USE)
        if profile.kernel not in self.kernels:
            return _fail(f"SunBrowser {profile.kernel} is not ready,please to download!")
        if not profile.is_open:
            if self.opens <= 0:
                return _fail(QUOTA)
            self.opens -= 1
            await self._open(profile, params)
        if profile.shy > 0:
            profile.shy -= 1
            return _answer({"ws": {"selenium": "", "puppeteer": ""}, "debug_port": "", "webdriver": ""})
        return _answer(_describe_connection(profile))

    async def _open(self, profile: FakeProfile, params: Mapping[str, Any]) -> None:
        profile.asked = dict(params)
        folder = self.folder / "cache" / f"{profile.id}_abc123"
        headless = str(params.get("headless", "0")) == "1"
        profile.browser = await users_browser.launch(folder, log_path=folder.with_suffix(".log"), headless=headless)
        profile.lost = False
        for tab in ("ip_tab", "proxy_detection"):  # both are there unless they are declined
            if str(params.get(tab, "1")) == "1":
                await asyncio.to_thread(_open_tab, users_browser.port_of(profile.browser))

    async def _stop(self, params: Mapping[str, Any]) -> Response:
        profile = self._profile(params)
        if profile is None or not profile.is_open or profile.browser is None:
            return _fail(NOT_OPEN)
        await chromium.end(profile.browser)
        profile.browser, profile.shy = None, 1
        return _answer({})

    async def _active(self, params: Mapping[str, Any]) -> Response:
        profile = self._profile(params)
        if profile is None or not profile.is_open:
            return _answer({"status": "Inactive"})
        return _answer({"status": "Active", **_describe_connection(profile)})

    async def _old_active(self, params: Mapping[str, Any]) -> Response:
        """Return the answer of version 1, which has only `ws` of a browser's addresses."""
        profile = self._profile(params)
        if profile is None or not profile.is_open:
            return _answer({"status": "Inactive"})
        return _answer({"status": "Active", "ws": _describe_connection(profile)["ws"]})

    async def _local_active(self, _params: Mapping[str, Any]) -> Response:
        shown = [{"user_id": one.id, **_describe_connection(one)} for one in self.profiles.values() if one.is_open]
        return _answer({"list": shown})

    async def _list(self, params: Mapping[str, Any]) -> Response:
        """Return a page of profiles: one unless the call asks for more."""
        page, size = int(params.get("page", 1)), min(int(params.get("limit") or params.get("page_size") or 1), 100)
        shown = list(self.profiles.values())[(page - 1) * size : page * size]
        rows = [
            {"profile_id": one.id, "profile_no": one.number}
            if self.version == 2
            else {"user_id": one.id, "serial_number": one.number}
            for one in shown
        ]
        return _answer({"list": rows, "page": page, "page_size": size} if rows else {})

    async def _kernels(self, _params: Mapping[str, Any]) -> Response:
        return _answer({"list": [{"kernel_type": "Chrome", "kernel_version": each} for each in sorted(self.kernels)]})

    async def _download(self, params: Mapping[str, Any]) -> Response:
        self.kernels.add(str(params["kernel_version"]))
        return _answer({"status": "downloading", "progress": 0})


def _open_tab(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("PUT", "/json/new?about:blank")
    connection.getresponse().read()
    connection.close()


def _describe_connection(profile: FakeProfile) -> dict[str, Any]:
    assert profile.browser is not None  # noqa: S101  it is open
    port = users_browser.port_of(profile.browser)
    return {
        "ws": {"selenium": f"127.0.0.1:{port}", "puppeteer": profile.browser.ws_url},
        "debug_port": str(port),
        "webdriver": "/opt/AdsPower/chromedriver",
    }


def _answer(data: Mapping[str, Any]) -> Response:
    return JSONResponse({"code": 0, "data": data, "msg": "success"})


def _fail(said: str) -> Response:
    return JSONResponse({"code": -1, "data": {}, "msg": said})


@asynccontextmanager
async def serve(folder: Path, *, port: int = 0, **options: Any) -> AsyncIterator[FakeAdsPower]:
    """Run a fake AdsPower on loopback for the block; the profiles' folders are in `folder`."""
    fake = FakeAdsPower(folder, **options)
    listener = listen(port, "127.0.0.1")
    fake.base_url = find_address(listener)
    try:
        async with run(LoopbackServer(fake.app), listener):
            yield fake
    finally:
        await fake.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until SIGINT or SIGTERM; the first line of output is the address.

    Returns the exit code: 0, or 1 when the port is taken.
    """
    options = _make_parser().parse_args(arguments)
    try:
        asyncio.run(_serve_until_told(options))
    except OSError as error:
        sys.stderr.write(f"cannot listen on port {options.port}: {error.strerror}; choose another --port\n")
        return 1
    return 0


async def _serve_until_told(options: argparse.Namespace) -> None:
    told = hear_stop()
    with tempfile.TemporaryDirectory(prefix="ghosthands-adspower-") as folder:
        os.chmod(folder, 0o711)  # noqa: S103  the browser's user passes through to its own private profiles
        given = {"profiles": options.profiles, "api_key": options.api_key, "version": options.api}
        async with serve(Path(folder), port=options.port, per_second=options.per_second, **given) as fake:
            announce(fake.base_url)
            await told.wait()


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ghosthands.practice.adspower", description="AdsPower's Local API, without AdsPower."
    )
    parser.add_argument("--port", type=int, default=50325, help="0 takes a free one (default: %(default)s)")
    parser.add_argument("--profiles", type=int, default=2, help="how many it has (default: %(default)s)")
    parser.add_argument("--api-key", help="what it wants to be shown; without one, nothing")
    parser.add_argument("--api", type=int, choices=(1, 2), default=2, help="its version (default: %(default)s)")
    parser.add_argument("--per-second", type=int, default=2, help="calls that it takes (default: %(default)s)")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
