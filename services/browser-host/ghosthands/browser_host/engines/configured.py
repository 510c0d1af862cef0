"""The engines of this host, as it is set up: our own hand always, the others where there is a model to ask."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack

from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.engine import Engine, EngineUnavailable
from ghosthands.browser_host.engines.human import HumanEngine
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.engines.playwright import PlaywrightEngine
from ghosthands.browser_host.engines.registry import Engines, Make, Workplace
from ghosthands.chassis import logging, metrics
from ghosthands.domain.codes import EngineFailure
from ghosthands.domain.engine import MODELLED, EngineName
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.models import Account, ModelCall, ModelEndpoint, ModelGateway, ModelSettings, NotConfigured

_CALLS = metrics.counter(BROWSER_HOST, "model_calls", "Questions to a model", ["engine", "code"])
_TOKENS = metrics.counter(BROWSER_HOST, "model_tokens", "Tokens asked and answered", ["engine"])
_DOLLARS = metrics.counter(BROWSER_HOST, "model_cost_usd", "What models cost, where that is known", ["engine"])

#: engines whose model is shown pictures
_SEEING = frozenset({EngineName.STAGEHAND_CUA, EngineName.MAGNITUDE})

log = logging.get(__name__)


async def engines(settings: ModelSettings, stack: AsyncExitStack) -> Engines:
    """Which there are; what they need is let go of with the stack."""
    makers: dict[EngineName, Make] = {
        EngineName.PLAYWRIGHT: lambda place: PlaywrightEngine(lambda: place.browser.live_page),
        EngineName.HUMAN: lambda place: HumanEngine(lambda: place.browser.live_page),
    }
    missing: dict[EngineName, str] = {}
    gateway = ModelGateway(settings)
    stack.push_async_callback(gateway.close)
    if not gateway.is_configured:
        missing |= dict.fromkeys(MODELLED, str(NotConfigured()))
        return Engines(makers, missing)
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
    return Engines(makers, missing)


def _require_own_browser(make: Make) -> Make:
    """For an engine that installs an extension: in a browser that is the user's there is none such."""

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
        dom: _require_own_browser(lambda place: StagehandEngine(_open_account(gateway, dom, place))),
        cua: _require_own_browser(lambda place: StagehandCuaEngine(_open_account(gateway, cua, place))),
    }


def _open_account(gateway: ModelGateway, engine: EngineName, place: Workplace) -> Account:
    model = (place.image_model if engine in _SEEING else None) or place.model
    return Account(gateway, purpose=engine.value, model=model, on_call=_meter_calls(engine))


def _meter_calls(engine: EngineName) -> Callable[[ModelCall], None]:
    def on_call(call: ModelCall) -> None:
        _CALLS.labels(engine.value, call.code or "").inc()
        _TOKENS.labels(engine.value).inc(call.input_tokens + call.output_tokens)
        if call.cost_usd is not None:
            _DOLLARS.labels(engine.value).inc(float(call.cost_usd))

    return on_call
