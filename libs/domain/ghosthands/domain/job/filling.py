"""The work on a page of the form: recipe, plan, actions and their outcomes, until every field holds what it should."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from msgspec.structs import replace

from ghosthands.domain import ids, keys
from ghosthands.domain.cascade import Guidance
from ghosthands.domain.codes import ActionFailure, Evidence, JobFailure, Stuck
from ghosthands.domain.engine import MODELLED, READING_TIER, TIERS, EngineName
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import attempt, escalation, reading, review
from ghosthands.domain.job.events import StepKind, SubmitConfirmed
from ghosthands.domain.job.held import HeldField
from ghosthands.domain.job.page_work import PageWork
from ghosthands.domain.job.state import Job
from ghosthands.domain.job.steps import Append, Ask, Fail, Send, Step
from ghosthands.domain.kinds import WorkMode
from ghosthands.domain.page import PageSummary, PageType
from ghosthands.domain.plan import ActionKind, LeftAlone, PlannedAction, PlanProposed, Unanswered
from ghosthands.domain.recipe import RecipeFound, RecipeMissed
from ghosthands.domain.session import ActionFailed, ActionVerified, QuestionsRead

#: how often the same page may refuse the form before a human is asked
MAX_REPAIRS = 3
#: how often it may do so without marking a wrong field
MAX_COMPLAINTS = 1
#: how often a field that the page emptied or overwrote is filled in again before a human is asked
MAX_REFILLS = 2
#: how often fields may appear after filling before the page is taken as it is
MAX_RESCANS = 4
#: how often the fields that were left alone are planned again before a button that stays disabled is a human's:
#: for the terms of applying, for another agreement, for an offer
MAX_REOPENED = 3
#: pages of one application
MAX_PAGES = 25
#: looks at a page that may show a wall, and the seconds between them, before it counts as none
MAX_SECOND_LOOKS = 2
SECOND_LOOK_PAUSE = 2

# The fold


def fold_recipe_miss(job: Job, event: RecipeMissed) -> Job:
    """Record that cookbook has no recipe for this form, so that it is not asked again."""
    work = replace(job.work, recipe_asked=event.fingerprint)
    return attempt.fold_answer(replace(job, work=work), event.cause)


def fold_recipe(job: Job, event: RecipeFound) -> Job:
    """Plan the covered fields; if others are open, plan those too before filling."""
    if not job.awaits(event.cause):
        return job
    work = job.work
    sick = tuple(action for action in event.actions if _starts_higher(action, job.engines))
    filled = {action.field_id for action in event.actions}
    covered = filled | {left.field_id for left in event.left_alone}
    shown = {field.id for field in job.page.fields} if job.page else set()
    work = replace(
        work,
        recipe_asked=event.fingerprint,
        replayed=True,
        left_open=bool(shown - covered - work.handled),
        handled=work.handled | covered,
        left=(work.left - covered) | {left.field_id for left in event.left_alone},
        pending=tuple(_assign_to_our_hand(action) for action in event.actions if action not in sick),
        engine=EngineName.PLAYWRIGHT,
        failed=(*work.failed, *sick),
        spared=work.spared | {action.field_id for action in sick},
        codes=work.codes | {action.id: ActionFailure.FAILED_BEFORE.value for action in sick},
        rescans=work.rescans + bool(work.handled),
    )
    return attempt.fold_answer(review.note_unread(replace(job, work=work)), event.cause)


def _may_start_higher(action: PlannedAction, engines: Collection[EngineName]) -> bool:
    """Whether another engine may do the action before our own hand.

    Our own hand does files and credentials, and everything where there is no other engine.
    """
    is_ours = action.kind is ActionKind.UPLOAD or action.key.startswith(keys.CREDENTIALS)
    return not is_ours and not MODELLED.isdisjoint(engines)


def _starts_higher(action: PlannedAction, engines: Collection[EngineName]) -> bool:
    """Whether an engine of the recommended tier or above goes first; the reading tier never counts as one."""
    able = [engine for engine in engines if engine in MODELLED and TIERS[engine] >= action.tier]
    return action.tier not in (0, READING_TIER) and _may_start_higher(action, able)


def _assign_to_our_hand(action: PlannedAction) -> PlannedAction:
    """Set the action's tier to our own hand's; an action answered by a model keeps the tier of reading."""
    return action if action.tier in (0, READING_TIER) else replace(action, tier=0)


def fold_plan(job: Job, event: PlanProposed) -> Job:
    """Add the plan's actions to the pending ones; ignore a plan that an earlier claim asked for."""
    if not job.awaits(event.cause):
        return job
    if job.work.reading is not None:
        return attempt.fold_answer(review.note_unread(reading.fold_answers(job, event)), event.cause)
    planned: tuple[PlannedAction | LeftAlone | Unanswered, ...] = (
        *event.actions,
        *event.left_alone,
        *event.unanswered,
        *event.unclear,
    )
    covered, left = {item.field_id for item in planned}, {item.field_id for item in event.left_alone}
    first = not job.work.handled or job.work.left_open
    by_engine = job.work_mode is WorkMode.AI
    is_theirs, why = (
        (_may_start_higher, ActionFailure.BY_ENGINE) if by_engine else (_starts_higher, ActionFailure.RECOMMENDED)
    )
    theirs = tuple(action for action in event.actions if is_theirs(action, job.engines))
    ours = (_assign_to_our_hand(action) for action in event.actions if action not in theirs)
    work = replace(
        job.work,
        left_open=False,
        handled=job.work.handled | covered,
        left=(job.work.left - covered) | left,
        held=tuple(one for one in job.work.held if one.field_id not in left),
        pending=_put_uploads_first((*job.work.pending, *ours)),
        engine=EngineName.PLAYWRIGHT,
        failed=(*job.work.failed, *theirs),
        codes=job.work.codes | {action.id: why.value for action in theirs},
        spared=job.work.spared | (frozenset() if by_engine else {action.field_id for action in theirs}),
        unanswered=(*job.work.unanswered, *event.unanswered),
        unclear=(*job.work.unclear, *event.unclear),
        rescans=job.work.rescans + (not first),
    )
    return attempt.fold_answer(review.note_unread(replace(job, work=work)), event.cause)


