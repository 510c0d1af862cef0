"""Attaches a Stagehand to a tab, says so, and holds it until it is killed: `hold_stagehand.py WS_URL TARGET_ID`."""

from __future__ import annotations

import asyncio
import sys

from ghosthands.browser_host.engines.engine import Endpoint
from ghosthands.browser_host.engines.stagehand import StagehandEngine
from ghosthands.models import Account, Gateway, ModelSettings


async def hold(ws_url: str, target_id: str) -> None:
    engine = StagehandEngine(Account(Gateway(ModelSettings()), purpose="stagehand:dom"))
    await engine.attach(Endpoint(ws_url, target_id), lambda _: None)
    print("attached", flush=True)
    await asyncio.Event().wait()


asyncio.run(hold(*sys.argv[1:]))
