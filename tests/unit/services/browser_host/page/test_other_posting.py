"""Thanks that name another posting or employer than the application's pages did are no word on this one."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page.other_posting import names_another

NURSE = "Apply: Nurse | Acme Clinics https://jobs.globexgroup.test/nurse-1 Full name Email Ward manager Phone"


@pytest.mark.parametrize(
    "said",
    [
        "Thanks for applying to Bakery assistant",
        "Thank you for your application for the position of Bakery Assistant!",
        "Thanks for applying to Initech, we will be in touch.",
        "Vielen Dank für deine Bewerbung als Bäckereifachverkäufer",
        "Merci pour votre candidature au poste de Boulanger",
        "Gracias por tu candidatura para Panadero",
        "Bedankt voor je sollicitatie bij Initech",
    ],
)
def test_another_name_is_known(said: str) -> None:
    assert names_another([said], NURSE)


@pytest.mark.parametrize(
    "said",
    [
        "Thank you for applying.",
        "Thank you for applying to Nurse",
        "Thanks for applying to Acme",
        "Thank you for applying at Globex!",
        "Thank You For Applying To Our Team",
        "Thank you for applying to join us, Jordan",
        "Thank you for your application. We Will Contact You",
        "Vielen Dank für deine Bewerbung bei uns und dein Interesse",
        "Vielen Dank für Ihre Bewerbung auf unsere Stelle",
        "Danke für deine Bewerbung als Nurse (m/w/d) in Berlin",
        "Merci pour votre candidature à ce poste",
        "We have received your application for Ward Nurse in Springfield",
        "Your application has been sent to Human Resources.",
        "Your application was submitted for Jordan Reyes",
        "Your application was received at Monday 10:00",
        "Thank you for applying with Workday",
        "Ihre Bewerbung wird zur Prüfung weitergeleitet.",
        "Ihre Bewerbung ist bei der Personalabteilung eingegangen.",
        "Votre candidature est transmise au Service des Ressources Humaines",
    ],
)
def test_what_names_ours_or_nothing_is_left(said: str) -> None:
    assert not names_another([said], NURSE)


def test_thanks_that_name_ours_beside_another_are_ours() -> None:
    assert not names_another(["Thanks for applying to Bakery assistant", "Thanks for applying to Nurse"], NURSE)
