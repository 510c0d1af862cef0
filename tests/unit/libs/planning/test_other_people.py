"""Which words and headings are about somebody else, in many languages, and which only look so."""

from __future__ import annotations

import pytest

from ghosthands.planning.context import FormPart
from tests.unit.libs.planning.test_context import field, keys, numbered, part_of


@pytest.mark.parametrize(
    "label",
    [
        "Telefon des Zeugen",
        "Téléphone du médecin traitant",
        "Teléfono del acompañante",
        "Nome e cognome del delegato",
        "Telefoon huisarts",
        "Telefon sprawcy",
        "Telefon împuternicit",
        "Telefon preporučioca",
        "同行者氏名",
        "Honoree last name",
        "Co-signer phone",
    ],
)
def test_a_label_that_asks_for_contact_data_of_somebody_it_names_is_theirs(label: str) -> None:
    assert part_of(field(label)) is FormPart.OTHER_PERSON


@pytest.mark.parametrize(
    "heading",
    [
        "Geschädigter",
        "Angaben zum Kind",
        "Controparte",
        "Acompañante 1",
        "Gemachtigde",
        "Poszkodowany",
        "Kedvezményezett",
        "Vaiko duomenys",
        "Podaci o djetetu",
        "Сведения о ребёнке",
        "お子様について",
        "Accompanying person",
        "Tribute",
    ],
)
def test_a_heading_that_names_somebody_has_their_data(heading: str) -> None:
    assert part_of(field("Name", section=heading)) is FormPart.OTHER_PERSON


@pytest.mark.parametrize(
    "heading",
    [
        "Kinderarzt (m/w/d)",
        "Vertreter im Außendienst",
        "Médecin généraliste",
        "Delegate details",
        "What kind of work do you do",
        "Testimonials",
        "Vitnemål",
        "Prijava za upis djeteta u vrtić",
        "Заявление о записи ребёнка в школу",
        "आवेदन पत्र",
        "Parent / carer completing this form",
    ],
)
def test_a_job_or_a_page_that_is_named_after_people_is_the_applicants(heading: str) -> None:
    assert part_of(field("Name", section=heading)) is FormPart.APPLICANT


OWN = (("First name", "About you"), ("Last name", "About you"), ("Phone", "About you"))


def test_a_name_asked_for_again_beside_what_no_applicant_is_asked_is_somebody_elses() -> None:
    assert keys(*numbered(*OWN, ("Full name", "Opponent"), ("Number plate", "Opponent"))).keys() == {"0", "1", "2"}


@pytest.mark.parametrize("heading", ["Signature", "Erklärung", "Self-identification of disability", "誓約"])
def test_who_signs_gives_their_own_name_whatever_stands_beside_it(heading: str) -> None:
    assert keys(*numbered(*OWN, ("Full name", heading), ("Place of signing", heading)))["3"] == "profile.full_name"


def test_a_whole_name_repeats_a_last_name() -> None:
    own = (("Initials", "Applicant"), ("Last name", "Applicant"), ("Phone", "Applicant"))
    assert keys(*numbered(*own, ("Name", "Legate"), ("Phone", "Legate"))).keys() == {"1", "2"}


def test_a_trap_for_machines_says_nothing_about_its_neighbours() -> None:
    trap = field("Leave this field empty", id="trap", name="first_name")
    assert keys(trap, field("Your name", id="name")) == {"name": "profile.full_name"}


def test_a_locked_field_is_not_asked_but_tells_what_the_ones_beside_it_ask() -> None:
    locked = field("Last name", id="last", visible=False, locked=True)
    assert keys(locked, field("Name", id="first")) == {"first": "profile.first_name"}


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Affiliation / Institution", "profile.current_company"),
        ("Company Name/Care Of", "profile.current_company"),
        ("Suburb / Neighbourhood", "profile.location.city"),
        ("House No. / Name", None),
        ("Delivery / Collection", None),
    ],
)
def test_a_label_of_alternatives_asks_for_the_one_that_is_understood(label: str, key: str | None) -> None:
    assert keys(field(label)).get("f") == key


def test_a_sentence_has_no_alternatives() -> None:
    assert keys(field("Is there an affiliation / institution that we should write to about this?")) == {}


#: Titles of postings and towns, which pages put over their forms.
POSTINGS = """
Sachbearbeiter Bern|Standort Bern|Bern|Bernard & Cie|Pflegefachfrau Bern Mitte|Kinderbetreuung Bern
Begleitperson Schulbus|Bürge Mechaniker|Mandataire immobilier|Mandataire judiciaire|Mandataire|Éducateur jeunes enfants
Infirmière enfants|Animateur enfants|Auxiliaire enfants malades|Accompagnant éducatif|Accompagnant|Garant qualité
Procurador Municipal|Procurador|Procurador del Estado|Apoderado bancario|Acompañante terapéutico|Acompañante
Técnico testigos|Fiador senior|Martorell|Operario Martorell|Accompagnatore turistico|Accompagnatore|Delegato sindacale
Delegato commerciale|Garante privacy|Acompanhante de idosos|Procurador Geral|Representante comercial
Gemachtigde douane|Begeleider kind|Pełnomocnik ds. jakości|Pełnomocnik|Osoba towarzysząca seniorom|Doprovod vlaku
Kezes adminisztrátor|Gyermekorvos|Gyermekfelügyelő|Kísérő|Copilot|Copilot aeronave|Educator copii|Medföljande assistent
Seuralainen vanhuksille|Lapsi ja perhetyö|Lastenhoitaja|Bērnu aprūpe|Spremljevalec otrok|Pendamping|Pendamping Desa
Guru anak|Сопровождающий поезда|Сопровождающий|Детектив|Воспитатель ребенка|Συνοδός εδάφους|Συνοδός
お子様向け英語講師|代理人業務担当|ご家族支援員|证人保护专员|가족 상담사|Refakatçi|מלווה
"""


@pytest.mark.parametrize("heading", [each for line in POSTINGS.split("\n") for each in line.split("|") if each])
def test_the_title_of_a_posting_takes_nothing_from_the_applicant(heading: str) -> None:
    asked = [("First name", heading), ("Last name", heading), ("E-mail", heading), ("Phone", heading)]
    assert list(keys(*numbered(*asked)).values()) == [
        "profile.first_name",
        "profile.last_name",
        "profile.email",
        "profile.phone",
    ]


@pytest.mark.parametrize("label", ["Telefon Bern", "Adresse (Bern)", "Teléfono Martorell"])
def test_a_town_in_a_label_is_nobody(label: str) -> None:
    assert part_of(field(label)) is FormPart.APPLICANT


@pytest.mark.parametrize(
    "heading",
    [
        "Angaben zur Begleitperson",
        "Coordonnées du mandataire",
        "Informations sur l'enfant",
        "Datos del acompañante",
        "Datos personales del testigo 2",
        "Dati dell'accompagnatore",
        "Dados do procurador",
        "Gegevens van het kind",
        "Dane pełnomocnika",
        "Údaje svědka",
        "Bērna dati",
        "Gyermek adatai",
        "Todistajan tiedot",
        "Datele copilului",
        "Details of the garant",
        "Данные сопровождающего",
        "Στοιχεία συνοδού",
        "保証人情報",
        "동반자 정보",
    ],
)
def test_a_heading_that_says_whose_data_follow_has_theirs(heading: str) -> None:
    assert part_of(field("Name", section=heading)) is FormPart.OTHER_PERSON
