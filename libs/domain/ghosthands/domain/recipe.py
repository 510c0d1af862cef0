"""Recipes: known pages of a form, and what was filled into them; cookbook receives the commands and writes the events.

One aggregate is a site, with all its known pages by their fingerprints. A step says which *key* goes into which field,
never a value, and by which locators to find the field again. Health is a fold: it rises with verified actions and falls
with failed ones, in whichever order jobs are folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from ghosthands.domain import keys, manual, services
from ghosthands.domain.manual import Manual, ManualAdded, ManualRetired, ManualTried
from ghosthands.domain.message import Command, Event
from ghosthands.domain.plan import LeftAlone, PlannedAction

#: the kind of a step that uploads; the others are a FieldKind
FILE = "file"

FULL_HEALTH = 100
VERIFIED, FAILED = 2, -5
#: a step with less health starts a tier higher
SICK_BELOW = 50
#: a page with less health is retired: it is planned and learnt again
RETIRED_BELOW = 30


class LocatorKind(StrEnum):
    """The ways to find a field again, the most stable first."""

    ID = "id"
    NAME = "name"
    LABEL = "label"
    ROLE = "role"
    STRUCTURE = "structure"


class StepAction(StrEnum):
    """The kinds of action in a recipe, all reversible."""

    FILL = "fill"
    SELECT = "select"
    CHOOSE = "choose"
    CHECK = "check"
    UPLOAD = "upload"


class FieldLocator(msgspec.Struct, frozen=True):
    """One locator of a field."""

    by: LocatorKind
    value: str


class RecipeStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of a recipe and what to do with it: fill it from a key, or leave it alone."""

    #: the field's id on the page it was learnt on
    field_id: str
    #: a FieldKind, or FILE
    kind: str
    label: str
    section: str = ""
    #: a hash of the options it offers; empty if it takes any text
    options: str = ""
    #: the most stable first
    locators: tuple[FieldLocator, ...]
    #: how uniquely these identified the field on the page when they were saved; 0–1
    identity: float
    #: None if the field is left alone
    action: StepAction | None = None
    #: `profile.…`, `answers.<question key>`, `files.…`, `constant.…`
    key: str = ""
    negated: bool = False
    #: the confidence of the plan it was learnt from; 0–1
    confidence: float = 1.0
    #: the reason for which it is left alone
    reason: str = ""

    @property
    def is_typed(self) -> bool:
        """Whether the step contains only what a recipe may contain."""
        if self.action is None:
            return self.key == "" and bool(re.fullmatch(r"[a-z_]{1,40}", self.reason))
        return is_replayable(self.key) and (self.action is StepAction.UPLOAD) == (self.kind == FILE)


def is_replayable(key: str) -> bool:
    """Whether a recipe may fill the key's value into a field; never true of login data."""
    return keys.is_fillable(key) or key in _DERIVED


#: keys that are derived from a profile
_DERIVED = frozenset(
    {
        "profile.full_name_last_first",
        "profile.middle_initial",
        "profile.location.full",
        "profile.location.zip_and_city",
        "profile.location.city_state_zip",
        "profile.address_full",
        "profile.address_street",
        "profile.address_house_number",
    }
)


# Events


class RecipeFound(Event, frozen=True, kw_only=True):
    """A recipe knows the page, or one like it: the fields it covers need no plan."""

    cause: str
    #: of the page that was asked about
    fingerprint: str
    #: of the page that the recipe was learnt on
    recipe: str
    model_ref: str
    #: one action for each step, which its reason names: `recipe:<the step's field>`
    actions: tuple[PlannedAction, ...] = ()
    left_alone: tuple[LeftAlone, ...] = ()
    #: fields that were found elsewhere than they were learnt, or by another name
    moved: tuple[str, ...] = ()
    #: steps whose field no longer exists
    gone: tuple[str, ...] = ()


class RecipeMissed(Event, frozen=True, kw_only=True):
    """No recipe fits the page."""

    cause: str
    fingerprint: str


class RecipeRecorded(Event, frozen=True, kw_only=True):
    """A page of a finished job was learnt.

    It lists the steps that are new, or whose field was found elsewhere; a known step keeps its health.
    """

    job_id: str
    platform: str
    fingerprint: str
    steps: tuple[RecipeStep, ...]


class RecipeImported(Event, frozen=True, kw_only=True):
    """A page learnt by another installation, or earlier by this one, was imported; it replaces the known one."""

    platform: str
    fingerprint: str
    steps: tuple[RecipeStep, ...]
    #: the public key of its signer, in hex
    signer: str


class RecipeTried(Event, frozen=True, kw_only=True):
    """The results of a recipe's steps in a finished job."""

    job_id: str
    fingerprint: str
    verified: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    #: steps whose fields were not there
    gone: tuple[str, ...] = ()


