"""What the words behind a yes or a no say counts: an option that contradicts its own yes or no is never chosen."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning.misleading import has_misleading_options


def asking(question: str, *options: str) -> FieldModel:
    """A radio group with these options."""
    return FieldModel(
        id="one",
        kind=FieldKind.RADIO,
        label=question,
        locator=Locator("#one"),
        options=tuple(map(OptionModel, options)),
    )


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Are you willing to relocate?", ("Not at all opposed", "Opposed", "Undecided")),
        ("Would you work nights?", ("No objection", "I object")),
        ("Are you bound by a non-compete agreement?", ("Not sure", "Yes", "No longer")),
        ("Would you work nights?", ("No problem", "Problem")),
        ("Wären Sie bereit umzuziehen?", ("Nicht abgeneigt", "Dagegen")),
        ("Seriez-vous prêt à déménager ?", ("Non, rien contre", "Oui, je suis contre")),
    ],
)
def test_an_option_that_speaks_of_being_against_is_no_plain_no(question: str, options: tuple[str, ...]) -> None:
    assert has_misleading_options(asking(question, *options))


@pytest.mark.parametrize(
    "options",
    [
        ("Yes", "No", "Not sure"),
        ("Yes", "No", "Not applicable"),
        ("Yes, willing", "No, unwilling"),
        ("Yes", "No never"),
        ("Yes", "Not yet"),
        ("Yes I am willing", "No I am not"),
        ("Yes", "Not willing"),
    ],
)
def test_a_no_that_goes_on_in_words_of_its_question_is_a_no(options: tuple[str, ...]) -> None:
    assert not has_misleading_options(asking("Are you willing to relocate?", *options))


NEEDED = [
    (
        "N'avez-vous pas besoin d'un titre de séjour pour travailler en France ? *",
        ("Oui, j'en ai besoin", "Non, je n'en ai pas besoin"),
    ),
    ("¿No necesita permiso de trabajo en Alemania?", ("Sí, lo necesito", "No, no lo necesito")),
    (
        "Heeft u geen werkvergunning nodig voor Nederland?",
        ("Ja, die heb ik nodig", "Nee, die heb ik niet nodig"),
    ),
    (
        "Non ha bisogno di un permesso di lavoro per la Germania?",
        ("Sì, ne ho bisogno", "No, non ne ho bisogno"),
    ),
    (
        "Brauchen Sie keine Arbeitserlaubnis für Deutschland?",
        ("Ja, ich brauche eine", "Nein, ich brauche keine"),
    ),
    ("Não precisa de autorização de trabalho em Portugal?", ("Sim, preciso", "Não, não preciso")),
    ("Behöver du inte arbetstillstånd i Sverige?", ("Ja, det behöver jag", "Nej, det behöver jag inte")),
    ("Do you not need a work permit for Germany?", ("Yes, I need one", "No, I don't need one")),
    ("Czy nie potrzebuje Pan pozwolenia na pracę w Polsce?", ("Tak, potrzebuję", "Nie, nie potrzebuję")),
]


@pytest.mark.parametrize(("question", "options"), NEEDED)
def test_a_yes_that_says_the_opposite_of_what_a_denying_question_asks_misleads(
    question: str, options: tuple[str, ...]
) -> None:
    assert has_misleading_options(asking(question, *options))


@pytest.mark.parametrize(
    ("question", "options"),
    [
        (
            "Avez-vous besoin d'un titre de séjour pour travailler en France ?",
            ("Oui, j'en ai besoin", "Non, je n'en ai pas besoin"),
        ),
        ("¿Necesita permiso de trabajo en Alemania?", ("Sí, lo necesito", "No, no lo necesito")),
        ("Brauchen Sie eine Arbeitserlaubnis für Deutschland?", ("Ja, ich brauche eine", "Nein, ich brauche keine")),
        ("Brauchen Sie eine Arbeitserlaubnis für Deutschland?", ("Ja, bitte angeben", "Nein")),
        ("Non ha bisogno di un permesso di lavoro per la Germania?", ("Sì, non ne ho bisogno", "No, ne ho bisogno")),
    ],
)
def test_words_that_agree_with_their_yes_or_no_do_not_mislead(question: str, options: tuple[str, ...]) -> None:
    assert not has_misleading_options(asking(question, *options))


def test_words_that_contradict_the_answer_to_a_plain_question_mislead() -> None:
    question = "Avez-vous besoin d'un titre de séjour pour travailler en France ?"
    assert has_misleading_options(asking(question, "Oui, je n'en ai pas besoin", "Non, j'en ai besoin"))
    assert has_misleading_options(asking(question, "Oui", "Non, j'en ai besoin"))


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("N'avez-vous pas besoin d'un titre de séjour pour travailler en France ?", ("Oui", "Non")),
        ("Haben Sie keinen Führerschein der Klasse B?", ("Ja", "Nein")),
        ("Benötigen Sie keine Arbeitserlaubnis für Deutschland?", ("Doch", "Nein")),
        ("Brauchen Sie keine Arbeitserlaubnis für Deutschland?", ("Ja", "Nein (bitte erläutern)")),
        ("Do you not need a visa for Germany?", ("Yes", "No")),
        ("Behöver du inte arbetstillstånd i Sverige?", ("Ja", "Nej")),
    ],
)
def test_a_bare_yes_or_no_to_a_denying_question_may_mean_either(question: str, options: tuple[str, ...]) -> None:
    assert has_misleading_options(asking(question, *options))


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("I do NOT require visa sponsorship, now or in the future", ("Yes", "No")),
        ("Ich benötige keine Arbeitserlaubnis für Deutschland", ("Ja", "Nein")),
        ("If you are not a citizen, do you need a visa?", ("Yes", "No")),
        ("Do you need a visa for Germany?", ("Yes", "No")),
        ("Haben Sie einen Führerschein der Klasse B?", ("Ja", "Nein")),
    ],
)
def test_a_statement_that_denies_or_a_question_that_does_not_is_plain(question: str, options: tuple[str, ...]) -> None:
    assert not has_misleading_options(asking(question, *options))
