"""The review of drafts: what a model wrote is read by a human before it is put on a page, so before anything is sent.

What is missing on the page is asked for in the same breath, so that they are asked once.

A draft stands in the vault from the moment it was written, and never changes there: what was read is what is filled in.
A dry run asks nobody, fills drafts in, and lets no step go that could take one along.
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
    """The fields that a draft is to go into which a human should read first and has not."""
    drafted = (action for action in job.work.pending if action.key.startswith(keys.DRAFTS) and job.is_reviewed)
    asked = (Unanswered(action.field_id, action.question_key) for action in drafted)
    return tuple(one for one in asked if one.question_key not in job.human.approved)


def ask_to_read(job: Job, missing: tuple[Unanswered, ...]) -> Ask | None:
    """The drafts before a human, where there are any, and with them whatever else is theirs to answer."""
    unread = list_unread(job)
    if not unread or job.is_dry:
        return None
    return Ask(AskKind.REVIEW, (*unread, *missing), drafted=tuple(field.question_key for field in unread))


def note_unread(job: Job) -> Job:
    """What a dry run is about to fill in although nobody has read it."""
    unread = job.passage.unread or (job.is_dry and bool(list_unread(job)))
    return replace(job, passage=replace(job.passage, unread=unread))


def fold_review(job: Job, ask: HumanRequested, answer: HumanResolved) -> Job:
    """What they approved is used; what they rejected, or would not read, is left open."""
    every = [field.question_key for field in ask.fields]
    rejected = every if answer.resolution is Resolution.SKIP else answer.rejected
    human = replace(
        job.human,
        approved=job.human.approved.union(answer.approved),
        skipped=job.human.skipped.union(rejected),
    )
    return replace(job, human=human)
