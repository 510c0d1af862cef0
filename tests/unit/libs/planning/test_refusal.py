"""What the profile never fills."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator
from ghosthands.planning.refusal import refusal, refusals
from ghosthands.testkit.story import page_model


def field(label: str = "", kind: FieldKind = FieldKind.TEXT, **more: Any) -> FieldModel:
    return FieldModel(**{"id": "f", "locator": Locator("#f"), "kind": kind, "label": label, **more})


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (field("Email", visible=False), "invisible"),
        (field("Email", visible=False, locked=True), "locked"),
        (field("Leave this field blank"), "honeypot"),
        (field(name="beecatcher"), "honeypot"),
        (field("This field is for validation and should not be changed"), "honeypot"),
        (field("Choose your username", name="fakeusernameremembered"), "honeypot"),
        (field("Please type the characters you see"), "captcha"),
        (field("Card number"), "payment"),
        (field("Name on card"), "payment"),
        (field("Account number"), "payment"),
        (field("Card number (the receipt goes to your email)"), "payment"),
        (field(autocomplete="cc-name"), "payment"),
        (field("Social Security Number"), "identity_number"),
        (field("Passport number"), "identity_number"),
        (field("Verification code"), "one_time_code"),
        (field(autocomplete="one-time-code"), "one_time_code"),
        (field(name="otpcode_input"), "one_time_code"),
        (field(name="card_cvn"), "payment"),
        (field("Referrer's name"), "other_person"),
        (field("Name of your manager"), "other_person"),
        (field("Reference 1 email", FieldKind.EMAIL), "other_person"),
        (field("Phone", FieldKind.TEL, section="Emergency contact"), "other_person"),
        (field("Who referred you?"), "other_person"),
        (field("Referee's email", FieldKind.EMAIL), "other_person"),
        (field("Partner's phone", FieldKind.TEL), "other_person"),
        (field("Search jobs"), "search"),
        (field(name="q"), "search"),
        (field("Send me the newsletter", FieldKind.CHECKBOX), "marketing"),
        (field("Keep me informed about future opportunities", FieldKind.CHECKBOX), "marketing"),
        (field("Share my data with partner companies", FieldKind.CHECKBOX), "marketing"),
        (field("You may share my application with selected third parties", FieldKind.CHECKBOX), "marketing"),
        (field("", FieldKind.CHECKBOX, dom_id="follow-company-checkbox"), "marketing"),
    ],
)
def test_it_is_refused_for_a_reason(asked: FieldModel, reason: str) -> None:
    assert refusal(asked, "generic") == reason


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        ("Karteninhaber", "payment"),
        ("Nom du titulaire de la carte", "payment"),
        ("Apellidos del titular de la tarjeta", "payment"),
        ("Nome sulla carta", "payment"),
        ("Numer karty", "payment"),
        ("Срок действия", "payment"),
        ("カード名義人", "payment"),
        ("有效期", "payment"),
        ("Expiry", "payment"),
        ("Codice fiscale", "identity_number"),
        ("Personnummer", "identity_number"),
        ("CPF do titular", "identity_number"),
        ("统一身份证号码", "identity_number"),
        ("Bitte dieses Feld leer lassen", "honeypot"),
        ("Ne remplissez pas ce champ", "honeypot"),
    ],
)
def test_cards_identity_numbers_and_traps_are_known_in_other_languages(label: str, reason: str) -> None:
    assert refusal(field(label, name="name"), "generic") == reason


@pytest.mark.parametrize("hint", ["Enter first name on card", "1234 5678 9012 3456"])
def test_what_stands_in_the_box_tells_of_a_card(hint: str) -> None:
    assert refusal(field("First name", placeholder=hint), "generic") == "payment"


@pytest.mark.parametrize(
    "asked",
    [
        field("First name"),
        field("Email", FieldKind.EMAIL, autocomplete="username"),
        field("Referral source"),
        field("How did you hear about us? (e.g. newsletter, job alert)", FieldKind.SELECT),
        field("Message to the hiring manager", FieldKind.TEXTAREA),
        field("Veteran status (spouse of a veteran included)", FieldKind.SELECT),
        field("Do you have a valid driver's license?", FieldKind.RADIO),
        field("I agree to the privacy policy", FieldKind.CHECKBOX),
        field("Website", FieldKind.URL, name="website"),
        field("Research interests"),
        field("Password/OTP", FieldKind.PASSWORD),
        field(name="SendFriend[your_email]"),
        field("Email address or account number"),
        field("Search for your university", FieldKind.COMBOBOX),
        field("Street address", autocomplete="new-password"),
        field("First name", dom_id="usernamereg-firstName"),
        field("Phone", FieldKind.TEL, name="billing_creditCardFields_phone"),
    ],
)
def test_it_is_not_refused(asked: FieldModel) -> None:
    assert refusal(asked, "generic") is None


@pytest.mark.parametrize("label", ["Country", "Zip/postal code", "State/province", "Ort", "Code postal", "País"])
@pytest.mark.parametrize("name", ["CreditCardInformation.BillingAddressEntry.{}", "creditCard[address][{}]"])
def test_a_place_in_the_address_of_a_cards_part_is_an_address(label: str, name: str) -> None:
    """Its street is filled in, and the rest would be missing."""
    assert refusal(field(label, name=name.format("Selected")), "generic") is None


@pytest.mark.parametrize("label", ["Country", "Zip code", "Name", "Number", "Type"])
def test_a_place_that_only_a_card_is_named_with_is_the_cards(label: str) -> None:
    assert refusal(field(label, name="creditCardEntry.field"), "generic") == "payment"


def test_nothing_but_a_place_is_an_address_in_a_cards_part() -> None:
    assert refusal(field("Holder", name="creditCard.billingAddress.holder"), "generic") == "payment"


def test_workdays_bee_catcher_calls_itself_a_website() -> None:
    assert refusal(field("Website", name="website"), "workday") == "honeypot"


def test_beside_a_cards_number_a_security_code_is_the_cards() -> None:
    asked = page_model(field("Card number", id="a"), field("Security code", id="b"))
    assert refusals(asked) == {"a": "payment", "b": "payment"}
    assert refusals(page_model(field("Security code", id="b"))) == {"b": "one_time_code"}


@pytest.mark.parametrize("part", ["cc-name", "cc-given-name", "cc-additional-name", "cc-family-name", "cc-csc"])
def test_everything_on_a_card_is_payment(part: str) -> None:
    assert refusal(field("First name", autocomplete=f"billing {part}"), "generic") == "payment"


def halves_of_a_holder(**more: Any) -> tuple[FieldModel, FieldModel]:
    return (
        field("First name", id="a", autocomplete="cc-given-name", **more),
        field("Last name", id="b", autocomplete="cc-family-name", **more),
    )


def test_a_name_before_an_address_is_the_name_of_who_is_there_though_the_author_calls_it_the_holders() -> None:
    number = field("Card number", id="n")
    assert refusals(page_model(number, *halves_of_a_holder(), field("Street address", id="s"))) == {"n": "payment"}
    assert refusals(page_model(*halves_of_a_holder(), field("Email", FieldKind.EMAIL, id="e"))) == {}


def test_a_name_before_a_card_is_its_holders() -> None:
    asked = page_model(*halves_of_a_holder(), field("Card number", id="n"), field("Street address", id="s"))
    assert refusals(asked) == {"a": "payment", "b": "payment", "n": "payment"}


def test_a_name_that_calls_itself_the_holders_is_payment_wherever_it_stands() -> None:
    asked = page_model(*halves_of_a_holder(name="cardHolder"), field("Street address", id="s"))
    assert refusals(asked) == {"a": "payment", "b": "payment"}
    whole = page_model(field("Name", id="a", autocomplete="cc-name"), field("Street address", id="s"))
    assert refusals(whole) == {"a": "payment"}


@pytest.mark.parametrize(
    "words",
    [
        "I agree to receive marketing communications in accordance with the privacy policy",
        "Ich bin einverstanden, dass mir Werbung zugeschickt wird, und akzeptiere die Datenschutzerklärung",
        "Ich möchte über weitere Stellenangebote auf dem Laufenden gehalten werden",
        "J'accepte de recevoir des offres par e-mail conformément à la politique de confidentialité",
        "Acepto recibir comunicaciones conforme a la política de privacidad",
        "Accetto di ricevere comunicazioni commerciali secondo l'informativa sulla privacy",
        "Ik ga akkoord met het ontvangen van de nieuwsbrief en de privacyverklaring",
        "Aceito receber novidades conforme a política de privacidade",
        "個人情報の取り扱いに同意し、メールマガジンの配信を希望します",
        "Ja, Acme darf mich in Zukunft bezüglich passender Stellenangebote kontaktieren.",
        "Ich willige ein, dass meine Daten in den Bewerber-Pool aufgenommen werden (Datenschutzerklärung)",
        "Ich willige ein, dass meine Daten auch nach Abschluss des Verfahrens gespeichert werden (Datenschutz)",
        "Oui, Acme peut me contacter directement à propos de futures offres d'emploi",
        "J'accepte que mes données soient conservées dans la CVthèque conformément à la politique de confidentialité",
        "J'accepte que ma candidature soit conservée pour des opportunités futures (confidentialité)",
        "Sí, Acme puede contactarme para futuras ofertas de empleo",
        "Acepto que conserven mi currículum para futuros procesos de selección según la política de privacidad",
        "Sì, Acme può contattarmi in merito a future opportunità di lavoro",
        "Acconsento alla conservazione dei dati personali per future selezioni",
        "Ja, Acme mag mij benaderen over toekomstige vacatures",
        "Ik geef toestemming om mijn persoonsgegevens een jaar te bewaren",
        "Houd mij op de hoogte van nieuwe vacatures",
        "Sim, a Acme pode contactar-me sobre futuras oportunidades de emprego",
        "Concordo com o armazenamento dos meus dados pessoais para futuros processos seletivos",
        "今後の求人情報の案内を希望します",
        "タレントプールへの登録に同意し、プライバシーポリシーを確認しました",
        "スカウトメールの受信を希望する",
    ],
)
def test_offers_to_be_written_to_are_refused_in_each_language_that_consents(words: str) -> None:
    assert refusal(field(words, FieldKind.CHECKBOX, required=True), "generic") == "marketing"


def test_a_question_after_the_newsletter_is_no_newsletter() -> None:
    asked = field("Wie haben Sie von uns erfahren (Werbung, Newsletter, …)?", FieldKind.SELECT)
    assert refusal(asked, "generic") is None


def test_an_identity_number_may_be_what_one_logs_in_by() -> None:
    number, secret = field("T.C. Kimlik No", id="a"), field("Şifre", FieldKind.PASSWORD, id="b")
    assert refusals(page_model(number, secret)) == {}
    assert refusals(page_model(number, secret, field("E-posta", id="c"))) == {"a": "identity_number"}
