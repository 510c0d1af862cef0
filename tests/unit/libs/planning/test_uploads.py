"""Which of a form's file inputs takes the resume, where one of them would only read it."""

from __future__ import annotations

import pytest

from ghosthands.domain.keys import RESUME
from ghosthands.domain.page import FieldModel, FileInputModel
from ghosthands.domain.plan import LeftAlone
from tests.unit.libs.planning.test_plan import PROFILE, field, page, planned, resume

READER = "Autofill from resume"


def uploaded(*files: FileInputModel, beside: tuple[FieldModel, ...] = ()) -> list[str]:
    """The ids of the inputs that take the resume; the others say why they don't."""
    made = planned(page(*beside, files=files), (*PROFILE, RESUME))
    taking = [action.field_id for action in made.actions if action.key == RESUME]
    left = tuple(LeftAlone(each.id, "resume_reader") for each in files if each.id not in taking)
    assert tuple(each for each in made.left_alone if each.field_id in {file.id for file in files}) == left
    return taking


@pytest.mark.parametrize("label", [READER, "Parse my CV", "Import your resume", "Quick apply with CV"])
def test_a_resume_reader_beside_the_resume_field_is_left_alone(label: str) -> None:
    assert uploaded(resume(id="reader", label=label), resume(required=True)) == ["resume"]


def test_a_resume_reader_takes_the_resume_where_nothing_else_does() -> None:
    assert uploaded(resume(id="reader", label=READER)) == ["reader"]
    name = field("Name", id="name", form=1)
    assert uploaded(resume(id="reader", label=READER, form=1), beside=(name,)) == ["reader"]
    assert uploaded(resume(id="reader", label=READER), beside=(name,)) == ["reader"]


def test_of_two_resume_readers_one_takes_the_resume() -> None:
    assert uploaded(resume(id="a", label=READER), resume(id="b", label="Parse resume")) == ["a"]


def test_a_resume_reader_in_a_form_of_its_own_is_not_what_is_sent() -> None:
    name = field("Name", id="name", form=2)
    assert uploaded(resume(id="reader", label=READER, form=1), beside=(name,)) == []
