"""What an applicant said to one form answers the same question on another's, for as long as they are known here."""

from __future__ import annotations

from ghosthands.domain.page import FieldKind
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.questions import question_key

from .conftest import PERSON, PROFILE, Desk, ask

OTHER = "0b8f7d3e-0000-5000-8000-000000000002"
THIRD = "0b8f7d3e-0000-5000-8000-000000000003"
WHICH = "Which shift do you prefer?"
SHIFT = ask("shift", WHICH, FieldKind.SELECT, options=("Days", "Nights"))
MORE = ask("shift", WHICH, FieldKind.SELECT, options=("Days", "Nights", "Weekends"))


def keys(plan: PlanProposed) -> dict[str, str]:
    return {action.field_id: action.key for action in plan.actions}


async def test_what_the_request_says_is_offered_to_the_next_form(alone: Desk) -> None:
    await alone.plan(SHIFT, qa_answers={WHICH: "Nights"})
    again = await alone.plan(SHIFT, job=OTHER)
    assert keys(again) == {"shift": f"remembered.{question_key(WHICH)}"}
    data = await alone.vault.get_applicant_data(PERSON, OTHER)
    assert data.value(again.actions[0].key) == "Nights"


async def test_the_newest_answer_is_remembered(alone: Desk) -> None:
    await alone.plan(SHIFT, qa_answers={WHICH: "Nights"})
    await alone.plan(SHIFT, job=OTHER, qa_answers={WHICH: "Days"})
    again = await alone.plan(SHIFT, job=THIRD)
    data = await alone.vault.get_applicant_data(PERSON, THIRD)
    assert data.value(again.actions[0].key) == "Days"


async def test_where_the_options_differ_a_human_is_asked_again(alone: Desk) -> None:
    await alone.plan(SHIFT, qa_answers={WHICH: "Nights"})
    again = await alone.plan(MORE, job=OTHER)
    assert (keys(again), [one.field_id for one in again.unanswered]) == ({}, ["shift"])


async def test_an_erased_applicant_is_not_remembered(alone: Desk) -> None:
    await alone.plan(SHIFT, qa_answers={WHICH: "Nights"})
    await alone.vault.erase(PERSON)
    again = await alone.plan(SHIFT, job=OTHER, profile=PROFILE)
    assert keys(again) == {}
    assert await alone.vault.get_remembered(PERSON) == {}


async def test_what_is_forgotten_is_asked_again(alone: Desk) -> None:
    await alone.plan(SHIFT, qa_answers={WHICH: "Nights"})
    (kept,) = (await alone.vault.get_remembered(PERSON)).items()
    assert kept[1].question == WHICH
    await alone.vault.forget_remembered(PERSON, kept[0])
    again = await alone.plan(SHIFT, job=OTHER)
    assert (keys(again), [one.field_id for one in again.unanswered]) == ({}, ["shift"])
