"""Applications and how they stand, over HTTP, as VALET calls."""

from __future__ import annotations

import asyncio
import socket
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from ghosthands.domain import ids, job
from ghosthands.job_intake.downloads import SLOW
from ghosthands.testkit import valet
from ghosthands.testkit.valet_client import ValetError

if TYPE_CHECKING:
    from conftest import Street


async def test_an_application_is_taken_in_under_the_id_that_its_job_has(street: Street) -> None:
    sent = street.application()
    told = await street.valet.apply(sent)
    assert told == {
        "job_id": street.job_of(sent),
        "valet_task_id": sent["valet_task_id"],
        "status": "pending",
        "created_at": told["created_at"],
    }
    requested = await street.until(told["job_id"], lambda event: isinstance(event, job.JobRequested))
    assert isinstance(requested, job.JobRequested)
    assert requested.task == sent["valet_task_id"]
    assert datetime.fromisoformat(told["created_at"]) <= datetime.now(UTC)


@pytest.mark.parametrize("kind", list(valet.bodies("")))
async def test_whatever_valet_really_submits_is_taken_in(street: Street, kind: str) -> None:
    own = street.application()
    sent = {**valet.bodies(own["target_url"])[kind], "valet_task_id": own["valet_task_id"]}
    told = await street.valet.apply({**sent, "valet_user_id": own["valet_user_id"]})
    assert told["job_id"] == street.job_of(own)


async def test_a_key_of_its_own_names_the_job_as_it_does_over_nats(street: Street) -> None:
    key = f"key-{uuid.uuid4()}"
    told = await street.valet.apply(street.application(idempotency_key=key, tenant="somebody-else"))
    assert told["job_id"] == ids.job_id("valet", key)


async def test_the_same_again_is_told_of_the_same_job(street: Street) -> None:
    sent = street.application()
    first = await street.valet.apply(sent)
    again = await street.http.post("/api/v1/gh/valet/apply", json=sent, headers=street.key)
    assert (again.status_code, again.json()) == (
        409,
        {"job_id": first["job_id"], "valet_task_id": sent["valet_task_id"], "status": "pending", "duplicate": True},
    )
    requests = [event for event in await street.events(first["job_id"]) if isinstance(event, job.JobRequested)]
    assert len(requests) == 1


async def test_two_at_once_are_one_job(street: Street) -> None:
    sent = street.application()
    told = await asyncio.gather(*(street.valet.apply(sent) for _ in range(4)))
    assert {each["job_id"] for each in told} == {street.job_of(sent)}
    requests = [event for event in await street.events(told[0]["job_id"]) if isinstance(event, job.JobRequested)]
    assert len(requests) == 1


@pytest.mark.parametrize("field", ["valet_task_id", "idempotency_key"])
async def test_a_task_or_key_of_another_person_is_refused_and_starts_nothing(street: Street, field: str) -> None:
    sent = street.application(idempotency_key=f"key-{uuid.uuid4()}" if field == "idempotency_key" else None)
    first, before = await street.valet.apply(sent), await street.count_messages()
    for _ in range(2):
        with pytest.raises(ValetError) as refused:
            await street.valet.apply({**sent, "valet_user_id": str(uuid.uuid4())})
        (fault,) = refused.value.answer.json()["details"]
        assert (refused.value.answer.status_code, fault["field"], fault["code"]) == (422, field, "id_taken")
        assert first["job_id"] not in refused.value.answer.text
    assert await street.count_messages() == before


async def test_of_two_persons_at_once_with_one_key_only_one_is_told_of_a_job(street: Street) -> None:
    key = f"key-{uuid.uuid4()}"
    sent = [street.application(idempotency_key=key) for _ in range(4)]
    told = await asyncio.gather(*(street.valet.apply(each) for each in sent), return_exceptions=True)
    requested = await street.until(ids.job_id("valet", key), lambda event: isinstance(event, job.JobRequested))
    assert isinstance(requested, job.JobRequested)
    for each, answer in zip(sent, told, strict=True):
        is_theirs = ids.applicant_id("valet", each["valet_user_id"]) == requested.applicant
        assert isinstance(answer, dict) == is_theirs, answer
        if isinstance(answer, ValetError):
            assert [fault["code"] for fault in answer.answer.json()["details"]] == ["id_taken"]


