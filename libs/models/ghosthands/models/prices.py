"""What a call cost: what the provider says, else the configured price, else the list of genai-prices, else unknown.

An unknown price is None and is warned of once for each model; it is never 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ghosthands.chassis import logging
from ghosthands.models.names import ModelName

log = logging.get(__name__)

_MILLION = Decimal(1_000_000)


@dataclass(frozen=True)
class Tokens:
    """The tokens that one call used."""

    input: int = 0
    output: int = 0
    #: of the input, what the provider had already read
    cached: int = 0

    @classmethod
    def of(cls, usage: Mapping[str, Any]) -> Tokens:
        """From the `usage` of a chat completion."""
        details = usage.get("prompt_tokens_details") or {}
        return cls(
            int(usage.get("prompt_tokens") or 0),
            int(usage.get("completion_tokens") or 0),
            int(details.get("cached_tokens") or 0),
        )


class Prices:
    """Knows what tokens cost."""

    def __init__(self, configured: Mapping[str, tuple[Decimal, Decimal]] | None = None) -> None:
        self._configured = dict(configured or {})
        self._warned: set[ModelName] = set()

    def cost(self, model: ModelName, usage: Mapping[str, Any]) -> Decimal | None:
        """In dollars; None where nobody knows."""
        said = usage.get("cost")
        if isinstance(said, int | float):
            return Decimal(str(said))
        tokens = Tokens.of(usage)
        if price := self._configured.get(str(model)):
            return (tokens.input * price[0] + tokens.output * price[1]) / _MILLION
        listed = _look_up(model, tokens)
        if listed is None and model not in self._warned:
            self._warned.add(model)
            log.warning("model_price_unknown", model=str(model), mend="set GHOSTHANDS_MODEL_PRICES")
        return listed


def _look_up(model: ModelName, tokens: Tokens) -> Decimal | None:
    import genai_prices  # which holds every price there is: read when one is asked for

    usage = genai_prices.Usage(
        input_tokens=tokens.input, output_tokens=tokens.output, cache_read_tokens=tokens.cached or None
    )
    for provider, name in _spell(model):
        try:
            return genai_prices.calc_price(usage, model_ref=name, provider_id=provider).total_price
        except (LookupError, ValueError):
            continue
    return None


def _spell(model: ModelName) -> list[tuple[str, str]]:
    """As it is; and behind a gateway that is in no list, by the provider the gateway names."""
    behind, _, name = model.name.partition("/")
    return [(model.provider, model.name), *([(behind, name)] if name else [])]