def fold_questions(job: Job, event: QuestionsRead) -> Job:
    """Record that an engine read the questions; ignore an answer to an earlier claim."""
    return attempt.fold_answer(reading.fold_questions(job, event), event.cause) if job.awaits(event.cause) else job


def _put_uploads_first(actions: Iterable[PlannedAction]) -> tuple[PlannedAction, ...]:
    """Put uploads first, as in a plan: a site may read the resume and fill fields from it."""
    return tuple(sorted(actions, key=lambda action: action.kind is not ActionKind.UPLOAD))


def fold_verification(job: Job, event: ActionVerified) -> Job:
    """Record that the field holds the right value."""
    job = attempt.pause_for_hands(job, event)
    done = {action.key for action in job.work.pending if action.id == event.action_id}
    entered = frozenset(key for key in done if key.startswith(keys.CREDENTIALS))
    work = without_spoilt(job.work, {event.field_id})
    shown = tuple(
        _hold(job, action, event)
        for action in job.work.pending
        if action.id == event.action_id and _shows(action, event)
    )
    work = replace(work, held=_put(work.held, shown))
    job = replace(job, work=replace(work, entered=work.entered | entered))
    return attempt.note_progress(settle_action(job, event.cause, event.action_id))


def _hold(job: Job, action: PlannedAction, event: ActionVerified) -> HeldField:
    """Return what is known of a verified field: how often it was lost, and whether we changed it, now or before."""
    earlier = next((one for one in job.work.held if one.field_id == action.field_id), None)
    fields = job.page.fields if job.page is not None else ()
    before = next((field for field in fields if field.id == action.field_id), None)
    is_other = before is not None and event.equals_key not in (None, before.equals_key)
    is_changed = before is not None and (is_other or not before.filled)
    return HeldField(
        field_id=action.field_id,
        question_key=action.question_key,
        key=action.key,
        read_as=event.equals_key,
        losses=earlier.losses if earlier else 0,
        changed_by=action.kind if is_changed else earlier.changed_by if earlier else None,
    )


def fold_failure(job: Job, event: ActionFailed) -> Job:
    """Record that an action failed; if only its frame changed, plan the field once more."""
    action = next((one for one in job.work.pending if one.id == event.action_id), None)
    job = settle_action(job, event.cause, event.action_id)
    if action is None:
        return job
    if event.code == ActionFailure.FRAME_CHANGED and action.field_id not in job.work.planned_again:
        again = job.work.planned_again | {action.field_id}
        return replace(job, work=replace(_plan_again(job.work, {action.field_id}), planned_again=again))
    codes = {**job.work.codes, action.id: event.code}
    work = without_spoilt(job.work, {action.field_id})
    spoilt = (Unanswered(action.field_id, action.question_key),) if event.holds_other else ()
    work = replace(work, failed=(*work.failed, action), codes=codes, spoilt=(*work.spoilt, *spoilt))
    is_untried = event.code == ActionFailure.CUT_OFF
    return replace(job, work=escalation.mark_untried(work, action.field_id) if is_untried else work)


