"""An application that spends its budget midway, in a real browser: judged by what the site and the model received."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ghosthands.domain import ids, services
from ghosthands.domain.asked_models import NANO, CostIncurred
from ghosthands.domain.budget import BudgetExceeded
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import Phase
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.recipe import RecipeFound
from ghosthands.domain.session import ActionVerified
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.questions import MOTIVATION
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

MINE = "Because you write things down, and so do I."
#: at gpt-4o's price enough for any one call, and not for another after one whose answer was that long
DOLLARS = 0.05
LONG = 10_000


@pytest.fixture
async def model() -> AsyncIterator[ModelServer]:
    """It understands no question, and would draft whatever it is asked for."""
    rules = [
        AnswerRule('{"fields": []}' + " " * LONG, schema=("fields",)),
        AnswerRule({"answers": [{"n": 1, "text": "I like your team."}]}, schema=("answers",)),
    ]
    async with model_server.serve(rules) as server:
        yield server


@pytest.fixture
async def lab(model: ModelServer, open_folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[Lab]:
    """A stack of the test's own, that has learnt nothing, whose planner can ask a model."""
    asks = {"GHOSTHANDS_MODEL_BASE_URL": model.base_url, "GHOSTHANDS_MODEL_API_KEY": "test"}
    by_service = {services.PLANNER: asks}
    async with Lab.start(
        open_folder / str(abs(hash(request.node.name)) % 10_000), ack_wait_seconds=20, by_service=by_service
    ) as running:
        yield running


def make_request(lab: Lab, posting: Posting, user: str = "first", **changes: Any) -> dict[str, Any]:
    """An application without an answer to the open question, which a model would be asked to draft."""
    answers = {question: said for question, said in JORDAN.answers.items() if question != MOTIVATION.label}
    person = ids.derived("budget", user)
    return lab.request(posting, qa_answers=answers, valet_user_id=person, budget={"usd": DOLLARS}, **changes)


def verified_by(seen: FollowedJob, kind: type[PlanProposed] | type[RecipeFound]) -> int:
    verified = {one.action_id for one in seen.named("ActionVerified") if isinstance(one, ActionVerified)}
    said = (one for one in seen.named(kind.__name__) if isinstance(one, kind))
    return sum(action.id in verified for one in said for action in one.actions)


async def test_spent_midway_what_is_filled_stays_and_a_human_answers_the_rest(lab: Lab, model: ModelServer) -> None:
    posting = a_posting("stepwise")
    body = make_request(lab, posting)
    await lab.publish("job.requested", body)
    seen = await lab.asking(job_id_of(body))
    ask = seen.ask
    assert (ask.kind, len(ask.fields), lab.submissions(posting)) == (AskKind.FIELDS, 1, 0)
    assert verified_by(seen, PlanProposed) > 10
    await lab.answer(seen.job.id, values={ask.fields[0].question_key: MINE})
    seen = await lab.finished(seen.job.id)
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = lab.site.ledger.of(posting.key)
    assert [MINE] in sent.received.values.values()
    assert len(seen.named("SessionOpened")) == 1
    await check_one_call_was_told(lab, body, "completed", seen, model)


@pytest.mark.heavy
async def test_spent_midway_it_ends_where_that_was_asked_and_the_next_goes_by_what_it_learnt(
    lab: Lab, model: ModelServer
) -> None:
    posting = a_posting("stepwise")
    body = make_request(lab, posting, on_budget="end")
    await lab.publish("job.requested", body)
    ended = await lab.finished(job_id_of(body))
    assert (ended.phase, ended.job.failure, lab.submissions(posting)) == (Phase.FAILED, "budget_exceeded", 0), ended
    filled = verified_by(ended, PlanProposed)
    assert filled > 10
    await check_one_call_was_told(lab, body, "failed", ended, model)
    await lab.at_rest()
    again = await lab.finished(await lab.apply(posting, valet_user_id=ids.derived("budget", "second")))
    assert (again.phase, lab.submissions(posting)) == (Phase.COMPLETED, 1), again
    assert verified_by(again, RecipeFound) == filled
    assert len(model.requests) == 1


async def check_one_call_was_told(
    lab: Lab, body: dict[str, Any], status: str, seen: FollowedJob, model: ModelServer
) -> None:
    """One call went out, the next was held back; VALET is told what it cost, by tier, and which limit was come to."""
    assert len(model.requests) == 1
    (cost,) = (one for one in seen.named("CostIncurred") if isinstance(one, CostIncurred))
    (exceeded,) = (one for one in seen.named("BudgetExceeded") if isinstance(one, BudgetExceeded))
    assert (exceeded.scope, exceeded.measure, exceeded.purpose) == ("job", "money", "draft")
    told = await lab.told(body["valet_task_id"], "status", lambda body: body["status"] == status)
    spent = (cost.nano_usd or 0) / NANO
    assert 0 < spent < DOLLARS
    assert told["cost"]["total_cost_usd"] == pytest.approx(spent)
    (tier,) = told["cost_breakdown"]["tiers"]
    assert (tier["tier"], tier["calls"], tier["cost_usd"]) == (0, 1, pytest.approx(spent))
    assert told["budget"]["exceeded"] == {"scope": "job", "measure": "money", "tier": exceeded.tier}
    assert (told["budget"]["limit_usd"], told["budget"]["used_usd"]) == (DOLLARS, pytest.approx(spent))
