"""Escalation: failed actions go down the cascade, from engine to engine, to the human at its end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from ghosthands.domain import cascade, ids, keys
from ghosthands.domain.cascade import Guidance
from ghosthands.domain.codes import UNTOUCHED, ActionFailure, is_for_another_engine
from ghosthands.domain.engine import CASCADED, MODELLED, READING_TIER, TIERS, EngineName, SwitchReason
from ghosthands.domain.human import HumanResolved
from ghosthands.domain.job import attempt
from ghosthands.domain.job.events import HumanRequested, NotEntered, TierEscalated
from ghosthands.domain.job.page_work import Escalation, PageWork
from ghosthands.domain.job.state import Job
from ghosthands.domain.plan import ActionKind, PlannedAction, Unanswered
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.session import EngineSwitchFailed


def fold_escalation(job: Job, event: TierEscalated) -> Job:
    """Make the failed actions pending again for the next engine, each under a new id, since an id is done only once."""
    failed = {action.id: action for action in job.work.failed}
    anew = dict(zip(event.failed, event.actions, strict=False))
    kept = job.work.escalation
    tried = dict(kept.tried) if kept else {}
    for action in (failed[old] for old in anew if old in failed):
        tried[action.field_id] = (*tried.get(action.field_id, ()), event.target)
    tier = cascade.tier_of(event.target, event.tier)
    fields = {failed[old].field_id for old in anew if old in failed}
    read = kept.read if kept else frozenset()
    escalation = Escalation(
        ranking=cascade.Ranking(event.order, event.why, event.seen),
        tried=tried,
        since=kept.since if kept else event.at,
        reason=event.reason,
        read=read | fields if tier == READING_TIER else read,
    )
    work = replace(
        job.work,
        engine=event.target,
        pending=tuple(replace(failed[old], id=new, tier=tier) for old, new in anew.items() if old in failed),
        failed=tuple(action for action in job.work.failed if action.id not in anew),
        escalation=escalation,
    )
    return replace(job, work=work)


def fold_failed_switch(job: Job, event: EngineSwitchFailed) -> Job:
    """Record that an engine could not be attached, and leave its actions to the next engine.

    The slot is empty then, which is enough for our own hand. If the engine may have touched the page, forget the page.
    """
    job = replace(job, browser=replace(job.browser, engine=EngineName.NONE))
    if event.target not in CASCADED:
        return job
    job = replace(job, work=_mark_read(job.work))
    if event.code not in UNTOUCHED:
        return attempt.forget_page(job)
    codes = job.work.codes | {action.id: SwitchReason.ESCALATION.value for action in job.work.pending}
    failed = (*job.work.failed, *job.work.pending)
    work = replace(job.work, pending=(), reading=None, failed=failed, codes=codes)
    return replace(job, work=work)


def _mark_read(work: PageWork) -> PageWork:
    """Count the pending fields' questions as read if the engine that reads questions could not be attached."""
    kept = work.escalation
    if kept is None or work.engine is not EngineName.STAGEHAND_DOM:
        return work
    read = kept.read | {action.field_id for action in work.pending}
    return replace(work, escalation=replace(kept, read=read))


def mark_untried(work: PageWork, field_id: str) -> PageWork:
    """Record that the current engine has not tried the field."""
    kept = work.escalation
    if kept is None or field_id not in kept.tried:
        return work
    engines = tuple(engine for engine in kept.tried[field_id] if engine is not work.engine)
    return replace(work, escalation=replace(kept, tried={**kept.tried, field_id: engines}))


def reopen_answered(work: PageWork, ask: HumanRequested, answer: HumanResolved) -> PageWork:
    """Open the answered fields to every engine again; a field without an answer still counts as tried."""
    kept = work.escalation
    if kept is None:
        return work
    answered = {field.field_id for field in ask.fields if field.question_key in answer.answered}
    tried = {field_id: () if field_id in answered else engines for field_id, engines in kept.tried.items()}
    return replace(work, escalation=replace(kept, tried=tried, read=kept.read - answered))


