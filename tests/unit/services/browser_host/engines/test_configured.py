"""Which engines a host has follows from how it is set up, and whose the browser is."""

from __future__ import annotations

from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from ghosthands.browser_host.engines.configured import engines
from ghosthands.browser_host.engines.engine import EngineUnavailable
from ghosthands.domain.engine import MODELLED, EngineName
from ghosthands.models import ModelSettings

STAGEHANDS = (EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA)


def settings(**about: Any) -> ModelSettings:
    return ModelSettings(**about)


def session(*, owns_browser: bool) -> Any:
    return SimpleNamespace(browser=SimpleNamespace(owns_browser=owns_browser))


async def test_without_a_model_there_is_no_engine_that_asks_one() -> None:
    async with AsyncExitStack() as stack:
        found = await engines(settings(), None, stack)  # type: ignore[arg-type]
        assert not MODELLED & set(found.available)
        with pytest.raises(EngineUnavailable, match="GHOSTHANDS_MODEL"):
            found.make(EngineName.STAGEHAND_DOM, session(owns_browser=True))


@pytest.mark.parametrize("name", STAGEHANDS)
async def test_no_extension_is_installed_in_a_browser_that_is_its_users(name: EngineName) -> None:
    async with AsyncExitStack() as stack:
        found = await engines(settings(base_url="http://127.0.0.1:1/v1"), None, stack)  # type: ignore[arg-type]
        assert found.make(name, session(owns_browser=True)).name is name
        with pytest.raises(EngineUnavailable):
            found.make(name, session(owns_browser=False))
