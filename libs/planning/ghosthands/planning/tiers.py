"""Recommended tiers: whether our own hand is to do an action, or whoever is dearer; executor starts there if it can.

What is planned surely is our own hand's, and so is every file and every credential, whoever plans it how. What is
planned with less is worth a second opinion of where it belongs: an engine finds the field by its words, or, where it
is drawn by the page rather than the browser, by its looks. An open question is answered by a model and put in by our
own hand. A step of a recipe that failed too often before goes by its health alone.
"""

from __future__ import annotations

from ghosthands.domain import keys
from ghosthands.domain.engine import READING_TIER
from ghosthands.domain.page import AnyField, FieldKind, FileInputModel
from ghosthands.domain.recipe import StepAction, StepState

OUR_HAND, BY_TREE, BY_SIGHT = 0, 1, 3
#: confidence from which nobody else need look
SURE_ENOUGH = 0.75
#: a recipe's step of less is beyond what reads the page's tree
VERY_SICK_BELOW = 25

#: controls that the page draws itself
_DRAWN = frozenset({FieldKind.COMBOBOX, FieldKind.CONTENTEDITABLE})


def recommend(field: AnyField, key: str, confidence: float) -> int:
    """The tier that an action with this key in the field is to start at."""
    if isinstance(field, FileInputModel) or key.startswith(keys.CREDENTIALS):
        return OUR_HAND
    if key.startswith(keys.DRAFTS):
        return READING_TIER
    if confidence >= SURE_ENOUGH:
        return OUR_HAND
    return BY_SIGHT if field.kind in _DRAWN else BY_TREE


def recommend_again(state: StepState) -> int:
    """The tier that a recipe's step is to start at, by its health."""
    if not state.is_sick or state.step.action is StepAction.UPLOAD:
        return OUR_HAND
    return BY_TREE if state.health >= VERY_SICK_BELOW else BY_SIGHT
