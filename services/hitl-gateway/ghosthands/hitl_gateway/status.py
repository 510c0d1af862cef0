"""The status messages to the upstream product: a job's status, and its question while it waits for a human.

Labels and options come from the page model, which holds no value of anybody's. `sequence` orders the messages, which
may be repeated and may overtake each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ghosthands.domain import asked_models, budget, codes, job
from ghosthands.domain.budget import BudgetLedger, Limits
from ghosthands.domain.kinds import ModeReason
from ghosthands.domain.message import Event
from ghosthands.domain.page import AnyField, FieldModel, FileInputModel, PageModel
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.session import ActionFailed, ActionSucceeded, ActionVerified
from ghosthands.hitl_gateway.ask_wording import list_blocked, list_options, list_said
from ghosthands.hitl_gateway.sections import find_sections
from ghosthands.messaging.wire.recorded import Recorded

#: The word of VALET's contract for a job that ran out of its time.
TIMEOUT = "timeout"

#: how an action ends
_OUTCOMES = (ActionVerified, ActionSucceeded, ActionFailed)


def status(
    recorded: Recorded[Event],
    task: str,
    ask: job.HumanRequested | None,
    page: PageModel | None,
    before: Sequence[Event] = (),
) -> dict[str, Any]:
    """Return the body of `gh.out.<tenant>.<task>.status` for an event.

    `ask` is the event itself if it asks a human, or the question that it leaves if it ends the job in doubt; `page` the
    one that this is about, where it can be read; `before` the job's history until then.
    """
    event = recorded.event
    body: dict[str, Any] = {
        "job_id": recorded.aggregate.id,
        "task": task,
        "event_id": recorded.id,
        "sequence": recorded.sequence,
        "at": recorded.at.isoformat(),
        **_describe_version(before),
        **_describe_mends(before),
        **_describe_models(before),
        **({"interaction": _describe_interaction(ask, page, has_deadline=ask is event)} if ask is not None else {}),
    }
    match event:
        case job.HumanRequested():
            return {**body, "status": "needs_human"}
        case job.JobRetried():
            return {**body, "status": "pending"}
        case job.ModeChosen() | job.JobResumed():
            return {**body, "status": "running"}
        case job.JobCompleted():
            return {**body, "status": "completed", "outcome": event.outcome, **_describe_end(event)}
        case job.JobFailed():
            return {**body, "status": "failed", "error_code": event.code}
        case job.JobTimedOut():
            return {**body, "status": "failed", "error_code": TIMEOUT, "error_message": event.message}
        case job.JobCancelled():
            return {**body, "status": "cancelled"}
        case _:
            raise ValueError(f"{recorded.name} is no status of a job")


def _describe_version(before: Sequence[Event]) -> dict[str, Any]:
    """Describe the version and mode the job runs in, and why where they differ from the request."""
    requested = next((event for event in before if isinstance(event, job.JobRequested)), None)
    if requested is None:
        return {}
    lately = reversed(job.list_since_begun(before))
    chosen = next((event for event in lately if isinstance(event, job.ModeChosen)), None)
    reason = codes.find(chosen.reason, ModeReason) if chosen else None
    return {
        "engine_version": chosen.engine_version if chosen else requested.engine_version,
        "execution_mode": requested.work_mode,
        "final_mode": chosen.work_mode if chosen else requested.work_mode,
        **({"mode_reason": reason, "status_message": reason.words} if reason else {}),
    }


def _describe_mends(before: Sequence[Event]) -> dict[str, Any]:
    """List what was mended in the request, if anything was."""
    requested = next((event for event in before if isinstance(event, job.JobRequested)), None)
    mended = requested.mended if requested else ()
    return {"mended": [{"field": each.field, "code": each.code} for each in mended]} if mended else {}


def _describe_end(event: job.JobCompleted) -> dict[str, Any]:
    """Describe the end of a dry run: what it ended before, and the page it reached."""
    if event.ended_before is None:
        return {}
    return {"ended_before": event.ended_before, "page": event.page, "pages": event.pages}


def _describe_models(before: Sequence[Event]) -> dict[str, Any]:
    """Describe the job's cost so far, and the models asked in place of those it names."""
    by_tier = asked_models.sum_by_tier(before)
    spent = asked_models.Spent.total(by_tier.values())
    told = {
        "cost": describe_cost(before),
        "cost_breakdown": {
            "model_calls": spent.calls,
            "unpriced_calls": spent.unpriced,
            "tiers": [
                {"tier": tier, "calls": each.calls, "tokens": each.tokens, "cost_usd": float(each.usd)}
                for tier, each in by_tier.items()
            ],
        },
    }
    substituted = asked_models.list_substituted(before)
    models = [{"asked": each.asked, "used": each.used or None, "reason": each.code} for each in substituted]
    return {**told, "models": models} if models else told


