"""Random kills over many jobs at once: none is lost, none is stuck, nothing is sent twice, and the tables agree."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from ghosthands.domain.services import BROWSER_HOST
from ghosthands.practice import model_server
from ghosthands.practice.model_server import ModelServer
from ghosthands.testkit.faults.script import make_script
from ghosthands.testkit.faults.storm import Storm
from ghosthands.testkit.lab import Lab

#: more, or the same ones, by `make test-storm KILLS=1000 SEED=7 JOBS=8`
KILLS = int(os.environ.get("GHOSTHANDS_STORM_KILLS", "25"))
SEED = int(os.environ.get("GHOSTHANDS_STORM_SEED", "0")) or random.randrange(1, 1_000_000)

AT_ONCE = int(os.environ.get("GHOSTHANDS_STORM_JOBS", "4"))


@pytest.mark.faults
@pytest.mark.timeout(900 + 20 * KILLS)
async def test_a_storm_of_kills_loses_doubles_and_sticks_nothing(open_folder: Path) -> None:
    print(f"storm of {KILLS} kills, {AT_ONCE} jobs at once, GHOSTHANDS_STORM_SEED={SEED}", flush=True)
    async with (
        model_server.serve(make_script()) as model,
        Lab.start(open_folder / "storm", by_service={BROWSER_HOST: settings_of(model)}) as lab,
    ):
        result = await Storm(lab, SEED, KILLS, at_once=AT_ONCE).run()
    print(result)
    assert not result.violations, "\n".join([str(result), *result.violations])


def settings_of(model: ModelServer) -> dict[str, str]:
    """Of a host at which all jobs are, at one site, and whose engines ask that model."""
    return {
        "GHOSTHANDS_BROWSER_HOST_SLOTS": str(AT_ONCE),
        "GHOSTHANDS_BROWSER_HOST_PER_SITE": str(AT_ONCE),
        "GHOSTHANDS_MODEL_BASE_URL": model.base_url,
        "GHOSTHANDS_MODEL_API_KEY": "test",
    }
