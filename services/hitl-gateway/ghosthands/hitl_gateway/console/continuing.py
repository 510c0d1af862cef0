"""The form to send a message to a job that is paused or has ended, which continues it as one over NATS does."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ghosthands.contract.body import Invalid, read
from ghosthands.contract.message import JobMessage
from ghosthands.domain import job
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.sentences import begin_sentence
from ghosthands.hitl_gateway.console.means import ConsoleMeans, Form, go_to, now
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.work import verdicts

#: seconds the sender waits for the verdict
WAIT_SECONDS = 5.0


class Continuing:
    """The handler of the message form on a job's page."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means

    async def say(self, request: Request, form: Form) -> Response:
        """Continue the job by the message in the form."""
        loaded = await self._means.load_job(request)
        if loaded is None:
            return self._means.show_no_job(request)
        history, state, requested = loaded
        body = {"tenant": requested.tenant, "job_id": state.id, "message": form.get("message", "")}
        try:
            job.decide(read(JobMessage, body).to(history.events, now()), state)
        except Invalid as invalid:
            why = "; ".join(reason.message for reason in invalid.reasons)
            return self._means.pages.refuse(request, 422, "Not said", f"The message {why}.")
        except CommandRejected as refusal:
            return self._means.pages.refuse(request, 409, "Not said", f"{begin_sentence(str(refusal))}.")
        ack = await self._means.bus.publish(Outgoing("job.continue", msgspec.json.encode(body)))
        verdict = await verdicts.hear(
            self._means.bus, requested.tenant, requested.task, "continue", ack.sequence, seconds=WAIT_SECONDS
        )
        if verdict is not None and not verdict.accepted:
            return self._means.pages.refuse(request, 409, "Not done", f"{begin_sentence(verdict.why)}.")
        return go_to(f"/jobs/{state.id}")
