"""Which words and headings are about somebody else, in many languages, and which only look so."""

from __future__ import annotations

import msgspec
import pytest

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.page import FieldKind, FieldModel, FileInputModel, FilePurpose, Locator
from ghosthands.planning.context import FormPart
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.refusal import refusals
from ghosthands.testkit.story import page_model
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
        "LinkedIn URL of your manager",
        "Referee's GitHub",
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


@pytest.mark.parametrize("label", ["Commune de naissance", "Domicilio social", "Registered office", "Sede legale"])
def test_a_place_of_birth_and_a_companys_seat_are_things(label: str) -> None:
    assert part_of(field(label)) is FormPart.OTHER_THING


@pytest.mark.parametrize("heading", ["Szkoła", "Skola", "Onderwijsinstelling", "Host institution"])
def test_a_city_under_a_school_is_the_schools(heading: str) -> None:
    assert keys(field("City", section=heading)) == {}


@pytest.mark.parametrize("heading", ["Representante legal", "Legale rappresentante"])
def test_who_represents_a_company_in_law_is_another_person(heading: str) -> None:
    assert part_of(field("Nombre", section=heading)) is FormPart.OTHER_PERSON


OWN = (("First name", "About you"), ("Last name", "About you"), ("Phone", "About you"))


def test_a_name_asked_for_again_beside_what_no_applicant_is_asked_is_somebody_elses() -> None:
    assert keys(*numbered(*OWN, ("Full name", "Opponent"), ("Number plate", "Opponent"))).keys() == {"0", "1", "2"}


@pytest.mark.parametrize(
    ("heading", "labels"),
    [
        ("Your vet", ("Practice name", "Phone", "Postcode")),
        ("Krankenkasse", ("Name der Krankenkasse", "Ort")),
        ("Praktikumsbetrieb", ("Firma", "Telefon", "Ort")),
        ("L'entreprise d'accueil", ("Dénomination", "Adresse", "Ville", "Téléphone")),
        ("Veículo", ("Placa", "Cidade de emplacamento")),
        ("Ihr eigenes Fahrzeug", ("Kennzeichen", "Standort")),
        ("Most recent job", ("Company", "Position", "Phone", "City")),
    ],
)
def test_a_place_asked_for_again_behind_what_no_applicant_is_asked_is_a_things(
    heading: str, labels: tuple[str, ...]
) -> None:
    own = (*OWN, ("City", "About you"))
    found = keys(*numbered(*own, *((label, heading) for label in labels)))
    assert {key for at, key in found.items() if int(at) >= len(own)} <= {
        "profile.current_company",
        "profile.current_title",
    }


@pytest.mark.parametrize(
    ("heading", "labels"),
    [
        ("Term-time accommodation", ("Street", "City")),
        ("Bill to", ("VAT number", "Street", "City")),
        ("Billing", ("VAT number", "Street", "City")),
        ("Address", ("Building", "City")),
        ("Geburtsdatum", ("JJJJ", "Ort")),
    ],
)
def test_a_place_asked_for_again_elsewhere_is_the_applicants(heading: str, labels: tuple[str, ...]) -> None:
    own = (*OWN, ("City", "About you"))
    found = keys(*numbered(*own, *((label, heading) for label in labels)))
    assert found[str(len(own) + len(labels) - 1)] == "profile.location.city"


def test_a_block_about_somebody_ends_where_another_one_repeats_a_place() -> None:
    own = (("Full name", "About you"), ("Postcode", "About you"))
    pet = (("Name", "Your pet"), ("Breed", "Your pet"), ("Date of birth", "Your pet"))
    vet = (("Practice name", "Your vet"), ("Postcode", "Your vet"))
    assert keys(*numbered(*own, *pet, *vet)).keys() == {"0", "1"}


def test_a_block_about_somebody_does_not_go_on_in_an_address_that_a_bill_has_not() -> None:
    tutor = (("First name", "Tutor aziendale"), ("Last name", "Tutor aziendale"), ("Phone", "Tutor aziendale"))
    found = keys(*numbered(*OWN, *tutor, ("Street", "Where you live"), ("City", "Where you live")))
    assert found.keys() == {"0", "1", "2", "6", "7"}


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


