"""Jobs by their ids, over HTTP: lists, courses, an end by wish, and what they cost."""

from __future__ import annotations

import asyncio
import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from ghosthands.domain import job
from ghosthands.domain.asked_models import CostIncurred, Purpose
from ghosthands.testkit.valet_client import ValetError

if TYPE_CHECKING:
    from conftest import Street

NOW = datetime.now(UTC)


def job_body(street: Street, **changes: Any) -> dict[str, Any]:
    own = street.application()
    return {
        "user_id": own["valet_user_id"],
        "job_type": "smart_apply",
        "target_url": own["target_url"],
        "task_description": "Apply",
        "input_data": {"user_data": own["profile"]},
        **changes,
    }


async def test_a_job_of_any_type_is_started_and_shown(street: Street) -> None:
    told = await street.valet.call("POST", "/jobs", job_body(street))
    assert told.keys() == {"id", "status", "created_at"}
    shown = await street.valet.call("GET", f"/jobs/{told['id']}")
    assert (shown["id"], shown["job_type"], shown["status"], shown["platform"]) == (
        told["id"],
        "apply",
        "pending",
        "greenhouse",
    )


async def test_a_user_may_be_named_as_an_application_names_them(street: Street) -> None:
    body = job_body(street)
    body["valet_user_id"] = body.pop("user_id")
    assert (await street.valet.call("POST", "/jobs", body))["status"] == "pending"


async def test_a_key_that_is_known_names_its_job(street: Street) -> None:
    body = job_body(street, idempotency_key=f"key-{uuid.uuid4()}")
    first = await street.valet.call("POST", "/jobs", body)
    again = await street.http.post("/api/v1/gh/jobs", json=body, headers=street.key)
    assert (again.status_code, again.json()) == (
        409,
        {
            "error": "duplicate_idempotency_key",
            "job_id": first["id"],
            "existing_job_id": first["id"],
            "existing_status": "pending",
        },
    )


async def test_a_batch_is_so_many_jobs(street: Street) -> None:
    bodies = [job_body(street) for _ in range(3)]
    user = bodies[0].pop("user_id")
    told = await street.valet.call("POST", "/jobs/batch", {"jobs": bodies, "defaults": {"user_id": user}})
    assert told["created"] == 3
    assert [(await street.valet.call("GET", f"/jobs/{each}"))["status"] for each in told["job_ids"]] == ["pending"] * 3


async def test_a_users_jobs_are_listed_once_the_tables_have_them(street: Street) -> None:
    own = street.application()
    user = own["valet_user_id"]
    sent = [await street.valet.apply({**street.application(), "valet_user_id": user}) for _ in range(3)]
    await street.say(sent[0]["job_id"], job.JobClaimed(at=NOW, worker="host-1"))
    listed = await street.look_until(
        f"/api/v1/gh/jobs?user_id={user}", lambda found: running(found) == 1 and len(found["jobs"]) == 3
    )
    assert [each["id"] for each in listed["jobs"]] == [each["job_id"] for each in reversed(sent)]
    assert (listed["limit"], listed["offset"]) == (20, 0)
    page = await street.valet.call("GET", f"/jobs?user_id={user}&limit=1&offset=1&sort=created_at:asc")
    assert ([each["id"] for each in page["jobs"]], page["total"]) == ([sent[1]["job_id"]], 3)
    by_status = await street.valet.call("GET", f"/jobs?user_id={user}&status=running,needs_human")
    assert [each["id"] for each in by_status["jobs"]] == [sent[0]["job_id"]]
    assert (await street.valet.call("GET", f"/jobs?user_id={user}&job_type=scrape"))["total"] == 0


def running(found: Any) -> int:
    return sum(each["status"] == "running" for each in found["jobs"])


@pytest.mark.parametrize("query", ["status=nonsense", "limit=0", "limit=101", "sort=id:asc", "user_id=x", "offset=-1"])
async def test_a_list_that_cannot_be_meant_is_refused_by_field(street: Street, query: str) -> None:
    with pytest.raises(ValetError) as refused:
        await street.valet.call("GET", f"/jobs?{query}")
    assert refused.value.answer.status_code == 422
    assert refused.value.answer.json()["details"][0]["field"] == query.partition("=")[0]


async def test_a_jobs_course_is_told_as_its_log_has_it(street: Street) -> None:
    told = await street.valet.apply(street.application())
    await street.say(told["job_id"], job.JobClaimed(at=NOW, worker="host-1"))
    course = await street.valet.call("GET", f"/jobs/{told['job_id']}/events")
    assert [each["event_type"] for each in course["events"]] == ["RequestReceived", "JobRequested", "JobClaimed"]
    assert course["total"] == 3
    assert [each["actor"] for each in course["events"]] == ["hitl-gateway", "job-intake", "executor"]
    rest = await street.valet.call("GET", f"/jobs/{told['job_id']}/events?limit=1&offset=1")
    assert [each["event_type"] for each in rest["events"]] == ["JobRequested"]
    short = await street.valet.call("GET", f"/jobs/{told['job_id']}/status")
    assert (short["status"], short["started_at"] is not None, short["completed_at"]) == ("running", True, None)


