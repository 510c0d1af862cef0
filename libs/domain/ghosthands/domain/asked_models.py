"""Calls to language models for a job: their purposes, presets and costs."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from typing import ClassVar

import msgspec

from ghosthands.domain.codes import ModelFailure
from ghosthands.domain.message import Event

#: nano-dollars in a dollar
NANO = 1_000_000_000


class Purpose(StrEnum):
    """The purpose of a call to a model; the upstream product calls it a phase."""

    #: which of the applicant's keys belongs in a field that the rules leave open
    CLASSIFY = "classify"
    #: a free-text answer to an open question
    DRAFT = "draft"
    #: an element of the page and what to do with it
    ACT = "act"
    #: the content of a part of the page, in a given shape
    EXTRACT = "extract"
    #: the next action, from a picture of the page
    SEE = "see"


class Preset(StrEnum):
    """The price level of a job's models."""

    SPEED = "speed"
    BALANCED = "balanced"
    QUALITY = "quality"


class CostIncurred(Event, frozen=True, kw_only=True):
    """A model was called, at this cost; also if the call failed or was broken off."""

    SAID_ONCE: ClassVar[bool] = True

    call_id: str
    #: `provider/model`
    model: str
    purpose: str
    tier: int = 0
    #: the engine that asked; empty if a service did
    engine: str = ""
    #: 0 if the provider did not tell
    input_tokens: int = 0
    output_tokens: int = 0
    #: input tokens that the provider had cached
    cached_tokens: int = 0
    #: billionths of a dollar; None if unknown
    nano_usd: int | None = None
    took_ms: int
    #: the reason if it failed; else None
    code: str | None = None


class ModelSubstituted(Event, frozen=True, kw_only=True):
    """A model that the job names is not available; another is asked in its place."""

    #: the name that the job gave
    asked: str
    #: `provider/model`; empty if there is none to ask
    used: str
    code: str


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """The total cost of some calls to models."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    #: of the calls with a known cost
    nano_usd: int = 0
    #: calls that were or may have been answered and whose cost is unknown
    unpriced: int = 0
    took_ms: int = 0

    def plus(self, cost: CostIncurred) -> Spent:
        """Return the total with one more call."""
        return Spent(
            calls=self.calls + 1,
            input_tokens=self.input_tokens + cost.input_tokens,
            output_tokens=self.output_tokens + cost.output_tokens,
            cached_tokens=self.cached_tokens + cost.cached_tokens,
            nano_usd=self.nano_usd + (cost.nano_usd or 0),
            unpriced=self.unpriced + (cost.nano_usd is None and cost.code in (None, ModelFailure.LAPSED)),
            took_ms=self.took_ms + cost.took_ms,
        )

    @classmethod
    def total(cls, parts: Iterable[Spent]) -> Spent:
        """Return the sum of the parts."""
        listed = list(parts)
        return cls(**{name: sum(getattr(part, name) for part in listed) for name in cls.__struct_fields__})

    @property
    def tokens(self) -> int:
        """The input and output tokens together."""
        return self.input_tokens + self.output_tokens

    @property
    def usd(self) -> Decimal:
        """The known cost in dollars."""
        return Decimal(self.nano_usd) / NANO


def sum_by_tier(events: Iterable[Event]) -> dict[int, Spent]:
    """Return the cost of the calls among these events, by tier."""
    spent: dict[int, Spent] = {}
    for event in events:
        if isinstance(event, CostIncurred):
            spent[event.tier] = spent.get(event.tier, Spent()).plus(event)
    return dict(sorted(spent.items()))


def list_substituted(events: Iterable[Event]) -> tuple[ModelSubstituted, ...]:
    """Return the models that were named and not available, each as last reported."""
    return tuple({event.asked: event for event in events if isinstance(event, ModelSubstituted)}.values())