def without_spoilt(work: PageWork, field_ids: Collection[str]) -> PageWork:
    """Remove fields that were looked at again from the list of those with a wrong value."""
    return replace(work, spoilt=tuple(item for item in work.spoilt if item.field_id not in field_ids))


def settle_action(job: Job, cause: str, action_id: str) -> Job:
    """Record that the action has its outcome; after the last one of the run, have the page read again."""
    pending = tuple(action for action in job.work.pending if action.id != action_id)
    job = replace(job, work=replace(job.work, pending=pending))
    awaiting = job.attempt.awaiting
    if not job.awaits(cause) or awaiting is None:
        return job
    left = awaiting.actions - {action_id}
    if not left:
        return replace(attempt.stop_awaiting(job), page=None, work=replace(job.work, awaited=False))
    return replace(job, attempt=replace(job.attempt, awaiting=replace(awaiting, actions=left)))


def keep_work(work: PageWork, page: PageSummary) -> PageWork:
    """Keep the cascade only if the page still has the fields it was for."""
    awaited = work.awaited and page.disabled_button is not None
    way_on_awaited = work.way_on_awaited and page.submit_button is None and page.next_button is None
    work = replace(work, second_looks=work.second_looks + page.suspect, awaited=awaited, way_on_awaited=way_on_awaited)
    work = _reopen(work, page)
    kept = work.escalation
    if kept is None or not page.fields or any(field.id in kept.tried for field in page.fields):
        return work
    return replace(work, escalation=None, pending=(), reading=None, engine=EngineName.PLAYWRIGHT)


def _reopen(work: PageWork, page: PageSummary) -> PageWork:
    """Open what was left alone to be planned again, if the button stays disabled: the page may wait for one of them.

    Its markup need not say so: a box to agree to the terms may enable the button without being required.
    """
    empty = {field.id for field in page.fields if not field.filled and not field.required}
    again = work.left & work.handled & empty
    if not again or not work.awaited or work.reopened >= MAX_REOPENED:
        return work
    return replace(work, handled=work.handled - again, left=work.left - again, reopened=work.reopened + 1)


def find_lost(work: PageWork, page: PageSummary) -> tuple[HeldField, ...]:
    """Return the verified fields that are empty again or hold another value now; with these, nothing may be sent."""
    shown = {field.id: field for field in page.fields}
    return tuple(one for one in work.held if one.field_id in shown and one.is_lost(shown[one.field_id]))


def note_lost(work: PageWork, page: PageSummary) -> PageWork:
    """Count the fields that the page lost since, and plan each again as often as allowed; note what the others hold."""
    shown, pending = {field.id: field for field in page.fields}, {action.field_id for action in work.pending}
    lost = tuple(
        replace(one, losses=one.losses + 1)
        for one in find_lost(work, page)
        if one.field_id in work.handled - pending  # each loss is counted once
    )
    held = tuple(one.looked_at(shown[one.field_id]) if one.field_id in shown else one for one in work.held)
    again = {one.field_id for one in lost if one.losses <= MAX_REFILLS}
    return replace(_plan_again(work, again), held=_put(held, lost))


def _put(held: tuple[HeldField, ...], fields: tuple[HeldField, ...]) -> tuple[HeldField, ...]:
    """Return the held fields with these in the place of what was known of them."""
    return tuple({one.field_id: one for one in (*held, *fields)}.values())


def _plan_again(work: PageWork, field_ids: Collection[str]) -> PageWork:
    """Open the fields to be planned once more."""
    again = frozenset(field_ids)
    return replace(
        work,
        handled=work.handled - again,
        recipe_asked=None if again and work.replayed else work.recipe_asked,  # a recipe may fill these again
    )


def _shows(action: PlannedAction, event: ActionVerified) -> bool:
    """Whether an observation can show that the action was done; for a box that is rightly not ticked it cannot."""
    return not event.left_empty and action.key != keys.NO and not action.key.startswith(keys.CREDENTIALS)


def arrive(job: Job, page: PageSummary) -> Job:
    """Decide whether an onward press left us on the same page, which refused, or led to the next one."""
    work, shown = job.work, {field.id for field in page.fields}
    is_opened = job.passage.left_posting and page.page_type is PageType.FORM
    same = len(shown & work.handled) * 2 > len(shown) if shown else page.known_by == job.passage.left
    arrived = replace(job, passage=replace(job.passage, departed=False))
    if is_opened or not same:
        return turn_page(job)
    return replace(arrived, work=note_lost(_count_refusal(work, page), page))


def turn_page(job: Job) -> Job:
    """Count another page, and begin its work from nothing."""
    passage = replace(job.passage, departed=False, pages=job.passage.pages + 1)
    return attempt.note_progress(replace(job, passage=passage, work=PageWork()))


