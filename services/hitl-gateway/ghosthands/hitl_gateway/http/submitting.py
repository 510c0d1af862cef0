"""Submits a request that came over HTTP to job-intake by NATS, under an id that the sender gets at once.

The id derives from the request's key, or from VALET's task where it has none, as VALET's never do: a sender that
repeats the request, because the first answer was lost, gets the same job. With a user's token it derives from the user
too, so that no user takes a task or key of VALET's or of another user; nor do they take the task's name, under which
VALET hears of its jobs and reads them in the tables. A request for another person than the one whose job has the id is
refused, since the sender would take that job for its own. The message is stored first, then the
receipt on the job's log; job-intake recognises a repeat of either. The route waits a moment for its verdict, so that
a request it refuses at once (a forbidden address, a second application to the posting) is refused here at once too,
with its reasons; the route does not wait for what job-intake has to fetch first.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from ghosthands.contract.request import JobRequest, parse
from ghosthands.contract.tolerant import adapt
from ghosthands.domain import ids
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.job import JobRejected, JobRequested, Phase, Reason, RequestReceived
from ghosthands.hitl_gateway.http import valets_alone
from ghosthands.hitl_gateway.http.callers import Caller
from ghosthands.hitl_gateway.http.job_answers import applicant_of, is_known
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import invalid
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.hitl_gateway.http.waiting import await_history
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased

#: seconds to wait for job-intake's verdict
VERDICT_SECONDS = 0.6


class Submitted(NamedTuple):
    """A request that was passed to job-intake, and its job."""

    history: History
    #: the task's name, as VALET sent it, or as it is for a user's request
    task: str
    #: whether the job was there before
    is_repeat: bool


async def submit(means: Means, caller: Caller, body: Mapping[str, Any]) -> Submitted:
    """Submit the request as a job, unless it is one already. Raises Refused, Invalid, StreamUnavailable."""
    sent = {**body, "tenant": TENANT, "idempotency_key": _find_key(body)}
    request = parse(adapt(sent).body, size=len(msgspec.json.encode(sent)))
    caller.check_user(str(request.valet_user_id))
    valets_alone.check(caller, request)
    applicant = ids.applicant_id(TENANT, str(request.valet_user_id))
    key, task = _scope_key(caller, str(request.idempotency_key)), _scope_task(caller, request.valet_task_id)
    sent |= {"idempotency_key": key, "valet_task_id": task}
    data = msgspec.json.encode(sent)
    job_id = ids.job_id(TENANT, key)
    history = await means.events.load(subjects.job(job_id))
    _require_own(history, applicant, body)
    phase = job_of(history).phase
    is_repeat = is_known(history) and phase is not Phase.REJECTED
    if not is_repeat:
        await _keep_address(means, Applicant(TENANT, applicant), job_id, request)
    if not is_repeat or phase is Phase.NEW:
        message_id = ids.derived("over http", job_id, len(history.recorded), data)
        await means.send("job.requested", sent, message_id=message_id)
    if not is_repeat:
        received = RequestReceived(
            at=means.gateway.now(), tenant=TENANT, applicant=applicant, task=subjects.token(task)
        )
        cause = Cause(command_id=ids.derived("received", job_id), tenant=TENANT, correlation=job_id)
        await means.events.append_facts(history, [received], cause=cause)
        history = await _await_verdict(means, history)
        _require_own(history, applicant, body)  # of two requests at once, job-intake takes one
    return Submitted(history, task, is_repeat)


async def _keep_address(means: Means, person: Applicant, job_id: str, request: JobRequest) -> None:
    """Keep the address for a refusal that comes after our answer, in which case job-intake keeps no request."""
    if request.callback_url is None:
        return
    kept = {"callback_url": str(request.callback_url), "valet_task_id": request.valet_task_id}
    with suppress(Erased):
        await means.gateway.vault.put_callback(person, job_id, kept)


def _find_key(body: Mapping[str, Any]) -> Any:
    """Return the request's own key, else one made of its task: VALET submits each task once."""
    given = body.get("idempotency_key")
    return given if given not in (None, "") else f"task {subjects.token(str(body.get('valet_task_id')))}"


def _scope_key(caller: Caller, key: str) -> str:
    """Return the key under which job-intake knows the job; for a user's request, one of that user alone."""
    return key if caller.user is None else f"user {caller.user} {ids.derived('key', key)}"


def _scope_task(caller: Caller, task: str) -> str:
    """Return the name under which the job's task is told; for a user's request, one of that user alone."""
    return task if caller.user is None else ids.derived("user's task", caller.user, task)


def _require_own(history: History, applicant: str, body: Mapping[str, Any]) -> None:
    """Raise Refused (422), naming the field that is taken, where the job is another applicant's."""
    if applicant_of(history) not in (None, applicant):
        field = "valet_task_id" if body.get("idempotency_key") in (None, "") else "idempotency_key"
        message = "a job of another person has it: send one of its own"
        raise invalid(Reason(field, RequestFault.ID_TAKEN, message))


async def _await_verdict(means: Means, before: History) -> History:
    """Return the job's history once job-intake has judged the request, or as it is after VERDICT_SECONDS.

    Raises Refused with job-intake's reasons.
    """

    def find_verdict(history: History) -> object:
        new = (one.event for one in reversed(history.recorded) if one.sequence > before.last_sequence)
        return next((event for event in new if isinstance(event, JobRequested | JobRejected)), None)

    history = await await_history(means, before, lambda history: bool(find_verdict(history)), seconds=VERDICT_SECONDS)
    verdict = find_verdict(history)
    if isinstance(verdict, JobRejected):
        raise invalid(*verdict.reasons)
    return history if is_known(history) else await means.events.refresh(before)
