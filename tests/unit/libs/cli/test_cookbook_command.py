"""`ghosthands cookbook manuals`, `add`, `drop` and `export`, cookbook and the tables played by the test."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ghosthands.cli.commands import cookbook
from ghosthands.cli.exits import Exit, Stop
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.readmodel.rows import Json, ManualRow
from ghosthands.testkit.story import NOON

Screen = Callable[[], str]
STEPS = [{"action": "navigate", "value": "apply"}, {"action": "fill", "selector": "#email", "value": "profile.email"}]
ROW = ManualRow(
    manual_id="4711aaaa-0000-5000-8000-000000000001",
    site="jobs.example.com",
    url_pattern="jobs.example.com/*",
    task_pattern="apply",
    platform="generic",
    source="template",
    steps=Json(json.dumps(STEPS)),
    health=65,
    successes=1,
    failures=7,
    retired=False,
    last_verified=None,
    last_used=None,
    created_at=NOON,
    sequence=1,
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """What cookbook was asked for."""
    told: list[tuple[str, Any]] = []

    async def manuals() -> list[ManualRow]:
        return [ROW]

    async def tables() -> object:
        return SimpleNamespace(manuals=manuals)

    @asynccontextmanager
    async def connected(_to: object) -> AsyncIterator[Any]:
        yield SimpleNamespace(bus=None, tables=tables)

    async def running() -> None:
        return None

    async def ask(_bus: object, subject: str, data: bytes, **_how: float) -> bytes:
        body = msgspec.json.decode(data)
        told.append((subject, body))
        if body.get("steps") == []:
            raise RequestRefused("unfit_recipe", "a manual has from 1 to 500 steps")
        return msgspec.json.encode({"site": ROW.site, "fingerprints": [ROW.manual_id]})

    monkeypatch.setattr(cookbook, "connect", connected)
    monkeypatch.setattr(cookbook, "use_running", running)
    monkeypatch.setattr(cookbook.micro, "ask", ask)
    return told


async def test_manuals_are_listed_with_how_they_fared_and_whether_anybody_goes_by_them(
    asked: list[tuple[str, Any]], screen: Screen
) -> None:
    await cookbook.show_manuals(as_json=False)
    assert "4711aaaa" in screen()
    assert "not gone by" in screen()


async def test_a_manual_is_taken_in_as_it_is_written_out(asked: list[tuple[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "manual.json"
    await cookbook.export("4711", path)
    assert asked == [], "the tables have it"
    await cookbook.add(path)
    draft = {"url_pattern": "jobs.example.com/*", "task_pattern": "apply", "platform": "generic", "steps": STEPS}
    assert asked == [(subjects.recipes("add"), draft)]


async def test_a_manual_that_cookbook_refuses_is_a_no(asked: list[tuple[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "manual.json"
    path.write_text(json.dumps({"url_pattern": "jobs.example.com/*", "steps": []}))
    with pytest.raises(Stop, match="from 1 to") as stopped:
        await cookbook.add(path)
    assert stopped.value.code is Exit.NO


async def test_one_manual_is_dropped_and_none_where_it_is_not_known(asked: list[tuple[str, Any]]) -> None:
    await cookbook.drop("4711")
    assert asked == [(subjects.recipes("drop"), {"site": ROW.site, "manual_id": ROW.manual_id})]
    with pytest.raises(Stop, match="0 manuals begin with 9") as stopped:
        await cookbook.drop("9")
    assert stopped.value.code is Exit.USAGE
