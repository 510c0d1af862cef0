"""The body of each callback, from the job's history, in the words that the upstream product's receiver reads.

Besides the log it needs the request, for its ids and addresses, and the page that a human is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from ghosthands.domain import codes
from ghosthands.domain.asked_models import CostIncurred, Purpose, Spent
from ghosthands.domain.callbacks import Callback, CallbackWord
from ghosthands.domain.codes import CancelReason
from ghosthands.domain.engine import MODELLED
from ghosthands.domain.job import (
    HumanRequested,
    Job,
    JobCancelled,
    JobClaimed,
    JobCompleted,
    JobFailed,
    JobRejected,
    JobRequested,
    JobTimedOut,
    ModeChosen,
    Outcome,
    Reason,
    evolve,
    list_since_begun,
)
from ghosthands.domain.kinds import ModeReason, WorkMode
from ghosthands.domain.manual import ManualFound, ManualMissed
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel
from ghosthands.domain.sentences import begin_sentence
from ghosthands.domain.session import ActionVerified
from ghosthands.hitl_gateway.callbacks.interactions import describe_interaction
from ghosthands.hitl_gateway.picture_links import LinkTo, list_pictures
from ghosthands.hitl_gateway.status import TIMEOUT, describe_cost

#: the upstream product's words for how version 1 works, and for version 2
_MODES: Mapping[WorkMode | None, str] = {
    WorkMode.AI: "ai_only",
    WorkMode.COOKBOOK: "cookbook_only",
    WorkMode.HYBRID: "hybrid",
    None: "smart_apply",
}
_SUMMARIES: Mapping[Outcome, str] = {
    Outcome.SUBMITTED: "The application was submitted",
    Outcome.DRY_RUN: "A dry run: nothing was sent",
    Outcome.FILLED: "The form is filled in, and nothing was sent",
    Outcome.SCRAPED: "The page was read",
    Outcome.DONE: "The task was done, and nothing was sent",
}
#: purposes that an engine asks for; our own hand asks for the others
_MOVES = (Purpose.ACT, Purpose.EXTRACT)


#: these callbacks bring a picture of the page, as a question does
_ENDS = (CallbackWord.COMPLETED, CallbackWord.FAILED)


def write_body(
    callback: Callback,
    job_id: str,
    events: Sequence[Event],
    request: Mapping[str, Any],
    *,
    page: PageModel | None = None,
    extract: Any = None,
    can_be_taken_over: bool = False,
    link_to: LinkTo | None = None,
) -> dict[str, Any]:
    """Return the callback's body; `events` is the job's whole history, `extract` what a scrape read."""
    before = events[: callback.place + 1]
    body = {
        "job_id": job_id,
        "valet_task_id": request.get("valet_task_id", ""),
        "status": callback.told,
        **_name_worker(before),
        **describe_event(job_id, before, request, page, extract),
        **describe_modes(before, request),
        "cost": describe_cost(before),
        **({"browser_session_available": True} if can_be_taken_over else {}),
    }
    pictures = list_pictures(before) if link_to else []
    if link_to and pictures:
        shown = body.get("interaction") or (body if callback.told in _ENDS else {})
        shown["screenshot_url"] = link_to(pictures[-1])
    return body


def describe_event(
    job_id: str, before: Sequence[Event], request: Mapping[str, Any], page: PageModel | None, extract: Any
) -> dict[str, Any]:
    """Describe the last event of the job: the question asked, the result, or the failure."""
    event = before[-1]
    match event:
        case HumanRequested():
            state = reduce(evolve, before, Job(id=job_id))
            return {"interaction": describe_interaction(event, page, find_page_url(page, request), before, state)}
        case JobCompleted():
            data = {} if extract is None else {"data": extract}
            return {
                "result_data": {**_describe_result(event, before), **data},
                "result_summary": _summarise(event, before),
                "completed_at": event.at.isoformat(),
                **_describe_end(before),
            }
        case JobFailed():
            return _describe_failure(event.code, codes.words_of(event.code), event, before)
        case JobCancelled():
            gone = CancelReason.WORKER_DEREGISTERED
            return _describe_failure(gone, gone.words, event, before)
        case JobRejected():
            code, message = describe_rejection(event.reasons)
            return {"error_code": code, "error_message": message, "completed_at": event.at.isoformat()}
        case JobTimedOut():
            return _describe_failure(TIMEOUT, event.message, event, before)
        case _:
            return {}


def describe_rejection(reasons: Sequence[Reason]) -> tuple[str, str]:
    """Return why a request is refused, as a code and as words."""
    code = reasons[0].code if reasons else codes.Refusal.REJECTED
    return code, "; ".join(f"{one.field or 'request'}: {one.message}" for one in reasons)


def _describe_failure(
    code: str, words: str, event: JobFailed | JobTimedOut | JobCancelled, before: Sequence[Event]
) -> dict[str, Any]:
    return {
        "error_code": code,
        "error_message": begin_sentence(words or code.replace("_", " ")),
        "completed_at": event.at.isoformat(),
        **_describe_end(before),
    }


def _name_worker(before: Sequence[Event]) -> dict[str, Any]:
    claim = next((event for event in reversed(before) if isinstance(event, JobClaimed)), None)
    return {"worker_id": claim.worker} if claim else {}


def find_page_url(page: PageModel | None, request: Mapping[str, Any]) -> str | None:
    """Return the page's address; the posting's where parts of the page's were hidden as the applicant's."""
    known = (page.url if page else "", str(request.get("target_url", "")))
    return next((url for url in known if url.startswith(("http://", "https://")) and "{" not in url), None)


# Modes and cost


def describe_modes(before: Sequence[Event], request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the mode that the request named, the mode in use, and whose browser it is."""
    requested = next((event for event in before if isinstance(event, JobRequested)), None)
    if requested is None:
        return {}
    chosen = _find_mode(before)
    return {
        "execution_mode": request.get("execution_mode") or "auto",
        "browser_mode": request.get("browser_mode") or "server",
        "final_mode": _MODES[chosen.work_mode if chosen else requested.work_mode],
    }


