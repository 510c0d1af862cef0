"""Who may write which event: the pair (service, event) never blurs, and NATS permissions are made from this table."""

from __future__ import annotations

from ghosthands.domain import (
    applicant,
    asked_models,
    budget,
    callbacks,
    code_sources,
    data,
    human,
    job,
    manual,
    plan,
    recipe,
    requests,
    retention,
    services,
    session,
    submissions,
    task,
)
from ghosthands.domain.message import Event

OWNS: dict[str, frozenset[type[Event]]] = {
    services.JOB_INTAKE: frozenset(
        {
            job.JobRequested,
            job.JobRejected,
            job.ResumeAwaited,
            job.JobCancelRequested,
            job.JobContinued,
            job.JobRetried,
            applicant.ApplicationReserved,
            applicant.ApplicantErased,
        }
    ),
    services.EXECUTOR: frozenset(
        {
            job.JobClaimed,
            job.ModeChosen,
            job.StepChosen,
            job.TierEscalated,
            job.EffectIntended,
            job.EffectNotDone,
            job.StepTaken,
            job.PressUnmoved,
            job.SubmitConfirmed,
            job.SubmitUnclear,
            job.AccountCreated,
            job.AccountUnclear,
            job.HumanRequested,
            job.JobResumed,
            job.RetryScheduled,
            job.JobCompleted,
            job.JobFailed,
            job.JobCancelled,
            job.JobTimedOut,
        }
    ),
    services.BROWSER_HOST: frozenset(
        {
            session.SessionOpened,
            session.SessionFenced,
            session.SessionLost,
            session.SessionClosed,
            session.CommandRefused,
            session.PageObserved,
            session.BlockerDetected,
            code_sources.CodeSought,
            human.BlockerGone,
            session.ActionStarted,
            session.ActionSucceeded,
            session.ActionVerified,
            session.ActionFailed,
            session.EngineConnected,
            session.EngineDisconnected,
            session.EngineSwitched,
            session.EngineSwitchFailed,
            session.EngineRecovered,
            session.QuestionsRead,
            session.ControlTaken,
            session.ControlReleased,
            session.HumanSubmitted,
            requests.PressHeld,
            requests.RequestHeld,
            requests.RequestPassed,
            session.ScreenshotTaken,
            data.DataExtracted,
            data.DataMissed,
            task.TaskDone,
            task.TaskFailed,
            session.ToolUsed,
            asked_models.CostIncurred,
            asked_models.ModelSubstituted,
            budget.BudgetReserved,
            budget.BudgetSettled,
            budget.BudgetExceeded,
        }
    ),
    services.PLANNER: frozenset(
        {
            plan.PlanProposed,
            session.CommandRefused,
            asked_models.CostIncurred,
            budget.BudgetReserved,
            budget.BudgetSettled,
            budget.BudgetExceeded,
        }
    ),
    services.COOKBOOK: frozenset(
        {
            manual.ManualFound,
            manual.ManualMissed,
            manual.ManualAdded,
            manual.ManualTried,
            manual.ManualRetired,
            recipe.RecipeFound,
            recipe.RecipeMissed,
            recipe.RecipeRecorded,
            recipe.RecipeImported,
            recipe.RecipeTried,
            recipe.RecipeRetired,
            session.CommandRefused,
        }
    ),
    services.HITL_GATEWAY: frozenset(
        {
            submissions.SubmissionsStopped,
            submissions.SubmissionsAllowed,
            job.RequestReceived,
            human.HumanCame,
            human.HumanNotified,
            human.HumanResolved,
            human.HumanTimedOut,
            human.ValueShown,
            callbacks.CallbackDelivered,
            callbacks.CallbackFailed,
            callbacks.CallbackRedriven,
        }
    ),
    services.PROJECTOR: frozenset({retention.Swept}),
}
