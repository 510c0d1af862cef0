"""The author's `autocomplete` token decides, unless the field itself contradicts it."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind
from ghosthands.planning.matching import BY_AUTHOR, BY_LABEL, match
from tests.unit.libs.planning.test_matching import field, key_of


@pytest.mark.parametrize(
    ("token", "key"),
    [
        ("given-name", "profile.first_name"),
        ("section-blue shipping POSTAL-CODE", "profile.location.zip"),
        ("home tel", "profile.phone"),
        ("email webauthn", "profile.email"),
    ],
)
def test_the_authors_autocomplete_token_decides_before_the_label(token: str, key: str) -> None:
    found = match(field("Anything at all", autocomplete=token), "generic")
    assert found is not None
    assert (found.key, found.confidence) == (key, BY_AUTHOR)


def test_a_token_on_a_field_that_people_read_as_another_is_a_mistake() -> None:
    """Shops number the tokens through to keep browsers from filling."""
    assert key_of(field("Piso, Depto, Lote", autocomplete="shipping family-name")) == "profile.address_line2"


def test_a_whole_name_is_one_though_its_label_names_its_parts() -> None:
    label = "Name and surname / Name of the recipient"
    assert key_of(field(label, autocomplete="name")) == "profile.full_name"


@pytest.mark.parametrize("token", ["", "on", "off", "nope", "section-only"])
def test_a_token_that_says_nothing_leaves_the_decision_to_the_label(token: str) -> None:
    found = match(field("Email", autocomplete=token), "generic")
    assert found is not None
    assert (found.key, found.confidence, found.reason) == ("profile.email", BY_LABEL, "label:email")


def test_a_token_the_field_contradicts_is_not_believed() -> None:
    assert key_of(field("Last name", autocomplete="name")) == "profile.last_name"
    assert key_of(field("Email", FieldKind.EMAIL, autocomplete="family-name")) == "profile.email"
    assert key_of(field("Full name", autocomplete="given-name")) == "profile.full_name"


def test_a_made_up_autocomplete_is_a_name_like_any_other() -> None:
    assert key_of(field(autocomplete="postalCode")) == "profile.location.zip"
    assert key_of(field(autocomplete="off")) is None


def test_a_plain_label_beats_a_token_about_something_else() -> None:
    assert key_of(field("Company", autocomplete="address-line1")) == "profile.current_company"
    assert key_of(field("Apartment", autocomplete="address-line1")) == "profile.address_line1"


@pytest.mark.parametrize("kind", [FieldKind.TEXT, FieldKind.EMAIL])
def test_a_password_s_token_on_a_box_that_shows_what_is_typed_keeps_browsers_off(kind: FieldKind) -> None:
    assert key_of(field("", kind, name="email", autocomplete="new-password")) == "profile.email"


@pytest.mark.parametrize(
    ("label", "token", "key"),
    [
        ("Last name", "given-name", "profile.last_name"),
        ("First name *", "family-name", "profile.first_name"),
        ("Nachname", "given-name", "profile.last_name"),
        ("Prénom", "family-name", "profile.first_name"),
        ("Middle name", "given-name", "profile.middle_name"),
        ("", "given-name", "profile.first_name"),
        ("Last name", "family-name", "profile.last_name"),
    ],
)
def test_the_label_says_which_part_of_a_name_it_is(label: str, token: str, key: str) -> None:
    assert key_of(field(label, autocomplete=token, name=token.replace("given-", "first_"), required=True)) == key


@pytest.mark.parametrize(
    ("placeholder", "key"),
    [
        ("E.g. 10th floor", "profile.address_line2"),
        ("Apartment, suite", "profile.address_line2"),
        ("Ground floor", "profile.address_line2"),
        ("Anything", "profile.location.city"),
        ("", "profile.location.city"),
    ],
)
def test_an_example_of_another_part_of_an_address_contradicts_the_token(placeholder: str, key: str) -> None:
    assert key_of(field("Additional info", placeholder=placeholder, autocomplete="address-level2")) == key
