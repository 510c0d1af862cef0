"""What pressing a button is for; a wrong `next` or `submit` could send an application."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ghosthands.browser_host.page import buttons
from ghosthands.browser_host.page.inventory import RawButton
from ghosthands.domain.page import ButtonRole

WAYS_ON = Path(__file__).parent / "ways_on"
MEANT = {
    "submit": ButtonRole.SUBMIT,
    "next": ButtonRole.NEXT,
    "back": ButtonRole.BACK,
    "elsewhere": ButtonRole.OTHER,
}


def button(text: str, **more: Any) -> RawButton:
    plain = {
        "name": "",
        "submits": False,
        "link": False,
        "enabled": True,
        "hint": "",
        "aside": False,
        "form_fields": 6,
    }
    return RawButton(css="button", text=text, **{**plain, **more})


def role(text: str, **more: Any) -> ButtonRole:
    return roles(button(text, **more))[0]


def roles(*shown: RawButton, most_fields: int = 6) -> list[ButtonRole]:
    return buttons.roles_of(shown, most_fields=most_fields)


def wordings(file: str) -> list[tuple[str, str, str]]:
    """The language, what is meant, and the words."""
    read = tomllib.loads((WAYS_ON / file).read_text(encoding="utf-8"))
    return [(language, name, text) for language, meant in read.items() for name in meant for text in meant[name]]


@pytest.mark.parametrize(("language", "meant", "text"), wordings("known.toml"))
def test_a_button_is_for_what_its_words_say(language: str, meant: str, text: str) -> None:
    assert role(text) is MEANT[meant]


@pytest.mark.parametrize("meant", MEANT)
def test_of_a_strangers_words_the_rules_find_nine_in_ten(meant: str) -> None:
    """Only how many of each language were found is told: whoever reads the words makes the rules for them."""
    said = [
        (language, role(text) is MEANT[meant]) for language, name, text in wordings("strangers.toml") if name == meant
    ]
    for language in dict.fromkeys(language for language, _ in said):
        of_language = [found for one, found in said if one == language]
        print(f"{language} {meant}: {sum(of_language)} of {len(of_language)}")
    assert sum(found for _, found in said) >= 0.9 * len(said)


def test_every_language_has_a_hundred_wordings_half_of_them_a_strangers() -> None:
    own, theirs = (Counter(language for language, _, _ in wordings(file)) for file in ("known.toml", "strangers.toml"))
    assert own.keys() == theirs.keys()
    assert all(own[language] >= 50 <= theirs[language] for language in own)


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


@pytest.mark.parametrize(
    ("text", "meant"),
    [("İLERİ", "next"), ("ONAYLA", "submit"), ("Aﬃrmer et ENVOYER", "submit"), ("Étape suivante", "next")],
)
def test_letters_are_the_same_however_they_are_written(text: str, meant: str) -> None:
    assert role(text) is MEANT[meant]


def test_what_is_sent_besides_being_uploaded_is_sent() -> None:
    assert (role("Upload and submit"), role("Upload resume")) == (ButtonRole.SUBMIT, ButtonRole.UPLOAD)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Accept the privacy policy and continue", "next"), ("View the privacy policy", "elsewhere")],
)
def test_what_leads_astray_is_told_by_what_it_leads_to(text: str, meant: str) -> None:
    assert role(text) is MEANT[meant]


def test_what_is_confirmed_outside_a_form_is_sent_where_it_is_an_application() -> None:
    assert role("Confirm", form_fields=-1) is ButtonRole.OTHER
    assert role("Confirm my application", form_fields=-1) is ButtonRole.SUBMIT


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


def test_what_a_platform_marks_as_leading_on_may_send_a_part() -> None:
    assert role("Submit Profile", hint="next") is ButtonRole.NEXT
    assert role("Submit Profile") is ButtonRole.SUBMIT


def test_a_marker_of_a_mere_step_leads_on_whatever_it_says() -> None:
    assert role("Submit your answers", hint="step") is ButtonRole.NEXT


@pytest.mark.parametrize("text", ["Let's do this", "Los geht's!", "Ok", "✓", "Done", "Save"])
def test_the_only_button_that_sends_the_form_is_its_way_on_whatever_it_says(text: str) -> None:
    assert role(text, submits=True) is ButtonRole.SUBMIT


def test_of_two_such_buttons_neither_is() -> None:
    assert roles(button("Save", submits=True), button("Go", submits=True)) == [ButtonRole.OTHER] * 2


def test_a_button_without_a_form_is_the_way_on_where_it_alone_stands_below_the_questions() -> None:
    above, below = button("Fill for me", form_fields=-1), button("Ready", form_fields=-1, last=True)
    assert roles(above, below) == [ButtonRole.OTHER, ButtonRole.SUBMIT]


@pytest.mark.parametrize("text", ["Cancel", "Sign in", "Save draft", "Add another", "Back", "Next month"])
def test_a_button_that_says_what_else_it_is_for_is_no_way_on_by_its_place(text: str) -> None:
    assert role(text, submits=True, last=True) is not ButtonRole.SUBMIT


def test_a_button_beside_one_that_is_known_is_no_way_on_by_its_place() -> None:
    assert roles(button("Save", submits=True), button("Next")) == [ButtonRole.OTHER, ButtonRole.NEXT]


def test_where_little_is_asked_no_button_is_a_way_on_by_its_place() -> None:
    assert roles(button("Go", submits=True, form_fields=1), most_fields=1) == [ButtonRole.OTHER]


def test_done_outside_a_form_sends_nothing() -> None:
    assert role("Done", form_fields=-1) is ButtonRole.OTHER


def test_to_begin_an_application_is_a_step_where_the_form_asks_already() -> None:
    assert role("Start your application") is ButtonRole.NEXT


ANOTHER = [
    "Submit another application",
    "Apply for another position",
    "Send a new application",
    "Submit again",
    "Weitere Bewerbung absenden",
    "Envoyer une autre candidature",
    "Enviar otra solicitud",
    "Invia un'altra candidatura",
    "Nog een sollicitatie versturen",
    "Wyślij kolejną aplikację",
    "別の応募を送信",
]


@pytest.mark.parametrize("text", ANOTHER)
def test_an_offer_of_another_application_leads_nowhere_on_a_page_that_asks_nothing(text: str) -> None:
    assert roles(button(text, form_fields=0, submits=True), most_fields=0) == [ButtonRole.OTHER]
    assert roles(button(text, form_fields=-1), most_fields=0) == [ButtonRole.OTHER]


def test_to_send_a_form_again_sends_it() -> None:
    assert role("Submit again", submits=True) is ButtonRole.SUBMIT


def test_a_date_to_start_on_begins_no_application() -> None:
    assert role("Start date") is ButtonRole.OTHER


@pytest.mark.parametrize("text", ["Application", "Application form", "Bewerbung", "Candidature", "応募フォーム"])
def test_the_tab_of_an_application_opens_it_beside_that_of_an_overview(text: str) -> None:
    tabs = [button("Overview", form_fields=0), button(text, form_fields=0)]
    assert buttons.roles_of(tabs, most_fields=0) == [ButtonRole.OTHER, ButtonRole.APPLY]


@pytest.mark.parametrize("text", ["Register", "Sign up", "Registrieren", "S'inscrire", "Зарегистрироваться", "注册"])
def test_who_registers_on_an_application_sends_it(text: str) -> None:
    only = button(text, submits=True)
    assert buttons.roles_of([only], most_fields=6, is_application=True) == [ButtonRole.SUBMIT]
    assert buttons.roles_of([only], most_fields=6) == [ButtonRole.OTHER]


@pytest.mark.parametrize(
    "beside",
    [
        button("Register", submits=True, link=True),
        button("Register", submits=True, aside=True),
        button("Register", submits=True, form_fields=1),
        button("Register"),
        button("Create account", submits=True),
    ],
)
def test_what_registers_elsewhere_sends_no_application(beside: RawButton) -> None:
    assert buttons.roles_of([beside], most_fields=6, is_application=True) == [ButtonRole.OTHER]


def test_an_application_with_a_button_that_sends_it_is_not_registered() -> None:
    shown = [button("Register", submits=True), button("Send", submits=True)]
    assert buttons.roles_of(shown, most_fields=6, is_application=True) == [ButtonRole.OTHER, ButtonRole.SUBMIT]


@pytest.mark.parametrize(
    "text",
    [
        "Pay and submit application",
        "Submit & pay",
        "Pay now",
        "Zahlungspflichtig absenden",
        "Payer et envoyer",
        "Pagar y enviar",
        "Betalen en versturen",
        "Zapłać i wyślij",
        "支払って送信",
        "Pay as guest",
        "Checkout as guest",
        "Upload and pay",
        "Submit payment",
        "Confirm payment",
        "Continue to payment",
        "Weiter zur Zahlung",
        "Passer au paiement",
        "Confirmar pago",
        "Continuar para o pagamento",
        "Procedi al pagamento",
        "Naar betaling",
        "Fortsätt till betalning",
        "Fortsæt til betaling",
        "Siirry maksuun",
        "Przejdź do płatności",
        "Pokračovat k platbě",
        "Перейти к платежу",
        "Ödemeye devam et",
        "お支払いへ進む",
        "결제 진행",
    ],
)
def test_a_button_that_pays_is_no_way_on_whatever_else_it_says(text: str) -> None:
    assert role(text, submits=True, last=True) is ButtonRole.OTHER


@pytest.mark.parametrize("hint", ["submit", "next", "step", "apply"])
def test_no_marker_of_a_platform_makes_a_button_that_pays_a_way_on(hint: str) -> None:
    assert role("Pay and submit", hint=hint) is ButtonRole.OTHER
    assert role("→", name="Pay and submit", hint=hint, submits=True, last=True) is ButtonRole.OTHER


def test_a_button_that_pays_by_its_name_or_registers_besides_is_no_way_on_by_its_place() -> None:
    assert role("→", name="Pay now", submits=True, last=True) is ButtonRole.OTHER
    only = button("Register and pay", submits=True)
    assert buttons.roles_of([only], most_fields=6, is_application=True) == [ButtonRole.OTHER]


def test_of_the_applications_of_several_postings_only_the_pages_own_is_opened() -> None:
    links = [
        button("Apply", form_fields=-1, link=True, leads_to=f"https://acme.test/jobs/{name}/apply") for name in "ab"
    ]
    again = button("Apply", form_fields=-1, link=True, leads_to="https://acme.test/jobs/b/apply")
    apply, other = ButtonRole.APPLY, ButtonRole.OTHER
    shown = [*links, again]
    assert buttons.roles_of(shown, most_fields=0, at="https://acme.test/jobs") == [other, other, other]
    assert buttons.roles_of(shown, most_fields=0, at="https://acme.test/jobs/b/") == [other, apply, apply]
    assert buttons.roles_of(shown[1:], most_fields=0, at="https://acme.test/jobs") == [apply, apply]


def test_what_only_tells_where_a_link_stood_makes_no_other_posting() -> None:
    top, end = (button("Apply", form_fields=-1, link=True, leads_to=f"https://acme.test/apply?src={at}") for at in "te")
    assert buttons.roles_of([top, end], most_fields=0, at="https://acme.test/jobs/7") == [ButtonRole.APPLY] * 2


@pytest.mark.parametrize(
    "same", ["http://acme.test/jobs/7/apply", "https://acme.test/jobs/7/apply/", "https://acme.test/jobs/7/apply#form"]
)
def test_one_place_in_another_wording_is_no_other_posting(same: str) -> None:
    links = [button("Apply", form_fields=-1, link=True, leads_to=to) for to in ("https://acme.test/jobs/7/apply", same)]
    assert buttons.roles_of(links, most_fields=0, at="https://acme.test/jobs/7") == [ButtonRole.APPLY] * 2


def test_the_order_of_a_query_makes_no_other_posting() -> None:
    links = [
        button("Apply", form_fields=-1, link=True, leads_to=f"https://acme.test/apply?{q}")
        for q in ("a=1&b=7", "b=7&a=1")
    ]
    assert buttons.roles_of(links, most_fields=0, at="https://acme.test/jobs/9") == [ButtonRole.APPLY] * 2


def test_a_postings_way_to_another_site_is_open_beside_a_similar_posting() -> None:
    there = ("https://hiring.test/acme/312", "https://acme.test/jobs/8")
    links = [button("Apply", form_fields=-1, link=True, leads_to=to) for to in there]
    shown = buttons.roles_of(links, most_fields=0, at="https://acme.test/jobs/7")
    assert shown == [ButtonRole.APPLY, ButtonRole.OTHER]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Update my application and submit", ButtonRole.SUBMIT),
        ("Update my application", ButtonRole.OTHER),
        ("Apply for Donate Specialist", ButtonRole.SUBMIT),
        ("Apply for Back Office Manager", ButtonRole.SUBMIT),
        ("Apply as guest", ButtonRole.NEXT),
        ("Save my application for later", ButtonRole.OTHER),
        ("Apply and pay", ButtonRole.OTHER),
        ("Withdraw my application and submit", ButtonRole.OTHER),
        ("Sign in and continue", ButtonRole.OTHER),
    ],
)
def test_the_title_of_a_job_says_nothing_of_what_a_press_does(text: str, meant: ButtonRole) -> None:
    assert role(text, submits=True) is meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Submit as priority application (£4.99)", ButtonRole.OTHER),
        ("Submit now for 5 €", ButtonRole.OTHER),
        ("Submit free application (€0.00)", ButtonRole.SUBMIT),
        ("Apply now – £25k", ButtonRole.SUBMIT),
        ("Apply: $25/hr", ButtonRole.SUBMIT),
        ("Apply now, £30,000", ButtonRole.SUBMIT),
    ],
)
def test_a_button_that_names_a_price_and_no_pay_of_a_job_is_not_pressed(text: str, meant: ButtonRole) -> None:
    assert role(text, submits=True) is meant