def _count_refusal(work: PageWork, page: PageSummary) -> PageWork:
    """Count that the page did not let us on: for certain fields, as a whole, or without a reason."""
    if wrong := page.refused_fields:
        unclear = tuple(item for item in work.unclear if item.field_id not in wrong)
        kept = without_spoilt(work, wrong)
        left = replace(kept, handled=work.handled - wrong, repairs=work.repairs + 1, unclear=unclear)
        return replace(left, failed=(), unanswered=())
    if page.page_error:
        return replace(work, complaints=work.complaints + 1)
    return replace(work, unmoved=work.unmoved + 1)


# The needs of the page


def look_twice(job: Job, at: datetime) -> Step | None:
    """Observe the page again if it may show a wall."""
    if job.blocker is None and job.current_page.suspect and job.work.second_looks <= MAX_SECOND_LOOKS:
        return attempt.look_after_pause(job, SECOND_LOOK_PAUSE, at)
    return None


def find_unfit(job: Job, at: datetime) -> Step | None:
    """Return the step for a page that filling cannot help, if it is one."""
    page = job.current_page
    if page.page_type is PageType.CLOSED:
        return Fail(JobFailure.JOB_CLOSED)
    if page.page_type is PageType.ERROR:
        return Fail(JobFailure.NETWORK_ERROR)
    if page.page_type is PageType.CONFIRMATION and job.hands.acted:
        return Append(SubmitConfirmed(intent_id=ids.derived(job.id, "human"), evidence=Evidence.HUMAN, at=at))
    if job.effects.untold and page.refused_fields:  # what the page says of it now, it may not say once it is mended
        return Ask(AskKind.SUBMIT_UNCLEAR)
    if page.page_type is PageType.UNRELATED:
        return Ask(AskKind.STUCK, code=Stuck.UNRELATED_FORM)
    if page.page_type is PageType.CONFIRMATION or job.passage.pages > MAX_PAGES:
        return Ask(AskKind.STUCK, code=Stuck.UNEXPECTED_PAGE)
    if job.work.repairs > MAX_REPAIRS:
        return Ask(AskKind.STUCK, code=Stuck.VALIDATION_ERROR)
    if job.work.complaints > MAX_COMPLAINTS:
        return Ask(AskKind.STUCK, code=Stuck.PAGE_ERROR)
    return None


def fill_page(job: Job, at: datetime, guidance: Guidance) -> Step | None:
    """Return the next step towards filling the page: plan, act, escalate or ask; None once all is done."""
    work, page = job.work, job.current_page
    if work.left_open and unplanned_fields(job):
        return Send(StepKind.PLAN_PAGE)
    if unread := review.ask_to_read(job, () if job.ends_on_budget else escalation.list_unknown(job)):
        return unread
    if work.pending and not escalation.is_at_work(job, work.engine):
        return Send(StepKind.SWITCH_ENGINE)
    if reading.is_read(work):
        return Send(StepKind.READ_QUESTIONS if work.reading is None else StepKind.PLAN_PAGE)
    if work.pending:
        return Send(StepKind.RUN_ACTIONS, tuple(action.id for action in work.pending))
    if unplanned_fields(job) and work.rescans <= MAX_RESCANS:
        may_be_known = (
            job.work_mode is None and work.recipe_asked != page.fingerprint and (work.replayed or not work.handled)
        )
        return Send(StepKind.FIND_RECIPE if may_be_known else StepKind.PLAN_PAGE)
    if escalated := escalation.escalate(job, at, guidance):
        return Append(escalated)
    missing = escalation.missing_answers(job) if job.wants_answers else ()
    if missing:
        return Fail(JobFailure.BUDGET_EXCEEDED) if job.ends_on_budget else Ask(AskKind.FIELDS, missing)
    return _ask_about_lost(job)


def _ask_about_lost(job: Job) -> Step | None:
    """Ask a human about the fields that the page empties or overwrites again and again."""
    lost = find_lost(job.work, job.current_page)
    fields = tuple(Unanswered(one.field_id, one.question_key) for one in lost)
    return Ask(AskKind.STUCK, fields, Stuck.FIELDS_LOST) if fields else None


def unplanned_fields(job: Job) -> tuple[str, ...]:
    """Return the fields of the page that no plan covers yet."""
    if job.page is None:
        return ()
    return tuple(field.id for field in job.page.fields if field.id not in job.work.handled)


def hand_back(job: Job) -> Step | None:
    """Switch back to our own engine before a Next or Submit is pressed."""
    return None if escalation.is_at_work(job, EngineName.PLAYWRIGHT) else Send(StepKind.SWITCH_ENGINE)
