"""Retention: the kinds of data with a retention time, and the record of what was deleted after it.

Each sweeper run has a log of its own, so that a process which resumes it knows what was recorded.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from ghosthands.domain.message import Event

#: the name that takes the place of a job's tenant in an envelope
TENANT = "installation"


class Kept(StrEnum):
    """The kinds of data with a retention time."""

    PAGE_MODELS = "page-models"
    SCREENSHOTS = "screenshots"
    #: resumes and letters, and the references to them
    RESUMES = "resumes"
    #: a job's request, its answers, drafts and additions, and the data it read
    REQUESTS = "requests"
    #: messages that nobody could handle: their references and bodies
    DEAD_LETTERS = "dead-letters"
    #: the rows of PostgreSQL's copy of the log
    EVENT_COPIES = "event-copies"


class Swept(Event, frozen=True, kw_only=True):
    """The named items were deleted because their retention time ended."""

    kept: Kept
    #: the time before which they were stored
    before: datetime
    #: names of objects, ids of jobs, places, partitions; never a value
    references: tuple[str, ...]
