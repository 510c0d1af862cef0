"""What one logs in with, on pages for that and on others."""

from __future__ import annotations

import msgspec
import pytest

from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planning.page_matching import match_page
from tests.unit.libs.planning.test_matching import field, key_of, page


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        (field("Password", FieldKind.PASSWORD), "credentials.password"),
        (field("Choose something", FieldKind.PASSWORD), "credentials.password"),
        (field("Confirm your password", FieldKind.PASSWORD), "credentials.new_password"),
        (field("Neues Passwort", FieldKind.PASSWORD), "credentials.new_password"),
        (field("", FieldKind.PASSWORD, autocomplete="new-password"), "credentials.new_password"),
        (field("Username"), "credentials.username"),
        (field("User", autocomplete="username"), "credentials.username"),
        (field("Benutzername"), "credentials.username"),
        (field("Email", FieldKind.EMAIL, autocomplete="username"), "profile.email"),
        (field("Street address", autocomplete="new-password"), "profile.address_line1"),
    ],
)
def test_login_data_is_matched_with_keys_that_no_profile_has(asked: FieldModel, key: str) -> None:
    assert key_of(asked) == key


def test_what_stands_before_a_password_and_says_nothing_else_is_the_name_one_logs_in_with() -> None:
    asked = page(field("Kennung", id="a"), field("Passwort", FieldKind.PASSWORD, id="b"))
    assert match_page(asked)["a"].key == "credentials.username"


def test_one_logs_in_with_what_stands_before_the_password() -> None:
    asked = page(field("Phone", id="a"), field("Password", FieldKind.PASSWORD, id="b", autocomplete="new-password"))
    assert [found.key for found in match_page(asked).values()] == ["credentials.username", "credentials.password"]


def test_under_a_heading_to_sign_in_either_of_two_boxes_is_for_the_account() -> None:
    boxes = (field("Phone", id="a"), field("Phone/Email", id="b"), field("Password", FieldKind.PASSWORD, id="c"))
    tabs = page(*(msgspec.structs.replace(box, section="Sign in") for box in boxes))
    assert match_page(tabs)["b"].key == "credentials.username"
    assert match_page(page(*boxes))["b"].key == "profile.email"


def test_a_password_called_one_to_register_with_is_no_login() -> None:
    asked = page(
        field("Customer card", id="a"), field("Password", FieldKind.PASSWORD, id="b", dom_id="register-password")
    )
    assert "a" not in match_page(asked)


def test_on_a_page_to_sign_up_at_a_phone_is_a_phone() -> None:
    asked = page(
        field("Phone", id="a"),
        field("Password", FieldKind.PASSWORD, id="b"),
        field("Confirm password", FieldKind.PASSWORD, id="c"),
    )
    assert match_page(asked)["a"].key == "profile.phone"


def test_a_nickname_is_the_name_of_an_account_that_has_a_password() -> None:
    nickname = field("Nickname", id="a")
    assert match_page(page(nickname))["a"].key == "profile.preferred_name"
    account = page(nickname, field("Email", id="b"), field("Choose a password", FieldKind.PASSWORD, id="c"))
    assert match_page(account)["a"].key == "credentials.username"


def test_two_boxes_for_a_password_side_by_side_take_a_new_one_in_any_language() -> None:
    secrets = (field("Salasana", FieldKind.PASSWORD, id="a"), field("Toisto", FieldKind.PASSWORD, id="b"))
    assert {found.key for found in match_page(page(*secrets)).values()} == {"credentials.new_password"}


@pytest.mark.parametrize("who", ["Full name", "Date of birth"])
def test_a_page_that_asks_who_one_is_takes_a_new_password(who: str) -> None:
    boxes = (field(who, id="a"), field("Email", id="b"), field("Password", FieldKind.PASSWORD, id="c"))
    assert match_page(page(*boxes))["c"].key == "credentials.new_password"


def test_a_form_to_sign_in_with_beside_another_form_takes_the_password_there_is() -> None:
    sign_in = (field("Email", id="a"), field("Password", FieldKind.PASSWORD, id="b"))
    other = (field("Full name", id="c"), field("City", id="d"), field("Email", id="e"))
    assert match_page(page(*sign_in, *other))["b"].key == "credentials.password"


def test_a_password_that_its_author_calls_the_current_one_is_not_new() -> None:
    current = field("Password", FieldKind.PASSWORD, id="b", autocomplete="current-password")
    assert match_page(page(field("Full name", id="a"), current))["b"].key == "credentials.password"


def test_a_page_to_log_in_at_may_ask_for_the_last_name() -> None:
    boxes = [field("Last name", id="a"), field("PIN", FieldKind.PASSWORD, id="b")]
    signing_in = page(*(msgspec.structs.replace(box, section="Log in") for box in boxes))
    assert match_page(signing_in)["b"].key == "credentials.password"
