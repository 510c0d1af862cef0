"""The errors of a call to a model.

    ModelTrouble          `code` has the reason
    ├─ NotConfigured      there is no model to ask; the message names the settings to fix
    └─ BudgetSpent        this account may ask no more

No message repeats what was asked or answered.
"""

from __future__ import annotations

from ghosthands.domain.budget import BudgetExceeded
from ghosthands.domain.codes import Code, ModelFailure
from ghosthands.domain.errors import GhostHandsError


class ModelTrouble(GhostHandsError):
    """A model did not answer, or not as requested."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


class NotConfigured(ModelTrouble):
    """No model to ask is configured."""

    def __init__(self) -> None:
        super().__init__(
            ModelFailure.NOT_CONFIGURED,
            "no model configured: set GHOSTHANDS_MODEL_API_KEY or GHOSTHANDS_MODEL_API_KEY_FILE,"
            " and GHOSTHANDS_MODEL_BASE_URL for an endpoint of your own; or see `ghosthands models`",
        )


class BudgetSpent(ModelTrouble):
    """The account's budget is spent, or too small for this call."""

    def __init__(self, message: str, excess: BudgetExceeded | None = None) -> None:
        super().__init__(ModelFailure.BUDGET_SPENT, message)
        #: the limit that the call would have exceeded, if it is known
        self.excess = excess
