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
