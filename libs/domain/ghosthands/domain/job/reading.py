"""Tier 2: an engine reads the question at a field, planner answers it again, and our own hand fills it in.

The engine's reading is a model's interpretation of the page. It may confirm the plan, or have a draft written for the
question as read; it never puts another of the applicant's answers into the field.
"""

from __future__ import annotations

from msgspec.structs import replace

from ghosthands.domain.codes import ActionFailure, LeftBecause
from ghosthands.domain.engine import CASCADED, READING_TIER, EngineName
from ghosthands.domain.job.page_work import PageWork
from ghosthands.domain.job.state import Job
from ghosthands.domain.keys import DRAFTS
from ghosthands.domain.plan import PlannedAction, PlanProposed
from ghosthands.domain.session import QuestionsRead

#: reasons by which planning says that it knows no better than before
_NO_BETTER = frozenset({LeftBecause.OPTIONAL_UNKNOWN, LeftBecause.LOW_CONFIDENCE, LeftBecause.SKIPPED})


def is_read(work: PageWork) -> bool:
    """Whether the pending actions wait for an engine to read their questions, or for planner's new answers."""
    return work.engine in CASCADED and any(action.tier == READING_TIER for action in work.pending)


def fold_questions(job: Job, event: QuestionsRead) -> Job:
    """Keep the actions whose question was read, to be planned again; the others failed and go to the next engine."""
    kept = tuple(action for action in job.work.pending if action.field_id in event.fields)
    unread = tuple(action for action in job.work.pending if action not in kept)
    work = _fail(replace(job.work, pending=kept), unread, ActionFailure.QUESTION_UNREAD)
    return replace(job, work=replace(work, reading=event.model_ref if kept else None))


def fold_answers(job: Job, event: PlanProposed) -> Job:
    """Have our own hand fill in what was planned, unless the question turns out to be another."""
    anew = {action.field_id: action for action in event.actions}
    refused = {left.field_id for left in event.left_alone if left.reason not in _NO_BETTER}
    refused |= {item.field_id for item in event.unclear}
    agreed = {old.id: _choose(old, anew.get(old.field_id)) for old in job.work.pending if old.field_id not in refused}
    doubted = tuple(old for old in job.work.pending if agreed.get(old.id) is None)
    pending = tuple(action for action in agreed.values() if action is not None)
    work = replace(job.work, pending=pending, reading=None, engine=EngineName.PLAYWRIGHT)
    return replace(job, work=_fail(work, doubted, ActionFailure.OTHER_QUESTION))


def _choose(old: PlannedAction, new: PlannedAction | None) -> PlannedAction | None:
    """Return the action to fill in: the planned one, or the draft for the question as read; None if they disagree."""
    if new is None:
        return old
    both_drafts = old.key.startswith(DRAFTS) and new.key.startswith(DRAFTS)
    agrees = both_drafts or (old.key, old.negated) == (new.key, new.negated)
    if not agrees:
        return None
    return replace(new, tier=READING_TIER, question_key=new.question_key if both_drafts else old.question_key)


def _fail(work: PageWork, actions: tuple[PlannedAction, ...], code: ActionFailure) -> PageWork:
    codes = work.codes | {action.id: code.value for action in actions}
    return replace(work, failed=(*work.failed, *actions), codes=codes)
