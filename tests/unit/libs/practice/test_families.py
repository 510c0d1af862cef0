"""What holds of every family: two applicants can answer it, it checks them on its own, and a posting of it opens."""

from __future__ import annotations

from types import ModuleType

import httpx
import pytest

from ghosthands.practice import families
from ghosthands.practice.families import FAMILIES, linkedin
from ghosthands.practice.families.family import Family
from ghosthands.practice.families.shapes import SHAPES, Shape
from ghosthands.practice.form import PostedForm, find_problems, write_out
from ghosthands.practice.postings import CATALOGUE, Posting
from ghosthands.practice.switches import Switches

#: those whose form is one; stepwise has one for each of its pages
WITH_A_FORM = [vars(families)[family.name] for family in FAMILIES if hasattr(vars(families).get(family.name), "form")]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
async def test_a_posting_of_it_can_be_looked_at(client: httpx.AsyncClient, family: Family) -> None:
    shown = await client.get(Posting(family.name, "acme", 1).path)
    assert (shown.status_code, family.name in {posting.family for posting in CATALOGUE}) == (200, True)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
@pytest.mark.parametrize("wall", ["captcha", "code", "closed", "limited"])
async def test_a_wall_can_stand_before_it(client: httpx.AsyncClient, family: Family, wall: str) -> None:
    free, walled = [await client.get(f"{Posting(family.name, 'acme', 1).path}{query}") for query in ("", f"?{wall}=1")]
    assert free.text != walled.text


@pytest.mark.parametrize("family", WITH_A_FORM, ids=lambda family: family.NAME)
def test_an_empty_application_misses_everything_required_and_nothing_else(family: ModuleType) -> None:
    asked = family.form(Posting(family.NAME, "acme", 1), Switches())
    required = {field.name for field in asked if field.required and field.shown_when is None}
    assert find_problems(asked, PostedForm()).keys() == required


@pytest.mark.parametrize("family", WITH_A_FORM, ids=lambda family: family.NAME)
def test_the_unknown_question_can_be_asked(family: ModuleType) -> None:
    asked = family.form(Posting(family.NAME, "acme", 1), Switches(unknown=True))
    assert "What is the favourite colour of this team's parrot?" in {field.label for field in asked}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_shape_misses_what_is_required_and_asks_the_unknown_question(shape: Shape) -> None:
    required = {field.name for field in shape.form(Switches()) if field.required}
    assert find_problems(shape.form(Switches()), PostedForm()).keys() == required
    asked, more = (list(shape.form(Switches(unknown=unknown))) for unknown in (False, True))
    assert [field.label for field in more[len(asked) :]] == ["What is the favourite colour of this team's parrot?"]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
async def test_a_shape_draws_every_question_and_its_way_on(client: httpx.AsyncClient, shape: Shape) -> None:
    shown = await client.get(f"{Posting(shape.name, 'acme', 1).path}{'' if shape.on_posting else '/apply'}")
    assert shown.status_code == 200
    for field in shape.form(Switches()):
        assert f'data-field="{field.name}"' in shown.text
    assert shown.text.count("data-way=") >= (0 if shape.native else len(shape.pages))


def test_what_was_said_is_told_in_words() -> None:
    asked = linkedin.form(Posting("linkedin", "acme", 1), Switches())
    received = PostedForm({"q2": ["1"], "firstName": [" Jordan "], "q3": [""]})
    assert write_out(asked, received) == {
        "First name": "Jordan",
        "Are you legally authorized to work in the country in which this job is located?": "Yes",
    }
