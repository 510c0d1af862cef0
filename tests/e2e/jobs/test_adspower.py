"""A job in a profile of AdsPower's."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.domain.job import Phase
from ghosthands.domain.session import SessionOpened
from ghosthands.practice import adspower
from ghosthands.testkit.lab import Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]


async def test_an_application_is_sent_from_a_profile_of_adspowers_which_is_closed_again(open_folder: Path) -> None:
    key = open_folder / "adspower.key"
    key.write_text("secret\n")
    async with adspower.serve(open_folder / "adspower", api_key="secret") as fake:
        settings = {
            "GHOSTHANDS_BROWSER_HOST_ADSPOWER_URL": fake.base_url,
            "GHOSTHANDS_BROWSER_HOST_ADSPOWER_API_KEY_FILE": str(key),
            "GHOSTHANDS_BROWSER_HOST_ADSPOWER_PROFILES": "fake2",
            "GHOSTHANDS_BROWSER_HOST_ADSPOWER_PER_SECOND": "2",
        }
        environment = {services.BROWSER_HOST: settings}
        async with Lab.start(open_folder / "adspower-lab", by_service=environment) as lab:
            posting = a_posting()
            seen = await lab.finished(await lab.apply(posting, browser_mode="adspower"))
            assert seen.phase is Phase.COMPLETED, seen
            assert lab.submissions(posting) == 1
            (opened,) = seen.named("SessionOpened")
            assert isinstance(opened, SessionOpened)
            assert opened.provider == "adspower"
            assert [one.browser for one in fake.profiles.values()] == [None, None]
            assert fake.too_many == 0


async def test_a_job_that_is_cancelled_while_adspower_hangs_keeps_no_slot(open_folder: Path) -> None:
    async with adspower.serve(open_folder / "hanging", per_second=20) as fake:
        fake.hangs.add("start")
        settings = {
            "GHOSTHANDS_BROWSER_HOST_ADSPOWER_URL": fake.base_url,
            "GHOSTHANDS_BROWSER_HOST_ADSPOWER_PER_SECOND": "10",
            "GHOSTHANDS_BROWSER_HOST_SLOTS": "1",
        }
        environment = {services.BROWSER_HOST: settings}
        async with Lab.start(open_folder / "hanging-lab", by_service=environment) as lab:
            hanging = await lab.apply(a_posting(), browser_mode="adspower")
            async with asyncio.timeout(60):
                await fake.hung.wait()
            await lab.cancel(hanging)
            posting = a_posting()
            seen = await lab.finished(await lab.apply(posting), timeout=45)  # less than one call is waited for
            assert (seen.phase, lab.submissions(posting)) == (Phase.COMPLETED, 1), seen
            seen = await lab.finished(hanging)
            assert (seen.phase, seen.named("SessionOpened")) == (Phase.CANCELLED, []), seen
            assert fake.answered["start"] == 0


async def test_a_host_without_an_adspower_says_so(lab: Lab) -> None:
    seen = await lab.finished(await lab.apply(a_posting(), browser_mode="adspower"))
    assert (seen.phase, seen.job.failure) == (Phase.FAILED, "adspower_not_configured"), seen
