"""Whose data a part of a form is about."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning import context
from ghosthands.planning.context import FormPart
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.refusal import refusals
from ghosthands.planning.signals import Signals
from ghosthands.testkit.story import page_model


def field(label: str = "", kind: FieldKind = FieldKind.TEXT, **more: Any) -> FieldModel:
    options = tuple(OptionModel(text) for text in more.pop("options", ()))
    return FieldModel(**{"id": "f", "locator": Locator("#f"), "kind": kind, "label": label, "options": options, **more})


def part_of(asked: FieldModel) -> FormPart:
    return context.stand(Signals.of(asked))


def keys(*asked: FieldModel) -> dict[str, str]:
    """The keys that the fields of a page get, by id."""
    model = page_model(*asked)
    refused = refusals(model)
    return {field_id: found.key for field_id, found in match_page(model).items() if field_id not in refused}


def numbered(*labels: str | tuple[str, str]) -> tuple[FieldModel, ...]:
    """Text boxes `0`, `1`, …, each with its label, some with the heading above it."""
    said = [(one, "") if isinstance(one, str) else one for one in labels]
    return tuple(field(label, id=str(at), section=section) for at, (label, section) in enumerate(said))


@pytest.mark.parametrize(
    "heading",
    [
        "Emergency contact",
        "Emergency Contact Information",
        "Next of kin",
        "References",
        "Professional References",
        "Reference 2",
        "Referees",
        "Spouse details",
        "Dependents",
        "Parents",
        "Supervisor",
        "Secondary contact",
        "Notfallkontakt",
        "Im Notfall zu benachrichtigen",
        "Referenzen",
        "Ehepartner",
        "Personne à prévenir en cas d'urgence",
        "Conjoint",
        "Références professionnelles",
        "Contacto de emergencia",
        "Referencias laborales",
        "Cónyuge",
        "Contatto di emergenza",
        "Referenze",
        "Contato de emergência",
        "Referências profissionais",
        "Contactpersoon bij noodgeval",
        "Referenties",
        "Osoba do kontaktu w nagłych wypadkach",
        "Referencje",
        "Närmast anhörig",
        "Referenser",
        "Pårørende",
        "Nødkontakt",
        "緊急連絡先",
        "紧急联系人",
        "비상 연락처",
        "Acil durumda aranacak kişi",
    ],
)
def test_under_a_heading_about_somebody_else_nothing_is_the_applicants(heading: str) -> None:
    asked = [field(label, section=heading) for label in ("Name", "Phone", "E-mail", "City", "Relationship")]
    assert {part_of(each) for each in asked} == {FormPart.OTHER_PERSON}


@pytest.mark.parametrize(
    "label",
    [
        "Emergency contact phone",
        "Supervisor's name",
        "Name of your supervisor",
        "Manager email",
        "Referee's e-mail",
        "Reference 1: name",
        "Spouse",
        "Child's date of birth",
        "Mother's name",
        "Father's occupation",
        "Friend's email",
        "Birthday of your child",
        "Alternate contact name",
        "Gift recipient",
        "Telefonnummer des Notfallkontakts",
        "Name des Vorgesetzten",
        "Name der Mutter",
        "Geburtsdatum Ihres Ehepartners",
        "Nom du référent",
        "Téléphone du conjoint",
        "Date de naissance de l'enfant",
        "Nombre de la madre",
        "Teléfono del jefe",
        "Nombre del cónyuge",
        "Nome del referente",
        "Telefono del coniuge",
        "Nome da mãe",
        "Nome do cônjuge",
        "Naam van uw leidinggevende",
        "Naam van de moeder",
        "Imię ojca",
        "Imię i nazwisko przełożonego",
        "保護者 氏名",
        "父亲姓名",
    ],
)
def test_what_is_told_of_somebody_else_is_theirs(label: str) -> None:
    assert part_of(field(label)) is FormPart.OTHER_PERSON


@pytest.mark.parametrize(
    "heading",
    [
        "4. Referees",
        "Section 4: References",
        "Part B - References",
        "IV. Referees",
        "(c) References",
        "Step 2 of 5 References",
    ],
)
def test_what_counts_a_heading_is_no_part_of_what_it_says(heading: str) -> None:
    assert part_of(field("Phone", section=heading)) is FormPart.OTHER_PERSON


@pytest.mark.parametrize(
    "name", ["emergency_contact_phone", "spouseEmail", "reference1_name", "reference[0][email]", "supervisor_phone"]
)
def test_a_name_tells_whose_it_is_where_the_label_does_not(name: str) -> None:
    assert part_of(field("Phone", name=name)) is FormPart.OTHER_PERSON


@pytest.mark.parametrize(
    ("label", "more"),
    [
        ("Phone", {"section": "Emergency Services Coordinator"}),
        ("Phone", {"section": "How did you hear about us?"}),
        ("Email", {"section": "Partner Manager, Berlin"}),
        ("Employee ID", {}),
        ("Your name", {"name": "referrer_your_name"}),
        ("What kind of position are you looking for?", {}),
        ("Job reference number", {}),
        ("How did you hear about us?", {"kind": FieldKind.SELECT, "section": "Emergency contact"}),
        ("Do you have relatives who work here?", {"kind": FieldKind.RADIO}),
        ("How many children's books did you edit?", {}),
        ("Mobile number", {"section": "Additional contact details"}),
        ("Years of experience as project manager", {}),
    ],
)
def test_what_only_sounds_like_somebody_else_is_the_applicants(label: str, more: dict[str, Any]) -> None:
    assert part_of(field(label, **more)) is not FormPart.OTHER_PERSON


@pytest.mark.parametrize(
    "label",
    [
        "Employer location",
        "Employer phone",
        "Company website",
        "Current company location",
        "School city",
        "Dirección de la empresa",
        "Endereço da empresa",
        "University country",
        "Country of birth",
        "City of birth",
        "In which country were you born?",
        "Driver's license state",
        "Country of issue",
        "State of incorporation",
        "Bank address",
        "Adresse des Arbeitgebers",
        "Ort der Hochschule",
        "Geburtsort",
        "Ville de naissance",
        "Adresse de l'employeur",
        "Pays de naissance",
        "País de nacimiento",
        "Ciudad de la universidad",
        "Dirección del empleador",
        "Luogo di nascita",
        "Città di nascita",
        "Indirizzo del datore di lavoro",
        "Cidade de nascimento",
        "Endereço do empregador",
        "Adres van de werkgever",
        "Miejsce urodzenia",
        "Adres pracodawcy",
        "出生地",
    ],
)
def test_the_place_of_a_thing_is_not_the_applicants(label: str) -> None:
    assert part_of(field(label)) is FormPart.OTHER_THING


@pytest.mark.parametrize("name", ["birth_country", "employer_city", "schoolState", "education[0].country"])
def test_a_name_tells_which_thing_it_is_of(name: str) -> None:
    assert part_of(field("Country", FieldKind.SELECT, name=name)) is FormPart.OTHER_THING


@pytest.mark.parametrize(
    ("label", "heading"),
    [
        ("City", "Place of birth"),
        ("Country", "Birth information"),
        ("Land", "Geburtsort"),
        ("Ville", "Lieu de naissance"),
        ("Address", "Employer details"),
        ("City", "School information"),
        ("Country", "Passport"),
    ],
)
def test_a_place_under_a_things_heading_is_the_things(label: str, heading: str) -> None:
    assert part_of(field(label, section=heading)) is FormPart.OTHER_THING


@pytest.mark.parametrize(
    "label",
    [
        "Date of birth",
        "Country of residence",
        "Where do you live?",
        "Which city do you live in?",
        "Company",
        "Employer",
        "School",
        "Company email",
        "Work phone",
        "Preferred office location",
        "Degree awarded by university",
        "State",
        "Country code",
    ],
)
def test_the_applicants_own_places_stay_theirs(label: str) -> None:
    assert part_of(field(label)) is FormPart.APPLICANT


def test_a_birthday_under_the_heading_of_a_birth_is_the_applicants() -> None:
    asked = (field("Date of birth", FieldKind.DATE, id="d", section="Birth information"),)
    assert keys(*asked, field("Country", id="c", section="Birth information")) == {"d": "profile.date_of_birth"}


@pytest.mark.parametrize("heading", ["Education", "Work experience", "Ausbildung", "Formation", "Istruzione"])
def test_a_history_asks_for_the_place_of_its_school_or_employer(heading: str) -> None:
    asked = [field(label, id=label, section=heading) for label in ("City", "State", "Country", "Street address")]
    assert keys(*asked) == {}


def test_a_history_asks_for_the_number_of_its_employer_where_the_applicants_is_asked_elsewhere() -> None:
    here = field("Phone", id="employer", section="Employment history")
    assert keys(here) == {"employer": "profile.phone"}
    assert keys(field("Phone", id="own", section="Contact"), here) == {"own": "profile.phone"}


@pytest.mark.parametrize("heading", ["Education Coordinator", "Contact information", "Persönliche Informationen"])
def test_a_heading_that_only_sounds_like_a_history_is_none(heading: str) -> None:
    assert part_of(field("City", section=heading)) is FormPart.APPLICANT


def test_what_is_asked_again_after_somebody_elses_name_is_theirs() -> None:
    asked = numbered("Full name", "Phone", "E-mail", "Emergency contact name", "Relationship", "Phone", "E-mail")
    assert set(keys(*asked)) == {"0", "1", "2"}


def test_what_is_asked_again_before_a_relationship_is_theirs() -> None:
    asked = numbered("Full name", "Phone", "Full name", "Phone", "Relationship to you")
    assert set(keys(*asked)) == {"0", "1"}


def test_what_is_asked_for_the_first_time_after_somebody_elses_name_stays_the_applicants() -> None:
    asked = numbered("Full name", "Who referred you?", "Phone")
    assert keys(*asked) == {"0": "profile.full_name", "2": "profile.phone"}


def test_under_another_heading_the_block_of_somebody_else_ends() -> None:
    asked = numbered(("Phone", "You"), ("Emergency contact name", "You"), ("Phone", "Second number"))
    assert set(keys(*asked)) == {"0", "2"}


@pytest.mark.parametrize("around", [("Card number", "Expiry date"), ("Card number",)])
def test_a_name_among_a_cards_number_and_date_is_its_holders(around: tuple[str, ...]) -> None:
    assert "0" not in keys(*numbered("Name", *around))


def test_a_name_between_a_card_and_an_address_is_the_applicants() -> None:
    assert keys(*numbered("Card number", "Name", "Street address"))["1"] == "profile.full_name"


@pytest.mark.parametrize(
    "label",
    [
        "Enter the code we sent to your email",
        "Verification code sent to your e-mail address",
        "E-mail verification code",
        "Bestätigungscode aus der E-Mail",
        "Code de vérification reçu par e-mail",
        "Código de verificación enviado a tu correo",
        "Codice di verifica inviato alla tua email",
        "Código de verificação enviado por e-mail",
        "Verificatiecode uit de e-mail",
        "Kod weryfikacyjny z wiadomości e-mail",
        "Aktivační kód",
        "Код подтверждения из письма",
        "メールに届いた認証コード",
        "邮箱验证码",
    ],
)
def test_a_code_that_was_sent_by_mail_is_no_address(label: str) -> None:
    assert part_of(field(label)) is FormPart.CODE


@pytest.mark.parametrize("label", ["", "Code", "Digit 1", "Enter the verification code sent to your email"])
def test_under_a_heading_about_a_code_a_box_without_other_words_takes_it(label: str) -> None:
    assert part_of(field(label, section="Enter the verification code sent to your email")) is FormPart.CODE


@pytest.mark.parametrize(
    "label", ["Mobile number (we'll send you a verification code)", "E-mail", "Promo code", "Postal code", "Zip code"]
)
def test_what_a_code_is_sent_to_is_none(label: str) -> None:
    assert part_of(field(label)) is FormPart.APPLICANT


def test_a_heading_further_out_tells_whose_it_is_where_the_nearest_does_not() -> None:
    assert part_of(field("City", section="Address", around=("Emergency contact",))) is FormPart.OTHER_PERSON
    assert part_of(field("City", section="Address", around=("Apply now", "Referees"))) is FormPart.OTHER_PERSON
    assert part_of(field("City", section="Address", around=("Place of birth",))) is FormPart.OTHER_THING
    assert part_of(field("City", section="Address", around=("Employment",))) is FormPart.APPLICANT


def test_a_heading_over_the_applicants_name_heads_a_page_and_no_history() -> None:
    asked = numbered(("First name", "Employment"), ("City", "Employment"), ("City", "Education"))
    assert keys(*asked) == {"0": "profile.first_name", "1": "profile.location.city"}


def test_an_address_goes_on_with_whose_it_began() -> None:
    mine = ("Street", "City", "ZIP code")
    theirs = ("Employer street address", "City", "State", "ZIP code")
    assert keys(*numbered(*theirs)) == {}
    assert list(keys(*numbered(*theirs, *mine))) == ["4", "5", "6"]
    assert list(keys(*numbered("Emergency contact address", "City", "Country", "E-mail", "State"))) == ["3", "4"]
    assert list(keys(*numbered("City", "Employer street address"))) == ["0"]


def test_a_companys_place_is_told_by_its_name_where_the_applicants_own_is_asked_for_too() -> None:
    mine = field("City", id="mine", name="city")
    companys = field("City", id="companys", name="Company_City")
    assert keys(mine, companys) == {"mine": "profile.location.city"}
    assert keys(companys) == {"companys": "profile.location.city"}


def test_an_offices_address_and_the_years_at_a_company_are_neither_the_applicants_home_nor_its_name() -> None:
    assert keys(field("Office address with landmark", name="company_address")) == {}
    assert keys(field("Current company work experience", name="Current_Company_Work_Experience")) == {}


@pytest.mark.parametrize("name", ["Reference1_Mobile_No", "reference2_city", "reference1_contact"])
def test_a_name_tells_the_referees_whatever_is_asked_of_them(name: str) -> None:
    assert part_of(field("Mobile", name=name)) is FormPart.OTHER_PERSON


@pytest.mark.parametrize("heading", ["Nominee", "Yakını", "Additional driver", "Рекомендации", "General practitioner"])
def test_a_name_asked_for_again_under_another_heading_is_somebody_elses_and_so_is_what_stands_beside_it(
    heading: str,
) -> None:
    own = (("First name", "About you"), ("Last name", "About you"), ("Phone", "About you"))
    theirs = (("Full name", heading), ("Phone", heading), ("E-mail", heading), ("Address", heading))
    assert keys(*numbered(*own, *theirs)).keys() == {"0", "1", "2"}


@pytest.mark.parametrize(
    ("heading", "beside"),
    [
        ("Voluntary Self-Identification of Disability", "Date"),
        ("Signature", "Date"),
        ("Legal name", "Middle name"),
        ("Background check authorization", "Date of birth"),
        ("Contact details", "E-mail"),
    ],
)
def test_a_name_asked_for_again_without_a_way_to_reach_them_again_is_still_the_applicants(
    heading: str, beside: str
) -> None:
    own = (("First name", "About you"), ("Last name", "About you"), ("Phone", "About you"))
    again = (("First name", heading), ("Last name", heading), (beside, heading))
    assert keys(*numbered(*own, *again)).keys() >= {"0", "1", "2", "3", "4"}


def test_one_heading_for_each_half_of_a_name_is_no_second_person() -> None:
    halves = numbered(("First name", "First name"), ("Last name", "Last name"), ("Phone", "Phone"))
    assert len(keys(*halves)) == len(halves)


@pytest.mark.parametrize(
    ("heading", "beside"),
    [
        ("Second address", "Postal code"),
        ("Billing details", "Phone"),
        ("Rechnungsempfänger", "Phone"),
        ("Passenger 1", "Phone"),
        ("Applicant", "Phone"),
    ],
)
def test_a_name_asked_for_again_with_an_address_a_bill_or_the_applicants_heading_is_theirs(
    heading: str, beside: str
) -> None:
    asked = keys(*numbered(("Full name", "Contact"), ("Full name", heading), (beside, heading)))
    assert asked["1"] == "profile.full_name"


def test_a_name_asked_for_again_beside_a_password_is_of_who_makes_the_account() -> None:
    again = field("Your secret", FieldKind.PASSWORD, id="3", section="New here?")
    asked = numbered(("Full name", "Contact"), ("Full name", "New here?"), ("E-mail", "New here?"))
    assert keys(*asked, again)["1"] == "profile.full_name"


def test_a_name_asked_for_again_where_an_address_goes_on_is_of_who_lives_there() -> None:
    asked = (("Full name", "Contact"), ("Full name", "Card"), ("Day", "Birthday"), ("City", "Birthday"))
    assert keys(*numbered(*asked))["1"] == "profile.full_name"


@pytest.mark.parametrize("heading", ["Huidige werkgever", "Letzter Arbeitgeber", "Adresse de l'entreprise"])
def test_a_heading_that_names_an_employer_or_its_address_has_its_places(heading: str) -> None:
    assert not keys(*numbered(("Adresse", heading), ("Telefon", heading)))


def test_a_heading_that_names_an_employer_over_the_applicants_name_heads_a_page() -> None:
    asked = numbered(("Last name", "State University"), ("City", "State University"))
    assert keys(*asked)["1"] == "profile.location.city"


def test_under_a_history_a_companys_number_is_not_the_applicants() -> None:
    assert part_of(field("Company phone number", section="Employment history")) is FormPart.OTHER_THING


def test_a_place_beside_a_box_that_says_what_is_searched_for_is_searched_too() -> None:
    jobs = field("", id="0", placeholder="Search jobs")
    near = field("", id="1", placeholder="City, state or zip")
    assert not keys(jobs, near)
    assert keys(field("Search", id="0"), field("City", id="1")) == {"1": "profile.location.city"}
