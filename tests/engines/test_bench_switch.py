"""What `ghosthands bench switch` measures: each switch is a whole one, on a page that stays as it is."""

from __future__ import annotations

from itertools import permutations

import pytest

from ghosthands.bench import switch
from ghosthands.domain.engine import EngineName

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]


async def test_every_pair_of_engines_changes_places_on_the_same_page_of_the_same_process() -> None:
    async with switch.open_live_page() as page:
        before, pid = await page.browser.capture(), page.process.pid
        assert before.values, "nothing of the page could be read"
        for source, target in permutations(page.engines, 2):
            assert await page.switched(source, target) > 0
            assert page.slot.name is EngineName.NONE
            assert before.compare(await page.browser.capture()) is None
        assert page.browser.process is not None
        assert page.browser.process.pid == pid
        assert page.process.alive


async def test_a_bare_attach_leaves_nobody_attached() -> None:
    async with switch.open_live_page() as page:
        for name in page.engines:
            assert await page.attached(name) > 0
            assert page.slot.name is EngineName.NONE
