"""Who may do what over HTTP: every guarded route, for everybody who may not."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from ghosthands.hitl_gateway.http.app import describe_door

if TYPE_CHECKING:
    from conftest import Street

#: what the contract has without a key
OPEN = ("/health", "/monitoring/", "/api/v1/gh/models")


def routes(*, guarded: bool) -> Iterator[tuple[str, str]]:
    for path, operations in describe_door()["paths"].items():
        for method, operation in operations.items():
            if ("security" in operation) == guarded:
                yield method.upper(), path


def test_all_is_guarded_but_what_the_contract_has_without_a_key() -> None:
    assert {path for _, path in routes(guarded=False) if not path.startswith(OPEN)} == set()
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


async def test_the_key_is_in_no_log(street: Street) -> None:
    for log in street.stack.state.logs.iterdir():
        assert street.stack.service_secret not in log.read_text(errors="replace"), log.name
