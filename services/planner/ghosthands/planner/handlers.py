"""What planner does with each command it hears."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec

from ghosthands.chassis import logging
from ghosthands.domain import ids
from ghosthands.domain.codes import Refusal
from ghosthands.domain.errors import Permanent
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import PlanPage, PlanProposed
from ghosthands.domain.session import CommandRefused
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History, Received
from ghosthands.planner.known import Known, done_by_human
from ghosthands.planner.planning import plan
from ghosthands.vault.errors import Erased, NotInVault, SealBroken
from ghosthands.vault.keyring import Applicant
from ghosthands.vault.profile import CONSTANTS
from ghosthands.vault.vault import Vault

log = logging.get(__name__)

#: What the vault says when something is not there to be read, now or later.
_UNREADABLE = (NotInVault, Erased, SealBroken, msgspec.DecodeError)

#: What may be a yes or a no.
_SAID = ("answers.", "profile.")


class Unplannable(Permanent):
    """The page cannot be planned; `code` is what executor is told."""


class Handlers:
    """The table of `service.build`, bound to the log and the vault."""

    def __init__(self, events: EventLog, vault: Vault) -> None:
        self.events = events
        self.vault = vault

    async def on_plan_page(self, received: Received[PlanPage]) -> None:
        """Propose a plan for the page, or say why there is none; once, however often the command comes."""
        command = received.command
        history = await self.events.load(subjects.job(command.job_id))
        if history.has(received.cause.message_id(0)):
            return
        try:
            answer: PlanProposed | CommandRefused = await self._propose(received.id, command, history)
        except Unplannable as error:
            log.warning("page_not_planned", code=error.code)
            answer = CommandRefused(cause=received.id, command=PlanPage.__name__, code=error.code)
        await self.events.append_facts(history, [answer], cause=received.cause)

    async def _propose(self, command_id: str, command: PlanPage, history: History) -> PlanProposed:
        page = await self._page(command)
        keys, values = await self._data(command, page)
        known = Known(keys, skipped=command.skipped, by_human=done_by_human(history.events), values=values)
        made = await asyncio.to_thread(  # a huge page takes seconds, and signs of life must go out meanwhile
            plan,
            page,
            known,
            action_id=lambda field_id: ids.derived(command.job_id, command_id, field_id),
            only=command.only,
        )
        log.info("page_planned", **made.counts)
        return PlanProposed(
            cause=command_id,
            model_ref=command.model_ref,
            actions=made.actions,
            left_alone=made.left_alone,
            unanswered=made.unanswered,
            unclear=made.unclear,
        )

    async def _page(self, command: PlanPage) -> PageModel:
        try:
            return msgspec.json.decode(await self.vault.get_page_model(command.model_ref), type=PageModel)
        except _UNREADABLE:
            raise Unplannable(
                f"cannot plan a page of job {command.job_id}: no page model", Refusal.NO_PAGE_MODEL
            ) from None

    async def _data(self, command: PlanPage, page: PageModel) -> tuple[frozenset[str], Mapping[str, str]]:
        """What the applicant has for this page, by key, and what they said: login data only for its own host."""
        person = Applicant(command.tenant, command.applicant)
        try:
            data = await self.vault.get_applicant_data(person, command.job_id, with_files=False)
        except _UNREADABLE:
            message = f"cannot plan a page of job {command.job_id}: no applicant data"
            raise Unplannable(message, Refusal.NO_APPLICANT_DATA) from None
        here = frozenset(data.at(urlsplit(page.url).hostname or "").keys())
        said = {key: data.value(key) for key in here if key.startswith(_SAID)}
        return here, {**said, **CONSTANTS}
