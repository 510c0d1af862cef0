"""One trial: a form is filled and learnt, then changed, and filled again for somebody else; who put what where?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mutations import Form

from ghosthands.cookbook.matching import find_similar
from ghosthands.cookbook.recording import PageVisit, steps_of
from ghosthands.cookbook.replaying import replay
from ghosthands.domain import recipe
from ghosthands.domain.keys import CONSTANTS
from ghosthands.domain.page import PageModel, summarise
from ghosthands.domain.plan import PlannedAction
from ghosthands.domain.recipe import NOTHING_LEARNT, RecipeRecorded, SiteRecipes
from ghosthands.planning.known import Known
from ghosthands.planning.matching import Match
from ghosthands.planning.plan import PagePlan, plan

#: how the key begins of what is asked for the other way round
NOT = "not "


@dataclass
class Tally:
    """What came of the fields that something belongs into, and of the others."""

    right: int = 0
    #: of those, by the recipe's word
    replayed: int = 0
    #: left, or asked about
    open: int = 0
    #: the value of another key, or any where none belongs
    wrong: list[str] = field(default_factory=list)

    @property
    def of(self) -> int:
        """All the fields that something belongs into."""
        return self.right + self.open

    @property
    def rate(self) -> float:
        """The share that was filled in right, without a model."""
        return self.right / self.of if self.of else 1.0

    def add(self, other: Tally) -> None:
        """Count those too."""
        self.right += other.right
        self.replayed += other.replayed
        self.open += other.open
        self.wrong += other.wrong


def learn(form: Form, values: Mapping[str, str]) -> SiteRecipes:
    """The first application: what no rule understands is understood by a model, all is verified."""
    page, belongs = form.page(), form.belongs()
    understood = {name: Match(key.removeprefix(NOT), 0.9, "model") for name, key in belongs.items() if key}
    planned = plan(page, _known(values), action_id=str, understood=understood)
    visit = PageVisit(
        page=summarise(page, model_ref="m", site="jobs.example.com"),
        filled={action.field_id: action for action in planned.actions},
        left_alone={one.field_id: one for one in planned.left_alone},
        known=frozenset(),
    )
    steps = steps_of(visit, page)
    learnt = RecipeRecorded(job_id="first", platform=page.platform, fingerprint=page.fingerprint, steps=steps)
    return recipe.evolve(NOTHING_LEARNT, learnt, 1)


def apply_again(site: SiteRecipes, form: Form, values: Mapping[str, str]) -> Tally:
    """The second application, on the form as it is now, without a model."""
    page, known = form.page(), _known(values)
    found = find_similar(site.recipes.values(), page)
    done: list[PlannedAction] = []
    if found is not None:
        done += replay(found, page, known, action_id=str).actions
    by_recipe = {action.field_id for action in done}
    rest = [each.id for each in page.fields if each.id not in by_recipe]
    planned = plan(page, known, action_id=str, only=rest) if rest else PagePlan((), (), ())
    return _judge(form, [*done, *planned.actions], by_recipe, values)


def _judge(form: Form, actions: list[PlannedAction], by_recipe: set[str], values: Mapping[str, str]) -> Tally:
    given, tally = {**values, **CONSTANTS}, Tally()
    asked = {each.id: each.label for each in form.page().fields}
    filled = {action.field_id: action for action in actions}
    for name, truth in form.belongs().items():
        action, key = filled.get(name), (truth or "").removeprefix(NOT)
        if action is None:
            tally.open += key in given
        elif given[action.key] != given.get(key) or action.negated != (truth or "").startswith(NOT):
            tally.wrong.append(f"{action.key} into “{asked[name]}” by {action.reason}")
        else:
            tally.right += 1
            tally.replayed += name in by_recipe
    return tally


def of_page(page: PageModel, values: Mapping[str, str]) -> Form:
    """A page that was looked at, whose truth is what the rules make of it while it is as its authors made it."""
    shown = [each for each in page.fields if each.visible]
    planned = plan(page, _known(values), action_id=str)
    keys = {action.field_id: (NOT if action.negated else "") + action.key for action in planned.actions}
    return Form(tuple(shown), tuple(keys.get(each.id) for each in shown), page.platform)


def _known(values: Mapping[str, str]) -> Known:
    return Known(frozenset(values), values={**values, **CONSTANTS})
