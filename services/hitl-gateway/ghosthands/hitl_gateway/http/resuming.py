"""The route for a human's answer from VALET: checked, passed on by NATS, and answered once it counts."""

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
from ghosthands.domain.job import HumanRequested
from ghosthands.hitl_gateway import requests
from ghosthands.hitl_gateway.answer import check_fit
from ghosthands.hitl_gateway.http.answers import ResumedAnswer
from ghosthands.hitl_gateway.http.bodies import ObjectBody, described_by
from ghosthands.hitl_gateway.http.callers import AnyCaller
from ghosthands.hitl_gateway.http.documented import CONFLICT, GUARDED, MISFIT
from ghosthands.hitl_gateway.http.job_answers import status_of
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import ErrorWord, conflict, untaken
from ghosthands.hitl_gateway.http.resume_body import ResumeBody
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.work import verdicts

MANUAL = "manual"


def router(means: Means) -> APIRouter:
    """Return the route `/api/v1/gh/valet/resume`."""
    routes = APIRouter(prefix="/api/v1/gh/valet", tags=["valet"], responses=GUARDED)

    @routes.post("/resume/{job_id}", responses={**MISFIT, **CONFLICT}, openapi_extra=described_by(ResumeBody))
    async def resume(caller: AnyCaller, job_id: str, body: ObjectBody) -> ResumedAnswer:
        """Continue the job by a human's answer; codes, credentials and values go to the vault and nowhere else."""
        history = await means.load(job_id, caller)
        said = read(ResumeBody, body)
        ask = _find_request(history, body)
        answer = {**body, "tenant": TENANT, "job_id": history.aggregate.id, "request_id": ask.request_id}
        await _check(means, answer, ask)
        digest = hashlib.sha256(repr(sorted(answer.items())).encode(errors="replace")).hexdigest()
        ack = await means.send("human.resolved", answer, message_id=ids.derived("over http", ask.request_id, digest))
        verdict = await means.hear(job_of(history).accepted_request, verdicts.ANSWER, ack)
        state = job_of(await means.events.refresh(history))
        if verdict is not None and not verdict.accepted:
            raise untaken(ErrorWord.INVALID_STATE, state, verdict)
        return ResumedAnswer(
            job_id=state.id,
            status=status_of(state) if verdict is None or state.ended else "running",
            resolved_by=said.resolved_by,
            resolution_type=said.resolution_type or MANUAL,
        )

    return routes


def _find_request(history: History, body: Mapping[str, Any]) -> HumanRequested:
    """Return the job's open request. Raises Refused (409) where there is none, or another."""
    named = body.get("request_id")
    try:
        return requests.answerable(history, str(named) if named else None)
    except CommandRejected as refusal:
        raise conflict(ErrorWord.INVALID_STATE, job_of(history), refusal) from None


async def _check(means: Means, body: Mapping[str, Any], ask: HumanRequested) -> None:
    """Raise Invalid where the answer does not fit the request."""
    check_fit(read(HumanAnswer, adapt_answer(body)), ask, await means.gateway.vault.find_page(ask.model_ref))
