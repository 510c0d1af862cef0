"""A nationality among options that say what the people of a country are called."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind
from ghosthands.domain.profile import flatten_answers, list_own_questions, list_questions
from ghosthands.planning.choosing import choose
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_matching import field


@pytest.mark.parametrize(
    ("told", "options", "chosen"),
    [
        ("Germany", ["American", "British", "German"], "German"),
        ("Deutschland", ["deutsch", "österreichisch"], "deutsch"),
        ("Germany", ["Deutsche/r", "Andere EU", "Nicht-EU"], "Deutsche/r"),
        ("Germany", ["Française", "Allemande", "Belge"], "Allemande"),
        ("France", ["Français(e)", "Étranger"], "Français(e)"),
        ("Spain", ["Española", "Alemana"], "Española"),
        ("Spain", ["Español/a", "Francés/a"], "Español/a"),
        ("Italy", ["Italiana", "Tedesca"], "Italiana"),
        ("Brazil", ["Brasileira", "Outra"], "Brasileira"),
        ("Netherlands", ["Nederlandse", "Duitse"], "Nederlandse"),
        ("Netherlands", ["Danish", "Dutch"], "Dutch"),
        ("Sweden", ["Svensk", "Norsk", "Dansk"], "Svensk"),
        ("Poland", ["polskie", "niemieckie"], "polskie"),
        ("United Kingdom", ["Irish", "British"], "British"),
        ("US", ["American", "Canadian"], "American"),
        ("German", ["France", "Germany"], "Germany"),
        ("German", ["Deutsch", "Französisch"], "Deutsch"),
    ],
)
def test_a_nationality_is_chosen_by_its_country(told: str, options: list[str], chosen: str) -> None:
    assert choose(options, told) == options.index(chosen)


@pytest.mark.parametrize(
    ("told", "options"),
    [
        ("Niger", ["Nigerian"]),
        ("Austria", ["Australian"]),
        ("Georgia", ["Georgian"]),
        ("India", ["American Indian", "Asian Indian"]),
        ("Germany", ["Germanic studies"]),
        ("Germany", ["Not German"]),
        ("Germany", ["German", "Deutsch"]),
    ],
)
def test_what_only_resembles_it_is_not_chosen(told: str, options: list[str]) -> None:
    assert choose(options, told) is None


@pytest.mark.parametrize(
    "label",
    [
        "Nationality",
        "Nationalität",
        "Staatsangehörigkeit",
        "Nationalité",
        "Nacionalidad",
        "Nacionalidade",
        "Nazionalità",
        "Nationaliteit",
        "Narodowość",
        "Nationalitet",
        "国籍",
    ],
)
def test_a_nationality_is_asked_for_in_one_word(label: str) -> None:
    told = list_questions({"facts": {"citizenships": ["Germany"]}}, {})
    values = flatten_answers(told)
    page = page_model(field(label, FieldKind.SELECT, options=("German", "French"), required=True))
    made = plan(page, Known(values, values=values, own=list_own_questions(told)), action_id=lambda field_id: field_id)
    assert [values[action.key] for action in made.actions] == ["Germany"]
