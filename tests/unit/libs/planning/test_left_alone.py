"""Boxes that nothing of the applicant's belongs into, as forms of all kinds call them."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain.page import FieldKind, FileInputModel, FilePurpose, Locator
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.refusal import refusals
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_matching import field


def key(label: str = "", kind: FieldKind = FieldKind.TEXT, **more: Any) -> str | None:
    """The key that a form's only box gets."""
    page = page_model(field(label, kind, **more))
    (asked,) = page.fields
    found = match_page(page).get(asked.id)
    return found.key if found and asked.id not in refusals(page) else None


@pytest.mark.parametrize(
    "label",
    [
        "Company LinkedIn page",
        "If LinkedIn, which group?",
        "Geboortedatum kind",
        "Datum narození dítěte",
        "Eşinizin doğum tarihi",
        "Coopté par (nom, prénom)",
        "公司地址",
        "Ort där du vill arbeta",
        "Miasto, w którym chcesz pracować",
        "Cidade onde deseja trabalhar",
        "Search by city or zip",
        "Filter by city",
        "Buscar por ciudad",
        "Their email",
        "To email",
        "CC e-mail",
        "Forward to e-mail",
        "Invite people by e-mail",
        "Seller e-mail",
        "Code from e-mail",
        "Enter code",
        "Zip code of your event",
        "Venue address",
        "What street did you grow up on?",
        "Instagram username",
        "PayPal e-mail",
        "Username of your friend",
        "Last 4 digits of your card",
        "Find a store near you (ZIP)",
        "Enter a city to search jobs",
        "Departure city",
        "Recipient's email",
        "Previous surname(s)",
        "Second last name",
        "Nachname vor der Ehe",
        "Your full name in Chinese characters",
        "Nickname of your boss",
        "Straße der Arbeitsstätte",
        "Wohnort der Eltern",
        "Wohnort vor dem Umzug",
        "Ort, Datum",
        "Street of the branch you apply to",
        "Street where the office is",
        "Postcode of workplace",
        "Postnummer till kontoret",
        "Phone number of the office",
        "Country code of employer",
        "First language",
        "First aid certificate number",
        "First employer after graduation",
        "Last position held",
        "Last degree obtained",
        "Last address",
        "Last promotion date",
        "Zip file link",
        "Street performance experience",
        "Postal worker experience",
        "LinkedIn followers",
        "GitHub stars",
        "Graduation year of high school",
        "GPA scale",
        "Start date of current job",
        "Start date of your studies",
        "Beginn Ihres Studiums",
        "Date de début de votre poste actuel",
        "Fecha de inicio en su empleo actual",
        "Years in current position",
        "Years at current company",
        "Expected salary after probation",
        "Former last name",
        "Frühere Namen",
        "Apellidos anteriores",
        "Cognome precedente",
        "Poprzednie nazwisko",
        "Tidigare efternamn",
        "Apellido materno",
        "Nazwisko rodowe",
        "Nom de naissance",
        "Estado civil",
        "Tình trạng hôn nhân",
        "Asunto",
        "Adres başlığı",
        "Nom de l'adresse",
        "Mesto rođenja",
        "Straße des Arbeitgebers",
        "CSC",
        "Salary & start date",
        "Name & phone number",
        "E-Mail und Telefon",
        "Current company and title",
        "Years without work",
        "When are you available for an interview?",
        "Wann sind Sie für ein Vorstellungsgespräch verfügbar?",
        "Quand êtes-vous disponible pour un entretien ?",
        "Do not enter your phone number here",
    ],
)
def test_what_is_somebody_elses_or_a_things_is_left(label: str) -> None:
    assert key(label) is None


@pytest.mark.parametrize(
    "label",
    [
        "Imię i nazwisko posiadacza rachunku",
        "Datum narození držitele karty",
        "Kortholders fødselsdato",
        "Дата рождения владельца карты",
        "カード所有者の生年月日",
        "Die ersten zwei Ziffern des Kartenpassworts",
        "公司注册号（10 位数）",
    ],
)
def test_what_is_on_a_card_or_an_account_is_left_in_other_languages(label: str) -> None:
    assert key(label) is None


@pytest.mark.parametrize(
    "name",
    [
        "search_city",
        "filter_city",
        "store_locator_zip",
        "postcode_lookup",
        "emailCode",
        "to_email",
        "inviteEmail",
        "agent_phone",
        "ref1_email",
        "event_zip",
        "propertyCity",
        "from_city",
        "jobCity",
        "insurance_company",
        "telegram_username",
        "email2_hp",
    ],
)
def test_a_name_alone_tells_that_it_is_left(name: str) -> None:
    assert key(name=name) is None


@pytest.mark.parametrize("placeholder", ["Search by city or zip", "Filter by city", "Leave blank if you are human"])
def test_what_stands_in_a_box_without_a_label_says_that_it_is_left(placeholder: str) -> None:
    assert key(placeholder=placeholder, name="city") is None


@pytest.mark.parametrize(
    ("label", "name", "wanted"),
    [
        ("Address", "address_search", "profile.address_line1"),
        ("Recipient name", "recipientName", "profile.full_name"),
        ("City", "shipping_city", "profile.location.city"),
        ("Last", "last", "profile.last_name"),
        ("E-mail", "contact_email", "profile.email"),
        ("Country code", "country_code", "profile.phone_country_code"),
        ("GitHub account", "github", "profile.github_url"),
    ],
)
def test_what_only_sounds_so_is_the_applicants(label: str, name: str, wanted: str) -> None:
    assert key(label, name=name) == wanted