async def test_a_job_is_stopped_by_its_executor(street: Street) -> None:
    told = await street.valet.apply(street.application())
    cancelling = asyncio.create_task(street.valet.cancel(told["job_id"]))
    await street.until(told["job_id"], lambda event: isinstance(event, job.JobCancelRequested))
    await street.say(told["job_id"], job.JobCancelled(at=NOW))
    answer = await cancelling
    assert (answer["id"], answer["status"]) == (told["job_id"], "cancelled")
    assert datetime.fromisoformat(answer["cancelled_at"]) == NOW
    assert (await street.valet.status(told["job_id"]))["timestamps"]["completed_at"] == answer["cancelled_at"]


async def test_what_has_ended_is_not_stopped_and_says_which_job_it_is(street: Street) -> None:
    told = await street.valet.apply(street.application())
    await street.say(told["job_id"], job.JobClaimed(at=NOW, worker="w"), job.JobFailed(at=NOW, code="captcha"))
    answer = await street.http.post(f"/api/v1/gh/jobs/{told['job_id']}/cancel", headers=street.key)
    said = answer.json()
    assert (answer.status_code, said["error"], said["job_id"]) == (409, "job_not_cancellable", told["job_id"])
    assert (said["current_status"], said["reason"]) == ("failed", "already_failed")


async def test_a_job_that_failed_is_tried_anew_under_its_own_id(street: Street) -> None:
    told = await street.valet.apply(street.application())
    await street.say(told["job_id"], job.JobClaimed(at=NOW, worker="w"), job.JobFailed(at=NOW, code="network_error"))
    again = await street.valet.retry(told["job_id"])
    assert again == {"id": told["job_id"], "status": "pending", "retry_count": 1}
    status = await street.valet.status(told["job_id"])
    assert (status["status"], status["error"], status["timestamps"]["completed_at"]) == ("pending", None, None)
    running = await street.http.post(f"/api/v1/gh/jobs/{told['job_id']}/retry", headers=street.key)
    said = running.json()
    assert (running.status_code, said["error"], said["job_id"]) == (409, "job_not_retryable", told["job_id"])


async def test_a_failure_is_told_by_code_and_in_a_sentence(street: Street) -> None:
    told = await street.valet.apply(street.application())
    await street.say(told["job_id"], job.JobClaimed(at=NOW, worker="w"), job.JobFailed(at=NOW, code="captcha"))
    status = await street.valet.status(told["job_id"])
    assert (status["status"], status["error"]["code"], status["result"]) == ("failed", "captcha", None)
    assert status["error"]["message"][0].isupper()


async def test_what_jobs_cost_is_told_of_each_and_of_a_users_month(street: Street) -> None:
    sent = street.application()
    told = await street.valet.apply(sent)
    cost = CostIncurred(
        call_id="c",
        model="m",
        purpose=Purpose.CLASSIFY,
        input_tokens=100,
        output_tokens=20,
        nano_usd=3_000_000,
        took_ms=9,
    )
    await street.say(told["job_id"], job.JobClaimed(at=NOW, worker="w"))
    await street.say(told["job_id"], cost, service="planner")
    assert (await street.valet.status(told["job_id"]))["cost"] == {
        "total_cost_usd": 0.003,
        "action_count": 0,
        "total_tokens": 120,
    }
    used = await street.look_until(
        f"/api/v1/gh/users/{sent['valet_user_id']}/usage", lambda found: found["model_calls"] == 1
    )
    assert (used["jobs"], used["cost"]["total_cost_usd"], used["cost"]["total_tokens"]) == (1, 0.003, 120)


async def test_progress_grows_to_a_hundred(street: Street) -> None:
    told = await street.valet.apply(street.application())
    seen = [(await street.valet.status(told["job_id"]))["progress"]]
    for event in (
        job.JobClaimed(at=NOW, worker="w"),
        job.EffectIntended(
            at=NOW, intent_id="i", kind=job.EffectKind.SUBMIT, button_id="b", button_role="submit", fingerprint="f"
        ),
        job.SubmitConfirmed(intent_id="i", evidence="page", at=NOW),
        job.JobCompleted(at=NOW, outcome=job.Outcome.SUBMITTED),
    ):
        await street.say(told["job_id"], event)
        seen.append((await street.valet.status(told["job_id"]))["progress"])
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, 100)
    status = await street.valet.status(told["job_id"])
    assert status["result"]["data"]["outcome"] == "submitted"
    assert status["result"]["summary"].startswith("The application was submitted")
