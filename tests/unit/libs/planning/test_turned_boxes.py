"""A box below "Please tick if you do NOT wish to:" says the opposite of its own words: nobody ticks it but a human."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_context import field


@pytest.mark.parametrize("required", [True, False])
@pytest.mark.parametrize(
    "box",
    [
        "Please tick if you do NOT wish to: Have your data processed for this application",
        "Please tick if you do not consent to: The processing of my personal data for this application",
        "Please tick if you do NOT agree: I have read the privacy policy",
        "Please tick if you do NOT wish to: Receive job alerts",
        "Bitte ankreuzen, wenn Sie nicht einverstanden sind: Verarbeitung meiner Daten für diese Bewerbung",
        "Please tick if this does not apply: I am legally authorized to work in the United States",
    ],
)
def test_such_a_box_is_never_ticked(box: str, required: bool) -> None:
    page = page_model(field(box, FieldKind.CHECKBOX, id="box", required=required))
    known = Known(keys={"constant.yes", "profile.authorized_to_work"}, values={"profile.authorized_to_work": "Yes"})
    assert not plan(page, known, action_id=str).actions
    assert bool(plan(page, known, action_id=str).unanswered) is required
