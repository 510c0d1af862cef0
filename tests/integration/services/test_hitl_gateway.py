"""hitl-gateway's three doors on a real NATS: the log, what humans send, their deadlines."""

from __future__ import annotations

import os
import signal
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.domain.drafts import DraftsOf
from ghosthands.domain.human import AskKind, HumanResolved, HumanTimedOut, Resolution
from ghosthands.domain.job import JobFailed
from ghosthands.messaging.server.permissions import CLI, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro

if TYPE_CHECKING:
    from conftest import Case, Town

TENANT = "acme"

pytestmark = pytest.mark.integration


async def test_a_request_reaches_the_upstream_product_with_the_pages_words(case: Case) -> None:
    asked = await case.ask()
    (status,) = await case.told("status", lambda told: len(told) == 1)
    assert status["status"] == "needs_human"
    assert status["interaction"]["request_id"] == asked.request_id
    assert status["interaction"]["fields"] == [
        {
            "field_id": "why",
            "question_key": case.why,
            "label": "Why us?",
            "section": "",
            "kind": "textarea",
            "options": [],
        }
    ]


async def test_how_a_job_ends_is_told(case: Case) -> None:
    await case.say(services.EXECUTOR, JobFailed(at=datetime.now(UTC), code="job_closed"))
    (status,) = await case.told("status", lambda told: len(told) == 1)
    assert (status["status"], status["error_code"]) == ("failed", "job_closed")


async def test_an_answer_is_kept_written_down_and_wakes_the_job(case: Case, town: Town) -> None:
    asked = await case.ask()
    await case.answer(request_id=asked.request_id, resolution="value", values={"why": "Because of Babbage"})
    resolved = await case.until(HumanResolved)
    assert resolved.event.answered == (case.why,)
    await town.woken(case.id)
    (told,) = await case.told("answer", lambda told: len(told) == 1)
    assert told["accepted"] is True
    data = await town.vault.get_applicant_data(case.person, case.id)
    assert data.value(f"answers.{case.why}") == "Because of Babbage"


async def test_of_two_answers_the_first_counts(case: Case, town: Town) -> None:
    asked = await case.ask()
    await case.answer(request_id=asked.request_id, resolution="skip")
    await case.told("answer", lambda told: len(told) == 1)
    await case.answer(request_id=asked.request_id, resolution="done")
    told = await case.told("answer", lambda told: len(told) == 2)
    assert [(one["accepted"], one.get("code")) for one in told] == [(True, None), (False, "already_answered")]
    assert [event.resolution for event in await case.events() if isinstance(event, HumanResolved)] == [Resolution.SKIP]
    assert town.times_woken(case.id) == 1


async def test_an_answer_that_does_not_fit_is_told_and_not_buried(case: Case, town: Town) -> None:
    """Its sender knows the mend; only what nobody was told of is kept for an operator."""
    await case.ask()
    await case.send(b'{"tenant": "acme", "job_id": "%s", "resolution": "perhaps Babbage"}' % case.id.encode())
    (told,) = await case.told("answer", lambda told: len(told) == 1)
    message = "should be 'value', 'skip', 'done', 'credentials', 'code' or 'reviewed'"
    assert told["reasons"] == [{"field": "resolution", "code": "not_allowed", "message": message}]
    await case.send(b'{"resolution": "skip"}')
    (letter,) = await town.buried("invalid_answer")
    assert await town.vault.open_dead_letter(letter["reference"]) == b'{"resolution": "skip"}', "it names no job"


async def test_what_is_no_json_is_buried(town: Town, case: Case) -> None:
    await case.send(b"Babbage says yes")
    (letter,) = await town.buried("malformed_json")
    assert await town.vault.open_dead_letter(letter["reference"]) == b"Babbage says yes"


async def test_silence_times_out_and_wakes_the_job(case: Case, town: Town) -> None:
    await case.set_deadline(datetime.now(UTC) + timedelta(seconds=1))
    asked = await case.ask(timeout_seconds=1)
    timed_out = await case.until(HumanTimedOut)
    assert timed_out.event.request_id == asked.request_id
    await town.woken(case.id)


async def test_a_late_deadline_does_nothing(case: Case, other: Case, town: Town) -> None:
    asked = await case.ask()
    await case.answer(request_id=asked.request_id, resolution="skip")
    await town.woken(case.id)
    await case.set_deadline(datetime.now(UTC))
    await other.set_deadline(datetime.now(UTC) + timedelta(seconds=1))
    await other.ask(timeout_seconds=1)
    await other.until(HumanTimedOut)  # fired after, so the late one was heard
    assert not any(isinstance(event, HumanTimedOut) for event in await case.events())


async def test_an_answer_sent_while_the_service_is_down_is_heard_when_it_is_back(case: Case, town: Town) -> None:
    asked = await case.ask()
    await case.told("status", lambda told: len(told) == 1)
    process = town.stack.process(services.HITL_GATEWAY)
    before = process.restarts
    os.kill(process.pid, signal.SIGKILL)
    await case.answer(request_id=asked.request_id, resolution="skip")
    await case.until(HumanResolved)
    await town.woken(case.id)
    await town.stack.wait_until_restarted(services.HITL_GATEWAY, before + 1)
    assert town.times_woken(case.id) == 1


async def test_drafts_are_shown_to_who_reviews_them_and_to_no_other_tenant(case: Case, town: Town) -> None:
    await town.vault.put_draft(case.person, case.id, case.why, "I built engines with Babbage.")
    await case.ask(kind=AskKind.REVIEW)
    asked = DraftsOf(tenant=TENANT, job_id=case.id)
    for user in (VALET, CLI):
        shown = await micro.ask(town.buses[user], subjects.DRAFTS, msgspec.json.encode(asked), timeout=20)
        assert msgspec.json.decode(shown) == [{"question_key": case.why, "text": "I built engines with Babbage."}]
    others = msgspec.json.encode(msgspec.structs.replace(asked, tenant="another"))
    with pytest.raises(micro.RequestRefused, match="no such job"):
        await micro.ask(town.buses[VALET], subjects.DRAFTS, others, timeout=20)
    await case.answer(resolution="reviewed", rejected=["why"])
    resolved = await case.until(HumanResolved)
    assert (resolved.event.approved, resolved.event.rejected) == ((), (case.why,))
