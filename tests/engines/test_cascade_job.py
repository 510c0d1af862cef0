"""A whole application in which our own hand fails at one question, and the real engines take over."""

from __future__ import annotations

import pytest

from ghosthands.domain import job, session
from ghosthands.domain.asked_models import NANO, CostIncurred, ModelSubstituted
from ghosthands.domain.engine import MODELLED, EngineName
from ghosthands.domain.job import Phase
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

YES = AnswerRule(
    answer={
        "elements": [
            {"elementId": "{id}", "description": "the radio button Yes", "method": "doubleClick", "arguments": []}
        ]
    },
    text=r"\[(?P<id>\d+-\d+)\] radio: (?:Yes|%value%)",
    schema=("elements",),
)


async def test_what_our_own_hand_cannot_answer_stagehand_does(lab: Lab, model: ModelServer) -> None:
    model.rules.append(YES)
    posting = a_posting()
    seen = await lab.finished(await lab.apply(posting, query="?stubborn=1"))
    assert seen.phase is Phase.COMPLETED, seen
    (escalated,) = seen.named("TierEscalated")
    assert isinstance(escalated, job.TierEscalated)
    assert escalated.target is EngineName.STAGEHAND_DOM
    switches = [
        (one.source, one.target) for one in seen.named("EngineSwitched") if isinstance(one, session.EngineSwitched)
    ]
    assert switches[-1] == (EngineName.STAGEHAND_DOM, EngineName.PLAYWRIGHT)
    verified = [
        one for one in seen.named("ActionVerified") if isinstance(one, session.ActionVerified) and one.tier == 1
    ]
    assert len(verified) == 1
    assert not model.shown("Ellsworth"), "a model is shown the applicant's values"
    (sent,) = lab.site.ledger.of(posting.key)
    assert ["yes"] in sent.received.values.values()


async def test_every_call_of_an_engine_is_told_with_its_cost_and_the_model_asked_instead(
    lab: Lab, model: ModelServer
) -> None:
    model.rules.append(YES)
    body = lab.request(a_posting(), query="?stubborn=1", model="claude-sonnet", quality="quality")
    await lab.publish("job.requested", body)
    seen = await lab.finished(job_id_of(body))
    assert seen.phase is Phase.COMPLETED, seen
    (instead,) = seen.named("ModelSubstituted")
    assert instead == ModelSubstituted(asked="claude-sonnet", used="openai/gpt-4o", code="no_provider")
    costs = [cost for cost in seen.named("CostIncurred") if isinstance(cost, CostIncurred)]
    assert len(costs) == len(model.requests) > 0, "a call for each request that came to the model's server"
    assert {(cost.engine, cost.tier, cost.purpose) for cost in costs} == {(EngineName.STAGEHAND_DOM, 1, "act")}
    assert all(cost.nano_usd and cost.input_tokens > 100 for cost in costs)
    ended = await lab.told(body["valet_task_id"], "status", lambda told: told["status"] == "completed")
    assert ended["models"] == [{"asked": "claude-sonnet", "used": "openai/gpt-4o", "reason": "no_provider"}]
    spent = sum(cost.nano_usd or 0 for cost in costs) / NANO
    assert ended["cost"]["total_cost_usd"] == pytest.approx(spent)
    assert [tier["tier"] for tier in ended["cost_breakdown"]["tiers"]] == [1]


async def test_a_hostile_model_sends_nothing_and_a_human_is_asked(lab: Lab, model: ModelServer) -> None:
    model.rules.extend(model_server.make_hostile_script())
    posting = a_posting()
    job_id = await lab.apply(posting, query="?stubborn=1")
    seen = await lab.until(job_id, lambda one: one.asks or one.over)
    assert seen.asks, seen
    assert lab.submissions(posting) == 0
    (opened,) = seen.named("SessionOpened")
    assert isinstance(opened, session.SessionOpened)
    there = MODELLED.intersection(opened.engines)
    assert {EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA} <= there
    connected = [one.engine for one in seen.named("EngineConnected") if isinstance(one, session.EngineConnected)]
    assert MODELLED.intersection(connected) == there, "each was tried"
    assert {asked.images > 0 for asked in model.requests} == {True, False}, "those that read, and those that see"
    costs = [cost for cost in seen.named("CostIncurred") if isinstance(cost, CostIncurred)]
    assert {cost.engine for cost in costs} == there, "what each asked is metered"
