"""What language models are asked for on a job's behalf, how dear they may be, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from typing import ClassVar

import msgspec

from ghosthands.domain.codes import ModelFailure
from ghosthands.domain.message import Event

#: of these a dollar has
NANO = 1_000_000_000


class Purpose(StrEnum):
    """What a model is asked for; the upstream product calls it a phase."""

    #: which of the applicant's keys belongs into a field the rules leave open
    CLASSIFY = "classify"
    #: an answer in words to an open question
    DRAFT = "draft"
    #: an element of the page and what to do with it
    ACT = "act"
    #: what a part of the page says, in a shape
    EXTRACT = "extract"
    #: the next action, by a picture of the page
    SEE = "see"


class Preset(StrEnum):
    """How dear a job's models may be."""

    SPEED = "speed"
    BALANCED = "balanced"
    QUALITY = "quality"


class CostIncurred(Event, frozen=True, kw_only=True):
    """A model was asked, and this is what it came to; also where it failed or was broken off."""

    SAID_ONCE: ClassVar[bool] = True

    call_id: str
    #: `provider/model`
    model: str
    purpose: str
    tier: int = 0
    #: whose question it was; empty for a service's own
    engine: str = ""
    #: 0 where nobody said
    input_tokens: int = 0
    output_tokens: int = 0
    #: of the input, what the provider had already read
    cached_tokens: int = 0
    #: billionths of a dollar; None where nobody knows
    nano_usd: int | None = None
    took_ms: int
    #: why it failed; None where it did not
    code: str | None = None


class ModelSubstituted(Event, frozen=True, kw_only=True):
    """A model that the job names can't be had; another is asked in its place."""

    #: as the job names it
    asked: str
    #: `provider/model`; empty where there is none to ask
    used: str
    code: str


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """What some calls to models came to."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    #: of those whose cost is known
    nano_usd: int = 0
    #: calls that were answered, or may have been, and whose cost nobody knows
    unpriced: int = 0
    took_ms: int = 0

    def plus(self, cost: CostIncurred) -> Spent:
        """What was spent with one more call."""
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
        """The sum of the parts."""
        listed = list(parts)
        return cls(**{name: sum(getattr(part, name) for part in listed) for name in cls.__struct_fields__})

    @property
    def tokens(self) -> int:
        """Tokens in and out together."""
        return self.input_tokens + self.output_tokens

    @property
    def usd(self) -> Decimal:
        """What was spent in dollars, as far as it is known."""
        return Decimal(self.nano_usd) / NANO


def sum_by_tier(events: Iterable[Event]) -> dict[int, Spent]:
    """What the calls among these events came to, tier by tier."""
    spent: dict[int, Spent] = {}
    for event in events:
        if isinstance(event, CostIncurred):
            spent[event.tier] = spent.get(event.tier, Spent()).plus(event)
    return dict(sorted(spent.items()))


def list_substituted(events: Iterable[Event]) -> tuple[ModelSubstituted, ...]:
    """The models that were named and couldn't be had, as last said of each."""
    return tuple({event.asked: event for event in events if isinstance(event, ModelSubstituted)}.values())
