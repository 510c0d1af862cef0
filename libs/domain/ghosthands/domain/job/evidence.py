"""What a page proves of a press: that the form was not taken, shown by what a form that was taken cannot show.

A page may thank for an application, keep its button, empty its fields and mark them; another stores it and answers with
an error about a field that was right. A complaint alone proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from ghosthands.domain.codes import Evidence
from ghosthands.domain.page import FieldFact, PageSummary


def judge_refusal(before: Sequence[FieldFact], page: PageSummary, refused: frozenset[str]) -> Evidence | None:
    """What the complaints about `refused` prove, where the fields stood like `before` when it was sent; None: nothing.

    They prove it only beside our values, and of a field that was left out, or that still shows what it was given.
    """
    earlier = {field.id: field for field in before}
    if not refused or not _shows_ours(earlier, page):
        return None
    complained = [field for field in page.fields if field.id in refused]
    if any(_is_left_out(field, earlier.get(field.id)) for field in complained):
        return Evidence.VALIDATION
    return Evidence.REFUSED_VALUE if any(_is_kept(field, earlier.get(field.id)) for field in complained) else None


def _shows_ours(earlier: dict[str, FieldFact], page: PageSummary) -> bool:
    """Whether every value of ours that can be told apart still stands there; where none can, all that was filled."""
    shown = {field.id: field for field in page.fields}
    filled = [field for field in earlier.values() if field.filled]
    ours = [field for field in filled if field.equals_key] or filled
    return bool(ours) and all(field.id in shown and _is_kept(shown[field.id], field) for field in ours)


def _is_kept(field: FieldFact, before: FieldFact | None) -> bool:
    """Whether the field holds what it held."""
    return before is not None and before.filled and field.filled and field.equals_key == before.equals_key


def _is_left_out(field: FieldFact, before: FieldFact | None) -> bool:
    """Whether the field must be filled, and neither is nor was: one that was and is empty now was emptied."""
    return field.required and not field.filled and not (before is not None and before.filled)
