"""What the page has chosen itself, which nothing of the applicant's explains, is asked about before it is sent."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ghosthands.domain.page import FieldKind, FieldState, OptionModel
from tests.unit.libs.planning.test_plan import field, page, planned

CHOSEN = {"state": FieldState.FILLED, "options": ("Male", "Female")}


@pytest.mark.parametrize("is_part_of", [{"required": True}, {"form": 1}])
def test_what_a_list_without_an_empty_option_has_chosen_is_asked(is_part_of: dict[str, Any]) -> None:
    asked = field("Pet at home", FieldKind.SELECT, **is_part_of, **CHOSEN)
    assert [one.field_id for one in planned(page(asked)).unclear] == [asked.id]
    assert planned(page(replace(asked, options=(OptionModel("Select", None, True), *asked.options)))).unclear == ()
    assert planned(page(asked), by_human=frozenset({asked.id})).unclear == ()
    assert planned(page(replace(asked, required=False, form=0))).unclear == ()
    assert planned(page(replace(asked, locked=True))).unclear == (), "nobody can choose another"


@pytest.mark.parametrize("label", ["Phone type", "Phone Device Type *", "Telefonart", "Votre type de téléphone"])
def test_what_kind_of_phone_the_page_has_chosen_is_left(label: str) -> None:
    asked = field(label, FieldKind.SELECT, form=1, state=FieldState.FILLED, options=("Mobile", "Home"))
    assert planned(page(asked)).unclear == ()


def test_what_the_page_has_chosen_of_required_radios_is_asked() -> None:
    asked = field("Have you ever been dismissed from a job?", FieldKind.RADIO, required=True, **CHOSEN)
    assert [one.field_id for one in planned(page(asked)).unclear] == [asked.id]
    assert planned(page(replace(asked, required=False))).unclear == ()
    assert planned(page(replace(asked, state=FieldState.EMPTY))).unclear == ()
