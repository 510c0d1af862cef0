"""How long things are kept: what there is of them, and what was taken away since its time was over.

Each run of a sweeper has a log of its own, so that whoever goes on with it knows what was told.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from ghosthands.domain.message import Event

#: Stands in an envelope where a job's tenant does.
TENANT = "installation"


class Kept(StrEnum):
    """What has a time for which it is kept."""

    PAGE_MODELS = "page-models"
    SCREENSHOTS = "screenshots"
    #: resumes and letters, and where they lie
    RESUMES = "resumes"
    #: what was requested of a job, what was answered, drafted and added for it, and what it read
    REQUESTS = "requests"
    #: messages nobody could handle: what is said of them, and their bodies
    DEAD_LETTERS = "dead-letters"
    #: the rows of PostgreSQL's copy of the log
    EVENT_COPIES = "event-copies"


class Swept(Event, frozen=True, kw_only=True):
    """These are kept no longer."""

    kept: Kept
    #: what was older than that
    before: datetime
    #: names of objects, ids of jobs, places, partitions; never a value
    references: tuple[str, ...]
