"""What the console shows of jobs, their events and their values, also as it happens."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from ghosthands.domain import keys
from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import AskKind, ValueShown
from ghosthands.domain.plan import ActionKind, Unanswered
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.domain.session import ActionStarted
from tests.integration.services.conftest import PATIENCE, Case

pytestmark = pytest.mark.integration


async def test_a_new_wait_is_told_to_an_open_inbox(operator: Any, town: Any, case: Any, other: Any) -> None:
    await operator.until("/", lambda text: case.id in text and other.id in text)
    async with operator.client.stream("GET", "/news") as stream:
        lines = stream.aiter_lines()
        await anext(line async for line in lines if line == "event: jobs")
        await other.ask()
        async with asyncio.timeout(PATIENCE):  # it is never told otherwise
            await anext(line async for line in lines if line == "event: inbox")
        assert (await operator.get("/inbox/list")).text.count(other.id) > 0


async def test_the_jobs_are_filtered_by_the_address_and_paged_by_it(operator: Any, town: Any) -> None:
    cases = [await Case(town).start() for _ in range(52)]
    await operator.until("/jobs", lambda text: cases[-1].id in text)
    first = (await operator.get("/jobs")).text
    older = first.partition('rel="next"')[0].rpartition('href="')[2].partition('"')[0].replace("&amp;", "&")
    second = (await operator.get(older)).text
    shown = [page.count(f'href="/jobs/{one.id}" data-open') for one in cases for page in (first, second)]
    assert sum(shown) == 52
    assert len(first.encode()) < 60_000
    assert cases[3].id in (await operator.get(f"/jobs?q={cases[3].id[:13]}")).text
    assert "No job fits" in (await operator.get("/jobs?status=completed&q=nowhere")).text
    assert "No job fits" in (await operator.get("/jobs?q=%25_%25")).text


async def test_a_jobs_events_are_had_line_by_line(operator: Any, case: Any) -> None:
    lines = (await operator.get(f"/jobs/{case.id}/events.jsonl")).text.splitlines()
    told = [msgspec.json.decode(line) for line in lines]
    assert [one["event"] for one in told] == ["JobRequested", "HumanRequested"]
    assert all(one["payload"] for one in told)


async def test_a_jobs_page_names_the_fields_that_the_site_did_not_keep(operator: Any, case: Any) -> None:
    await case.ask(kind=AskKind.STUCK, code=Stuck.FIELDS_LOST.value, fields=(Unanswered("f", case.why),))
    assert f"The page emptied or overwrote question {case.why}" in (await operator.get(f"/jobs/{case.id}")).text


async def test_what_is_not_there_is_said_to_be(operator: Any) -> None:
    for path in ("/nothing", "/jobs/0b8f7d3e-0000-5000-8000-00000000dead", "/jobs/x%2f..%2fy"):
        assert (await operator.get(path)).status_code == 404


async def test_the_address_of_the_posting_is_shown_as_it_is(operator: Any, case: Any) -> None:
    assert "https://jobs.example.com/apply" in (await operator.get(f"/jobs/{case.id}")).text


async def test_company_place_and_address_are_shown_as_they_are_though_the_applicant_worked_there(
    operator: Any, town: Any
) -> None:
    address = "https://boards.example.com/greenhouse/acme/jobs/1002"
    profile = {"email": "ada@example.org", "experience": [{"company": "Greenhouse", "current": True}]}
    metadata = {"company": "Acme Robotics", "job_title": "Designer", "location": "Oslo, Norway"}
    case = await Case(town).start(target_url=address, profile=profile, metadata=metadata)
    await case.ask()
    await operator.until("/", lambda text: case.id in text)
    for path in ("/", "/jobs", f"/jobs/{case.id}", f"/jobs/{case.id}/answer", f"/jobs/{case.id}/takeover"):
        page = (await operator.get(path)).text
        assert address in page, path
        assert all(words in page for words in ("Acme Robotics", "Designer", "Oslo, Norway")), path
        assert "{profile." not in page, path


async def test_a_value_is_shown_to_an_operator_alone_and_that_it_was_is_on_the_log(operator: Any, case: Any) -> None:
    for key, target in (("profile.email", "email"), (keys.PASSWORD, "why")):
        start = ActionStarted(
            cause="c", session_id="s", action_id=key, kind=ActionKind.FILL, target=target, key=key, tier=0
        )
        await case.say(BROWSER_HOST, start)
    page = f"/jobs/{case.id}"
    assert "ada@example.org" not in (await operator.get(page)).text
    shown = await operator.post(f"{page}/values", key="profile.email")
    assert "ada@example.org" in shown.text
    assert shown.headers["cache-control"] == "no-store"
    (told,) = [event for event in await case.events() if isinstance(event, ValueShown)]
    assert told.key == "profile.email"
    assert len(told.visitor) == 8
    for key in ("profile.phone", keys.PASSWORD, "", "__class__"):
        assert (await operator.post(f"{page}/values", key=key)).status_code == 404
    assert "ada@example.org" not in (await operator.get(f"{page}/events.jsonl")).text
    assert len([event for event in await case.events() if isinstance(event, ValueShown)]) == 1
