"""What pressing a button is for; a wrong `next` or `submit` could send an application."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.browser_host.page import buttons
from ghosthands.browser_host.page.inventory import RawButton
from ghosthands.domain.page import ButtonRole


def role(text: str, **more: Any) -> ButtonRole:
    plain = {
        "name": "",
        "submits": False,
        "link": False,
        "enabled": True,
        "hint": "",
        "aside": False,
        "form_fields": 6,
    }
    return buttons.role_of(RawButton(css="button", text=text, **{**plain, **more}), most_fields=6)


@pytest.mark.parametrize(
    "text",
    [
        "Next",
        "Next step",
        "Continue",
        "Save and continue",
        "Save & Continue",
        "Review",
        "Review your application",
        "Weiter",
    ],
)
def test_these_words_lead_on(text: str) -> None:
    assert role(text) is ButtonRole.NEXT


@pytest.mark.parametrize(
    "text",
    [
        "Submit",
        "Submit application",
        "Submit my application",
        "Send application",
        "Complete application",
        "Finish",
        "SUBMIT",
    ],
)
def test_these_words_send(text: str) -> None:
    assert role(text) is ButtonRole.SUBMIT


@pytest.mark.parametrize(
    "text",
    [
        "Sign in",
        "Create account",
        "Subscribe",
        "Search jobs",
        "Save job",
        "Cancel",
        "Apply with LinkedIn",
        "Continue with Google",
    ],
)
def test_these_words_do_neither(text: str) -> None:
    assert role(text) is ButtonRole.OTHER


@pytest.mark.parametrize("text", ["Attach", "Upload resume", "Browse", "Choose file", "Add attachment", "Dropbox"])
def test_these_words_choose_a_file(text: str) -> None:
    assert role(text) is ButtonRole.UPLOAD


@pytest.mark.parametrize("text", ["Back", "Previous", "‹ Back"[2:], "« Back", "Go back"])
def test_these_words_lead_back(text: str) -> None:
    assert role(text) is ButtonRole.BACK


@pytest.mark.parametrize("text", ["Apply", "Apply now", "Easy Apply", "Apply for this job", "Start your application"])
def test_apply_outside_a_form_opens_one(text: str) -> None:
    assert role(text, form_fields=-1) is ButtonRole.APPLY


def test_apply_at_the_end_of_a_form_sends_it() -> None:
    assert role("Apply now", submits=True, form_fields=6) is ButtonRole.SUBMIT


def test_an_apply_link_inside_the_form_does_not_send_it() -> None:
    assert role("Apply", link=True) is ButtonRole.APPLY


def test_the_newsletters_submit_beside_the_form_is_none() -> None:
    assert role("Submit", form_fields=1) is ButtonRole.OTHER


def test_a_cookie_banners_continue_is_none() -> None:
    assert role("Continue", aside=True) is ButtonRole.OTHER


def test_a_link_never_submits() -> None:
    assert role("Submit", link=True) is ButtonRole.OTHER


def test_a_button_without_words_is_read_by_its_name() -> None:
    assert role("→", name="Continue to next step") is ButtonRole.NEXT


def test_a_platforms_marker_stands_where_words_say_nothing() -> None:
    assert role("Los geht es", hint="submit") is ButtonRole.SUBMIT


def test_one_footer_button_is_next_or_submit_by_its_words() -> None:
    assert role("Submit", hint="next") is ButtonRole.SUBMIT
    assert role("Save and Continue", hint="submit") is ButtonRole.NEXT


def test_a_marker_of_a_mere_step_leads_on_whatever_it_says() -> None:
    assert role("Submit your answers", hint="step") is ButtonRole.NEXT
