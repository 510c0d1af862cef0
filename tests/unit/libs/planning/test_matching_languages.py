"""Which key a field asks for in other languages than English."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import (
    FieldKind,
)
from ghosthands.planning.refusal import refusals
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_matching import field, key_of


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Straße und Hausnummer", "profile.address_line1"),
        ("PLZ", "profile.location.zip"),
        ("Complément d'adresse", "profile.address_line2"),
        ("N° de téléphone", "profile.phone"),
        ("Dirección de correo electrónico", "profile.email"),
        ("Población", "profile.location.city"),
        ("Indirizzo email", "profile.email"),
        ("Città", "profile.location.city"),
        ("Tussenvoegsel", None),
        ("Woonplaats", "profile.location.city"),
        ("Sobrenome", "profile.last_name"),
        ("電話番号", "profile.phone"),
        ("市区町村", "profile.location.city"),
        ("セイ（カナ）", None),
        ("Kod pocztowy", "profile.location.zip"),
        ("Příjmení", "profile.last_name"),
        ("Keresztnév", "profile.first_name"),
        ("Etternavn", "profile.last_name"),
        ("Postort", "profile.location.city"),
        ("Sukunimi", "profile.last_name"),
        ("Soyadınız", "profile.last_name"),
        ("手机", "profile.phone"),
    ],
)
def test_other_languages_name_their_keys(label: str, key: str | None) -> None:
    assert key_of(field(label)) == key


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("Darfst du in Deutschland arbeiten?", "profile.work_authorization"),
        ("Benötigen Sie ein Visum?", "profile.requires_sponsorship"),
        ("Gehaltsvorstellung", "profile.salary_expectation"),
        ("Frühestmöglicher Eintrittstermin", "profile.available_start_date"),
        ("Comment avez-vous entendu parler de nous ?", "profile.how_did_you_hear"),
        ("Avez-vous l'autorisation de travailler en France ?", "profile.work_authorization"),
        ("Préavis", "profile.notice_period"),
        ("¿Cómo nos conociste?", "profile.how_did_you_hear"),
        ("Disponibilidad para incorporarse", "profile.available_start_date"),
        ("Aspettativa salariale", "profile.salary_expectation"),
        ("Hai il permesso di lavoro in Italia?", "profile.work_authorization"),
        ("Opzegtermijn", "profile.notice_period"),
        ("Hoe heb je ons gevonden?", "profile.how_did_you_hear"),
        ("Pretensão salarial", "profile.salary_expectation"),
        ("Como soube desta vaga?", "profile.how_did_you_hear"),
        ("希望年収", "profile.salary_expectation"),
        ("性別", "profile.eeo.gender"),
    ],
)
def test_questions_are_understood_in_other_languages(question: str, key: str) -> None:
    assert key_of(field(question, FieldKind.SELECT, options=["…"])) == key


@pytest.mark.parametrize(
    "label",
    [
        "Seconda riga dell'indirizzo",
        "Segunda linha do endereço",
        "Baris alamat kedua",
        "Anden adresselinje",
        "Andre adresselinje",
        "Toinen osoiterivi",
        "Zweite Zeile der Adresse",
        "Druga linia adresu",
        "Andra adressraden",
    ],
)
def test_a_second_line_is_no_street(label: str) -> None:
    assert key_of(field(label)) == "profile.address_line2"


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Nome dell'azienda", "profile.current_company"),
        ("Nome dell\u2019azienda", "profile.current_company"),
        ("Informazioni aggiuntive sull'indirizzo", "profile.address_line2"),
    ],
)
def test_words_before_an_apostrophe_are_words_of_their_own(label: str, key: str) -> None:
    assert key_of(field(label)) == key


@pytest.mark.parametrize("label", ["Indirizzo dell'azienda", "Telefono dell'azienda", "Sede dell'azienda"])
def test_what_is_behind_an_apostrophe_may_be_another_s(label: str) -> None:
    assert refusals(page_model(field(label))) == {"f": "other_thing"}


@pytest.mark.parametrize(
    "label",
    [
        "Address line 3",
        "Adresszeile 3",
        "Dritte Adresszeile",
        "Troisième ligne d'adresse",
        "Tercera línea de la dirección",
        "Terza riga dell'indirizzo",
        "Indirizzo 3",
        "Derde adresregel",
        "Terceira linha do endereço",
        "Třetí řádek adresy",
        "Tredje adressraden",
        "Adresselinje 3",
        "Osoiterivi 3",
        "Üçüncü adres satırı",
        "Третья строка адреса",
        "Τρίτη γραμμή διεύθυνσης",
        "Baris alamat ketiga",
        "住所3",
        "地址第三行",
    ],
)
def test_a_third_line_does_not_say_the_second_again(label: str) -> None:
    assert key_of(field(label)) is None
