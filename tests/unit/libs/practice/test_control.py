from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable

import httpx
import pytest

from ghosthands.practice.desk import Desk
from ghosthands.practice.families import greenhouse
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.switches import Switches

POSTING = Posting("greenhouse", "acme", 1001)
ADDRESS = f"http://practice.test{POSTING.path}"
RESUME = {"resume": ("resume.pdf", JORDAN.resume(), "application/pdf")}

Apply = Callable[[], "asyncio.Task[httpx.Response]"]


@pytest.fixture
def apply(client: httpx.AsyncClient, answer: Callable[..., dict[str, str]]) -> Apply:
    """Sends an application beside the test."""
    values = answer(greenhouse.form(POSTING, Switches()))
    return lambda: asyncio.create_task(client.post(POSTING.path, data=values, files=RESUME))


async def count(client: httpx.AsyncClient, **query: str) -> dict[str, int]:
    found: dict[str, int] = (await client.get("/control/submissions/count", params=query)).json()
    return found


async def test_submissions_tell_who_sent_what(client: httpx.AsyncClient, apply: Apply) -> None:
    await apply()
    [submission] = (await client.get("/control/submissions", params={"posting": ADDRESS})).json()
    assert (submission["posting"], submission["applicant"]) == (POSTING.key, "jordan.ellsworth@example.com")
    assert submission["values"]["first_name"] == "Jordan"
    assert submission["uploads"]["resume"]["sha256"] == hashlib.sha256(JORDAN.resume()).hexdigest()
    assert submission["received_at"] <= submission["counted_at"]
    assert submission["resume_matches"] is None


async def test_counts_are_by_posting_and_applicant(client: httpx.AsyncClient, apply: Apply) -> None:
    await apply()
    assert await count(client) == {"count": 1, "attempts": 0}
    assert await count(client, posting=ADDRESS, email="Jordan.Ellsworth@example.com") == {"count": 1, "attempts": 0}
    assert await count(client, posting=f"{ADDRESS}2") == {"count": 0, "attempts": 0}
    assert await count(client, email="nobody@example.com") == {"count": 0, "attempts": 0}


async def test_refused_posts_are_listed_as_attempts(client: httpx.AsyncClient) -> None:
    await client.post(POSTING.path, data={"email": "jordan@example.com"})
    [attempt] = (await client.get("/control/attempts", params={"posting": POSTING.key})).json()
    assert attempt["problems"]["first_name"] == "This field is required."
    assert await count(client) == {"count": 0, "attempts": 1}


async def test_an_expected_resume_is_checked_byte_for_byte(client: httpx.AsyncClient, apply: Apply) -> None:
    sha256 = hashlib.sha256(JORDAN.resume()).hexdigest()
    await client.post("/control/expect", json={"posting": ADDRESS, "resume_sha256": sha256})
    await apply()
    await client.post("/control/expect", json={"posting": ADDRESS, "resume_sha256": "00"})
    await apply()
    submissions = (await client.get("/control/submissions")).json()
    assert [each["resume_matches"] for each in submissions] == [True, False]


@pytest.mark.parametrize(("where", "counted"), [("before-count", 0), ("after-count", 1)])
async def test_a_held_post_is_answered_only_after_release(
    client: httpx.AsyncClient, apply: Apply, where: str, counted: int
) -> None:
    await client.post("/control/hold", json={"application": ADDRESS, "where": where})
    sending = apply()
    held = await client.get("/control/wait-held", params={"posting": ADDRESS, "timeout": "5"})
    assert [each["where"] for each in held.json()["held"]] == [where]
    assert (await count(client))["count"] == counted
    assert not sending.done()
    assert (await client.post("/control/release")).json() == {"released": 1}
    assert (await sending).status_code == 201
    assert (await count(client))["count"] == 1


async def test_after_the_response_only_the_confirmation_is_held(client: httpx.AsyncClient, apply: Apply) -> None:
    await client.post("/control/hold", json={"where": "after-response"})
    answered = await apply()
    assert answered.status_code == 201
    confirming = asyncio.create_task(client.get(answered.json()["confirmationPath"]))
    assert (await client.get("/control/wait-held", params={"posting": ADDRESS})).status_code == 200
    assert not confirming.done()
    await client.post("/control/release")
    assert "Thank you for applying" in (await confirming).text


async def test_a_long_poll_ends_with_the_submission(client: httpx.AsyncClient, apply: Apply) -> None:
    waiting = asyncio.create_task(client.get("/control/wait", params={"posting": ADDRESS, "count": "1"}))
    await apply()
    assert (await waiting).json() == {"count": 1}


@pytest.mark.parametrize("path", ["/control/wait", "/control/wait-held"])
async def test_a_long_poll_in_vain_is_a_time_out(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path, params={"timeout": "0.01"})).status_code == 408


async def test_reset_forgets_everything_and_lets_everything_go(
    client: httpx.AsyncClient, desk: Desk, apply: Apply
) -> None:
    await client.post("/control/hold", json={"where": "after-count"})
    sending = apply()
    await client.get("/control/wait-held")
    await client.post("/control/reset")
    await sending
    assert (desk.ledger.submissions, desk.holds.held()) == ([], [])


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/control/hold", {"where": "somewhere"}),
        ("/control/hold", {"where": "before-count", "seconds": "long"}),
        ("/control/expect", {"posting": ADDRESS}),
        ("/control/expect", []),
    ],
)
async def test_an_unclear_order_is_refused_with_the_reason(client: httpx.AsyncClient, path: str, body: object) -> None:
    response = await client.post(path, json=body)
    assert response.status_code == 422
    assert response.text


async def test_the_front_page_lists_postings_with_their_counts(client: httpx.AsyncClient, apply: Apply) -> None:
    await apply()
    page = (await client.get("/")).text
    assert "1 application counted, 0 refused" in page
    assert POSTING.path in page
