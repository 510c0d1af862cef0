"""The rows of the read model's views: one struct for each view, one field for each column, in the columns' order."""

from __future__ import annotations

from datetime import datetime

from ghosthands.readmodel.rows import Row


class FormSaving(Row, frozen=True, kw_only=True):
    """A form's first run compared with the later ones; savings are relative to the first run."""

    #: the form's host
    site: str
    #: the fingerprint of its first page
    fingerprint: str
    platform: str
    #: the number of applications sent by it
    runs: int
    #: calls to models
    first_calls: int
    #: billionths of a dollar, for the calls of known cost
    first_nano_usd: int
    #: from its claim to its end, without the time spent waiting for a human
    first_ms: int
    #: questions to a human
    first_questions: int
    #: means of the later runs; null if there are none yet
    later_calls: float | None
    later_nano_usd: float | None
    #: the median
    later_ms: float | None
    later_questions: float | None
    #: the share of the later runs' fields that a recipe filled: 0–1
    replayed_share: float | None
    saved_calls: int
    saved_nano_usd: int
    saved_ms: int
    #: answered calls of unknown cost, in all runs
    unpriced: int


class PlatformOutcome(Row, frozen=True, kw_only=True):
    """The outcomes of the applications on one platform."""

    platform: str
    jobs: int
    #: sent, or a completed dry run
    completed: int
    failed: int
    cancelled: int
    #: the number of them that asked a human
    asked_a_human: int
    calls: int
    nano_usd: int
    unpriced: int


class PlatformTier(Row, frozen=True, kw_only=True):
    """An engine's results with the fields of one platform."""

    platform: str
    tier: int
    #: empty if unknown
    engine: str
    verified: int
    failed: int


class BandQueue(Row, frozen=True, kw_only=True):
    """The jobs of one band that have not ended, by what they wait for."""

    band: str
    #: for an executor
    unclaimed: int = 0
    #: for a host to open a browser
    without_browser: int = 0
    #: for nothing: their browser is at work
    at_work: int = 0
    #: for a human
    asking: int = 0
    #: when the job was requested that has waited longest for an executor or a browser
    oldest: datetime | None = None


class JobSums(Row, frozen=True, kw_only=True):
    """Totals of some jobs: their states and costs."""

    jobs: int
    completed: int
    failed: int
    cancelled: int
    running: int
    waiting: int
    #: outcomes of actions
    actions: int
    model_calls: int
    #: input and output
    model_tokens: int
    #: billionths of a dollar, for the calls of known cost
    nano_usd: int
