"""A job's progress from 0 to 100: a pure function of its events, which never decreases within an attempt."""

from __future__ import annotations

from ghosthands.domain.job import Job, JobRetried, Phase, RetryScheduled, SubmissionState, evolve
from ghosthands.messaging.wire.recorded import History

#: the percentage at each stage of an attempt
CLAIMED, OPENED, READ, FILLED, INTENDED, CONFIRMED = 5, 10, 15, 80, 85, 95
#: assumed number of pages of a form that does not say it
_USUAL_PAGES = 3


def measure_course(history: History) -> int:
    """Return the highest progress of the job's present attempt: reading a page again does not lower it."""
    job, most = Job(id=history.aggregate.id), 0
    for one in history.recorded:
        job = evolve(job, one.event, one.sequence)
        begins_anew = isinstance(one.event, JobRetried | RetryScheduled)
        most = 0 if begins_anew else max(most, measure_progress(job))
    return most


def measure_progress(job: Job) -> int:
    """Return the progress in percent; 100 for a completed job alone."""
    if job.phase is Phase.COMPLETED:
        return 100
    if job.effects.submission is SubmissionState.CONFIRMED:
        return CONFIRMED
    if job.effects.submission is not SubmissionState.NONE:
        return INTENDED
    if job.browser.session is None:
        return CLAIMED if job.attempt.epoch else 0
    if job.page is None and not job.passage.pages:
        return OPENED
    return READ + round((FILLED - READ) * min(1.0, _find_share(job)))


def _find_share(job: Job) -> float:
    """Return the filled share of the form: the pages behind, and of the present page the fields that hold."""
    pages = job.passage.pages
    step = job.page.step if job.page is not None else None
    total = step.total if step is not None else max(_USUAL_PAGES, pages + 1)
    behind = max(pages, step.current - 1 if step is not None else 0)
    work = job.work
    planned = len(work.held) + len(work.pending) + len(work.failed)
    return (behind + (len(work.held) / planned if planned else 0.0)) / max(total, 1)
