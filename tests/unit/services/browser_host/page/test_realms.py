"""A question that a page draws anew is known by what it says, however often it says it."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page import identity, realms
from ghosthands.browser_host.page.inventory import RawControl
from ghosthands.domain.page import FieldKind, FieldModel, Locator

ASKED = "Do you need a visa to work here?"


@pytest.mark.parametrize("written", [ASKED, f"{ASKED} *", f"{ASKED} {ASKED}"])
def test_a_field_is_the_control_that_asks_the_same_under_its_name(written: str) -> None:
    control = RawControl("text", "#b", written, "visa", "b", "", required=True, filled=False, reachable=True)
    label = identity.clean(written)
    field = FieldModel(id="f", locator=Locator(css="#a"), kind=FieldKind.TEXT, label=label, name="visa", dom_id="a")
    assert realms._is_same(field, control)
    assert not realms._is_same(field, RawControl("text", "#b", "Why?", "visa", "b", "", True, False, True))
