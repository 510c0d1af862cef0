"""Which key a field asks for."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain.page import (
    FieldKind,
    FieldModel,
    Locator,
    OptionModel,
    PageModel,
)
from ghosthands.planning.matching import BY_PLATFORM, match
from ghosthands.planning.page_matching import match_page
from ghosthands.testkit.story import page_model


def field(label: str = "", kind: FieldKind = FieldKind.TEXT, **more: Any) -> FieldModel:
    options = tuple(OptionModel(text) for text in more.pop("options", ()))
    return FieldModel(**{"id": "f", "locator": Locator("#f"), "kind": kind, "label": label, "options": options, **more})


def page(*fields: FieldModel, platform: str = "generic") -> PageModel:
    return page_model(*fields, platform=platform)


def key_of(asked: FieldModel, platform: str = "generic") -> str | None:
    found = match(asked, platform)
    return found.key if found else None


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("First Name *", "profile.first_name"),
        ("Legal first name (required)", "profile.first_name"),
        ("Given name", "profile.first_name"),
        ("Vorname", "profile.first_name"),
        ("Prénom", "profile.first_name"),
        ("Last name", "profile.last_name"),
        ("Surname", "profile.last_name"),
        ("Nachname", "profile.last_name"),
        ("Middle name (optional)", "profile.middle_name"),
        ("Middle name or initial", "profile.middle_name"),
        ("Middle initial", "profile.middle_initial"),
        ("M.I.", "profile.middle_initial"),
        ("Preferred first name", "profile.preferred_name"),
        ("Full name", "profile.full_name"),
        ("Name", "profile.full_name"),
        ("First and last name", "profile.full_name"),
        ("Your legal name", "profile.full_name"),
        ("Attention", "profile.full_name"),
        ("ContactWith", "profile.full_name"),
        ("E-mail address", "profile.email"),
        ("Confirm your email", "profile.email"),
        ("Phone", "profile.phone"),
        ("Mobile phone number", "profile.phone"),
        ("Phone number (including country code)", "profile.phone"),
        ("Phone (10 digits, no dashes or spaces)", "profile.phone"),
        ("Phone country code", "profile.phone_country_code"),
        ("First Name First Name", "profile.first_name"),
        ("Code postal (obligatoire)", "profile.location.zip"),
        ("Ligne d’adresse 2", "profile.address_line2"),
        ("Country/Region", "profile.location.country"),
        ("Company name", "profile.current_company"),
        ("Address", "profile.address_line1"),
        ("Street address", "profile.address_line1"),
        ("Address line 2", "profile.address_line2"),
        ("Apartment, suite, etc.", "profile.address_line2"),
        ("City", "profile.location.city"),
        ("Location (City)", "profile.location.city"),
        ("State / Province", "profile.location.state"),
        ("ZIP code", "profile.location.zip"),
        ("Postleitzahl", "profile.location.zip"),
        ("Country", "profile.location.country"),
        ("Country of residence", "profile.country_of_residence"),
        ("Current location", "profile.location.full"),
        ("Where are you currently located?", "profile.location.full"),
        ("LinkedIn Profile", "profile.linkedin_url"),
        ("GitHub URL", "profile.github_url"),
        ("Portfolio", "profile.portfolio_url"),
        ("Personal website", "profile.website_url"),
        ("Current company", "profile.current_company"),
        ("Current or most recent employer", "profile.current_company"),
        ("Current job title", "profile.current_title"),
        ("Expected graduation date", "profile.graduation_date"),
        ("School", "profile.education.0.institution"),
        ("University name", "profile.education.0.institution"),
        ("Highest level of education", "profile.education.0.degree"),
        ("Field of study", "profile.education.0.field"),
        ("GPA", "profile.education.0.score"),
        ("First & middle name", "profile.first_name"),
        ("Nombre(s)", "profile.first_name"),
        ("Recipient's name", "profile.full_name"),
        ("Customer name", "profile.full_name"),
        ("Name of applicant", "profile.full_name"),
        ("Adresse électronique", "profile.email"),
        ("Adres poczty elektronicznej", "profile.email"),
        ("Mail address", "profile.email"),
        ("WhatsApp number", "profile.phone"),
        ("Số điện thoại", "profile.phone"),
        ("Correspondence address", "profile.address_line1"),
        ("Primary residential address", "profile.address_line1"),
        ("Street name / street number", "profile.address_line1"),
        ("Address second line", "profile.address_line2"),
        ("Navn (fornavn og efternavn)", "profile.full_name"),
        ("País / Región", "profile.location.country"),
        ("Address Line2", "profile.address_line2"),
        ("Municipality", "profile.location.city"),
        ("Land/Region", "profile.location.country"),
        ("Name of your current employer", "profile.current_company"),
        ("Company or institution", "profile.current_company"),
        ("Position/Title", "profile.current_title"),
        ("D.O.B.", "profile.date_of_birth"),
        ("Ημερομηνία γέννησης", "profile.date_of_birth"),
        ("Web address", "profile.website_url"),
        ("Kullanıcı adı", "credentials.username"),
        ("Where do you currently work?", "profile.current_company"),
        ("When were you born?", "profile.date_of_birth"),
        ("WhatsApp", "profile.phone"),
        ("Nombre/s y Apellido/s", "profile.full_name"),
        ("Zip and city", "profile.location.zip_and_city"),
        ("PLZ, Ort", "profile.location.zip_and_city"),
        ("Ort / PLZ", "profile.location.zip_and_city"),
        ("Code postal et ville", "profile.location.zip_and_city"),
        ("City, State, ZIP", "profile.location.city_state_zip"),
        ("City/State/Zip code", "profile.location.city_state_zip"),
        ("Address (street, city, state, zip)", "profile.address_full"),
        ("Vollständige Anschrift", "profile.address_full"),
        ("Signed (type your name)", "profile.full_name"),
        ("Company you work for", "profile.current_company"),
        ("Title at current company", "profile.current_title"),
        ("Current designation", "profile.current_title"),
        ("Type to Add Skills", "profile.skills"),
        ("Overall Result (GPA)", "profile.education.0.score"),
    ],
)
def test_a_label_names_its_key(label: str, key: str) -> None:
    assert key_of(field(label)) == key


def test_a_platforms_own_id_wins_over_the_label() -> None:
    found = match(field("Wie heißt du?", dom_id="first_name"), "greenhouse")
    assert found is not None
    assert (found.key, found.confidence, found.reason) == ("profile.first_name", BY_PLATFORM, "platform:greenhouse")


def test_a_platforms_numbered_id_names_the_entry() -> None:
    assert key_of(field("School", dom_id="school--1"), "greenhouse") == "profile.education.1.institution"


def test_a_platforms_id_means_nothing_elsewhere() -> None:
    assert key_of(field(dom_id="org"), "lever") == "profile.current_company"
    assert key_of(field(dom_id="candidate-location"), "lever") != key_of(field(dom_id="org"), "lever")


def test_a_platform_may_know_that_a_field_is_nothing_of_ours() -> None:
    assert key_of(field("Additional information: your name and email", name="comments"), "lever") is None


def test_an_email_control_wants_an_email_address_whatever_it_is_called() -> None:
    assert key_of(field("", FieldKind.EMAIL, name="x7")) == "profile.email"


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Address (city)", "profile.location.city"),
        ("ご住所（郵便番号）", "profile.location.zip"),
        ("現住所（都道府県）", "profile.location.state"),
        ("Name (first and last)", "profile.full_name"),
        ("Address (optional)", "profile.address_line1"),
        ("Adresse (vejnavn, husnr, etage, dør)", "profile.address_line1"),
    ],
)
def test_what_a_label_says_in_brackets_is_the_part_that_is_meant(label: str, key: str) -> None:
    assert key_of(field(label)) == key


@pytest.mark.parametrize("example", ["+49 151 23456789", "(555) 123-4567", "###-###-####", "06 12 34 56 78"])
def test_a_number_that_only_telephones_have_says_what_the_box_is_for(example: str) -> None:
    assert key_of(field(placeholder=example)) == "profile.phone"


@pytest.mark.parametrize("example", ["123456789", "00000-000", "000.000.000-00", "01/02/2000", "1990"])
def test_another_number_does_not(example: str) -> None:
    assert key_of(field(placeholder=example)) is None


def test_a_county_is_a_state_only_where_no_state_is_asked_for() -> None:
    county, state = field("County", id="f1"), field("State", id="f2")
    assert "f1" not in match_page(page_model(county, state))
    assert match_page(page_model(county))["f1"].key == "profile.location.state"


def test_an_address_box_that_says_it_wants_the_second_line_gets_it() -> None:
    assert key_of(field("Address", placeholder="Apartment, suite, unit")) == "profile.address_line2"
    assert key_of(field("Address", name="address2")) == "profile.address_line2"


def test_a_control_for_digits_is_not_a_phone_number_because_of_that() -> None:
    assert key_of(field("Day", FieldKind.TEL)) is None
    assert key_of(field("", FieldKind.TEL)) == "profile.phone"


def test_typed_text_rules_do_not_read_tick_boxes() -> None:
    assert key_of(field("Phone", FieldKind.CHECKBOX)) is None


def test_a_start_date_belongs_to_the_history_above_it() -> None:
    assert key_of(field("Start date", section="Education")) == "profile.education.0.start_date"
    assert key_of(field("Start date", section="Work Experience 2")) == "profile.work_history.1.start_date"
    assert key_of(field("Start date")) == "profile.available_start_date"


def test_half_a_date_is_not_filled_with_a_whole_one() -> None:
    assert key_of(field("Start date year", section="Education")) is None


def test_a_repeated_entry_without_a_number_is_the_next_one() -> None:
    entries = [field(label, id=f"{label}{n}", section="Education") for n in (0, 1) for label in ("School", "Degree")]
    assert [found.key for found in match_page(page(*entries)).values()] == [
        "profile.education.0.institution",
        "profile.education.0.degree",
        "profile.education.1.institution",
        "profile.education.1.degree",
    ]


def test_a_name_beside_a_last_name_is_a_first_name() -> None:
    split = page(field("Name", id="a"), field("Last name", id="b"))
    whole = page(field("Name", id="a"), field("Email", id="b"))
    assert match_page(split)["a"].key == "profile.first_name"
    assert match_page(whole)["a"].key == "profile.full_name"


def test_the_head_of_a_long_label_names_its_key() -> None:
    label = "LinkedIn: please give the address of your profile, so that we can look at it before we talk"
    assert key_of(field(label)) == "profile.linkedin_url"
    assert key_of(field("City (the one in which you would like to live while you work with us, if any)")) is not None


def test_an_example_of_an_address_says_as_much_as_the_word() -> None:
    assert key_of(field(placeholder="jane@example.org")) == "profile.email"


def test_name_beside_a_first_name_is_the_last_name() -> None:
    assert match_page(page(field("Naam", id="a"), field("Voornaam", id="b")))["a"].key == "profile.last_name"


def test_a_name_far_from_the_other_half_is_a_whole_one() -> None:
    between = [field(label, id=label) for label in ("Street", "City", "ZIP code", "Country")]
    asked = page(field("First name", id="a"), field("Last name", id="b"), *between, field("Name", id="c"))
    assert match_page(asked)["c"].key == "profile.full_name"
    half = page(field("Last name", id="b"), *between, field("Name", id="c"))
    assert match_page(half)["c"].key == "profile.full_name"


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("In which city do you live?", "profile.location.city"),
        ("What city are you based in?", "profile.location.city"),
        ("In welcher Stadt wohnen Sie?", "profile.location.city"),
        ("Dans quelle ville habitez-vous ?", "profile.location.city"),
        ("¿En qué ciudad vives?", "profile.location.city"),
        ("In quale città vivi?", "profile.location.city"),
        ("Em que cidade você mora?", "profile.location.city"),
        ("In welke stad woon je?", "profile.location.city"),
        ("W jakim mieście mieszkasz?", "profile.location.city"),
        ("I vilken stad bor du?", "profile.location.city"),
        ("Which state do you currently live in?", "profile.location.state"),
        ("Which country do you currently reside in?", "profile.country_of_residence"),
        ("In welchem Land wohnen Sie?", "profile.country_of_residence"),
        ("¿En qué país resides?", "profile.country_of_residence"),
        ("What is your phone number?", "profile.phone"),
        ("What's your last name?", "profile.last_name"),
        ("Please enter your e-mail address", "profile.email"),
        ("Select your country", "profile.location.country"),
        ("Write your address", "profile.address_line1"),
        ("Wählen Sie Ihr Land", "profile.location.country"),
        ("Quel est votre prénom ?", "profile.first_name"),
        ("Selecciona tu país", "profile.location.country"),
        ("Inserisci il tuo cognome", "profile.last_name"),
        ("Podaj swoje imię", "profile.first_name"),
        ("Pilih kota", "profile.location.city"),
        ("Ulica oraz numer mieszkania", "profile.address_line1"),
        ("Street and apartment number", "profile.address_line1"),
        ("Nearest landmark", None),
        ("Type of phone", "profile.phone_device_type"),
    ],
)
def test_a_sentence_that_asks_for_contact_data_is_understood(label: str, key: str | None) -> None:
    assert key_of(field(label)) == key


def test_a_name_is_typed_into_a_box_that_suggests_some_too() -> None:
    assert key_of(field("Vorname", FieldKind.COMBOBOX)) == "profile.first_name"
    assert key_of(field("Surname", FieldKind.COMBOBOX)) == "profile.last_name"


def test_the_sentence_over_a_form_is_less_exact_than_what_stands_in_the_box() -> None:
    said = "Create an account with your email address"
    assert key_of(field(said, section=said, placeholder="Choose a username")) == "credentials.username"
    assert key_of(field(said, section=said)) == "profile.email"


def test_a_pin_that_is_shown_is_no_password() -> None:
    assert key_of(field("Input KRA PIN")) is None
    assert key_of(field("PIN", FieldKind.PASSWORD)) == "credentials.password"


@pytest.mark.parametrize("label", ["Ex : 06 12 34 56 78", "e.g. 612345678", "per es. 3123456789"])
def test_an_example_of_a_number_is_no_label(label: str) -> None:
    assert key_of(field(label, FieldKind.TEL)) == "profile.phone"


@pytest.mark.parametrize("label", ["Promo code", "Gutscheincode", "Code promo", "Промокод", "优惠码"])
def test_a_shop_s_codes_are_nothing_of_ours(label: str) -> None:
    assert key_of(field(label, name="zip_code")) is None


def test_a_label_that_asks_for_a_street_is_believed_over_the_number_of_its_line() -> None:
    boxes = {"name": "enterAddressLine2", "autocomplete": "address-line2"}
    assert key_of(field("Street address", **boxes)) == "profile.address_line1"
    assert key_of(field("Address", **boxes)) == "profile.address_line2"
    assert key_of(field("Street address", placeholder="Apartment, suite", **boxes)) == "profile.address_line2"


def test_a_placeholder_that_repeats_a_word_of_a_label_nobody_understands_says_nothing() -> None:
    assert key_of(field("Nama pekerjaan", placeholder="Nama")) is None
    assert key_of(field("Gizmo", placeholder="Nama")) == "profile.full_name"
