"""What a human did, as VALET tells it: held to what is asked, given on by NATS, and answered once it counts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter

from ghosthands.contract.answer import HumanAnswer
from ghosthands.contract.body import read
from ghosthands.contract.tolerant_answer import adapt_answer
from ghosthands.domain import ids
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import HumanResolved
from ghosthands.domain.job import HumanRequested, open_request
from ghosthands.hitl_gateway import requests
from ghosthands.hitl_gateway.answer import check_fit
from ghosthands.hitl_gateway.http.answers import ResumedAnswer
from ghosthands.hitl_gateway.http.bodies import ObjectBody, described_by
from ghosthands.hitl_gateway.http.callers import AnyCaller
from ghosthands.hitl_gateway.http.documented import CONFLICT, GUARDED, MISFIT
from ghosthands.hitl_gateway.http.job_answers import status_of
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import ErrorWord, conflict
from ghosthands.hitl_gateway.http.resume_body import ResumeBody
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.hitl_gateway.http.waiting import await_history
from ghosthands.hitl_gateway.reading import read_page
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History

MANUAL = "manual"


def router(means: Means) -> APIRouter:
    """The route `/api/v1/gh/valet/resume`."""
    routes = APIRouter(prefix="/api/v1/gh/valet", tags=["valet"], responses=GUARDED)

    @routes.post("/resume/{job_id}", responses={**MISFIT, **CONFLICT}, openapi_extra=described_by(ResumeBody))
    async def resume(caller: AnyCaller, job_id: str, body: ObjectBody) -> ResumedAnswer:
        """Go on with what a human did or said; codes, credentials and answers go to the vault and nowhere else."""
        history = await means.load(job_id, caller)
        said = read(ResumeBody, body)
        ask = _find_request(history, body)
        answer = {**body, "tenant": TENANT, "job_id": history.aggregate.id, "request_id": ask.request_id}
        await _check(means, answer, ask)
        digest = hashlib.sha256(repr(sorted(answer.items())).encode(errors="replace")).hexdigest()
        await means.send("human.resolved", answer, message_id=ids.derived("over http", ask.request_id, digest))
        history = await await_history(means, history, lambda found: _is_resolved(found, ask))
        return ResumedAnswer(
            job_id=history.aggregate.id,
            status="running" if _is_resolved(history, ask) else status_of(job_of(history)),
            resolved_by=said.resolved_by,
            resolution_type=said.resolution_type or MANUAL,
        )

    return routes


def _find_request(history: History, body: Mapping[str, Any]) -> HumanRequested:
    """What the job asks. Raises Refused (409) where it asks nothing, or nothing like that any more."""
    state = job_of(history)
    ask = open_request(state)
    named = body.get("request_id")
    try:
        at = ask.at if ask else history.recorded[-1].at
        return requests.answerable(state, str(named) if named else None, given_at=at)
    except CommandRejected as refusal:
        raise conflict(ErrorWord.INVALID_STATE, state, refusal) from None


async def _check(means: Means, body: Mapping[str, Any], ask: HumanRequested) -> None:
    """Raises Invalid where the answer does not fit what is asked."""
    check_fit(read(HumanAnswer, adapt_answer(body)), ask, await read_page(means.gateway.vault, ask))


def _is_resolved(history: History, ask: HumanRequested) -> bool:
    events = history.events
    return any(isinstance(event, HumanResolved) and event.request_id == ask.request_id for event in events)