def _find_mode(before: Sequence[Event]) -> ModeChosen | None:
    """Return the mode that was chosen last since the job began, if it is not the requested one."""
    return next((event for event in reversed(list_since_begun(before)) if isinstance(event, ModeChosen)), None)


def _describe_end(before: Sequence[Event]) -> dict[str, Any]:
    return {"cost_breakdown": _break_down(before), **_describe_manual(before)}


def _break_down(before: Sequence[Event]) -> dict[str, Any]:
    """Break the cost down by purpose, in the upstream product's names; a manual asks no model."""
    by_manual = {action.id for event in before if isinstance(event, ManualFound) for action in event.actions}
    done = [event for event in before if isinstance(event, ActionVerified)]
    costs = [event for event in before if isinstance(event, CostIncurred)]
    sight = [cost for cost in costs if cost.purpose == Purpose.SEE]
    moves = [cost for cost in costs if cost.purpose in _MOVES]
    thought = [cost for cost in costs if cost.purpose not in (Purpose.SEE, *_MOVES)]
    return {
        **describe_cost(before),
        "magnitude_steps": sum(event.engine in MODELLED for event in done),
        "magnitude_cost_usd": _add_up(moves),
        "image_cost_usd": _add_up(sight),
        "reasoning_cost_usd": _add_up(thought),
        "cookbook_steps": sum(event.action_id in by_manual for event in done),
        "cookbook_cost_usd": 0.0,
    }


def _add_up(costs: Sequence[CostIncurred]) -> float:
    spent = Spent()
    for cost in costs:
        spent = spent.plus(cost)
    return float(spent.usd)


def _describe_manual(before: Sequence[Event]) -> dict[str, Any]:
    """Describe what a manual did for a job of version 1; empty for version 2, which uses none."""
    requested = next(event for event in before if isinstance(event, JobRequested))
    if requested.work_mode is None:
        return {}
    lately, chosen = list_since_begun(before), _find_mode(before)
    found = next((event for event in lately if isinstance(event, ManualFound)), None)
    reason = codes.find(chosen.reason, ModeReason) if chosen else None
    if requested.work_mode is WorkMode.AI:
        status = "ai_only"
    elif found is None:
        missed = any(isinstance(event, ManualMissed) for event in lately)
        status = "no_manual_available" if missed or reason is not None else "ai_only"
    else:
        status = "cookbook_success" if chosen is None else "cookbook_failed_fallback"
    known = {"id": found.manual_id, "health_score": found.health} if found else {"id": None, "health_score": None}
    return {"manual": {**known, "status": status, "fallback_reason": reason.words if reason else None}}


# The result


def _describe_result(event: JobCompleted, before: Sequence[Event]) -> dict[str, Any]:
    ended = {"ended_before": event.ended_before, "page": event.page, "pages": event.pages}
    return {
        "outcome": event.outcome,
        "fields_verified": _count_fields(before),
        **{name: value for name, value in ended.items() if value is not None},
    }


def _summarise(event: JobCompleted, before: Sequence[Event]) -> str:
    count = _count_fields(before)
    filled = f": {count} {'field' if count == 1 else 'fields'} filled in and read back" if count else ""
    return f"{_SUMMARIES[event.outcome]}{filled}."


def _count_fields(before: Sequence[Event]) -> int:
    return len({event.field_id for event in before if isinstance(event, ActionVerified)})
