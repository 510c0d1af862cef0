"""Of the buttons that send one form, none that sends it elsewhere is pressed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ghosthands.browser_host.page import purpose
from ghosthands.browser_host.page.inventory import RawButton, RawControl
from ghosthands.domain.page import ButtonModel, ButtonRole, Locator


def button(text: str, target: str) -> ButtonModel:
    return ButtonModel(id=text, locator=Locator(text), text=text, role=ButtonRole.SUBMIT, target=target, form=1)


RAW = RawButton("button", "", "", submits=True, link=False, enabled=True, hint="", aside=False, form_fields=2)


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
    senders = [(("", 1), RAW, button(text, target)) for text, target in buttons.items()]
    assert [found.text for found in purpose.find_rivals(senders)] == rivals


def test_the_buttons_of_another_form_are_no_rivals() -> None:
    senders = [(("", 1), RAW, button("Submit", "now")), (("0", 1), RAW, button("Submit your application", "there"))]
    assert not list(purpose.find_rivals(senders))


def test_a_button_that_sends_the_form_where_it_says_itself_is_plainer_than_a_shorter_one() -> None:
    stray = replace(RAW, strays=True)
    senders = [(("", 1), RAW, button("Submit now", "now")), (("", 1), stray, button("Send", "partners"))]
    assert [found.text for found in purpose.find_rivals(senders)] == ["Send"]


@pytest.mark.parametrize(
    ("at", "is_unrelated"),
    [
        ("/jobs/9", True),
        ("/careers/planner", True),
        ("/jobs/7", False),
        ("/jobs/7/apply", False),
        ("/bewerbung/7", False),
    ],
)
def test_no_link_to_apply_makes_a_form_another_on_an_applications_own_page_or_to_another_posting(
    at: str, is_unrelated: bool
) -> None:
    asked = RawControl("email", "#e", "Email", "e", "e", "", required=True, filled=False, reachable=True, form=1)
    raw = RawButton("a", "Apply", "", False, True, True, "", False, -1, leads_to="https://acme.test/jobs/9/apply")
    link = ButtonModel(id="link", locator=Locator("a"), text="Apply", role=ButtonRole.APPLY)
    read = [(raw, link), (raw, button("Submit", "now"))]
    meant = purpose.judge([(("", 1), asked)], read, at=f"https://acme.test{at}")
    assert bool(meant.unrelated) is is_unrelated


@pytest.mark.parametrize(
    ("nearest", "further", "is_unrelated"),
    [
        ("Apply", "Refer a friend", False),
        ("Refer a friend", "Apply", True),
        ("Your details", "Refer a friend", True),
        ("Your application", "Withdraw your application", True),
        ("Apply for insurance", "", True),
        ("Planner", "Employee referral form", True),
        ("For employers", "Planner", True),
        ("For company use", "Planner", False),
        ("Looking for nurses", "", False),
        ("Planner", "", False),
    ],
)
def test_the_nearest_heading_tells_whether_a_form_names_somebody_else(
    nearest: str, further: str, is_unrelated: bool
) -> None:
    over = RawControl(
        "text",
        "#c",
        "CV link",
        "cv",
        "cv",
        nearest,
        required=True,
        filled=False,
        reachable=True,
        around=(further,),
        form=1,
    )
    read = [(RAW, button("Submit", "now"))]
    meant = purpose.judge([(("", 1), over)], read, at="https://acme.test/jobs/7")
    assert bool(meant.unrelated) is is_unrelated
