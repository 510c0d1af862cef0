"""Answers NATS requests to export, import and retire recipes: exports are signed, imports must be.

An import can hold only steps of the kind that cookbook records: our keys, and actions that can be undone.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from ghosthands.cookbook.fields import MAX_LABEL
from ghosthands.cookbook.recording import MAX_STEPS
from ghosthands.cookbook.sites import Sites
from ghosthands.domain import ids
from ghosthands.domain.codes import RecipeFault
from ghosthands.domain.manual import ManualAdded, ManualRetired, ManualSource
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import Recipe, RecipeImported, RecipeRetired, RecipeStep, SiteRecipes
from ghosthands.domain.recipe_exchange import (
    ExportedRecipe,
    ManualDraft,
    ManualMeant,
    PagesOf,
    PagesTouched,
    RecipeExport,
)
from ghosthands.domain.services import COOKBOOK
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.micro import Answer, Endpoint, Micro, RequestRefused
from ghosthands.vault.signing import Signer

T = TypeVar("T")

#: the tenant of messages about recipes, which belong to no tenant
_NOBODYS = COOKBOOK


class Exchange:
    """Answers requests about recipes and manuals, from the sites."""

    def __init__(self, sites: Sites, signer: Signer) -> None:
        self._sites = sites
        self._signer = signer

    def endpoints(self, bus: Bus) -> Micro:
        """Return the NATS service with its endpoints."""
        answers: dict[str, Answer] = {
            "export": self.export,
            "import": self.take_in,
            "retire": self.retire,
            "add": self.add,
            "drop": self.drop,
        }
        asked = [Endpoint(name, subjects.recipes(name), answer, COOKBOOK) for name, answer in answers.items()]
        return Micro(bus, "recipes", asked, description="recipes, exported, imported and retired")

    async def export(self, data: bytes) -> bytes:
        """Return the recipes in use, signed. Raises RequestRefused."""
        asked = _read(data, PagesOf)
        chosen = _choose(await self._sites.read(asked.site), asked, only_live=True)
        exported = RecipeExport(site=asked.site, recipes=tuple(map(_give, chosen)), signer=self._signer.name)
        signed = msgspec.structs.replace(exported, signature=self._signer.sign(exported.signed_part()))
        return msgspec.json.format(msgspec.json.encode(signed), indent=1)

    async def take_in(self, data: bytes) -> bytes:
        """Replace the recipes of the imported pages. Raises RequestRefused, and then imports nothing."""
        export = _read(data, RecipeExport)
        self._check_signature(export)
        for one in export.recipes:
            _check(one)
        imported = [
            RecipeImported(platform=one.platform, fingerprint=one.fingerprint, steps=one.steps, signer=export.signer)
            for one in export.recipes
        ]
        return await self._say(export.site, imported, [one.fingerprint for one in export.recipes])

    async def retire(self, data: bytes) -> bytes:
        """Retire the recipes of those pages, so that they are planned and learnt anew. Raises RequestRefused."""
        asked = _read(data, PagesOf)
        pages = [one.fingerprint for one in _choose(await self._sites.read(asked.site), asked, only_live=False)]
        return await self._say(asked.site, [RecipeRetired(fingerprint=page) for page in pages], pages)

    async def add(self, data: bytes) -> bytes:
        """Add a manual that a person wrote; it replaces one for the same address and task. Raises RequestRefused."""
        draft = _read(data, ManualDraft)
        site = draft.url_pattern.partition("/")[0]
        if not site or "*" in site or not draft.task_pattern.strip():
            message = (
                "`url_pattern` is a host and a path, `*` in the path alone; `task_pattern` words of the task, or *"
            )
            raise RequestRefused(RecipeFault.UNFIT_RECIPE, message)
        if odd := [at for at, step in enumerate(draft.steps, 1) if not step.is_typed]:
            message = f"step {odd[0]} is none of a manual: it names an element, and fills from a key, never a value"
            raise RequestRefused(RecipeFault.UNFIT_RECIPE, message)
        if not 0 < len(draft.steps) <= MAX_STEPS:
            raise RequestRefused(RecipeFault.UNFIT_RECIPE, f"a manual has from 1 to {MAX_STEPS} steps")
        manual_id = ids.derived("manual", draft.url_pattern, draft.task_pattern)
        added = ManualAdded(
            at=utc_now(),
            manual_id=manual_id,
            url_pattern=draft.url_pattern,
            task_pattern=draft.task_pattern,
            platform=draft.platform,
            source=ManualSource.TEMPLATE,
            steps=draft.steps,
        )
        return await self._say(site, [added], [manual_id])

    async def drop(self, data: bytes) -> bytes:
        """Retire the manual, so that no job uses it any more. Raises RequestRefused."""
        meant = _read(data, ManualMeant)
        if meant.manual_id not in (await self._sites.read(meant.site)).manuals:
            raise RequestRefused(RecipeFault.UNKNOWN_RECIPE, f"there is no such manual for {meant.site}")
        return await self._say(meant.site, [ManualRetired(manual_id=meant.manual_id)], [meant.manual_id])

    async def _say(self, site: str, events: Sequence[Event], pages: Sequence[str]) -> bytes:
        cause = Cause(command_id=str(uuid.uuid4()), tenant=_NOBODYS, correlation=site)
        if events:
            await self._sites.learn(site, events, cause=cause)
        return msgspec.json.encode(PagesTouched(site=site, fingerprints=tuple(pages)))

    def _check_signature(self, export: RecipeExport) -> None:
        if not self._signer.trusts(export.signer):
            raise RequestRefused(
                RecipeFault.STRANGE_SIGNER,
                f"these recipes are signed by {export.signer or 'nobody'}, whom this installation does not trust;"
                " if you do, name that key in GHOSTHANDS_COOKBOOK_TRUSTED",
            )
        if not self._signer.verifies(export.signed_part(), export.signer, export.signature):
            message = "the signature does not fit: the file was changed after it was exported; nothing was imported"
            raise RequestRefused(RecipeFault.WRONG_SIGNATURE, message)


def _read(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise RequestRefused(RecipeFault.UNFIT_RECIPE, f"this is no such document: {error}") from None


def _choose(site: SiteRecipes, asked: PagesOf, *, only_live: bool) -> list[Recipe]:
    recipes = [one for one in site.recipes.values() if one.is_replayable or not only_live]
    chosen = [one for one in recipes if asked.fingerprint in (None, one.fingerprint)]
    if not chosen:
        raise RequestRefused(RecipeFault.UNKNOWN_RECIPE, f"there is no such recipe for {asked.site}")
    return chosen


def _give(recipe: Recipe) -> ExportedRecipe:
    steps = tuple(state.step for state in recipe.steps.values())
    return ExportedRecipe(platform=recipe.platform, fingerprint=recipe.fingerprint, steps=steps)


def _check(recipe: ExportedRecipe) -> None:
    odd = next((step for step in recipe.steps if not _is_fit(step)), None)
    if odd is not None or len(recipe.steps) > MAX_STEPS:
        what = f"the step for {odd.field_id[:16]}" if odd else f"more than {MAX_STEPS} steps"
        raise RequestRefused(RecipeFault.UNFIT_RECIPE, f"page {recipe.fingerprint[:16]} holds {what}: no recipe does")


def _is_fit(step: RecipeStep) -> bool:
    texts = (step.field_id, step.label, step.section, step.options, *(locator.value for locator in step.locators))
    return step.is_typed and all(len(text) <= MAX_LABEL for text in texts)
