from __future__ import annotations

import asyncio

import httpx
import pytest

from ghosthands.practice import modes

DOCUMENT = {"sec-fetch-dest": "document"}


async def test_a_flaky_posting_fails_once_and_is_well_after_that(client: httpx.AsyncClient) -> None:
    address = "/greenhouse/acme/jobs/1001?flaky=1"
    answers = [await client.get(address, headers=DOCUMENT) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [503, 200, 200]


async def test_every_posting_is_flaky_for_itself(client: httpx.AsyncClient) -> None:
    for number in (1001, 1002):
        answer = await client.get(f"/greenhouse/acme/jobs/{number}?flaky=1", headers=DOCUMENT)
        assert answer.status_code == 503


async def test_what_submits_is_never_touched(client: httpx.AsyncClient) -> None:
    answer = await client.post("/greenhouse/acme/jobs/1001?flaky=1", data={}, headers=DOCUMENT)
    assert answer.status_code == 422


async def test_a_slow_posting_takes_its_time(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", wait)
    await client.get("/greenhouse/acme/jobs/1001?slow=1")
    await client.get("/greenhouse/acme/jobs/1001")
    assert waits == [modes.SLOW_SECONDS]
