"""What an applicant's facts answer to questions that were written to be answered the wrong way: the truth, or nothing.

Each line of `traps*.jsonl`, `truths.jsonl` and the fifth, tenth and later `strangers_*.jsonl` says what is true of
the applicant below: "Yes", "No" or one of the line's options, and null where nobody could know, so that whatever is
answered is made up. Who is asked of is this applicant, of jobs in the United States.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.domain.polarity import opposite
from ghosthands.planning.choosing import choose
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from ghosthands.vault.profile import ApplicantData

HERE = Path(__file__).parent
URL = "https://jobs.acme.example/1"
PROFILE = {
    "first_name": "Ada",
    "last_name": "Byron",
    "location": {"city": "Austin", "state": "Texas", "country": "United States"},
    "work_authorization": "Yes",
    "requires_sponsorship": False,
    "willing_to_relocate": True,
    "over_18": True,
    "previously_employed": False,
    "security_clearance": False,
    "non_compete": False,
    "years_of_experience": 8,
    "facts": {
        "work_permission": {"United States": "citizen", "Germany": "needs sponsorship"},
        "citizenships": ["United States"],
        "years": {"Python": 6, "SQL": 3},
        "languages": {"English": "native", "Spanish": "B2", "German": "A2"},
        "licences": {"CPA": False, "forklift": True},
        "driving_licence": ["B"],
        "own_transport": True,
        "weekends": False,
        "overtime": True,
        "night_shifts": False,
        "travel": 25,
        "relatives": False,
    },
}
ANSWERS = {
    "Have you ever been convicted of a crime?": "No",
    "Have you ever been convicted of a felony?": "No",
    "Are you willing to undergo a background check?": "Yes",
    "Are you willing to take a drug test?": "Yes",
    "Are you currently employed?": "Yes",
    "Have you applied to this company before?": "No",
    "Are you comfortable working remotely?": "Yes",
    "Are you willing to work on-site?": "Yes",
    "Do you have a bachelor's degree?": "Yes",
    "May we contact your current employer?": "No",
    "Do you require any accommodation?": "No",
    "Do you have experience with Python?": "Yes",
    "May we keep your details for other roles?": "No",
    "Would you like to receive news by email?": "No",
    "Do you agree to receive text messages?": "No",
    "Do you agree to the processing of your data?": "Yes",
    "Is everything you told us true?": "Yes",
}
#: Of the questions whose answer is known, how many are answered in all.
ANSWERED = 228
#: The same of the fifth stranger's, of which 281 have an answer that is known.
ANSWERED_OF_FIFTH = 159
#: The same of the tenth's, of which 206 have one; and how many of its 51 others are answered at most.
ANSWERED_OF_TENTH, MADE_UP_OF_TENTH = 80, 0
#: The same of the eleventh's, of which 221 have one; and how many of its 91 others are answered at most.
ANSWERED_OF_ELEVENTH, MADE_UP_OF_ELEVENTH = 102, 0
#: The same of the twelfth's, of which 141 have one; and how many of its 41 others are answered at most.
ANSWERED_OF_TWELFTH, MADE_UP_OF_TWELFTH = 83, 0
#: How many of the 345 of `truths.jsonl` that nothing of the profile answers are answered at most.
MADE_UP = 5


def lines() -> Iterator[dict[str, Any]]:
    for name in ("traps.jsonl", "traps_second.jsonl", "traps_third.jsonl", "traps_fourth.jsonl"):
        told = map(json.loads, (HERE / name).read_text(encoding="utf-8").splitlines())
        yield from (line for line in told if "answer" in line)


def answered(text: str, *options: str, url: str = URL, **profile: Any) -> str | None:
    """The option that is chosen for a question; None where it is left to a human."""
    return choose_for(text, options or ("Yes", "No"), PROFILE | profile, ANSWERS, url)


def choose_for(
    text: str, offered: Sequence[str], profile: Mapping[str, Any], answers: Mapping[str, str], url: str = URL
) -> str | None:
    """The option that somebody with that profile and these own answers is given; None where a human is asked."""
    data = ApplicantData.of({"target_url": URL, "profile": dict(profile), "qa_answers": dict(answers)}, {}, {})
    keys, values = data.for_planning("jobs.acme.example")
    field = FieldModel(
        id="f",
        locator=Locator("#f"),
        kind=FieldKind.RADIO,
        label=text,
        options=tuple(map(OptionModel, offered)),
        required=True,
    )
    planned = plan(page_model(field, url=url), Known(keys, values=values, own=data.own_questions), action_id=str)
    if not planned.actions:
        return None
    (action,) = planned.actions
    said = data.value(action.key)
    at = choose(offered, opposite(said) or said if action.negated else said)
    return None if at is None else offered[at]


def test_no_trap_is_answered_but_with_the_truth() -> None:
    told = Counter[str]()
    wrong: list[tuple[str, str | None, str | None]] = []
    for line in lines():
        said = answered(line["text"], *line.get("options", ()))
        is_known = line["answer"] is not None
        told["known"] += is_known
        told["answered"] += is_known and said is not None
        if said not in (None, line["answer"]):
            wrong.append((line["text"], said, line["answer"]))
    print(f"\n{told['answered']} of {told['known']} that are known answered, {len(wrong)} not with the truth")
    assert not wrong
    assert told["answered"] >= ANSWERED


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Visa sponsorship", ("Yes, I can work without it", "No, I need it")),
        ("Can you work in the US without sponsorship?", ("No, I do not need sponsorship", "Yes, I need sponsorship")),
        ("Will you require sponsorship?", ("Yes, I am authorized to work", "No, I am not authorized to work")),
        ("Can you work in the US without sponsorship?", ("I need sponsorship", "I do not need sponsorship")),
    ],
)
def test_options_whose_words_gainsay_their_yes_or_no_are_a_humans(text: str, options: tuple[str, ...]) -> None:
    assert answered(text, *options) is None


def test_an_option_that_the_applicant_said_in_its_own_words_is_chosen() -> None:
    options = ("I have no visa yet", "I have a work permit", "Yes, I am authorized to work")
    for said in (options[0], options[2]):
        assert answered("What is your current visa status?", *options, visa_status=said) == said


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        (("No, I will not require sponsorship", "Yes, I will require sponsorship"), 0),
        (("Yes (please explain)", "No"), 1),
        (("Sim", "Não"), 1),
        (("はい", "いいえ"), 1),
        (("Tak", "Nie"), 1),
        (("是", "否"), 1),
        (("Ja", "Nej"), 1),
    ],
)
def test_options_that_say_what_their_yes_or_no_says_are_chosen(options: tuple[str, ...], chosen: int) -> None:
    assert answered("Will you require sponsorship now or in the future?", *options) == options[chosen]


def test_a_profile_answers_of_permits_in_no_country_but_where_they_hold() -> None:
    assert answered("Are you authorized to work in the United States?") == "Yes"
    assert answered("Are you authorized to work in Germany?") is None
    assert answered("Are you authorized to work in the UK?", facts={}) is None
    assert answered("Are you authorized to work in the United States?", facts={}) == "Yes"
    assert answered("Are you authorized to work in the UK?", facts={}, location={}) == "Yes"


@pytest.mark.parametrize(
    "text",
    [
        "I withhold my consent to the processing of my personal data",
        "I do not agree to the processing of my personal data",
    ],
)
def test_consent_is_not_given_where_the_words_withhold_it(text: str) -> None:
    assert answered(text) in (None, "No")


def test_what_is_certified_is_answered_by_the_fact_and_is_no_consent() -> None:
    assert answered("Je certifie n'avoir jamais été salarié(e) du groupe Acme.") == "Yes"
    assert answered("I have never worked for Acme.", previously_employed=True) == "No"


#: Questions for an age that whoever is 18 may have, and whoever is older has not.
NO_ADULTS = (
    "Are you 18 or younger?",
    "Are you 18 years or younger?",
    "Are you <18?",
    "Is your age ≤ 18?",
    "Are you up to 18 years old?",
    "Sind Sie 18 Jahre oder jünger?",
    "Bent u 18 jaar of jonger?",
    "Är du 18 år eller yngre?",
    "Er du 18 år eller yngre?",
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Do you have 24 months of SQL experience?", "Yes"),
        ("Do you have 48 months of SQL experience?", "No"),
        ("Do you have at least two years of Python experience?", "Yes"),
        ("Do you have up to 3 years of Python experience?", None),
        ("Do you have more than 5 years of Python experience?", "Yes"),
        ("Avez-vous plus de 6 ans d'expérience en Python ?", None),
        ("Do you have less than 6 years of Python experience?", "No"),
        ("Are you willing to travel more than 25%?", "No"),
        ("Do you have any restrictions on travelling for work?", None),
        ("Are you 18 or under?", None),
        *((text, None) for text in NO_ADULTS),
        ("Are you >= 18 years old?", "Yes"),
        ("Are you under 18?", "No"),
        ("Do you have <5 years of Python experience?", "No"),
        ("Do you have < 10 years of Python experience?", "Yes"),
        ("Do you have ≤ 5 years of Python experience?", None),
        ("Do you have > 6 years of Python experience?", None),
        ("Do you have >= 6 years of Python experience?", "Yes"),
        ("Do you have ~5 years of Python experience?", None),
        ("Do you have 5 < years of Python experience?", None),
        ("Are you willing to travel <50% of the time?", None),
        ("Do you have experience working with people over 18?", None),
    ],
)
def test_a_stated_amount_answers_on_which_side_of_a_figure_it_is(text: str, said: str | None) -> None:
    assert answered(text) == said


@pytest.mark.parametrize(
    ("text", "profile", "said"),
    [
        ("Do you have a security clearance?", {"security_clearance": True}, "Yes"),
        ("Do you have a Top Secret clearance?", {"security_clearance": True}, None),
        ("Do you have a Top Secret clearance?", {"security_clearance": False}, "No"),
        ("Have you ever worked for Acme?", {"previously_employed": True}, "Yes"),
        ("Have you worked for us as a manager?", {"previously_employed": True}, None),
        ("Have you worked for us as a manager?", {"previously_employed": False}, "No"),
        ("Have you worked here before?", {"previously_employed": True}, "Yes"),
        ("Haben Sie bereits für uns gearbeitet?", {"previously_employed": True}, "Yes"),
        ("¿Ha trabajado anteriormente en Acme?", {"previously_employed": True}, "Yes"),
        ("Have you worked for our company or one of our affiliates?", {"previously_employed": True}, "Yes"),
        ("Have you worked for us as an employee, contractor or intern?", {"previously_employed": True}, "Yes"),
        ("Have you worked for us or our affiliates as a manager?", {"previously_employed": True}, None),
        ("Have you worked for us as a manager or director?", {"previously_employed": True}, None),
        ("Do you have an active security clearance?", {"security_clearance": True}, "Yes"),
        ("Do you have an active Top Secret clearance?", {"security_clearance": True}, None),
        ("Are you bound by a non-compete agreement?", {"non_compete": True}, "Yes"),
        ("Do you have a non-compete with a competitor of ours?", {"non_compete": True}, None),
        ("Are you authorized to work more than 20 hours a week in the US?", {}, None),
    ],
)
def test_a_yes_of_the_profile_is_none_to_a_kind_that_it_does_not_name(
    text: str, profile: dict[str, Any], said: str | None
) -> None:
    assert answered(text, **profile) == said


@pytest.mark.parametrize(
    "text",
    [
        "Have you ever worked for Deloitte?",
        "Have you ever worked for the federal government?",
        "Haben Sie schon einmal für Siemens gearbeitet?",
        "Avez-vous déjà travaillé pour Carrefour ?",
    ],
)
def test_who_never_worked_here_may_have_worked_elsewhere(text: str) -> None:
    assert answered(text) is None


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        ("Have you ever worked for a bank?", "boards.greenhouse.io/bank-of-america", None),
        ("Have you ever worked for Greenhouse?", "boards.greenhouse.io/acme", None),
        ("Have you ever worked for a farm?", "boards.greenhouse.io/state-farm", None),
        ("Have you ever worked for the State?", "boards.greenhouse.io/state-farm", None),
        ("Have you ever worked for United?", "jobs.lever.co/united-health", None),
        ("Have you ever worked for Careers?", "careers-acme.example", None),
        ("Have you ever worked for Acme?", "careers-acme.example", "No"),
        ("Have you ever worked for Acme?", "acme-karriere.example", "No"),
        ("Have you ever worked for Acme Foods?", "boards.greenhouse.io/acme-foods", "No"),
        ("Have you ever worked for Acme Corp?", "boards.greenhouse.io/acmecorp", "No"),
        ("Have you ever worked for Acme?", "acme.wd5.myworkdayjobs.com/en-US/External", "No"),
    ],
)
def test_an_employer_is_named_by_the_whole_name_in_the_address(text: str, path: str, said: str | None) -> None:
    assert answered(text, url=f"https://{path}/1") == said


@pytest.mark.parametrize(
    "text",
    [
        "In the event that your visa is not renewed, will you require sponsorship to work in the US?",
        "En caso de que su visa no se renueve, ¿necesitará patrocinio en Estados Unidos?",
        "En cas de non-renouvellement de votre visa, aurez-vous besoin d'un parrainage aux États-Unis ?",
    ],
)
def test_a_condition_that_is_not_known_to_hold_leaves_the_question_to_a_human(text: str) -> None:
    assert answered(text, "Yes", "No") is None


@pytest.mark.parametrize(
    "text",
    [
        "On the understanding that we pay the rent: would you relocate?",
        "Subject to us paying the rent: are you willing to relocate?",
        "Conditional on a rent subsidy: are you willing to relocate?",
        "Unter der Voraussetzung, dass wir die Miete zahlen: Würden Sie umziehen?",
        "Für den Fall, dass wir die Miete zahlen: Würden Sie umziehen?",
        "Gesetzt den Fall, wir zahlen die Miete: Würden Sie umziehen?",
        "Sous réserve que nous payions le loyer : seriez-vous prêt à déménager ?",
        "Dans l'hypothèse où nous paierions le loyer : seriez-vous prêt à déménager ?",
        "En el supuesto de que paguemos el alquiler: ¿estaría dispuesto a mudarse?",
        "Nell'ipotesi che paghiamo l'affitto: sarebbe disposto a trasferirsi?",
        "Na condição de pagarmos o aluguel: estaria disposto a se mudar?",
        "Ervan uitgaande dat wij de huur betalen: bent u bereid te verhuizen?",
        "Med villkor att vi betalar hyran: är du villig att flytta?",
        "Forutsatt at vi betaler husleien: er du villig til å flytte?",
        "Przy założeniu że zapłacimy czynsz: czy jest Pan gotów się przeprowadzić?",
        "家賃を支払うことを条件に、転居できますか？",
        "在公司支付房租的前提下，您愿意搬迁吗？",
    ],
)
def test_nor_is_one_answered_behind_a_condition_in_other_words(text: str) -> None:
    assert answered(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Do you already hold the right to work in the United States, no permit needed?",
        "Are you authorized to work in the United States, no visa required?",
        "Do you have a driving licence, no points?",
        "Are you able to work overtime, no exceptions?",
    ],
)
def test_a_denial_in_a_remark_behind_a_question_does_not_turn_it(text: str) -> None:
    assert answered(text) is None


def test_a_condition_of_being_hired_does_not() -> None:
    assert answered("If hired, will you require sponsorship to work in the US?") == "No"


@pytest.mark.parametrize(
    "text", ["Sprechen Sie fließend Englisch?", "Talar du flytande engelska?", "您能流利地说英语吗？"]
)
def test_who_is_fluent_is_so_in_every_language_that_asks(text: str) -> None:
    assert answered(text) == "Yes"


def count(name: str) -> Counter[str]:
    """How often what would be sent is true, untrue, or made up because nothing of the profile says it."""
    told = Counter[str]()
    for line in map(json.loads, (HERE / name).read_text(encoding="utf-8").splitlines()):
        if "answer" in line and (said := answered(line["text"], *line.get("options", ()))):
            truth = line["answer"]
            told["made up" if truth is None else "true" if said == truth else "untrue"] += 1
    print(f"\n{name}: {told}")
    return told


def test_what_no_profile_says_is_hardly_ever_answered() -> None:
    told = count("truths.jsonl")
    assert told["untrue"] == 0
    assert told["made up"] <= MADE_UP


def test_no_question_of_the_fifth_stranger_is_answered_but_with_the_truth() -> None:
    told = count("strangers_fifth.jsonl")
    assert told["untrue"] + told["made up"] == 0
    assert told["true"] >= ANSWERED_OF_FIFTH


def test_questions_of_the_tenth_stranger_are_answered_with_the_truth() -> None:
    told = count("strangers_tenth.jsonl")
    assert told["untrue"] == 0
    assert told["made up"] <= MADE_UP_OF_TENTH
    assert told["true"] >= ANSWERED_OF_TENTH


def test_questions_of_the_eleventh_stranger_are_answered_with_the_truth() -> None:
    told = count("strangers_eleventh.jsonl")
    assert told["untrue"] == 0
    assert told["made up"] <= MADE_UP_OF_ELEVENTH
    assert told["true"] >= ANSWERED_OF_ELEVENTH


def test_questions_of_the_twelfth_stranger_are_answered_with_the_truth() -> None:
    told = count("strangers_twelfth.jsonl")
    assert told["untrue"] == 0
    assert told["made up"] <= MADE_UP_OF_TWELFTH
    assert told["true"] >= ANSWERED_OF_TWELFTH
