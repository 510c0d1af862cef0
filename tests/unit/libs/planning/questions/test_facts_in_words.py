"""What the facts say of languages, citizenships and former jobs answers questions in any language's words."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, FieldState, Locator
from ghosthands.domain.profile import flatten_answers, list_own_questions, list_questions
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.questions.test_answers import choose_for

PROFILE = {
    "location": {"city": "Berlin", "country": "Germany"},
    "previously_employed": False,
    "facts": {
        "citizenships": ["Deutschland"],
        "languages": {"English": "C1", "German": "native"},
        "driving_licence": ["B"],
    },
}
LEVELS = ("A1", "A2", "B1", "B2", "C1", "C2", "Native")


def answered(text: str, *options: str, facts: dict[str, Any] | None = None) -> str | None:
    """The option that is chosen; None where it is left to a human."""
    profile = PROFILE if facts is None else PROFILE | {"facts": facts}
    return choose_for(text, options or ("Yes", "No"), profile, {})


@pytest.mark.parametrize(
    "text",
    [
        "What is your level of English?",
        "Englischkenntnisse",
        "Wie gut sprechen Sie Englisch?",
        "Niveau d'anglais",
        "Quel est votre niveau d'anglais ?",
        "Nivel de inglés",
        "Livello di inglese",
        "Qual o seu nível de inglês?",
        "Wat is je niveau Engels?",
        "Vilken nivå har du i engelska?",
        "Jaki jest Twój poziom języka angielskiego?",
        "Hvad er dit niveau i engelsk?",
        "Hvilket nivå har du i engelsk?",
        "英語のレベル",
        "英语水平",
    ],
)
def test_a_stated_level_answers_for_it_in_any_language(text: str) -> None:
    assert answered(text, *LEVELS) == "C1"


@pytest.mark.parametrize("text", ["Written English level", "Niveau d'anglais de votre conjoint", "Niveau de français"])
def test_a_level_of_something_else_is_asked(text: str) -> None:
    assert answered(text, *LEVELS) is None


@pytest.mark.parametrize(
    "text",
    [
        "Are you an EU citizen?",
        "Do you hold EU citizenship?",
        "Sind Sie EU-Bürger?",
        "Êtes-vous ressortissant de l'Union européenne ?",
        "¿Es ciudadano de la UE?",
        "¿Tiene nacionalidad comunitaria?",
        "Sei cittadino UE?",
        "É cidadão da União Europeia?",
        "Bent u burger van de EU?",
        "Är du EU-medborgare?",
        "Er du EU-borger?",
        "Czy jest Pan obywatelem UE?",
    ],
)
def test_a_member_states_citizen_is_one_of_the_union(text: str) -> None:
    assert answered(text) == "Yes"
    assert answered(text, facts={"work_permission": {"Ireland": "citizen"}}) == "Yes"
    assert answered(text, facts={"work_permission": {"Ireland": "permanent"}}) is None
    assert answered(text, facts={"citizenships": ["United States"]}) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Sind Sie Nicht-EU-Bürger?", "No"),
        ("Are you a non-EU citizen?", None),
        ("Êtes-vous ressortissant d'un pays hors UE ?", None),
        ("¿Es ciudadano extracomunitario?", None),
        ("È cittadino extracomunitario?", None),
        ("Is your spouse an EU citizen?", None),
        ("Are you a citizen of France?", None),
    ],
)
def test_a_citizenship_of_elsewhere_is_never_claimed(text: str, said: str | None) -> None:
    assert answered(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "¿Ha trabajado en esta empresa?",
        "¿Has trabajado en nuestra empresa?",
        "Haben Sie schon einmal in diesem Unternehmen gearbeitet?",
        "Waren Sie schon einmal bei diesem Unternehmen beschäftigt?",
        "Já trabalhou nesta empresa?",
        "Har du jobbet hos oss tidligere?",
    ],
)
def test_who_never_worked_for_this_company_says_so(text: str) -> None:
    assert answered(text) == "No"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Har du førerkort?", "Yes"),
        ("Har du førerkort klasse B?", "Yes"),
        ("Mangler du førerkort?", None),
        ("Trenger du førerkort?", None),
        ("Har din referanse førerkort?", None),
    ],
)
def test_a_driving_licence_is_known_in_norwegian(text: str, said: str | None) -> None:
    assert answered(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "A sua referência tem carta de condução?",
        "O seu referente tem carta de condução?",
        "¿Su referencia tiene carné de conducir?",
        "Does your reference hold a driving licence?",
        "La sua referenza ha la patente?",
        "Har din referens körkort?",
        "Votre garant a-t-il le permis de conduire ?",
        "If hired, will you move within commuting distance?",
        "Hat jemand aus Ihrer Familie schon einmal in diesem Unternehmen gearbeitet?",
    ],
)
def test_what_others_have_or_one_would_do_is_asked(text: str) -> None:
    assert answered(text) is None


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Véhicule personnel", ("Oui", "Non")),
        ("Automunito", ("Sì", "No")),
        ("Possui veículo próprio?", ("Sim", "Não")),
        ("Do you have a reliable means of transport?", ("Yes", "No")),
        ("Wochenendarbeit möglich?", ("Ja", "Nein")),
    ],
)
def test_a_fact_answers_where_only_the_words_differ(text: str, options: tuple[str, str]) -> None:
    assert answered(text, *options, facts={"own_transport": True, "weekends": True}) == options[0]
    assert answered(text, *options, facts={"own_transport": False, "weekends": False}) == options[1]


@pytest.mark.parametrize("text", ["Do you own a car?", "Heb je een auto?", "Har du egen bil?"])
def test_a_car_is_not_any_transport(text: str) -> None:
    assert answered(text, facts={"own_transport": True}) is None


def test_an_own_answer_is_found_in_other_words_of_the_same_crime_alone() -> None:
    own = {"Have you ever been convicted of a criminal offence?": "No"}
    assert choose_for("Have you been convicted of a crime?", ("Yes", "No"), {}, own) == "No"
    assert choose_for("Have you been convicted of a traffic offence?", ("Yes", "No"), {}, own) is None


@pytest.mark.parametrize(
    ("label", "ticked"),
    [
        ("I am available for night shifts", False),
        ("I cannot work nights", True),
        ("I can work weekends", True),
        ("I have my own transport", True),
        ("I do not have a driving licence", False),
        ("I agree that my data on shifts is stored", None),
    ],
)
def test_a_box_that_states_a_fact_is_ticked_or_unticked_by_it(label: str, ticked: bool | None) -> None:
    facts = {"night_shifts": False, "weekends": True, "own_transport": True, "driving_licence": ["B"]}
    questions = list_questions({"facts": facts}, {})
    values = flatten_answers(questions)
    box = FieldModel(id="box", locator=Locator("#box"), kind=FieldKind.CHECKBOX, label=label, state=FieldState.FILLED)
    known = Known(values.keys(), values=values, own=list_own_questions(questions))
    made = plan(page_model(box), known, action_id=str)
    told = [(values[each.key] == "yes") != each.negated for each in made.actions if each.key in values]
    assert told == ([] if ticked is None else [ticked])
