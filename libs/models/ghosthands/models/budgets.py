"""The budgets for models from the file of models: for a job by its preset or platform, and for a month."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ghosthands import platforms
from ghosthands.domain.asked_models import NANO, Preset
from ghosthands.domain.budget import Allowance, Limits
from ghosthands.domain.job import JobRequested

_STRICT = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

#: no limit if it is left out
Count = Annotated[int, Field(ge=0)]


class Budget(BaseModel):
    """Upper limits on the use of models; a limit that is left out does not exist."""

    model_config = _STRICT

    usd: Annotated[Decimal, Field(ge=0, le=100_000)] | None = None
    tokens: Count | None = None
    calls: Count | None = None
    #: of all calls together, even concurrent ones
    seconds: Count | None = None

    @property
    def limits(self) -> Limits:
        """The budget as limits of a ledger, which counts billionths of a dollar."""
        return Limits(
            nano_usd=None if self.usd is None else int(self.usd * NANO),
            tokens=self.tokens,
            calls=self.calls,
            took_ms=None if self.seconds is None else self.seconds * 1000,
        )


class Budgets(BaseModel):
    """The budgets of this installation."""

    model_config = _STRICT

    #: a job's budget, by the price level of its models
    presets: dict[Preset, Budget] = {}
    #: a job's budget on that platform, instead of its preset's
    platforms: dict[str, Budget] = {}
    #: an applicant's budget for a month
    month: Budget = Budget()

    def allow(self, request: JobRequested) -> Allowance:
        """Return the limits that apply to the job."""
        found = platforms.detect(f"{request.site}/", ())
        platform = request.platform if found == platforms.GENERIC and request.platform else found
        of_job = self.platforms.get(platform) or self.presets.get(request.preset, Budget())
        return Allowance(job=request.budget.filled_up(of_job.limits), month=self.month.limits)
