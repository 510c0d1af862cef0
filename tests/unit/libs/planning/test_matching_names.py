"""What names and ids tell of a field, alone and beside a label."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind
from ghosthands.planning.matching import BY_LABEL, match
from ghosthands.planning.refusal import refusals
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_matching import field, key_of


def test_without_a_label_the_name_decides_less_surely() -> None:
    found = match(field(name="candidate[firstName]"), "generic")
    assert found is not None
    assert found.key == "profile.first_name"
    assert found.confidence < BY_LABEL


def test_a_name_beside_a_label_nobody_understands_is_weak() -> None:
    unlabelled, labelled = match(field(name="city"), "generic"), match(field("Zxqv", name="city"), "generic")
    assert unlabelled is not None
    assert labelled is not None
    assert labelled.confidence < unlabelled.confidence


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("nomfamille", "profile.last_name"),
        ("kod_pocztowy", "profile.location.zip"),
        ("fodelsedatum", "profile.date_of_birth"),
        ("foedselsdato", "profile.date_of_birth"),
        ("adsoyad", "profile.full_name"),
        ("no_hp", "profile.phone"),
        ("telefoonnummer", "profile.phone"),
    ],
)
def test_a_name_is_read_in_other_languages_with_its_spaces_left_out(name: str, key: str) -> None:
    page = page_model(field(name=name))
    assert key_of(page.fields[0]) == key
    assert refusals(page) == {}


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("fullname", "profile.full_name"),
        ("txtFirstName", "profile.first_name"),
        ("customer.lastName", "profile.last_name"),
        ("street[0]", "profile.address_line1"),
        ("street[1]", "profile.address_line2"),
        ("street_1", "profile.address_line1"),
        ("stateProvince", "profile.location.state"),
        ("contactNo", "profile.phone"),
        ("phone_prefix", "profile.phone_country_code"),
        ("shipping_attn", "profile.full_name"),
        ("realname", "profile.full_name"),
        ("delivery-addressee", "profile.full_name"),
        ("BillingAddress.Company", "profile.current_company"),
        ("billingLine1", "profile.address_line1"),
        ("delivery-line2", "profile.address_line2"),
        ("streetSecondLine", "profile.address_line2"),
        ("Billing.StreetWithNumberSecondLine", "profile.address_line2"),
        ("address_2nd_line", "profile.address_line2"),
        ("StreetWithNumberThirdLine", None),
        ("adresse_line_three", None),
        ("mailaddress", "profile.email"),
        ("line1", "profile.address_line1"),
        ("line2", "profile.address_line2"),
        ("address-level2", "profile.location.city"),
        ("administrativeArea", "profile.location.state"),
        ("pincode", "profile.location.zip"),
        ("businessName", "profile.current_company"),
        ("fechaNacimiento", "profile.date_of_birth"),
        ("discount_code", None),
        ("input_7", None),
    ],
)
def test_names_are_read_where_nothing_else_speaks(name: str, key: str | None) -> None:
    assert key_of(field(name=name)) == key


@pytest.mark.parametrize(("name", "key"), [("town", "city"), ("region", "state"), ("place", "full")])
def test_a_location_is_what_its_name_says(name: str, key: str) -> None:
    assert key_of(field("Location", name=name)) == f"profile.location.{key}"


def test_the_name_that_a_forms_builder_wraps_is_read() -> None:
    assert key_of(field("Adress (strete)", name="q64_mailingAddress64")) == "profile.address_line1"


def test_a_part_of_a_name_is_told_by_the_box_s_name_too() -> None:
    assert key_of(field("", name="newAccountFirstName", autocomplete="name")) == "profile.first_name"


@pytest.mark.parametrize("name", ["profile-name", "lead[contactName]", "form_fields[name]", "buyerName", "guest_name"])
def test_what_stands_around_a_name_in_a_box_s_name_changes_nothing(name: str) -> None:
    assert key_of(field("", name=name)) == "profile.full_name"


def test_where_a_label_asks_for_either_the_box_s_name_says_which() -> None:
    assert key_of(field("Phone or email", name="phone")) == "profile.phone"
    assert key_of(field("Phone or email", name="emailOrPhone")) == "profile.email"
    assert key_of(field("Email", name="phone")) == "profile.email"


def test_a_label_loses_where_placeholder_and_name_agree_on_another_key() -> None:
    assert key_of(field("City", placeholder="Zip", name="ZIP")) == "profile.location.zip"
    assert key_of(field("City", placeholder="Zip", name="city")) == "profile.location.city"
    agreed = match(field("City", placeholder="City", name="city"), "generic")
    assert agreed is not None
    assert (agreed.confidence, agreed.reason) == (BY_LABEL, "label:location_city")
    assert key_of(field("City", name="ZIP")) == "profile.location.city"
    assert key_of(field("Maiden name", placeholder="Last name", name="lastName")) is None


def test_digits_alone_are_no_phone_where_the_box_is_called_something() -> None:
    assert key_of(field("", FieldKind.TEL, name="cNumber")) is None
    assert key_of(field("", FieldKind.TEL)) == "profile.phone"
