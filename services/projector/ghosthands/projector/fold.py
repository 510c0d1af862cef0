"""The fold: turns a batch of events, and the jobs as they were before it, into rows.

It is pure: no clock, no I/O, and `known` stays as it is. Folding a log in any batches gives the same tables, because a
job's row is a function of the job's own events alone and every other row combines by its table's rule.

The fold remembers jobs rather than rebuild them from their rows, because a row says less than the domain's fold needs,
and rows that merge by themselves would repeat the domain's rules in SQL. The memory is only a cache: a job that is not
in it is folded again from the copied events (`memory.py`), so a restart changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ghosthands.domain import job
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.job import Job, Phase
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import SiteRecipes
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import budget_fold, job_view, recipe_fold, session_fold
from ghosthands.projector.folded import Folded
from ghosthands.projector.job_fold import REACTIONS
from ghosthands.projector.job_view import JobView
from ghosthands.readmodel import status
from ghosthands.readmodel.rows import EventRow, Json, RequestRow, RequestStatus, TransitionRow

NOTHING_KNOWN: Mapping[str, SiteRecipes] = {}

_encode = msgspec.json.Encoder().encode


def fold(
    batch: Sequence[Recorded[Event]],
    known: Mapping[str, JobView],
    sites: Mapping[str, SiteRecipes] = NOTHING_KNOWN,
) -> Folded:
    """Return the rows of the batch, whose oldest event comes first.

    `known` holds, by job id, every job of the batch that had events before it, `sites` every site's recipes by name.
    """
    folded = Folded()
    for recorded in batch:
        folded.events.append(_copy_event(recorded))
        if recorded.aggregate.kind is Kind.JOB:
            _fold_job(folded, known, recorded)
        elif recorded.aggregate.kind is Kind.SESSION:
            session_fold.fold(folded, recorded, job_id=None)
        elif recorded.aggregate.kind is Kind.RECIPE:
            recipe_fold.fold(folded, sites, recorded)
        elif recorded.aggregate.kind is Kind.BUDGET:
            budget_fold.fold(folded, recorded)
    for view in folded.views.values():
        folded.jobs.put(job_view.row(view))
    folded.sequence = batch[-1].sequence if batch else 0
    return folded


def _copy_event(recorded: Recorded[Event]) -> EventRow:
    event, aggregate = recorded.event, recorded.aggregate
    return EventRow(
        recorded.sequence,
        recorded.id,
        aggregate.kind,
        aggregate.id,
        recorded.service,
        type(event).__name__,
        event.VERSION,
        recorded.at,
        recorded.causation,
        recorded.correlation,
        recorded.epoch,
        recorded.tenant,
        Json(_encode(event).decode()),
    )


def _fold_job(folded: Folded, known: Mapping[str, JobView], recorded: Recorded[Event]) -> None:
    view = _find_view(folded, known, recorded)
    before = view.job
    view.job = job.evolve(before, recorded.event, recorded.sequence)
    view.sequence, view.updated_at = recorded.sequence, recorded.at
    react = REACTIONS.get(type(recorded.event))
    if react is not None:
        react(folded, view, before, recorded)
    if view.job.phase is not before.phase:
        _fold_phase(folded, view.job, before, recorded)


def _find_view(folded: Folded, known: Mapping[str, JobView], recorded: Recorded[Event]) -> JobView:
    """Return the job's view that this batch may change."""
    job_id = recorded.aggregate.id
    view = folded.views.get(job_id)
    if view is None:
        before = known.get(job_id)
        view = before.copy() if before is not None else _start_view(recorded)
        folded.views[job_id] = view
    return view


def _start_view(recorded: Recorded[Event]) -> JobView:
    return JobView(
        job=Job(id=recorded.aggregate.id), tenant=recorded.tenant, created_at=recorded.at, updated_at=recorded.at
    )


def _fold_phase(folded: Folded, now: Job, before: Job, recorded: Recorded[Event]) -> None:
    old, new = status.of_phase(before.phase), status.of_phase(now.phase)
    is_first = before.phase is Phase.NEW
    if is_first or old is not new:
        from_status = None if is_first else old
        folded.transitions.put(TransitionRow(recorded.sequence, now.id, from_status, new, recorded.at))
    if before.phase is Phase.WAITING and before.human.ask is not None and before.human.answer is None:
        folded.inbox.put(
            RequestRow(
                request_id=before.human.ask.request_id,
                job_id=now.id,
                status=RequestStatus.WITHDRAWN,
                resolved_at=recorded.at,
                sequence=recorded.sequence,
            )
        )
