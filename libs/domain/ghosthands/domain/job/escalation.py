"""What our own hand could not fill: handed down the cascade, engine by engine, to the human at its end."""

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
from ghosthands.domain.job.events import HumanRequested, TierEscalated
from ghosthands.domain.job.state import Escalation, Job, PageWork
from ghosthands.domain.plan import ActionKind, PlannedAction, Unanswered
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.session import EngineSwitchFailed


def fold_escalation(job: Job, event: TierEscalated) -> Job:
    """The failed actions anew, each under another id: an action is done once."""
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
    """The slot is empty, which our own hand can do with; what another engine was to do is the next one's.

    One that came near the page may have left it another, or empty.
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
    """An engine that does not come reads no question either."""
    kept = work.escalation
    if kept is None or work.engine is not EngineName.STAGEHAND_DOM:
        return work
    read = kept.read | {action.field_id for action in work.pending}
    return replace(work, escalation=replace(kept, read=read))


def mark_untried(work: PageWork, field_id: str) -> PageWork:
    """The engine that was to do it has not tried the field."""
    kept = work.escalation
    if kept is None or field_id not in kept.tried:
        return work
    engines = tuple(engine for engine in kept.tried[field_id] if engine is not work.engine)
    return replace(work, escalation=replace(kept, tried={**kept.tried, field_id: engines}))


def reopen_answered(work: PageWork, ask: HumanRequested, answer: HumanResolved) -> PageWork:
    """The work with answered fields open to every engine again; a field without an answer was tried."""
    kept = work.escalation
    if kept is None:
        return work
    answered = {field.field_id for field in ask.fields if field.question_key in answer.answered}
    tried = {field_id: () if field_id in answered else engines for field_id, engines in kept.tried.items()}
    return replace(work, escalation=replace(kept, tried=tried, read=kept.read - answered))


def is_at_work(job: Job, engine: EngineName) -> bool:
    """Whether the engine works the page; our own hand does wherever none is attached."""
    at_work = job.browser.engine
    return at_work is engine if engine in CASCADED else at_work not in CASCADED


def wanted_engine(job: Job) -> tuple[EngineName, SwitchReason]:
    """The engine that is to work the page now, and why."""
    if job.work.pending and job.work.engine in CASCADED and job.work.escalation is not None:
        return job.work.engine, job.work.escalation.reason
    return EngineName.PLAYWRIGHT, SwitchReason.DONE


def escalate(job: Job, at: datetime, guidance: Guidance) -> TierEscalated | None:
    """The next engine for what failed, if there is one and time for it; a human is requested otherwise."""
    kept, platform = job.work.escalation, job.current_page.platform
    total = timedelta(seconds=guidance.cascade_of(platform).total_seconds)
    if kept is not None and at - kept.since >= total:
        return None
    ranking = kept.ranking if kept else _rank_engines(job, platform, guidance)
    for rung in (ways := _ways_down(ranking)):
        if rung.engine in MODELLED and job.budget is not None:
            continue
        if left := _actions_left_for(job, rung, ways):
            return TierEscalated(
                at=at,
                failed=tuple(action.id for action in left),
                actions=tuple(ids.derived(action.id, *_name_rung(rung)) for action in left),
                source=job.work.engine,
                target=rung.engine,
                tier=rung.tier,
                failed_at=tuple(action.tier for action in left),
                failures=tuple(job.work.codes[action.id] for action in left),
                reason=_reason_to_escalate(job.work, left),
                platform=platform,
                order=ranking.engines,
                why=ranking.why,
                seen=ranking.seen,
            )
    return None


def _rank_engines(job: Job, platform: str, guidance: Guidance) -> cascade.Ranking:
    """The host's engines in order; a human only where they sit at the browser themselves."""
    is_users = job.request is not None and job.request.provider is ProviderName.OPERATOR
    available = job.engines if is_users else job.engines - {EngineName.HUMAN}
    return cascade.ranking(guidance.cascade_of(platform), available, guidance.experience_of(platform))


