"""Every event of a job is folded into its state, or is listed here as one that leaves the state as it is."""

from __future__ import annotations

import inspect
from typing import get_args, get_type_hints

import pytest

from ghosthands.domain import job
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.job import flow
from ghosthands.domain.message import Event
from ghosthands.domain.ownership import OWNS_OF

#: Told to VALET, to humans and by the tables; no decision depends on them.
NOT_FOLDED = {
    "CallbackDelivered",
    "CallbackFailed",
    "CallbackRedriven",
    "CodeSought",
    "CostIncurred",
    "EngineConnected",
    "EngineDisconnected",
    "HumanNotified",
    "JobContinued",
    "ModelSubstituted",
    "RequestPassed",
    "RequestReceived",
    "ScreenshotTaken",
    "ToolUsed",
    "ValueShown",
}


def test_every_event_of_a_job_is_folded_or_is_known_to_change_nothing() -> None:
    folded = {kind.__name__ for kind in (*flow.FOLDS, job.JobClaimed)}
    of_jobs = {kind.__name__ for of_kinds in OWNS_OF.values() for kind in of_kinds.get(Kind.JOB, ())}
    assert folded | NOT_FOLDED == of_jobs
    assert not folded & NOT_FOLDED


@pytest.mark.parametrize("kind", flow.FOLDS, ids=lambda kind: kind.__name__)
def test_a_fold_stands_at_the_event_that_it_takes(kind: type[Event]) -> None:
    fold = flow.FOLDS[kind]
    if fold.__name__ == "<lambda>":
        return  # it takes any event, and no more of it than its line shows
    event = list(inspect.signature(fold).parameters)[1]
    taken = get_type_hints(fold)[event]
    assert kind in (get_args(taken) or (taken,))
