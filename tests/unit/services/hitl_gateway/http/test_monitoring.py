"""The pages that need no key: what anybody may ask costs no more for being asked by many."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from ghosthands.hitl_gateway.http import monitoring
from ghosthands.hitl_gateway.http.app import build_app
from ghosthands.hitl_gateway.http.callers import Callers
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.tables import Tables
from ghosthands.messaging.server.jetstream import Bus


class SlowTables:
    """Tables whose sums take as long as many jobs do."""

    asked = 0

    async def reader(self) -> SlowTables:
        return self

    async def job_sums(self, _tenant: str) -> Any:
        self.asked += 1
        for _ in range(50):
            await asyncio.sleep(0)
        kinds = ("jobs", "completed", "failed", "cancelled", "running", "waiting", "model_calls")
        return SimpleNamespace(**dict.fromkeys(kinds, 7))


async def test_many_who_ask_for_the_counts_at_once_read_the_jobs_once_or_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    async def list_nobody(_means: Means) -> Any:
        return SimpleNamespace(workers=[])

    monkeypatch.setattr(monitoring, "list_workers", list_nobody)
    tables = SlowTables()
    means = Means(cast(Bus, None), cast(Any, None), cast(Any, None), cast(Tables, tables))
    transport = httpx.ASGITransport(app=build_app(means, Callers("")))
    async with httpx.AsyncClient(transport=transport, base_url="http://door") as anybody:
        answers = await asyncio.gather(*(anybody.get("/monitoring/metrics/json") for _ in range(40)))
    assert {(answer.status_code, answer.json()["jobs"]["created"]) for answer in answers} == {(200, 7)}
    assert tables.asked <= 2
