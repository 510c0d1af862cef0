"""Host and Chromium are killed over a filled form: of its values nothing lies on the disk, then or later."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from search import Leak, Search, leaves, unmistakable

from ghosthands import chromium
from ghosthands.domain import services
from ghosthands.domain.job import Phase
from ghosthands.practice import profiles
from ghosthands.stack import browsers_dir
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PHONE = "0701740605123"


def _look(search: Search, folder: Path) -> Iterator[Leak]:
    """What is found in a folder that others are at work in."""
    for path in sorted(folder.rglob("*")):
        try:
            content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        except FileNotFoundError:
            continue
        yield from search.look(str(path), content)


@pytest.mark.skipif(
    not browsers_dir.has_room(), reason="no room in memory: the values lie on the disk until they are wiped"
)
async def test_of_a_form_whose_browser_and_host_were_killed_nothing_lies_on_the_disk(open_folder: Path) -> None:
    profile = {**profiles.ASA.profile, "phone": PHONE}
    search = Search(unmistakable(leaves(profile)))
    folder = open_folder / "killed"  # beside others', whose browsers may have cached the practice site's pages
    async with Lab.start(folder) as lab:
        body = lab.request(a_posting("stepwise"), profiles.ASA, query="?echo=1", profile=profile)
        await lab.publish("job.requested", body)
        seen = await lab.asking(job_id_of(body), timeout=200)
        assert seen.phase is Phase.WAITING, seen
        browsers = lab.stack.state.browsers.resolve()
        (browser,) = chromium.find_processes(browsers)
        async with asyncio.timeout(60):
            while not any(_look(search, browser.profile_dir)):  # noqa: ASYNC110 - Chromium says nothing of what it writes
                await asyncio.sleep(0.5)
        lab.signal(services.BROWSER_HOST, signal.SIGKILL)
        browser.signal(signal.SIGKILL)
        assert set(_look(search, folder)) == set()
        async with asyncio.timeout(60):
            while browser.profile_dir.exists():  # noqa: ASYNC110 - the host's successor removes it
                await asyncio.sleep(0.2)
        assert {*_look(search, folder), *_look(search, browsers)} == set()
    assert {*_look(search, folder), *_look(search, browsers)} == set()
