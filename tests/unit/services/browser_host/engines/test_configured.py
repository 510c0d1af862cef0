"""Which engines a host has follows from how it is set up, and whose the browser is."""

from __future__ import annotations

from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.configured import engines
from ghosthands.browser_host.engines.engine import EngineUnavailable
from ghosthands.domain.engine import MODELLED, EngineName
from ghosthands.models import ModelSettings, Unlimited, Wish

STAGEHANDS = (EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA)


def settings(**about: Any) -> ModelSettings:
    return ModelSettings(**about)


def session(*, owns_browser: bool = True, model: str | None = None, image_model: str | None = None) -> Any:
    browser = SimpleNamespace(owns_browser=owns_browser)
    return SimpleNamespace(browser=browser, wish=Wish(model, image_model), meter=Unlimited())


async def test_without_a_model_there_is_no_engine_that_asks_one() -> None:
    async with AsyncExitStack() as stack:
        found = await engines(settings(), stack)
        assert not MODELLED & set(found.available)
        with pytest.raises(EngineUnavailable, match="GHOSTHANDS_MODEL"):
            found.make(EngineName.STAGEHAND_DOM, session(owns_browser=True))


@pytest.mark.parametrize("name", STAGEHANDS)
async def test_no_extension_is_installed_in_a_browser_that_is_its_users(name: EngineName) -> None:
    async with AsyncExitStack() as stack:
        found = await engines(settings(base_url="http://127.0.0.1:1/v1"), stack)
        assert found.make(name, session(owns_browser=True)).name is name
        with pytest.raises(EngineUnavailable):
            found.make(name, session(owns_browser=False))


@pytest.mark.parametrize(
    ("wanted", "reads", "sees"),
    [
        ({}, "acme/own", "acme/own"),
        ({"model": "acme/theirs"}, "acme/theirs", "acme/theirs"),
        ({"model": "acme/theirs", "image_model": "acme/eyes"}, "acme/theirs", "acme/eyes"),
        ({"image_model": "acme/eyes"}, "acme/own", "acme/eyes"),
    ],
)
async def test_a_jobs_own_models_are_asked_on_its_behalf(wanted: dict[str, str], reads: str, sees: str) -> None:
    async with AsyncExitStack() as stack:
        found = await engines(settings(base_url="http://127.0.0.1:1/v1", primary="acme/own"), stack)
        asked = [str(found.make(name, session(**wanted))._account.model) for name in STAGEHANDS]  # type: ignore[attr-defined]
        assert asked == [reads, sees]


async def test_without_node_magnitude_is_missing_and_the_others_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "missing", lambda: "no Node")
    async with AsyncExitStack() as stack:
        found = await engines(settings(base_url="http://127.0.0.1:1/v1"), stack)
        assert MODELLED & set(found.available) == set(STAGEHANDS)
        with pytest.raises(EngineUnavailable, match="magnitude not available: no Node"):
            found.make(EngineName.MAGNITUDE, session())
