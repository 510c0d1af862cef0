"""Sessions, workers and monitoring, over HTTP; the test plays browser-host."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from ghosthands.domain import ids, job, services
from ghosthands.domain.logins import KeptLogin, LoginsOf
from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.hosts import HostRecord
from ghosthands.messaging.work.micro import Endpoint, Micro
from ghosthands.testkit.valet_client import ValetError

if TYPE_CHECKING:
    from conftest import Street

NOW = datetime.now(UTC)


@asynccontextmanager
async def keeping(street: Street, user: str, *domains: str) -> AsyncIterator[None]:
    """A browser-host that keeps logins of that user."""
    kept = [KeptLogin(domain=each, saved_at=NOW, expires_at=NOW + timedelta(days=30)) for each in domains]

    async def answer(data: bytes) -> bytes:
        asked = msgspec.json.decode(data, type=LoginsOf)
        kept[:] = [each for each in kept if each.domain != asked.forget]
        is_theirs = asked.applicant == ids.applicant_id("valet", user)
        return msgspec.json.encode(kept if is_theirs else [])

    endpoint = Endpoint("of", subjects.LOGINS, answer, services.BROWSER_HOST)
    logins = Micro(street.buses[services.BROWSER_HOST], "logins", [endpoint])
    await logins.start()
    try:
        yield
    finally:
        await logins.stop()


async def test_logins_are_told_in_both_shapes(street: Street) -> None:
    user = str(uuid.uuid4())
    async with keeping(street, user, "acme.example", "other.example"):
        asked = await street.valet.call("GET", f"/sessions?user_id={user}")
        assert ([each["domain"] for each in asked["sessions"]], asked["total"]) == (
            ["acme.example", "other.example"],
            2,
        )
        assert asked["sessions"][0].keys() >= {"id", "user_id", "created_at", "last_used_at", "expires_at"}
        other = await street.valet.call("GET", f"/valet/sessions/{user}")
        assert (other["user_id"], other["count"], other["sessions"][1]["domain"]) == (user, 2, "other.example")


async def test_logins_are_let_go_of_in_both_shapes(street: Street) -> None:
    user = str(uuid.uuid4())
    async with keeping(street, user, "a.example", "b.example", "c.example", "d.example"):
        one = await street.valet.call("DELETE", f"/sessions?user_id={user}&domain=a.example")
        assert (one["deleted"], one["domain"], bool(one["session_id"])) == (True, "a.example", True)
        other = await street.valet.call("DELETE", f"/valet/sessions/{user}/b.example")
        assert (other["user_id"], other["domain"], other["deleted"]) == (user, "b.example", True)
        with pytest.raises(ValetError) as missing:
            await street.valet.call("DELETE", f"/valet/sessions/{user}/b.example")
        assert missing.value.answer.status_code == 404
        rest = await street.valet.call("DELETE", f"/sessions?user_id={user}&all=true")
        assert (rest["deleted_count"], rest["user_id"]) == (2, user)
        assert (await street.valet.call("GET", f"/sessions?user_id={user}"))["total"] == 0


async def test_without_a_browser_host_nobody_knows_of_logins(street: Street) -> None:
    with pytest.raises(ValetError) as away:
        await street.valet.call("GET", f"/sessions?user_id={uuid.uuid4()}")
    assert (away.value.answer.status_code, away.value.answer.json()["error"]) == (503, "unavailable")


@asynccontextmanager
async def hosting(street: Street, name: str, *job_ids: str) -> AsyncIterator[None]:
    """A browser-host that says that it is there, with browsers of these jobs; then it is gone."""
    open_now = tuple(SessionStatus(session=each, session_id=each, job_id=each, host=name) for each in job_ids)
    bus = street.buses[services.BROWSER_HOST]

    drained = False

    async def say(at: datetime) -> None:
        record = HostRecord(host=name, slots=4, sessions=len(open_now), at=at, open=open_now, draining=drained)
        await bus.publish(Outgoing(hosts.subject_of(name), msgspec.json.encode(record)))

    async def drain(_data: bytes) -> bytes:
        nonlocal drained
        drained = True
        await say(datetime.now(UTC))
        return b""

    desk = Micro(bus, "drain", [Endpoint("host", subjects.drain(name), drain, name)])
    await desk.start()
    await say(datetime.now(UTC))
    try:
        yield
    finally:
        await desk.stop()
        await say(datetime.now(UTC) - timedelta(hours=1))


async def test_workers_that_are_drained_say_so(street: Street) -> None:
    async with hosting(street, "sandbox-3"):
        drained = await street.valet.ask_worker("POST", "/worker/drain")
        assert drained == {"status": "draining", "active_jobs": 0, "worker_id": "sandbox-3"}
        assert (await street.valet.ask_worker("GET", "/worker/health"))["status"] == "draining"
        assert (await street.valet.look("/monitoring/workers"))["workers"][0]["status"] == "draining"


@pytest.mark.parametrize("headers", [{"origin": "https://a.example"}, {"sec-fetch-site": "cross-site"}])
async def test_no_web_page_drains_a_worker(street: Street, headers: dict[str, str]) -> None:
    async with hosting(street, "sandbox-4"):
        async with httpx.AsyncClient() as page:
            refused = await page.post(f"http://127.0.0.1:{street.stack.worker_port}/worker/drain", headers=headers)
        assert (refused.status_code, refused.json()["error"]) == (403, "http_error")
        assert (await street.valet.ask_worker("GET", "/worker/health"))["status"] == "idle"


async def test_models_are_told_without_a_key(street: Street) -> None:
    told = (await street.http.get("/api/v1/gh/models")).json()
    assert told["total"] == len(told["models"]) > 0
    assert {each["name"] for each in told["presets"]} == {"speed", "balanced", "quality"}
    assert told["default"] in {each["alias"] for each in told["models"]}
    assert all(each["note"] for each in told["models"])  # there is no key to any of them here


async def test_workers_are_the_browser_hosts_that_are_there(street: Street) -> None:
    job_id = (await street.valet.apply(street.application()))["job_id"]
    async with hosting(street, "sandbox-1", job_id):
        found = await street.valet.look("/monitoring/workers")
        (worker,) = found["workers"]
        assert (found["count"], worker["worker_id"], worker["status"]) == (1, "sandbox-1", "active")
        assert worker["current_job_id"] == job_id
        asked = await street.valet.ask_worker("GET", "/worker/status")
        assert (asked["worker_id"], asked["active_jobs"], asked["max_concurrent"]) == ("sandbox-1", 1, 4)
        with pytest.raises(ValetError) as busy:
            await street.valet.ask_worker("GET", "/worker/health")
        assert (busy.value.answer.status_code, busy.value.answer.json()["status"]) == (503, "busy")
    idle = await street.valet.ask_worker("GET", "/worker/health")
    assert (idle["status"], idle["deploy_safe"]) == ("idle", True)


async def test_a_worker_that_is_given_up_takes_its_jobs_along_where_that_is_wanted(street: Street) -> None:
    job_id = (await street.valet.apply(street.application()))["job_id"]
    async with hosting(street, "sandbox-2", job_id):
        body = {"target_worker_id": "sandbox-2", "reason": "terminated", "cancel_active_jobs": True}
        gone = await street.valet.call("POST", "/valet/workers/deregister", body)
        assert gone == {
            "deregistered": ["sandbox-2"],
            "deregistered_workers": ["sandbox-2"],
            "cancelled_jobs": [job_id],
            "cancelled_job_ids": [job_id],
            "reason": "terminated",
        }
        await street.until(job_id, lambda event: isinstance(event, job.JobCancelRequested))
    with pytest.raises(ValetError) as unknown:
        await street.valet.call("POST", "/valet/workers/deregister", {"target_worker_id": "nobody"})
    assert unknown.value.answer.status_code == 404


def created(found: Any) -> int:
    return int(found["jobs"]["created"])


async def test_monitoring_counts_and_says_what_is_missing(street: Street) -> None:
    health = await street.valet.look("/monitoring/health")
    assert (health["status"], {each["name"] for each in health["checks"]}) == ("healthy", {"nats", "postgresql"})
    sent = street.application()
    await street.valet.apply(sent)  # once the tables have it they have all before it
    await street.look_until(f"/api/v1/gh/jobs?user_id={sent['valet_user_id']}", lambda found: found["total"] == 1)
    before = await street.valet.look("/monitoring/metrics/json")
    await street.valet.apply(street.application())
    after = await street.look_until("/monitoring/metrics/json", lambda found: created(found) != created(before))
    assert created(after) == created(before) + 1
    assert after["api"]["totalRequests"] > before["api"]["totalRequests"]
    assert [each["name"] for each in (await street.valet.look("/monitoring/alerts"))["alerts"]] == ["workers"]
    assert (await street.valet.look("/monitoring/dashboard"))["health"]["status"] == "healthy"
    text = await street.http.get("/monitoring/metrics", headers=street.key)
    assert "ghosthands_ready" in text.text
    assert (await street.http.get("/monitoring/metrics")).status_code == 401
