"""A form filled before is filled again by its recipe: no model is asked, all of it read back, each sent once."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest

from ghosthands.domain import ids, services
from ghosthands.domain.job import Phase, StepChosen, StepKind, SubmissionState
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.recipe import RecipeFound
from ghosthands.domain.session import ActionVerified
from ghosthands.practice import families, model_server
from ghosthands.practice.families import FAMILIES, greenhouse
from ghosthands.practice.form import list_shown, write_out
from ghosthands.practice.model_server import AnswerRule, Asked, ModelServer
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.questions import UNKNOWN
from ghosthands.practice.switches import Switches
from ghosthands.testkit.applicants import expected
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

E = TypeVar("E", bound=Event)

OTHERS = [
    vars(families)[family.name]
    for family in FAMILIES
    if hasattr(vars(families).get(family.name), "form") and family.name != greenhouse.NAME
]


#: a question that no rule understands, as the applicant answered it in other words
OTHERWISE, COLOUR = "Which colour would you paint a bird of ours?", "Green"


def understand(asked: Asked) -> dict[str, Any]:
    """That the two questions are one; nothing else."""
    field = re.search(rf"^(\d+) \w+ \| {re.escape(UNKNOWN.label)}", asked.text, re.MULTILINE)
    own = re.search(rf"^(own\d+) {re.escape(OTHERWISE)}", asked.text, re.MULTILINE)
    return {"fields": [{"n": int(field[1]), "key": own[1], "sure": 1.0}] if field and own else []}


@pytest.fixture(scope="module")
async def model() -> AsyncIterator[ModelServer]:
    """A model that understands one question."""
    rules = [AnswerRule(understand, schema=("fields",)), AnswerRule({"answers": []}, schema=("answers",))]
    async with model_server.serve(rules) as server:
        yield server


@pytest.fixture(scope="module")
async def lab(model: ModelServer, open_folder: Path) -> AsyncIterator[Lab]:
    """A stack whose planner asks the model."""
    asks = {
        "GHOSTHANDS_MODEL_PRIMARY": "google/gemini-2.5-flash",
        "GHOSTHANDS_MODEL_BASE_URL": model.base_url,
        "GHOSTHANDS_MODEL_API_KEY": "test",
    }
    async with Lab.start(open_folder / "second", by_service={services.PLANNER: asks}) as running:
        yield running


async def applied(lab: Lab, posting: Posting, user: str, **wishes: Any) -> FollowedJob:
    """Somebody applies, and cookbook has heard of it."""
    job_id = await lab.apply(posting, valet_user_id=ids.derived(posting.key, user), **wishes)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.phase is Phase.WAITING, timeout=220)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert seen.job.effects.submission is SubmissionState.CONFIRMED
    await lab.at_rest()
    return seen


def filled_by(seen: FollowedJob, *kinds: type[PlanProposed] | type[RecipeFound]) -> set[str]:
    """The fields that were filled and read back, as planner or a recipe would have it."""
    verified = {event.action_id for event in all_of(seen, ActionVerified)}
    said = (event for kind in kinds for event in all_of(seen, kind))
    return {action.field_id for event in said for action in event.actions if action.id in verified}


def all_of(seen: FollowedJob, kind: type[E]) -> Iterator[E]:
    return (one.event for one in seen.recorded if isinstance(one.event, kind))


async def check(lab: Lab, model: ModelServer, family: ModuleType, *, unknown: bool = False) -> FollowedJob:
    """Two people apply, by a form that may ask what no rule understands; the second job."""
    posting, wishes = a_posting(family.NAME), dict[str, Any]()
    if unknown:
        wishes = {"query": "?unknown=1", "qa_answers": {**JORDAN.answers, OTHERWISE: COLOUR}}
    first = await applied(lab, posting, "first", **wishes)
    asked_before = len(model.requests)
    second = await applied(lab, posting, "second", **wishes)
    assert len(model.requests) == asked_before
    assert filled_by(second, RecipeFound, PlanProposed) == filled_by(first, RecipeFound, PlanProposed)
    planned = {action.key for event in all_of(second, PlanProposed) for action in event.actions}
    print(f"\n{family.NAME}: {len(filled_by(second, RecipeFound))} by the recipe, planned: {sorted(planned)}")
    assert all(key.startswith("credentials.") for key in planned), planned
    sent = lab.site.ledger.of(posting.key)
    assert len(sent) == 2
    form, received = family.form(posting, Switches(unknown=unknown)), sent[1].received
    asked = list_shown(form, received)
    beside = {UNKNOWN.label: COLOUR} if unknown else {}
    assert write_out(asked, received) == expected(asked, JORDAN, family.NAME) | beside
    return second


async def test_a_form_filled_before_needs_no_plan_and_no_model_and_insight_tells_what_that_saves(
    lab: Lab, model: ModelServer
) -> None:
    second = await check(lab, model, greenhouse, unknown=True)
    assert len(model.requests) == 1
    told = json.loads(await ask_insight(lab, "--json"))
    (form,) = [one for one in told["forms"] if one["first_calls"]]
    assert (form["runs"], form["first_calls"], form["later_calls"], form["saved_calls"]) == (2, 1, 0, 1)
    assert form["first_nano_usd"] == form["saved_nano_usd"] > form["later_nano_usd"] == 0
    assert form["first_ms"] > 0 < form["later_ms"]
    assert form["replayed_share"] == 1
    (row,) = [line for line in (await ask_insight(lab)).splitlines() if line.startswith(form["fingerprint"][:8])]
    assert row.split()[1:5] == ["2", "1", "→", "0"]
    steps = [chosen.step for chosen in all_of(second, StepChosen)]
    # one look for the recipe, one go at all fields, one look at what that came to
    assert steps[2:6] == [StepKind.OBSERVE, StepKind.FIND_RECIPE, StepKind.RUN_ACTIONS, StepKind.OBSERVE]


async def ask_insight(lab: Lab, *options: str) -> str:
    """What `ghosthands insight` prints beside that stack."""
    command = Path(sys.executable).with_name("ghosthands")
    environment = {**os.environ, "GHOSTHANDS_STATE_DIR": str(lab.stack.state.path)}
    process = await asyncio.create_subprocess_exec(
        command, "insight", *options, env=environment, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    assert process.returncode == 0
    return printed.decode()


@pytest.mark.heavy
@pytest.mark.parametrize("family", OTHERS, ids=lambda family: family.NAME)
async def test_every_family_filled_before_needs_no_plan_and_no_model(
    lab: Lab, model: ModelServer, family: ModuleType
) -> None:
    await check(lab, model, family)
