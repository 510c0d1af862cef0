"""What the tables come to, as typed rows: one struct a view, one field a column, in the columns' order."""

from __future__ import annotations

from datetime import datetime

from ghosthands.readmodel.rows import Row


class FormSaving(Row, frozen=True, kw_only=True):
    """A form's first run beside those after it. What was saved counts against the first run."""

    #: its host
    site: str
    #: of its first page
    fingerprint: str
    platform: str
    #: applications that were sent by it
    runs: int
    #: questions to models
    first_calls: int
    #: billionths of a dollar, of the calls whose cost is known
    first_nano_usd: int
    #: from its claim to its end, without what a human was waited for
    first_ms: int
    #: put to a human
    first_questions: int
    #: means of the later runs; null where there was none yet
    later_calls: float | None
    later_nano_usd: float | None
    #: the median
    later_ms: float | None
    later_questions: float | None
    #: of the later runs' fields, the share that a recipe filled: 0–1
    replayed_share: float | None
    saved_calls: int
    saved_nano_usd: int
    saved_ms: int
    #: answered calls whose cost nobody knows, in all runs
    unpriced: int


class PlatformOutcome(Row, frozen=True, kw_only=True):
    """How the applications of one platform ended."""

    platform: str
    jobs: int
    #: sent, or a dry run that came to its end
    completed: int
    failed: int
    cancelled: int
    #: of all of them, those that put a question to a human
    asked_a_human: int
    calls: int
    nano_usd: int
    unpriced: int


class PlatformTier(Row, frozen=True, kw_only=True):
    """What one engine did with the fields of one platform."""

    platform: str
    tier: int
    #: empty where none is told
    engine: str
    verified: int
    failed: int


class BandQueue(Row, frozen=True, kw_only=True):
    """The jobs of one band that have not ended, by what they wait for."""

    band: str
    #: that executor takes them up
    unclaimed: int = 0
    #: that a host opens a browser
    without_browser: int = 0
    #: for nothing: their browser is at work
    at_work: int = 0
    #: for a human
    asking: int = 0
    #: when the one was requested that has waited longest to be taken up or for a browser
    oldest: datetime | None = None


class JobSums(Row, frozen=True, kw_only=True):
    """Some jobs together: how they stand, and what they cost."""

    jobs: int
    completed: int
    failed: int
    cancelled: int
    running: int
    waiting: int
    #: outcomes of actions
    actions: int
    model_calls: int
    #: asked and answered
    model_tokens: int
    #: billionths of a dollar, of the calls whose cost is known
    nano_usd: int
