"""A page counts as a recap only if its button plainly sends the application, and it shows more than a letter would."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page import recap
from ghosthands.browser_host.page.way_words import plain

GIVEN = {
    "profile.first_name": "Jordan",
    "profile.last_name": "Avery",
    "profile.email": "jordan@example.org",
    "profile.phone": "+1 555 0100",
    "profile.address_city": "Springfield",
}


@pytest.mark.parametrize(
    "said",
    [
        "Submit",
        "Submit application",
        "Confirm & send",
        "Send my application now",
        "Bewerbung absenden",
        "Enviar solicitud",
        "Wyślij aplikację",
        "Skicka in din ansökan",
        "Send inn søknaden",
        "応募を送信する",
        "提交申请",
    ],
)
def test_a_button_that_sends_the_application_and_no_more_sends_a_recap(said: str) -> None:
    assert recap._SENDS.fullmatch(plain(said))


@pytest.mark.parametrize(
    "said",
    [
        "Submit another application",
        "Revoke submission",
        "View submission",
        "Submit deletion request",
        "File a complaint",
        "Submit to other employers",
        "Submit for a different role",
        "Submit next application",
        "Submit once more",
        "Re-submit",
        "Submit payment",
        "Submit a review",
        "Send to recruiter",
        "Submit a referral",
        "Finish",
    ],
)
def test_a_button_of_any_other_kind_does_not(said: str) -> None:
    assert not recap._SENDS.fullmatch(plain(said))


def test_a_letter_to_the_applicant_is_no_recap() -> None:
    letter = "Dear Jordan Avery, it is with our people now. We write to jordan@example.org."
    assert not recap._repeats(letter, GIVEN)
    assert recap._repeats(f"{letter} Phone: +1 555 0100, Springfield", GIVEN)


@pytest.mark.parametrize(
    "said",
    [
        "Review your application",
        "Please check your answers before you submit",
        "Bitte prüfen Sie Ihre Angaben",
        "Ihre Bewerbung prüfen",
        "Vérifiez vos informations",
        "Controleer uw gegevens",
        "ご入力内容のご確認",
    ],
)
def test_a_heading_that_tells_to_review_says_so_by_a_verb(said: str) -> None:
    assert recap._TO_REVIEW.fullmatch(plain(said))


@pytest.mark.parametrize("said", ["Ihre Bewerbung", "Deine Angaben", "Bitte Ihre Bewerbung", "Your application"])
def test_a_heading_that_only_names_the_application_does_not(said: str) -> None:
    assert not recap._TO_REVIEW.fullmatch(plain(said))


@pytest.mark.parametrize(
    "said",
    [
        "You're almost done!",
        "Your application has been saved. It has not yet been submitted.",
        "Ihre Bewerbung ist noch nicht abgesendet.",
        "Plus qu'une dernière étape",
        "Je bent bijna klaar",
        "まだ送信されていません",
    ],
)
def test_a_page_may_say_that_nothing_is_sent_yet(said: str) -> None:
    assert recap._UNSENT.search(plain(said))


@pytest.mark.parametrize(
    "said",
    ["We will be in touch before the end of the month.", "Your application is complete.", "The next step is ours."],
)
def test_a_page_that_says_what_follows_does_not(said: str) -> None:
    assert not recap._UNSENT.search(plain(said))


@pytest.mark.parametrize(
    "shown", ["(512) 555-0100", "1-512-555-0100", "15125550100", "+1 512.555.0100", "Phone: 512\u00a0555 0100, Austin"]
)
def test_a_phone_is_shown_in_any_grouping(shown: str) -> None:
    assert recap._is_shown("+1 512 555 0100", "profile.phone", shown)


@pytest.mark.parametrize("shown", ["Room 512\n555 places, 0100 hours", "512, 555 and 0100", "Reference 85125550100"])
def test_a_phone_is_not_made_up_of_digits_that_stand_apart(shown: str) -> None:
    assert not recap._is_shown("+1 512 555 0100", "profile.phone", shown)
