"""Which tier an action is recommended for: by how sure it is, by the widget, by how its step of a recipe fared."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, FileInputModel, Locator
from ghosthands.domain.recipe import RecipeStep, StepAction, StepState
from ghosthands.planning.tiers import recommend, recommend_again

HERE = Locator(css="#field")
FILE = FileInputModel(id="resume", locator=HERE)


def drawn_as(kind: FieldKind) -> FieldModel:
    return FieldModel(id="field", locator=HERE, kind=kind, label="Anything")


@pytest.mark.parametrize(
    ("field", "key", "confidence", "tier"),
    [
        (drawn_as(FieldKind.TEXT), "profile.email", 1.0, 0),
        (drawn_as(FieldKind.TEXT), "profile.email", 0.75, 0),
        (drawn_as(FieldKind.TEXT), "profile.email", 0.74, 1),
        (drawn_as(FieldKind.SELECT), "profile.location.country", 0.65, 1),
        (drawn_as(FieldKind.RADIO), "profile.authorized", 0.6, 1),
        (drawn_as(FieldKind.COMBOBOX), "profile.location.country", 0.9, 0),
        (drawn_as(FieldKind.COMBOBOX), "profile.location.country", 0.65, 3),
        (drawn_as(FieldKind.CONTENTEDITABLE), "profile.summary", 0.65, 3),
        (drawn_as(FieldKind.TEXT), "answers.how_did_you_hear", 1.0, 0),
        (drawn_as(FieldKind.TEXTAREA), "drafts.why_us", 0.7, 2),
        (drawn_as(FieldKind.COMBOBOX), "drafts.why_us", 0.7, 2),
        (drawn_as(FieldKind.PASSWORD), "credentials.password", 0.1, 0),
        (FILE, "files.resume", 0.1, 0),
    ],
)
def test_a_tier_is_recommended_by_certainty_and_widget(
    field: FieldModel | FileInputModel, key: str, confidence: float, tier: int
) -> None:
    assert recommend(field, key, confidence) == tier


@pytest.mark.parametrize(
    ("health", "action", "tier"),
    [
        (100, StepAction.FILL, 0),
        (50, StepAction.FILL, 0),
        (49, StepAction.FILL, 1),
        (25, StepAction.SELECT, 1),
        (24, StepAction.SELECT, 3),
        (0, StepAction.FILL, 3),
        (0, StepAction.UPLOAD, 0),
    ],
)
def test_a_step_of_a_recipe_starts_where_its_health_says(health: int, action: StepAction, tier: int) -> None:
    step = RecipeStep(field_id="field", kind="text", label="Anything", locators=(), identity=1.0, action=action)
    assert recommend_again(StepState(step=step, health=health)) == tier
