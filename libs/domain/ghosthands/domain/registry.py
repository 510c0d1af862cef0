"""The registry of all messages and stored documents by name, and the upcasters from older versions.

A changed schema gets a new VERSION on its class and an upcaster from the previous version, so that old events can
always be folded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ghosthands.domain import human, job, manual, moves, plan, recipe, requests, session
from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.message import Command, Event
from ghosthands.domain.ownership import OWNS
from ghosthands.domain.page import PageModel

Payload = dict[str, Any]

EVENTS: dict[str, type[Event]] = {
    event.__name__: event
    for event in sorted({event for owned in OWNS.values() for event in owned}, key=lambda kind: kind.__name__)
}

COMMANDS: dict[str, type[Command]] = {
    command.__name__: command
    for command in (
        job.RunJob,
        plan.PlanPage,
        recipe.FindRecipe,
        manual.FindManual,
        session.OpenSession,
        session.Fence,
        session.Observe,
        session.RunActions,
        session.ReadQuestions,
        session.Advance,
        session.SignIn,
        session.Submit,
        session.CreateAccount,
        session.ReleaseStep,
        session.SwitchEngine,
        session.ExtractData,
        session.DoTask,
        moves.MakeMove,
        session.CloseSession,
    )
}

#: what one service stores in the vault for others to read
DOCUMENTS: dict[str, type[PageModel]] = {PageModel.__name__: PageModel}


def _as_it_is(payload: Payload) -> Payload:
    """Return the payload unchanged: its next version only added fields with defaults."""
    return payload


def _name_drafted(payload: Payload) -> Payload:
    """Name the drafts of an old review, which asked for nothing but drafts to be read."""
    is_review = payload["kind"] == human.AskKind.REVIEW
    return {**payload, "drafted": [field["question_key"] for field in payload.get("fields", ())] if is_review else []}


#: (name, version) -> the payload of the next version
UPCASTERS: dict[tuple[str, int], Callable[[Payload], Payload]] = {
    (plan.PlanProposed.__name__, 1): _as_it_is,
    (plan.PlanProposed.__name__, 2): _as_it_is,
    (recipe.FindRecipe.__name__, 1): _as_it_is,
    (manual.FindManual.__name__, 1): _as_it_is,
    (manual.ManualFound.__name__, 1): _as_it_is,
    (session.RunActions.__name__, 1): _as_it_is,
    (session.ActionVerified.__name__, 1): _as_it_is,
    (session.ActionVerified.__name__, 2): _as_it_is,
    (session.ActionFailed.__name__, 1): _as_it_is,
    (session.OpenSession.__name__, 1): _as_it_is,
    (PageModel.__name__, 1): _as_it_is,
    (PageModel.__name__, 2): _as_it_is,
    (PageModel.__name__, 3): _as_it_is,
    (session.PageObserved.__name__, 1): _as_it_is,
    (session.PageObserved.__name__, 2): _as_it_is,
    (session.PageObserved.__name__, 3): _as_it_is,
    (session.PageObserved.__name__, 4): _as_it_is,
    (session.PageObserved.__name__, 5): _as_it_is,
    (session.PageObserved.__name__, 6): _as_it_is,
    (session.PageObserved.__name__, 7): _as_it_is,
    (session.Observe.__name__, 1): _as_it_is,
    (job.StepChosen.__name__, 1): _as_it_is,
    (job.StepChosen.__name__, 2): _as_it_is,
    (job.StepChosen.__name__, 3): _as_it_is,
    (job.StepChosen.__name__, 4): _as_it_is,
    (job.StepChosen.__name__, 5): _as_it_is,
    (job.StepChosen.__name__, 6): _as_it_is,
    (job.JobCancelRequested.__name__, 1): _as_it_is,
    (job.TierEscalated.__name__, 1): _as_it_is,
    (job.EffectIntended.__name__, 1): _as_it_is,
    (job.JobRequested.__name__, 1): _as_it_is,
    (job.JobRequested.__name__, 2): _as_it_is,
    (job.JobRequested.__name__, 3): _as_it_is,
    (job.JobRequested.__name__, 4): _as_it_is,
    (job.JobRequested.__name__, 5): _as_it_is,
    (job.JobRequested.__name__, 6): _as_it_is,
    (job.JobRequested.__name__, 7): _as_it_is,
    (job.JobRequested.__name__, 8): _as_it_is,
    (job.HumanRequested.__name__, 1): _as_it_is,
    (job.HumanRequested.__name__, 2): _name_drafted,
    (job.HumanRequested.__name__, 3): _as_it_is,
    (job.HumanRequested.__name__, 4): _as_it_is,
    (job.HumanRequested.__name__, 5): _as_it_is,
    (requests.RequestHeld.__name__, 1): _as_it_is,
    (human.HumanResolved.__name__, 1): _as_it_is,
    (human.HumanResolved.__name__, 2): _as_it_is,
    (job.JobCompleted.__name__, 1): _as_it_is,
    (job.JobCompleted.__name__, 2): _as_it_is,
    (job.JobCompleted.__name__, 3): _as_it_is,
}


def upcast(name: str, version: int, payload: Payload) -> Payload:
    """Return the payload in the current version of that name. Raises NewerMessage."""
    kind = EVENTS.get(name) or COMMANDS.get(name) or DOCUMENTS.get(name)
    if kind is None or version > kind.VERSION:
        raise NewerMessage(name, version)
    for step in range(version, kind.VERSION):
        payload = UPCASTERS[name, step](payload)
    return payload
