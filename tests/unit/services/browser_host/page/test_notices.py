"""What a notice over the page is answered with; a wrong answer consents, signs out or takes the page away."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page.notices import PageNotice

COOKIES = "We value your privacy. We and our 215 partners use cookies to store information on your device."
SESSION = "Your session is about to expire in 58 seconds."


def answer(words: str, *said: str, asked: int = 0, sends: bool = False) -> str | None:
    at = PageNotice(words, said, asked, sends).find_answer()
    return None if at is None else said[at]


@pytest.mark.parametrize(
    ("words", "said", "expected"),
    [
        (COOKIES, ["Accept all", "Reject all", "Manage options"], "Reject all"),
        (COOKIES, ["Accept all", "Necessary only"], "Necessary only"),
        (COOKIES, ["Allow necessary only", "Accept all", "Decline"], "Decline"),
        ("We use cookies … Your consent expires in 6 months.", ["Accept and continue", "Reject"], "Reject"),
        (
            "Nous utilisons des cookies. Votre choix expire dans 6 mois.",
            ["Accepter et continuer", "Refuser"],
            "Refuser",
        ),
        ("Utilizziamo i cookie.", ["Accetta tutti", "Rifiuta tutti"], "Rifiuta tutti"),
        ("Wij gebruiken cookies.", ["Accepteren", "Alles weigeren"], "Alles weigeren"),
        ("Мы используем файлы cookie.", ["Принять все", "Отказаться от всех"], "Отказаться от всех"),
        ("Używamy plików cookie.", ["Akceptuj", "Odrzuć wszystkie"], "Odrzuć wszystkie"),
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
        ("The cookie expires in 1 year.", ["Continue", "Cookie settings"]),
        ("Your session cookie is about to expire.", ["Continue session", "Log out"]),
        (COOKIES, ["Reject all"]),
        (COOKIES, ["Accept", "Don't refuse"]),
        (COOKIES, ["Accept", "Decline and subscribe"]),
        (COOKIES, ["Accept", "Decline and send my application"]),
        (COOKIES, ["Accept", "Yes, decline"]),
        (COOKIES, ["Accept", "Reject and agree to the newsletter"]),
        (COOKIES, ["Accept all", "Accept necessary only and sign up"]),
        ("Wir nutzen Cookies", ["Ablehnen und abonnieren", "Akzeptieren"]),
        ("Nous utilisons des cookies", ["Refuser et s'abonner", "Accepter"]),
        ("Usamos cookies", ["Rechazar y suscribirse", "Aceptar"]),
        ("Usiamo i cookie", ["Rifiuta e abbonati", "Accetta"]),
        ("Usamos cookies", ["Recusar e assinar", "Aceitar"]),
        ("Vi använder kakor", ["Neka och prenumerera", "Godkänn"]),
        ("Мы используем куки", ["Отклонить и оформить подписку", "Принять"]),
        ("クッキーを使用します", ["拒否して購読", "同意する"]),
        ("クッキーを使用します", ["拒否しない", "同意する"]),
        ("我们使用cookie", ["拒绝并订阅", "同意"]),
        ("Wir nutzen Cookies", ["Nicht ablehnen", "Akzeptieren"]),
        ("Usiamo i cookie", ["Non rifiutare", "Accetta"]),
        ("Çerez kullanıyoruz", ["Reddetme", "Kabul et"]),
        ("クッキーを使用します", ["クッキーを拒否しない", "同意する"]),
        ("我们使用cookie", ["不拒绝", "同意"]),
        ("Terms of use and cookie policy. Please accept to use this site", ["Accept", "Decline"]),
        ("Nutzungsbedingungen und Cookies", ["Akzeptieren", "Ablehnen"]),
        ("Conditions générales et cookies", ["Accepter", "Refuser"]),
        ("Términos de uso y cookies", ["Aceptar", "Rechazar"]),
        ("Algemene voorwaarden en cookies", ["Akkoord", "Weigeren"]),
        ("利用規約とクッキー", ["同意する", "拒否"]),
        ("We value your privacy. We share your data.", ["Accept", "Decline"]),
    ],
)
def test_what_cannot_be_refused_for_certain_is_left_to_a_human(words: str, said: list[str]) -> None:
    assert answer(words, *said) is None


@pytest.mark.parametrize(
    ("words", "said", "expected"),
    [
        (SESSION, ["Sign out", "Continue session"], "Continue session"),
        (SESSION, ["Continue", "Log out"], "Continue"),
        ("You have been inactive. You will be logged out soon.", ["Stay signed in", "Log out now"], "Stay signed in"),
        ("Ihre Sitzung läuft ab.", ["Abmelden", "Sitzung verlängern"], "Sitzung verlängern"),
        ("Votre session va expirer.", ["Se déconnecter", "Rester connecté"], "Rester connecté"),
        ("Su sesión está a punto de caducar.", ["Cerrar sesión", "Mantener la sesión"], "Mantener la sesión"),
        ("La sessione sta per scadere.", ["Disconnetti", "Rimani connesso"], "Rimani connesso"),
        ("A sua sessão vai expirar.", ["Sair", "Continuar sessão"], "Continuar sessão"),
        ("Uw sessie verloopt over 2 minuten.", ["Uitloggen", "Sessie verlengen"], "Sessie verlengen"),
        ("Din session går ut snart.", ["Logga ut", "Förläng sessionen"], "Förläng sessionen"),
        ("Din session udløber om 1 minut.", ["Log ud", "Forlæng"], "Forlæng"),
        ("Økten din utløper snart.", ["Logg ut", "Forleng"], "Forleng"),
        ("Istuntosi vanhenee pian.", ["Kirjaudu ulos", "Pysy kirjautuneena"], "Pysy kirjautuneena"),
        ("Twoja sesja wygaśnie za 2 minuty.", ["Wyloguj", "Przedłuż sesję"], "Przedłuż sesję"),
        ("Vaše relace brzy vyprší.", ["Odhlásit se", "Prodloužit relaci"], "Prodloužit relaci"),
        ("Ваш сеанс истекает.", ["Выйти", "Продолжить сеанс"], "Продолжить сеанс"),
        ("Oturumunuz sona ermek üzere, sona eriyor.", ["Çıkış yap", "Oturumu uzat"], "Oturumu uzat"),
        ("セッションはまもなくタイムアウトします。", ["ログアウト", "延長"], "延長"),
        ("会话即将过期。", ["退出登录", "延长"], "延长"),
        ("세션이 곧 만료됩니다.", ["로그아웃", "연장"], "연장"),
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
        (SESSION, ["Continue"]),
        (SESSION, ["Stay signed in"]),
        (SESSION, ["Continue", "Change settings"]),
        (SESSION, ["Don't stay signed in", "Log out"]),
        (SESSION, ["Keep me posted", "Log out"]),
        (SESSION, ["Extend storage", "Log out"]),
        ("セッションはまもなくタイムアウトします。", ["ログアウト", "延長しない"]),
    ],
)
def test_what_may_end_it_is_left_to_a_human(words: str, said: list[str]) -> None:
    assert answer(words, *said) is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (SESSION, ["Accept and continue", "Log out"]),
        (SESSION, ["Yes, keep me signed in", "Log out"]),
        (SESSION, ["Confirm and stay", "Log out"]),
        (SESSION, ["Renew and pay", "Log out"]),
        ("Your session will expire.", ["Continue and submit application", "Log out"]),
        ("Your session will expire.", ["Submit and continue", "Log out"]),
        ("Ihre Sitzung läuft ab.", ["Absenden und Sitzung verlängern", "Abmelden"]),
        ("Votre session va expirer.", ["Envoyer et continuer", "Se déconnecter"]),
    ],
)
def test_no_button_that_also_agrees_sends_or_pays_keeps_a_session(words: str, said: list[str]) -> None:
    assert answer(words, *said) is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "Your candidate profile will expire in 14 days. Extend the storage of your data for 12 months?",
            ["Extend storage", "Delete my data"],
        ),
        ("Your free trial will expire in 3 days.", ["Renew now", "Close"]),
        ("Your free trial will expire in 3 days. Session 12.", ["Renew now", "Log out"]),
        ("This job will expire soon.", ["Keep me posted", "No thanks"]),
        ("This job will expire soon.", ["Stay", "Log out"]),
        ("This posting will expire on 31 December. By continuing you agree to our terms.", ["Continue"]),
        ("Your interview session will expire.", ["Stay", "Log out"]),
        ("Your session will expire. By continuing you agree to our terms.", ["Continue", "Log out"]),
        ("Your session will expire. By staying you consent to our emails.", ["Stay", "Log out"]),
        ("Due to inactivity your account will be closed in 30 days.", ["Keep account", "Log out"]),
        ("Wegen Inaktivität läuft Ihr Profil in 14 Tagen ab.", ["Speicherung verlängern", "Abmelden"]),
        ("Ihre Einwilligung läuft ab.", ["Verlängern", "Abmelden"]),
        ("Ihre Sitzung läuft ab. Es gelten unsere Nutzungsbedingungen.", ["Verlängern", "Abmelden"]),
        ("Votre profil va expirer.", ["Prolonger", "Se déconnecter"]),
        ("Su cuenta de prueba va a caducar.", ["Mantener", "Cerrar sesión"]),
        ("La tua prova sta per scadere.", ["Prolunga", "Disconnetti"]),
        ("Uw proefperiode verloopt.", ["Verlengen", "Uitloggen"]),
        ("Ваш профиль истекает.", ["Продлить", "Выйти"]),
    ],
)
def test_what_else_expires_is_left_to_a_human(words: str, said: list[str]) -> None:
    """Whatever page it is on, and whether or not the words of its buttons are among its own."""
    assert answer(words, *said) is None
    assert answer(f"{words} {' '.join(said)}", *said) is None
    assert answer(f"{words} {''.join(said)}", *said) is None


def test_a_notice_that_asks_for_anything_is_left_to_a_human() -> None:
    assert answer(SESSION, "Continue session", "Sign out", asked=1) is None


@pytest.mark.parametrize(
    ("words", "said", "asked", "expected"),
    [
        ("Join our talent community! Get the newest jobs in your inbox.", ["×", "Join"], 1, "×"),
        ("Subscribe to job alerts", ["Create alert", "No thanks"], 1, "No thanks"),
        ("How was your visit? Take our survey", ["Start survey", "Close"], 0, "Close"),
        ("Hi! Need help? Chat with us.", ["Chat", "Dismiss"], 0, "Dismiss"),
        ("Bleiben Sie auf dem Laufenden", ["Abonnieren", "Schließen"], 1, "Schließen"),
        ("Abonnez-vous à notre newsletter", ["S'abonner", "Non merci"], 1, "Non merci"),
        ("Schrijf je in voor onze nieuwsbrief en blijf op de hoogte", ["Inschrijven", "Sluiten"], 1, "Sluiten"),
        ("最新の求人を購読する", ["登録", "閉じる"], 1, "閉じる"),
    ],
)
def test_an_offer_is_closed(words: str, said: list[str], asked: int, expected: str) -> None:
    assert answer(words, *said, asked=asked) == expected


@pytest.mark.parametrize(
    ("words", "said", "asked"),
    [
        ("Apply for Clerk. Get updates by e-mail.", ["Submit", "×"], 1),
        ("Subscribe to our newsletter", ["Submit", "×"], 4),
        ("Subscribe to our newsletter", ["Subscribe"], 1),
        ("Leave? Your application is not saved. Get updates.", ["Leave", "×"], 0),
        ("Accept our terms to get alerts", ["Accept", "Close"], 0),
        ("Sign up and start your application", ["Sign up", "Close"], 1),
        ("Are you sure?", ["Yes", "×"], 0),
    ],
)
def test_nothing_else_is_closed(words: str, said: list[str], asked: int) -> None:
    assert answer(words, *said, asked=asked) is None
