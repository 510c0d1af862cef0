"""What the upstream product is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from ghosthands.domain import budget, services
from ghosthands.domain.asked_models import CostIncurred, ModelSubstituted
from ghosthands.domain.budget import Allowance, Amounts, BudgetReserved, Limits
from ghosthands.domain.errors import Permanent
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import (
    EffectIntended,
    EffectKind,
    HumanRequested,
    JobCancelled,
    JobCompleted,
    JobFailed,
    JobResumed,
    JobTimedOut,
    Mend,
    NotEntered,
    Outcome,
    find_doubt,
)
from ghosthands.domain.message import Event
from ghosthands.domain.page import ButtonRole
from ghosthands.domain.plan import PlanProposed, Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.domain.recipe import RecipeFound
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.testkit.story import NOON, fill, requested

if TYPE_CHECKING:
    from conftest import World

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
REQUEST = "7c9e6679-0000-5000-8000-000000000001"


async def told(world: World, event: Event) -> Any:
    recorded = await world.say(services.EXECUTOR, event)
    await world.handlers.on_status(recorded)
    (body,) = world.told("status")
    assert (body["event_id"], body["sequence"]) == (recorded.id, recorded.sequence)
    return body


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (JobResumed(request_id=REQUEST, at=NOON), {"status": "running"}),
        (JobCompleted(at=NOON, outcome=Outcome.SUBMITTED), {"status": "completed", "outcome": "submitted"}),
        (JobFailed(at=NOON, code="hitl_timeout"), {"status": "failed", "error_code": "hitl_timeout"}),
        (
            JobTimedOut(at=NOON, timeout_seconds=300, message="Timeout after 5 minutes"),
            {"status": "failed", "error_code": "timeout", "error_message": "Timeout after 5 minutes"},
        ),
        (JobCancelled(at=NOON), {"status": "cancelled"}),
    ],
)
async def test_each_end_and_turn_has_its_status(world: World, event: Event, expected: dict[str, str]) -> None:
    body = await told(world, event)
    assert {key: body[key] for key in expected} == expected


async def test_the_end_of_a_job_in_doubt_brings_the_question_that_it_leaves(world: World) -> None:
    pressed = EffectIntended(
        at=NOON,
        intent_id=REQUEST,
        kind=EffectKind.SUBMIT,
        button_id="send",
        button_role=ButtonRole.SUBMIT,
        fingerprint="form",
    )
    await world.say(services.EXECUTOR, pressed)
    body = await told(world, JobFailed(at=NOON, code="internal_error"))
    doubt = find_doubt(job_of(await world.events.load(subjects.job(JOB))))
    assert doubt is not None
    asked = body["interaction"]
    assert (body["status"], asked["type"], asked["timeout_seconds"]) == ("failed", "submit_unclear", None)
    assert asked["request_id"] == doubt.request_id


async def test_a_status_tells_the_cost_tier_by_tier_and_the_models_asked_instead(world: World) -> None:
    calls = [
        CostIncurred(call_id="1", model="a/b", purpose="classify", input_tokens=90, output_tokens=10, took_ms=1),
        CostIncurred(call_id="2", model="a/b", purpose="act", tier=1, input_tokens=50, took_ms=1, nano_usd=2_500_000),
        CostIncurred(call_id="3", model="a/b", purpose="act", tier=1, took_ms=1, code="model_timeout"),
    ]
    instead = ModelSubstituted(asked="gpt-4.1", used="a/b", code="no_provider")
    for event in (instead, *calls):
        await world.say(services.BROWSER_HOST, event)
    body = await told(world, JobCompleted(at=NOON, outcome=Outcome.SUBMITTED))
    assert body["cost"] == {"total_cost_usd": 0.0025, "action_count": 0, "total_tokens": 150}
    assert body["cost_breakdown"] == {
        "model_calls": 3,
        "unpriced_calls": 1,
        "tiers": [
            {"tier": 0, "calls": 1, "tokens": 100, "cost_usd": 0.0},
            {"tier": 1, "calls": 2, "tokens": 50, "cost_usd": 0.0025},
        ],
    }
    assert body["models"] == [{"asked": "gpt-4.1", "used": "a/b", "reason": "no_provider"}]


async def test_a_status_tells_what_was_mended_of_the_request_and_its_own_words_back(world: World) -> None:
    world = await type(world)().start(mended=(Mend("profile.email", "missing"),))
    own = {"metadata": {"campaign": "spring", "nothing": None}, "tags": ["urgent"]}
    await world.vault.put_request(world.person, JOB, {"target_url": "", "profile": {}, **own})
    body = await told(world, JobCancelled(at=NOON))
    assert body["mended"] == [{"field": "profile.email", "code": "missing"}]
    assert {name: body[name] for name in own} == own


async def test_a_status_says_nothing_of_mends_and_words_where_there_are_none(world: World) -> None:
    body = await told(world, JobCancelled(at=NOON))
    assert {"mended", "metadata", "tags"}.isdisjoint(body)


async def test_a_status_tells_how_the_job_stands_with_its_budget(world: World) -> None:
    log = world.events.as_service(services.PLANNER)
    ledger = await log.load(subjects.ledger_of(requested()))
    wanted = BudgetReserved(
        call_id="1",
        job_id=JOB,
        at=NOON,
        expires_at=NOON,
        model="a/b",
        purpose="draft",
        amounts=Amounts(calls=1, tokens=400, nano_usd=3_000_000),
        allowance=Allowance(job=Limits(nano_usd=50_000_000, calls=1), month=Limits(nano_usd=25_000_000_000)),
    )
    await log.append_decision(ledger, [wanted], cause=Cause(command_id="1", tenant="valet", correlation=JOB))
    spent = budget.find_excess(budget.fold(budget.BudgetLedger(), [wanted]), replace(wanted, call_id="2"))
    assert spent is not None
    await world.say(services.PLANNER, spent)
    body = await told(world, JobFailed(at=NOON, code="budget_exceeded"))
    assert (body["status"], body["error_code"]) == ("failed", "budget_exceeded")
    assert body["budget"] == {
        "exceeded": {"scope": "job", "measure": "calls", "tier": 0},
        "limit_usd": 0.05,
        "used_usd": 0.003,
        "limit_tokens": None,
        "used_tokens": 400,
        "limit_calls": 1,
        "used_calls": 1,
        "open_calls": 1,
        "month_limit_usd": 25.0,
        "month_used_usd": 0.003,
    }


async def test_a_status_tells_the_limits_that_a_request_sets_itself_before_any_model_is_asked(world: World) -> None:
    world = await type(world)().start(budget=Limits(nano_usd=250_000_000, calls=3))
    told_of = (await told(world, JobResumed(at=NOON, request_id="1")))["budget"]
    assert (told_of["limit_usd"], told_of["limit_calls"], told_of["used_usd"]) == (0.25, 3, 0)


async def test_a_job_that_asked_no_model_cost_nothing(world: World) -> None:
    body = await told(world, JobCompleted(at=NOON, outcome=Outcome.SUBMITTED))
    assert body["cost"] == {"total_cost_usd": 0.0, "action_count": 0, "total_tokens": 0}
    assert "models" not in body
    assert "budget" not in body


async def test_a_request_is_told_with_the_pages_own_words(world: World) -> None:
    asked = await world.ask()
    body = await told(world, asked)
    assert body["status"] == "needs_human"
    interaction = body["interaction"]
    assert (interaction["type"], interaction["request_id"], interaction["timeout_seconds"]) == ("fields", REQUEST, 300)
    assert interaction["page_url"] == "https://jobs.example.com/apply"
    assert interaction["fields"] == [
        {
            "field_id": "why",
            "question_key": question_key("Why us?"),
            "section": "",
            "label": "Why us?",
            "kind": "textarea",
            "options": [],
        },
        {
            "field_id": "visa",
            "question_key": question_key("Visa"),
            "section": "",
            "label": "Visa",
            "kind": "select",
            "options": ["Yes", "No"],
        },
        {
            "field_id": "proof",
            "question_key": question_key("Proof"),
            "section": "",
            "label": "Proof",
            "kind": "file",
            "options": [],
        },
    ]


async def test_a_wall_is_told_by_its_type(world: World) -> None:
    wall = HumanRequested(request_id=REQUEST, kind=AskKind.BLOCKER, at=NOON, timeout_seconds=300, code="captcha")
    interaction = (await told(world, wall))["interaction"]
    assert (interaction["type"], interaction["code"], interaction["fields"]) == ("blocker", "captcha", [])


@pytest.mark.parametrize("model_ref", [None, "0" * 64])
async def test_a_request_whose_page_cannot_be_read_is_told_by_its_keys(world: World, model_ref: str | None) -> None:
    asked = await world.ask(model_ref=model_ref)
    fields = (await told(world, asked))["interaction"]["fields"]
    assert [(field["field_id"], field["label"], field["kind"]) for field in fields] == [
        ("why", "", None),
        ("visa", "", None),
        ("proof", "", None),
    ]


async def test_a_dry_run_ends_with_the_words_of_what_the_profile_has_no_name_for(world: World) -> None:
    why, visa, proof = (question_key(text) for text in ("Why us?", "Visa", "Proof"))
    drafted = replace(fill("why", key=f"drafts.{why}"), question_key=why)
    named = fill("email")
    open_ones = (Unanswered("visa", visa),), (Unanswered("proof", proof),)
    planned = PlanProposed(
        cause="c", model_ref=world.model_ref, actions=(drafted, named), unanswered=open_ones[0], unclear=open_ones[1]
    )
    await world.say(services.PLANNER, planned)
    body = await told(world, JobCompleted(at=NOON, outcome=Outcome.DRY_RUN))
    assert {one["question_key"]: one["label"] for one in body["questions"]} == {
        why: "Why us?",
        visa: "Visa",
        proof: "Proof",
    }


async def test_a_dry_run_that_a_recipe_filled_tells_the_words_of_what_everyone_answers(world: World) -> None:
    agreed = replace(fill("visa", key="constant.yes"), question_key="feed")
    known = RecipeFound(
        cause="c", fingerprint="f", recipe="f", model_ref=world.model_ref, actions=(agreed, fill("email"))
    )
    await world.say(services.COOKBOOK, known)
    body = await told(world, JobCompleted(at=NOON, outcome=Outcome.DRY_RUN))
    assert [(one["question_key"], one["label"]) for one in body["questions"]] == [("feed", "Visa")]


async def test_what_a_page_asked_that_is_gone_is_told_by_its_key_and_an_application_tells_none(world: World) -> None:
    gone = PlanProposed(cause="c", model_ref="0" * 64, unanswered=(Unanswered("visa", "feed"),))
    await world.say(services.PLANNER, gone)
    recorded = await world.say(services.EXECUTOR, JobCompleted(at=NOON, outcome=Outcome.SUBMITTED))
    await world.handlers.on_status(recorded)
    recorded = await world.say(services.EXECUTOR, JobCompleted(at=NOON, outcome=Outcome.DRY_RUN))
    await world.handlers.on_status(recorded)
    sent, dry = world.told("status")
    assert "questions" not in sent
    assert [(one["question_key"], one["label"]) for one in dry["questions"]] == [("feed", "")]


async def test_an_event_delivered_again_is_told_once(world: World) -> None:
    recorded = await world.say(services.EXECUTOR, JobCancelled(at=NOON))
    await world.handlers.on_status(recorded)
    await world.handlers.on_status(recorded)
    assert len(world.told("status")) == 1


async def test_two_turns_of_the_same_kind_are_told_twice(world: World) -> None:
    for _ in range(2):
        recorded = await world.say(services.EXECUTOR, JobResumed(request_id=REQUEST, at=NOON))
        await world.handlers.on_status(recorded)
    assert len(world.told("status")) == 2


async def test_a_job_nobody_requested_has_no_status(world: World) -> None:
    stray = Recorded[Event](
        sequence=1,
        id="e1",
        at=NOON,
        service=services.EXECUTOR,
        aggregate=subjects.job("stray"),
        event=JobCancelled(at=NOON),
        causation="c",
        correlation="stray",
        tenant="valet",
    )
    with pytest.raises(Permanent):
        await world.handlers.on_status(stray)


async def test_a_question_whose_known_answer_could_not_be_entered_tells_which_and_why(world: World) -> None:
    failed = NotEntered(question_key="key-why", key="profile.summary", code="too_long")
    asked = HumanRequested(
        request_id=REQUEST,
        kind=AskKind.FIELDS,
        at=NOON,
        timeout_seconds=300,
        fields=(Unanswered("why", "key-why"), Unanswered("visa", "key-visa")),
        not_entered=(failed,),
        model_ref=world.model_ref,
    )
    told_why, told_visa = (await told(world, asked))["interaction"]["fields"]
    assert told_why["not_entered"] == {"key": "profile.summary", "code": "too_long"}
    assert "not_entered" not in told_visa
