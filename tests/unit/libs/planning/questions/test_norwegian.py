"""Norwegian Bokmål is read by the word lists of Danish, and no other way round."""

from __future__ import annotations

import pytest

from ghosthands.planning.questions.classes import Asks
from ghosthands.planning.questions.reading import read
from tests.unit.libs.planning.questions.test_answers import answered


@pytest.mark.parametrize(
    ("text", "about", "asks"),
    [
        ("Har du tillatelse til å jobbe i USA?", "work_authorization", Asks.PLAIN),
        ("Trenger du visum for å jobbe i USA?", "sponsorship", Asks.PLAIN),
        ("Jeg trenger ikke visum for å jobbe i USA", "sponsorship", Asks.TURNED),
        ("Lønnsforventninger", "salary_expectation", Asks.PLAIN),
        ("Når kan du begynne hos oss?", "start_date", Asks.PLAIN),
        ("Kan du jobbe i helgene?", "weekends", Asks.PLAIN),
        ("Har du noe imot å jobbe i helgene?", "weekends", Asks.TURNED),
        ("Er helgearbeid utelukket for deg?", "weekends", Asks.TURNED),
        ("Jeg har aldri jobbet hos dere", "former_employee", Asks.TURNED),
        ("Hvordan fikk du vite om stillingen?", "source", Asks.PLAIN),
        ("Høyeste fullførte utdanning", "education_level", Asks.PLAIN),
        ("Har du truckførerbevis?", "licence", Asks.PLAIN),
        ("Ville du jobbet overtid hvis betalingen var bedre?", "overtime", Asks.UNCLEAR),
        ("Må du flytte for jobben?", "relocation", Asks.UNCLEAR),
    ],
)
def test_norwegian_is_read(text: str, about: str, asks: Asks) -> None:
    reading = read(text)
    assert (reading.about, reading.asks) == (about, asks)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Får du lov til å jobbe i USA?", "Yes"),
        ("Har du noe imot å flytte?", "No"),
        ("Er du mindreårig?", "No"),
        ("Har ektefellen din førerkort?", None),
        ("Har du søkt om arbeidstillatelse i USA?", None),
        ("Har du arbeidstillatelse i Canada?", None),
    ],
)
def test_norwegian_is_answered_with_the_truth(text: str, said: str | None) -> None:
    assert answered(text) == said
