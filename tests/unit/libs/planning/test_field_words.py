"""Whole blocks of a form in the languages that forms are in, each as its speakers write it."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from ghosthands.planning import rules
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.rules import field_words
from ghosthands.planning.signals import words
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_matching import field

KEYS = {
    "first": "profile.first_name",
    "last": "profile.last_name",
    "both": "profile.full_name",
    "mail": "profile.email",
    "phone": "profile.phone",
    "street": "profile.address_line1",
    "more": "profile.address_line2",
    "zip": "profile.location.zip",
    "city": "profile.location.city",
    "state": "profile.location.state",
    "country": "profile.location.country",
    "company": "profile.current_company",
    "birth": "profile.date_of_birth",
}
#: what the fields of one form are called, in its order
FORMS = {
    "de": "first Vorname|last Nachname|mail E-Mail-Adresse|phone Telefonnummer|street Straße und Hausnummer"
    "|more Adresszusatz|zip PLZ|city Wohnort|state Kanton|country Land|company Firmenname",
    "fr": "last Nom|first Prénom|mail Adresse e-mail|phone Numéro de téléphone|street Première ligne d'adresse"
    "|more Complément d'adresse|zip Code postal|city Ville|state État|country Nom du pays|company Raison sociale",
    "es": "first Nombre|last Apellidos|mail Correo electrónico|phone Teléfono móvil|street Línea de dirección 1"
    "|more Línea de dirección 2|zip Código postal|city Localidad|state Provincia|country Seleccionar país"
    "|company Organización",
    "it": "first Nome|last Cognome|mail Indirizzo e-mail|phone Cellulare|street Via e numero civico|zip CAP"
    "|city Comune|state Provincia|country Nazione|company Ragione sociale|birth Data di nascita",
    "pt": "first Nome|last Sobrenome|mail E-mail|phone Celular|zip CEP|street Logradouro|more Complemento"
    "|city Cidade|state UF|country País|company Organização",
    "nl": "first Voornaam|last Achternaam|mail E-mailadres|phone Mobiel nummer|street Straatnaam|more Toevoeging"
    "|zip Postcode|city Woonplaats|state Provincie|country Land|company Werkgever",
    "ca": "first Nom|last Cognoms|mail Correu electrònic|phone Telèfon mòbil|street Adreça|zip Codi postal"
    "|city Població|birth Data de naixement",
    "sv": "first Förnamn|last Efternamn|mail E-postadress|phone Mobiltelefon|street Gatuadress"
    "|more Andra adressraden|zip Postnummer|city Postort|state Län|country Land|company Företagsnamn",
    "da": "first Fornavn|last Efternavn|mail Mailadresse|phone Tlf.|street Vejnavn og husnummer|zip Postnr."
    "|city By|country Vælg land|company Virksomhed|birth Fødselsdato",
    "no": "first Fornavn|last Etternavn|mail E-postadresse|phone Mobilnummer|street Gate og husnummer|zip Postnr"
    "|city Poststed|state Fylke|country Velg land|company Bedriftsnavn",
    "fi": "first Etunimi|last Sukunimi|mail Sähköpostiosoite|phone Puhelinnumero|street Katuosoite"
    "|zip Postinumero|city Postitoimipaikka|state Maakunta|country Asuinmaa|company Yrityksen nimi",
    "pl": "first Imię|last Nazwisko|mail Adres e-mail|phone Numer telefonu|street Ulica i numer domu"
    "|more Numer mieszkania|zip Kod pocztowy|city Miejscowość|state Województwo|country Wybierz kraj|company Firma",
    "cs": "first Jméno|last Příjmení|mail E-mail|phone Telefonní číslo|street Ulice a číslo popisné|zip PSČ"
    "|city Obec|country Stát|company Název firmy|birth Datum narození",
    "sk": "first Meno|last Priezvisko|mail E-mailová adresa|phone Telefónne číslo|street Ulica a číslo domu|zip PSČ"
    "|city Mesto|country Krajina|company Názov spoločnosti",
    "hu": "last Vezetéknév|first Keresztnév|mail E-mail cím|phone Telefonszám|zip Irányítószám|city Település"
    "|street Utca, házszám|country Ország|company Cégnév|birth Születési idő",
    "ro": "last Nume|first Prenume|mail Adresă de e-mail|phone Număr de telefon|street Strada și numărul"
    "|zip Cod poștal|city Localitate|state Județ|country Selectați țara|company Denumire firmă",
    "hr": "first Ime|last Prezime|mail Adresa e-pošte|phone Broj mobitela|street Ulica i kućni broj"
    "|zip Poštanski broj|city Mjesto|country Država|company Tvrtka",
    "sl": "first Ime|last Priimek|mail E-poštni naslov|phone Telefonska številka|street Ulica in hišna številka"
    "|zip Poštna številka|company Podjetje",
    "et": "first Eesnimi|last Perekonnanimi|mail E-posti aadress|phone Telefoninumber|street Tänav ja maja"
    "|zip Sihtnumber|city Linn|state Maakond|country Riik|company Ettevõte",
    "lv": "first Vārds|last Uzvārds|mail E-pasta adrese|phone Tālruņa numurs|street Iela|zip Pasta indekss"
    "|city Pilsēta|country Valsts|company Uzņēmuma nosaukums",
    "lt": "first Vardas|last Pavardė|mail El. pašto adresas|phone Telefono numeris|street Gatvė|zip Pašto kodas"
    "|city Miestas|country Šalis|company Įmonės pavadinimas",
    "tr": "first Adınız|last Soyadınız|mail E-posta adresi|phone Cep telefonu|street Açık adres|zip Posta kodu"
    "|city İlçe|state İl|country Ülke|company Şirket adı|birth Doğum tarihi",
    "ru": "last Фамилия|first Имя|mail Электронная почта|phone Мобильный телефон|street Улица, дом"
    "|zip Почтовый индекс|city Город|state Область|country Страна|company Место работы|birth Дата рождения",
    "uk": "last Прізвище|first Ім'я|mail Електронна пошта|phone Мобільний|street Вулиця, будинок"
    "|zip Поштовий індекс|city Місто|state Область|country Країна|company Назва компанії",
    "bg": "first Име|last Фамилия|mail Електронна поща|phone Мобилен|street Адрес|zip Пощенски код"
    "|city Населено място|country Държава|company Име на фирма",
    "el": "first Όνομα|last Επώνυμο|mail Ηλεκτρονική διεύθυνση|phone Κινητό τηλέφωνο|street Οδός και αριθμός"
    "|zip Τ.Κ.|city Πόλη|state Νομός|country Χώρα|company Επωνυμία εταιρείας",
    "ja": "last 姓|first 名|mail メールアドレス|phone 電話番号|zip 郵便番号|state 都道府県|city 市区町村|street 番地"
    "|more 建物名・部屋番号|company 勤務先|birth 生年月日",
    "zh": "last 姓氏|first 名字|mail 电子邮件|phone 手机号码|country 国家/地区|state 省份|city 所在城市|street 详细地址"
    "|zip 邮政编码|company 工作单位|birth 出生日期",
    "ko": "both 성명|mail 이메일 주소|phone 휴대폰 번호|zip 우편번호|street 기본주소|more 상세주소|country 거주 국가"
    "|company 회사명|birth 생년월일",
    "he": "first שם פרטי|last שם משפחה|mail כתובת אימייל|phone טלפון נייד|street רחוב ומספר בית|city עיר מגורים"
    "|zip מיקוד|country מדינה|company מקום עבודה",
    "ar": "first الاسم الأول|last اسم العائلة|mail البريد الإلكتروني|phone رقم الجوال|street عنوان الشارع"
    "|city المدينة|state المحافظة|zip الرمز البريدي|country بلد الإقامة|company اسم الشركة",
    "id": "both Nama lengkap|mail Alamat email|phone Nomor ponsel|street Alamat rumah|city Kota|state Provinsi"
    "|zip Kode pos|country Pilih negara|company Nama perusahaan|birth Tanggal lahir",
    "vi": "last Họ|first Tên|mail Địa chỉ email|phone Số điện thoại|street Số nhà, tên đường|city Thành phố"
    "|zip Mã bưu chính|country Quốc gia|company Tên công ty|birth Ngày sinh",
    "th": "first ชื่อ|last นามสกุล|mail อีเมล|phone เบอร์โทรศัพท์|street ที่อยู่|state จังหวัด|zip รหัสไปรษณีย์|country ประเทศ",
}


def asked(labels: list[str]) -> list[str | None]:
    """The key of each field of a form with these labels."""
    fields = [field(label, id=f"f{at}") for at, label in enumerate(labels)]
    matches = match_page(page_model(*fields))
    return [matches[one.id].key if one.id in matches else None for one in fields]


@pytest.mark.parametrize("language", FORMS)
def test_a_form_is_understood_in_its_language(language: str) -> None:
    wanted = [one.split(" ", 1) for one in FORMS[language].split("|")]
    found = dict(zip((label for _, label in wanted), asked([label for _, label in wanted]), strict=True))
    assert found == {label: KEYS[key] for key, label in wanted}


@pytest.mark.parametrize(
    "label", ["Name", "Nombre", "Nome", "Nom", "Jméno", "Имя", "이름", "Ім'я", "Nume", "Ad", "名字"]
)
def test_a_name_that_no_half_stands_beside_is_the_whole_name(label: str) -> None:
    assert asked(["E-mail", label, "Twitter"])[1] == "profile.full_name"


def test_a_name_far_from_two_halves_that_belong_together_is_none_of_them() -> None:
    assert asked(["Prénom", "Nom de famille", "E-mail", "Nom"])[3] == "profile.full_name"


def test_each_block_of_a_page_has_its_own_halves() -> None:
    blocks = ["Nombre", "Apellidos", "Teléfono", "Calle", "Ciudad", "País", "Nom", "Prénom"]
    halves = [*asked(blocks)[:2], *asked(blocks)[-2:]]
    assert halves == [f"profile.{half}_name" for half in ("first", "last", "last", "first")]


def test_a_possessive_changes_nothing() -> None:
    assert asked(["Ihr Wohnort", "Votre ville", "Tu ciudad", "Ваш город"]) == [KEYS["city"]] * 4


def test_todays_job_is_the_job() -> None:
    said = ["Aktueller Arbeitgeber", "Obecny pracodawca", "Angajator actual", "現在の勤務先", "Jelenlegi munkáltató"]
    said += ["Letzter Arbeitgeber", "Dernier employeur", "Naam huidige werkgever", "Empresa en la que trabajas"]
    assert asked(said) == [KEYS["company"]] * len(said)


def test_todays_title_is_a_jobs_and_no_form_of_address() -> None:
    assert asked(["Nuvarande titel", "Titel"]) == ["profile.current_title", None]


@pytest.mark.parametrize(
    ("labels", "keys"),
    [
        (["Ulice", "PSČ", "Obec", "Kraj", "Země"], "street zip city state country"),
        (["Naslov", "Poštna številka", "Kraj", "Država"], "street zip city country"),
        (["Ulica", "Miasto", "Kraj"], "street city country"),
    ],
)
def test_a_word_that_languages_share_means_what_the_page_does_not_ask_for_yet(labels: list[str], keys: str) -> None:
    assert asked(labels) == [KEYS[key] for key in keys.split()]


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Palkkatoive", "salary_expectation"),
        ("Nettó fizetési igény", "salary_expectation"),
        ("Hva er dine lønnsforventninger?", "salary_expectation"),
        ("Představa o mzdě", "salary_expectation"),
        ("Желаемая зарплата", "salary_expectation"),
        ("희망연봉", "salary_expectation"),
        ("Когда готовы приступить к работе?", "available_start_date"),
        ("Możliwy termin rozpoczęcia pracy", "available_start_date"),
        ("Oppsigelsestid", "notice_period"),
        ("Felmondási idő", "notice_period"),
        ("Bizi nereden duydunuz?", "how_did_you_hear"),
        ("Bạn biết đến chúng tôi qua đâu?", "how_did_you_hear"),
    ],
)
def test_what_every_application_asks_is_known_in_languages_whose_questions_are_not_read(label: str, key: str) -> None:
    assert asked([label]) == [f"profile.{key}"]


def test_every_phrase_says_something() -> None:
    """One that has no words would stand for every field there is."""
    text = (resources.files(rules) / "field_words.toml").read_text(encoding="utf-8")
    phrases = [one for table in tomllib.loads(text).values() for line in table.values() for one in line.split(" | ")]
    assert [one for one in phrases if not words(one.strip("… ").replace("*", ""))] == []


def test_the_lines_of_a_language_are_ones_that_rules_read() -> None:
    text = (resources.files(rules) / "field_words.toml").read_text(encoding="utf-8")
    lines = {line for table in tomllib.loads(text).values() for line in table}
    assert {line for line in lines if not hasattr(field_words, line.upper())} == {"around", "beside"}


EDUCATION = {
    "Ausbildung": "Hochschule|Abschluss|Studiengang|Von|Bis",
    "Formation": "Nom de l'établissement|Diplôme obtenu|Domaine d'études|Date de début|Date de fin",
    "Educación": "Centro de estudios|Titulación|Especialidad|Desde|Hasta",
    "Istruzione": "Università|Titolo di studio|Corso di studi|Dal|Al",
    "Opleiding": "Onderwijsinstelling|Diploma|Studierichting|Startdatum|Einddatum",
    "Utbildning": "Lärosäte|Examen|Inriktning|Från|Till",
    "Wykształcenie": "Uczelnia|Poziom wykształcenia|Kierunek studiów|Od|Do",
    "Образование": "Учебное заведение|Уровень образования|Специальность|Дата начала|Дата окончания",
    "学歴": "学校名|学位|専攻|入学年月|卒業年月",
    "教育经历": "学校名称|学历|专业|开始时间|结束时间",
}
WORK = {
    "Berufserfahrung": "Firma|Position|Tätigkeitsbeschreibung|Beginn|Ende",
    "Expériences professionnelles": "Nom de l'entreprise|Intitulé du poste|Missions|Début|Fin",
    "Experiencia laboral": "Empresa|Cargo|Funciones|Fecha de inicio|Fecha de fin",
    "Esperienze lavorative": "Azienda|Ruolo|Mansioni|Data inizio|Data fine",
    "Doświadczenie zawodowe": "Nazwa firmy|Stanowisko|Zakres obowiązków|Data rozpoczęcia|Data zakończenia",
    "Опыт работы": "Компания|Должность|Обязанности|Начало|Окончание",
    "職務経歴": "会社名|役職|業務内容|開始年月|終了年月",
}


def asked_under(section: str, labels: str) -> list[str | None]:
    fields = [field(label, id=f"f{at}", section=section) for at, label in enumerate(labels.split("|"))]
    matches = match_page(page_model(*fields))
    return [matches[one.id].key if one.id in matches else None for one in fields]


@pytest.mark.parametrize("section", EDUCATION)
def test_an_education_is_understood_in_its_language(section: str) -> None:
    of = ("institution", "degree", "field", "start_date", "end_date")
    assert asked_under(section, EDUCATION[section]) == [f"profile.education.0.{each}" for each in of]


@pytest.mark.parametrize("section", WORK)
def test_a_job_held_is_understood_in_its_language(section: str) -> None:
    of = ("company", "title", "description", "start_date", "end_date")
    assert asked_under(section, WORK[section]) == [f"profile.work_history.0.{each}" for each in of]