class RecipeRetired(Event, frozen=True, kw_only=True):
    """A recipe was retired: its page is to be planned and learnt again."""

    fingerprint: str


# State


class StepState(msgspec.Struct, frozen=True, kw_only=True):
    """A step and its record."""

    step: RecipeStep
    health: int = FULL_HEALTH
    verified: int = 0
    failed: int = 0

    @property
    def is_sick(self) -> bool:
        """Whether the step fails so often that it starts a tier higher."""
        return self.health < SICK_BELOW


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """The recipe of a page."""

    fingerprint: str
    platform: str
    #: by field id
    steps: dict[str, StepState] = {}
    #: the number of jobs that recorded or tried it
    jobs: int = 0
    retired: bool = False
    #: the sequence of its last event
    sequence: int = 0

    @property
    def health(self) -> int:
        """The mean of its steps' health, rounded down."""
        return sum(state.health for state in self.steps.values()) // len(self.steps) if self.steps else 0

    @property
    def is_replayable(self) -> bool:
        """Whether pages are still filled by it."""
        return not self.retired and self.health >= RETIRED_BELOW


class SiteRecipes(msgspec.Struct, frozen=True):
    """A site's recipes, by fingerprint, and its manuals."""

    recipes: dict[str, Recipe] = {}
    #: by id
    manuals: dict[str, Manual] = {}


NOTHING_LEARNT = SiteRecipes()


def evolve(site: SiteRecipes, event: Event, sequence: int = 0) -> SiteRecipes:
    """Return the site after `event`; total: unknown events, and news of unknown pages, change nothing."""
    match event:
        case RecipeRecorded():
            return _put(site, _record(site.recipes.get(event.fingerprint), event, sequence))
        case RecipeImported():
            fresh = Recipe(fingerprint=event.fingerprint, platform=event.platform, sequence=sequence)
            return _put(site, replace(fresh, steps=_merge({}, event.steps)))
        case ManualAdded() | ManualTried() | ManualRetired():
            return replace(site, manuals=manual.evolve(site.manuals, event, sequence))
        case RecipeTried() if event.fingerprint in site.recipes:
            return _put(site, _try(site.recipes[event.fingerprint], event, sequence))
        case RecipeRetired() if event.fingerprint in site.recipes:
            return _put(site, replace(site.recipes[event.fingerprint], retired=True, sequence=sequence))
        case _:
            return site


def _put(site: SiteRecipes, recipe: Recipe) -> SiteRecipes:
    return replace(site, recipes={**site.recipes, recipe.fingerprint: recipe})


def _record(known: Recipe | None, event: RecipeRecorded, sequence: int) -> Recipe:
    """Return the recipe with the learnt steps; nothing is kept of a retired one."""
    if known is None or not known.is_replayable:
        known = Recipe(fingerprint=event.fingerprint, platform=event.platform)
    return replace(known, steps=_merge(known.steps, event.steps), jobs=known.jobs + 1, sequence=sequence)


def _merge(known: dict[str, StepState], learnt: Iterable[RecipeStep]) -> dict[str, StepState]:
    """Merge the learnt steps into the known ones; an unchanged step keeps its health."""
    merged = dict(known)
    for step in learnt:
        before = known.get(step.field_id)
        same = before is not None and _does(before.step) == _does(step)
        merged[step.field_id] = replace(before, step=step) if before and same else StepState(step=step)
    return merged


def _does(step: RecipeStep) -> tuple[object, ...]:
    return step.kind, step.action, step.key, step.negated, step.reason


def _try(recipe: Recipe, event: RecipeTried, sequence: int) -> Recipe:
    steps = dict(recipe.steps)
    for field_id in event.verified:
        if state := steps.get(field_id):
            health = min(FULL_HEALTH, state.health + VERIFIED)
            steps[field_id] = replace(state, health=health, verified=state.verified + 1)
    for field_id in (*event.failed, *event.gone):
        if state := steps.get(field_id):
            health = max(0, state.health + FAILED)
            steps[field_id] = replace(state, health=health, failed=state.failed + 1)
    return replace(recipe, steps=steps, jobs=recipe.jobs + 1, sequence=sequence)


# Commands


class FindRecipe(Command, frozen=True, kw_only=True):
    """Find a recipe for the page, and those of its steps that fit this applicant."""

    SERVICE: ClassVar[str] = services.COOKBOOK
    VERSION: ClassVar[int] = 2

    job_id: str
    tenant: str
    site: str
    platform: str
    fingerprint: str
    applicant: str = ""
    model_ref: str = ""
    #: only these fields; empty for all
    only: tuple[str, ...] = ()
    #: questions the human chose to leave open
    skipped: tuple[str, ...] = ()
