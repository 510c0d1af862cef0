"""Recipes: each site's recipes as the domain folds them, and a row for each page and step that changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from ghosthands.domain import recipe
from ghosthands.domain.manual import Manual
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import NOTHING_LEARNT, Recipe, SiteRecipes, StepState
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector.folded import Folded
from ghosthands.readmodel.rows import Json, ManualRow, RecipeRow, RecipeStepRow

_UNKNOWN = Recipe(fingerprint="", platform="")


def fold(folded: Folded, known: Mapping[str, SiteRecipes], recorded: Recorded[Event]) -> None:
    """Put what the event changes of its site's recipes."""
    name = recorded.aggregate.id
    before = folded.sites.get(name) or known.get(name) or NOTHING_LEARNT
    after = recipe.evolve(before, recorded.event, recorded.sequence)
    folded.sites[name] = after
    for manual_id, one in after.manuals.items():
        if one is not before.manuals.get(manual_id):
            folded.manuals.put(_manual_row(name, one))
    for fingerprint, page in after.recipes.items():
        was = before.recipes.get(fingerprint, _UNKNOWN)
        if page is not was:
            folded.recipes.put(_page_row(name, page, recorded))
            for row in _step_rows(name, page, was, recorded):
                folded.recipe_steps.put(row)


def _manual_row(site: str, one: Manual) -> ManualRow:
    return ManualRow(
        manual_id=one.id,
        site=site,
        url_pattern=one.url_pattern,
        task_pattern=one.task_pattern,
        platform=one.platform,
        source=one.source,
        steps=Json(msgspec.json.encode(one.steps).decode()),
        health=one.health,
        successes=one.successes,
        failures=one.failures,
        retired=one.retired,
        last_verified=one.last_verified,
        last_used=one.last_used,
        created_at=one.created_at,
        sequence=one.sequence,
    )


def _page_row(site: str, page: Recipe, recorded: Recorded[Event]) -> RecipeRow:
    return RecipeRow(
        site=site,
        fingerprint=page.fingerprint,
        platform=page.platform,
        health=page.health,
        steps=len(page.steps),
        jobs=page.jobs,
        retired=not page.is_replayable,
        updated_at=recorded.at,
        sequence=recorded.sequence,
    )


def _step_rows(site: str, page: Recipe, was: Recipe, recorded: Recorded[Event]) -> Iterator[RecipeStepRow]:
    """Yield the steps that changed, and those that a relearnt page no longer has."""
    for field_id, state in page.steps.items():
        if state is not was.steps.get(field_id):
            yield _step_row(site, page, state, recorded)
    for field_id, state in was.steps.items():
        if field_id not in page.steps:
            yield _step_row(site, page, state, recorded, forgotten=True)


def _step_row(
    site: str, page: Recipe, state: StepState, recorded: Recorded[Event], *, forgotten: bool = False
) -> RecipeStepRow:
    step = state.step
    return RecipeStepRow(
        site=site,
        fingerprint=page.fingerprint,
        field_id=step.field_id,
        kind=step.kind,
        label=step.label,
        action=step.action.value if step.action else None,
        key=step.key or None,
        negated=step.negated,
        reason=step.reason or None,
        identity_percent=round(100 * step.identity),
        health=state.health,
        verified=state.verified,
        failed=state.failed,
        forgotten=forgotten,
        sequence=recorded.sequence,
    )
