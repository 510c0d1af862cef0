"""The upstream product's words for where a job stands."""

from __future__ import annotations

from ghosthands.domain.job import ENDED, Phase
from ghosthands.readmodel import status
from ghosthands.readmodel.status import JobStatus


def test_every_phase_has_a_status() -> None:
    assert {status.of_phase(phase) for phase in Phase} == set(JobStatus)


def test_a_job_has_ended_for_both_or_for_neither() -> None:
    assert {phase for phase in Phase if status.of_phase(phase) in status.ENDED} == ENDED
