"""Finding: the steps of a recipe or manual for a page, where the rules agree for the present applicant."""

from __future__ import annotations

import asyncio

from ghosthands.chassis import logging
from ghosthands.cookbook import manuals
from ghosthands.cookbook.matching import find_similar
from ghosthands.cookbook.pages import read_page
from ghosthands.cookbook.replaying import replay
from ghosthands.cookbook.sites import Sites
from ghosthands.domain import ids, manual
from ghosthands.domain.manual import FindManual, ManualFound
from ghosthands.domain.page import PageModel
from ghosthands.domain.recipe import FindRecipe, RecipeFound
from ghosthands.messaging.wire.recorded import History, Received
from ghosthands.planning.known import Known
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import UNREADABLE
from ghosthands.vault.vault import Vault

log = logging.get(__name__)


class Finder:
    """Looks up the recipes and manuals of a page's site."""

    def __init__(self, sites: Sites, vault: Vault) -> None:
        self._sites = sites
        self._vault = vault

    async def find_recipe(self, received: Received[FindRecipe], history: History) -> RecipeFound | None:
        """Return the recipe's steps for the page; None where no recipe is similar, or none of its steps remains."""
        command = received.command
        recipes = (await self._sites.read(command.site)).recipes.values()
        page = await read_page(self._vault, command.model_ref) if recipes else None
        if page is None or page.account is not None:
            return None
        known = await self._read_known(received, page, history)
        similar = await asyncio.to_thread(find_similar, recipes, page)
        if similar is None or known is None:
            return None
        done = await asyncio.to_thread(  # a huge page takes seconds, and signs of life must go out meanwhile
            replay,
            similar,
            page,
            known,
            action_id=lambda field_id: ids.derived(command.job_id, received.id, field_id),
            only=command.only,
        )
        log.info("recipe_found", actions=len(done.actions), left_alone=len(done.left_alone), gone=len(done.gone))
        if not done.actions and not done.left_alone:
            return None
        return RecipeFound(
            cause=received.id,
            fingerprint=command.fingerprint,
            recipe=similar.fingerprint,
            model_ref=command.model_ref,
            actions=done.actions,
            left_alone=done.left_alone,
            moved=done.moved,
            gone=done.gone,
        )

    async def find_manual(self, received: Received[FindManual], history: History) -> ManualFound | None:
        """Return the manual's steps for the page; None where no manual fits, or the page cannot be read any more."""
        command = received.command
        known_manuals = (await self._sites.read(command.site)).manuals
        page = await read_page(self._vault, command.model_ref) if known_manuals else None
        if page is None:
            return None
        url, task = await self._read_task(command)
        chosen = manual.pick(known_manuals, url, task)
        known = await self._read_known(received, page, history)
        if chosen is None or known is None:
            return None
        taken = await asyncio.to_thread(
            manuals.take,
            chosen,
            page,
            known,
            action_id=lambda field_id: ids.derived(command.job_id, received.id, field_id),
            only=command.only,
            moved=command.moved,
        )
        log.info("manual_found", actions=len(taken.actions), failed_step=taken.failed_step)
        return ManualFound(
            cause=received.id,
            manual_id=chosen.id,
            health=chosen.health,
            model_ref=command.model_ref,
            actions=taken.actions,
            failed_step=taken.failed_step,
            move=taken.move,
        )

    async def _read_task(self, command: FindManual) -> tuple[str, str]:
        """Return the job's address, and its task in words."""
        try:
            kept = await self._vault.get_request(Applicant(command.tenant, command.applicant), command.job_id)
        except UNREADABLE:
            return "", ""
        return str(kept.get("target_url", "")), f"{command.job_type} {kept.get('task_description') or ''}"

    async def _read_known(
        self, received: Received[FindRecipe | FindManual], page: PageModel, history: History
    ) -> Known | None:
        """Return the applicant's data for the page and a human's answers; None where the data cannot be read."""
        command = received.command
        person = Applicant(command.tenant, command.applicant)
        try:
            data = await self._vault.get_applicant_data(person, command.job_id, with_files=False)
        except UNREADABLE:
            log.warning("applicant_data_unreadable")
            return None
        return Known.of(data, page, skipped=command.skipped, events=history.events, today=received.at.date())
