"""Planner's command handlers, one for each command it hears."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ghosthands.chassis import logging
from ghosthands.domain import ids, services
from ghosthands.domain.budget import find_exceeded
from ghosthands.domain.codes import Refusal
from ghosthands.domain.errors import Permanent
from ghosthands.domain.job import JobRequested
from ghosthands.domain.keys import ANSWERS, DRAFTS, RESUME
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import PlanPage, PlanProposed
from ghosthands.domain.session import CommandRefused
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History, Received
from ghosthands.messaging.work.places import Places, Shares, WaitingPlace
from ghosthands.messaging.work.turns import Seeker
from ghosthands.models import BudgetMeter, HiddenValues, Ledgers, ModelGateway, Payer, Unlimited, Wish
from ghosthands.planner.asking import Asking, count_call
from ghosthands.planner.job_log import JobLog
from ghosthands.planner.resume import read_resume
from ghosthands.planning import drafting, remembering
from ghosthands.planning.known import Known
from ghosthands.planning.plan import PagePlan, plan
from ghosthands.planning.proving import Sources
from ghosthands.planning.question import Questions
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import UNREADABLE
from ghosthands.vault.profile import ApplicantData
from ghosthands.vault.vault import Vault

log = logging.get(__name__)

#: how many pages may wait for models at once
SHARES = Shares(places=64, of_server=24, of_tenant=32, of_tenant_at_server=16, of_applicant=8)


class Unplannable(Permanent):
    """The page cannot be planned; executor gets `code`."""


class Handlers:
    """The handlers that `service.build` registers, bound to the log and the vault."""

    def __init__(self, events: EventLog, vault: Vault, models: ModelGateway, ledgers: Ledgers) -> None:
        self.events = events
        self.vault = vault
        self.models = models
        self.ledgers = ledgers
        #: the places of pages that wait for models
        self.places = Places(SHARES)

    async def on_plan_page(self, received: Received[PlanPage]) -> None:
        """Propose a plan for the page, or refuse with a reason; once, however often the command comes.

        Raises NotYet while others go first at the model, or while another page of the job is being planned.
        """
        job_id = received.command.job_id
        with self.places.handed_out(job_id) as place:  # delivered again meanwhile, it asks no model again
            history = await self.events.load(subjects.job(job_id))
            if not history.has(received.cause.message_id(0), services.PLANNER):
                await self._plan(received, history, place)

    async def _plan(self, received: Received[PlanPage], history: History, place: WaitingPlace) -> None:
        job_log = JobLog(self.events, history, received.cause)
        asking = self._open_asking(job_log)
        try:
            answer: PlanProposed | CommandRefused = await self._propose(received, history, asking, place)
        except Unplannable as error:
            log.warning("page_not_planned", code=error.code)
            answer = CommandRefused(cause=received.id, command=PlanPage.__name__, code=error.code)
        await job_log.answer(answer)

    def _open_asking(self, job_log: JobLog) -> Asking:
        """Open the job's account with the models; an account whose budget is spent asks nothing."""
        history = job_log.history
        payer = Payer.of(history, self.models.installation.budgets)
        if payer is None:
            return Asking(self.models, Wish(), Unlimited(), may_ask=False)
        meter = BudgetMeter(self.ledgers, payer, job_log.tell, on_call=count_call)
        return Asking(self.models, _read_wish(history), meter, may_ask=find_exceeded(history.events) is None)

    async def _propose(
        self, received: Received[PlanPage], history: History, asking: Asking, place: WaitingPlace
    ) -> PlanProposed:
        command_id, command = received.id, received.command
        page = await self._page(command)
        data = await self._data(command)
        known = Known.of(data, page, skipped=command.skipped, events=history.events, today=received.at.date())

        async def make(**more: Any) -> PagePlan:
            def name(field_id: str) -> str:
                return ids.derived(command.job_id, command_id, field_id)

            # a huge page takes seconds, and signs of life must go out meanwhile
            return await asyncio.to_thread(plan, page, known, action_id=name, only=command.only, **more)

        made = await make()
        unclassified = await asking.find_unclassified(page, made, known)
        servers = asking.list_servers(page, made, unclassified)
        if servers:
            place.take(_seek(received, servers))
        understood = await asking.classify(unclassified, made, known)
        if len(servers) > 1:
            place.leave(servers[0])
        if understood:
            made = await make(understood=understood)
        if drafted := await self._draft(command, page, made, asking):
            known = replace(known, keys=frozenset(known.keys) | drafted)
            made = await make(understood=understood)
        await self._remember(command, page, made, known)
        log.info("page_planned", **made.counts)
        return PlanProposed(
            cause=command_id,
            model_ref=command.model_ref,
            actions=made.actions,
            left_alone=made.left_alone,
            unanswered=made.unanswered,
            unclear=made.unclear,
            beyond=made.beyond,
        )

    async def _draft(self, command: PlanPage, page: PageModel, made: PagePlan, asking: Asking) -> frozenset[str]:
        """Draft answers to the page's open questions and return the keys under which they are stored now."""
        asked = drafting.find_open(page, made) if asking.is_possible else ()
        if not asked:
            return frozenset()
        person = Applicant(command.tenant, command.applicant)
        data = await self.vault.get_applicant_data(person, command.job_id)
        resume = await asyncio.to_thread(read_resume, data.file(RESUME)) if RESUME in data else ""
        values = data.all_values()
        lines = drafting.list_sources(values, resume)
        drafts = await asking.draft(asked, lines, Sources(lines), HiddenValues(drafting.find_hidden(values)))
        questions = Questions(page)
        keys = {questions.key(field): drafts[field.id] for field in page.fields if field.id in drafts}
        for key, draft in keys.items():
            await self.vault.put_draft(person, command.job_id, key, draft)
        return frozenset(f"{DRAFTS}{key}" for key in keys)

    async def _remember(self, command: PlanPage, page: PageModel, made: PagePlan, known: Known) -> None:
        """Remember the request's answers to this form's questions, for other forms that ask the same."""
        own = (action for action in made.actions if action.key == f"{ANSWERS}{action.question_key}")
        kept = remembering.list_kept(page, {action.question_key: known.values[action.key] for action in own})
        new = {key: answer for key, answer in kept.items() if known.remembered.get(key) != answer}
        await self.vault.remember(Applicant(command.tenant, command.applicant), new)

    async def _page(self, command: PlanPage) -> PageModel:
        """Return the page model. Raises Unplannable, NewerMessage."""
        try:
            return await self.vault.read_page(command.model_ref)
        except UNREADABLE:
            message = f"cannot plan a page of job {command.job_id}: no page model"
            raise Unplannable(message, Refusal.NO_PAGE_MODEL) from None

    async def _data(self, command: PlanPage) -> ApplicantData:
        """Return the applicant's data for this job."""
        person = Applicant(command.tenant, command.applicant)
        try:
            return await self.vault.get_applicant_data(person, command.job_id, with_files=False)
        except UNREADABLE:
            message = f"cannot plan a page of job {command.job_id}: no applicant data"
            raise Unplannable(message, Refusal.NO_APPLICANT_DATA) from None


def _seek(received: Received[PlanPage], servers: Sequence[str]) -> Seeker:
    command, (server, *behind) = received.command, servers
    return Seeker(
        command.job_id,
        command.tenant,
        command.applicant,
        server,
        asked_at=received.at.timestamp(),
        behind=tuple(behind),
    )


def _read_wish(history: History) -> Wish:
    """Return the models that the job wishes for."""
    requested = next((event for event in history.events if isinstance(event, JobRequested)), None)
    return Wish.of(requested) if requested else Wish()
