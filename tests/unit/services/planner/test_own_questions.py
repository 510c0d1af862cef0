"""Questions that the request answers in other words than the form's: what a model is shown of them, and what counts."""

from __future__ import annotations

from typing import Any

from ghosthands.domain.page import FieldKind
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.questions import question_key
from ghosthands.practice.model_server import AnswerRule, ModelServer

from .conftest import Desk, ask

OWN = "Which shift suits you best?"
ANSWER = "Nights on the Thames"
SHIFT = ask("shift", "Preferred hours of duty")
KEY = f"answers.{question_key(OWN)}"


def said(key: str, sure: float = 0.95) -> AnswerRule:
    return AnswerRule({"fields": [{"n": 1, "key": key, "sure": sure}]}, schema=("fields",))


def keys(plan: PlanProposed) -> dict[str, str]:
    return {action.field_id: action.key for action in plan.actions}


async def planned(desk: Desk, server: ModelServer, rule: AnswerRule, **request: Any) -> PlanProposed:
    server.rules.append(rule)
    return await desk.plan(SHIFT, **{"qa_answers": {OWN: ANSWER}, **request})


async def test_a_model_says_which_own_question_a_field_asks_and_never_sees_its_answer(
    desk: Desk, server: ModelServer
) -> None:
    plan = await planned(desk, server, said("own1"))
    assert (keys(plan), [action.reason for action in plan.actions]) == ({"shift": KEY}, ["model:own_answer"])
    (asked,) = server.requests
    assert f"own1 {OWN}" in asked.text
    assert ANSWER not in asked.text


async def test_a_model_that_is_not_sure_or_names_what_was_not_offered_is_not_believed(
    desk: Desk, server: ModelServer
) -> None:
    for key, sure in (("own1", 0.5), ("own2", 1.0), (KEY, 1.0)):
        server.rules[:] = []
        plan = await planned(desk, server, said(key, sure), job=f"0b8f7d3e-0000-5000-8000-0000000001{len(key):02}")
        assert keys(plan) == {}


async def test_no_question_whose_answer_is_a_yes_or_sensitive_is_shown_to_a_model(
    desk: Desk, server: ModelServer
) -> None:
    answers = {"Do you like tea?": "Yes", "What would you like to earn?": "90000", OWN: ANSWER}
    await planned(desk, server, said("none"), qa_answers=answers)
    (asked,) = server.requests
    assert OWN in asked.text
    assert "tea" not in asked.text
    assert "earn" not in asked.text


async def test_what_is_proven_to_mean_the_same_needs_no_model(desk: Desk, server: ModelServer) -> None:
    asked = ask("move", "Would you be willing to relocate?", FieldKind.RADIO, options=("Yes", "No"))
    plan = await desk.plan(asked, qa_answers={"Are you open to relocation?": "No"})
    assert keys(plan) == {"move": f"answers.{question_key('Are you open to relocation?')}"}
    assert not server.requests
