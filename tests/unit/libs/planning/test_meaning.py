"""An own answer to a question in other words answers the field, on proof that both ask the same."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning import meaning
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model

KEY = "answers.0123456789abcdef"
YES_NO = ("Yes", "No")


def ask(label: str, *options: str, kind: FieldKind | None = None) -> FieldModel:
    return FieldModel(
        id="f",
        locator=Locator("#f"),
        kind=kind or (FieldKind.RADIO if options else FieldKind.TEXT),
        label=label,
        required=True,
        options=tuple(OptionModel(option) for option in options),
    )


def found(own: str, asked: FieldModel, answer: str = "Yes") -> meaning.OwnAnswer | None:
    return meaning.find_own_answer(asked, {KEY: own}, {KEY: answer})


@pytest.mark.parametrize(
    ("own", "label"),
    [
        (
            "Are you authorized to work in the US?",
            "Are you legally authorised to work in the United States of America?",
        ),
        ("Are you eligible to work in the UK?", "Do you have the right to work in the United Kingdom?"),
        ("Will you require visa sponsorship?", "Do you need sponsorship for a visa?"),
        (
            "Will you now or in the future require sponsorship for employment visa status?",
            "Do you require visa sponsorship now or in the future?",
        ),
        ("Are you open to relocation?", "Would you be willing to relocate?"),
        ("Are you willing to relocate to Berlin?", "Open to relocate to Berlin?"),
        ("Do you have a valid driver's license?", "Do you have a valid driver\u2019s licence?"),
        ("How did you hear about us?", "Where did you first hear about this job?"),
        ("Are you at least 18 years old?", "Are you 18 years of age or older?"),
        ("Do you have a security clearance?", "Security clearance"),
        ("Do you have the legal right to work in the US?", "Are you authorized to work in the United States?"),
        ("Do you require sponsorship for a work visa?", "Will you need visa sponsorship?"),
        ("Where did you first see this opening?", "How did you find out about us?"),
        ("Are you at least 18 years old?", "Sind Sie mindestens 18 Jahre alt?"),
        ("Have you worked for Acme before?", "Have you ever worked for Acme?"),
    ],
)
def test_questions_that_differ_in_wording_alone_are_one(own: str, label: str) -> None:
    assert found(own, ask(label, *YES_NO)) == meaning.OwnAnswer(KEY)


@pytest.mark.parametrize(
    ("own", "label"),
    [
        ("What is your notice period?", "Notice period"),
        ("How long is your notice period?", "Please indicate your current notice period"),
        ("What are your salary expectations?", "Desired salary for this role"),
        ("When can you start?", "Earliest possible start date"),
        ("LinkedIn URL", "LinkedIn Profile"),
        ("Kündigungsfrist", "Wie lange ist Ihre Kündigungsfrist?"),
        ("Race/Ethnicity", "Race"),
        ("Ethnicity", "What is your racial or ethnic group?"),
    ],
)
def test_what_is_typed_is_found_by_its_class_too(own: str, label: str) -> None:
    assert found(own, ask(label), "as it is") == meaning.OwnAnswer(KEY)


@pytest.mark.parametrize(
    ("own", "label"),
    [
        ("Are you authorized to work in the United States?", "Are you authorized to work in Canada?"),
        ("Are you authorized to work?", "Are you authorized to work for any employer?"),
        ("Will you require sponsorship?", "Will you require sponsorship in the future?"),
        ("Do you require sponsorship?", "Can you work in the US without sponsorship?"),
        ("Do you require sponsorship?", "Do you require sponsorship unless you marry?"),
        ("Are you authorized to work in the US?", "Is your spouse authorized to work in the US?"),
        ("How did you hear about us?", "Who referred you to us?"),
        ("Do you hold a CPA licence?", "Do you hold a PMP licence?"),
        ("Do you have a bachelor's degree?", "Do you have a master's degree?"),
        ("Can you work night shifts?", "Can you work evening shifts?"),
        ("Can you work on Saturdays?", "Can you work on Sundays?"),
        ("Do you have relatives at Acme?", "Do you have friends at Acme?"),
        ("Have you ever been arrested?", "Have you ever been convicted?"),
        ("What is your expected hourly pay?", "What is your expected salary?"),
        ("Do you have 3 years of experience with Java?", "Do you have 5 years of experience with Java?"),
        ("Are you willing to relocate?", "Are you willing to relocate to Berlin?"),
        ("Are you willing to relocate?", "Are you able to relocate?"),
        ("Do you have a driver's license?", "Do you have a driver's license and a car?"),
        ("Do you have experience with C++?", "Do you have experience with C?"),
        ("Do you have experience with Java?", "Do you have experience with JavaScript?"),
        ("Have you worked for Acme before?", "Have you worked for us before?"),
        ("Do you smoke?", "Do you not smoke?"),
        ("Do you have a criminal record?", "Have you never had a criminal record?"),
        ("Are you willing to sign a non-compete?", "Are you bound by a non-compete?"),
        ("Which shift do you prefer?", "Why do you prefer nights?"),
        ("If yes, please explain", "If so, please explain"),
        ("When can you start?", "Start date of your current job"),
        ("When can you start?", "Start date of your studies"),
        ("How many years of experience do you have?", "Years in your current position"),
        ("Are you of Roma ethnicity?", "Are you of Kurdish ethnicity?"),
        ("What is your current salary?", "What are your salary expectations?"),
    ],
)
def test_what_another_word_may_turn_is_not_taken_for_the_same(own: str, label: str) -> None:
    assert found(own, ask(label, *YES_NO)) is None


@pytest.mark.parametrize(
    ("own", "label"),
    [
        ("Do you require visa sponsorship?", "Do you NOT require visa sponsorship?"),
        ("Do you require sponsorship?", "Can you work without sponsorship?"),
        ("Are you currently employed?", "Are you currently unemployed?"),
        ("Are you not willing to relocate?", "Are you willing to relocate?"),
        ("Are you authorized to work in the US?", "I am not authorized to work in the United States"),
    ],
)
def test_a_question_the_other_way_round_takes_the_answer_the_other_way_round(own: str, label: str) -> None:
    assert found(own, ask(label, *YES_NO), "No") == meaning.OwnAnswer(KEY, negated=True)
    assert found(own, ask(label), "No") is None, "what is typed cannot be turned round"
    assert found(own, ask(label, *YES_NO), "It depends") is None


def test_what_is_needed_neither_now_nor_later_is_not_needed() -> None:
    own, asked = "Will you now or in the future require sponsorship?", ask("Will you need visa sponsorship?", *YES_NO)
    assert found(own, asked, "No") == meaning.OwnAnswer(KEY)
    assert found(own, asked, "Yes") is None, "it may be needed later alone"
    assert found("Do you need sponsorship?", ask("Will you need sponsorship in the future?", *YES_NO), "No") is None


def test_own_answers_that_contradict_each_other_are_nobodys() -> None:
    own = {"answers.a": "Are you open to relocation?", "answers.b": "Are you prepared to relocate?"}
    asked = ask("Are you willing to relocate?", *YES_NO)
    assert meaning.find_own_answer(asked, own, {"answers.a": "Yes", "answers.b": "No"}) is None
    assert meaning.find_own_answer(asked, own, {"answers.a": "Yes", "answers.b": "Yes"}) is not None


def test_a_statement_to_be_ticked_takes_no_answer_to_another() -> None:
    assert found("Are you open to relocation?", ask("I am willing to relocate", kind=FieldKind.CHECKBOX)) is None


def test_an_answer_found_by_meaning_comes_before_the_profile() -> None:
    asked = ask("Would you be willing to relocate?", *YES_NO)
    values = {KEY: "No", "profile.willing_to_relocate": "yes"}
    known = Known(values, values=values, own={KEY: "Are you open to relocation?"})
    (action,) = plan(page_model(asked), known, action_id=str).actions
    assert (action.key, action.reason, action.negated) == (KEY, "own_answer:by_meaning", False)


def test_what_is_not_the_profiles_to_fill_takes_no_answer_to_other_words() -> None:
    values = {KEY: "078-05-1120"}
    known = Known(values, values=values, own={KEY: "SSN"})
    assert not plan(page_model(ask("Social security number")), known, action_id=str).actions


@pytest.mark.parametrize(
    ("question", "answer", "offered"),
    [
        ("Which shift suits you?", "Nights", True),
        ("Do you like tea?", "Yes", False),
        ("What would you like to earn as salary?", "90000", False),
        ("Describe your medical history", "None to speak of", False),
        ("I agree to the privacy policy and terms", "I agree", False),
    ],
)
def test_a_model_is_offered_neither_a_yes_nor_what_is_sensitive(question: str, answer: str, offered: bool) -> None:
    assert bool(meaning.list_offered({KEY: question}, {KEY: answer})) is offered


def test_a_models_word_counts_for_what_the_control_can_take_alone() -> None:
    assert meaning.takes(ask("Which shift?", "Days", "Nights"), "What shift suits you?", "nights")
    assert not meaning.takes(ask("Which shift?", "Days", "Nights"), "What shift suits you?", "Weekends")
    assert not meaning.takes(ask("Which shift do you not like?"), "What shift do you like?", "Nights")


SECRETS = (
    "Social Security Number",
    "Kennwort",
    "Mot de passe",
    "Bank account number (IBAN)",
    "Passport number",
    "Driver's licence number",
    "Mother's maiden name",
    "PIN",
    "Sozialversicherungsnummer",
    "Numéro de sécurité sociale",
    "身份证号码",
)


@pytest.mark.parametrize("question", SECRETS)
def test_what_is_secret_is_offered_to_no_model(question: str) -> None:
    assert meaning.list_offered({"answers.x": question}, {"answers.x": "078-05-1120"}) == {}
