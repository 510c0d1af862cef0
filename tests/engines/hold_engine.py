"""Attaches an engine to a tab as a host does, says so, and holds it until it is killed.

hold_engine.py ENGINE WS_URL TARGET_ID
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

from ghosthands import models
from ghosthands.browser_host.engines.engine import Engine
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.engines.stagehand import StagehandEngine
from ghosthands.browser_host.engines.stagehand_cua import StagehandCuaEngine
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.engine import EngineName


async def hold(name: str, ws_url: str, target_id: str) -> None:
    account = models.Account(models.ModelGateway(models.ModelSettings()), Purpose.SEE)
    async with models.ModelEndpoint.serving() as gateway:
        engines: dict[str, Callable[[], Engine]] = {
            EngineName.MAGNITUDE: lambda: MagnitudeEngine(account, gateway),
            EngineName.STAGEHAND_DOM: lambda: StagehandEngine(account),
            EngineName.STAGEHAND_CUA: lambda: StagehandCuaEngine(account),
        }
        engine = engines[name]()
        await engine.attach(TabAddress(ws_url, target_id), lambda _: None)
        print("attached", flush=True)
        await asyncio.Event().wait()


asyncio.run(hold(*sys.argv[1:]))
