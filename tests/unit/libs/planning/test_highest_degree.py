"""A question for the level of education gets the highest of an applicant's degrees, in the words of the list."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning.choosing import choose
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from ghosthands.vault.profile import ApplicantData

URL = "https://jobs.acme.example/1"
LEVELS = ("High school", "Associate", "Bachelor's", "Master's", "Doctorate")
BACHELOR, MASTER = ("Bachelor of Arts", 2018), ("Master of Science", 2020)


def answered(label: str, *degrees: tuple[str, int | None], options: tuple[str, ...] = LEVELS) -> str | None:
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
    planned = plan(page_model(field, url=URL), Known(keys, values=values), action_id=str)
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
