"""UserDataDirs of an AdsPower: opened, driven, given back, also where it fails, loses sight of them or is not alone."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.adspower.client import PAGE, AdsPower
from ghosthands.browser_host.providers.adspower.limiter import Limiter
from ghosthands.browser_host.providers.adspower.pool import Pool
from ghosthands.browser_host.providers.adspower.provider import AdsPowerProvider
from ghosthands.browser_host.providers.registry import Driving, Providers
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.domain.errors import Transient
from ghosthands.domain.provider import ProviderName
from ghosthands.practice import adspower
from ghosthands.practice.adspower import FakeAdsPower, FakeProfile

if TYPE_CHECKING:
    from conftest import Pages

pytestmark = pytest.mark.integration

MINE, OTHER = SessionKey("job-1", "session-1"), SessionKey("job-2", "session-2")
ORDER = LaunchRequest(ProviderName.ADSPOWER)


@dataclass
class Office:
    """An AdsPower and a host that uses it."""

    fake: FakeAdsPower
    folder: Path
    driver: Driver
    key: str | None = "secret"
    per_second: float = 50
    warm: bool = False
    cooldown_seconds: float = 0.0
    opened: list[AdsPowerProvider] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.providers = self.new_providers()

    def new_providers(self) -> Providers:
        """Those of a process that has just started."""
        folders = UserDataDirs(self.folder / "adspower")
        http = httpx.AsyncClient(base_url=self.fake.base_url, trust_env=False)
        api = AdsPower(http, Limiter(self.per_second), api_key=self.key)
        pool = Pool(folders, cooldown_seconds=self.cooldown_seconds)
        self.provider = AdsPowerProvider(api, pool, folders, warm=self.warm)
        self.opened.append(self.provider)
        driving = Driving(self.driver, frozenset({"127.0.0.1"}))
        return Providers({ProviderName.ADSPOWER: self.provider}, UserDataDirs(self.folder), driving)

    async def launch(self, profile: SessionKey = MINE) -> DrivenBrowser:
        return await self.providers.launch(profile, ORDER)

    async def refusal(self) -> BrowserUnavailable:
        """Why no browser is to be had."""
        with pytest.raises(BrowserUnavailable) as refused:
            await self.launch()
        return refused.value

    @property
    def open(self) -> list[str]:
        """The profiles whose browsers run, whatever AdsPower thinks of it."""
        return [one.id for one in self.fake.profiles.values() if one.browser is not None and one.browser.alive]


@pytest.fixture
async def office(shared_driver: Driver, passable: Path) -> AsyncIterator[Office]:
    async with adspower.serve(passable / "office" / "app", api_key="secret", per_second=1000) as fake:
        office = Office(fake, passable / "office" / "host", shared_driver)
        yield office
        for profile in office.providers.session_keys():
            await office.providers.discard(profile)
        for provider in office.opened:
            await provider.close()
    shutil.rmtree(passable / "office", ignore_errors=True)


async def test_a_profile_is_opened_without_tabs_of_adspowers_own_worked_and_closed(office: Office, site: Pages) -> None:
    browser = await office.launch()
    assert browser.owns_browser
    assert browser.process is not None
    await browser.visit(site.url("/form"))
    assert len((await browser.observe()).fields) == 2
    assert browser.live_page is not None
    assert len(browser.live_page.context.pages) == 1
    assert office.fake.answered["start"] == 2  # the first answer knows no address
    await browser.end()
    await office.providers.discard(MINE)
    assert (office.open, list(office.providers.session_keys())) == ([], [])


@pytest.mark.heavy
async def test_an_old_client_works_too(office: Office, site: Pages) -> None:
    office.fake.version = 1
    browser = await office.launch()
    await browser.visit(site.url("/form"))
    assert office.fake.profiles["fake1"].asked["open_tabs"] == "1"


@pytest.mark.heavy
async def test_two_sessions_have_two_profiles_and_a_third_waits(office: Office) -> None:
    await office.launch()
    await office.launch(OTHER)
    assert sorted(office.open) == ["fake1", "fake2"]
    with pytest.raises(Transient):
        await office.launch(SessionKey("job-3", "session-3"))


@pytest.mark.heavy
async def test_a_profile_rests_between_two_sessions(office: Office) -> None:
    office.cooldown_seconds = 5.0
    office.providers = office.new_providers()
    await office.launch()
    await office.providers.discard(MINE)
    await office.launch(OTHER)
    assert office.open == ["fake2"]


@pytest.mark.heavy
@pytest.mark.parametrize("version", [1, 2])
async def test_a_profile_that_is_open_elsewhere_or_by_hand_is_left_alone(office: Office, version: int) -> None:
    office.fake.version = version
    by_hand = httpx.AsyncClient(base_url=office.fake.base_url, headers={"authorization": "Bearer secret"}, timeout=30)
    await by_hand.get("/api/v1/browser/start", params={"user_id": "fake1", "headless": "1"})
    await by_hand.aclose()
    office.fake.profiles["fake2"].used_elsewhere = True
    refused = await office.refusal()
    assert (refused.code, refused.retryable) == ("adspower_no_profile", True)
    assert office.open == ["fake1"]


@pytest.mark.parametrize(
    ("said", "code", "retryable"),
    [
        (adspower.QUOTA, "adspower_quota", False),
        (adspower.NO_KEY, "adspower_denied", False),
        ("This feature is only available in paid subscriptions", "adspower_paid_plan", False),
        ("SunBrowser 153 is updating, waiting for download.", "adspower_no_kernel", True),
        (adspower.IN_USE, "adspower_no_profile", True),
        (adspower.NO_PROFILE, "adspower_no_profile", False),
        ("Proxy is not exist", "adspower_no_profile", False),
        ("group not exist", "adspower_no_profile", False),
        (adspower.TOO_MANY, "adspower_unavailable", True),
        ("<html>", "adspower_unavailable", True),
        ("a new sentence", "adspower_unavailable", True),
    ],
)
async def test_what_it_says_becomes_the_reason_why_there_is_no_browser(
    office: Office, said: str, code: str, retryable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limiter, "hold", lambda _limiter, _seconds: None)
    office.fake.say("start", *[said] * 10)
    refused = await office.refusal()
    assert (refused.code, refused.retryable) == (code, retryable)
    assert list(office.providers.session_keys()) == []


@pytest.mark.heavy
async def test_a_profile_that_fails_makes_room_for_another(office: Office) -> None:
    office.fake.say("start", "Proxy is not exist")
    await office.launch()
    assert office.open == ["fake2"]


async def test_a_missing_kernel_is_fetched(office: Office) -> None:
    office.fake.say("start", *["SunBrowser 136 is not ready,please to download!"] * 2)
    refused = await office.refusal()
    assert (refused.code, refused.retryable) == ("adspower_no_kernel", True)
    assert "136" in office.fake.kernels


@pytest.mark.heavy
async def test_its_rate_limit_is_kept_without_a_refusal(office: Office) -> None:
    office.fake.per_second, office.per_second = 2, 2
    office.providers = office.new_providers()
    await office.launch()
    assert office.fake.too_many == 0


async def test_what_may_be_called_once_a_second_is_called_no_faster(office: Office) -> None:
    office.fake.profiles = {f"fake{n}": FakeProfile(f"fake{n}", str(n)) for n in range(PAGE + 1)}
    async with httpx.AsyncClient(base_url=office.fake.base_url, trust_env=False) as http:
        api = AdsPower(http, Limiter(office.per_second), api_key=office.key)
        assert await api.profile_ids() == list(office.fake.profiles)
    assert (office.fake.answered["list"], office.fake.too_many) == (2, 0)


async def test_a_key_it_does_not_know_is_said_to_be_refused(office: Office) -> None:
    office.key = "another"
    office.providers = office.new_providers()
    assert (await office.refusal()).code == "adspower_denied"


async def test_an_adspower_that_is_not_there_is_said_to_be_unavailable(office: Office, unused_port: int) -> None:
    office.fake.base_url = f"http://127.0.0.1:{unused_port}"
    office.providers = office.new_providers()
    refused = await office.refusal()
    assert (refused.code, refused.retryable) == ("adspower_unavailable", True)


@pytest.mark.heavy
async def test_a_browser_that_adspower_lost_sight_of_is_ended_all_the_same(office: Office) -> None:
    browser = await office.launch()
    office.fake.profiles["fake1"].lost = True
    await browser.end()
    assert office.open == []


@pytest.mark.heavy
async def test_a_successor_goes_on_with_a_browser_also_where_adspower_lost_sight_of_it(
    office: Office, site: Pages
) -> None:
    earlier = await office.launch()
    await earlier.visit(site.url("/form"))
    process = earlier.process
    office.fake.profiles["fake1"].lost = True
    successor = office.new_providers()
    assert list(successor.session_keys()) == [MINE]
    adopted = await successor.adopt(MINE, process, ORDER)
    assert adopted is not None
    assert len((await adopted.observe()).fields) == 2
    await successor.discard(MINE)
    assert office.open == []


@pytest.mark.heavy
async def test_a_browser_that_dies_is_lost(office: Office) -> None:
    browser = await office.launch()
    assert browser.process is not None
    browser.process.signal(signal.SIGKILL)
    async with asyncio.timeout(60):
        assert await asyncio.shield(browser.lost) == "crashed"


@pytest.mark.heavy
async def test_the_next_profile_is_kept_warm_and_closed_when_the_host_goes(office: Office) -> None:
    office.warm = True
    office.providers = office.new_providers()
    await office.launch()
    await office.provider.wait_until_warm()
    assert sorted(office.open) == ["fake1", "fake2"]
    started = office.fake.answered["active"]
    await office.launch(OTHER)
    assert office.fake.answered["active"] == started  # known to be ours
    for profile in (MINE, OTHER):
        await office.providers.discard(profile)
    await office.provider.close()
    assert office.open == []
