"""Engines in a browser that is its user's: they see the session's tab, or are not to be had."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page, async_playwright

from ghosthands import chromium, models
from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.engine import EngineMove, EngineTrouble
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.engines.stagehand import StagehandEngine
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.devtools import DevToolsLine
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.ports.tab import TabAddress, target_id
from ghosthands.browser_host.providers.operator import OperatorBrowser, OperatorProvider
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.provider import ProviderName
from ghosthands.models import Account, ModelGateway
from ghosthands.practice import users_browser
from ghosthands.practice.model_server import AnswerRule, ModelServer

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

BANK = "<title>My bank</title><input id='email' value='mine'>"
FORM = "<body style='margin:0'><input id='city' style='position:absolute;left:10px;top:40px;width:200px;height:30px'>"
POINT = {"x": 100, "y": 55}


@dataclass
class Shared:
    """A user's browser, with their tab and the session's."""

    running: OperatorBrowser
    line: DevToolsLine
    context: BrowserContext
    theirs: Page
    ours: Page

    async def address(self) -> TabAddress:
        return TabAddress(self.running.ws_url, await target_id(self.ours))

    async def kinds(self) -> set[str]:
        """What there is in the browser: tabs, and workers of extensions if any were installed."""
        return {info["type"] for info in (await self.line.call("Target.getTargets"))["targetInfos"]}


@pytest.fixture
async def shared(open_folder: Path) -> AsyncIterator[Shared]:
    process = await users_browser.launch(open_folder / "users", log_path=open_folder / "users.log")
    try:
        async with async_playwright() as playwright:
            context = (await playwright.chromium.connect_over_cdp(process.ws_url)).contexts[0]
            theirs = context.pages[0]
            await theirs.set_content(BANK)
            provider = OperatorProvider(UserDataDirs(open_folder / "users-host"), hosts=(), ports=["any"])
            profile, order = SessionKey("job", "session"), LaunchRequest(ProviderName.OPERATOR, cdp_url=process.ws_url)
            async with context.expect_page() as opened:
                running = await provider.launch(profile, order)
            ours = await opened.value
            await ours.set_content(FORM)
            line = await DevToolsLine.to(process.ws_url)
            yield Shared(running, line, context, theirs, ours)
            await running.end()
            await provider.discard(profile, order)
            await line.close()
    finally:
        await chromium.end(process)


@pytest.fixture
def account(gateway: ModelGateway) -> Account:
    return Account(gateway, Purpose.ACT)


@pytest.mark.skipif(node.missing() is not None, reason=f"magnitude not available: {node.missing()}")
async def test_magnitude_works_the_sessions_tab_and_sees_no_other(
    shared: Shared, model: ModelServer, account: Account
) -> None:
    actions = [{"variant": "mouse:click", **POINT}, {"variant": "keyboard:type", "content": "Lyon"}]
    done = {"variant": "task:done", "evidence": "it is there"}
    model.rules.append(AnswerRule(answer={"reasoning": "as told", "actions": [*actions, done]}, image=True))
    sizes = "[innerWidth, innerHeight, outerWidth]"
    before = await shared.theirs.evaluate(sizes)
    async with models.ModelEndpoint.serving() as endpoint:
        engine = MagnitudeEngine(account, endpoint)
        await engine.attach(await shared.address(), lambda _what: None)
        await engine.act(EngineMove("Write Lyon into City"))
        await engine.detach()
    assert await shared.ours.input_value("#city") == "Lyon"
    assert await shared.theirs.input_value("#email") == "mine"
    assert await shared.theirs.evaluate(sizes) == before
    assert not model.shown("My bank")


async def test_stagehand_which_would_install_itself_is_not_to_be_had(shared: Shared, account: Account) -> None:
    before = await shared.kinds()
    engine = StagehandEngine(account)
    with pytest.raises(EngineTrouble):
        await engine.attach(await shared.address(), lambda _what: None)
    assert await shared.kinds() == before
    assert await shared.theirs.input_value("#email") == "mine"
