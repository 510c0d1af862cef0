"""A human's help, over HTTP, as VALET tells it."""

from __future__ import annotations

import asyncio
import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from ghosthands.domain import ids
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.human import AskKind, HumanResolved
from ghosthands.domain.job import EffectIntended, EffectKind, HumanRequested, JobClaimed, JobFailed, JobResumed
from ghosthands.domain.page import ButtonRole
from ghosthands.testkit.story import page_model
from ghosthands.testkit.valet_client import ValetError
from ghosthands.vault.applicant import Applicant

if TYPE_CHECKING:
    from conftest import Street

WALL = page_model(url="https://job-boards.greenhouse.io/acme/login")


async def ask(street: Street, code: BlockerType = BlockerType.CAPTCHA) -> tuple[str, dict[str, Any]]:
    """A job that waits for a human, and the request that it came by."""
    sent = street.application()
    told = await street.valet.apply(sent)
    asked = HumanRequested(
        request_id=str(uuid.uuid4()),
        kind=AskKind.BLOCKER,
        code=code,
        at=datetime.now(UTC),
        timeout_seconds=300,
        model_ref=await street.host_vault.put_page(WALL),
    )
    await street.say(told["job_id"], JobClaimed(at=datetime.now(UTC), worker="w"), asked)
    return told["job_id"], sent


async def test_a_job_that_waits_says_what_for(street: Street) -> None:
    job_id, _ = await ask(street, BlockerType.LOGIN)
    status = await street.valet.status(job_id)
    interaction = status["interaction"]
    assert (status["status"], interaction["type"], interaction["timeout_seconds"]) == ("paused", "login_required", 300)
    assert interaction["page_url"] == WALL.url
    assert interaction["message"]


@pytest.mark.parametrize(
    ("said", "resolution"),
    [
        ({"notes": "CAPTCHA manually solved by user"}, "done"),
        ({"resolved_by": "human", "resolution_type": "manual"}, "done"),
        ({"resolution_type": "skip"}, "skip"),
    ],
)
async def test_a_humans_word_lets_the_job_go_on(street: Street, said: dict[str, Any], resolution: str) -> None:
    job_id, _ = await ask(street)
    answering = asyncio.create_task(street.valet.resume(job_id, said))
    resolved = await street.until(job_id, lambda event: isinstance(event, HumanResolved))
    assert isinstance(resolved, HumanResolved)
    assert resolved.resolution == resolution
    answer = await answering
    assert (answer["job_id"], answer["resolved_by"]) == (job_id, "human")
    assert answer["status"] == "running"
    assert answer["resolution_type"] == said.get("resolution_type", "manual")


async def test_credentials_go_to_the_vault_and_to_no_event(street: Street) -> None:
    job_id, sent = await ask(street, BlockerType.LOGIN)
    given = {"username": "ada@example.org", "password": "s3cret-and-long"}
    await street.valet.resume(job_id, {"resolution_type": "credentials", "resolution_data": given})
    person = Applicant("valet", ids.applicant_id("valet", sent["valet_user_id"]))
    (kept,) = await street.vault.get_credentials(person)
    assert (kept.username, kept.password) == (given["username"], given["password"])
    assert not any(given["password"] in str(event) for event in await street.events(job_id))


async def test_who_answers_what_is_not_asked_is_told_which_job_it_is(street: Street) -> None:
    told = await street.valet.apply(street.application())
    answer = await street.http.post(f"/api/v1/gh/valet/resume/{told['job_id']}", json={}, headers=street.key)
    said = answer.json()
    assert (answer.status_code, said["error"], said["job_id"]) == (409, "invalid_state", told["job_id"])
    assert (said["current_status"], said["reason"]) == ("pending", "not_open")


async def test_only_the_first_answer_counts(street: Street) -> None:
    job_id, _ = await ask(street)
    await street.valet.resume(job_id, {"resolution_type": "skip"})
    late = await street.http.post(f"/api/v1/gh/valet/resume/{job_id}", json={}, headers=street.key)
    assert (late.status_code, late.json()["reason"]) == (409, "already_answered")
    (resolved,) = [event for event in await street.events(job_id) if isinstance(event, HumanResolved)]
    await street.say(job_id, JobResumed(request_id=resolved.request_id, at=datetime.now(UTC)))
    assert (await street.valet.status(job_id))["status"] == "running"


async def test_the_status_of_a_job_that_ended_in_doubt_asks_whether_it_was_submitted(street: Street) -> None:
    """It was asking something else last, so an answer has to name the question, and the status names it."""
    job_id, _ = await ask(street)
    pressed = EffectIntended(
        at=datetime.now(UTC),
        intent_id=str(uuid.uuid4()),
        kind=EffectKind.SUBMIT,
        button_id="send",
        button_role=ButtonRole.SUBMIT,
        fingerprint="form",
    )
    await street.say(job_id, pressed, JobFailed(at=datetime.now(UTC), code="internal_error"))
    unnamed = await street.http.post(f"/api/v1/gh/valet/resume/{job_id}", json={}, headers=street.key)
    assert unnamed.status_code == 409
    status = await street.valet.status(job_id)
    asked = status["interaction"]
    assert (status["status"], asked["type"], asked["timeout_seconds"]) == ("failed", "verification", None)
    assert asked["message"] == "Was the application submitted?"
    assert "To continue says that it was submitted" in asked["description"]
    await street.valet.resume(job_id, {"request_id": asked["request_id"], "resolution_type": "skip"})
    (resolved,) = [event for event in await street.events(job_id) if isinstance(event, HumanResolved)]
    assert (resolved.request_id, resolved.resolution) == (asked["request_id"], "skip")
    assert (await street.valet.status(job_id))["interaction"] is None


async def test_an_answer_that_does_not_fit_is_refused_and_never_repeated(street: Street) -> None:
    job_id, _ = await ask(street)
    given = {"username": "ada@example.org", "password": "s3cret-and-long"}
    with pytest.raises(ValetError) as refused:
        await street.valet.resume(job_id, {"resolution_type": "credentials", "resolution_data": given})
    assert refused.value.answer.status_code == 422
    assert given["password"] not in refused.value.answer.text
    assert (await street.valet.status(job_id))["status"] == "paused"


async def test_a_body_is_required(street: Street) -> None:
    job_id, _ = await ask(street)
    answer = await street.http.post(f"/api/v1/gh/valet/resume/{job_id}", headers=street.key)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")
