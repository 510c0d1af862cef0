"""A second pair of eyes on drafts: claims that somebody made up who did not write the checker, beside honest ones."""

from __future__ import annotations

import pytest

from ghosthands.planning.proving import Sources, find_unproven
from tests.unit.libs.planning.test_proving import ENGLISH, GERMAN

SOURCES = {"en": Sources(ENGLISH.splitlines()), "de": Sources(GERMAN.splitlines())}

MADE_UP = (
    "My latest work was at Google.",
    "I worked at Acme Ltd as a backend developer from 2015 to 2023.",
    "I studied physics at the University of Leeds.",
    "I have 19 years of experience.",
    "I have been a developer since 2012.",
    "I am a senior backend developer.",
    "I led a team of engineers at Acme.",
    "I speak English, French and Spanish.",
    "I speak fluent French.",
    "I hold a driving licence.",
    "I worked for Acme in Berlin.",
    "I have two degrees from the University of Leeds.",
    "I have a decade of experience with Go.",
    "Over half of my work was in Go.",
    "I managed customers in logistics.",
    "I am certified in Docker.",
    "My experience with Kubernetes and Docker would help you.",
    "I was promoted at Acme in 2021.",
    "I cut latency by forty five percent.",
    "I wrote tests for every release for 8 years.",
    "I have 40 years of experience in backend development.",
    "I worked with Stripe and Go at Acme.",
    "I graduated with honours in computer science.",
    "As a mother of three I know how to plan.",
    "I can start tomorrow.",
    "I am willing to relocate to Paris.",
    "I have never missed a release.",
    "I won a hackathon with my Python skills.",
    "I would bring a Master of computer science.",
    "My salary is 90000.",
    "I know your CEO.",
    "i worked at google as an engineer.",
    "I worked at google.",
    "I have AWS experience.",
    "Having worked for NASA, I would like to join you.",
    "I would love to bring my ten years of Go to your team.",
    "I would love to use my experience as a director.",
    "I hope to use my PhD.",
    "I built payment services in Go for 2019 customers.",
)
MADE_UP_IN_GERMAN = (
    "Ich spreche Chinesisch.",
    "Ich habe bei Google gearbeitet.",
    "Ich habe einen Master in Informatik.",
    "Ich habe 12 Jahre Berufserfahrung.",
    "Ich habe bei Acme ein Team geleitet.",
    "Ich spreche fließend Englisch.",
    "Ich habe seit 2010 Software entwickelt.",
    "Ich bin zertifizierte Entwicklerin.",
    "Ich habe die Latenz um 60 % gesenkt.",
    "Ich bin promoviert.",
)
HONEST = (
    "My latest work was at Acme Ltd as a backend developer.",
    "I have 8 years of experience in backend development.",
    "I would like to work with you because I enjoy backend development.",
    "At Acme Ltd I built payment services in Go and PostgreSQL.",
    "From 2015 to 2019 I worked at Beta GmbH as a software engineer.",
    "I maintained a warehouse system in Python for logistics customers.",
    "I studied computer science at the University of Leeds.",
    "I cut latency of the checkout by 40 %.",
    "I speak English and French.",
    "My skills are Go, Python, PostgreSQL and Docker.",
    "I hope to learn more with your team.",
    "I wrote tests for every release.",
    "I have worked as a backend developer and as a software engineer.",
    "I have a BSc in computer science.",
    "At Beta I worked with Python.",
    "I would be happy to tell you more about my work at Acme.",
    "I worked at Acme Ltd until 2023.",
    "I enjoy working with Go and would like to do more of it.",
    "I have experience with Docker.",
    "I built services in Go at Acme, and I wrote tests for every release.",
    "I am a software engineer with eight years of experience.",
    "I am interested in this role because of its backend work.",
    "I would like to build payment services again.",
    "I have worked with PostgreSQL and Go.",
    "I look forward to hearing from you.",
)
HONEST_IN_GERMAN = (
    "Ich spreche Englisch und Deutsch.",
    "Ich habe 8 Jahre Berufserfahrung im Backend.",
    "Bei Acme habe ich Zahlungsdienste in Go und PostgreSQL entwickelt.",
    "Ich habe ein Lagersystem in Python betreut.",
    "Ich würde gern mehr mit Go arbeiten.",
    "Ich habe die Latenz um 40 % gesenkt.",
)


@pytest.mark.parametrize("draft", MADE_UP)
def test_what_was_made_up_is_refused(draft: str) -> None:
    assert find_unproven(draft, SOURCES["en"], "en") is not None


@pytest.mark.parametrize("draft", MADE_UP_IN_GERMAN)
def test_what_was_made_up_in_german_is_refused(draft: str) -> None:
    assert find_unproven(draft, SOURCES["de"], "de") is not None


@pytest.mark.parametrize("draft", HONEST)
def test_what_is_honest_passes(draft: str) -> None:
    assert find_unproven(draft, SOURCES["en"], "en") is None


@pytest.mark.parametrize("draft", HONEST_IN_GERMAN)
def test_what_is_honest_in_german_passes(draft: str) -> None:
    assert find_unproven(draft, SOURCES["de"], "de") is None
