"""What a model wrote is sent as a human read it, or changed it; judged by what the careers site received."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Browser, expect

from ghosthands.domain import services
from ghosthands.domain.drafts import DraftsOf, ShownDraft
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.job import Phase
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import TENANT, Lab, a_posting
from tests.e2e.console.conftest import make_link

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WHY = "Why would you like to work with us?"
DRAFT = "I built the import pipeline at Quillfeather Software, and I would like to do that with your team."
MINE = "Because you write things down, and so do I."


@pytest.fixture(scope="module")
async def model() -> AsyncIterator[ModelServer]:
    rules = [
        AnswerRule({"fields": []}, schema=("fields",)),
        AnswerRule({"answers": [{"n": 1, "text": DRAFT}]}, schema=("answers",)),
    ]
    async with model_server.serve(rules) as server:
        yield server


@pytest.fixture(scope="module")
async def lab(model: ModelServer, open_folder: Path) -> AsyncIterator[Lab]:
    """A stack whose planner can ask a model."""
    asks = {"GHOSTHANDS_MODEL_BASE_URL": model.base_url, "GHOSTHANDS_MODEL_API_KEY": "test"}
    async with Lab.start(open_folder / "reviewed", by_service={services.PLANNER: asks}) as running:
        yield running


def without_own_answer() -> dict[str, str]:
    return {question: answer for question, answer in JORDAN.answers.items() if question != WHY}


async def test_a_draft_is_read_changed_filled_in_and_sent_as_changed(lab: Lab) -> None:
    posting = a_posting("stepwise")
    seen = await lab.asking(await lab.apply(posting, qa_answers=without_own_answer()))
    ask = seen.ask
    assert (ask.kind, lab.submissions(posting)) == (AskKind.REVIEW, 0)
    asked = msgspec.json.encode(DraftsOf(tenant=TENANT, job_id=seen.job.id))
    shown = msgspec.json.decode(await micro.ask(lab.valet, subjects.DRAFTS, asked, timeout=20), type=list[ShownDraft])
    assert [draft.text for draft in shown] == [DRAFT]
    values = {draft.question_key: MINE for draft in shown}
    await lab.answer(seen.job.id, Resolution.REVIEWED, values=values, request_id=ask.request_id)
    seen = await lab.finished(seen.job.id)
    assert seen.phase is Phase.COMPLETED, seen
    (submission,) = lab.site.ledger.of(posting.key)
    assert [MINE] in submission.received.values.values()
    assert [DRAFT] not in submission.received.values.values()


async def test_a_reviewer_changes_an_answer_in_the_console_before_it_is_sent(lab: Lab, browser: Browser) -> None:
    posting = a_posting("stepwise", "console")
    seen = await lab.asking(await lab.apply(posting, qa_answers=without_own_answer()))
    context = await browser.new_context()
    try:
        page = await context.new_page()
        await page.goto(await make_link(lab, seen.job.id))
        await page.get_by_role("button", name="Open it").click()
        draft = page.get_by_label(WHY)
        await expect(draft).to_have_value(DRAFT)
        await draft.fill(MINE)
        await page.get_by_role("button", name="Go on with these").click()
        seen = await lab.finished(seen.job.id)
    finally:
        await context.close()
    assert seen.phase is Phase.COMPLETED, seen
    (submission,) = lab.site.ledger.of(posting.key)
    assert [MINE] in submission.received.values.values()
    assert [DRAFT] not in submission.received.values.values()


@pytest.mark.heavy
async def test_a_draft_that_is_approved_is_sent_as_it_was_read(lab: Lab) -> None:
    posting = a_posting("stepwise", "larkspur")
    seen = await lab.asking(await lab.apply(posting, qa_answers=without_own_answer()))
    await lab.answer(seen.job.id, Resolution.REVIEWED)
    seen = await lab.finished(seen.job.id)
    assert seen.phase is Phase.COMPLETED, seen
    (submission,) = lab.site.ledger.of(posting.key)
    assert [DRAFT] in submission.received.values.values()
    (resolved,) = seen.named("HumanResolved")
    assert isinstance(resolved, HumanResolved)
    assert len(resolved.approved) == 1


async def test_a_page_with_a_draft_and_a_missing_answer_asks_once_and_sends_both(lab: Lab) -> None:
    posting = a_posting("stepwise", "umbrella")
    seen = await lab.asking(await lab.apply(posting, query="?unknown=1", qa_answers=without_own_answer()))
    ask = seen.ask
    (missing,) = (field.question_key for field in ask.fields if field.question_key not in ask.drafted)
    assert (ask.kind, len(ask.fields), lab.submissions(posting)) == (AskKind.REVIEW, 2, 0)
    await lab.answer(seen.job.id, Resolution.REVIEWED, values={missing: "Green"})
    seen = await lab.finished(seen.job.id)
    assert (seen.phase, len(seen.named("HumanRequested"))) == (Phase.COMPLETED, 1), seen
    (submission,) = lab.site.ledger.of(posting.key)
    assert all(text in submission.received.values.values() for text in (["Green"], [DRAFT]))
