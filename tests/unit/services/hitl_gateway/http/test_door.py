"""The door without servers: what it makes of calls, of the log, and of what job-intake says to its messages."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import httpx
import jwt
import msgspec
import pytest

from ghosthands.domain import ids, job, services
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.message import Event
from ghosthands.hitl_gateway.answer_locks import AnswerLocks
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.http.app import build_app
from ghosthands.hitl_gateway.http.callers import Callers
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.tables import Tables
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog
from ghosthands.messaging.server.jetstream import Ack, Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.messaging.work.verdicts import Verdict
from ghosthands.testkit.story import requested
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

KEY = "the service key"
NOW = datetime.now(UTC)
API = "/api/v1/gh"


class Neighbours(MemoryBus):
    """A bus behind which job-intake, executor and the gateway answer each message at once, on the log."""

    connected = True

    def __init__(self, events: MemoryEventLog) -> None:
        super().__init__(services.HITL_GATEWAY)
        self.counts: Counter[str] = Counter()
        self.logs = {
            services.HITL_GATEWAY: events,
            services.JOB_INTAKE: events.as_service(services.JOB_INTAKE),
            services.EXECUTOR: events.as_service(services.EXECUTOR),
        }

    async def say(
        self, job_id: str, event: Event, service: str = services.EXECUTOR, because_of: str | None = None
    ) -> None:
        log = self.logs[service]
        cause = Cause(command_id=because_of or str(uuid.uuid4()), tenant="valet", correlation=job_id)
        await log.append_facts(await log.load(subjects.job(job_id)), [event], cause=cause)

    async def count(self, subject: str, by: int = 1) -> int:
        self.counts[subject] += by
        return self.counts[subject]

    async def publish(self, message: Outgoing, *, budget: float = 0) -> Ack:
        stored = await super().publish(message)
        body = msgspec.json.decode(message.data)
        match message.subject:
            case "job.requested":
                applicant = ids.applicant_id("valet", body["valet_user_id"])
                job_id = ids.job_id("valet", body["idempotency_key"])
                await self.say(job_id, requested(at=NOW, applicant=applicant), services.JOB_INTAKE)
            case "job.retry":
                own = ids.command_of_message("retry", stored.stream, stored.sequence)
                await self.say(body["job_id"], job.JobRetried(at=NOW), services.JOB_INTAKE, own)
            case "job.cancel":
                await self.say(body["job_id"], job.JobCancelRequested(at=NOW), services.JOB_INTAKE)
                await self.say(body["job_id"], job.JobCancelled(at=NOW))
            case "human.resolved":
                done = HumanResolved(request_id=body["request_id"], resolution=Resolution.DONE, at=NOW)
                await self.say(body["job_id"], done, services.HITL_GATEWAY)
        return stored


class Trusting(Means):
    """Means to a door whose neighbours take every message."""

    async def hear(self, requested: job.JobRequested, what: str, ack: Ack) -> Verdict:
        return Verdict(accepted=True, message_sequence=ack.sequence)


@pytest.fixture
def neighbours() -> Neighbours:
    return Neighbours(MemoryEventLog(services.HITL_GATEWAY))


@pytest.fixture
async def door(neighbours: Neighbours) -> AsyncIterator[httpx.AsyncClient]:
    events = neighbours.logs[services.HITL_GATEWAY]
    vault = Vault(MemoryStore(), MasterKeys.generate())
    gateway = HumanGateway(events, Commands(neighbours), Outbox(neighbours), vault, AnswerLocks(MemoryStore()))
    app = build_app(Trusting(cast("Bus", neighbours), events, gateway, Tables(None)), Callers(KEY))
    transport, key = httpx.ASGITransport(app=app), {"X-GH-Service-Key": KEY}
    async with httpx.AsyncClient(transport=transport, base_url="http://door", headers=key) as client:
        yield client


@pytest.fixture
async def users_door(neighbours: Neighbours) -> AsyncIterator[httpx.AsyncClient]:
    """The door as a user finds it, who may call five times a minute."""
    events, user = neighbours.logs[services.HITL_GATEWAY], str(uuid.uuid4())
    vault = Vault(MemoryStore(), MasterKeys.generate())
    gateway = HumanGateway(events, Commands(neighbours), Outbox(neighbours), vault, AnswerLocks(MemoryStore()))
    means = Trusting(cast("Bus", neighbours), events, gateway, Tables(None), calls_per_minute=5)
    secret = "the secret of the users' tokens " * 3
    token = jwt.encode({"sub": user, "exp": datetime.now(UTC) + timedelta(hours=1)}, secret)
    transport = httpx.ASGITransport(app=build_app(means, Callers(KEY, secret)))
    headers = {"Authorization": f"Bearer {token}", "User": user}
    async with httpx.AsyncClient(transport=transport, base_url="http://door", headers=headers) as client:
        yield client


@pytest.mark.parametrize(("jobs", "status"), [(5, 201), (6, 429)])
async def test_a_batch_counts_as_its_jobs(
    users_door: httpx.AsyncClient, neighbours: Neighbours, jobs: int, status: int
) -> None:
    posting = {"job_type": "apply", "target_url": "https://job-boards.greenhouse.io/acme/jobs/1"}
    bodies = [{**posting, "idempotency_key": str(number)} for number in range(jobs)]
    told = await users_door.post(
        f"{API}/jobs/batch", json={"jobs": bodies, "defaults": {"user_id": users_door.headers["User"]}}
    )
    assert (told.status_code, told.headers["x-ratelimit-remaining"]) == (status, "0")
    assert len(neighbours.published) == (jobs if status == 201 else 0)
    assert (await users_door.get(f"{API}/jobs/{uuid.uuid4()}")).status_code == 429


def application() -> dict[str, Any]:
    named = {name: str(uuid.uuid4()) for name in ("valet_task_id", "valet_user_id")}
    return {**named, "target_url": "https://job-boards.greenhouse.io/acme/jobs/1"}


@pytest.fixture
async def job_id(door: httpx.AsyncClient) -> str:
    return str((await door.post(f"{API}/valet/apply", json=application())).json()["job_id"])


async def ask(neighbours: Neighbours, job_id: str) -> None:
    asked = job.HumanRequested(
        request_id=str(uuid.uuid4()), kind=AskKind.BLOCKER, code=BlockerType.CAPTCHA, at=NOW, timeout_seconds=300
    )
    await neighbours.say(job_id, job.JobClaimed(at=NOW, worker="w"))
    await neighbours.say(job_id, asked)


async def test_the_message_that_is_sent_makes_the_job_that_is_told(
    door: httpx.AsyncClient, neighbours: Neighbours
) -> None:
    sent = application()
    told = await door.post(f"{API}/valet/apply", json=sent)
    (message,) = neighbours.published
    body = msgspec.json.decode(message.data)
    assert told.json()["job_id"] == ids.job_id(body["tenant"], body["idempotency_key"])
    again = await door.post(f"{API}/valet/apply", json=sent)
    assert (told.status_code, again.status_code, len(neighbours.published)) == (201, 409, 1)
    assert again.json()["job_id"] == told.json()["job_id"]


async def test_any_task_that_valet_may_name_makes_a_job(door: httpx.AsyncClient) -> None:
    for task in ("t" * 255, "a task of ours, é", "a/b.c*>"):
        told = await door.post(f"{API}/valet/apply", json={**application(), "valet_task_id": task})
        assert (told.status_code, told.json()["valet_task_id"]) == (201, task)


async def test_a_humans_word_is_held_to_what_is_asked_and_counts_once(
    door: httpx.AsyncClient, neighbours: Neighbours, job_id: str
) -> None:
    await ask(neighbours, job_id)
    path = f"{API}/valet/resume/{job_id}"
    misfit = {"resolution_type": "credentials", "resolution_data": {"username": "a", "password": "s3cret-word"}}
    refused = await door.post(path, json=misfit)
    assert (refused.status_code, "s3cret-word" in refused.text) == (422, False)
    taken = await door.post(path, json={"notes": "CAPTCHA manually solved by user"})
    assert (taken.status_code, taken.json()["status"], taken.json()["resolution_type"]) == (200, "running", "manual")
    late = await door.post(path, json={})
    assert (late.status_code, late.json()["job_id"], late.json()["reason"]) == (409, job_id, "already_answered")


async def test_a_job_is_tried_anew_and_stopped_and_neither_twice(
    door: httpx.AsyncClient, neighbours: Neighbours, job_id: str
) -> None:
    early = await door.post(f"{API}/jobs/{job_id}/retry")
    assert (early.status_code, early.json()["error"], early.json()["job_id"]) == (409, "job_not_retryable", job_id)
    await neighbours.say(job_id, job.JobFailed(at=NOW, code="network_error"))
    retried = await door.post(f"{API}/jobs/{job_id}/retry")
    assert retried.json() == {"id": job_id, "status": "pending", "retry_count": 1}
    stopped = await door.post(f"{API}/jobs/{job_id}/cancel")
    assert (stopped.status_code, stopped.json()["status"]) == (200, "cancelled")
    again = await door.post(f"{API}/jobs/{job_id}/cancel")
    assert (again.status_code, again.json()["reason"], again.json()["job_id"]) == (409, "already_cancelled", job_id)


async def test_without_tables_only_what_is_read_from_them_is_away(door: httpx.AsyncClient, job_id: str) -> None:
    away = [await door.get(path) for path in (f"{API}/jobs", f"{API}/users/{uuid.uuid4()}/usage")]
    assert [(each.status_code, each.json()["error"]) for each in away] == [(503, "unavailable")] * 2
    there = [await door.get(path) for path in (f"{API}/valet/status/{job_id}", f"{API}/jobs/{job_id}", "/health")]
    assert [each.status_code for each in there] == [200] * 3
    assert (await door.get("/monitoring/health")).json()["status"] == "degraded"


@pytest.mark.parametrize(("method", "path"), [("PUT", "/health"), ("GET", "/nowhere"), ("GET", f"{API}/valet/apply")])
async def test_every_refusal_is_json(door: httpx.AsyncClient, method: str, path: str) -> None:
    answer = await door.request(method, path)
    assert answer.status_code in (404, 405)
    assert answer.json().keys() == {"error", "message"}