@pytest.mark.parametrize(
    ("label", "wanted"),
    [
        ("Země / region", "profile.location.country"),
        ("Kraj/Region", "profile.location.country"),
        ("Адрес эл. почты", "profile.email"),
        ("Dodací adresa", "profile.address_line1"),
        ("Huoneisto / sviitti", "profile.address_line2"),
        ("Provins eller territorium", "profile.location.state"),
        ("Yhtiön nimi", "profile.current_company"),
    ],
)
def test_what_shops_call_their_fields_is_understood(label: str, wanted: str) -> None:
    assert key(label) == wanted


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        ("Find your next job", "Location"),
        ("Find your next job", "Company"),
        ("Search jobs", "Job title"),
        ("Store locator", "Postcode or town"),
        ("Filter results", "Country"),
        ("Get job alerts", "Location"),
        ("Post a job", "Job title"),
        ("Jobsuche", "Ort oder PLZ"),
        ("Rechercher une offre d'emploi", "Ville"),
        ("Buscar empleo", "Empresa"),
        ("Search", "City"),
        ("Search by location", "City"),
        ("Search opportunities", "City"),
        ("Filters", "City"),
        ("検索条件", "都市"),
        ("求人検索", "都市"),
        ("搜索", "城市"),
        ("筛选职位", "城市"),
        ("Event details", "City"),
        ("Agency use only", "Email"),
        ("For office use only", "Date"),
        ("Nur für interne Zwecke", "E-Mail"),
        ("Réservé à l'administration", "Nom"),
        ("Refer a candidate", "First name"),
        ("Invite your team", "Email address"),
        ("Send as a gift", "Recipient's name"),
    ],
)
def test_what_a_heading_says_a_form_is_for_is_nothing_of_the_applicants(heading: str, label: str) -> None:
    assert key(label, section=heading) is None


@pytest.mark.parametrize(
    ("heading", "label", "expected"),
    [
        ("Get job alerts", "Email", "profile.email"),
        ("Find your next job", "First name", "profile.first_name"),
        ("Find your address", "City", "profile.location.city"),
        ("Job search preferences", "City", "profile.location.city"),
        ("Send this job to a friend", "Your name", "profile.full_name"),
        ("An einen Freund senden", "Ihr Name", "profile.full_name"),
        ("", "Ihr Name", "profile.full_name"),
    ],
)
def test_what_such_a_form_asks_of_its_user_is_theirs(heading: str, label: str, expected: str) -> None:
    assert key(label, section=heading) == expected


@pytest.mark.parametrize(
    "title",
    [
        "Search Engine Marketing Manager",
        "Search Consultant",
        "Filter Technician",
        "Filters Sales Engineer",
        "Filtertechniker",
        "搜索算法工程师",
        "検索エンジニア",
        "筛选工程师",
    ],
)
def test_a_jobs_title_over_a_form_is_no_search(title: str) -> None:
    assert key("City", section=title) == "profile.location.city"
    assert key("Country", section=title) == "profile.location.country"
    assert key("Current company", section=title) == "profile.current_company"


@pytest.mark.parametrize("title", ["Recherche et développement", "Suche Verkäufer", "Job Search Advisor"])
@pytest.mark.parametrize("beside", ["First name", "Phone"])
def test_what_heads_the_applicants_name_or_number_too_is_no_search(title: str, beside: str) -> None:
    city = field("City", id="city", section=title)
    page = page_model(city, field(beside, id="beside", section=title))
    assert match_page(page)["city"].key == "profile.location.city"
    assert "city" not in refusals(page)


def test_a_search_beside_a_form_stays_one() -> None:
    asked = field("City", id="city", section="Find your next job"), field("First name", id="name", section="Apply now")
    assert "city" in refusals(page_model(*asked))
    alert = field("City", id="city", section="Get job alerts"), field("Email", id="mail", section="Get job alerts")
    assert "city" in refusals(page_model(*alert))


@pytest.mark.parametrize(("beside", "expected"), [((), None), (("Company",), "profile.current_title")])
def test_a_lone_position_of_an_application_may_be_the_one_applied_for(
    beside: tuple[str, ...], expected: str | None
) -> None:
    asked = [field(label, id=label) for label in ("Name", *beside, "Position")]
    resume = FileInputModel(id="cv", locator=Locator("#cv"), purpose=FilePurpose.RESUME)
    found = match_page(page_model(*asked, file_inputs=(resume,))).get("Position")
    assert (found and found.key) == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("City of the applicant", "location.city"),
        ("Earliest start date (given your current employer's notice period)", "available_start_date"),
        ("Available from (after your studies)", "available_start_date"),
        ("When can you start? (please include the notice period for your current role)", "available_start_date"),
        ("City where based", "location.city"),
        ("PLZ des Hauptwohnsitzes", "location.zip"),
        ("Phone number of the applicant", "phone"),
        ("E-mail of the candidate", "email"),
        ("LinkedIn profile (connections welcome)", "linkedin_url"),
        ("GitHub profile with commits shown", "github_url"),
        ("Town where you live", "location.city"),
        ("Street of residence", "address_line1"),
        ("Zip code of your home", "location.zip"),
        ("Wohnort des Bewerbers", "location.city"),
    ],
)
def test_a_place_of_the_applicants_is_theirs(label: str, expected: str) -> None:
    assert key(label) == f"profile.{expected}"
