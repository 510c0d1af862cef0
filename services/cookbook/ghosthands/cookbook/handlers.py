"""What cookbook does with each message it hears: a page is looked up, a finished job is learnt from."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ghosthands.chassis import logging
from ghosthands.cookbook import manuals
from ghosthands.cookbook.matching import find_similar
from ghosthands.cookbook.recording import PageVisit, Recording, steps_of
from ghosthands.cookbook.replaying import replay
from ghosthands.cookbook.sites import Sites
from ghosthands.domain import ids, manual
from ghosthands.domain.codes import JobFailure
from ghosthands.domain.job import JobCompleted, JobFailed, JobRequested, Outcome
from ghosthands.domain.manual import FindManual, ManualFound, ManualMissed
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel
from ghosthands.domain.recipe import FindRecipe, RecipeFound, RecipeMissed, RecipeRecorded
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History, Received, Recorded
from ghosthands.planning.known import Known, done_by_human
from ghosthands.vault.errors import UNREADABLE
from ghosthands.vault.keyring import Applicant
from ghosthands.vault.vault import Vault

log = logging.get(__name__)


class Handlers:
    """The table of `service.build`, bound to the log and the vault."""

    def __init__(self, events: EventLog, vault: Vault) -> None:
        self.events = events
        self.vault = vault
        self.sites = Sites(events)

    async def on_find_recipe(self, received: Received[FindRecipe]) -> None:
        """Say what a recipe knows of the page, or that none does; once, however often the command comes."""
        command = received.command
        history = await self.events.load(subjects.job(command.job_id))
        if history.has(received.cause.message_id(0)):
            return
        found = await self._find(received.id, command, history)
        missed = RecipeMissed(cause=received.id, fingerprint=command.fingerprint)
        await self.events.append_facts(history, [found or missed], cause=received.cause)

    async def on_job_failed(self, recorded: Recorded[JobFailed]) -> None:
        """Learn from a job that ended on its budget, what it had filled being right; of any, how its manual fared."""
        if recorded.event.code == JobFailure.BUDGET_EXCEEDED:
            await self._learn(recorded)
        else:
            await self._learn_manual(recorded, await self.events.load(recorded.aggregate), [])

    async def on_find_manual(self, received: Received[FindManual]) -> None:
        """Say which steps of a manual belong to the page, or that there is no manual; once, however often it comes."""
        command = received.command
        history = await self.events.load(subjects.job(command.job_id))
        if history.has(received.cause.message_id(0)):
            return
        found = await self._follow(received.id, command, history)
        await self.events.append_facts(history, [found or ManualMissed(cause=received.id)], cause=received.cause)

    async def _follow(self, command_id: str, command: FindManual, history: History) -> ManualFound | None:
        """What of the manual belongs to the page; None where no manual fits, or the page cannot be read any more."""
        known_manuals = (await self.sites.read(command.site)).manuals
        page = await self._page(command.model_ref) if known_manuals else None
        if page is None:
            return None
        url, task = await self._read_task(command)
        chosen = manual.pick(known_manuals, url, task)
        known = await self._known(command, page, history)
        if chosen is None or known is None:
            return None
        taken = await asyncio.to_thread(
            manuals.take,
            chosen,
            page,
            known,
            action_id=lambda field_id: ids.derived(command.job_id, command_id, field_id),
            only=command.only,
            moved=command.moved,
        )
        log.info("manual_found", actions=len(taken.actions), failed_step=taken.failed_step)
        return ManualFound(
            cause=command_id,
            manual_id=chosen.id,
            health=chosen.health,
            model_ref=command.model_ref,
            actions=taken.actions,
            failed_step=taken.failed_step,
            move=taken.move,
        )

    async def _read_task(self, command: FindManual) -> tuple[str, str]:
        """The job's address, and its task in words."""
        try:
            kept = await self.vault.get_request(Applicant(command.tenant, command.applicant), command.job_id)
        except UNREADABLE:
            return "", ""
        return str(kept.get("target_url", "")), f"{command.job_type} {kept.get('task_description') or ''}"

    async def _learn_manual(
        self, recorded: Recorded[Any], history: History, visits: list[tuple[PageVisit, PageModel]]
    ) -> None:
        """What came of the job's manual; of a job of version 1 without one, what it did is one from now on."""
        events = [one.event for one in history.recorded if one.sequence <= recorded.sequence]
        requested = next((event for event in events if isinstance(event, JobRequested)), None)
        learnt: Event | None = manuals.judge(recorded.at, recorded.aggregate.id, events)
        if learnt is None and requested is not None and requested.engine_version == 1 and visits:
            learnt = manuals.record(recorded.at, requested, visits)
        if learnt is not None and requested is not None:
            await self.sites.learn(requested.site, [learnt], cause=recorded.cause.at_stage("manuals", requested.site))
            log.info("manual_learnt", what=type(learnt).__name__)

    async def on_job_completed(self, recorded: Recorded[JobCompleted]) -> None:
        """Learn from the job what it did; once, however often that is heard."""
        await self._learn(recorded)

    async def _learn(self, recorded: Recorded[JobCompleted | JobFailed]) -> None:
        """Learn from the job what it did to each of its pages; once, however often that is heard."""
        history = await self.events.load(recorded.aggregate)
        told = Recording.of(recorded.aggregate.id, [(one.event, one.sequence) for one in history.recorded])
        learnt: defaultdict[str, list[Event]] = defaultdict(list)
        seen: list[tuple[PageVisit, PageModel]] = []
        for visit in told.visits():
            model = await self._page(visit.page.model_ref)
            if model is not None:
                seen.append((visit, model))
            if model is not None and (steps := steps_of(visit, model)):
                learnt[visit.page.site].append(
                    RecipeRecorded(
                        job_id=recorded.aggregate.id,
                        platform=model.platform,
                        fingerprint=model.fingerprint,
                        steps=steps,
                    )
                )
        for site, tried in told.trials():
            learnt[site].append(tried)
        for site, events in learnt.items():
            await self.sites.learn(site, events, cause=recorded.cause.at_stage("recipes", site))
            log.info("recipes_learnt", pages=len(events))
        was_sent = isinstance(recorded.event, JobCompleted) and recorded.event.outcome is Outcome.SUBMITTED
        await self._learn_manual(recorded, history, seen if was_sent else [])

    async def _find(self, command_id: str, command: FindRecipe, history: History) -> RecipeFound | None:
        """What a recipe knows of the page; None where none is like it, or nothing of it is left."""
        recipes = (await self.sites.read(command.site)).recipes.values()
        page = await self._page(command.model_ref) if recipes else None
        if page is None or page.account is not None:
            return None
        known = await self._known(command, page, history)
        similar = await asyncio.to_thread(find_similar, recipes, page)
        if similar is None or known is None:
            return None
        done = await asyncio.to_thread(  # a huge page takes seconds, and signs of life must go out meanwhile
            replay,
            similar,
            page,
            known,
            action_id=lambda field_id: ids.derived(command.job_id, command_id, field_id),
            only=command.only,
        )
        log.info("recipe_found", actions=len(done.actions), left_alone=len(done.left_alone), gone=len(done.gone))
        if not done.actions and not done.left_alone:
            return None
        return RecipeFound(
            cause=command_id,
            fingerprint=command.fingerprint,
            recipe=similar.fingerprint,
            model_ref=command.model_ref,
            actions=done.actions,
            left_alone=done.left_alone,
            moved=done.moved,
            gone=done.gone,
        )

    async def _page(self, model_ref: str) -> PageModel | None:
        try:
            return msgspec.json.decode(await self.vault.get_page_model(model_ref), type=PageModel)
        except UNREADABLE:
            log.warning("page_model_unreadable")
            return None

    async def _known(self, command: FindRecipe | FindManual, page: PageModel, history: History) -> Known | None:
        """What the applicant has for the page, and what a human settled; None where that cannot be read."""
        person = Applicant(command.tenant, command.applicant)
        try:
            data = await self.vault.get_applicant_data(person, command.job_id, with_files=False)
        except UNREADABLE:
            log.warning("applicant_data_unreadable")
            return None
        keys, values = data.for_planning(urlsplit(page.url).hostname or "")
        return Known(
            keys,
            skipped=command.skipped,
            by_human=done_by_human(history.events),
            values=values,
            own=data.own_questions,
            remembered=data.remembered,
        )
