"""Jobs that finish together each count in a recipe's health, whichever cookbook is faster, on a real server."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ghosthands import stack
from ghosthands.cookbook.sites import Sites
from ghosthands.domain import ids, services
from ghosthands.domain.errors import Conflict
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import FieldLocator, LocatorKind, RecipeRecorded, RecipeStep, RecipeTried, StepAction
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.wire.envelope import Cause

pytestmark = pytest.mark.integration

COOKBOOKS, JOBS = 3, 24
STEP = RecipeStep(
    field_id="email",
    kind="email",
    label="Email",
    locators=(FieldLocator(LocatorKind.NAME, "email"),),
    identity=0.9,
    action=StepAction.FILL,
    key="profile.email",
)


async def learn(cookbook: Sites, site: str, event: Event, number: int) -> None:
    """What a cookbook does with a finished job; it hears of it again as long as others are faster."""
    cause = Cause(command_id=ids.derived("job", site, number), tenant="t", correlation="race")
    while True:
        try:
            return await cookbook.learn(site, [event], cause=cause)
        except Conflict:
            continue


async def test_no_update_is_lost_and_none_counts_twice(state_dir: Path) -> None:
    config = stack.StackConfig(state_dir=state_dir, services=(), nats_url=None, database_url=None)
    async with stack.Supervisor(config) as running, AsyncExitStack() as exits:
        cookbooks = [
            Sites(JetStreamEventLog(await exits.enter_async_context(stack.logged_in(running, services.COOKBOOK))))
            for _ in range(COOKBOOKS)
        ]
        recorded = RecipeRecorded(job_id="first", platform="lever", fingerprint="form", steps=(STEP,))
        await learn(cookbooks[0], "site", recorded, 0)
        failed = [RecipeTried(job_id=f"job-{n}", fingerprint="form", failed=("email",)) for n in range(6)]
        verified = [RecipeTried(job_id=f"job-{n}", fingerprint="form", verified=("email",)) for n in range(6, JOBS)]
        racing = [
            learn(cookbooks[(number + again) % COOKBOOKS], "site", event, number)
            for again in range(2)  # each is heard twice, by two of them
            for number, event in enumerate([*failed, *verified], start=1)
        ]
        await asyncio.gather(*racing)
        known = [await cookbook.read("site") for cookbook in cookbooks]
    assert known[0] == known[1] == known[2]
    state = known[0].recipes["form"].steps["email"]
    assert (state.verified, state.failed) == (len(verified), len(failed))
    assert 70 <= state.health <= 100
