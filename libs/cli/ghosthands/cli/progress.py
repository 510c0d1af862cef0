"""A running job's events as plain sentences, for whoever waits for it; the log's own names are in `show`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ghosthands.domain import (
    asked_models,
    budget,
    code_sources,
    data,
    human,
    job,
    plan,
    recipe,
    requests,
    session,
    task,
)
from ghosthands.domain.codes import words_of
from ghosthands.domain.job import EffectKind, Outcome, StepKind
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageType
from ghosthands.domain.wording import QUEUED, describe
from ghosthands.messaging.wire.recorded import Recorded


def word_progress(one: Recorded[Event]) -> str:
    """Return what the event means for whoever waits; empty if it means nothing to them."""
    if isinstance(one.event, job.RetryScheduled):
        wait = max(0, round((one.event.due - one.at).total_seconds()))
        return f"{_word_failure(one.event.code)}; trying again in {wait} s"
    words = _WORDS.get(type(one.event))
    return words(one.event) if words else ""


def _word_failure(code: str) -> str:
    return words_of(code) or code.replace("_", " ")


def _count(many: int | Sequence[object], what: str) -> str:
    count = many if isinstance(many, int) else len(many)
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _word_step(event: job.StepChosen) -> str:
    return _STEPS.get(event.step, "")


def _word_page(event: session.PageObserved) -> str:
    page = event.page
    if page.page_type is not PageType.FORM:
        return _PAGES[page.page_type]
    filled, wrong = sum(field.filled for field in page.fields), sum(bool(field.error) for field in page.fields)
    asks = f"a form with {_count(page.fields, 'field')}" + (f", {filled} filled in" if filled else "")
    return asks + (f"; it refuses {wrong}" if wrong else "")


def _word_plan(event: plan.PlanProposed) -> str:
    if not event.actions:
        return "nothing to fill in on this page"
    open_ones = len(event.unanswered) + len(event.unclear)
    return f"filling in {_count(event.actions, 'field')}" + (f"; {open_ones} nobody has answered" if open_ones else "")


def _word_recipe(event: recipe.RecipeFound) -> str:
    return f"filling in {_count(event.actions, 'field')} as before" if event.actions else ""


def _word_completion(event: job.JobCompleted) -> str:
    return "done: the application was submitted" if event.outcome is Outcome.SUBMITTED else f"done: {describe(event)}"


_STEPS: Mapping[str, str] = {
    StepKind.OPEN_SESSION: QUEUED,
    StepKind.ADVANCE: "pressing Next",
    StepKind.SIGN_IN: "signing in",
    StepKind.EXTRACT_DATA: "reading the data from the page",
    StepKind.DO_TASK: "doing the task",
}
_EFFECTS: Mapping[str, str] = {
    EffectKind.SUBMIT: "pressing Submit",
    EffectKind.CREATE_ACCOUNT: "making an account",
    EffectKind.STEP: "sending this page of the form",
}
_PAGES: Mapping[PageType, str] = {
    PageType.POSTING: "the posting is open",
    PageType.LOGIN: "the site asks for a login",
    PageType.CONFIRMATION: "the site says that it has the application",
    PageType.CLOSED: "the page is not there, or the posting is closed",
    PageType.ERROR: "the site shows an error",
    PageType.OTHER: "a page without a form",
}
_WORDS: Mapping[type[Event], Callable[[Any], str]] = {
    asked_models.ModelSubstituted: describe,
    budget.BudgetExceeded: lambda event: f"no more is spent on models: {describe(event)}",
    code_sources.CodeSought: lambda event: f"looking for the code: {describe(event)}",
    data.DataExtracted: lambda event: "the data was read",
    data.DataMissed: describe,
    task.TaskDone: lambda event: f"the task was done {describe(event)}",
    task.TaskFailed: lambda event: f"the task was not done: {describe(event)}",
    human.BlockerGone: lambda event: f"the {event.type.replace('_', ' ')} is gone",
    human.HumanResolved: lambda event: "answered",
    human.HumanTimedOut: lambda event: "nobody answered in time",
    job.EffectIntended: lambda event: _EFFECTS[event.kind],
    job.EffectNotDone: lambda event: f"that sent nothing: {describe(event)}",
    job.EventsGivenUp: describe,
    job.HumanRequested: lambda event: f"waiting for you: {describe(event)}",
    job.JobCancelled: lambda event: "cancelled",
    job.JobCancelRequested: lambda event: "to be cancelled",
    job.JobCompleted: _word_completion,
    job.JobContinued: describe,
    job.JobFailed: lambda event: f"failed: {_word_failure(event.code)}",
    job.JobRejected: lambda event: "refused",  # the summary that follows has the reasons
    job.JobRequested: lambda event: f"requested, at {event.site}" + (" (dry run)" if event.dry_run else ""),
    job.JobResumed: lambda event: "going on",
    job.JobRetried: lambda event: "tried again",
    job.JobTimedOut: lambda event: f"failed: {event.message}",
    job.PressUnmoved: describe,
    job.ResumeAwaited: lambda event: "the resume is being fetched",
    job.StepChosen: _word_step,
    job.StepTaken: lambda event: "the next page came",
    job.SubmitConfirmed: lambda event: "submitted",
    job.SubmitUnclear: lambda event: "pressed; the page does not say whether it was submitted",
    job.TierEscalated: lambda event: f"trying {_count(event.actions, 'field')} another way, by {event.target}",
    plan.PlanProposed: _word_plan,
    recipe.RecipeFound: _word_recipe,
    requests.RequestHeld: lambda event: "the page tried to send something by itself: it was kept from leaving",
    session.BlockerDetected: lambda event: f"in the way: {event.type.replace('_', ' ')}",
    session.ControlReleased: lambda event: "nobody controls the browser by hand any more",
    session.ControlTaken: lambda event: "somebody controls the browser by hand",
    session.HumanSubmitted: describe,
    session.PageObserved: _word_page,
    session.SessionClosed: lambda event: "the browser is closed",
    session.SessionLost: lambda event: f"the browser was lost: {_word_failure(event.reason)}",
    session.SessionOpened: lambda event: "a browser is open",
}
