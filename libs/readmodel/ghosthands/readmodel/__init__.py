"""Reads the projections that projector folds from the log, as typed rows.

Everything here is eventually consistent: a row is as old as its `sequence`, and no decision that must happen only once
may depend on it. Only projector writes these tables.

    async with readmodel.connect(url) as projections:
        for job in await projections.jobs(limit=20):
            …
"""

from ghosthands.readmodel.reader import JobFilter, JobListing, Reader, ReadModelUnavailable, connect
from ghosthands.readmodel.status import ENDED, JobStatus

__all__ = ["ENDED", "JobFilter", "JobListing", "JobStatus", "ReadModelUnavailable", "Reader", "connect"]
