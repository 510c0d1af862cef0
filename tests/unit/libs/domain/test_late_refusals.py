"""What is told of a job that never was one, and of one whose worker is gone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ghosthands.domain import callbacks, job
from ghosthands.domain.callbacks import CallbackWord
from ghosthands.domain.codes import CancelReason
from ghosthands.domain.message import Event
from ghosthands.testkit.story import NOON, requested

RECEIVED = job.RequestReceived(at=NOON, tenant="valet", applicant="a", task="t")


def told(*events: Event) -> list[CallbackWord]:
    return [one.told for one in callbacks.fold("j", events).callbacks]


def rejected(seconds: float) -> job.JobRejected:
    at = NOON + timedelta(seconds=seconds)
    return job.JobRejected(
        at=at, tenant="valet", task="t", reasons=(job.Reason("target_url", "too_late", "is closed"),)
    )


@pytest.mark.parametrize(("seconds", "words"), [(0.1, []), (0.6, ["failed"]), (60, ["failed"])])
def test_a_refusal_is_told_once_its_request_was_answered(seconds: float, words: list[str]) -> None:
    assert told(RECEIVED, rejected(seconds)) == words
    assert told(rejected(seconds)) == []  # nobody was told of a job


@pytest.mark.parametrize(("reason", "words"), [("", []), (CancelReason.WORKER_DEREGISTERED, ["failed"])])
def test_a_job_that_is_stopped_with_its_worker_has_failed(reason: str, words: list[str]) -> None:
    asked = job.JobCancelRequested(at=NOON, reason=reason)
    assert told(requested(), asked, job.JobCancelled(at=NOON)) == words
