"""A question for the level of education gets the highest of an applicant's degrees, in the words of the list."""

from __future__ import annotations

from datetime import date

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning.choosing import choose
from ghosthands.planning.choosing.degrees import DegreeLevel, level_of
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from ghosthands.vault.profile import ApplicantData

TODAY = date(2026, 11, 28)
URL = "https://jobs.acme.example/1"
LEVELS = ("High school", "Associate", "Bachelor's", "Master's", "Doctorate")
BACHELOR, MASTER = ("Bachelor of Arts", 2018), ("Master of Science", 2020)


def answered(label: str, *degrees: tuple[str, int | str | None], options: tuple[str, ...] = LEVELS) -> str | None:
    """The option that is chosen; None where it is left to a human."""
    entries = [{"institution": "Cork", "degree": name, "graduation_year": year} for name, year in degrees]
    data = ApplicantData.of({"target_url": URL, "profile": {"education": entries}, "qa_answers": {}}, {}, {})
    keys, values = data.for_planning("jobs.acme.example")
    field = FieldModel(
        id="f",
        locator=Locator("#f"),
        kind=FieldKind.SELECT,
        label=label,
        options=tuple(map(OptionModel, options)),
        required=True,
    )
    planned = plan(page_model(field, url=URL), Known(keys, values=values, today=TODAY), action_id=str)
    at = choose(options, data.value(planned.actions[0].key)) if planned.actions else None
    return None if at is None else options[at]


@pytest.mark.parametrize("degrees", [(BACHELOR, MASTER), (MASTER, BACHELOR)])
@pytest.mark.parametrize(
    "label",
    [
        "Highest level of education completed",
        "What is the highest level of education you have completed?",
        "Education level",
        "Höchster Bildungsabschluss",
        "Niveau d'études",
        "Quel est votre plus haut diplôme ?",
        "Nivel de estudios",
        "Titolo di studio più elevato",
        "Grau de escolaridade",
        "Hoogst genoten opleiding",
        "Högsta utbildning",
        "Poziom wykształcenia",
    ],
)
def test_the_highest_of_all_degrees_is_chosen_whatever_their_order(
    label: str, degrees: tuple[tuple[str, int | None], ...]
) -> None:
    assert answered(label, *degrees) == "Master's"


def test_the_degree_of_an_entry_is_no_highest_one() -> None:
    assert answered("Degree", BACHELOR, MASTER) == "Bachelor's"


@pytest.mark.parametrize(
    "degrees", [(("Master of Science", None), BACHELOR), (("Certificate of Advanced Studies", 2021), BACHELOR)]
)
def test_which_is_highest_is_asked_where_one_may_be_unfinished_or_is_not_known(
    degrees: tuple[tuple[str, int | None], ...],
) -> None:
    assert answered("Highest level of education", *degrees) is None


@pytest.mark.parametrize("end", [2029, "2029-06", 2026, "12/2026", "Present", "soon"])
@pytest.mark.parametrize("degrees", [(BACHELOR,), ()])
def test_a_degree_whose_end_is_not_past_is_not_taken_for_the_highest(
    end: int | str, degrees: tuple[tuple[str, int | None], ...]
) -> None:
    assert answered("Highest level of education completed", *degrees, ("Master of Science", end)) is None


@pytest.mark.parametrize("end", [2025, "2025", "2026-06", "05/2026", "June 2026"])
def test_a_degree_whose_end_is_past_is_taken_for_the_highest(end: int | str) -> None:
    assert answered("Highest level of education completed", BACHELOR, ("Master of Science", end)) == "Master's"


def test_of_two_degrees_of_a_level_the_finished_one_is_taken() -> None:
    assert answered("Highest level of education completed", ("MSc", 2029), BACHELOR, MASTER) == "Master's"


@pytest.mark.parametrize(
    "label",
    [
        "What level of education are you currently pursuing?",
        "What level of education does your spouse have?",
        "Welchen Abschluss streben Sie derzeit an?",
        "Quel niveau d'études préparez-vous ?",
    ],
)
def test_a_level_that_was_not_reached_by_the_applicant_is_asked(label: str) -> None:
    assert answered(label, BACHELOR, MASTER) is None


