"""Costs of models: calls, tokens and money by job, tier, platform and day."""

from __future__ import annotations

from typing import Any

from ghosthands.domain.asked_models import CostIncurred, Spent
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector.engine_fold import UNKNOWN_PLATFORM
from ghosthands.projector.folded import Folded
from ghosthands.readmodel.rows import CostRow


def incur(folded: Folded, recorded: Recorded[Any], *, platform: str | None) -> None:
    """Count one more call to a model among the costs."""
    event: CostIncurred = recorded.event
    one = Spent().plus(event)
    folded.costs.put(
        CostRow(
            owner=recorded.aggregate.id,
            tier=event.tier,
            model=event.model,
            purpose=event.purpose,
            engine=event.engine,
            platform=platform or UNKNOWN_PLATFORM,
            day=recorded.at.replace(hour=0, minute=0, second=0, microsecond=0),
            calls=one.calls,
            failures=int(event.code is not None),
            input_tokens=one.input_tokens,
            output_tokens=one.output_tokens,
            cached_tokens=one.cached_tokens,
            nano_usd=one.nano_usd,
            unpriced=one.unpriced,
            took_ms=one.took_ms,
            sequence=recorded.sequence,
        )
    )
