"""Recipes in the tables: the same whoever folded the first half, and equal to their rebuild."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ghosthands.domain.manual import ManualAction, ManualAdded, ManualSource, ManualStep, ManualTried
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import FieldLocator, LocatorKind, RecipeRecorded, RecipeRetired, RecipeStep, RecipeTried
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import migrations
from ghosthands.projector.rebuilding import rebuild
from ghosthands.testkit.story import NOON, recorded

pytestmark = pytest.mark.integration

SITE = "jobs.example.com"


def step(name: str) -> RecipeStep:
    locators = (FieldLocator(LocatorKind.NAME, name),)
    return RecipeStep(field_id=name, kind="text", label=name.title(), locators=locators, identity=0.9, reason="search")


def learnt(page: str, *names: str) -> RecipeRecorded:
    return RecipeRecorded(job_id="j", platform="lever", fingerprint=page, steps=tuple(map(step, names)))


def tried(page: str, *, well: tuple[str, ...] = (), badly: tuple[str, ...] = ()) -> RecipeTried:
    return RecipeTried(job_id="j", fingerprint=page, verified=well, failed=badly)


@pytest.fixture
def log() -> list[Recorded[Event]]:
    events = [
        learnt("form", "email", "phone"),
        tried("form", badly=("email", "phone")),
        learnt("other", "visa"),
        tried("form", well=("email",)),
        RecipeRetired(fingerprint="form"),
        learnt("form", "phone"),
        tried("form", badly=("phone",)),
    ]
    return [recorded(subjects.recipe(SITE), event, at) for at, event in enumerate(events, start=1)]


@pytest.mark.parametrize("half", [0, 2, 4, 6])
async def test_a_projector_goes_on_from_the_copied_events(db: Any, log: list[Recorded[Event]], half: int) -> None:
    await (await db.projection()).apply(log[:half])
    await (await db.projection()).apply(log[half:])
    pages = await db.rows("select fingerprint, health, steps, jobs, retired from gh.recipes order by 1")
    assert pages == [("form", 95, 1, 2, False), ("other", 100, 1, 1, False)]
    steps = await db.rows("select fingerprint, field_id, health, failed, forgotten from gh.recipe_steps order by 1, 2")
    assert steps == [
        ("form", "email", 97, 1, True),
        ("form", "phone", 95, 1, False),
        ("other", "visa", 100, 0, False),
    ]


async def test_the_tables_equal_their_rebuild(db: Any, bus: Bus, append: Any, log: list[Recorded[Event]]) -> None:
    await append(log)
    projection = await db.projection()
    await projection.apply(log[:3])
    await projection.apply(log[3:])
    report = await rebuild(bus, db.url, migrations.folder(), only_compare=True, progress=lambda folded, wanted: None)
    assert report.equal
    assert {table.table: table.rows_live for table in report.tables}["recipe_steps"] == 3


async def test_manuals_are_shown_with_the_upstream_columns(db: Any) -> None:
    step = ManualStep(action=ManualAction.FILL, selector="#email", value="profile.email")
    added = ManualAdded(
        at=NOON,
        manual_id="m",
        url_pattern=f"{SITE}/jobs/*",
        task_pattern="apply",
        platform="greenhouse",
        source=ManualSource.RECORDED,
        steps=(step,),
    )
    tries = [ManualTried(at=NOON, job_id="j", manual_id="m", well=well) for well in (False, True)]
    events = [recorded(subjects.recipe(SITE), event, at) for at, event in enumerate([added, *tries], start=1)]
    await (await db.projection()).apply(events)
    wanted = "url_pattern, task_pattern, steps, success_count, failure_count, health_score, platform, source, last_used"
    (row,) = await db.rows(f"select {wanted}, last_verified, created_at from gh.gh_action_manuals")
    pattern, task, steps, well, badly, health, *about = row
    assert (pattern, task, well, badly, health) == (f"{SITE}/jobs/*", "apply", 1, 1, 97)
    step_told = {"action": "fill", "selector": "#email", "value": "profile.email"}
    assert (json.loads(steps) if isinstance(steps, str) else steps) == [step_told]
    assert about == ["greenhouse", "recorded", NOON, NOON, NOON]
