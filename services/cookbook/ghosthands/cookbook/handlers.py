"""Cookbook's message handlers: they look pages up, and learn from finished jobs."""

from __future__ import annotations

from ghosthands.cookbook.finding import Finder
from ghosthands.cookbook.learning import Learner
from ghosthands.cookbook.sites import Sites
from ghosthands.domain import services
from ghosthands.domain.codes import JobFailure
from ghosthands.domain.job import JobCompleted, JobFailed
from ghosthands.domain.manual import FindManual, ManualMissed
from ghosthands.domain.recipe import FindRecipe, RecipeMissed
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Received, Recorded
from ghosthands.vault.vault import Vault


class Handlers:
    """The handlers that `service.build` registers, bound to the log and the vault."""

    def __init__(self, events: EventLog, vault: Vault) -> None:
        self.events = events
        self.sites = Sites(events)
        self._finder = Finder(self.sites, vault)
        self._learner = Learner(self.sites, vault)

    async def on_find_recipe(self, received: Received[FindRecipe]) -> None:
        """Answer with a recipe's steps for the page, or that there is none; once, however often the command comes."""
        history = await self.events.load(subjects.job(received.command.job_id))
        if history.has(received.cause.message_id(0), services.COOKBOOK):
            return
        found = await self._finder.find_recipe(received, history)
        missed = RecipeMissed(cause=received.id, fingerprint=received.command.fingerprint)
        await self.events.append_facts(history, [found or missed], cause=received.cause)

    async def on_find_manual(self, received: Received[FindManual]) -> None:
        """Answer with a manual's steps for the page, or that there is none; once, however often the command comes."""
        history = await self.events.load(subjects.job(received.command.job_id))
        if history.has(received.cause.message_id(0), services.COOKBOOK):
            return
        found = await self._finder.find_manual(received, history)
        await self.events.append_facts(history, [found or ManualMissed(cause=received.id)], cause=received.cause)

    async def on_job_completed(self, recorded: Recorded[JobCompleted]) -> None:
        """Learn from the job what it did; once, however often the event comes."""
        await self._learner.learn_pages(recorded, await self.events.load(recorded.aggregate))

    async def on_job_failed(self, recorded: Recorded[JobFailed]) -> None:
        """Learn from a failed job how its manual did; from one that ended on its budget also what it had filled."""
        history = await self.events.load(recorded.aggregate)
        if recorded.event.code == JobFailure.BUDGET_EXCEEDED:
            await self._learner.learn_pages(recorded, history)
        else:
            await self._learner.learn_manual(recorded, history, [])