async def test_a_second_application_of_the_person_is_refused_with_the_one_that_stands(street: Street) -> None:
    sent = street.application()
    first = await street.valet.apply(sent)
    second = {**sent, "valet_task_id": str(uuid.uuid4())}
    with pytest.raises(ValetError) as refused:
        await street.valet.apply(second)
    (fault,) = refused.value.answer.json()["details"]
    assert refused.value.answer.status_code == 422
    assert (fault["field"], fault["code"]) == ("target_url", "duplicate_application")
    assert first["job_id"] in fault["message"]
    status = await street.valet.status(street.job_of(second))
    assert (status["status"], status["error"]["code"]) == ("failed", "duplicate_application")
    assert first["job_id"] in status["error"]["message"]


async def test_what_was_refused_and_mended_begins(street: Street) -> None:
    sent = street.application(target_url="https://10.0.0.1/jobs/1")
    with pytest.raises(ValetError) as refused:
        await street.valet.apply(sent)
    assert refused.value.answer.json()["details"][0]["field"] == "target_url"
    told = await street.valet.apply({**sent, "target_url": street.application()["target_url"]})
    assert (await street.valet.status(told["job_id"]))["status"] == "pending"


async def test_nobody_waits_for_a_resume(street: Street) -> None:
    async with silent_server() as port:
        sent = street.application(resume={"download_url": f"http://127.0.0.1:{port}/cv.pdf"})
        async with asyncio.timeout(SLOW.seconds / 2):
            told = await street.valet.apply(sent)
        status = await street.valet.status(told["job_id"])
        assert not any(isinstance(event, job.JobRequested) for event in await street.events(told["job_id"]))
        assert (status["status"], status["progress"], status["error"]) == ("pending", 0, None)


@asynccontextmanager
async def silent_server() -> AsyncIterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


async def test_what_does_not_fit_is_told_by_field_and_never_repeated(street: Street) -> None:
    secret = "s3cret-value"
    sent = street.application(valet_user_id=secret, target_url=f"not an address {secret}")
    with pytest.raises(ValetError) as refused:
        await street.valet.apply(sent)
    answer = refused.value.answer
    assert (answer.status_code, answer.json()["error"]) == (422, "validation_error")
    assert {each["field"] for each in answer.json()["details"]} == {"valet_user_id", "target_url"}
    assert secret not in answer.text


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"[" * 50_000])
async def test_what_is_no_json_object_is_a_bad_request(street: Street, body: bytes) -> None:
    answer = await street.http.post("/api/v1/gh/valet/apply", content=body, headers=street.key)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


async def test_a_body_has_an_end(street: Street) -> None:
    answer = await street.http.post("/api/v1/gh/valet/apply", content=b" " * 8_000_000, headers=street.key)
    assert (answer.status_code, answer.json()["error"]) == (413, "http_error")


async def test_a_task_in_words_is_one_that_sends_nothing(street: Street) -> None:
    sent = {
        "valet_task_id": str(uuid.uuid4()),
        "valet_user_id": str(uuid.uuid4()),
        "job_type": "integration test of mine",
        "target_url": "https://www.google.com",
        "task_description": "Search for something",
    }
    told = await street.valet.start_task(sent)
    requested = await street.until(told["job_id"], lambda event: isinstance(event, job.JobRequested))
    assert isinstance(requested, job.JobRequested)
    assert requested.job_type == "custom"


@pytest.mark.parametrize("path", ["/valet/status/{}", "/valet/status/no-uuid", "/nowhere"])
async def test_what_is_not_there_is_told_so_in_json(street: Street, path: str) -> None:
    answer = await street.http.get(f"/api/v1/gh{path.format(uuid.uuid4())}", headers=street.key)
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


async def test_the_door_says_that_it_is_there(street: Street) -> None:
    health = await street.valet.look("/health")
    assert (health["status"], health["service"], health["api_healthy"]) == ("ok", "ghosthands", True)
    assert (await street.valet.look("/openapi.json"))["openapi"].startswith("3.1")
