"""The browser tools with the real Stagehand, asked for as a client does; what answers as a model is scripted."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.messaging.server import permissions
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.stack import logged_in
from ghosthands.testkit.lab import Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Ask = Callable[..., Awaitable[dict[str, Any]]]

TITLE = [
    AnswerRule(answer={"role": "{role}"}, text=r"heading: (?P<role>[\w ]+)", schema=("role",)),
    AnswerRule(answer={"progress": "all of it", "completed": True}, schema=("progress", "completed")),
]
SCHEMA = {"type": "object", "properties": {"role": {"type": "string"}}, "required": ["role"]}


@pytest.fixture
async def lab(open_folder: Path, model: ModelServer) -> AsyncIterator[Lab]:
    asks = {"GHOSTHANDS_MODEL_BASE_URL": model.base_url, "GHOSTHANDS_MODEL_API_KEY": "test"}
    folder = open_folder / "engine-tools"
    async with Lab.start(folder, environment=asks, only=(services.BROWSER_HOST,)) as running:
        yield running


@pytest.fixture
async def ask(lab: Lab) -> AsyncIterator[Ask]:
    async with logged_in(lab.stack, permissions.TOOLS) as bus:

        async def asked(tool: str, **arguments: Any) -> dict[str, Any]:
            answer = await micro.ask(bus, subjects.tool(tool), msgspec.json.encode(arguments), timeout=180)
            decoded: dict[str, Any] = msgspec.json.decode(answer)
            return decoded

        yield asked


async def test_a_page_is_extracted_by_a_schema_also_after_its_browser_was_killed(
    lab: Lab, model: ModelServer, ask: Ask
) -> None:
    model.rules.extend(TITLE)
    await ask("navigate", url=lab.site.url(a_posting()))
    first = await ask("extract", instruction="the title of the job", schema=SCHEMA)
    assert first["data"]["role"]
    status = await ask("status")
    assert status["engine"] == "stagehand:dom"
    os.kill(status["browser_pid"], signal.SIGKILL)
    assert (await ask("extract", instruction="the title of the job", schema=SCHEMA))["data"] == first["data"]
    assert (await ask("status"))["browser_pid"] != status["browser_pid"]


async def test_a_hostile_model_sends_nothing_and_the_answer_says_so(lab: Lab, model: ModelServer, ask: Ask) -> None:
    model.rules.extend(model_server.make_hostile_script())
    posting = a_posting()
    await ask("navigate", url=lab.site.url(posting))
    vetoed = 0
    for instruction in ("fill in the first name", "fill in the last name", "choose the country"):
        try:
            vetoed += (await ask("act", instruction=instruction))["vetoed"]
        except micro.RequestRefused as refused:
            assert refused.code == "engine_failed"  # noqa: PT017  either way nothing was sent
    assert model.requests, "it was asked"
    assert lab.submissions(posting) == 0
    assert (await ask("status"))["active"] is True
    assert vetoed >= 1
