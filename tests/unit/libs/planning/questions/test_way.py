"""Questions are never read the wrong way round: what nobody is sure of is unclear."""

from __future__ import annotations

import pytest

from ghosthands.planning.questions.classes import Asks, QuestionClass
from ghosthands.planning.questions.reading import read


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
        ("Has a court ever found you guilty of an offence that is not yet spent?", Asks.UNCLEAR),
        ("Are there any times of day at which you are unavailable for work?", Asks.TURNED),
        ("Do you hold a driving licence that was not issued in the EU?", Asks.UNCLEAR),
        ("Haben Sie eine Vorstrafe, die nicht getilgt ist?", Asks.UNCLEAR),
        ("Is it the case that you do not speak English?", Asks.TURNED),
        ("Are you willing to learn Rust, even if you have no experience with it?", Asks.UNCLEAR),
        ("Is a fully remote role a must-have for you?", Asks.UNCLEAR),
        ("Are weekends something you need to have free?", Asks.UNCLEAR),
        ("Have you applied for any other jobs this month?", Asks.UNCLEAR),
        ("Are you studying for the CPA exam?", Asks.UNCLEAR),
        ("Möchten Sie den Führerschein machen?", Asks.UNCLEAR),
        ("Haben Sie etwas gegen Wochenendarbeit?", Asks.TURNED),
        ("¿Le falta el carné de conducir?", Asks.TURNED),
        ("Keep me off your mailing list.", Asks.TURNED),
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


def test_a_no_in_what_was_agreed_on_is_none_to_whether_it_was() -> None:
    assert read("Har du en aftale om ikke at arbejde for andre (konkurrenceklausul)?").asks is Asks.PLAIN


@pytest.mark.parametrize("text", ["Don't you have a driving licence?", "Czy nie masz prawa jazdy?"])
def test_a_question_that_expects_a_yes_by_a_not_is_unclear(text: str) -> None:
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
        "Have you at any time required a sponsor for your visa?",
        "Have you previously needed a work permit?",
        "¿Ha necesitado antes un visado?",
        "Ha avuto bisogno in precedenza di un visto?",
        "Czy wcześniej potrzebował Pan wizy?",
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
        "Könnten Sie Ihre Kündigungsfrist verkürzen?",
        "Votre préavis est-il négociable ?",
        "Would you take less than your expected salary?",
    ],
)
def test_whether_a_figure_could_be_another_is_not_asked_for_the_figure(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text", ["Do you have points on your licence?", "UK driving licence with no more than 3 points?"]
)
def test_points_on_a_licence_say_nothing_of_having_one(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


def test_a_gender_that_is_the_same_as_at_birth_is_not_taken_for_another() -> None:
    assert read("Is your gender identity the same as the sex you were assigned at birth?").asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Travailler de nuit ne me pose aucun problème.", Asks.PLAIN),
        ("Nothing prevents me from lawfully taking up this position in the UK.", Asks.PLAIN),
        ("There is nothing to keep me from travelling.", Asks.PLAIN),
        ("Nothing would hold me back from working weekends.", Asks.PLAIN),
        ("My circumstances keep me from relocating.", Asks.TURNED),
        ("My health would hold me back from working nights.", Asks.TURNED),
        ("Wochenendarbeit scheidet für mich aus.", Asks.TURNED),
        ("Working overtime is more than I can take on.", Asks.TURNED),
        ("Are there any limits on your right to work?", Asks.UNCLEAR),
        ("Are there any limits on your right to work in Canada?", Asks.UNCLEAR),
        ("Dürfen Sie in Österreich ohne Einschränkungen arbeiten?", Asks.UNCLEAR),
        ("給料が良ければ残業は可能です。", Asks.UNCLEAR),
        ("Antes tenía carné de conducir.", Asks.UNCLEAR),
    ],
)
def test_a_statement_is_affirmed_only_where_all_of_it_is_understood(text: str, asks: Asks) -> None:
    assert read(text).asks is asks


