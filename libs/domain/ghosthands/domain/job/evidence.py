"""Proof of a refusal: a page shows that the form was not accepted by what an accepted form cannot show.

A site may thank for an application, keep its button, empty its fields and mark them; another stores it and complains
about a field that was right. A complaint alone proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from ghosthands.domain.codes import Evidence
from ghosthands.domain.page import FieldFact, PageSummary


def judge_refusal(before: Sequence[FieldFact], page: PageSummary, refused: frozenset[str]) -> Evidence | None:
    """Return what the complaints about `refused` prove, given the fields `before` the press; None if nothing.

    They prove a refusal only if our values still show, and only for a field that was left out or that keeps its value.
    """
    earlier = {field.id: field for field in before}
    if not refused or not _shows_ours(earlier, page):
        return None
    complained = [field for field in page.fields if field.id in refused]
    if any(_is_left_out(field, earlier.get(field.id)) for field in complained):
        return Evidence.VALIDATION
    return Evidence.REFUSED_VALUE if any(_is_kept(field, earlier.get(field.id)) for field in complained) else None


def _shows_ours(earlier: dict[str, FieldFact], page: PageSummary) -> bool:
    """Whether all our values still show: those that can be compared, or if none can, every field that was filled."""
    shown = {field.id: field for field in page.fields}
    filled = [field for field in earlier.values() if field.filled]
    ours = [field for field in filled if field.equals_key] or filled
    return bool(ours) and all(field.id in shown and _is_kept(shown[field.id], field) for field in ours)


def _is_kept(field: FieldFact, before: FieldFact | None) -> bool:
    """Whether the field still holds the same value."""
    return before is not None and before.filled and field.filled and field.equals_key == before.equals_key


def _is_left_out(field: FieldFact, before: FieldFact | None) -> bool:
    """Whether the field is required and was empty before and after; if it was filled before, the page emptied it."""
    return field.required and not field.filled and not (before is not None and before.filled)
