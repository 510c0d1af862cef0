"""A driving licence of a stated class answers the question for that class, in other languages' words too."""

from __future__ import annotations

import pytest

from ghosthands.domain.keys import ANSWERS
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning.meaning import find_own_answer

OWN = {f"{ANSWERS}b": "Do you have a class B driving licence?"}
QUESTIONS = """
Driving licence (category B) | Licence class B? | Do you hold a category B driving licence?
Permis B ? | Permis de conduire B | Avez-vous le permis de conduire de catégorie B ? | Permis de classe B ?
B-körkort? | Har du körkort klass B? | Innehar du körkort med behörighet B? | Körkort med B-behörighet?
Führerschein Klasse B? | Besitzen Sie den Führerschein Kl. B? | Führerscheinklasse B? | Hast du einen B-Führerschein?
¿Tiene carnet de conducir B? | ¿Permiso de conducir clase B? | ¿Dispone de permiso de conducir tipo B?
Patente B? | In possesso di patente B | Sei in possesso della patente di tipo B? | Ha la patente di categoria B?
Carta de condução B | Tem carta B? | Possui CNH categoria B? | Tem carta de condução de categoria B?
Rijbewijs B? | Ben je in het bezit van rijbewijs B? | Beschikt u over een rijbewijs categorie B?
Prawo jazdy kat. B? | Czy masz prawo jazdy kat. B? | Czy posiada Pan/Pani prawo jazdy kategorii B?
Kørekort B? | Kørekort kat. B | Har du kørekort til kategori B?
"""
ASKED = [one.strip() for line in QUESTIONS.strip().splitlines() for one in line.split(" | ")]


def asks(label: str) -> FieldModel:
    options = (OptionModel("Yes"), OptionModel("No"))
    return FieldModel(id="f", locator=Locator("#f"), kind=FieldKind.RADIO, label=label, options=options)


@pytest.mark.parametrize("label", ASKED)
def test_a_licence_of_the_class_answers_whatever_the_language(label: str) -> None:
    found = find_own_answer(asks(label), OWN, {f"{ANSWERS}b": "Yes"})
    assert found is not None
    assert (found.key, found.negated) == (f"{ANSWERS}b", False)


@pytest.mark.parametrize("label", [*(one.replace("B", "CE") for one in ASKED if "B" in one), "Permis de séjour B ?"])
def test_it_says_nothing_of_another_class(label: str) -> None:
    assert find_own_answer(asks(label), OWN, {f"{ANSWERS}b": "Yes"}) is None