APPLYING = (("Name", ""), ("E-mail", ""), ("Phone", ""))
OWN_KEYS = ["profile.full_name", "profile.email", "profile.phone"]


def under(heading: str, *more: tuple[str, str]) -> tuple[FieldModel, ...]:
    return numbered(*((label, heading) for label, _ in APPLYING), *more)


@pytest.mark.parametrize(
    "heading",
    ["Recruiter", "Manager", "Doctor", "Supervisor", "Chefe", "Leidinggevende", "Senior Recruiter", "Physician"],
)
def test_a_resume_shows_that_a_heading_is_the_title_of_a_posting(heading: str) -> None:
    resume = FileInputModel(id="cv", locator=Locator("#cv"), label="CV", purpose=FilePurpose.RESUME)
    model = msgspec.structs.replace(page_model(*under(heading)), file_inputs=(resume,))
    assert [found.key for found in match_page(model).values()] == OWN_KEYS
    assert refusals(model) == {}


@pytest.mark.parametrize(
    "heading", ["Notfallsanitäter (m/w/d)", "Recruiter (f/m/x)", "Manager (H/F)", "Partner (m/v/x)"]
)
def test_who_may_apply_in_brackets_makes_a_heading_the_title_of_a_posting(heading: str) -> None:
    assert list(keys(*under(heading)).values()) == OWN_KEYS


def test_the_title_of_a_posting_over_the_headings_of_its_form_is_nobody() -> None:
    asked = [field(label, id=label, section="Your details", around=("Recruiter (m/f/d)",)) for label, _ in APPLYING]
    assert list(keys(*asked).values()) == OWN_KEYS


def test_others_below_the_title_of_a_posting_stay_others() -> None:
    referee = [
        field(label, id=f"referee {label}", section="Referee", around=("Manager (m/f/d)",)) for label, _ in APPLYING
    ]
    assert list(keys(*under("Manager (m/f/d)"), *referee).values()) == OWN_KEYS


@pytest.mark.parametrize(
    "asked",
    [
        under("Manager"),
        under("Recruiter"),
        under("Emergency contact (m/f)"),
        under("Spouse (M/F)"),
        under("Next of kin (m/w/d)", ("Notice period", "More")),
        under("Supervisor", ("Company", "Current employer"), ("Notice period", "Current employer")),
        under("Emergency contact (m/f/d)", ("Relationship", "Emergency contact (m/f/d)")),
        under("Emergency contact", ("How did you hear about us?", "More")),
        under("References", ("Notice period", "More")),
        under("Spouse", ("Notice period", "More")),
        under("Manager details", ("Notice period", "More")),
        under("Manager 1", ("Notice period", "More")),
        numbered(("Notice period", "Your job"), *((label, "Manager") for label, _ in APPLYING)),
        under("Manager", ("Relationship", "Manager"), ("Notice period", "More")),
        under("Manager", ("Name", "Colleague"), ("Phone", "Colleague"), ("Notice period", "More")),
    ],
)
def test_a_heading_that_may_be_somebody_elses_stays_theirs(asked: tuple[FieldModel, ...]) -> None:
    assert not {"profile.full_name", "profile.email", "profile.phone"} & set(keys(*asked).values())


def test_a_heading_is_somebody_elses_where_the_applicant_is_asked_elsewhere() -> None:
    asked = numbered(*((label, "Manager") for label, _ in APPLYING), *((label, "You") for label, _ in APPLYING))
    assert list(keys(*asked)) == ["3", "4", "5"]


@pytest.mark.parametrize(
    "heading",
    ["Notfallsanitäter", "Notfallpflege", "Opiekunka dziecięca", "Opiekun osób starszych", "Técnico en emergencias"],
)
def test_a_job_that_only_begins_like_a_word_for_somebody_is_the_applicants(heading: str) -> None:
    assert part_of(field("Name", section=heading)) is FormPart.APPLICANT


@pytest.mark.parametrize("heading", ["Opiekun", "Dane opiekuna prawnego", "Notfallkontakt", "En caso de emergencias"])
def test_a_word_for_somebody_stays_one(heading: str) -> None:
    assert part_of(field("Name", section=heading)) is FormPart.OTHER_PERSON