def describe_cost(before: Sequence[Event]) -> dict[str, Any]:
    """Return the job's cost so far, in the three numbers that the upstream product adds up."""
    spent = asked_models.Spent.total(asked_models.sum_by_tier(before).values())
    return {
        "total_cost_usd": float(spent.usd),
        "action_count": sum(isinstance(event, _OUTCOMES) for event in before),
        "total_tokens": spent.tokens,
    }


def describe_budget(ledger: BudgetLedger, job_id: str, own: Limits, before: Sequence[Event]) -> dict[str, Any]:
    """Describe the job's budget; empty where it has none and no model was to be asked for it."""
    state, exceeded = budget.read_state(ledger, job_id, own), budget.find_exceeded(before)
    if state is None and exceeded is None:
        return {}
    told: dict[str, Any] = {"exceeded": None}
    if state is not None:
        told |= {
            "limit_usd": _dollars(state.limits.nano_usd),
            "used_usd": _dollars(state.used.nano_usd),
            "limit_tokens": state.limits.tokens,
            "used_tokens": state.used.tokens,
            "limit_calls": state.limits.calls,
            "used_calls": state.used.calls,
            "open_calls": state.open_calls,
            "month_limit_usd": _dollars(state.month_limits.nano_usd),
            "month_used_usd": _dollars(state.month_used.nano_usd),
        }
    if exceeded is not None:
        told["exceeded"] = {"scope": exceeded.scope, "measure": exceeded.measure, "tier": exceeded.tier}
    return {"budget": told}


def _dollars(nano_usd: int | None) -> float | None:
    return None if nano_usd is None else nano_usd / asked_models.NANO


def _describe_interaction(event: job.HumanRequested, page: PageModel | None, *, has_deadline: bool) -> dict[str, Any]:
    return {
        "type": event.kind,
        "code": event.code,
        "request_id": event.request_id,
        "timeout_seconds": event.timeout_seconds if has_deadline else None,
        "page_url": page.url if page else None,
        "page_says": list_said(event, page),
        **({"request": _describe_blocked(event.request, page)} if event.request else {}),
        "fields": [
            told | _describe_answer(event, told["question_key"]) for told in describe_fields(event.fields, page)
        ],
    }


def _describe_blocked(request: job.BlockedRequest, page: PageModel | None) -> dict[str, Any]:
    """Describe the request that the page tried to send by itself, by the fields whose values it carries."""
    return {
        "method": request.method,
        "address": request.site + request.path,
        "fields": list_blocked(request, page),
        "others": request.others,
        "file": request.file,
    }


def _describe_answer(event: job.HumanRequested, key: str) -> dict[str, Any]:
    """Describe what there is to answer the question with, if anything: a draft, or what could not be entered."""
    failed = next((one for one in event.not_entered if one.question_key == key), None)
    return {
        **({"drafted": key in event.drafted} if event.drafted else {}),
        **({"not_entered": {"key": failed.key, "code": failed.code}} if failed else {}),
    }


def describe_fields(asked: Iterable[Unanswered], page: PageModel | None) -> list[dict[str, Any]]:
    """Describe the questions in the page's words; by their keys alone where the page cannot be read any more."""
    sections = find_sections(page)
    return [
        _describe_field(each, page.field(each.field_id) if page else None, sections.get(each.field_id, ""))
        for each in asked
    ]


def _describe_field(asked: Unanswered, field: AnyField | None, section: str) -> dict[str, Any]:
    known = {"field_id": asked.field_id, "question_key": asked.question_key, "section": section}
    match field:
        case None:
            return {**known, "label": "", "kind": None, "options": []}
        case FileInputModel():
            return {**known, "label": field.label, "kind": "file", "options": []}
        case FieldModel():
            return {**known, "label": field.label, "kind": field.kind, "options": list_options(field)}
