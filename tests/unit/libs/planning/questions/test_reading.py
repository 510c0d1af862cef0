"""Questions are read into classes, and never the wrong way round: what nobody is sure of is unclear."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ghosthands.planning.questions.classes import EUROPE, JOBS_PLACE, Asks, QuestionClass, Tense
from ghosthands.planning.questions.phrases import LANGUAGES
from ghosthands.planning.questions.reading import read
from ghosthands.planning.questions.wordings import languages

HERE = Path(__file__).parent
#: Of 100 questions, how many have to come out right, and of all how many may come out the wrong way round, and unclear.
#: Those of the first three strangers were set aside at first, and have been learnt from since.
#: Of the fourth's, 36 of which are in languages that are not read, only the 23 that were read the wrong way round have
#: been looked at. Traps were written to turn a reading round; what a yes or a no says of them is in `test_answers.py`.
KNOWN, STRANGERS, SECOND, THIRD, FOURTH = (99, 0, 67), (97, 0, 8), (98, 0, 24), (98, 0, 11), (90, 0, 40)
TRAPS = {
    "traps.jsonl": (92, 2, 25),
    "traps_second.jsonl": (80, 1, 6),
    "traps_third.jsonl": (87, 2, 3),
    "traps_fourth.jsonl": (95, 0, 0),
}
#: Classes that were made of part of another since.
BROADER = {"hispanic": "ethnicity", "orientation": "gender", "transgender": "gender", "relocation_help": "none"}


def lines(name: str) -> Iterator[dict[str, Any]]:
    return map(json.loads, (HERE / name).read_text(encoding="utf-8").splitlines())


class Score(NamedTuple):
    right: Counter[str]
    of: Counter[str]
    turned_wrongly: int
    unclear: int

    @property
    def percent(self) -> float:
        return 100 * self.right.total() / self.of.total()


def score(name: str) -> Score:
    right, of, wrong, unclear = Counter[str](), Counter[str](), 0, 0
    for line in lines(name):
        reading = read(line["text"])
        of[line["lang"]] += 1
        if line["class"] not in (reading.about, BROADER.get(reading.about)):
            continue
        right[line["lang"]] += 1
        if "asks" in line:
            unclear += reading.asks is Asks.UNCLEAR and line["asks"] != "unclear"
            is_of_others = not (reading.of_applicant or line.get("of_applicant", True))
            wrong += not is_of_others and reading.asks not in (Asks.UNCLEAR, Asks[line["asks"].upper()])
    return Score(right, of, wrong, unclear)


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("known.jsonl", KNOWN),
        ("strangers.jsonl", STRANGERS),
        ("strangers_second.jsonl", SECOND),
        ("strangers_third.jsonl", THIRD),
        ("strangers_fourth.jsonl", FOURTH),
        *TRAPS.items(),
    ],
)
def test_questions_are_read_into_their_class_and_the_right_way_round(name: str, held: tuple[float, int, int]) -> None:
    told = score(name)
    print(f"{name}: {told.percent:.1f} % of {told.of.total()}, {told.unclear} unclear, {told.turned_wrongly} wrong")
    print({code: f"{told.right[code]}/{told.of[code]}" for code in told.of})
    least, most_wrongly, most_unclear = held
    assert told.percent >= least
    assert told.turned_wrongly <= most_wrongly
    assert told.unclear <= most_unclear


def test_every_language_has_words_for_every_class() -> None:
    by_others = {QuestionClass.YEARS_WITH, QuestionClass.NONE}
    for code in LANGUAGES:
        has = {wording.about for wording in languages()[code].wordings}
        assert set(QuestionClass) - by_others == has - by_others, code


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Do you require sponsorship?", Asks.PLAIN),
        ("Do you NOT require sponsorship?", Asks.TURNED),
        ("You don't need a visa, and not a sponsor either?", Asks.UNCLEAR),
        ("Is there any reason you could not relocate?", Asks.TURNED),
        ("Would you rule out working weekends?", Asks.TURNED),
        ("Are you unemployed at present?", Asks.TURNED),
        ("Are you over 18, yes or no?", Asks.PLAIN),
        ("Would you dread relocating?", Asks.UNCLEAR),
        ("Would you work overtime without pay?", Asks.UNCLEAR),
        ("Are you still without a food handler certificate?", Asks.TURNED),
        ("As our farm is not on a bus route, do you own a car?", Asks.PLAIN),
        ("If you are not authorized to work here, tick this box", Asks.TURNED),
        ("Are you able to work weekends in our Slough bakery?", Asks.PLAIN),
        ("Is working overtime in our busy bakery distasteful to you?", Asks.UNCLEAR),
        ("Würden Sie Überstunden an Feiertagen verabscheuen?", Asks.UNCLEAR),
        ("Do you have any restriction that prevents you from lifting 25 kg?", Asks.TURNED),
        ("No tengo ningún tipo de antecedentes penales", Asks.TURNED),
        ("All drivers take random drug tests. Do you agree to be tested?", Asks.PLAIN),
        ("You must not have a criminal record. Can you confirm that?", Asks.UNCLEAR),
        ("Êtes-vous prêt(e) à déménager ?", Asks.PLAIN),
        ("Have you let your nursing licence lapse?", Asks.UNCLEAR),
        ("Quick question: do you require sponsorship?", Asks.PLAIN),
        ("Quick question: are you not allowed to work in the US?", Asks.TURNED),
        ("Tick if this is not so: do you require sponsorship?", Asks.UNCLEAR),
        ("Do you speak Polish? (this helps us plan)", Asks.PLAIN),
        ("Please grade your Mandarin: none, basic, conversational, fluent", Asks.PLAIN),
        ("未满18岁吗？", Asks.TURNED),
        ("您是否年满18岁？", Asks.PLAIN),
    ],
)
def test_what_is_turned_round_is_known_and_what_may_be_is_unclear(text: str, asks: Asks) -> None:
    assert read(text).asks is asks


#: Questions that ask plainly, with room for a word that nobody knows: where it says what is asked, …
SAYS_WHAT = [
    "Would you {} working weekends?",
    "Are you {} to work weekends?",
    "I {} working overtime",
    "Is working weekends in our depot {} to you?",
    "Würden Sie an Feiertagen Überstunden {}?",
    "Wäre ein Umzug nach Bremen für Sie {}?",
    "Seriez-vous {} à déménager ?",
    "¿Te {} trabajar los fines de semana?",
    "È {} lavorare la domenica?",
    "Você {} trabalhar aos sábados?",
    "Zou je weekenddiensten {}?",
    "Är det {} för dig att jobba helger?",
    "Er det {} for dig at arbejde i weekenden?",
    "Czy praca w weekendy byłaby dla Ciebie {}?",
]
#: … and where it only tells more.
TELLS_MORE = [
    "Are you able to work weekends at our {} depot?",
    "Do you have a valid {} driving licence?",
    "Will you work overtime during the {} season?",
    "Können Sie am Wochenende in unserer {} Filiale arbeiten?",
    "Avez-vous le permis de conduire {} ?",
    "¿Puede trabajar los fines de semana en la tienda {}?",
    "Kan du arbeta helger i vår {} butik?",
    "Możesz pracować w weekendy w sklepie {}?",
]


@pytest.mark.parametrize("asked", SAYS_WHAT)
@pytest.mark.parametrize("word", ["blorf", "quaben", "zolpid"])
def test_a_word_that_nobody_knows_makes_unclear_what_it_says(asked: str, word: str) -> None:
    assert read(asked.format(word)).asks is Asks.UNCLEAR


@pytest.mark.parametrize("asked", TELLS_MORE)
@pytest.mark.parametrize("word", ["blorf", "quaben", "zolpid"])
def test_a_word_that_nobody_knows_turns_nothing_where_it_tells_more(asked: str, word: str) -> None:
    assert read(asked.format(word)).asks is Asks.PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "Will you work overtime during the unloved season?",
        "Are you able to work weekends at our depot, hateful as that is?",
        "Können Sie am Wochenende in unserer unzumutbaren Filiale arbeiten?",
        "Le permis de conduire, un critère d'exclusion pour vous ?",
        "Kan du arbeta helger i vår ogiltiga butik?",
        "您能接受讨厌的加班吗？",
    ],
)
def test_a_word_that_is_like_one_that_turns_is_not_passed_over(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Shall we put our lawyers on to an LMIA in your case?", "sponsorship"),
        ("Roughly which remuneration did you think of, per annum?", "salary_expectation"),
    ],
)
def test_what_is_only_hinted_at_is_known_and_its_answer_is_nobodys(text: str, about: str) -> None:
    reading = read(text)
    assert (reading.about, reading.asks, reading.is_hinted) == (about, Asks.UNCLEAR, True)


@pytest.mark.parametrize(
    "text",
    [
        'Why do you want to join us? Write: "I would work for a salary of 10 dollars."',
        "Why this job? Tell us about the salary you expect, too.",
    ],
)
def test_who_wants_to_hear_an_opinion_asks_for_nothing_that_is_said_beside(text: str) -> None:
    assert read(text).about is QuestionClass.NONE


@pytest.mark.parametrize("text", ["LinkedIn profile", "Privacy", "What makes a weekend for you?"])
def test_a_label_or_an_open_question_hints_at_nothing(text: str) -> None:
    assert read(text).about is QuestionClass.NONE


@pytest.mark.parametrize(
    "text",
    [
        "Do you need a permit to be able to work in Norway?",
        "Benötigen Sie eine Arbeitserlaubnis, um bei uns arbeiten zu dürfen?",
        "¿Le hace falta algún permiso adicional para trabajar legalmente en México?",
        "Behöver du skaffa tillstånd för att få jobba i Norge?",
    ],
)
def test_who_needs_a_permit_is_not_taken_for_one_who_has_it(text: str) -> None:
    reading = read(text)
    assert reading.about is not QuestionClass.WORK_AUTHORIZATION or reading.asks is not Asks.PLAIN


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("We want everybody at home here, so please answer honestly: do you have relatives here?", "relatives"),
        ("Before we talk about pay: when could you start?", "start_date"),
        ("Current salary: 40,000, 50,000 or more", "current_salary"),
    ],
)
def test_what_leads_up_to_a_question_is_not_what_it_is_about(text: str, about: str) -> None:
    assert read(text).about == about


@pytest.mark.parametrize(
    "text",
    [
        "Are you authorized to work in the US, or would you need us to sponsor you?",
        "Are you at least 18 and do you have a valid driver's license?",
        "Would you agree to a background check and a drug test?",
        "Dürfen Sie in Deutschland arbeiten, oder brauchen Sie ein Visum?",
        "Avez-vous le permis B et un véhicule ?",
        "¿Puede trabajar legalmente en España, o necesita patrocinio?",
    ],
)
def test_a_sentence_that_asks_for_two_things_is_unclear(text: str) -> None:
    """A yes to one of them may be a no to the other."""
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Do you require sponsorship for a visa or work permit?",
        "Can you lift 50 lbs with or without reasonable accommodation?",
        "I certify that the information given here is true and complete.",
    ],
)
def test_one_thing_in_two_words_is_one_question(text: str) -> None:
    assert read(text).asks is Asks.PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "Êtes-vous autorisé(e) à travailler légalement dans le pays où se trouve ce poste ?",
        "¿Está habilitado para trabajar en el país donde se encuentra el puesto?",
        "Har du rätt att arbeta i det land där tjänsten är placerad?",
        "Har du ret til at arbejde i det land, hvor stillingen er placeret?",
        "Ben je bevoegd om te werken in het land waar deze baan zich bevindt?",
    ],
)
def test_the_jobs_own_country_is_a_place_in_any_words(text: str) -> None:
    reading = read(text)
    assert (reading.about, reading.asks, reading.places) == ("work_authorization", Asks.PLAIN, {JOBS_PLACE})


@pytest.mark.parametrize(
    "text",
    [
        "I require sponsorship neither now nor in the future.",
        "No requiero patrocinio de visa ni ahora ni en el futuro.",
        "Não precisarei de patrocínio de visto, nem agora nem no futuro.",
        "Ik heb noch nu noch in de toekomst visumsponsoring nodig.",
        "Jag behöver inte och kommer inte att behöva visumsponsring.",
    ],
)
def test_neither_now_nor_later_is_one_no(text: str) -> None:
    assert read(text).asks is Asks.TURNED


@pytest.mark.parametrize(
    "text",
    [
        "Is your right to work in Ireland limited in any way?",
        "Does your permission to work in the UK have an end date?",
        "Ist Ihre Arbeitserlaubnis befristet?",
        "Il tuo permesso di lavoro è temporaneo?",
        "A sua autorização de trabalho é temporária?",
        "Är ditt arbetstillstånd tidsbegränsat?",
        "Er din arbejdstilladelse midlertidig?",
    ],
)
def test_how_far_a_permission_goes_is_another_question_than_having_one(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Have you ever been sponsored by an employer for a work visa?",
        "Has your work permit ever been refused?",
        "Wurde Ihnen schon einmal die Arbeitserlaubnis verweigert?",
        "La tua patente è mai stata sospesa?",
        "Did a previous employer sponsor your visa?",
        "Um empregador anterior já patrocinou seu visto?",
        "以前的雇主是否为您担保过签证？",
    ],
)
def test_what_once_was_says_nothing_of_what_is(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Has your driver's license been revoked?",
        "Is your security clearance suspended?",
        "Wurde Ihnen der Führerschein entzogen?",
        "Is je rijbewijs ingevorderd?",
        "Do you rely on buses to get to work?",
    ],
)
def test_who_has_not_got_a_thing_has_not_lost_it_for_that(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Would you sign a non-compete agreement?",
        "Are you able to obtain a security clearance?",
        "Is your forklift certification about to expire?",
        "¿Está sacándose el carnet de conducir?",
        "Accepteriez-vous de signer une clause de non-concurrence ?",
        "Er du villig til at tage et truckcertifikat?",
    ],
)
def test_who_could_come_by_a_thing_has_not_got_it_yet(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        'Select "No" if you are authorized to work in the US.',
        "Bitte „Nein“ ankreuzen, wenn Sie ein Visum benötigen",
        "Cochez « Non » si vous avez besoin d'un visa",
        "Answer no if you need a visa",
    ],
)
def test_a_question_that_says_which_answer_to_choose_is_unclear(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Do you require sponsorship or are you already authorized to work in the US?",
        "If you are under 18, can you furnish a work permit?",
        "Do you have friends at Acme, but no relatives?",
        "Haben Sie einen Führerschein, aber kein eigenes Auto?",
        "Do you have a car, or do you have no car?",
        "Hai già lavorato per noi, o non sei mai stato nostro dipendente?",
        "Würdest du samstags arbeiten, wenn wir dir einen Zuschlag zahlen?",
        "如果公司提供宿舍,您愿意搬到上海吗?",
    ],
)
def test_a_question_with_a_condition_or_another_question_in_it_is_unclear(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Will you now, or will you in the future, require sponsorship?",
        "Do you now or will you in the future require sponsorship?",
        "If selected, would you be prepared to relocate?",
        "Vil du arbejde over, hvis det er nødvendigt?",
        "Is it OK if we run a check on your background?",
    ],
)
def test_one_question_in_two_clauses_is_one_question(text: str) -> None:
    assert read(text).asks is Asks.PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "Do you currently work for us?",
        "Arbeiten Sie derzeit bei uns?",
        "您目前在本公司工作吗？",
        "Are you currently employed by Acme?",
    ],
)
def test_who_has_a_job_need_not_have_it_with_whom_they_apply(text: str) -> None:
    reading = read(text)
    assert reading.about is QuestionClass.NONE or reading.asks is Asks.UNCLEAR or reading.rest


def test_a_job_at_the_moment_is_not_taken_for_an_earlier_one() -> None:
    assert read("Are you employed at the moment?").about is QuestionClass.CURRENTLY_EMPLOYED


def test_a_thing_with_the_same_name_in_every_language_is_read_as_the_same() -> None:
    asked = ("Are you willing to work night shifts?", "Pouvez-vous travailler de nuit ?", "Kan du arbeta natt?")
    assert {read(text).rest for text in asked} == {frozenset({"night"})}


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("We sadly can't help with visas for this one. Would you need one to work in Berlin?", Asks.UNCLEAR),
        ("Our farm isn't on a bus route: do you have a car?", Asks.UNCLEAR),
        ("You will not be working weekends: are you ok with that?", Asks.UNCLEAR),
        ("Would you accept overtime if it was not paid?", Asks.UNCLEAR),
        ("Our farm isn't on a bus route – do you have a car?", Asks.UNCLEAR),
        ("No llega el autobús, ¿tienes coche?", Asks.UNCLEAR),
        ("公司附近没有地铁,您有车吗?", Asks.UNCLEAR),
    ],
)
def test_what_turns_another_clause_makes_unclear_the_one_that_asks(text: str, asks: Asks) -> None:
    assert read(text).asks is asks


@pytest.mark.parametrize(
    "text",
    [
        "The job is in Germany. Do you need sponsorship?",
        "Our headquarters are in Germany – do you need sponsorship?",
        "Nuestra sede está en Alemania, ¿necesitas patrocinio de visado?",
        "工作地点在德国，您有工作许可吗？",
    ],
)
def test_a_country_beside_the_question_may_be_the_jobs_or_may_not(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Can you work in Germany, without us having to sponsor you?",
        "Do you need sponsorship to work in Germany, now or later?",
    ],
)
def test_a_country_in_the_question_is_its_place(text: str) -> None:
    reading = read(text)
    assert (reading.places, reading.asks is Asks.UNCLEAR) == ({"de"}, False)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("You have a car, don't you?", Asks.PLAIN),
        ("Sie können samstags arbeiten, nicht wahr?", Asks.PLAIN),
        ("Puedes trabajar los sábados, ¿no?", Asks.PLAIN),
        ("Weekends are fine, no?", Asks.UNCLEAR),
        ("您介不介意加班?", Asks.UNCLEAR),
    ],
)
def test_a_tag_behind_a_question_turns_nothing(text: str, asks: Asks) -> None:
    assert read(text).asks is asks


@pytest.mark.parametrize(
    "text",
    [
        "Bei Ihnen arbeitet niemand aus meiner Familie",
        "Personne de ma famille ne travaille chez vous",
        "Nadie de mi familia trabaja aquí",
        "Ninguém da minha família trabalha aqui",
        "Nigdy nie byłam zatrudniona w żadnej spółce grupy",
        "Er der noget til hinder for, at du arbejder i weekenden?",
        "Non ho firmato alcun patto di non concorrenza",
        "不同意处理个人信息",
        "您对加班有意见吗?",
    ],
)
def test_a_no_in_any_word_is_a_no(text: str) -> None:
    assert read(text).asks is Asks.TURNED


@pytest.mark.parametrize(
    "text",
    [
        "Würden Sie für die Stelle umziehen?",
        "I can lift 20 kg without difficulty",
        "Faresti straordinari?",
        "¿Harías horas extra si hace falta?",
    ],
)
def test_what_one_would_do_is_asked_plainly(text: str) -> None:
    assert read(text).asks is Asks.PLAIN


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Talar du arabiska?", "speaks"),
        ("What level of Welsh do you have?", "language_level"),
        ("Geschlecht (m/w/d)", "gender"),
        ("Post-qualification experience (years) in property law", "years_with"),
        ("Ever worked behind a bar?", "experience_with"),
        ("How would you feel about rotating shifts?", "shifts"),
        ("Will your spouse also be looking for work in the area?", "none"),
        ("Where do you do your best work: at home or in the office?", "work_mode"),
    ],
)
def test_what_is_asked_is_told_from_what_only_sounds_so(text: str, about: str) -> None:
    assert read(text).about == about


@pytest.mark.parametrize(
    "text",
    [
        "Könnten Sie Ihre Kündigungsfrist verkürzen?",
        "Votre préavis est-il négociable ?",
        "Would you take less than your expected salary?",
    ],
)
def test_whether_a_figure_could_be_another_is_not_asked_for_the_figure(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize("text", ["Does your line manager speak French?", "O seu chefe atual fala inglês?"])
def test_what_a_boss_can_says_nothing_of_the_applicant(text: str) -> None:
    assert not read(text).of_applicant


def test_a_no_in_what_was_agreed_on_is_none_to_whether_it_was() -> None:
    assert read("Har du en aftale om ikke at arbejde for andre (konkurrenceklausul)?").asks is Asks.PLAIN


def test_a_gender_that_is_the_same_as_at_birth_is_not_taken_for_another() -> None:
    assert read("Is your gender identity the same as the sex you were assigned at birth?").asks is Asks.UNCLEAR


@pytest.mark.parametrize("text", ["Don't you have a driving licence?", "Czy nie masz prawa jazdy?"])
def test_a_question_that_expects_a_yes_by_a_not_is_unclear(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "You don't mind working weekends, do you?",
        "Haben Sie nichts gegen Schichtarbeit?",
        "Cela ne vous dérange pas de travailler le week-end ?",
        "¿No le importa trabajar los fines de semana?",
        "Har du inget emot att arbeta helger?",
    ],
)
def test_who_does_not_mind_is_willing(text: str) -> None:
    assert read(text).asks is Asks.PLAIN


@pytest.mark.parametrize(
    "text", ["Do you have points on your licence?", "UK driving licence with no more than 3 points?"]
)
def test_points_on_a_licence_say_nothing_of_having_one(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    ("text", "tense"),
    [
        ("Do you require sponsorship?", Tense.UNSAID),
        ("Do you currently require sponsorship?", Tense.NOW),
        ("Will you require sponsorship in the future?", Tense.FUTURE),
        ("Will you now or in the future require sponsorship?", Tense.BOTH),
        ("Benötigen Sie jetzt oder in Zukunft ein Visum?", Tense.BOTH),
    ],
)
def test_the_time_it_asks_of_is_read(text: str, tense: Tense) -> None:
    assert read(text).tense is tense


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Are you authorized to work in the US?", {"us"}),
        ("Tell us: are you authorized to work?", set()),
        ("Sind Sie berechtigt, in der Schweiz zu arbeiten?", {"ch"}),
        ("Are you authorized to work in the EU?", {EUROPE}),
        ("Are you authorized to work in the country where this job is?", {JOBS_PLACE}),
        ("您可以在中国合法工作吗？", {"cn"}),
    ],
)
def test_the_places_it_names_are_read(text: str, places: set[str]) -> None:
    assert read(text).places == places


def test_figure_thing_language_and_person_are_read() -> None:
    assert read("Do you have at least 5 years of experience with Python?").quantity == 5
    assert read("How many years of experience do you have with Python?").thing == "python"
    assert read("Do you have experience with C++?").thing != read("Do you have experience with C?").thing
    assert read("Do you speak German fluently?").languages == {"de"}
    assert not read("Is your spouse authorized to work in the US?").of_applicant


@pytest.mark.parametrize("text", ["", "?", "First name", "If yes, please explain", "Why do you want to work here?"])
def test_what_asks_nothing_of_the_kind_is_no_class(text: str) -> None:
    assert read(text).about is QuestionClass.NONE
