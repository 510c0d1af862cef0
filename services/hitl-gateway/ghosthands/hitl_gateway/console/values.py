"""Shows one filled value to a visitor who may answer for it; the log says so before they see it."""

from __future__ import annotations

import uuid

from starlette.requests import Request
from starlette.responses import Response

from ghosthands.domain import keys
from ghosthands.domain.human import ValueShown
from ghosthands.domain.session import ActionStarted
from ghosthands.hitl_gateway.console.access import Visitor
from ghosthands.hitl_gateway.console.means import ConsoleMeans, Form, now
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased, NotInVault, SealBroken

#: characters of a session's id, enough to tell it from others on the log
_VISITOR = 8
#: keys whose values are never shown
_NEVER = (keys.CREDENTIALS, keys.CODE)


class Values:
    """Shows values one at a time."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means

    async def show(self, request: Request, form: Form) -> Response:
        """Show the value of one key that the job filled in, as a part of its page."""
        loaded = await self._means.load_job(request)
        if loaded is None:
            return self._means.show_no_job(request)
        history, state, requested = loaded
        key = form.get("key", "")
        if not _was_filled(history, key):
            return self._means.pages.refuse(request, 404, "No such value", "This job filled in nothing by that key.")
        try:
            person = Applicant(requested.tenant, requested.applicant)
            value = (await self._means.gateway.vault.get_applicant_data(person, state.id)).all_values()[key]
        except (KeyError, NotInVault, SealBroken, Erased):
            return self._means.pages.refuse(request, 404, "No such value", "It cannot be read any more.")
        visitor: Visitor = request.state.visitor
        shown = ValueShown(key=key, visitor=visitor.id[:_VISITOR], at=now())
        cause = Cause(command_id=str(uuid.uuid4()), tenant=requested.tenant, correlation=state.id)
        await self._means.gateway.events.append_facts(history, [shown], cause=cause)
        return self._means.pages.show(request, "value.html", value=value)


def may_be_shown(key: str) -> bool:
    """Whether the key's value may be shown: not for credentials and codes, nor for an empty key."""
    return bool(key) and not key.startswith(_NEVER)


def _was_filled(history: History, key: str) -> bool:
    if not may_be_shown(key):
        return False
    return any(isinstance(one.event, ActionStarted) and one.event.key == key for one in history.recorded)
