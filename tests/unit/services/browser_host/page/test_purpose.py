"""Of the buttons that send one form, none that sends it elsewhere is pressed."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page import purpose
from ghosthands.domain.page import ButtonModel, ButtonRole, Locator


def button(text: str, target: str) -> ButtonModel:
    return ButtonModel(id=text, locator=Locator(text), text=text, role=ButtonRole.SUBMIT, target=target, form=1)


@pytest.mark.parametrize(
    ("buttons", "rivals"),
    [
        ({"Submit now": "now", "Submit to all 12 partner companies": "copy"}, ["Submit to all 12 partner companies"]),
        ({"Submit": "now", "Submit application": "now"}, []),
        ({"Send": "share", "Submit application": "now"}, ["Send"]),
        ({"Submit to all 12 partner companies": "copy"}, []),
    ],
)
def test_of_several_addresses_that_of_the_plainest_button_counts(buttons: dict[str, str], rivals: list[str]) -> None:
    senders = [(("", 1), button(text, target)) for text, target in buttons.items()]
    assert [found.text for found in purpose.find_rivals(senders)] == rivals


def test_the_buttons_of_another_form_are_no_rivals() -> None:
    senders = [(("", 1), button("Submit", "now")), (("0", 1), button("Submit your application", "there"))]
    assert not list(purpose.find_rivals(senders))
