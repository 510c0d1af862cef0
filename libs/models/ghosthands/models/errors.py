"""What may come of asking a model.

    ModelTrouble          `code` says why
    ├─ NotConfigured      there is no model to ask; the message says which settings mend it
    └─ BudgetSpent        this account may ask no more

No message repeats what was asked or answered.
"""

from __future__ import annotations

from ghosthands.domain.budget import BudgetExceeded
from ghosthands.domain.codes import Code, ModelFailure
from ghosthands.domain.errors import GhostHandsError


class ModelTrouble(GhostHandsError):
    """A model did not answer, or not as it was asked to."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


class NotConfigured(ModelTrouble):
    """Nobody has configured which model to ask."""

    def __init__(self) -> None:
        super().__init__(
            ModelFailure.NOT_CONFIGURED,
            "no model configured: set GHOSTHANDS_MODEL_API_KEY or GHOSTHANDS_MODEL_API_KEY_FILE,"
            " and GHOSTHANDS_MODEL_BASE_URL for an endpoint of your own; or see `ghosthands models`",
        )


class BudgetSpent(ModelTrouble):
    """No more money is left for whoever asks, or too little for this call."""

    def __init__(self, message: str, excess: BudgetExceeded | None = None) -> None:
        super().__init__(ModelFailure.BUDGET_SPENT, message)
        #: which limit it would have gone beyond, where somebody has said
        self.excess = excess
