"""The AdsPower to practise on answers as the documents of the real one say; its browsers are tested elsewhere."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ghosthands.practice import adspower
from ghosthands.practice.adspower import FakeAdsPower


@pytest.fixture
async def fake(tmp_path: Path) -> AsyncIterator[FakeAdsPower]:
    async with adspower.serve(tmp_path, profiles=3, api_key="secret", per_second=3) as running:
        yield running


async def told(fake: FakeAdsPower, method: str, path: str, key: str = "secret", **params: Any) -> Any:
    headers = {"authorization": f"Bearer {key}"} if key else {}
    async with httpx.AsyncClient(base_url=fake.base_url, headers=headers) as client:
        answer = await client.get(path, params=params) if method == "GET" else await client.post(path, json=params)
    assert answer.status_code == 200
    return answer.json()


async def test_it_says_that_it_runs_to_anybody(fake: FakeAdsPower) -> None:
    assert await told(fake, "GET", "/status", key="") == {"code": 0, "data": {}, "msg": "success"}


async def test_failures_have_status_200_and_no_data(fake: FakeAdsPower) -> None:
    closed = await told(fake, "POST", "/api/v2/browser-profile/stop", profile_id="fake1")
    assert closed == {"code": -1, "data": {}, "msg": "User_id is not open"}
    assert (await told(fake, "GET", "/api/v1/browser/start", user_id="none"))["msg"] == adspower.NO_PROFILE
    assert (await told(fake, "GET", "/api/v1/browser/active", key="wrong", user_id="fake1"))["msg"] == adspower.NO_KEY


async def test_a_list_has_one_profile_a_page_unless_more_are_asked_for(
    fake: FakeAdsPower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adspower, "SLOW", ())
    one = await told(fake, "POST", "/api/v2/browser-profile/list")
    all_of_them = await told(fake, "POST", "/api/v2/browser-profile/list", limit=100)
    beyond = await told(fake, "POST", "/api/v2/browser-profile/list", page=4)
    assert [len(page["data"].get("list", ())) for page in (one, all_of_them, beyond)] == [1, 3, 0]
    assert beyond["data"] == {}


async def test_too_many_calls_in_a_second_are_refused(fake: FakeAdsPower) -> None:
    fake.per_second = 1
    calls = (told(fake, "GET", "/api/v1/browser/active", user_id="fake1") for _ in range(5))
    answers = await asyncio.gather(*calls)
    assert adspower.TOO_MANY in [answer["msg"] for answer in answers]


async def test_of_some_calls_it_takes_one_a_second(fake: FakeAdsPower) -> None:
    answers = [await told(fake, "POST", "/api/v2/browser-profile/list") for _ in range(2)]
    assert [answer["msg"] for answer in answers] == ["success", adspower.TOO_MANY]
    assert (await told(fake, "GET", "/api/v1/browser/active", user_id="fake1"))["msg"] == "success"


async def test_an_old_one_knows_nothing_of_version_2(fake: FakeAdsPower) -> None:
    fake.version = 1
    async with httpx.AsyncClient(base_url=fake.base_url) as client:
        answer = await client.post("/api/v2/browser-profile/start", json={})
    assert answer.text == "Not found"


async def test_it_runs_as_a_process_until_it_is_told_to_stop() -> None:
    command = (sys.executable, "-m", "ghosthands.practice.adspower", "--port", "0", "--profiles", "1")
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    address = (await process.stdout.readline()).decode().strip()
    async with httpx.AsyncClient(base_url=address) as client:
        assert (await client.get("/status")).json()["code"] == 0
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0
