"""Random kills over many jobs at once: none is lost, none is stuck, nothing is sent twice, and the tables agree."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from ghosthands.domain.services import BROWSER_HOST
from ghosthands.testkit.faults.storm import Storm
from ghosthands.testkit.lab import Lab

#: more, or the same ones, by `make test-storm KILLS=1000 SEED=7`
KILLS = int(os.environ.get("GHOSTHANDS_STORM_KILLS", "25"))
SEED = int(os.environ.get("GHOSTHANDS_STORM_SEED", "0")) or random.randrange(1, 1_000_000)

#: all jobs go to one host
AT_ONE_SITE = {BROWSER_HOST: {"GHOSTHANDS_BROWSER_HOST_PER_SITE": "8"}}


@pytest.mark.faults
@pytest.mark.timeout(900 + 10 * KILLS)
async def test_a_storm_of_kills_loses_doubles_and_sticks_nothing(open_folder: Path) -> None:
    print(f"storm of {KILLS} kills, GHOSTHANDS_STORM_SEED={SEED}", flush=True)
    async with Lab.start(open_folder / "storm", by_service=AT_ONE_SITE) as lab:
        result = await Storm(lab, SEED, KILLS).run()
    print(result)
    assert not result.violations, "\n".join([str(result), *result.violations])
