"""Matching: pairs the steps of a recipe with the fields of a page that may have changed since.

The identity that the scan gives a field (its kind, its words, its name) decides where it is unchanged. Otherwise the
locators vote: a step gets the field that most of them find, unless another field, or another step, comes close. A
field of another kind is another field: what a control accepts is part of what it asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ghosthands.cookbook.fields import WEIGHTS, fields_of, kind_of, locators_of, options_of, section_of
from ghosthands.domain.page import AnyField, PageModel
from ghosthands.domain.questions import normalise
from ghosthands.domain.recipe import FieldLocator, LocatorKind, Recipe, RecipeStep

#: A field must be found by one of these; its position alone says too little.
_TELLING = frozenset({LocatorKind.ID, LocatorKind.NAME, LocatorKind.LABEL})
#: How far the best must be ahead of the second best.
_MARGIN = 0.3
#: The share of a page's fields that a recipe must know to be one for a similar page.
SIMILAR = 0.5


class FoundWhere(StrEnum):
    """The way a step's field was found: unchanged, moved or renamed."""

    SAME = "same"
    #: the same question, elsewhere or under another name
    MOVED = "moved"
    #: another question by its words
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class Found:
    """A recipe step and the field it was matched to."""

    step: RecipeStep
    field: AnyField
    whereabouts: FoundWhere
    #: it asks the very same, and nothing else on the page does: what the recipe knows of it holds
    is_certain: bool

    @property
    def takes_the_same(self) -> bool:
        """Whether the field offers the same options as when it was learnt; a list may load them when opened."""
        now = options_of(self.field)
        return now == self.step.options or "" in (now, self.step.options)


@dataclass(frozen=True, slots=True)
class Matched:
    """The result of matching a recipe with a page."""

    #: by the field's id
    found: Mapping[str, Found]
    #: steps whose field is not there, by their field's id
    gone: tuple[str, ...]


def find_similar(recipes: Iterable[Recipe], page: PageModel) -> Recipe | None:
    """Return the page's own recipe, else that of the most similar page; None where none is similar."""
    known = {recipe.fingerprint: recipe for recipe in recipes if recipe.is_replayable}
    if page.fingerprint in known:
        return known[page.fingerprint]
    ranked = [(_resemblance(recipe, page), recipe.sequence, recipe) for recipe in known.values()]
    alike, _, best = max(ranked, key=lambda each: each[:2], default=(0.0, 0, None))
    return best if alike >= SIMILAR else None


def _resemblance(recipe: Recipe, page: PageModel) -> float:
    """Return the share of the recipe's and the page's fields that have a telling locator in common; 0-1."""
    if recipe.platform != page.platform:
        return 0.0
    steps = [_telling(state.step.locators) for state in recipe.steps.values()]
    fields = [_telling(locators_of(field)) for field in fields_of(page)]
    common = min(_count_met(steps, fields), _count_met(fields, steps))
    return common / max(1, len(steps), len(fields))


def _telling(locators: Iterable[FieldLocator]) -> set[FieldLocator]:
    return {locator for locator in locators if locator.by in _TELLING}


def _count_met(these: Sequence[set[FieldLocator]], those: Sequence[set[FieldLocator]]) -> int:
    """Count those of `these` that share a telling locator with any of `those`."""
    every: set[FieldLocator] = set().union(*those)
    return sum(not each.isdisjoint(every) for each in these)


def match(steps: Sequence[RecipeStep], page: PageModel) -> Matched:
    """Pair steps with the page's fields; list the steps without a field."""
    fields = fields_of(page)
    by_id = {field.id: field for field in fields}
    pairs = {step.field_id: by_id[step.field_id] for step in steps if step.field_id in by_id}
    open_steps = [step for step in steps if step.field_id not in pairs]
    open_fields = [field for field in fields if field.id not in pairs]
    pairs |= _vote(open_steps, open_fields)
    asked = Counter(map(_question_of, fields))
    by_step = {step.field_id: step for step in steps}
    found = {field.id: _describe_found(by_step[step_id], field, asked) for step_id, field in pairs.items()}
    return Matched(found, tuple(step.field_id for step in steps if step.field_id not in pairs))


def _vote(steps: Sequence[RecipeStep], fields: Sequence[AnyField]) -> dict[str, AnyField]:
    """Return the field of each step by the votes of its locators; none where the vote is close."""
    votes = {
        (step.field_id, field.id): weight
        for step in steps
        for field in fields
        if (weight := _weigh(step, field)) is not None
    }
    by_id, pairs = {field.id: field for field in fields}, {}
    for (step_id, field_id), weight in votes.items():
        rivals = [other for pair, other in votes.items() if (pair[0] == step_id) != (pair[1] == field_id)]
        if all(weight - other >= _MARGIN for other in rivals):
            pairs[step_id] = by_id[field_id]
    return pairs


def _weigh(step: RecipeStep, field: AnyField) -> float | None:
    """Return the summed weight of the step's locators that find the field; None where none of them is telling."""
    if step.kind != kind_of(field):
        return None
    shared = set(step.locators) & set(locators_of(field))
    if not any(locator.by in _TELLING for locator in shared):
        return None
    return sum(WEIGHTS[locator.by] for locator in shared) + (normalise(step.section) == normalise(section_of(field)))


def _describe_found(step: RecipeStep, field: AnyField, asked: Counter[tuple[str, str]]) -> Found:
    is_asked_so = normalise(step.label) == normalise(field.label)
    is_known_so = set(step.locators) == set(locators_of(field))
    is_same_section = normalise(step.section) == normalise(section_of(field))
    whereabouts = FoundWhere.SAME if is_known_so else FoundWhere.MOVED if is_asked_so else FoundWhere.RENAMED
    is_only_one = bool(normalise(field.label)) and asked[_question_of(field)] == 1
    is_certain = is_asked_so and is_same_section and is_only_one and options_of(field) == step.options
    return Found(step, field, whereabouts, is_certain)


def _question_of(field: AnyField) -> tuple[str, str]:
    return kind_of(field), normalise(field.label)