def is_at_work(job: Job, engine: EngineName) -> bool:
    """Whether the engine works on the page; our own hand does whenever no other engine is attached."""
    at_work = job.browser.engine
    return at_work is engine if engine in CASCADED else at_work not in CASCADED


def wanted_engine(job: Job) -> tuple[EngineName, SwitchReason]:
    """Return the engine that is to work on the page now, and why."""
    if job.work.pending and job.work.engine in CASCADED and job.work.escalation is not None:
        return job.work.engine, job.work.escalation.reason
    return EngineName.PLAYWRIGHT, SwitchReason.DONE


def escalate(job: Job, at: datetime, guidance: Guidance) -> TierEscalated | None:
    """Return the escalation to the next engine; None if no engine or no time is left, so that a human is asked."""
    kept, platform = job.work.escalation, job.current_page.platform
    total = timedelta(seconds=guidance.cascade_of(platform).total_seconds)
    if kept is not None and at - kept.since >= total:
        return None
    ranking = kept.ranking if kept else _rank_engines(job, platform, guidance)
    for rung in (ways := _list_ways_down(ranking)):
        if rung.engine in MODELLED and job.budget is not None:
            continue
        if left := _list_actions_for(job, rung, ways):
            return TierEscalated(
                at=at,
                failed=tuple(action.id for action in left),
                actions=tuple(ids.derived(action.id, *_name_rung(rung)) for action in left),
                source=job.work.engine,
                target=rung.engine,
                tier=rung.tier,
                failed_at=tuple(action.tier for action in left),
                failures=tuple(job.work.codes[action.id] for action in left),
                reason=_find_reason(job.work, left),
                platform=platform,
                order=ranking.engines,
                why=ranking.why,
                seen=ranking.seen,
            )
    return None


def _rank_engines(job: Job, platform: str, guidance: Guidance) -> cascade.Ranking:
    """Rank the host's engines; a human is among them only where they sit at the browser themselves."""
    is_users = job.request is not None and job.request.provider is ProviderName.OPERATOR
    available = job.engines if is_users else job.engines - {EngineName.HUMAN}
    return cascade.ranking(guidance.cascade_of(platform), available, guidance.experience_of(platform))


#: our own hand tries an action left to a higher tier before a human is asked
_OUR_HAND = cascade.Rung(EngineName.PLAYWRIGHT, TIERS[EngineName.PLAYWRIGHT])
#: failures of actions left to a higher tier without our own hand having tried
_UNTRIED = frozenset({ActionFailure.RECOMMENDED, ActionFailure.FAILED_BEFORE})


def _list_ways_down(ranking: cascade.Ranking) -> tuple[cascade.Rung, ...]:
    """Return the order in which failed actions are tried again: the engines, then our own hand, then a human."""
    engines = [engine for engine in ranking.engines if engine is not EngineName.HUMAN]
    people = [engine for engine in ranking.engines if engine is EngineName.HUMAN]
    return (*cascade.rungs(engines), _OUR_HAND, *cascade.rungs(people))


def _name_rung(rung: cascade.Rung) -> tuple[str, ...]:
    return (rung.engine, "read") if rung.tier == READING_TIER else (rung.engine,)


def _was_tried(work: PageWork, action: PlannedAction, rung: cascade.Rung) -> bool:
    """Whether the field was already tried on that rung."""
    kept = work.escalation
    if rung.tier == READING_TIER:
        return kept is not None and action.field_id in kept.read
    if rung is _OUR_HAND and action.field_id not in work.spared:
        return True
    return kept is not None and rung.engine in kept.tried.get(action.field_id, ())


def _is_below(work: PageWork, action: PlannedAction, rung: cascade.Rung) -> bool:
    """Whether the rung's tier is below the one the action was recommended for, or that our own hand did it at."""
    starts_there = action.tier == READING_TIER or work.codes.get(action.id) in _UNTRIED
    return starts_there and 0 < rung.tier < action.tier