#: what planner or a recipe left to a tier above is our own hand's to try before a human is asked
_OUR_HAND = cascade.Rung(EngineName.PLAYWRIGHT, TIERS[EngineName.PLAYWRIGHT])
#: what was left to a tier above without a try of our own
_UNTRIED = frozenset({ActionFailure.RECOMMENDED, ActionFailure.FAILED_BEFORE})


def _ways_down(ranking: cascade.Ranking) -> tuple[cascade.Rung, ...]:
    """The order in which what failed is tried again; a human is the last, and our own hand the last before."""
    engines = [engine for engine in ranking.engines if engine is not EngineName.HUMAN]
    people = [engine for engine in ranking.engines if engine is EngineName.HUMAN]
    return (*cascade.rungs(engines), _OUR_HAND, *cascade.rungs(people))


def _name_rung(rung: cascade.Rung) -> tuple[str, ...]:
    return (rung.engine, "read") if rung.tier == READING_TIER else (rung.engine,)


def _was_tried(work: PageWork, action: PlannedAction, rung: cascade.Rung) -> bool:
    """Whether the field has been that way."""
    kept = work.escalation
    if rung.tier == READING_TIER:
        return kept is not None and action.field_id in kept.read
    if rung is _OUR_HAND and action.field_id not in work.spared:
        return True
    return kept is not None and rung.engine in kept.tried.get(action.field_id, ())


def _is_below(work: PageWork, action: PlannedAction, rung: cascade.Rung) -> bool:
    """Whether the way is one of a lower tier than the action was recommended for, or than our own hand did it at."""
    starts_there = action.tier == READING_TIER or work.codes.get(action.id) in _UNTRIED
    return starts_there and 0 < rung.tier < action.tier


def _actions_left_for(job: Job, rung: cascade.Rung, ways: Sequence[cascade.Rung]) -> list[PlannedAction]:
    """What failed and has not been that way, nor further; of a human no more is wanted than must be answered."""
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
    """Files and credentials are never an engine's; what is gone, or a human has put right, needs none."""
    is_ours = action.kind is ActionKind.UPLOAD or action.key.startswith(keys.CREDENTIALS)
    fields = job.current_page.fields
    stands = any(field.id == action.field_id and field.equals_key != action.key for field in fields)
    return is_for_another_engine(job.work.codes.get(action.id, "")) and not is_ours and stands


def _reason_to_escalate(work: PageWork, left: Sequence[PlannedAction]) -> SwitchReason:
    """What the engine before was given up for, where one criterion speaks for all."""
    codes = {work.codes[action.id] for action in left}
    given_up = next((reason for reason in SwitchReason if codes == {reason.value}), None)
    return given_up or SwitchReason.ESCALATION


def missing_answers(job: Job) -> tuple[Unanswered, ...]:
    """What only the human can answer: what is required and unknown and still empty, or tried and not right; what was
    answered with neither a yes nor a no; what holds something else than it should.
    """
    required = {field.id: field for field in job.current_page.fields if field.required}
    wrong = [
        Unanswered(action.field_id, action.question_key)
        for action in job.work.failed
        if action.field_id in required and required[action.field_id].equals_key != action.key
    ]
    shown = {field.id for field in job.current_page.fields}
    spoilt = [item for item in job.work.spoilt if item.field_id in shown]
    asked = dict.fromkeys((*list_unknown(job), *wrong, *spoilt))
    return tuple(item for item in asked if item.question_key not in job.human.skipped)


def list_unknown(job: Job) -> tuple[Unanswered, ...]:
    """What is required, still empty and in nothing that the applicant gave; or was answered neither yes nor no."""
    fields = job.current_page.fields
    empty = {field.id for field in fields if field.required and (not field.filled or field.error)}
    unknown = [item for item in job.work.unanswered if item.field_id in empty]
    unclear = [item for item in job.work.unclear if item.field_id in {field.id for field in fields}]
    asked = dict.fromkeys((*unknown, *unclear))
    return tuple(item for item in asked if item.question_key not in job.human.skipped)
