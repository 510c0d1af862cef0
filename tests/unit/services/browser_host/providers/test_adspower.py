"""What AdsPower's words mean, how often it is called, and who has which of its profiles."""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.adspower.client import AdsPower
from ghosthands.browser_host.providers.adspower.errors import (
    MEANINGS,
    AdsPowerError,
    AdsPowerPermanent,
    AdsPowerTransient,
    AlreadySo,
    error_of,
    missing_kernel,
)
from ghosthands.browser_host.providers.adspower.limiter import Limiter
from ghosthands.browser_host.providers.adspower.pool import Pool
from ghosthands.browser_host.providers.adspower.provider import AdsPowerProvider
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.domain.errors import Transient
from ghosthands.domain.provider import ProviderName

#: the sentences it is known to say: what each is, the code of the refusal, and whether another profile may do better
SAID: list[tuple[str, type[AdsPowerError], str, bool]] = [
    ("Too many request per second, please check", AdsPowerTransient, "adspower_unavailable", False),
    ("Exceeding open daily limit, recovery after 7 hours", AdsPowerPermanent, "adspower_quota", False),
    ("User_id is not open", AlreadySo, "adspower_unavailable", False),
    ("SunBrowser is updating, waiting for download.", AdsPowerTransient, "adspower_no_kernel", True),
    ("SunBrowser 153 is updating, waiting for download.", AdsPowerTransient, "adspower_no_kernel", True),
    ("SunBrowser 136 is not ready,please to download!", AdsPowerTransient, "adspower_no_kernel", True),
    ("FlowerBrowser 128 is not ready,please to download!", AdsPowerTransient, "adspower_no_kernel", True),
    ("Please config the api key in Security Verification", AdsPowerPermanent, "adspower_denied", False),
    ("This feature is only available in paid subscriptions", AdsPowerPermanent, "adspower_paid_plan", False),
    ("The profile is being used by another user; not allowed to open", AdsPowerTransient, "adspower_no_profile", True),
    ("user_id does not exist", AdsPowerPermanent, "adspower_no_profile", True),
    ("Profile not found", AdsPowerPermanent, "adspower_no_profile", True),
    ("group not exist", AdsPowerPermanent, "adspower_no_profile", False),
    ("group not found", AdsPowerPermanent, "adspower_no_profile", False),
    ("Proxy is not exist", AdsPowerPermanent, "adspower_no_profile", True),
    ("target blocked", AdsPowerPermanent, "adspower_no_profile", True),
    ("Not found", AdsPowerPermanent, "adspower_outdated", False),
    ("something nobody has written down", AdsPowerTransient, "adspower_unavailable", True),
]

WS_URL = "ws://127.0.0.1:9/devtools/browser/x"
CONNECTION = {"ws": {"selenium": "127.0.0.1:9", "puppeteer": WS_URL}, "debug_port": "9"}


@pytest.mark.parametrize(("said", "kind", "code", "of_profile"), SAID, ids=[said for said, *_ in SAID])
def test_a_sentence_has_one_meaning(said: str, kind: type[AdsPowerError], code: str, of_profile: bool) -> None:
    for spoken in (said, said.upper()):
        error = error_of(spoken)
        assert (type(error), error.meaning.code, error.meaning.of_profile) == (kind, code, of_profile)


def test_every_meaning_has_a_sentence() -> None:
    assert {error_of(said).meaning for said, *_ in SAID} >= {meaning for _, meaning in MEANINGS}


def test_a_passing_trouble_may_be_tried_again_by_the_job_and_a_lasting_one_not() -> None:
    assert error_of("Too many request per second, please check").refusal.retryable
    assert not error_of("Exceeding open daily limit, recovery after 7 hours").refusal.retryable


@pytest.mark.parametrize(
    ("said", "kernel"),
    [
        ("SunBrowser 136 is not ready,please to download!", ("Chrome", "136")),
        ("FlowerBrowser 128 is not ready,please to download!", ("Firefox", "128")),
        ("SunBrowser is updating, waiting for download.", None),
    ],
)
def test_the_kernel_that_is_missing_is_named(said: str, kernel: tuple[str, str] | None) -> None:
    assert missing_kernel(said) == kernel


