"""What AdsPower's words mean, how often it is called, and who has which of its profiles."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from ghosthands.browser_host.profiles import Profile, Profiles
from ghosthands.browser_host.providers.adspower.client import AdsPower, Started
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
from ghosthands.browser_host.providers.provider import Order
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

CONNECTION = {"ws": {"selenium": "127.0.0.1:9", "puppeteer": "ws://127.0.0.1:9/devtools/browser/x"}, "debug_port": "9"}


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
        await calls.turn()
        at.append(time.now)
    assert all(later - earlier > 0.5 for earlier, later in itertools.pairwise(at))
    assert time.now < 2


async def test_slow_calls_are_made_once_a_second_whatever_the_others_may() -> None:
    time = Time()
    calls = limiter(10, time)
    for _ in range(3):
        await calls.turn(slow=True)
    assert time.now > 2


async def test_after_a_refusal_nothing_is_called_for_a_while() -> None:
    time = Time()
    calls = limiter(10, time)
    await calls.turn()
    calls.hold(3.0)
    await calls.turn()
    assert time.now >= 3


def api(answer: Callable[[httpx.Request], Any], *, key: str | None = None) -> AdsPower:
    """AdsPower's answers are what the test says: an object, or a whole response."""

    def respond(request: httpx.Request) -> httpx.Response:
        said = answer(request)
        return said if isinstance(said, httpx.Response) else httpx.Response(200, json=said)

    time = Time()
    http = httpx.AsyncClient(base_url="http://127.0.0.1:1", transport=httpx.MockTransport(respond))
    return AdsPower(http, limiter(1, time), api_key=key)


def success(data: object) -> dict[str, object]:
    return {"code": 0, "data": data, "msg": "success"}


async def test_a_profile_is_started_with_its_key_and_without_tabs_of_adspowers_own() -> None:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> object:
        asked.append(request)
        return success(CONNECTION)

    assert await api(answer, key="k").start("p1", headless=True) == Started(CONNECTION["ws"]["puppeteer"], 9)  # type: ignore[index]
    (request,) = asked
    assert request.headers["authorization"] == "Bearer k"
    body = request.read().decode()
    assert all(f'"{off}":"0"' in body for off in ("last_opened_tabs", "proxy_detection", "ip_tab", "password_filling"))


@pytest.mark.parametrize("empty", [{}, {"ws": {}}, {"ws": {"puppeteer": ""}, "debug_port": ""}, [], None])
async def test_a_profile_that_says_no_address_yet_is_asked_again(empty: object) -> None:
    answers = iter([success(empty), success(CONNECTION)])
    assert (await api(lambda _request: next(answers)).start("p1", headless=True)).debug_port == 9


async def test_a_profile_that_never_says_its_address_is_given_up() -> None:
    with pytest.raises(AdsPowerTransient):
        await api(lambda _request: success({})).start("p1", headless=True)


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
    assert (await api(lambda _request: next(answers)).start("p1", headless=True)).debug_port == 9


async def test_one_that_does_not_pass_is_a_failure() -> None:
    def refused(_request: httpx.Request) -> object:
        raise httpx.ConnectError("nobody there")

    with pytest.raises(AdsPowerTransient) as failed:
        await api(refused).start("p1", headless=True)
    assert failed.value.refusal.code == "adspower_unavailable"


@pytest.mark.parametrize("not_found", [httpx.Response(404, text="Not found"), {"code": -1, "msg": "Not found"}])
async def test_an_old_client_is_asked_the_old_way(not_found: object) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> object:
        asked.append(f"{request.method} {request.url.path}")
        return not_found if "/v2/" in request.url.path else success(CONNECTION)

    adspower = api(answer)
    await adspower.start("p1", headless=True)
    await adspower.active("p1")
    assert asked == ["POST /api/v2/browser-profile/start", "GET /api/v1/browser/start", "GET /api/v1/browser/active"]


async def test_stopping_what_does_not_run_is_no_failure() -> None:
    await api(lambda _request: {"code": -1, "data": {}, "msg": "User_id is not open"}).stop("p1")


async def test_all_profiles_are_listed_page_by_page() -> None:
    def answer(request: httpx.Request) -> object:
        page = b'"page":2' in request.read()
        return success({"list": [{"profile_id": f"p{n}"} for n in range(1 if page else 100)]})

    assert len(await api(answer).profiles()) == 101


ONE, TWO = Profile("job-1", "s1"), Profile("job-2", "s2")


def pool(folder: Path, time: Time, *known: str) -> Pool:
    made = Pool(Profiles(folder), cooldown_seconds=10.0, clock=time)
    made.known = known
    return made


async def test_a_profile_has_one_session_and_rests_after_it(tmp_path: Path) -> None:
    time = Time()
    profiles = pool(tmp_path, time, "a", "b")
    profiles.lease(ONE, "a")
    assert list(profiles.free()) == ["b"]
    await profiles.release(ONE)
    assert list(profiles.free()) == ["b"]
    assert profiles.rest_seconds == 10.0
    time.now = 10.0
    assert list(profiles.free()) == ["b", "a"]  # the longest unused first


async def test_a_successor_knows_the_leases_and_what_was_started(tmp_path: Path) -> None:
    earlier = pool(tmp_path, Time(), "a", "b")
    earlier.lease(ONE, "a")
    earlier.note_started("a")
    successor = pool(tmp_path, Time(), "a", "b")
    assert (successor.lease_of(ONE), successor.lease_of(TWO)) == ("a", None)
    assert successor.started == {"a"}
    assert list(successor.free()) == ["b"]


async def test_a_profile_that_was_refused_is_left_alone(tmp_path: Path) -> None:
    time = Time()
    profiles = pool(tmp_path, time, "a")
    profiles.lease(ONE, "a")
    await profiles.set_aside(ONE, seconds=600)
    assert (list(profiles.free()), profiles.lease_of(ONE)) == ([], None)
    time.now = 600
    assert list(profiles.free()) == ["a"]


class Slow:
    """An AdsPower whose second profile takes its time."""

    def __init__(self) -> None:
        self.starts: list[str] = []
        self.begun, self.ready = asyncio.Event(), asyncio.Event()

    async def active(self, profile_id: str) -> Started | None:
        return None

    async def start(self, profile_id: str, *, headless: bool) -> Started:
        self.starts.append(profile_id)
        if profile_id == "b":
            self.begun.set()
            await self.ready.wait()
        return Started("ws://127.0.0.1:9/devtools/browser/x", 9)


async def test_a_profile_that_is_being_warmed_up_is_waited_for(tmp_path: Path) -> None:
    """Two who tidy one browser at once close each other's tab."""
    slow, profiles = Slow(), pool(tmp_path, Time(), "a", "b")
    provider = AdsPowerProvider(slow, profiles, Profiles(tmp_path), warm=True)  # type: ignore[arg-type]
    await provider.launch(ONE, Order(ProviderName.ADSPOWER))
    await slow.begun.wait()
    next_one = asyncio.create_task(provider.launch(TWO, Order(ProviderName.ADSPOWER)))
    await asyncio.wait({next_one}, timeout=0.1)
    assert slow.starts == ["a", "b"]
    slow.ready.set()
    await next_one
    assert profiles.lease_of(TWO) == "b"
