"""Claims of true words that stand in the sources, but not together: what was at one employer is said of another."""

from __future__ import annotations

import pytest

from ghosthands.planning.proving import Sources, Unproven, find_unproven
from tests.unit.libs.planning.test_proving import ENGLISH, FRENCH, GERMAN, SPANISH

#: as a profile's entries and a resume of several lines an employer come together
LONG = """\
headline: Nurse with 11 years of practice
current company: Harbour Clinic
current title: Ward Nurse
years of experience: 11
Harbour Clinic, Ward Nurse, 2018-04, Cared for patients after surgery and trained 6 students.
Northfield Hospital, Night Nurse, 2013-09, 2018-03, Ran the emergency desk.
Elm College, Diploma, Nursing, 2013
skills: Triage, Wound care, Spanish
Ward Nurse, Harbour Clinic, 2018 to today
Cared for patients after surgery
Trained 6 students in wound care
Wrote the handover checklist
Night Nurse, Northfield Hospital, 2013 to 2018
Ran the emergency desk with 3 colleagues
Introduced electronic records
Diploma in Nursing, Elm College, 2013
Skills: Triage, Wound care, Spanish
"""
SOURCES = {
    "en": Sources(ENGLISH.splitlines()),
    "de": Sources(GERMAN.splitlines()),
    "fr": Sources(FRENCH.splitlines()),
    "es": Sources(SPANISH.splitlines()),
    "long": Sources(LONG.splitlines()),
}

FALSE = [
    # how long, and when
    ("en", "I have 8 years of experience at Acme."),
    ("en", "I spent eight years at Acme."),
    ("en", "I worked at Beta from 2019 to 2023."),
    ("en", "I was at Acme until 2015."),
    ("long", "I have 11 years of practice at Harbour Clinic."),
    ("long", "I joined Northfield Hospital in 2018 and Harbour Clinic in 2013."),
    # as what
    ("en", "I was a software engineer at Acme."),
    ("en", "I worked at Beta as a backend developer."),
    ("long", "I was a night nurse at Harbour Clinic."),
    # what was done
    ("en", "At Acme I maintained a warehouse system."),
    ("en", "At Beta I built payment services."),
    ("en", "I built payment services in Go at Beta GmbH."),
    ("en", "At Acme I worked in Go and Python."),
    ("en", "I worked at Beta, and there I wrote tests for every release."),
    ("en", "I worked at Beta. There I built payment services."),
    ("long", "At Northfield Hospital I wrote the handover checklist."),
    ("long", "I introduced electronic records at Harbour Clinic."),
    ("long", "At Harbour Clinic I ran the emergency desk."),
    ("long", "At Northfield Hospital I trained students in wound care."),
    # how much of it
    ("en", "I cut latency by 40 % at Beta."),
    ("en", "At Beta I cut latency of the checkout by 40 %."),
    ("long", "I trained 6 students at Northfield Hospital."),
    # with what, for whom
    ("en", "At Acme I used Docker."),
    ("en", "I maintained a system for logistics customers at Acme."),
    ("long", "I spoke Spanish at Northfield Hospital."),
    # what was learnt, and where
    ("en", "I studied computer science at Acme."),
    ("en", "I have a BSc in logistics from the University of Leeds."),
    ("en", "I learned Docker at the University of Leeds."),
    ("long", "I learned triage at Elm College."),
    # in other languages
    ("de", "Bei Acme habe ich ein Lagersystem betreut."),
    ("de", "Bei Beta habe ich Zahlungsdienste in Go entwickelt."),
    ("fr", "J'ai 8 ans d'expérience chez Acme."),
    ("es", "Tengo 8 años de experiencia en Acme."),
]
TRUE = [
    ("en", "I worked at Acme Ltd from 2019 to 2023, and at Beta GmbH from 2015 to 2019."),
    ("en", "After Beta I worked at Acme."),
    ("en", "At Acme I built payment services in Go and PostgreSQL, cut latency by 40 % and wrote tests."),
    ("en", "At Beta I maintained a system in Python. At Acme I built services in Go."),
    ("en", "I worked at Beta. There I maintained a warehouse system for logistics customers."),
    ("en", "I worked at Acme. I also speak French and know Docker."),
    ("en", "I was a backend developer at Acme, and I would like to learn more Python with you."),
    ("long", "At Harbour Clinic I cared for patients after surgery and trained 6 students in wound care."),
    ("long", "At Harbour Clinic I wrote the handover checklist."),
    ("long", "I introduced electronic records at Northfield Hospital."),
    ("long", "I ran the emergency desk at Northfield Hospital with 3 colleagues."),
    ("long", "I have a diploma in nursing from Elm College."),
    ("long", "I have 11 years of practice. I speak Spanish."),
    ("long", "As a ward nurse I trained students in wound care."),
    ("de", "Bei Acme habe ich Zahlungsdienste entwickelt, und bei Beta habe ich ein Lagersystem betreut."),
    ("fr", "J'ai travaillé chez Acme de 2019 à 2023."),
    ("es", "He trabajado en Beta como ingeniera de software."),
]


def test_there_are_enough() -> None:
    assert len(set(FALSE)) >= 15


@pytest.mark.parametrize(("source", "draft"), FALSE)
def test_what_stands_elsewhere_in_the_sources_is_not_said_of_an_employer(source: str, draft: str) -> None:
    assert find_unproven(draft, SOURCES[source], "en" if source == "long" else source) is not None


@pytest.mark.parametrize(("source", "draft"), TRUE)
def test_what_stands_together_passes(source: str, draft: str) -> None:
    assert find_unproven(draft, SOURCES[source], "en" if source == "long" else source) is None


def test_why_it_is_refused_is_said() -> None:
    assert find_unproven("At Acme I maintained a warehouse system.", SOURCES["en"], "en") is Unproven.RELATION
