"""`ghosthands show` of a job that was asked about."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from ghosthands.cli.commands import show
from ghosthands.domain import job
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.testkit.story import NOON, Story

Screen = Callable[[], str]

SAID = "Phone must have 10 digits."


@pytest.fixture(autouse=True)
def _connected(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stack in memory is the one that runs."""

    @asynccontextmanager
    async def connect(_to: object) -> AsyncIterator[Any]:
        yield house

    async def use_running() -> None:
        return None

    monkeypatch.setattr(show, "connect", connect)
    monkeypatch.setattr(show, "use_running", use_running)


async def test_what_the_page_said_is_shown_after_a_human_said_that_it_was_not_submitted(
    house: Any, screen: Screen
) -> None:
    doubt = job.HumanRequested(request_id="r", kind=AskKind.SUBMIT_UNCLEAR, at=NOON, timeout_seconds=300)
    words = {"page_url": "https://x.example", "page_says": [SAID], "fields": []}
    house.said = [
        {"status": "needs_human", "interaction": {**words, "request_id": "r"}},
        {"status": "needs_human", "interaction": {**words, "request_id": "of another job", "page_says": ["No."]}},
    ]
    await house.tell(*Story(house.job_id).begun().log, doubt)
    denied = HumanResolved(request_id="r", resolution=Resolution.SKIP, at=NOON)
    await house.tell(denied, job.JobResumed(request_id="r", at=NOON), job.JobFailed(at=NOON, code="not_submitted"))
    await show.run(house.job_id, as_json=False)
    assert "The page says: “Phone must have 10 digits”." in screen()
    assert "No." not in screen()
