"""Which question of a page, right after the press that sends, is answered with yes, and by which button."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page.asked_back import QuestionBack


@pytest.mark.parametrize(
    ("words", "yes", "no"),
    [
        ("Are you sure? You cannot change your application afterwards.", "Yes, send", "Cancel"),
        ("Submit application?", "Confirm", "Go back"),
        ("Möchten Sie Ihre Bewerbung jetzt absenden?", "Ja", "Abbrechen"),
        ("Voulez-vous envoyer votre candidature ?", "Oui", "Annuler"),
        ("¿Desea enviar su solicitud?", "Sí, enviar", "Cancelar"),
        ("Vuoi inviare la candidatura?", "Conferma", "Annulla"),
        ("Deseja enviar a sua candidatura?", "Sim", "Não"),
        ("Wilt u uw sollicitatie versturen?", "Ja", "Nee"),
        ("Vill du skicka din ansökan?", "Ja, skicka", "Avbryt"),
        ("Vil du sende din ansøgning?", "Bekræft", "Annuller"),
        ("Czy na pewno chcesz wysłać zgłoszenie?", "Tak", "Nie"),
        ("Отправить заявку?", "Да", "Отмена"),
        ("この内容で送信しますか？", "はい", "いいえ"),
        ("确定要提交申请吗？", "确定提交", "取消"),
    ],
)
def test_a_question_whether_it_is_meant_is_agreed_to(words: str, yes: str, no: str) -> None:
    assert QuestionBack(f"{words} {no} {yes}", (no, yes)).find_yes() == 1
    assert QuestionBack(f"{words} {yes} {no}", (yes, no)).find_yes() == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Are you sure? You cannot change your application afterwards.", ("Yes", "No")),
        ("You have unsaved changes in your application.", ("Cancel", "Yes")),
        ("Delete your application?", ("No", "Yes, delete")),
        ("Your application is incomplete.", ("OK",)),
        ("Would you like our newsletter?", ("No", "Yes")),
        ("Shall we send you alerts for similar jobs?", ("No", "Yes")),
        ("Dürfen wir Ihnen weitere Stellenangebote zusenden?", ("Nein", "Ja")),
        ("Souhaitez-vous que nous vous envoyions nos offres d'emploi ? Envoyer", ("Non", "Oui")),
        ("Submit your application for a fee of 10 EUR?", ("Cancel", "Submit")),
        ("How do you want to submit your application?", ("Submit by mail", "Submit online", "Cancel")),
        ("Withdraw your application?", ("Cancel", "Confirm")),
        ("Ihre Bewerbung wird gelöscht.", ("Abbrechen", "OK")),
    ],
)
def test_a_question_that_may_mean_something_else_is_a_humans(words: str, said: tuple[str, ...]) -> None:
    assert QuestionBack(f"{words} {' '.join(said)}", said).find_yes() is None
