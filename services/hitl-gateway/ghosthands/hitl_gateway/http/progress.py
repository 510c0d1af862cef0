"""How far a job is, from 0 to 100: a pure function of its events, which never goes back while an attempt lasts."""

from __future__ import annotations

from ghosthands.domain.job import Job, JobRetried, Phase, RetryScheduled, SubmissionState, evolve
from ghosthands.messaging.wire.recorded import History

#: what is behind it at each station of an attempt
CLAIMED, OPENED, READ, FILLED, INTENDED, CONFIRMED = 5, 10, 15, 80, 85, 95
#: pages that a form is taken to have which does not say how many
_USUAL_PAGES = 3


def measure_course(history: History) -> int:
    """The furthest that the job's present attempt has come: a page that is read again takes nothing back."""
    job, most = Job(id=history.aggregate.id), 0
    for one in history.recorded:
        job = evolve(job, one.event, one.sequence)
        begins_anew = isinstance(one.event, JobRetried | RetryScheduled)
        most = 0 if begins_anew else max(most, measure_progress(job))
    return most


def measure_progress(job: Job) -> int:
    """The share in percent; 100 for what is completed alone."""
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
    """The part of the form that is filled: pages left behind, and of the one it stands on the fields that hold."""
    pages = job.passage.pages
    step = job.page.step if job.page is not None else None
    total = step.total if step is not None else max(_USUAL_PAGES, pages + 1)
    behind = max(pages, step.current - 1 if step is not None else 0)
    work = job.work
    planned = len(work.held) + len(work.pending) + len(work.failed)
    return (behind + (len(work.held) / planned if planned else 0.0)) / max(total, 1)
