"""Learning: turns what a finished job did into recipes and manuals, and judges those that the job used."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from ghosthands.chassis import logging
from ghosthands.cookbook import manuals
from ghosthands.cookbook.pages import read_page
from ghosthands.cookbook.recording import PageVisit, Recording, steps_of
from ghosthands.cookbook.sites import Sites
from ghosthands.domain.job import JobCompleted, JobFailed, JobRequested, Outcome
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel
from ghosthands.domain.recipe import RecipeRecorded
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.vault.vault import Vault

log = logging.get(__name__)


class Learner:
    """Writes on sites what jobs did there; once a job, however often it is redelivered."""

    def __init__(self, sites: Sites, vault: Vault) -> None:
        self._sites = sites
        self._vault = vault

    async def learn_pages(self, recorded: Recorded[JobCompleted] | Recorded[JobFailed], history: History) -> None:
        """Write what the job did to each page, and how the recipes it used did; then learn its manual."""
        told = Recording.of(recorded.aggregate.id, [(one.event, one.sequence) for one in history.recorded])
        learnt: defaultdict[str, list[Event]] = defaultdict(list)
        seen: list[tuple[PageVisit, PageModel]] = []
        for visit in told.visits():
            model = await read_page(self._vault, visit.page.model_ref)
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
            await self._sites.learn(site, events, cause=recorded.cause.at_stage("recipes", site))
            log.info("recipes_learnt", pages=len(events))
        was_sent = isinstance(recorded.event, JobCompleted) and recorded.event.outcome is Outcome.SUBMITTED
        await self.learn_manual(recorded, history, seen if was_sent else [])

    async def learn_manual(
        self, recorded: Recorded[Any], history: History, visits: list[tuple[PageVisit, PageModel]]
    ) -> None:
        """Write how the job's manual did; make a manual of a version 1 job that had none."""
        events = [one.event for one in history.recorded if one.sequence <= recorded.sequence]
        requested = next((event for event in events if isinstance(event, JobRequested)), None)
        learnt: Event | None = manuals.judge(recorded.at, recorded.aggregate.id, events)
        if learnt is None and requested is not None and requested.engine_version == 1 and visits:
            learnt = manuals.record(recorded.at, requested, visits)
        if learnt is not None and requested is not None:
            await self._sites.learn(requested.site, [learnt], cause=recorded.cause.at_stage("manuals", requested.site))
            log.info("manual_learnt", what=type(learnt).__name__)
