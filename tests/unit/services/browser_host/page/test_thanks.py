"""What pages say once an application has arrived, in every language buttons are known in; and what only sounds so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ghosthands.browser_host.page import thanks_words, words

THANKS, UNSENT, ALREADY = (re.compile(words.PHRASES[name]) for name in ("confirmed", "unsent", "already"))

CONDITION = re.compile(thanks_words.CONDITION, re.IGNORECASE)
STRANGERS = tomllib.loads((Path(__file__).parent / "thanks" / "strangers.toml").read_text(encoding="utf-8"))
#: a longer pattern is searched without being optimised
LONGEST = 20_000


def tells(said: str) -> bool:
    """Whether it is understood as an application's arrival, as the page's script does."""
    found = THANKS.search(said.lower())
    return found is not None and not CONDITION.search(said.lower()[: found.start()])


@pytest.mark.parametrize(("kind", "meant"), [("arrived", True), ("not", False)])
def test_of_a_strangers_words_nine_in_ten_are_understood(kind: str, meant: bool) -> None:
    right = {language: [tells(each) is meant for each in said] for language, said in STRANGERS[kind].items()}
    print({language: f"{sum(each)} of {len(each)}" for language, each in right.items()})
    every = [each for of_language in right.values() for each in of_language]
    assert sum(every) >= 0.9 * len(every)


def test_the_stranger_has_sixty_thanks_in_twelve_languages_and_forty_that_are_none() -> None:
    arrived, others = STRANGERS["arrived"], STRANGERS["not"]
    assert len(arrived) >= 12
    assert sum(map(len, arrived.values())) >= 60
    assert sum(map(len, others.values())) >= 40


def test_no_pattern_of_thanks_is_too_long_to_be_searched_fast() -> None:
    assert max(map(len, thanks_words.CONFIRMED)) < LONGEST


@pytest.mark.parametrize(
    "said",
    [
        "Thank you for applying to Acme!",
        "Thank you for your job application.",
        "Vielen Dank für Ihre Bewerbung",
        "Votre candidature a bien été envoyée.",
        "Solicitud enviada",
        "Grazie per la tua candidatura",
        "Obrigado pela sua candidatura",
        "Bedankt voor je sollicitatie",
        "Tack för din ansökan!",
        "¡Gracias! Hemos recibido tu solicitud.",
        "Su candidatura se ha recibido",
        "Wir haben Ihre Bewerbung erhalten.",
        "Ihre Bewerbung ist bei uns eingegangen",
        "Nous avons bien reçu votre candidature.",
        "Abbiamo ricevuto la tua candidatura",
        "Recebemos a sua candidatura.",
        "We hebben je sollicitatie goed ontvangen",
        "Otrzymaliśmy Twoje zgłoszenie",
        "Vi har tagit emot din ansökan",
        "Tak for din ansøgning",
        "Søknaden er sendt",
        "Hakemuksesi on lähetetty",
        "Zgłoszenie zostało wysłane",
        "Vaše žádost byla odeslána",
        "応募が完了しました",
        "申请已提交成功",
        "지원서가 제출되었습니다",
        "Başvurunuz alındı",
        "Ваша заявка успешно отправлена",
    ],
)
def test_thanks_are_understood_in_any_of_the_languages(said: str) -> None:
    assert THANKS.search(said.lower())


@pytest.mark.parametrize(
    "said",
    [
        "Thank you for your interest in Acme.",
        "Vielen Dank für Ihr Interesse an dieser Stelle",
        "Una vez que hemos recibido tu solicitud, te respondemos",
        "Sobald wir Ihre Bewerbung erhalten haben, melden wir uns",
        "Dès que nous avons reçu votre candidature",
        "Quando abbiamo ricevuto la tua candidatura",
        "Sempre que recebemos a sua candidatura",
        "Zodra we je sollicitatie hebben ontvangen",
        "Gdy otrzymaliśmy Twoje zgłoszenie",
        "När vi har tagit emot din ansökan",
        "Skicka din ansökan senast den 1 maj",
        "Ansøgningen sendes via formularen",
        "Wyślij zgłoszenie do 1 maja",
        "応募を完了するには送信してください",
        "提交申请",
        "Başvurunuz için özgeçmiş ekleyin",
        "Отправить заявку",
    ],
)
def test_what_asks_for_an_application_is_no_thanks(said: str) -> None:
    assert not THANKS.search(said.lower())


@pytest.mark.parametrize(
    "said",
    [
        "Error: we could not save your application. Please try again.",
        "Your application could not be submitted because the email is already registered.",
        "We were unable to submit your application",
        "We could not process this application.",
        "Your application has not been sent to the employer.",
        "Your application wasn't sent.",
        "There was a problem submitting your application",
        "Ihre Bewerbung konnte leider nicht gesendet werden.",
        "Votre candidature n'a pas pu être envoyée",
        "Tu solicitud no se ha podido enviar",
        "No hemos podido registrar tu candidatura",
        "Non è stato possibile inviare la tua candidatura",
        "Não foi possível enviar a sua candidatura",
        "Je sollicitatie kon helaas niet worden verzonden",
        "Din ansökan kunde inte skickas",
        "Ansøgningen blev ikke sendt",
        "Søknaden kunne ikke sendes",
        "Hakemustasi ei voitu lähettää",
        "Nie udało się wysłać Twojej aplikacji",
        "Nepodařilo se odeslat vaši žádost",
        "Başvurunuz gönderilemedi",
        "Не удалось отправить заявку",
        "応募を送信できませんでした",
        "申请提交失败",
        "Leider konnte sie nicht übermittelt werden.",
        "Bitte bestätigen Sie Ihre Adresse, sonst wird die Bewerbung nicht weitergeleitet.",
        "Helaas is deze niet aangekomen. Deze is niet verzonden.",
        "Tu solicitud está incompleta y no se ha enviado.",
        "Your application is incomplete. Upload your documents to finish.",
        "Just kidding: the upload failed, nothing was received.",
        "Elle n'a pas pu être envoyée",
        "您的申请尚未提交成功。",
        "系统无法接收您的简历。",
        "エラーが発生したため、送信されませんでした。",
        "感谢您的关注。您的申请未能提交。",
        "很抱歉，无法提交您的申请",
        "應徵尚未送出",
        "応募は受け付けられませんでした",
        "지원서를 제출하지 못했습니다",
    ],
)
def test_that_the_sending_failed_is_understood_in_any_of_the_languages(said: str) -> None:
    assert UNSENT.search(said.lower())
    assert not THANKS.search(said.lower())


@pytest.mark.parametrize(
    "said",
    [
        "Thank you for applying. We could not be happier!",
        "Incomplete applications cannot be considered.",
        "You have not received an answer yet? Contact us.",
        "Your application was sent. This message was sent automatically.",
        "We cannot answer every application.",
        "We cannot accept applications via e-mail.",
        "We are unable to accept resumes from agencies.",
        "We can't process information that you send by post.",
        "Your application has not been sent to other employers.",
        "Ihre Bewerbung wurde gesendet.",
        "Votre candidature a bien été envoyée. Nous n'avons pas de calendrier.",
        "No responda a este correo. Su solicitud ha sido enviada.",
    ],
)
def test_what_confirmations_say_besides_is_no_failure(said: str) -> None:
    assert not UNSENT.search(said.lower())


@pytest.mark.parametrize(
    "said",
    [
        "You have already applied for this position.",
        "You've already submitted an application",
        "Sie haben sich bereits auf diese Stelle beworben",
        "Vous avez déjà postulé",
        "Ya te has inscrito",
        "Hai già inviato la tua candidatura",
        "Вы уже откликались",
        "すでに応募済みです",
    ],
)
def test_that_one_has_applied_before_is_understood(said: str) -> None:
    assert ALREADY.search(said.lower())
