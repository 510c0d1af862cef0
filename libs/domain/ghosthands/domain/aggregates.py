"""The kinds of aggregate that have events; `ownership` tells which events each kind has."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The kinds of aggregate that have events."""

    JOB = "job"
    SESSION = "session"
    RECIPE = "recipe"
    APPLICANT = "applicant"
    BUDGET = "budget"
    SUBMISSIONS = "submissions"
    RETENTION = "retention"
