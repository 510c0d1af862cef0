"""Who may do what over HTTP: every guarded route, for everybody who may not."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import InvalidStatus

from ghosthands.domain import ids, job, services
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.human import AskKind
from ghosthands.domain.session import ScreenshotTaken
from ghosthands.hitl_gateway.http.app import describe_door
from ghosthands.hitl_gateway.picture_links import PURPOSE, PictureLinks
from ghosthands.messaging.server import permissions, streams
from ghosthands.stack import logged_in
from ghosthands.testkit.valet_takeover import ValetTakeover
from ghosthands.vault.applicant import Applicant

if TYPE_CHECKING:
    from conftest import Street

#: what the contract has without a key
OPEN = ("/health", "/monitoring/", "/api/v1/gh/models", "/worker/")
#: what a signed link opens, by itself
LINKED = ("/artifacts/",)


def routes(*, guarded: bool) -> Iterator[tuple[str, str]]:
    for path, operations in describe_door()["paths"].items():
        for method, operation in operations.items():
            if ("security" in operation) == guarded:
                yield method.upper(), path


def test_all_is_guarded_but_what_the_contract_has_without_a_key() -> None:
    assert {path for _, path in routes(guarded=False) if not path.startswith(OPEN + LINKED)} == set()
    assert len(list(routes(guarded=True))) > 15


@pytest.fixture(scope="module")
async def owned(street: Street) -> dict[str, Any]:
    """A job and its request, of a user who is none of the callers."""
    sent = street.application()
    return {**sent, "job_id": (await street.valet.apply(sent))["job_id"]}


async def call(street: Street, route: tuple[str, str], owned: dict[str, Any], headers: dict[str, str]) -> Any:
    """The route as its owner would call it, by somebody."""
    method, path = route
    filled = path.format(job_id=owned["job_id"], user_id=owned["valet_user_id"], domain="acme.example")
    named = filled.endswith(("/jobs", "/sessions")) and method != "POST"
    query = f"?user_id={owned['valet_user_id']}&all=true" if named else ""
    own = {key: owned[key] for key in ("valet_user_id", "target_url", "profile")}
    body = {**own, "user_id": owned["valet_user_id"], "valet_task_id": str(uuid.uuid4()), "job_type": "custom"}
    body = {**body, "task_description": "Read", "jobs": [body], "target_worker_id": "host-1"}
    return await street.http.request(method, filled + query, json=body if method == "POST" else None, headers=headers)


@pytest.mark.parametrize("route", list(routes(guarded=True)), ids=" ".join)
@pytest.mark.parametrize(
    "who", ["nobody", "a wrong key", "another user", "an expired token", "a token signed by others"]
)
async def test_nobody_else_gets_anywhere(
    street: Street, owned: dict[str, Any], route: tuple[str, str], who: str
) -> None:
    other = str(uuid.uuid4())
    shown = {
        "nobody": {},
        "a wrong key": {"X-GH-Service-Key": street.stack.service_secret[:-1]},
        "another user": street.token_of(other),
        "an expired token": street.token_of(owned["valet_user_id"], exp=1),
        "a token signed by others": {"Authorization": street.token_of(other)["Authorization"][:-2] + "xx"},
    }[who]
    answer = await call(street, route, owned, shown)
    assert answer.status_code in ((401, 404) if who == "another user" else (401,))
    assert answer.json()["error"] in ("unauthorized", "not_found")
    assert owned["job_id"] not in answer.text
    for secret in shown.values():
        assert secret not in answer.text


@pytest.mark.parametrize("who", ["nobody", "a wrong key", "a user", "another place for the key"])
async def test_nobody_else_takes_a_page_over(street: Street, owned: dict[str, Any], who: str) -> None:
    token = street.token_of(owned["valet_user_id"])["Authorization"].removeprefix("Bearer ")
    key = {"a wrong key": street.stack.service_secret[:-1], "a user": token}.get(who, "")
    query = f"&job_id={owned['job_id']}" + (f"&token={street.stack.service_secret}" if "place" in who else "")
    with pytest.raises(InvalidStatus) as refused:
        async with ValetTakeover.open(street.url, key, query=query):
            pass
    answer = refused.value.response
    assert (answer.status_code, json.loads(answer.body or b"{}")["error"]) == (401, "unauthorized")
    with pytest.raises(InvalidStatus) as unpaused:
        async with ValetTakeover.open(street.url, street.stack.service_secret):
            pass
    assert unpaused.value.response.status_code == 409


async def test_a_picture_is_shown_by_its_own_link_alone(street: Street, owned: dict[str, Any]) -> None:
    job_id, jpeg = owned["job_id"], b"\xff\xd8\xff of a page with its fields masked"
    person = Applicant("valet", ids.applicant_id("valet", owned["valet_user_id"]))
    await street.until(job_id, lambda event: isinstance(event, job.JobRequested))
    ref = await street.host_vault.seal_screenshot(person, jpeg)
    await street.say(job_id, job.JobClaimed(at=datetime.now(UTC), worker="w"))
    taken = ScreenshotTaken(cause="c", session_id="s", ref=ref, why="blocker")
    await street.say(job_id, taken, service=services.BROWSER_HOST)
    asked = {"at": datetime.now(UTC), "timeout_seconds": 300, "kind": AskKind.BLOCKER, "code": BlockerType.CAPTCHA}
    await street.say(job_id, job.HumanRequested(request_id=str(uuid.uuid4()), **asked))
    status = await street.valet.status(job_id)
    link = status["interaction"]["screenshot_url"]
    assert link.startswith(f"{street.url}/artifacts/{job_id}/")
    shown = await street.http.get(link)  # by a browser, which has no key
    assert (shown.status_code, shown.headers["content-type"], shown.content) == (200, "image/jpeg", jpeg)
    token = link.rpartition("/")[2]
    others = str(uuid.uuid4())
    wrong = {"another job's": f"{others}/{token}", "forged": f"{job_id}/{token[:-4]}AAAA", "none": f"{job_id}/x"}
    until = int((datetime.now(UTC) - timedelta(days=2)).timestamp())
    keys = street.vault.derive(PURPOSE)
    clock = lambda: datetime.fromtimestamp(until, UTC)  # noqa: E731
    wrong["expired"] = PictureLinks(keys, street.url, now=clock).make(job_id, 3).partition("/artifacts/")[2]
    wrong["of another installation"] = PictureLinks([b"k" * 32], "x").make(job_id, 3).partition("/artifacts/")[2]
    for who, path in wrong.items():
        for headers in ({}, street.key):
            refused = await street.http.get(f"/artifacts/{path}", headers=headers)
            assert (refused.status_code, refused.json()["error"]) == (401, "unauthorized"), who
    nothing = PictureLinks(keys, street.url).make(job_id, 0)
    assert (await street.http.get(nothing)).status_code == 404


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("callback_url", {"callback_url": "http://127.0.0.1:1/"}),
        ("browser_mode", {"browser_mode": "operator", "cdp_url": "http://127.0.0.1:9222"}),
        ("browser_mode", {"browser_mode": "adspower"}),
        ("resume.storage_path", {"resume": {"storage_path": "others/cv.pdf"}}),
        ("resume.s3_key", {"resume": {"s3_key": "others/cv.pdf"}}),
        ("priority", {"priority": 10}),
        ("budget", {"budget": {"usd": 100.0}}),
    ],
)
@pytest.mark.parametrize("path", ["/valet/apply", "/jobs"])
async def test_a_user_says_nothing_that_reaches_further_than_their_own_jobs(
    street: Street, path: str, field: str, said: dict[str, Any]
) -> None:
    sent = street.application(**said)
    sent = {**sent, "user_id": sent["valet_user_id"], "job_type": "apply"}
    token, before = street.token_of(sent["valet_user_id"]), await street.count_messages()
    refused = await street.http.post(f"/api/v1/gh{path}", json=sent, headers=token)
    assert (refused.status_code, [each["field"] for each in refused.json()["details"]]) == (422, [field])
    assert await street.count_messages() == before
    own = {key: value for key, value in sent.items() if key not in said}
    assert (await street.http.post(f"/api/v1/gh{path}", json=own, headers=token)).status_code == 201


async def test_a_user_reaches_their_own_jobs_and_lists_no_others(street: Street, owned: dict[str, Any]) -> None:
    token = street.token_of(owned["valet_user_id"])
    status = await street.http.get(f"/api/v1/gh/valet/status/{owned['job_id']}", headers=token)
    assert status.status_code == 200
    await street.look_until("/api/v1/gh/jobs", lambda found: found["total"] > 0)
    path = "/api/v1/gh/jobs"
    listed = await street.http.get(path, headers=street.token_of(str(uuid.uuid4())))
    assert (listed.status_code, listed.json()["total"]) == (200, 0)
    sent = {**street.application(), "valet_user_id": owned["valet_user_id"]}
    assert (await street.http.post("/api/v1/gh/valet/apply", json=sent, headers=token)).status_code == 201


@pytest.mark.parametrize("key", [None, "task {}", "{}"])
@pytest.mark.parametrize("path", ["/valet/apply", "/jobs"])
async def test_a_users_job_never_stands_in_the_way_of_valets(street: Street, path: str, key: str | None) -> None:
    of_valet = street.application()
    named = {"idempotency_key": key.format(of_valet["valet_task_id"])} if key else {}
    of_user = {**street.application(**named), "valet_task_id": of_valet["valet_task_id"], "job_type": "apply"}
    of_user["user_id"] = of_user["valet_user_id"]
    token, url = street.token_of(of_user["valet_user_id"]), f"/api/v1/gh{path}"
    first = await street.http.post(url, json=of_user, headers=token)
    assert first.status_code == 201
    told = await street.valet.apply({**of_valet, **(named if key == "{}" else {})})
    assert told.get("duplicate") is None
    requested = await street.until(told["job_id"], lambda event: isinstance(event, job.JobRequested))
    assert isinstance(requested, job.JobRequested)
    assert requested.applicant == ids.applicant_id("valet", of_valet["valet_user_id"])
    if path == "/jobs" and key is None:
        return  # each such request is a job of its own
    again = await street.http.post(url, json=of_user, headers=token)
    assert again.status_code == 409
    assert again.json()["job_id"] == first.json().get("job_id", first.json().get("id"))


@pytest.mark.parametrize("path", ["/valet/apply", "/jobs"])
async def test_a_users_job_is_never_told_or_listed_under_a_task_of_valets(street: Street, path: str) -> None:
    of_valet = street.application()
    task = of_valet["valet_task_id"]
    of_user = {**street.application(), "valet_task_id": task, "job_type": "apply"}
    of_user["user_id"] = of_user["valet_user_id"]
    token, url = street.token_of(of_user["valet_user_id"]), f"/api/v1/gh{path}"
    answered = (await street.http.post(url, json=of_user, headers=token)).json()
    users_job, valets_job = answered.get("job_id", answered.get("id")), (await street.valet.apply(of_valet))["job_id"]
    for job_id in (users_job, valets_job):
        await street.until(job_id, lambda event: isinstance(event, job.JobRequested))
    async with logged_in(street.stack, permissions.CLI) as bus:
        told = await bus.read_back(streams.OUT, f"gh.out.valet.{task}.>", after=0)
    assert {json.loads(one.data)["job_id"] for one in told} <= {valets_job}
    status = await street.http.get(f"/api/v1/gh/valet/status/{users_job}", headers=token)
    own = status.json()["valet_task_id"]
    assert own == answered.get("valet_task_id", own) != task
    query = f"/api/v1/gh/jobs?user_id={of_user['valet_user_id']}"
    listed = await street.look_until(query, lambda found: found["jobs"])
    assert [(one["id"], one["valet_task_id"]) for one in listed["jobs"]] == [(users_job, own)]


async def test_a_user_is_told_how_often_they_may_call_and_stopped_there(street: Street, owned: dict[str, Any]) -> None:
    token, path = street.token_of(str(uuid.uuid4())), f"/api/v1/gh/jobs/{owned['job_id']}"
    left, seen = [], 404
    while seen == 404:  # another's job; a minute may turn meanwhile
        answer = await street.http.get(path, headers=token)
        left.append(int(answer.headers["x-ratelimit-remaining"]))
        seen = answer.status_code
    assert (seen, answer.json()["error"], answer.json()["limit"]) == (429, "rate_limit_exceeded", 120)
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert left[0] == 119
    assert left[-1] == 0
    of_valet = await street.http.get(path, headers=street.key)
    assert of_valet.status_code == 200
    assert "x-ratelimit-limit" not in of_valet.headers


async def test_the_key_is_in_no_log(street: Street) -> None:
    for log in street.stack.state.logs.iterdir():
        assert street.stack.service_secret not in log.read_text(errors="replace"), log.name