@pytest.mark.parametrize(
    "label",
    [
        "Telefoon contactpersoon bij nood",
        "Chefens telefon",
        "Telefon des Betreuers",
        "E-Mail-Adresse des Vereins",
        "Teléfono de la vecina",
        "Correo de tu profesor",
        "Téléphone de la nounou",
        "Courriel du voisin",
        "Telefono della zia",
        "Posta elettronica del notaio",
        "Telefone do síndico",
        "Adres e-mail proboszcza",
        "Telefon souseda",
        "Professor's office phone",
        "Email to receive a reference from",
        "E-mail of the company",
    ],
)
def test_an_address_or_a_number_beside_a_word_that_is_not_known_is_left_whatever_the_box_is_named(label: str) -> None:
    asked = field(label, name="phone" if "ele" in label or "phone" in label else "email")
    assert keys(asked) == {}


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Email me at", "profile.email"),
        ("Email (we will write to you here)", "profile.email"),
        ("Enter your email to get our free report", "profile.email"),
        ("Enter valid email to receive order information.", "profile.email"),
        ("Email address where our support team can contact you", "profile.email"),
        ("Enter your email e.g. monalisa@github.com", "profile.email"),
        ("Email Signup", "profile.email"),
        ("Email professionnel ou personnel", "profile.email"),
        ("Ulangi email Anda", "profile.email"),
        ("Adres email do kontaktu", "profile.email"),
        ("Din e-post", "profile.email"),
        ("Vložte e-mailovou adresu.", "profile.email"),
        ("Mobile No. (A text will be sent to you)", "profile.phone"),
        ("Ihre Telefonnummer für Rückfragen", "profile.phone"),
        ("Teléfono móvil de contacto", "profile.phone"),
        ("Numéro de téléphone portable", "profile.phone"),
        ("Recapito telefonico", "profile.phone"),
        ("Telefoon overdag", "profile.phone"),
        ("Telefone com DDD", "profile.phone"),
        ("Telefon kontaktowy", "profile.phone"),
        ("Cep telefonu numaranız", "profile.phone"),
    ],
)
def test_an_address_or_a_number_among_words_that_are_known_is_the_applicants(label: str, key: str) -> None:
    assert keys(field(label)) == {"f": key}


def test_a_newsletters_address_is_read_by_the_box() -> None:
    label = "Enter your email address to subscribe to our newsletter"
    assert keys(field(label, placeholder="Email Address")) == {"f": "profile.email"}
    assert keys(field(label, FieldKind.CHECKBOX)) == {}


@pytest.mark.parametrize(
    "label",
    [
        "Contact person",
        "Contact name",
        "Primary contact",
        "Someone we can contact",
        "Kontaktperson",
        "Ansprechpartner/in",
        "Personne à contacter",
        "Persona de contacto",
        "Persona di contatto",
        "Pessoa de contato",
        "Contactpersoon",
        "Osoba kontaktowa",
        "Kontaktní osoba",
        "Yhteyshenkilö",
        "Kapcsolattartó",
        "Контактное лицо",
        "担当者",
        "联系人",
        "담당자",
    ],
)
def test_a_contact_person_beside_the_applicants_name_is_somebody_else(label: str) -> None:
    asked = [
        field("Full name", id="own"),
        field("Phone", id="mine"),
        field(label, id="contact"),
        field("Phone", id="theirs"),
    ]
    page = page_model(*asked)
    assert {*match_page(page)} == {"own", "mine"}
    assert refusals(page) == dict.fromkeys(("contact", "theirs"), LeftBecause.OTHER_PERSON)


@pytest.mark.parametrize("label", ["Contact person", "Ansprechpartner", "Persona de contacto"])
def test_a_contact_person_is_the_applicant_where_no_other_name_is_asked_for(label: str) -> None:
    page = page_model(field("Company", id="company"), field(label, id="contact"), field("Phone", id="phone"))
    assert match_page(page)["contact"].key == "profile.full_name"
    assert match_page(page)["phone"].key == "profile.phone"