class Time:
    """A clock that moves when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def limiter(per_second: float, time: Time) -> Limiter:
    return Limiter(per_second, clock=time, sleep=time.sleep)


async def test_calls_are_spread_out_over_the_second() -> None:
    time = Time()
    calls = limiter(2, time)
    at = []
    for _ in range(4):
        await calls.wait()
        at.append(time.now)
    assert all(later - earlier > 0.5 for earlier, later in itertools.pairwise(at))
    assert time.now < 2


async def test_slow_calls_are_made_once_a_second_whatever_the_others_may() -> None:
    time = Time()
    calls = limiter(10, time)
    for _ in range(3):
        await calls.wait(slow=True)
    assert time.now > 2


async def test_after_a_refusal_nothing_is_called_for_a_while() -> None:
    time = Time()
    calls = limiter(10, time)
    await calls.wait()
    calls.hold(3.0)
    await calls.wait()
    assert time.now >= 3


def api(answer: Callable[[httpx.Request], Any], *, key: str | None = None, calls: Limiter | None = None) -> AdsPower:
    """AdsPower's answers are what the test says: an object, or a whole response."""

    def respond(request: httpx.Request) -> httpx.Response:
        said = answer(request)
        return said if isinstance(said, httpx.Response) else httpx.Response(200, json=said)

    http = httpx.AsyncClient(base_url="http://127.0.0.1:1", transport=httpx.MockTransport(respond))
    return AdsPower(http, calls or limiter(1, Time()), api_key=key)


def success(data: object) -> dict[str, object]:
    return {"code": 0, "data": data, "msg": "success"}


async def test_a_profile_is_started_with_its_key_and_without_tabs_of_adspowers_own() -> None:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> object:
        asked.append(request)
        return success(CONNECTION)

    assert await api(answer, key="k").start("p1", headless=True) == WS_URL
    (request,) = asked
    assert request.headers["authorization"] == "Bearer k"
    body = request.read().decode()
    assert all(f'"{off}":"0"' in body for off in ("last_opened_tabs", "proxy_detection", "ip_tab", "password_filling"))


@pytest.mark.parametrize("empty", [{}, {"ws": {}}, {"ws": {"puppeteer": ""}, "debug_port": ""}, [], None])
async def test_a_profile_that_says_no_address_yet_is_asked_again(empty: object) -> None:
    answers = iter([success(empty), success(CONNECTION)])
    assert await api(lambda _request: next(answers)).start("p1", headless=True) == WS_URL


async def test_a_profile_that_never_says_its_address_is_given_up_after_some_seconds() -> None:
    time = Time()
    with pytest.raises(AdsPowerTransient):
        await api(lambda _request: success({}), calls=limiter(10, time)).start("p1", headless=True)
    assert 2 < time.now < 10


@pytest.mark.parametrize(
    "passing",
    [
        {"code": -1, "data": {}, "msg": "Too many request per second, please check"},
        {"message": "internal error"},
        httpx.Response(200, text="<html>crashed</html>"),
    ],
    ids=["too many", "internal error", "html"],
)
async def test_a_passing_trouble_of_the_api_is_outlasted(passing: object) -> None:
    answers = iter([passing, passing, success(CONNECTION)])
    assert await api(lambda _request: next(answers)).start("p1", headless=True) == WS_URL


async def test_one_that_does_not_pass_is_a_failure() -> None:
    def refused(_request: httpx.Request) -> object:
        raise httpx.ConnectError("nobody there")

    with pytest.raises(AdsPowerTransient) as failed:
        await api(refused).start("p1", headless=True)
    assert failed.value.refusal.code == "adspower_unavailable"


@pytest.mark.parametrize(
    "not_found",
    [
        httpx.Response(404, text="Not found"),
        httpx.Response(404, text="<html><h1>404</h1></html>"),
        httpx.Response(404, json={"message": "Not Found"}),
        httpx.Response(200, text="Not found"),
        {"code": -1, "msg": "Not found"},
    ],
    ids=["words", "html", "object", "status 200", "failure"],
)
async def test_an_old_client_is_asked_the_old_way(not_found: object) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> object:
        asked.append(f"{request.method} {request.url.path}")
        return not_found if "/v2/" in request.url.path else success(CONNECTION)

    adspower = api(answer)
    await adspower.start("p1", headless=True)
    await adspower.active("p1")
    assert asked == ["POST /api/v2/browser-profile/start", "GET /api/v1/browser/start", "GET /api/v1/browser/active"]


@pytest.mark.parametrize(
    ("said", "ws_url"),
    [
        ({"status": "Active", **CONNECTION}, WS_URL),
        ({"status": "Active", "ws": CONNECTION["ws"]}, WS_URL),  # of version 1
        ({"status": "Active", "ws": {"puppeteer": ""}}, ""),
        ({"status": "Inactive"}, None),
        ({}, None),
    ],
)
async def test_whether_a_profile_is_open_is_known_also_where_its_address_is_not(
    said: dict[str, object], ws_url: str | None
) -> None:
    assert await api(lambda _request: success(said)).active("p1") == ws_url


async def test_stopping_what_does_not_run_is_no_failure() -> None:
    await api(lambda _request: {"code": -1, "data": {}, "msg": "User_id is not open"}).stop("p1")


