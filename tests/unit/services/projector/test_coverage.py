"""Every event there is has a place in the read model, or a reason for having none of its own."""

from __future__ import annotations

from ghosthands.domain.registry import EVENTS
from ghosthands.projector.job_fold import REACTIONS

#: Told by the job's row, as the domain folds it, and by the copied events.
FOLDED_BY_THE_DOMAIN = {
    "AccountCreated",
    "AccountUnclear",
    "BlockerDetected",
    "BudgetExceeded",
    "CommandRefused",
    "ControlReleased",
    "ControlTaken",
    "DataExtracted",
    "DataMissed",
    "EffectIntended",
    "EffectNotDone",
    "EventsGivenUp",
    "EngineRecovered",
    "HumanCame",
    "HumanSubmitted",
    "JobCancelRequested",
    "JobResumed",
    "ManualFound",
    "ManualMissed",
    "ModeChosen",
    "PlanProposed",
    "PressUnmoved",
    "QuestionsRead",
    "RecipeFound",
    "RecipeMissed",
    "RequestHeld",
    "RequestSwept",
    "StepChosen",
    "StepTaken",
    "SubmitConfirmed",
    "SubmitUnclear",
    "TaskDone",
    "TaskFailed",
    "TierEscalated",
}
#: On a site, not on a job: told by the tables of recipes.
OF_RECIPES = {
    "ManualAdded",
    "ManualRetired",
    "ManualTried",
    "RecipeImported",
    "RecipeRecorded",
    "RecipeRetired",
    "RecipeTried",
}
#: On a ledger, not on a job: told by the tables of budgets.
OF_BUDGETS = {"BudgetReserved", "BudgetSettled"}
#: Told by the copied events alone.
ONLY_COPIED = {
    "ApplicantErased",
    "ApplicationReserved",
    "CodeSought",
    "EngineConnected",
    "EngineDisconnected",
    "HumanNotified",
    "JobContinued",
    "ModelSubstituted",
    "RequestPassed",
    "SubmissionsAllowed",
    "SubmissionsStopped",
    "Swept",
    "ScreenshotTaken",
    "ToolUsed",
    "ValueShown",
}


def test_every_event_has_a_place_or_a_reason() -> None:
    reacting = {kind.__name__ for kind in REACTIONS}
    assert reacting | FOLDED_BY_THE_DOMAIN | OF_RECIPES | OF_BUDGETS | ONLY_COPIED == EVENTS.keys()
    assert not reacting & (FOLDED_BY_THE_DOMAIN | OF_RECIPES | OF_BUDGETS | ONLY_COPIED)
