"""What pages say once an application has arrived, in every language buttons are known in; and what only sounds so."""

from __future__ import annotations

import re

import pytest

from ghosthands.browser_host.page import words

THANKS = re.compile(words.PHRASES["confirmed"])


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