def _list_actions_for(job: Job, rung: cascade.Rung, ways: Sequence[cascade.Rung]) -> list[PlannedAction]:
    """Return the failed actions that were not tried on this rung or a later one.

    A human is given only the fields that must be answered.
    """
    work, further = job.work, ways[ways.index(rung) :]
    left = [
        one
        for one in work.failed
        if _may_escalate(job, one)
        and not _is_below(work, one, rung)
        and not any(_was_tried(work, one, way) for way in further if way is not _OUR_HAND or way is rung)
    ]
    if rung.engine is not EngineName.HUMAN:
        return left
    missing = {item.field_id for item in missing_answers(job)} if job.wants_answers else set()
    return [action for action in left if action.field_id in missing]


def _may_escalate(job: Job, action: PlannedAction) -> bool:
    """Whether another engine may do the action.

    Files and credentials are never given to one; a field that is gone, or that a human has corrected, needs none.
    """
    is_ours = action.kind is ActionKind.UPLOAD or action.key.startswith(keys.CREDENTIALS)
    fields = job.current_page.fields
    stands = any(field.id == action.field_id and field.equals_key != action.key for field in fields)
    return is_for_another_engine(job.work.codes.get(action.id, "")) and not is_ours and stands


def _find_reason(work: PageWork, left: Sequence[PlannedAction]) -> SwitchReason:
    """Return the criterion for which the previous engine was given up, if one explains all failures."""
    codes = {work.codes[action.id] for action in left}
    given_up = next((reason for reason in SwitchReason if codes == {reason.value}), None)
    return given_up or SwitchReason.ESCALATION


def missing_answers(job: Job) -> tuple[Unanswered, ...]:
    """List the questions that only the human can answer.

    These are required fields that are unknown and empty or failed, questions answered neither yes nor no, choices that
    the page made itself, fields that hold a wrong value, and those whose answer the page refused.
    """
    required = {field.id: field for field in job.current_page.fields if field.required}
    wrong = [
        Unanswered(action.field_id, action.question_key)
        for action in job.work.failed
        if action.field_id in required and required[action.field_id].equals_key != action.key
    ]
    shown = {field.id for field in job.current_page.fields}
    spoilt = [item for item in job.work.spoilt if item.field_id in shown]
    asked = dict.fromkeys((*list_unknown(job), *wrong, *spoilt, *_list_refused(job)))
    return tuple(item for item in asked if item.question_key not in job.human.skipped)


def _list_refused(job: Job) -> list[Unanswered]:
    """List the questions whose answer the page refused, unless somebody else has put another in since."""
    held = {one.field_id for one in job.work.held}
    theirs = {
        field.id
        for field in job.current_page.fields
        if field.filled and not field.error and field.equals_key is None and field.id not in held
    }
    shown = {field.id for field in job.current_page.fields}
    return [item for item in job.work.refused if item.field_id in shown - theirs]


def list_not_entered(work: PageWork, asked: Sequence[Unanswered]) -> tuple[NotEntered, ...]:
    """List those of the questions asked whose answer is known and could not be entered."""
    failed = {Unanswered(action.field_id, action.question_key): action for action in work.failed}
    return tuple(
        NotEntered(question_key=item.question_key, key=failed[item].key, code=work.codes.get(failed[item].id, ""))
        for item in asked
        if item in failed
    )


def list_unknown(job: Job) -> tuple[Unanswered, ...]:
    """List required, empty fields that nothing of the applicant's answers, and those that are unclear."""
    fields = job.current_page.fields
    empty = {field.id for field in fields if field.required and (not field.filled or field.error)}
    unknown = [item for item in job.work.unanswered if item.field_id in empty]
    unclear = [item for item in job.work.unclear if item.field_id in {field.id for field in fields}]
    asked = dict.fromkeys((*unknown, *unclear))
    return tuple(item for item in asked if item.question_key not in job.human.skipped)
