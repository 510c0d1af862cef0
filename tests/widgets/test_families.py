"""Families of controls, as applications use them: filled, verified, and held by the form's own state.

What may be given up is listed; what is said to hold is never anything else, in whatever family.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from .conftest import Open
from .families import FAMILIES
from .judging import RIGHT, WRONG, fare

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

#: family -> the labels of what is known not to be filled there
GIVEN_UP: dict[str, set[str]] = {
    "mantine": {"Available from"},  # now and then on a busy machine, behind the calendar of the field before it
    "rsuite": {
        "Skills",  # tags in a box that belongs to no list
        "Preferred interview time",  # a mask that takes other digits than are typed
    },
    "ark_ui": {"Certifications"},  # what was picked is shown by words alone, outside the box
    "grommet": {
        "Days available",  # only how many were picked is said, once the list is closed
        "Available from",  # a button without words, and nothing that says what it opens
        "Preferred interview time",  # parts of a time below a group that is named by what it is
    },
    "naive_ui": {
        "Skills",  # a button that turns into a box
        "Certifications",  # tags in a box that is not seen before it is pressed
        "Preferred location",  # trees without roles
        "Office",
        "Rate your SQL skills",  # stars that say nothing
    },
    "jquery_ui": {"Willing to travel (%)"},  # a handle without a role beside a box that is read-only
    "scripts": {"Certifications"},  # tags in a box that is named by what it is
    "home_made": {
        "Preferred shifts",  # nothing says that several may be pressed, or what is sent for them
        "Skills",
        "Locations",  # two lists, entries moved from one into the other
    },
    "home_made_more": {
        "Earliest interview day",
        "Willing to travel",  # dragged by the mouse alone
        "LinkedIn profile",  # folded away twice
        "Employer",  # in a dialog that a button opens
    },
}


@pytest.mark.parametrize("family", FAMILIES)
async def test_every_control_of_a_family_is_right_or_known_to_be_given_up(see: Open, page: Page, family: str) -> None:
    await see(family)
    fared = await fare(page, FAMILIES[family])
    assert WRONG not in fared.values(), fared
    given_up = GIVEN_UP.get(family, set())
    assert {label: told for label, told in fared.items() if told != RIGHT and label not in given_up} == {}
