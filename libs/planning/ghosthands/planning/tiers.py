"""Recommended tiers: whether our own hand or a more expensive tier starts an action; executor follows if it can.

A confident plan is for our own hand, and so is every file and every credential. A less confident one is worth a second
opinion on the field: an engine finds it by its words, or by its looks if the page draws it rather than the browser. A
model answers an open question, and our own hand types the answer. For a recipe's step that failed too often, its health
alone decides.
"""

from __future__ import annotations

from ghosthands.domain import keys
from ghosthands.domain.engine import READING_TIER
from ghosthands.domain.page import AnyField, FieldKind, FileInputModel
from ghosthands.domain.recipe import StepAction, StepState

OUR_HAND, BY_TREE, BY_SIGHT = 0, 1, 3
#: least confidence that needs no second opinion
SURE_ENOUGH = 0.75
#: health below which a recipe's step is too sick for an engine that reads the page's tree
VERY_SICK_BELOW = 25

#: controls that the page draws itself
_DRAWN = frozenset({FieldKind.COMBOBOX, FieldKind.CONTENTEDITABLE})


def recommend(field: AnyField, key: str, confidence: float) -> int:
    """Return the tier at which to start an action with this key in the field."""
    if isinstance(field, FileInputModel) or key.startswith(keys.CREDENTIALS):
        return OUR_HAND
    if key.startswith(keys.DRAFTS):
        return READING_TIER
    if confidence >= SURE_ENOUGH:
        return OUR_HAND
    return BY_SIGHT if field.kind in _DRAWN else BY_TREE


def recommend_again(state: StepState) -> int:
    """Return the tier at which to start a recipe's step, by its health."""
    if not state.is_sick or state.step.action is StepAction.UPLOAD:
        return OUR_HAND
    return BY_TREE if state.health >= VERY_SICK_BELOW else BY_SIGHT
