"""What holds of every job whatever happens around it, and what notices when it does not."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from job_invariants import NAMES, Broken
from job_mutations import MUTATIONS, Mutation
from job_walk import walk

from ghosthands.domain import job, services
from ghosthands.domain.human import AskKind
from ghosthands.domain.ownership import OWNS

#: walks of fixed seeds that every invariant is minded on
WALKS = 2600
#: walks that a wrong decider gets to show that it is
ENOUGH = 6000


@cache
def walked() -> Counter[str]:
    """What was reached in all walks together, none of which broke anything; how often each ended with an intent."""
    counted: Counter[str] = Counter()
    for seed in range(WALKS):
        counted += walk(seed).counted
    return counted


def test_nothing_that_happens_breaks_an_invariant() -> None:
    assert walked()["JobRequested"] >= WALKS


@pytest.mark.parametrize("step", job.StepKind)
def test_every_step_is_taken(step: job.StepKind) -> None:
    assert walked()[f"step {step}"] >= 10


@pytest.mark.parametrize("phase", [one for one in job.Phase if one is not job.Phase.NEW])
def test_every_phase_is_reached(phase: job.Phase) -> None:
    assert walked()[f"phase {phase}"] >= 10


@pytest.mark.parametrize("known", job.SubmissionState)
def test_everything_that_can_be_known_of_a_submission_is_known_of_some(known: job.SubmissionState) -> None:
    assert walked()[f"submission {known}"] >= 10


@pytest.mark.parametrize("kind", AskKind)
def test_a_human_is_asked_for_everything_they_can_be_asked_for(kind: AskKind) -> None:
    assert walked()[f"kind {kind}"] >= 10


@pytest.mark.parametrize("end", ["JobCompleted", "JobFailed", "JobCancelled", "JobTimedOut"])
def test_every_end_is_reached(end: str) -> None:
    assert walked()[f"ended by {end}"] >= 10


@pytest.mark.parametrize("outcome", job.Outcome)
def test_every_outcome_is_reached(outcome: job.Outcome) -> None:
    assert walked()[f"outcome {outcome}"] >= 10


@pytest.mark.parametrize("event", sorted(one.__name__ for one in OWNS[services.EXECUTOR]))
def test_everything_executor_can_say_is_said(event: str) -> None:
    assert walked()[event] >= 5


def test_a_third_of_the_jobs_come_to_an_intent() -> None:
    assert walked()["EffectIntended"] >= WALKS / 3


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.what)
def test_a_decider_that_is_wrong_is_noticed(mutation: Mutation) -> None:
    broken = (broken_by(mutation, seed) for seed in range(ENOUGH))
    assert mutation.breaks in broken


def broken_by(mutation: Mutation, seed: int) -> str | None:
    """What the wrong decider broke, if anything; only what it is said to break is minded."""
    try:
        walk(seed, mutation.rules, watching={mutation.breaks})
    except Broken as broken:
        return broken.name
    except KeyError:  # it came to where not even the world goes on
        return None
    return None


def test_every_invariant_has_a_decider_that_breaks_it() -> None:
    assert {mutation.breaks for mutation in MUTATIONS} == set(NAMES)
