from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from ghosthands.practice.desk import Desk
from ghosthands.practice.families import ashby
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.switches import Switches

POSTING = Posting("ashby", "acme", 5001)
RESUME = {"_systemfield_resume": ("resume.pdf", JORDAN.resume(), "application/pdf")}

Answer = Callable[..., dict[str, str]]


@pytest.fixture
def values(answer: Answer) -> dict[str, str]:
    form = ashby.form(POSTING, Switches())
    start = next(field.name for field in form if field.label == "Earliest start date")
    return answer(
        form,
        _systemfield_name=JORDAN.name,
        _systemfield_email="jordan.ellsworth@example.com",
        _systemfield_phone="+1 415 555 0134",
        _systemfield_location="Sacramento, California, United States",
        **{start: "02/01/2027"},
    )


def outcome(answer: httpx.Response) -> str:
    return str(answer.json()["data"]["submitSingleApplicationFormAction"]["outcome"])


async def test_what_is_sent_is_counted(client: httpx.AsyncClient, desk: Desk, values: dict[str, str]) -> None:
    sent = await client.post(f"{POSTING.path}/non-user-graphql", data=values, files=RESUME)
    assert (sent.status_code, outcome(sent)) == (200, "success")
    assert [each.applicant for each in desk.ledger.of(POSTING.key)] == ["jordan.ellsworth@example.com"]


async def test_what_is_refused_is_answered_with_status_200_too(client: httpx.AsyncClient, desk: Desk) -> None:
    refused = await client.post(f"{POSTING.path}/non-user-graphql", data={})
    errors = refused.json()["data"]["submitSingleApplicationFormAction"]["errors"]
    assert (refused.status_code, outcome(refused)) == (200, "errors")
    assert errors["_systemfield_name"] == "Missing entry for required field: Name"
    assert desk.ledger.submissions == []


async def test_a_suspicious_site_blocks_everybody(
    client: httpx.AsyncClient, desk: Desk, values: dict[str, str]
) -> None:
    sent = await client.post(f"{POSTING.path}/non-user-graphql?suspicious=1", data=values, files=RESUME)
    assert (sent.status_code, outcome(sent)) == (200, "blocked")
    assert desk.ledger.submissions == []