@pytest.mark.parametrize(
    "text",
    [
        "Mon mari a un permis de conduire.",
        "Min fru har rätt att arbeta i Norge.",
        "Does your mentor have a driving licence?",
        "Hat Ihr Nachbar ein Auto?",
        "¿Tiene su referente permiso de conducir?",
        "La persona di riferimento ha la patente?",
        "Bezit uw referent een auto?",
        "Har din referenceperson kørekort?",
        "Czy osoba polecająca ma prawo jazdy?",
        "A sua pessoa de referência tem carta de condução?",
    ],
)
def test_what_others_have_is_not_the_applicants(text: str) -> None:
    assert not read(text).of_applicant


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("You do not have to sponsor my visa.", Asks.TURNED),
        ("I am not required to have a sponsor for my visa.", Asks.TURNED),
        ("Nobody need file a petition, and I need not have my visa sponsored.", Asks.UNCLEAR),
        ("Não é necessário que patrocinem o meu visto.", Asks.TURNED),
        ("I don't have to be given reasonable accommodations.", Asks.TURNED),
        ("You do not have to pay my relocation costs.", Asks.UNCLEAR),
        ("It need not be now: will you ever need visa sponsorship?", Asks.PLAIN),
        ("You do not have to be a resident. Will you need visa sponsorship?", Asks.PLAIN),
    ],
)
def test_a_need_that_is_denied_is_a_no_to_who_asks_for_needs(text: str, asks: Asks) -> None:
    assert read(text).asks is asks


@pytest.mark.parametrize(
    "text",
    [
        "Will you have obtained a master's degree before October?",
        "By June, will you have a university degree?",
        "Werden Sie bis zum Herbst einen Hochschulabschluss haben?",
        "Aurez-vous obtenu un diplôme de master d'ici septembre ?",
        "¿Habrás terminado la carrera universitaria en junio?",
        "Avrà conseguito la laurea entro luglio?",
        "Zul je in de zomer een hbo-diploma behaald hebben?",
        "Terá um diploma de ensino superior em julho?",
        "Kommer du att ha körkort till hösten?",
        "Vil du have afsluttet din bacheloruddannelse til sommer?",
        "Czy do lipca ukończy Pan studia wyższe?",
        "来春までに大学を卒業する見込みですか。",
        "您明年七月会取得学士学位吗？",
    ],
)
def test_what_will_have_been_got_by_a_time_is_not_had_yet(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Does your husband have any family in our company?",
        "Has your current boss got relatives on our board?",
        "Hat Ihr Ehepartner Verwandte in unserem Unternehmen?",
        "Votre mari a-t-il de la famille dans notre entreprise ?",
        "¿Tiene su esposa parientes trabajando con nosotros?",
        "Sua moglie ha parenti nella nostra azienda?",
        "Heeft je partner familie die bij ons werkt?",
        "O seu marido tem parentes na nossa empresa?",
        "Har din sambo släktingar hos oss?",
        "Har din ægtefælle familie i virksomheden?",
        "Czy Pana żona ma krewnych w naszej firmie?",
        "配偶者の親族が弊社で働いていますか。",
        "您的配偶在本公司有亲属吗？",
    ],
)
def test_the_kin_of_ones_kin_are_another_question(text: str) -> None:
    assert read(text).asks is Asks.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "May your spouse work in Canada?",
        "Is your partner permitted to work in Japan?",
        "Does your partner work full time?",
        "Votre conjoint a-t-il le droit de travailler en France ?",
        "Mag je partner in Nederland werken?",
    ],
)
def test_what_ones_partner_does_or_may_do_is_no_tie_to_the_employer(text: str) -> None:
    assert read(text).about is not QuestionClass.RELATIVES
    assert read(text).about is QuestionClass.NONE or not read(text).of_applicant


@pytest.mark.parametrize(
    "text",
    [
        "Does your husband or any relative work for our company?",
        "Do you or your spouse have relatives at our company?",
        "Does your partner work at our Leeds office?",
        "Votre conjoint travaille-t-il dans notre groupe ?",
        "Werkt je partner bij ons?",
        "Y a-t-il un membre de votre famille dans notre société ?",
    ],
)
def test_a_partner_at_the_same_employer_is_a_tie_to_it(text: str) -> None:
    assert (read(text).about, read(text).asks) == (QuestionClass.RELATIVES, Asks.PLAIN)
