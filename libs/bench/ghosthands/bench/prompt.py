"""Our prompt for classifying the fields of each measured page, beside Stagehand's prompt for the page.

All visible fields are treated as if no rule understood any: ours are the questions that planner would then ask, as many
as it takes, with every possible key. The reference is what the real Stagehand sends for one `observe` of the same page
in the same tab, recorded by a scripted model server in this run, without our own instructions to it. Both count
instructions, page and the schema of the answer, in the same tokens.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Error, Page, async_playwright

from ghosthands import chromium, models
from ghosthands.bench import forms, servers
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result
from ghosthands.bench.tokens import count_tokens
from ghosthands.browser_host import page as pages
from ghosthands.browser_host.engines.engine import EngineTrouble
from ghosthands.browser_host.engines.stagehand import RULES, StagehandEngine
from ghosthands.browser_host.ports.tab import TabAddress, target_id
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.keys import list_plain
from ghosthands.domain.page import PageModel
from ghosthands.models.shapes import Message, Schema
from ghosthands.planning import classification
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule, Asked, ModelServer

PROMPT = Contest("prompt", "tokens", Better.LOWER, "what Stagehand's observe sends for the page")
#: the target share of Stagehand's prompt; the page with ten fields has no target
TARGETS = {"p1": None, "p8": 0.02}
TARGET = 0.5

#: the keys that planner would offer: every one, with the latest school and the latest work
KEYS = (
    *list_plain(),
    *(f"profile.location.{name}" for name in ("city", "state", "county", "country", "zip")),
    *(f"profile.education.0.{name}" for name in ("institution", "degree", "field", "graduation_year", "score")),
    *(f"profile.work_history.0.{name}" for name in ("company", "title", "start_date", "end_date", "description")),
)

_INSTRUCTION = "find all fields of the application form"
_NONCE_BYTES = 8


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run a contest for each page. Raises BenchFailed."""
    folder = forms.find_folder("bench", forms.FLOOR)
    files = sorted(folder.glob(forms.PAGES))
    results = []
    with servers.silence(), forms.serve(folder, forms.PORT) as address:
        async with open_peer() as peer:
            for done, file in enumerate(files, 1):
                pairs = [await _measure(peer, f"{address}/{file.name}") for _ in range(runs)]
                results.append(name_contest(file.stem).result(pairs))
                progress(file.stem, done, len(files))
    return results


def name_contest(page: str) -> Contest:
    """Return the contest of the page of that name."""
    target = TARGETS.get(page.partition("_")[0], TARGET)
    return Contest(f"{PROMPT.name}.{page}", PROMPT.unit, PROMPT.better, PROMPT.beside, target)


async def _measure(peer: Peer, url: str) -> Pair:
    name = Path(url).stem
    try:
        await peer.page.goto(url)
        await pages.settle(peer.page)
        model = await pages.scan(peer.page)
        asked = await peer.observe()
    except (Error, pages.PageUnreadable, EngineTrouble) as error:
        raise BenchFailed(f"{name} cannot be looked at: {str(error).splitlines()[0]}") from error
    if not model.fields:
        raise BenchFailed(f"{name} has no fields")
    return Pair(count_ours(model), sum(map(count_theirs, asked)))


def count_ours(model: PageModel) -> int:
    """Return the tokens of all questions that planner would ask if no rule understood anything."""
    return sum(_count(messages, classification.SCHEMA) for messages in _write_questions(model))


def count_theirs(asked: Asked) -> int:
    """Return the tokens of one request of Stagehand's, without what our engine tells it."""
    return _count([{"content": asked.text.replace(RULES, "")}], asked.schema or {})


def _write_questions(model: PageModel) -> Iterator[list[dict[str, str]]]:
    shown, most = [field for field in model.fields if field.visible], classification.MOST_FIELDS
    for first in range(0, len(shown), most):
        fields = shown[first : first + most]
        offered = classification.list_offered(fields, KEYS)
        yield classification.write_question(fields, offered, secrets.token_hex(_NONCE_BYTES))


def _count(messages: list[Message] | list[dict[str, str]], schema: Schema) -> int:
    return count_tokens("\n".join([*(one["content"] for one in messages), json.dumps(schema)]))


@dataclass
class Peer:
    """A tab, with a model server that Stagehand asks about it."""

    process: chromium.BrowserProcess
    page: Page
    server: ModelServer
    account: models.Account

    async def observe(self) -> list[Asked]:
        """Return the requests that Stagehand sends to find the fields of the page. Raises EngineTrouble."""
        self.server.requests.clear()
        engine = StagehandEngine(self.account)
        await engine.attach(TabAddress(self.process.ws_url, await target_id(self.page)), lambda _what: None)
        try:
            await engine.observe(_INSTRUCTION)
        finally:
            await engine.detach()
        return list(self.server.requests)


@asynccontextmanager
async def open_peer() -> AsyncIterator[Peer]:
    """Open a browser and a scripted model for the block. Raises BenchFailed."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(forms.make_passable_folder())
        server = await stack.enter_async_context(model_server.serve([AnswerRule({"elements": []})]))
        try:
            process = await chromium.launch(folder / "profile", log_path=folder / "chromium.log")
        except chromium.ChromiumError as error:
            raise BenchFailed(str(error)) from error
        stack.push_async_callback(chromium.end, process)
        gateway = models.ModelGateway(
            models.ModelSettings.model_validate({"base_url": server.base_url, "api_key": "bench"})
        )
        stack.push_async_callback(gateway.close)
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.connect_over_cdp(process.ws_url)
        page = await browser.contexts[0].new_page()
        pages.traffic_of(page)
        yield Peer(process, page, server, models.Account(gateway, Purpose.ACT))
