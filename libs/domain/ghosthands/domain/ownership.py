"""Event ownership: which service writes which event, and for which kind of aggregate.

The NATS permissions, the schemas, and what a reader accepts as an event all follow from this table. An event is valid
only under the kinds of aggregate listed here; readers ignore it elsewhere. An event for a further kind therefore
needs a new name: a reader that is not upgraded would ignore the old name there.
"""

from __future__ import annotations

from collections.abc import Mapping

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
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.message import Event

#: reservations and settlements of a budget, written by every service that asks models
_OF_BUDGETS: frozenset[type[Event]] = frozenset({budget.BudgetReserved, budget.BudgetSettled})

#: the events of a session: on its job, or on its own aggregate if it serves none
_OF_SESSIONS: frozenset[type[Event]] = frozenset(
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
        budget.BudgetExceeded,
    }
)

OWNS_OF: Mapping[str, Mapping[Kind, frozenset[type[Event]]]] = {
    services.JOB_INTAKE: {
        Kind.JOB: frozenset(
            {
                job.JobRequested,
                job.JobRejected,
                job.ResumeAwaited,
                job.JobCancelRequested,
                job.JobContinued,
                job.JobRetried,
                job.RequestSwept,
            }
        ),
        Kind.APPLICANT: frozenset({applicant.ApplicationReserved, applicant.ApplicantErased}),
        Kind.RETENTION: frozenset({retention.Swept}),
    },
    services.EXECUTOR: {
        Kind.JOB: frozenset(
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
    },
    services.BROWSER_HOST: {
        Kind.JOB: _OF_SESSIONS,
        Kind.SESSION: _OF_SESSIONS,
        Kind.BUDGET: _OF_BUDGETS,
    },
    services.PLANNER: {
        Kind.JOB: frozenset(
            {plan.PlanProposed, session.CommandRefused, asked_models.CostIncurred, budget.BudgetExceeded}
        ),
        Kind.BUDGET: _OF_BUDGETS,
    },
    services.COOKBOOK: {
        Kind.JOB: frozenset(
            {
                manual.ManualFound,
                manual.ManualMissed,
                recipe.RecipeFound,
                recipe.RecipeMissed,
                session.CommandRefused,
            }
        ),
        Kind.RECIPE: frozenset(
            {
                manual.ManualAdded,
                manual.ManualTried,
                manual.ManualRetired,
                recipe.RecipeRecorded,
                recipe.RecipeImported,
                recipe.RecipeTried,
                recipe.RecipeRetired,
            }
        ),
    },
    services.HITL_GATEWAY: {
        Kind.JOB: frozenset(
            {
                job.RequestReceived,
                job.EventsGivenUp,
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
        Kind.SUBMISSIONS: frozenset({submissions.SubmissionsStopped, submissions.SubmissionsAllowed}),
    },
    services.PROJECTOR: {
        Kind.RETENTION: frozenset({retention.Swept}),
    },
}

OWNS: dict[str, frozenset[type[Event]]] = {
    service: frozenset().union(*of_kinds.values()) for service, of_kinds in OWNS_OF.items()
}

#: the names of the events of each kind, whichever service writes them
_NAMES = {kind: {event.__name__ for of_kinds in OWNS_OF.values() for event in of_kinds.get(kind, ())} for kind in Kind}
_EVERY_NAME = frozenset().union(*_NAMES.values())


def may_be_of(kind: Kind, name: str) -> bool:
    """Whether an event of that name may belong to an aggregate of that kind; true if the name is unknown here."""
    return name in _NAMES[kind] or name not in _EVERY_NAME
