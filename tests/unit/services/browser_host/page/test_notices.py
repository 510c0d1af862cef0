"""What a notice over the page is answered with; a wrong answer consents, signs out or takes the page away."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page.notices import PageNotice

COOKIES = "We value your privacy. We and our 215 partners use cookies to store information on your device."
SESSION = "Your session is about to expire in 58 seconds."


def answer(words: str, *said: str, asks: bool = False) -> str | None:
    at = PageNotice(words, said, asks).find_answer()
    return None if at is None else said[at]


@pytest.mark.parametrize(
    ("words", "said", "expected"),
    [
        (COOKIES, ["Accept all", "Reject all", "Manage options"], "Reject all"),
        (COOKIES, ["Accept all", "Necessary only"], "Necessary only"),
        (COOKIES, ["Allow necessary only", "Accept all", "Decline"], "Decline"),
        ("Wir verwenden Cookies.", ["Alle akzeptieren", "Ablehnen", "Einstellungen"], "Ablehnen"),
        ("Nous utilisons des cookies.", ["Continuer sans accepter", "Tout accepter"], "Continuer sans accepter"),
        ("Utilizamos cookies propias.", ["Aceptar todo", "Rechazar todo"], "Rechazar todo"),
        ("Vi använder kakor.", ["Godkänn alla", "Endast nödvändiga"], "Endast nödvändiga"),
        ("当サイトではクッキーを使用します。", ["同意する", "すべて拒否"], "すべて拒否"),
    ],
)
def test_cookies_are_refused(words: str, said: list[str], expected: str) -> None:
    assert answer(words, *said) == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (COOKIES, ["Accept all", "Manage options"]),
        (COOKIES, ["Accept all", "Reject and subscribe for 3.99"]),
        (COOKIES, ["Accept all", "Reject all and leave the site"]),
        (COOKIES, ["Reject all", "Reject optional", "Accept"]),
        ("We process your application and use cookies.", ["Agree", "Decline"]),
        ("Do you accept the terms?", ["Accept", "Decline"]),
    ],
)
def test_what_cannot_be_refused_for_certain_is_left_to_a_human(words: str, said: list[str]) -> None:
    assert answer(words, *said) is None


@pytest.mark.parametrize(
    ("words", "said", "expected"),
    [
        (SESSION, ["Sign out", "Continue session"], "Continue session"),
        (SESSION, ["Continue", "Log out"], "Continue"),
        (SESSION, ["Continue"], "Continue"),
        ("You have been inactive. You will be logged out soon.", ["Stay signed in", "Log out now"], "Stay signed in"),
        ("Ihre Sitzung läuft ab.", ["Abmelden", "Sitzung verlängern"], "Sitzung verlängern"),
        ("Votre session va expirer.", ["Se déconnecter", "Rester connecté"], "Rester connecté"),
        ("Su sesión está a punto de caducar.", ["Cerrar sesión", "Mantener la sesión"], "Mantener la sesión"),
    ],
)
def test_a_session_that_is_about_to_end_is_kept(words: str, said: list[str], expected: str) -> None:
    assert answer(words, *said) == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("You will be signed out due to inactivity.", ["Continue", "Cancel"]),
        ("You will be logged out due to inactivity. Log out now?", ["Yes", "No"]),
        ("Your session has ended.", ["Continue", "Sign in again"]),
        (SESSION, ["Sign out"]),
        (SESSION, ["Stay", "Extend", "Sign out"]),
    ],
)
def test_what_may_end_it_is_left_to_a_human(words: str, said: list[str]) -> None:
    assert answer(words, *said) is None


def test_a_notice_that_asks_for_anything_is_left_to_a_human() -> None:
    assert answer(SESSION, "Continue session", asks=True) is None
