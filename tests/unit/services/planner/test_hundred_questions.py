"""What becomes of a hundred questions as application forms ask them: answered, drafted, declined or asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest

from ghosthands.domain import ids
from ghosthands.domain.keys import DECLINE, DRAFTS
from ghosthands.domain.page import FieldKind
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.questions import question_key
from ghosthands.models import ModelGateway, ModelSettings
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.practice.model_server import Asked as Prompt

from .conftest import PERSON, Desk, ask
from .hundred_questions import OPEN, QUESTIONS, SENSITIVE, Asked, Fate

PROFILE = {
    "first_name": "Ada",
    "last_name": "Byron",
    "email": "ada@example.org",
    "linkedin_url": "https://linkedin.example/ada",
    "notice_period": "1 month",
    "salary_expectation": "90000",
    "how_did_you_hear": "LinkedIn",
    "available_start_date": "2027-02-01",
    "years_of_experience": 8,
    "over_18": True,
    "english_proficiency": "Fluent",
    "work_history": [{"company": "Acme Ltd", "title": "Backend Developer", "start_date": "2019", "end_date": "2023"}],
}
RESUME = """\
Built payment services in Go at Acme Ltd
Ich habe Zahlungsdienste in Go gebaut
J'ai construit des services de paiement en Go
He construido servicios de pago en Go
"""
#: by the names that the table has for them
OWN = {
    "answers:relocation": ("Are you open to relocation?", "No"),
    "answers:sponsorship": ("Do you require visa sponsorship?", "No"),
    "answers:authorized": ("Are you authorized to work in the US?", "Yes"),
}
DRAFT = {
    "en": "I built payment services in Go.",
    "de": "Ich habe Zahlungsdienste in Go gebaut.",
    "fr": "J'ai construit des services de paiement en Go.",
    "es": "He construido servicios de pago en Go.",
}


def draft(asked: Prompt) -> dict[str, Any]:
    """A draft for every question, in its language."""
    language = next((name for name in DRAFT if f"[{name}, " in asked.text), "en")
    return {"answers": [{"n": 1, "text": DRAFT[language]}]}


@pytest.fixture(scope="module")
async def server() -> AsyncIterator[ModelServer]:
    """A model that drafts whatever it is asked, and classifies nothing."""
    rules = [AnswerRule({"fields": []}, schema=("fields",)), AnswerRule(draft, schema=("answers",))]
    async with model_server.serve(rules) as running:
        yield running


@pytest.fixture(scope="module")
async def desk(server: ModelServer) -> AsyncIterator[Desk]:
    """One planner for them all."""
    gateway = ModelGateway(ModelSettings(base_url=server.base_url, api_key="the-key", max_retries=0))
    yield Desk(gateway)
    await gateway.close()


async def planned(desk: Desk, asked: Asked) -> PlanProposed:
    """The plan of a page with that question, for a job and an applicant's resume of its own."""
    kind = FieldKind.SELECT if asked.options else FieldKind.TEXT if asked.key else FieldKind.TEXTAREA
    field, job = ask("f", asked.text, kind, options=asked.options), ids.derived("asked", asked.text, len(asked.options))
    await desk.vault.put_job_file(PERSON, job, "resume", RESUME.encode(), name="cv.txt", media_type="text/plain")
    return await desk.plan(field, profile=PROFILE, job=job, qa_answers=dict(OWN.values()))


def judge(plan: PlanProposed) -> Fate:
    """What became of the page's one question."""
    keys = [action.key for action in plan.actions]
    if not keys:
        return Fate.ASKED
    return Fate.DECLINED if keys == [DECLINE] else Fate.DRAFTED if keys[0].startswith(DRAFTS) else Fate.ANSWERED


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: f"{asked.language}-{asked.text}")
async def test_each_question_is_dealt_with_as_its_class_demands(desk: Desk, server: ModelServer, asked: Asked) -> None:
    plan = await planned(desk, asked)
    assert judge(plan) is asked.fate
    if asked.key:
        own = OWN.get(asked.key)
        assert [action.key for action in plan.actions] == [f"answers.{question_key(own[0])}" if own else asked.key]
    assert asked not in SENSITIVE or not any(asked.text in prompt.text for prompt in server.requests)
    assert asked not in OPEN or any(asked.text in prompt.text for prompt in server.requests)


async def test_a_question_the_other_way_round_takes_the_answer_the_other_way_round(desk: Desk) -> None:
    turned = [one for one in QUESTIONS if "NOT" in one.text]
    assert [(await planned(desk, one)).actions[0].negated for one in turned] == [True]


def test_the_hundred_are_a_hundred_in_at_least_four_languages_and_of_every_fate() -> None:
    assert len(QUESTIONS) == len({one.text + str(one.options) for one in QUESTIONS}) == 100
    assert len({one.language for one in QUESTIONS}) >= 4
    fates = Counter(one.fate for one in QUESTIONS)
    assert fates.keys() == set(Fate)
    assert min(fates.values()) >= 8
