"""Which form stands on a login page; what is not proven is nobody's to send."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.browser_host.page import accounts
from ghosthands.browser_host.page.inventory import RawButton
from ghosthands.domain.page import AccountForm, AccountPurpose, ButtonModel, ButtonRole, FieldKind, FieldModel, Locator

EMAIL = ("Email", FieldKind.EMAIL)
PASSWORD = ("Password", FieldKind.PASSWORD)
AGAIN = ("Verify Password", FieldKind.PASSWORD)


def field(label: str, kind: FieldKind, **more: Any) -> FieldModel:
    return FieldModel(**{"id": label, "locator": Locator("#f"), "kind": kind, "label": label, **more})


def raw(text: str, **more: Any) -> RawButton:
    known = {"name": "", "submits": True, "link": False, "enabled": True, "hint": "", "aside": False, "form_fields": 2}
    return RawButton(css="#b", text=text, **{**known, **more})


def account(fields: list[Any], buttons: list[RawButton]) -> AccountForm | None:
    asked = [each if isinstance(each, FieldModel) else field(*each) for each in fields]
    models = [
        ButtonModel(
            id=f"{index} {one.text}",
            locator=Locator("#b"),
            text=one.text or one.name,
            role=ButtonRole.OTHER,
            enabled=one.enabled,
        )
        for index, one in enumerate(buttons)
    ]
    return accounts.account(asked, buttons, models)


def sign_in(button: str, other: str | None = None) -> AccountForm:
    return AccountForm(purpose=AccountPurpose.SIGN_IN, button=button, other_button=other)


def create(button: str, other: str | None = None) -> AccountForm:
    return AccountForm(purpose=AccountPurpose.CREATE, button=button, other_button=other)


@pytest.mark.parametrize(
    "text",
    [
        "Sign in",
        "Log in",
        "LOGIN",
        "Anmelden",
        "Se connecter",
        "Iniciar sesión",
        "Sign In →",
        "Войти",
        "ログイン",
        "Sign in to ID.me",
    ],
)
def test_a_name_and_a_password_sign_in(text: str) -> None:
    assert account([EMAIL, PASSWORD], [raw(text)]) == sign_in(f"0 {text}")


def test_a_box_to_be_remembered_by_changes_nothing() -> None:
    remember = field("Remember me", FieldKind.CHECKBOX)
    assert account([EMAIL, PASSWORD, remember], [raw("Sign in")]) == sign_in("0 Sign in")


def test_what_keeps_browsers_from_filling_does_not_make_a_password_new() -> None:
    secret = field("Password", FieldKind.PASSWORD, autocomplete="new-password")
    assert account([EMAIL, secret], [raw("Sign in")]) == sign_in("0 Sign in")


def test_a_trap_for_robots_is_no_question() -> None:
    trap = field("Website", FieldKind.TEXT, visible=False)
    assert account([EMAIL, PASSWORD, trap], [raw("Sign in")]) == sign_in("0 Sign in")


def test_of_two_buttons_the_one_of_the_form_sends_it() -> None:
    header = raw("Sign In", submits=False, form_fields=-1)
    assert account([EMAIL, PASSWORD], [header, raw("Sign In")]) == sign_in("1 Sign In")


def test_a_shield_over_the_button_is_no_second_one() -> None:
    shield = raw("", name="Create Account", submits=False, form_fields=-1)
    found = account([EMAIL, PASSWORD, AGAIN], [raw("Create Account"), shield])
    assert found == create("0 Create Account")


def test_without_a_form_the_one_button_that_says_it_sends_it() -> None:
    assert account([EMAIL, PASSWORD], [raw("Sign in", form_fields=-1)]) == sign_in("0 Sign in")


def test_the_way_to_the_other_form_is_known() -> None:
    link = raw("Create Account", submits=False)
    assert account([EMAIL, PASSWORD], [raw("Sign In"), link]) == sign_in("0 Sign In", "1 Create Account")
    back = raw("Sign In", submits=False)
    assert account([EMAIL, PASSWORD, AGAIN], [raw("Create Account"), back]) == create("0 Create Account", "1 Sign In")


def test_a_new_password_makes_an_account() -> None:
    new = field("Choose a password", FieldKind.PASSWORD)
    assert account([("First name", FieldKind.TEXT), EMAIL, new], [raw("Register")]) == create("0 Register")


def test_a_forms_own_button_may_say_that_the_password_is_new() -> None:
    assert account([("Name", FieldKind.TEXT), EMAIL, PASSWORD], [raw("Register")]) == create("0 Register")
    assert account([EMAIL, PASSWORD], [raw("Create an account")]) == create("0 Create an account")


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"section": "Create your account"}, create),
        ({"section": "Create your account", "autocomplete": "current-password"}, create),
        ({"section": "Sign up or sign in"}, create),
        ({}, create),
        ({"section": "Engineer"}, create),
        ({"section": "Sign in", "autocomplete": "new-password"}, create),
        ({"section": "Sign in to your account"}, sign_in),
        ({"section": "Engineer", "autocomplete": "current-password"}, sign_in),
    ],
)
def test_a_button_that_says_neither_makes_an_account_unless_one_provably_signs_in(
    more: dict[str, str], found: Any
) -> None:
    """What signs in can be taken back, and needs no intent; what makes an account does."""
    secret = field("Password", FieldKind.PASSWORD, **more)
    assert account([EMAIL, secret], [raw("Continue")]) == found("0 Continue")


def test_a_button_may_wait_for_the_fields_to_be_filled_in() -> None:
    assert account([EMAIL, PASSWORD], [raw("Sign in", enabled=False)]) == sign_in("0 Sign in")


def test_a_button_that_acts_by_script_sends_its_form() -> None:
    assert account([EMAIL, PASSWORD], [raw("Sign in", submits=False)]) == sign_in("0 Sign in")


@pytest.mark.parametrize(
    ("fields", "buttons"),
    [
        ([EMAIL, PASSWORD], []),
        ([("Search", FieldKind.TEXT), EMAIL, PASSWORD], [raw("Log In"), raw("Create Account")]),
        ([EMAIL, PASSWORD], [raw("Sign in", aside=True)]),
        ([EMAIL, PASSWORD], [raw("Apply")]),
        ([EMAIL, PASSWORD], [raw("Sign in with Google")]),
        ([EMAIL, PASSWORD], [raw("Sign in"), raw("Log in")]),
        ([EMAIL, PASSWORD], [raw("Sign in", form_fields=-1), raw("Search")]),
        ([EMAIL, PASSWORD], [raw("Go"), raw("Create an account", submits=False)]),
        ([("Name", FieldKind.TEXT), EMAIL, PASSWORD], [raw("Continue")]),
        ([PASSWORD], [raw("Sign in")]),
        ([EMAIL], [raw("Sign in")]),
        ([PASSWORD, EMAIL], [raw("Sign in")]),
        ([EMAIL, PASSWORD, ("Code", FieldKind.TEXT)], [raw("Sign in")]),
        ([EMAIL, PASSWORD, EMAIL, ("Choose a password", FieldKind.PASSWORD), AGAIN], [raw("Sign in"), raw("Register")]),
        ([EMAIL, ("Current password", FieldKind.PASSWORD), ("New password", FieldKind.PASSWORD)], [raw("Register")]),
        ([("New password", FieldKind.PASSWORD), AGAIN], [raw("Create account")]),
        ([EMAIL, field("Password", FieldKind.PASSWORD, locator=Locator("#f", "0"))], [raw("Sign in")]),
    ],
    ids=lambda value: "",
)
def test_what_is_not_plain_proves_nothing(fields: list[Any], buttons: list[RawButton]) -> None:
    assert account(fields, buttons) is None
