"""Prices of calls: the provider's own figure, else our own price, else the list of genai-prices, else unknown.

An unknown price is None and is warned of once for each model; it is never 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ghosthands.chassis import logging
from ghosthands.models.catalogue import Price
from ghosthands.models.names import ModelName

log = logging.get(__name__)

_MILLION = Decimal(1_000_000)
#: Limits up to which a provider's figures for one call are believed.
_MOST_TOKENS = 1_000_000_000
_MOST_DOLLARS = 100_000


@dataclass(frozen=True)
class Tokens:
    """The tokens that one call used."""

    input: int = 0
    output: int = 0
    #: input tokens that the provider had cached
    cached: int = 0

    @classmethod
    def of(cls, usage: object) -> Tokens:
        """Return the tokens in the `usage` of a chat completion, whatever it contains."""
        said = usage if isinstance(usage, Mapping) else {}
        details = said.get("prompt_tokens_details")
        cached = details.get("cached_tokens") if isinstance(details, Mapping) else 0
        given = _count(said.get("prompt_tokens"))
        return cls(given, _count(said.get("completion_tokens")), min(given, _count(cached)))


def _count(said: object) -> int:
    return said if isinstance(said, int) and not isinstance(said, bool) and 0 <= said <= _MOST_TOKENS else 0


class Prices:
    """The prices of each model's tokens."""

    def __init__(self, own: Mapping[str, Price] | None = None) -> None:
        self._own = dict(own or {})
        self._warned: set[ModelName] = set()

    def cost(self, model: ModelName, usage: Mapping[str, Any]) -> Decimal | None:
        """Return the call's cost in dollars; None if unknown."""
        said = usage.get("cost")
        if isinstance(said, int | float) and not isinstance(said, bool) and _is_money(said):
            return Decimal(str(said))
        return self.estimate(model, Tokens.of(usage))

    def estimate(self, model: ModelName, tokens: Tokens) -> Decimal | None:
        """Return the price of that many tokens in dollars; None if unknown."""
        if price := self._own.get(str(model)):
            cached = price.input if price.cached is None else price.cached
            fresh = (tokens.input - tokens.cached) * price.input
            return (fresh + tokens.cached * cached + tokens.output * price.output) / _MILLION
        listed = _look_up(model, tokens)
        if listed is None and model not in self._warned:
            self._warned.add(model)
            log.warning("model_price_unknown", model=str(model), mend="give it a price in the file of models")
        return listed


def _is_money(said: float) -> bool:
    return math.isfinite(said) and 0 <= said <= _MOST_DOLLARS


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


def _spell(model: ModelName) -> Iterator[tuple[str, str]]:
    """Yield the model's name as price lists spell it; for an unlisted gateway, also under the provider it names."""
    yield model.provider, model.name
    behind, _, name = model.name.partition("/")
    if name:
        yield behind, name
