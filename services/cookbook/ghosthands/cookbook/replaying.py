"""Replaying: chooses the steps of a recipe to repeat, for this applicant, on this page as it is now.

A recipe never contradicts planning: the page is planned by the rules, for the present applicant, with the recipe's
keys for the questions that no rule understands, and a step is replayed where the plan comes to the very same. So a
recipe refuses whatever planning refuses (a field that must not be filled, an answer that is neither yes nor no, a
reversed question). Where the applicant has an answer of their own, or the field has other options than before, it is
planned anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from msgspec.structs import replace

from ghosthands.cookbook.matching import Found, FoundWhere, match
from ghosthands.domain.keys import ANSWERS
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import LeftAlone, PlannedAction
from ghosthands.domain.recipe import Recipe, StepState
from ghosthands.planning.known import Known
from ghosthands.planning.matching import Match
from ghosthands.planning.plan import plan
from ghosthands.planning.tiers import recommend_again

#: How the reason of a replayed action begins; the step's field follows.
BY_RECIPE = "recipe:"


@dataclass(frozen=True, slots=True)
class Replay:
    """The part of a page that is repeated without a new plan."""

    actions: tuple[PlannedAction, ...]
    left_alone: tuple[LeftAlone, ...]
    #: ids of fields that were found elsewhere, or by another name
    moved: tuple[str, ...]
    #: steps without a field
    gone: tuple[str, ...]


def replay(
    recipe: Recipe, page: PageModel, known: Known, *, action_id: Callable[[str], str], only: Collection[str] = ()
) -> Replay:
    """Return the steps to repeat on the page, or on its fields `only`; `action_id` makes an action's id."""
    matched = match([state.step for state in recipe.steps.values()], page)
    fitting = {field_id: found for field_id, found in matched.found.items() if found.takes_the_same}
    understood = {field_id: _match_by_recipe(found) for field_id, found in fitting.items() if _is_knowledge(found)}
    planned = plan(page, known, action_id=action_id, only=only, understood=understood)
    actions = [
        _repeat(action, recipe.steps[found.step.field_id])
        for action in planned.actions
        if (found := fitting.get(action.field_id)) and _is_same(action, found)
    ]
    left = [one for one in planned.left_alone if _stays(one, fitting.get(one.field_id))]
    done = {action.field_id for action in actions} | {one.field_id for one in left}
    moved = (name for name, found in fitting.items() if found.whereabouts is not FoundWhere.SAME and name in done)
    return Replay(tuple(actions), tuple(left), tuple(moved), matched.gone)


def _is_knowledge(found: Found) -> bool:
    """Whether the recipe may answer a question that no rule understands."""
    return found.is_certain and found.step.key.startswith(("profile.", ANSWERS))


def _match_by_recipe(found: Found) -> Match:
    return Match(found.step.key, found.step.confidence, "recipe")


def _is_same(action: PlannedAction, found: Found) -> bool:
    """Whether the planned action equals the step's."""
    step = found.step
    return (action.kind.value, action.key, action.negated) == (step.action, step.key, step.negated)


def _repeat(action: PlannedAction, state: StepState) -> PlannedAction:
    reason = BY_RECIPE + state.step.field_id
    return replace(action, reason=reason, tier=recommend_again(state), confidence=state.step.confidence)


def _stays(left: LeftAlone, found: Found | None) -> bool:
    """Whether the field is left alone again: for the same reason, because this applicant said nothing for it."""
    return found is not None and found.step.action is None and found.step.reason == left.reason
