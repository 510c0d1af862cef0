"""Replaying: what of a recipe is done again, for this applicant, on this page as it is now.

A recipe only ever says what planning would not contradict: the page is planned by the rules, for the present applicant,
with the recipe's word on the questions that no rule understands, and a step is replayed where the plan comes to the
very same. So whatever planning refuses (a field that is not to be filled, an answer that is neither yes nor no, a
question turned round), a recipe refuses too; and where the applicant has an answer of their own, or the field other
options than before, it is planned anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from msgspec.structs import replace

from ghosthands.cookbook.matching import Found, FoundWhere, match
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
    """The part of a page that is done as it was before, without a plan."""

    actions: tuple[PlannedAction, ...]
    left_alone: tuple[LeftAlone, ...]
    #: ids of fields that were found elsewhere, or by another name
    moved: tuple[str, ...]
    #: steps without a field
    gone: tuple[str, ...]


def replay(
    recipe: Recipe, page: PageModel, known: Known, *, action_id: Callable[[str], str], only: Collection[str] = ()
) -> Replay:
    """What is done again on the page, or on its fields `only`; `action_id` names a field's action."""
    matched = match([state.step for state in recipe.steps.values()], page)
    fitting = {field_id: found for field_id, found in matched.found.items() if found.takes_the_same}
    understood = {field_id: _understand(found) for field_id, found in fitting.items() if _is_knowledge(found)}
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
    """Whether the recipe may speak for a question that no rule understands."""
    return found.is_certain and found.step.key.startswith(("profile.", "answers."))


def _understand(found: Found) -> Match:
    return Match(found.step.key, found.step.confidence, "recipe")


def _is_same(action: PlannedAction, found: Found) -> bool:
    """Whether the plan comes to what the step did."""
    step = found.step
    return (action.kind.value, action.key, action.negated) == (step.action, step.key, step.negated)


def _repeat(action: PlannedAction, state: StepState) -> PlannedAction:
    reason = BY_RECIPE + state.step.field_id
    return replace(action, reason=reason, tier=recommend_again(state), confidence=state.step.confidence)


def _stays(left: LeftAlone, found: Found | None) -> bool:
    """Whether the field is left alone again: for the same reason, as nothing this applicant said belongs there."""
    return found is not None and found.step.action is None and found.step.reason == left.reason