@pytest.mark.parametrize(
    ("options", "degree", "chosen"),
    [
        (("High school diploma", "Bachelor's degree or equivalent", "Master", "PhD"), "Bachelor of Science", 1),
        (("Abitur", "Bachelor-Abschluss", "Master-Abschluss", "Promotion"), "BSc Computer Science", 1),
        (("Hauptschule", "Abitur", "Bachelor", "Master / Diplom", "Promotion"), "MSc Informatik", 3),
        (("Bac", "Bac+2", "Licence / Bachelor (Bac+3)", "Master (Bac+5)"), "B.A.", 2),
        (("Bachillerato", "Grado", "Máster", "Doctorado"), "Bachelor's degree", 1),
        (("High school or equivalent", "Bachelor's degree or higher"), "Master of Arts", 1),
        (("Diploma di maturità", "Laurea triennale", "Laurea magistrale"), "Abitur", 0),
        (("大专", "本科", "硕士", "博士"), "PhD in Physics", 3),
        (("Less than high school", "Some high school", "High school"), "High school diploma", 2),
        # another subject, another stage, another country's grade
        (("Bachelor of Engineering", "Master of Engineering"), "Bachelor of Fine Arts", None),
        (("Bachelor's (in progress)", "Master's (in progress)", "Other"), "BSc Physics", None),
        (("Bachelor's, 3 years", "Bachelor's, 4 years", "Master's"), "BSc Physics", None),
        (("Grado medio", "Grado superior", "Máster"), "Bachelor's degree", None),
        (("MI", "MA", "MS", "MN"), "BA", None),
    ],
)
def test_a_degree_is_chosen_by_its_level(options: tuple[str, ...], degree: str, chosen: int | None) -> None:
    assert choose(options, degree) == chosen


@pytest.mark.parametrize(
    "degree",
    [
        "Doktorand",
        "Doktorand(in)",
        "Master 1 Droit",
        "Studying for a Bachelor's",
        "BSc (final year)",
        "BSc Final Year",
        "Bachelor (niet afgerond)",
        "Bachelor niet afgerond",
        "Magister (w trakcie)",
        "Laurea magistrale (non conseguita)",
        "Laurea magistrale non conseguita",
        "Bachelor in progress",
        "2 years of undergraduate degree",
        "Lower secondary school",
        "Post-secondary education",
        "Master craftsman",
        "Master Craftsman",
        "Doutorando em Física",
        "Bachelorstudent",
        "Tohtoriopiskelija",
        "PhD Student",
    ],
)
def test_what_is_less_than_a_degree_has_no_level(degree: str) -> None:
    assert level_of(degree) is None


@pytest.mark.parametrize(
    ("degree", "level"),
    [
        ("Bachelor of science", DegreeLevel.BACHELOR),
        ("Bachelor's degree in computer science", DegreeLevel.BACHELOR),
        ("BA (Hons) Business Studies", DegreeLevel.BACHELOR),
        ("Licence / Bachelor (Bac+3)", DegreeLevel.BACHELOR),
        ("Master Informatik", DegreeLevel.MASTER),
        ("M.Sc. Data Science", DegreeLevel.MASTER),
        ("Laurea magistrale in Ingegneria", DegreeLevel.MASTER),
        ("Doctor of Philosophy (Ph.D.)", DegreeLevel.DOCTORATE),
        ("Doktorgrad", DegreeLevel.DOCTORATE),
        ("Upper secondary school", DegreeLevel.SCHOOL),
        ("High School Diploma", DegreeLevel.SCHOOL),
        ("硕士学位", DegreeLevel.MASTER),
    ],
)
def test_a_degree_has_its_level_with_its_subject(degree: str, level: DegreeLevel) -> None:
    assert level_of(degree) is level


@pytest.mark.parametrize(
    ("options", "degree"),
    [
        (("2 years of undergraduate degree", "Master's", "PhD"), "BSc"),
        (("Lower secondary school", "Bachelor", "Master"), "High School Diploma"),
        (("Post-secondary education", "Bachelor", "Master"), "High School Diploma"),
        (("Master craftsman", "Bachelor", "PhD"), "MSc"),
        (("Doktorand", "Bachelor", "Master"), "PhD"),
        (("Master 1", "Bachelor", "PhD"), "MSc"),
    ],
)
def test_no_option_for_less_or_another_thing_is_chosen(options: tuple[str, ...], degree: str) -> None:
    assert choose(options, degree) is None
