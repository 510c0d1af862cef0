"""The review of drafts: a human reads what a model wrote before it is filled in, and so before anything is sent.

Whatever else is missing on the page is asked in the same request, so that the human is asked once.

A draft in the vault never changes after it was written: the text that was read is the text that is filled in. A dry
run asks nobody, fills drafts in, and releases no step that could send one.
"""

from __future__ import annotations

from msgspec.structs import replace

from ghosthands.domain import keys
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.job.events import HumanRequested
from ghosthands.domain.job.state import Job
from ghosthands.domain.job.steps import Ask
from ghosthands.domain.plan import Unanswered


def list_unread(job: Job) -> tuple[Unanswered, ...]:
    """List the fields whose draft a human should read first and has not."""
    drafted = (action for action in job.work.pending if action.key.startswith(keys.DRAFTS) and job.is_reviewed)
    asked = (Unanswered(action.field_id, action.question_key) for action in drafted)
    return tuple(one for one in asked if one.question_key not in job.human.approved)


def ask_to_read(job: Job, missing: tuple[Unanswered, ...]) -> Ask | None:
    """Ask a human to read the drafts, if any are unread, and to answer whatever else is missing."""
    unread = list_unread(job)
    if not unread or job.is_dry:
        return None
    return Ask(AskKind.REVIEW, (*unread, *missing), drafted=tuple(field.question_key for field in unread))


def note_unread(job: Job) -> Job:
    """Record that a dry run fills in a draft that nobody has read."""
    unread = job.passage.unread or (job.is_dry and bool(list_unread(job)))
    return replace(job, passage=replace(job.passage, unread=unread))


def fold_review(job: Job, ask: HumanRequested, answer: HumanResolved) -> Job:
    """Approve the drafts a human approved; leave those open that they rejected or would not read."""
    every = [field.question_key for field in ask.fields]
    rejected = every if answer.resolution is Resolution.SKIP else answer.rejected
    human = replace(
        job.human,
        approved=job.human.approved.union(answer.approved),
        skipped=job.human.skipped.union(rejected),
    )
    return replace(job, human=human)
