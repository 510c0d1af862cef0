"""An application that pauses and completes, as the upstream product's receiver hears of it."""

from __future__ import annotations

import pytest

from ghosthands.domain.callbacks import CallbackDelivered
from ghosthands.domain.job import Phase
from ghosthands.testkit.lab import Lab, a_posting
from ghosthands.testkit.receiver import Receiver

pytestmark = pytest.mark.e2e


@pytest.mark.heavy
async def test_an_application_that_pauses_and_completes_is_told_from_end_to_end(lab: Lab) -> None:
    posting = a_posting()
    async with Receiver(lab.stack.service_secret).listening() as receiver:
        job_id = await lab.apply(posting, query="?unknown=1", callback_url=receiver.callback_url())
        asked = (await lab.asking(job_id)).ask
        await receiver.until(lambda: len(receiver.of(job_id)) == 2)
        (task,) = receiver.tasks.values()
        assert task.card is not None
        assert (task.status, task.card["type"], task.card["timeout_seconds"]) == ("waiting_human", "verification", 300)
        assert task.card["page_url"].startswith("http://127.0.0.1")
        assert "Answer a question" in task.card["message"]
        (question,) = asked.fields
        values = {question.question_key: "Norwegian blue"}
        await lab.answer(job_id, values=values, request_id=asked.request_id)
        assert (await lab.finished(job_id)).phase is Phase.COMPLETED
        await receiver.until(lambda: len(receiver.of(job_id)) == 4)
    assert receiver.words(job_id) == ["running", "needs_human:verification", "resumed", "completed"]
    assert len(receiver.heard) == 4, "each was told once"
    assert (task.status, task.started, task.card) == ("completed", True, None)
    assert task.result["outcome"] == "submitted"
    assert task.cost is not None
    told = await lab.until(job_id, lambda seen: len(seen.named("CallbackDelivered")) == 4)
    quick = [event for event in told.named("CallbackDelivered") if isinstance(event, CallbackDelivered)]
    assert all(event.tries == 1 for event in quick)
    assert lab.submissions(posting) == 1
