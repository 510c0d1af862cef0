"""Proof of a refusal: a page shows that the form was not accepted by what an accepted form cannot show.

A site may thank for an application, keep its button, empty its fields and mark them; another stores it and complains
about a field that was right. A complaint alone proves nothing, and nor does a value that the page had there by itself,
such as the country of a list: it shows that in any form, sent or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ghosthands.domain.codes import Evidence
from ghosthands.domain.job.held import HeldField
from ghosthands.domain.page import FieldFact, PageSummary
from ghosthands.domain.plan import ActionKind


def judge_refusal(
    before: Sequence[FieldFact], held: Iterable[HeldField], page: PageSummary, refused: frozenset[str]
) -> Evidence | None:
    """Return what the complaints about `refused` prove, given the fields `before` the press; None if nothing.

    They prove a refusal only if what we wrote still shows, and only for a field that was left out or keeps its value.
    """
    earlier = {field.id: field for field in before}
    if not refused or not _shows_ours(held, earlier, page):
        return None
    complained = [field for field in page.fields if field.id in refused]
    if any(_is_left_out(field, earlier.get(field.id)) for field in complained):
        return Evidence.VALIDATION
    return Evidence.REFUSED_VALUE if any(_is_kept(field, earlier.get(field.id)) for field in complained) else None


def _shows_ours(held: Iterable[HeldField], earlier: dict[str, FieldFact], page: PageSummary) -> bool:
    """Whether everything that was typed still shows; where nothing was, everything that was chosen.

    A server that refuses a form often draws its lists and boxes anew, but not the texts. Files it never gives back.
    """
    shown = {field.id: field for field in page.fields}
    changed = {one.field_id: one.changed_by for one in held if one.changed_by not in (None, ActionKind.UPLOAD)}
    ours = [field_id for field_id, action in changed.items() if action is ActionKind.FILL] or list(changed)
    return bool(ours) and all(each in shown and _is_kept(shown[each], earlier.get(each)) for each in ours)


def _is_kept(field: FieldFact, before: FieldFact | None) -> bool:
    """Whether the field still holds the same value."""
    return before is not None and before.filled and field.filled and field.equals_key == before.equals_key


def _is_left_out(field: FieldFact, before: FieldFact | None) -> bool:
    """Whether the field is required and was empty before and after; if it was filled before, the page emptied it."""
    return field.required and not field.filled and not (before is not None and before.filled)
