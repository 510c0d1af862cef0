"""The engines of this host as configured: our own hand always, the others if there is a model to ask."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack

from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.engine import Engine, EngineUnavailable
from ghosthands.browser_host.engines.human import HumanEngine
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.engines.playwright import PlaywrightEngine
from ghosthands.browser_host.engines.registry import Engines, Make, Workplace
from ghosthands.chassis import logging
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.codes import EngineFailure
from ghosthands.domain.engine import MODELLED, READING_TIER, TIERS, EngineName
from ghosthands.models import Account, Ledgers, ModelEndpoint, ModelGateway, ModelSettings, NotConfigured

#: the purposes for which the engines ask models
_PURPOSES: Mapping[EngineName, Purpose] = {
    EngineName.STAGEHAND_DOM: Purpose.ACT,
    EngineName.STAGEHAND_CUA: Purpose.SEE,
    EngineName.MAGNITUDE: Purpose.SEE,
}

log = logging.get(__name__)


async def engines(settings: ModelSettings, stack: AsyncExitStack, ledgers: Ledgers | None = None) -> Engines:
    """Make the host's engines; their models' costs are kept on `ledgers`, and `stack` releases what they need."""
    makers: dict[EngineName, Make] = {
        EngineName.PLAYWRIGHT: lambda place: PlaywrightEngine(lambda: place.browser.live_page),
        EngineName.HUMAN: lambda place: HumanEngine(lambda: place.browser.live_page),
    }
    missing: dict[EngineName, str] = {}
    gateway = ModelGateway(settings)
    stack.push_async_callback(gateway.close)
    if not gateway.is_configured:
        missing |= dict.fromkeys(MODELLED, str(NotConfigured()))
        return Engines(makers, missing, gateway.list_substitutions)
    makers |= _make_stagehands(gateway)
    if reason := node.missing():
        missing[EngineName.MAGNITUDE] = f"magnitude not available: {reason}"
    else:
        endpoint = await stack.enter_async_context(ModelEndpoint.serving())
        makers[EngineName.MAGNITUDE] = lambda place: MagnitudeEngine(
            _open_account(gateway, EngineName.MAGNITUDE, place), endpoint
        )
    for name, why in missing.items():
        log.info("engine_missing", engine=name.value, reason=why)
    return Engines(makers, missing, gateway.list_substitutions, budgets=gateway.installation.budgets, ledgers=ledgers)


def _require_own_browser(make: Make) -> Make:
    """Refuse a user's own browser to an engine that installs an extension: users' browsers have none."""

    def made(place: Workplace) -> Engine:
        if not place.browser.owns_browser:
            raise EngineUnavailable(
                EngineFailure.ENGINE_UNAVAILABLE, "stagehand not available: the browser is its user's"
            )
        return make(place)

    return made


def _make_stagehands(gateway: ModelGateway) -> dict[EngineName, Make]:
    # The package takes a second to import, and a host without a model has no use for it.
    from ghosthands.browser_host.engines.stagehand import StagehandEngine
    from ghosthands.browser_host.engines.stagehand_cua import StagehandCuaEngine

    dom, cua = EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA
    return {
        dom: _require_own_browser(
            lambda place: StagehandEngine(_open_account(gateway, dom, place), _open_reader(gateway, dom, place))
        ),
        cua: _require_own_browser(lambda place: StagehandCuaEngine(_open_account(gateway, cua, place))),
    }


def _open_reader(gateway: ModelGateway, engine: EngineName, place: Workplace) -> Account:
    """Open the account on which an engine reads what a page says: reading a question anew has its own tier."""
    return Account(gateway, Purpose.EXTRACT, tier=READING_TIER, engine=engine.value, wish=place.wish, meter=place.meter)


def _open_account(gateway: ModelGateway, engine: EngineName, place: Workplace) -> Account:
    return Account(
        gateway,
        _PURPOSES[engine],
        tier=TIERS[engine],
        engine=engine.value,
        wish=place.wish,
        meter=place.meter,
    )
