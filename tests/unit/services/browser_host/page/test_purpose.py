"""Of the buttons that send one form, none that sends it elsewhere is pressed."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page import purpose
from ghosthands.browser_host.page.inventory import RawButton, RawControl
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


@pytest.mark.parametrize(("at", "is_unrelated"), [("/jobs/7", True), ("/jobs/7/apply", False), ("/bewerbung/7", False)])
def test_on_an_applications_own_page_a_link_to_apply_makes_no_form_another(at: str, is_unrelated: bool) -> None:
    asked = RawControl("email", "#e", "Email", "e", "e", "", required=True, filled=False, reachable=True, form=1)
    raw = RawButton("a", "Apply", "", False, True, True, "", False, -1, leads_to="https://acme.test/jobs/9/apply")
    link = ButtonModel(id="link", locator=Locator("a"), text="Apply", role=ButtonRole.APPLY)
    read = [(raw, link), (raw, button("Submit", "now"))]
    meant = purpose.judge([(("", 1), asked)], read, at=f"https://acme.test{at}")
    assert bool(meant.unrelated) is is_unrelated
