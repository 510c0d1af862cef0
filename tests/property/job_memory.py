"""What the invariants of a job go by, remembered from the log alone: what the state forgets is not forgotten here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

import job_view
from job_invariants import ENDS, SETTLES, Happened

from ghosthands.domain import job, keys, session
from ghosthands.domain.human import AskKind, HumanResolved, Resolution, Review
from ghosthands.domain.kinds import JobType
from ghosthands.domain.page import PageSummary, PageType
from ghosthands.domain.plan import PlanProposed
from ghosthands.domain.recipe import RecipeFound
from ghosthands.domain.requests import PressHeld


@dataclass
class Memory:
    """The past of one job."""

    cancelled: bool = False
    is_dry: bool = False
    #: a dry run that may go on by proven steps
    may_step: bool = False
    is_reviewed: bool = True
    epoch: int = 0
    #: by session, the epoch it obeys
    fenced: dict[str, int] = field(default_factory=dict)

    open_intent: str | None = None
    #: the open intent is a step's
    is_step: bool = False
    #: the intent of which a human said that it was not sent
    denied: str | None = None
    announced: set[str] = field(default_factory=set)
    #: actions that began
    begun: set[str] = field(default_factory=set)
    #: nothing, unclear or confirmed
    sent: str = "nothing"

    #: the press whose requests the network holds
    held: str | None = None
    #: presses made on pages that prove that more follows
    proven: set[str] = field(default_factory=set)

    #: by action: the question whose draft it fills in
    drafts: dict[str, str] = field(default_factory=dict)
    #: questions whose drafts a human approved, and those whose drafts may stand on a page although nobody has
    approved: set[str] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)

    sent_by_human: bool = False
    #: a human said after the end whether it was sent, and the job has not ended anew
    told_late: bool = False
    #: since when a human has control of the page
    held_since: datetime | None = None

    def remember(self, happened: Happened, sequence: int) -> None:
        """Keep what later events are judged by."""
        match event := happened.event:
            case job.JobRequested():
                self.is_dry, self.may_step = _read_dryness(event)
                self.is_reviewed = event.review is Review.BEFORE_SUBMIT
            case job.JobCancelRequested():
                self.cancelled = True
            case job.JobRetried():
                self.cancelled, self.unread, self.held, self.sent = False, set(), None, "nothing"
            case job.JobClaimed():
                self.epoch = sequence
            case job.StepChosen(step=job.StepKind.ADVANCE) if _is_proven(job_view.page_of(happened.before)):
                self.proven |= set(event.actions)
            case job.StepChosen(step=job.StepKind.RUN_ACTIONS):
                self.unread |= self.unread_in(event.actions)
            case PlanProposed() | RecipeFound():
                self.drafts |= {one.id: one.question_key for one in event.actions if one.key.startswith(keys.DRAFTS)}
            case job.TierEscalated():
                anew = zip(event.failed, event.actions, strict=True)
                self.drafts |= {new: self.drafts[old] for old, new in anew if old in self.drafts}
            case PressHeld():
                self.held = event.action_id
            case job.EffectIntended():
                self.open_intent, self.is_step = event.intent_id, event.kind is job.EffectKind.STEP
                self.announced.add(event.intent_id)
                self.held = None if self.is_step else self.held
            case job.SubmitUnclear():
                self.sent = "unclear"
            case session.SessionOpened() | session.SessionFenced():
                self.fenced[event.session_id] = event.epoch
            case session.ActionStarted():
                self.begun.add(event.action_id)
            case session.ControlTaken():
                self.held_since = happened.at
            case session.ControlReleased():
                self.held_since = None
            case session.HumanSubmitted():
                self.sent_by_human = True
            case job.EffectNotDone(evidence="refused_value"):
                self.sent_by_human = True  # or it was taken: the same again needs somebody's word
            case HumanResolved():
                self._heed_human(event, happened.before)
                self._heed_late_word(event, happened.before)
        ends_denied = isinstance(event, job.JobFailed) and event.code == "not_submitted"
        if isinstance(event, ENDS):
            self.told_late = False
        if isinstance(event, SETTLES) or (ends_denied and self.denied is not None and self.denied == self.open_intent):
            self.open_intent = None
            self.sent = "confirmed" if isinstance(event, job.SubmitConfirmed) else "nothing"
            self.sent_by_human = self.sent_by_human and not isinstance(event, job.SubmitConfirmed)

    def _heed_human(self, event: HumanResolved, before: job.Job) -> None:
        """What they say of what was sent is true of what was sent until then."""
        ask, is_first = job_view.ask_of(before), job_view.answer_of(before) is None
        if is_first and ask is not None and ask.request_id == event.request_id:
            self.approved |= set(event.approved)
        is_told = event.resolution in (Resolution.DONE, Resolution.SKIP)
        if is_first and is_told and ask is not None and ask.kind is AskKind.SUBMIT_UNCLEAR:
            self.sent_by_human = self.sent_by_human and event.request_id != ask.request_id
            if event.request_id == ask.request_id and event.resolution is Resolution.SKIP:
                self.denied = self.open_intent

    def _heed_late_word(self, event: HumanResolved, before: job.Job) -> None:
        """What they say of what was sent, once the job ended in doubt of it, has it end anew."""
        doubt = job.find_doubt(before)
        if doubt is None or doubt.request_id != event.request_id:
            return
        if event.resolution in (Resolution.DONE, Resolution.SKIP):
            self.told_late, self.sent_by_human = True, False
            self.denied = self.open_intent if event.resolution is Resolution.SKIP else None
            self.sent = "nothing" if self.open_intent is None else self.sent

    def unread_in(self, actions: Collection[str]) -> set[str]:
        """The questions whose drafts those actions fill in, and nobody has read."""
        return {self.drafts[one] for one in actions if one in self.drafts} - self.approved


def _is_proven(page: PageSummary | None) -> bool:
    """Whether the page asks something, and proves that more follows."""
    return page is not None and page.page_type is PageType.FORM and page.next_is_step and bool(page.fields)


def _read_dryness(event: job.JobRequested) -> tuple[bool, bool]:
    """Whether nothing may be sent, and whether proven steps may all the same."""
    if event.job_type in (JobType.SCRAPE, JobType.CUSTOM):
        return True, False
    if event.dry_run:
        return True, event.dry_run_steps
    return event.job_type is not JobType.APPLY, event.job_type is JobType.FILL_FORM
