"""A list of language levels, or of months, gets the one that says what the applicant states."""

from __future__ import annotations

import pytest

from ghosthands.planning.choosing import choose

BANDS = ("Basic (A1-A2)", "Intermediate (B1/B2)", "Fluent (C1)", "Native")
CODES = (
    "A1 - Beginner",
    "A2 - Elementary",
    "B1 - Intermediate",
    "B2 - Upper intermediate",
    "C1",
    "C2",
    "Native speaker",
)
WORKING = (
    "Elementary proficiency",
    "Limited working proficiency",
    "Professional working proficiency",
    "Full professional proficiency",
    "Native or bilingual proficiency",
)


@pytest.mark.parametrize(
    ("options", "text", "chosen"),
    [
        (BANDS, "B2", "Intermediate (B1/B2)"),
        (BANDS, "C1", "Fluent (C1)"),
        (BANDS, "A1", "Basic (A1-A2)"),
        (BANDS, "C2", None),
        (CODES, "B2", "B2 - Upper intermediate"),
        (CODES, "native", "Native speaker"),
        (("A1", "A2", "B1", "B2", "C1", "C2"), "native", None),
        (WORKING, "native", "Native or bilingual proficiency"),
        (WORKING, "Professional working", "Professional working proficiency"),
        (WORKING, "B2", None),
        (WORKING, "C1", None),
        (("Beginner", "Intermediate", "Advanced", "Native"), "B2", "Intermediate"),
        (("Beginner", "Intermediate", "Advanced", "Native"), "C1", "Advanced"),
        (("Beginner", "Intermediate", "Advanced", "Fluent", "Native"), "C1", None),
        (("Beginner", "Intermediate", "Upper intermediate", "Advanced"), "B2", None),
        (("Grundkenntnisse", "Gute Kenntnisse", "Fließend", "Muttersprache"), "native", "Muttersprache"),
        (("Grundkenntnisse", "Gute Kenntnisse", "Fließend"), "native", "Fließend"),
        (("Grundkenntnisse", "Gute Kenntnisse", "Fließend", "Muttersprache"), "fluent", "Fließend"),
        (("Grundkenntnisse", "Gute Kenntnisse", "Fließend", "Muttersprache"), "B2", None),
        (("Débutant", "Intermédiaire", "Courant", "Langue maternelle"), "B1", "Intermédiaire"),
        (("Básico", "Intermedio", "Avanzado", "Nativo"), "A2", "Básico"),
        (("Base", "Intermedio", "Avanzato", "Madrelingua"), "native", "Madrelingua"),
        (("Básico", "Intermediário", "Avançado", "Língua materna"), "native", "Língua materna"),
        (("Basis", "Gemiddeld", "Vloeiend", "Moedertaal"), "C2", "Vloeiend"),
        (("Grundläggande", "Medel", "Flytande", "Modersmål"), "C1", "Flytande"),
        (("Podstawowy", "Średniozaawansowany", "Zaawansowany", "Ojczysty"), "B1", "Średniozaawansowany"),
        # what comes next to native may be above fluent, and is native for some
        (("Débutant", "Intermédiaire", "Courant", "Bilingue"), "native", None),
        (("Débutant", "Intermédiaire", "Courant", "Bilingue"), "bilingual", "Bilingue"),
        (("Débutant", "Intermédiaire", "Courant", "Bilingue"), "fluent", "Courant"),
        (("Beginner", "Fluent", "Bilingual", "Native"), "native", "Native"),
        (("Beginner", "Fluent", "Native"), "bilingual", None),
        (WORKING, "bilingual", "Native or bilingual proficiency"),
        # a limit is no level
        (("Below B2", "C1 or above"), "B2", None),
        (("B2+", "C1+"), "B2", None),
        (("unter B2", "ab C1"), "B2", None),
    ],
)
def test_a_level_is_chosen_in_the_words_of_the_list(options: tuple[str, ...], text: str, chosen: str | None) -> None:
    at = choose(options, text)
    assert (None if at is None else options[at]) == chosen


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        (("January 2027", "February 2027", "March 2027"), 1),
        (("Januar 2027", "Februar 2027", "März 2027"), 1),
        (("Immédiatement", "janvier 2027", "février 2027", "août 2027"), 2),
        (("enero de 2027", "febrero de 2027"), 1),
        (("gennaio 2027", "febbraio 2027"), 1),
        (("2027-01", "2027-02"), 1),
        (("01/2027", "02/2027"), 1),
        (("Jan 2027", "Feb 2027"), 1),
        (("Immediately", "January 2027", "March 2027"), None),
        (("February 2026", "February 2028"), None),
    ],
)
def test_the_month_of_a_start_is_chosen_with_its_year(options: tuple[str, ...], chosen: int | None) -> None:
    assert choose(options, "2027-02-15") == chosen
    assert choose(options, "February 2027") == chosen