async def test_all_profiles_are_listed_page_by_page() -> None:
    def answer(request: httpx.Request) -> object:
        page = b'"page":2' in request.read()
        return success({"list": [{"profile_id": f"p{n}"} for n in range(1 if page else 100)]})

    assert len(await api(answer).profile_ids()) == 101


ONE, TWO = SessionKey("job-1", "s1"), SessionKey("job-2", "s2")


def pool(folder: Path, time: Time, *known: str) -> Pool:
    made = Pool(UserDataDirs(folder), cooldown_seconds=10.0, clock=time)
    made.known = known
    return made


async def test_a_profile_has_one_session_and_rests_after_it(tmp_path: Path) -> None:
    time = Time()
    profiles = pool(tmp_path, time, "a", "b")
    profiles.lease(ONE, "a")
    assert profiles.free() == ["b"]
    await profiles.release(ONE)
    assert profiles.free() == ["b"]
    time.now = 10.0
    assert profiles.free() == ["b", "a"]  # the longest unused first


async def test_a_successor_knows_the_leases_what_was_started_and_what_rests(tmp_path: Path) -> None:
    time = Time()
    earlier = pool(tmp_path, time, "a", "b", "c")
    earlier.lease(ONE, "a")
    earlier.note_started("a")
    earlier.lease(TWO, "b")
    await earlier.release(TWO)
    successor = pool(tmp_path, time, "a", "b", "c")
    assert (successor.lease_of(ONE), successor.lease_of(TWO)) == ("a", None)
    assert successor.started == {"a"}
    assert successor.free() == ["c"]
    time.now = 10.0
    assert successor.free() == ["c", "b"]


async def test_a_clock_that_is_put_back_keeps_no_profile_longer_than_it_rests(tmp_path: Path) -> None:
    time = Time()
    time.now = 5000.0
    profiles = pool(tmp_path, time, "a")
    profiles.lease(ONE, "a")
    await profiles.release(ONE)
    time.now = 1000.0
    assert profiles.wait_seconds(0.0) == 10.0


async def test_a_profile_that_was_refused_is_left_alone(tmp_path: Path) -> None:
    time = Time()
    profiles = pool(tmp_path, time, "a")
    profiles.lease(ONE, "a")
    await profiles.set_aside(ONE, seconds=600)
    assert (profiles.free(), profiles.lease_of(ONE)) == ([], None)
    assert (profiles.wait_seconds(30), profiles.wait_seconds(600)) == (None, 600)
    time.now = 600
    assert profiles.free() == ["a"]


class App:
    """An AdsPower that does what the test says."""

    def __init__(self, time: Time | None = None) -> None:
        self.time = time or Time()
        self.names = ["a", "b"]
        self.starts: list[str] = []
        self.stops: list[str] = []
        #: what a start is answered, by profile
        self.refuses: dict[str, str] = {}
        self.does_not_stop = False
        #: profiles that take until then to start, and whose start has begun
        self.ready: dict[str, asyncio.Event] = {}
        self.begun: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def profile_ids(self) -> list[str]:
        return self.names

    async def active(self, profile_id: str) -> str | None:
        return None

    async def start(self, profile_id: str, *, headless: bool) -> str:
        self.starts.append(profile_id)
        self.time.now += 2.0
        self.begun[profile_id].set()
        if profile_id in self.ready:
            await self.ready[profile_id].wait()
        if profile_id in self.refuses:
            raise error_of(self.refuses[profile_id])
        return WS_URL

    async def stop(self, profile_id: str) -> None:
        self.stops.append(profile_id)
        if self.does_not_stop:
            raise error_of("a new sentence")

    async def download_kernel(self, kind: str, version: str) -> None:
        """It is there at once."""

    async def close(self) -> None:
        """There is nothing to let go of."""


ORDER = LaunchRequest(ProviderName.ADSPOWER)


def provider(app: App, profiles: Pool, folder: Path, *, warm: bool = False) -> AdsPowerProvider:
    return AdsPowerProvider(app, profiles, UserDataDirs(folder), warm=warm)  # type: ignore[arg-type]


async def test_a_profile_that_is_being_warmed_up_is_waited_for(tmp_path: Path) -> None:
    """Two who tidy one browser at once close each other's tab."""
    app, profiles = App(), pool(tmp_path, Time(), "a", "b")
    app.ready["b"] = asyncio.Event()
    warming = provider(app, profiles, tmp_path, warm=True)
    first = await warming.launch(ONE, ORDER)
    await app.begun["b"].wait()
    launching = asyncio.create_task(warming.launch(TWO, ORDER))
    await asyncio.wait({launching}, timeout=0.1)
    assert app.starts == ["a", "b"]
    app.ready["b"].set()
    second = await launching
    assert profiles.lease_of(TWO) == "b"
    for browser in (first, second):
        await browser.end()


async def test_a_profile_that_is_being_warmed_up_is_waited_for_also_after_another_was_refused(tmp_path: Path) -> None:
    app, profiles = App(), pool(tmp_path, Time(), "a", "b", "c")
    app.ready = {"a": asyncio.Event(), "c": asyncio.Event()}
    app.refuses["a"] = "Proxy is not exist"
    warming = provider(app, profiles, tmp_path, warm=True)
    refused = asyncio.create_task(warming.launch(ONE, ORDER))
    await app.begun["a"].wait()
    first = await warming.launch(TWO, ORDER)
    await app.begun["c"].wait()
    app.ready["a"].set()
    await asyncio.wait({refused}, timeout=0.1)
    assert app.starts == ["a", "b", "c"]
    app.ready["c"].set()
    second = await refused
    assert profiles.lease_of(ONE) == "c"
    for browser in (first, second):
        await browser.end()


async def test_each_profile_is_tried_once_for_a_session(tmp_path: Path) -> None:
    """Also where one is not set aside any more by the time the last was refused."""
    time = Time()
    app = App(time)
    app.refuses = dict.fromkeys("ab", "a new sentence")
    with pytest.raises(BrowserUnavailable):
        await provider(app, pool(tmp_path, time, "a", "b"), tmp_path).launch(ONE, ORDER)
    assert app.starts == ["a", "b"]


async def test_a_profile_that_rests_is_waited_for_however_long(tmp_path: Path) -> None:
    time = Time()
    resting = Pool(UserDataDirs(tmp_path), cooldown_seconds=60.0, clock=time)
    resting.known = ["a"]
    resting.lease(ONE, "a")
    await resting.release(ONE)
    time.now = 5.0
    app = App(time)
    app.names = ["a"]
    with pytest.raises(Transient) as waits:
        await provider(app, resting, tmp_path).launch(TWO, ORDER)
    assert waits.value.delay == 55.0


async def test_profiles_that_will_not_open_for_long_are_none(tmp_path: Path) -> None:
    app, profiles = App(), pool(tmp_path, Time())
    app.refuses = dict.fromkeys("ab", "Proxy is not exist")
    for profile in (ONE, TWO):
        with pytest.raises(BrowserUnavailable) as refused:
            await provider(app, profiles, tmp_path).launch(profile, ORDER)
        assert (refused.value.code, refused.value.retryable) == ("adspower_no_profile", False)
    assert app.starts == ["a", "b"]


async def test_a_profile_that_was_made_since_is_found_once_it_is_needed(tmp_path: Path) -> None:
    app, profiles = App(), pool(tmp_path, Time(), "a")
    profiles.lease(ONE, "a")
    app.names = ["a", "new"]
    browser = await provider(app, profiles, tmp_path).launch(TWO, ORDER)
    assert profiles.lease_of(TWO) == "new"
    await browser.end()


async def test_a_browser_that_could_not_be_stopped_is_still_ours(tmp_path: Path) -> None:
    app, profiles = App(), pool(tmp_path, Time(), "a")
    using = provider(app, profiles, tmp_path)
    browser = await using.launch(ONE, ORDER)
    app.does_not_stop = True
    await browser.end()
    await using.discard(ONE, ORDER)
    assert (profiles.started, profiles.lease_of(ONE)) == ({"a"}, None)
    app.does_not_stop = False
    await using.close()
    assert profiles.started == set()


async def test_a_session_that_is_not_wanted_any_more_keeps_nothing_of_a_profile_on_its_way(tmp_path: Path) -> None:
    app, profiles = App(), pool(tmp_path, Time(), "a")
    app.ready["a"] = asyncio.Event()
    using = provider(app, profiles, tmp_path)
    launching = asyncio.create_task(using.launch(ONE, ORDER))
    await app.begun["a"].wait()
    launching.cancel()
    await asyncio.wait({launching})
    await using.discard(ONE, ORDER)
    assert (app.stops, profiles.started, profiles.lease_of(ONE)) == (["a"], set(), None)


async def test_one_that_is_kept_warm_is_still_ours_where_it_is_refused_to_a_session(tmp_path: Path) -> None:
    app, profiles = App(), pool(tmp_path, Time(), "a")
    profiles.note_started("a")
    app.refuses = {"a": "Too many request per second, please check"}
    with pytest.raises(BrowserUnavailable):
        await provider(app, profiles, tmp_path).launch(ONE, ORDER)
    assert profiles.started == {"a"}
